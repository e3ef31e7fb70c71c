"""The house stays liveable: small files, imports that go one way, no luck or clock but by the one door."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import affray

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "affray"
LONGEST = 400

SOURCES = sorted(SOURCE.rglob("*.py"))
EVERYTHING = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]
SYSTEMS = sorted(path for path in (SOURCE / "systems").iterdir() if (path / "__init__.py").exists())

#: what a system may import beside itself
FOUNDATIONS = {"dice", "table", "requests", "errors", "names", "system", "catalogue", "options", "encounter", "clock"}
FOUNDATIONS |= {"events", "frozen", "sheets"}
#: what knows systems by their protocol only, and nothing of command line and web
DRIVERS = {
    "every",
    "handed",
    "lumps",
    "law",
    "odds",
    "session",
    "history",
    "commands",
    "rulings",
    "codec",
    "records",
    "fightfile",
    "carry",
    "faults",
    "toml_lines",
    "arena",
    "duel",
    "luck",
    "statistics",
    "figures",
    "plots",
    "reports",
    "text",
    *FOUNDATIONS,
}
#: modules that would be a second door for luck or time
FORBIDDEN = {"random", "secrets", "time", "datetime", "uuid"}
#: imports that nobody should wait for who only asks for help
HEAVY = {"numpy", "pydantic", "lark", "numba", "matplotlib"}


def files(paths: Iterable[Path]) -> pytest.MarkDecorator:
    """The test runs once for each of these files."""
    return pytest.mark.parametrize("path", list(paths), ids=lambda path: str(path.relative_to(ROOT)))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every module that a file imports, wherever in it, with the line; `from a import b` counts as `a.b` as well."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            assert node.module is not None
            yield node.module, node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def area(path: Path) -> str:
    """The part of the package that a file belongs to: `dice`, `session`, `systems` ..."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def parts_of_affray(path: Path) -> set[tuple[str, ...]]:
    """What a file imports of affray, as the parts of the name after `affray`, where there is such a module."""
    found = set()
    for name, _ in imports(path):
        parts = tuple(name.split("."))
        if parts[0] == "affray" and len(parts) > 1:
            place = SOURCE / parts[1]
            if place.is_dir() or place.with_suffix(".py").exists():
                found.add(parts[1:])
    return found


@files(EVERYTHING)
def test_no_file_is_longer_than_one_can_hold(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@files(path for path in SOURCES if area(path) == "systems" and path.parent != SOURCE / "systems")
def test_systems_import_the_foundations_and_themselves(path: Path) -> None:
    mine = path.relative_to(SOURCE).parts[1]
    for parts in parts_of_affray(path):
        if parts[0] == "systems":
            assert len(parts) > 1, "a system imports all of them"
            assert parts[1] == mine, f"{mine} imports another system, {'.'.join(parts)}"
        else:
            assert parts[0] in FOUNDATIONS, f"a system may not import affray.{'.'.join(parts)}"


@files(SOURCES)
def test_drivers_know_no_system_and_no_command_line(path: Path) -> None:
    for parts in parts_of_affray(path):
        if area(path) in DRIVERS:
            assert parts[0] not in ("systems", "cli", "web"), f"imports affray.{'.'.join(parts)}"
        if area(path) in ("cli", "web"):
            assert parts[0] != "systems", f"imports affray.{'.'.join(parts)}"
        if area(path) == "dice":
            assert parts[0] in ("dice", "errors"), f"imports affray.{'.'.join(parts)}"


def test_every_part_of_the_package_has_its_place_in_the_order() -> None:
    known = DRIVERS | {"systems", "cli", "web", "__init__", "__main__"}
    assert {area(path) for path in SOURCES} <= known, "say in this file what a new part may import"


@files(path for path in SOURCES if area(path) not in ("cli", "web"))  # those talk to people, who have clocks
def test_luck_and_time_come_in_by_one_door(path: Path) -> None:
    found = {name for name, _ in imports(path) if name.split(".")[0] in FORBIDDEN}
    assert found == set()


def test_every_system_has_the_same_file_names() -> None:
    def names(folder: Path) -> set[str]:
        return {entry.stem for entry in folder.iterdir() if entry.name != "__pycache__" and entry.suffix in ("", ".py")}

    needed = {"sheet", "fighter", "rules", "actions", "turn", "charts", "habit", "byhand", "carry", "options"}
    needed |= {"tabulate"}
    assert SYSTEMS
    for folder in SYSTEMS:
        assert names(folder) == needed | {"__init__"}, folder.name
        assert {path.name for path in folder.glob("*.toml")} == {"armoury.toml", "catalogue.toml", "template.toml"}


def test_every_system_on_disk_is_registered() -> None:
    declared = _project()["entry-points"]["affray.systems"]
    assert sorted(target.split(":")[0].rsplit(".", 1)[1] for target in declared.values()) == [f.name for f in SYSTEMS]
    from affray.system import find_system, system_names

    assert list(system_names()) == sorted(declared)
    assert [find_system(name).name for name in system_names()] == sorted(declared)


@pytest.mark.parametrize(
    "code",
    [
        "import affray",
        "import sys; sys.argv = ['affray', '--help']; from affray.cli import main; main()",
        "import sys; sys.argv = ['affray', '--version']; from affray.cli import main; main()",
    ],
)
def test_help_does_not_load_what_only_fights_need(code: str) -> None:
    program = f"""
import sys
try:
    exec({code!r})
except SystemExit as end:
    assert not end.code, end.code
print("loaded:", *sorted({HEAVY!r} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "loaded:"


def _project() -> dict[str, dict[str, dict[str, str]]]:
    project: dict[str, dict[str, dict[str, str]]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project


def test_the_version_is_said_once_and_the_same() -> None:
    assert affray.__version__ == _project()["version"]


def test_no_tracked_file_names_a_machine_or_a_registry() -> None:
    # put together here, so that this file does not hold them itself
    paths = ["/".join(("", place, "")) for place in ("work", "root", "home", "Users")]
    hosts = [".".join(words) + "/simple" for words in (("pypi", "org"), ("pythonhosted", "org"))]
    hosts += ["index" + "-url", "extra-index" + "-url", "files." + "pythonhosted" + ".org"]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    found = []
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if not name or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            for word in (*paths, *hosts):
                if word in line and f"no-emit-{word}" not in line:
                    found.append(f"{name}:{number}: {word}")
    assert found == []
