"""`affray play`: a fight at the table, or played by the program from end to end."""

from __future__ import annotations

import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from affray.cli.desk import Desk
from affray.cli.show import console
from affray.codec import to_data
from affray.errors import BadValue, FileError, Problem
from affray.fightfile import load_fight
from affray.records import Recorder, is_record, load_record
from affray.session import Session

__all__ = ["play"]


def play(
    path: Path, auto: bool, typed_dice: bool, seed: str | None, record: Path | None, rounds: int, as_json: bool
) -> None:
    """Play a fight file from its beginning, or a record from where it stopped."""
    if as_json and not auto:
        raise BadValue("--json", "without --auto", "--auto beside it: a person reads lines")
    settings: dict[str, Any] = {"typed_dice": typed_dice, "people": () if auto else None}
    with ExitStack() as stack:
        if is_record(path):
            if seed is not None:
                raise BadValue("--seed", seed, "no seed: the record has one")
            session = load_record(path, **settings)
            recorder: Recorder | None = _go_on_recording(stack, session, path, record)
        else:
            fight = load_fight(path)
            chosen = _number(seed) if seed is not None else fight.seed
            session = Session(
                fight.system,
                fight.encounter,
                seed=chosen if chosen is not None else secrets.randbelow(10**9),
                **settings,
            )
            recorder = _begin_recording(stack, session, record, fight.title, fight.source)
        if recorder is not None:
            stack.callback(recorder.close)
        for notice in session.notices:
            print(f"affray: {notice}", file=sys.stderr)
        desk = Desk(session, console(), str(path), record or (path if is_record(path) else None))
        if auto:
            desk.run_by_itself(rounds, _json_line if as_json else None)
        else:
            desk.run()


def _number(seed: str) -> int | str:
    return int(seed) if seed.lstrip("-").isdecimal() else seed


def _open_new(stack: ExitStack, path: Path) -> TextIO:
    try:
        return stack.enter_context(open(path, "x", encoding="utf-8"))
    except FileExistsError:
        message = f"there already; nothing is overwritten. To go on with it: affray play {path}"
        raise FileError([Problem(str(path), None, "", message)]) from None
    except OSError as error:
        raise FileError([Problem(str(path), None, "", error.strerror or str(error))]) from None


def _begin_recording(stack: ExitStack, session: Session, path: Path | None, title: str, source: str) -> Recorder | None:
    if path is None:
        return None
    recorder = Recorder(session, _open_new(stack, path))
    recorder.begin(title, source)
    return recorder


def _go_on_recording(stack: ExitStack, session: Session, path: Path, record: Path | None) -> Recorder:
    """Append to the record itself, or to a copy of it where another file is named."""
    text = path.read_text(encoding="utf-8")
    whole = "".join(line for line in text.splitlines(keepends=True) if line.endswith("\n"))
    if record is not None and record != path:
        stream = _open_new(stack, record)
        stream.write(whole)
    else:
        try:
            stream = stack.enter_context(path.open("r+", encoding="utf-8"))
        except OSError as error:
            raise FileError([Problem(str(path), None, "", error.strerror or str(error))]) from None
        stream.seek(len(whole.encode("utf-8")))
        stream.truncate()  # a last line that was not written to its end
    return Recorder(session, stream)


def _json_line(event: Any) -> None:
    import json

    print(json.dumps(to_data(event), ensure_ascii=False), flush=True)
