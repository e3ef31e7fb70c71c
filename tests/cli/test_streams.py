"""Real processes: terminals, pipes that close, streams that are missing, encodings that lack what is printed."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-c", "from affray.cli import main; main()")
POSIX = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals and signals of POSIX")


def process(
    *words: object, typed: bytes = b"", shell: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a process of its own; with `shell`, behind its redirections and pipes."""
    env = {**os.environ, **environment}
    argv = [*COMMAND, *map(str, words)]
    if shell:
        argv = ["sh", "-c", f'"$@" {shell}', "sh", *argv]
    return subprocess.run(argv, input=typed, capture_output=True, env=env, timeout=PATIENCE)


def test_help_is_light() -> None:
    script = (
        "import sys; sys.argv = ['affray', '--help']\n"
        "from affray.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pydantic', 'lark', 'rich', 'affray.system'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"Usage: affray")


@pytest.mark.parametrize("words", [("roll", "2d6", "--odds"), ("odds", "FIGHT", "-a", "Ann", "-t", "Bob")])
def test_bars_in_an_encoding_that_has_none(equals: Path, words: tuple[str, ...]) -> None:
    words = tuple(str(equals) if word == "FIGHT" else word for word in words)
    for environment in ({"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
        done = process(*words, **environment)
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        assert re.search(rb"#{8,} *\n", done.stdout)
        assert b"?" not in done.stdout


def test_json_loses_nothing_in_any_encoding(equals: Path) -> None:
    import json

    equals.write_text(equals.read_text(encoding="utf-8").replace("Bob", "Jürg"), encoding="utf-8")
    for encoding in ("ascii", "utf-8"):
        done = process("odds", equals, "-a", "Ann", "-t", "Jürg", "--json", PYTHONIOENCODING=encoding, PYTHONUTF8="1")
        assert json.loads(done.stdout.decode(encoding))["target"] == "Jürg"


def test_what_is_typed_need_not_be_text(equals: Path) -> None:
    done = process("play", equals, typed=b"attack \xff\xfe\nquit\n", PYTHONIOENCODING="utf-8")
    assert done.returncode == 0, done.stderr
    assert "unknown fighter '\ufffd\ufffd'".encode() in done.stdout


@POSIX
def test_a_pipe_that_closes_is_no_error(equals: Path) -> None:
    for words in (("rules", "opposed-2d6"), ("play", equals, "--auto"), ("roll", "2d6", "-n", "5000")):
        done = process(*words, shell="| head -1")
        assert done.stderr == b"", words
        assert done.stdout.count(b"\n") == 1


@POSIX
def test_streams_that_are_closed(equals: Path) -> None:
    done = process("play", equals, shell="<&-")
    assert done.returncode == 0, done.stderr
    assert b"--record FILE would keep the fight" in done.stdout
    assert process("roll", "2d6", shell=">&-").returncode == 0
    assert process("roll", "x", shell="2>&-").returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_says_so() -> None:
    done = process("new", "opposed-2d6", shell="> /dev/full")
    assert done.returncode == 1
    assert done.stderr == b"affray: output: No space left on device\n"


class NotSeen(AssertionError):
    """What came out instead of what was waited for."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        super().__init__(f"not seen in time: {shown}")


#: long enough for a machine that has much else to do
PATIENCE = 120


class Screen:
    """A pseudo-terminal of some width with `affray play` on it."""

    def __init__(self, *words: object, columns: int, **environment: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.main = main
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            stdin=side, stdout=side, stderr=side, start_new_session=True,
            env={**clean, "TERM": "xterm-256color", **environment},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(side)

    def until(self, test: Callable[[str], object], seconds: float = PATIENCE) -> str:
        """What comes out until a test passes."""
        shown, end = b"", time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.main], [], [], 0.2)[0]:
                try:
                    shown += os.read(self.main, 65536)
                except OSError:
                    break
            text = shown.decode(errors="replace").replace("\r\n", "\n")
            if test(text):
                return text
        raise NotSeen(shown.decode(errors="replace").replace("\r\n", "\n"))

    def type(self, text: str) -> None:
        os.write(self.main, text.encode())

    def interrupt(self, test: Callable[[str], object]) -> str:
        """Ctrl-C until a test passes: one that comes just before the terminal is read is seen with the next key."""
        for left in range(PATIENCE // 10, 0, -1):
            self.type("\x03")
            try:
                return self.until(test, 10)
            except NotSeen:
                if left == 1:
                    raise
        raise AssertionError("no time at all")

    def end(self) -> int:
        code = self.process.wait(timeout=PATIENCE)
        os.close(self.main)
        return code


def bare(text: str) -> str:
    """Text without escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


@POSIX
@pytest.mark.parametrize("columns", [80, 40])
def test_a_fight_on_a_real_terminal(equals: Path, tmp_path: Path, columns: int) -> None:
    record = tmp_path / "kept.jsonl"
    screen = Screen("play", equals, "--seed", "1", "--typed-dice", "--record", record, columns=columns)
    shown = screen.until(lambda text: "> " in text)
    screen.type("6 6\n1 1\n")
    shown += screen.until(lambda text: "Ann> " in bare(text))
    assert "\x1b[1m" in shown, "turns stand out"
    screen.type("1\n")
    shown += screen.until(lambda text: re.search(r"attack: .*> $", bare(text), re.DOTALL))
    screen.type("3 9\n")
    shown += screen.until(lambda text: re.search(r"d6.*attack: .*> $", bare(text), re.DOTALL))
    screen.type("3 3\n")
    shown += screen.until(lambda text: "guard> " in bare(text))
    for line in bare(shown).splitlines():
        assert len(line) <= columns or "> " in line, line
    shown = screen.interrupt(lambda text: "runs it again" in " ".join(bare(text).split()))
    assert "Traceback" not in shown
    assert screen.end() == 0
    assert b'"open"' in record.read_bytes().splitlines()[-1]


@POSIX
def test_no_colour_where_none_is_wanted(equals: Path) -> None:
    screen = Screen("play", equals, "--seed", "1", columns=80, NO_COLOR="1", TERM="xterm")
    shown = screen.until(lambda text: "> " in text)
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", shown)
    screen.type("\x04")
    screen.until(lambda text: "seed 1" in text)
    assert screen.end() == 0


@POSIX
def test_an_interrupt_ends_without_a_traceback(equals: Path, tmp_path: Path) -> None:
    """Ctrl-C while the program plays by itself; the record holds what was done."""
    equals.write_text(equals.read_text(encoding="utf-8").replace("melee = 2", "melee = 2\nlife = 400"))
    record = tmp_path / "long.jsonl"
    running = subprocess.Popen(
        [*COMMAND, "play", str(equals), "--auto", "--rounds", "5000", "--record", str(record)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not (record.exists() and record.stat().st_size > 20_000):
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    shown, complaint = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0
    assert f"kept in {record}; ".encode() in shown
    assert b"Traceback" not in complaint
    done = process("replay", record, "--quiet")
    assert done.returncode == 0, done.stderr
    assert b"; same events; " in done.stdout
