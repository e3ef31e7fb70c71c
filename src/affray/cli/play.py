"""`affray play`: a fight at the table, or played by the program from end to end."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from affray.carry import carry
from affray.cli.desk import Desk
from affray.cli.files import fault, must_be_record, open_new
from affray.cli.show import console, print_json
from affray.cli.values import seed_from
from affray.codec import to_data
from affray.encounter import Encounter
from affray.errors import BadValue, InputError
from affray.fightfile import Fight, load_fight
from affray.figures import visible
from affray.records import Recorder, is_record, load_record, whole_part
from affray.session import Session

__all__ = ["play"]

#: with --auto and without --rounds; some fights never end
ROUNDS = 200


def play(
    path: Path,
    auto: bool,
    typed_dice: bool,
    seed: str | None,
    record: Path | None,
    rounds: int | None,
    as_json: bool,
    after: Path | None = None,
    rest: bool = False,
) -> None:
    """Play a fight file from its beginning, with what `after` has left; or a record from where it stopped."""
    for option, given in (("--json", as_json), ("--rounds", rounds is not None)):
        if given and not auto:
            raise InputError(f"{option} needs --auto beside it: people stop when they like and read lines")
    if as_json and typed_dice:
        raise InputError("--json and --typed-dice do not go together: nobody is asked for dice there")
    if rest and after is None:
        raise InputError("--rest needs --after RECORD beside it: a rest from which fight?")
    settings: dict[str, Any] = {"typed_dice": typed_dice, "people": () if auto else None}
    with ExitStack() as stack:
        if is_record(path):
            if seed is not None:
                raise BadValue("--seed", seed, "no seed: the record has one")
            if after is not None:
                raise BadValue("--after", str(after), f"a fight file to begin: {path} is a record under way")
            session = load_record(path, **settings)
            recorder: Recorder | None = _go_on_recording(stack, session, path, record)
        else:
            fight = load_fight(path)
            beginning = fight.encounter if after is None else _carried(fight, after, rest)
            session = Session(fight.system, beginning, seed=seed_from(seed, fight.seed), **settings)
            recorder = _begin_recording(stack, session, record, fight.title, fight.source)
        if recorder is not None:
            stack.callback(recorder.close)
        for notice in session.notices:
            print(f"affray: {visible(notice)}", file=sys.stderr)
        desk = Desk(session, console(), str(path), record or (path if is_record(path) else None))
        if auto:
            desk.run_by_itself(rounds or ROUNDS, _json_line if as_json else None)
        else:
            desk.run()


def _carried(fight: Fight, after: Path, rest: bool) -> Encounter:
    """The fight with what a record of another has left; who does not come is told."""
    must_be_record(after)
    before = load_record(after, typed_dice=True)  # what is under way there is left as it is
    old = before.encounter
    beginning = carry(fight.system, old, fight.encounter, rest, fight.state)
    notices = list(before.notices)
    if not before.over:
        notices.append("that fight is not over; all come as they stand in it")
    for who in fight.encounter.ids:
        if not beginning.has(who):
            fate = "died after that fight" if old.has(who) and fight.system.alive(old.fighter(who)) else "is dead"
            notices.append(f"{who} {fate}, and does not come")
    if missing := [who for who in old.ids if not fight.encounter.has(who)]:
        notices.append(f"not in the next fight: {', '.join(missing)}")
    for notice in notices:
        print(f"affray: {visible(f'{after}: {notice}')}", file=sys.stderr)
    return beginning


def _begin_recording(stack: ExitStack, session: Session, path: Path | None, title: str, source: str) -> Recorder | None:
    if path is None:
        return None
    recorder = Recorder(session, open_new(stack, path))
    recorder.begin(title, source)
    return recorder


def _go_on_recording(stack: ExitStack, session: Session, path: Path, record: Path | None) -> Recorder:
    """Append to the record itself, or to a copy of it where another file is named."""
    kept, _ = whole_part(path.read_bytes())
    if record is not None and record != path:
        stream = open_new(stack, record)
        stream.write(kept.decode("utf-8"))
    else:
        try:
            stream = stack.enter_context(path.open("r+", encoding="utf-8", newline="\n"))
        except OSError as error:
            raise fault(path, error.strerror or str(error)) from None
        stream.seek(len(kept))
        stream.truncate()
    recorder = Recorder(session, stream)
    recorder.go_on(kept)
    return recorder


def _json_line(event: Any) -> None:
    print_json(to_data(event), indent=None)
