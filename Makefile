# Two commands do everything on a fresh machine with Python 3.11+ and git:
#   make run    creates .venv, installs affray, plays a sample fight and shows its odds
#   make test   installs what the tests need and runs all of them
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test soak lint bench lock clean

$(BIN)/python:
	$(PYTHON) -c "import sys; sys.exit('affray needs Python 3.11 or newer, this is ' + sys.version.split()[0]) if sys.version_info < (3, 11) else None"
	$(PYTHON) -m venv .venv

.venv/.run: pyproject.toml requirements.lock | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c requirements.lock -e .
	@touch $@

.venv/.dev: pyproject.toml requirements.lock | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c requirements.lock -e ".[dev]"
	@touch $@ .venv/.run

run: .venv/.run
	@$(BIN)/python examples/first_fight.py

test: .venv/.dev
	$(BIN)/python -m pytest -n auto --dist worksteal

soak: .venv/.dev
	AFFRAY_SOAK=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/arena

lint: .venv/.dev
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

bench: .venv/.dev
	$(BIN)/python -m benchmarks --write

lock: | $(BIN)/python
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --no-emit-index-url --no-annotate --no-header --quiet -o requirements.lock

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache dist build
