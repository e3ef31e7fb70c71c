"""The documentation is executed: every block of README.md, CONTRIBUTING.md and docs/ that can be run is run.

    console   lines that begin with "$ " are run, one after the other; what stands below each must be its output.
              A line "..." stands for any lines. What people type stands behind the prompt, as on a real terminal.
    toml      with `system =` in it: `affray check` must accept it. With a first line such as `# fight.toml` it is saved
              under that name for the commands below; what is called broken*.toml must be refused.
    python    with `>>>` in it: run as doctests; the blocks of a page share their names. Others must compile.

Each page has a directory of its own with a copy of examples/ in it. `python tests/test_docs.py` writes the output of
all commands anew into the pages, but for blocks with "...", which it names where they no longer hold.
"""

from __future__ import annotations

import builtins
import contextlib
import difflib
import doctest
import io
import os
import re
import runpy
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import pytest

from affray.cli import main
from affray.cli.app import app
from affray.errors import FileError
from affray.fightfile import OWN, TOP, load_fight, parse_fight
from affray.odds import action_odds
from affray.system import find_system, system_names

ROOT = Path(__file__).parent.parent
SYSTEM_PAGES = ROOT / "docs" / "systems"
#: what system pages are made from holds the same blocks as they do; the pages are what people read, and what is tried
SOURCES = sorted(SYSTEM_PAGES.glob("*.intro.md"))
MADE = sorted(set(SYSTEM_PAGES.glob("*.md")) - set(SOURCES))
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"), *MADE])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
SKIP = "..."


@dataclass
class Block:
    """A fenced block of a page: its language, its lines, and the line of the page on which the first of them stands."""

    kind: str
    first: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def saved_as(self) -> str:
        """The file name in a first line such as `# fight.toml`; empty if there is none."""
        named = re.fullmatch(r"# ([\w-]+\.toml)", self.lines[0]) if self.lines else None
        return named[1] if named else ""


@dataclass
class Command:
    """A command of a console block, with the output that the page shows."""

    text: str
    first: int
    shown: list[str] = field(default_factory=list)


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    found: list[Block] = []
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            if not inside:
                found.append(Block(line[3:].strip(), number + 1))
            inside = not inside
        elif inside:
            found[-1].lines.append(line)
    assert not inside, f"{page.name}: a block that does not end"
    return found


def commands(block: Block) -> list[Command]:
    """The commands of a console block."""
    found: list[Command] = []
    for number, line in enumerate(block.lines, start=block.first):
        if line.startswith("$ "):
            found.append(Command(line[2:], number))
        else:
            found[-1].shown.append(line)
    return found


def output(command: Command) -> list[str]:
    """Run a command as a shell would, in the present directory, and give what it prints, errors included.

    Where it prompts, the answer is looked up in the lines shown: the next that begins with the prompt has it.
    """
    words = shlex.split(command.text)
    target = words.pop() if words[-2:-1] == [">"] else None
    words = words[:-1] if target else words
    assert words[0] == "affray", f"{command.text}: only affray is run here"
    ahead = iter(command.shown)
    out = io.StringIO()

    def typed(prompt: str) -> str:
        for line in ahead:
            if f"{line} ".startswith(prompt):
                text = line[len(prompt) :].strip()
                print(f"{prompt}{text}")
                return text
        raise EOFError

    with (
        mock.patch.object(sys, "argv", words),
        mock.patch.object(builtins, "input", typed),
        mock.patch.dict(os.environ, {"COLUMNS": "80"}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        contextlib.suppress(SystemExit),
    ):
        main()
    if target:
        Path(target).write_text(out.getvalue(), encoding="utf-8")
        return []
    return [line.rstrip() for line in out.getvalue().splitlines()]


def holds(shown: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether the lines shown are those lines, "..." standing for any number of them."""
    if SKIP not in shown:
        return list(shown) == list(lines)
    head = list(shown[: shown.index(SKIP)])
    rest = shown[len(head) + 1 :]
    if list(lines[: len(head)]) != head:
        return False
    return any(holds(rest, lines[start:]) for start in range(len(head), len(lines) + 1))


def wrong_commands(page: Path, block: Block) -> Iterator[str]:
    """What is wrong with the commands of a block."""
    for command in commands(block):
        shown, lines = [line.rstrip() for line in command.shown], output(command)
        if not holds(shown, lines):
            difference = "\n".join(difflib.unified_diff(shown, lines, "page", "program", lineterm="", n=2))
            yield f"{page.name}:{command.first}: $ {command.text}\n{difference}"


def wrong_toml(page: Path, block: Block) -> Iterator[str]:
    """What is wrong with a fight file; one with a name is saved for the commands below it."""
    if block.saved_as:
        Path(block.saved_as).write_text(block.text, encoding="utf-8")
    if not any(line.startswith("system =") for line in block.lines):
        return
    refused = ""
    try:
        parse_fight(block.text, page.name)
    except FileError as error:
        refused = str(error)
    if bool(refused) != block.saved_as.startswith("broken"):
        yield f"{page.name}:{block.first}: {refused or 'a broken file that is accepted'}"


def wrong_python(page: Path, block: Block, names: dict[str, object]) -> Iterator[str]:
    """What is wrong with the examples of a Python block."""
    if ">>>" not in block.text:
        compile(block.text, page.name, "exec")
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.first - 1)
    test.globs = names  # the parser makes a copy; the blocks of a page share their names
    said = io.StringIO()
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.write, clear_globs=False)
    if said.getvalue():
        yield said.getvalue()


@contextlib.contextmanager
def workplace(directory: Path) -> Iterator[None]:
    """Be in that directory, with a copy of the examples."""
    shutil.copytree(ROOT / "examples", directory / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    with contextlib.chdir(directory):
        yield


@every_page
def test_every_example_holds(page: Path, tmp_path: Path) -> None:
    names: dict[str, object] = {}
    faults: list[str] = []
    with workplace(tmp_path):
        for block in blocks(page):
            match block.kind:
                case "console":
                    faults += wrong_commands(page, block)
                case "toml":
                    faults += wrong_toml(page, block)
                case "python":
                    faults += wrong_python(page, block, names)
    assert not faults, "\n\n".join(faults)


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        linked = (page.parent / name).resolve() if name else page
        assert linked.exists(), f"{page.name}: {target}"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
            assert anchor in anchors, f"{page.name}: {target}; there are {anchors}"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("*.toml")), ids=lambda path: path.name)
def test_every_example_file_is_a_fight(path: Path) -> None:
    assert load_fight(path).encounter.fighters


def _missing(page: str, names: Sequence[str], mark: str = "`{}`") -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return [name for name in names if mark.format(name) not in text]


@pytest.mark.parametrize("name", system_names())
def test_nothing_is_left_out_of_the_pages(name: str) -> None:
    """Every switch and profile, every field of fight files, every key of the odds, every command is in its page."""
    system = find_system(name)
    assert not _missing(f"systems/{name}.md", [thing.name for thing in (*system.switches, *system.profiles)])
    sheet = [field for field in system.sheet.model_fields if field != "name"]
    assert not _missing("fight-files.md", [*TOP, *OWN, *sheet, *system.scene.model_fields, *system.orders])
    fight = parse_fight(system.template())
    first, *_ = fight.encounter.fighters
    foe = fight.encounter.foes(first.id)[0]
    domains = system.domains(fight.encounter, first.id)["attack"]
    action = system.actions["attack"](first.id, foe.id, domains["weapon"][0])
    staged = system.stage(fight.encounter, action, closing=True)
    assert not _missing("odds.md", list(action_odds(system, staged, action).data()))


def test_every_command_and_option_is_in_the_pages() -> None:
    import typer

    everything = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    group = typer.main.get_command(app)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        assert f"affray {name}" in everything, name
        for parameter in command.params:
            for flag in parameter.opts if parameter.param_type_name == "option" else ():
                assert flag in everything, f"{name} {flag}"


def rewrite(page: Path) -> None:
    """Write the output of a page's commands anew into it."""
    lines = page.read_text(encoding="utf-8").splitlines()
    shift = 0
    for block in blocks(page):
        if block.kind == "toml":
            list(wrong_toml(page, block))
        if block.kind != "console":
            continue
        for command in commands(block):
            fresh = output(command)
            if SKIP in command.shown:
                if not holds([line.rstrip() for line in command.shown], fresh):
                    print(f"{page.name}:{command.first + shift}: no longer holds, and has to be cut by hand")
                continue
            start = command.first + shift
            lines[start : start + len(command.shown)] = fresh
            shift += len(fresh) - len(command.shown)
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_purposes_of_rolls_are_all_named() -> None:
    text = " ".join((ROOT / "docs" / "odds.md").read_text(encoding="utf-8").split())
    for name in system_names():
        *most, last = find_system(name).purposes
        assert f"The purposes of {name} are {', '.join(most)} and {last}." in text


if __name__ == "__main__":
    for path in sorted({*PAGES, *SOURCES} - set(MADE)):
        with tempfile.TemporaryDirectory() as place, workplace(Path(place)):
            rewrite(path)
    runpy.run_path(str(ROOT / "docs" / "make_system_pages.py"), run_name="__main__")
