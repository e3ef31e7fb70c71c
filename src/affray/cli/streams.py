"""Standard streams as they come: closed, or in an encoding that lacks what affray prints."""

from __future__ import annotations

import codecs
import os
import sys

__all__ = ["prepare", "speaks_unicode"]

#: what stands for a character that the encoding lacks; all others become a question mark
STAND_INS = {**dict.fromkeys("█▉▊▋▌", "#"), **dict.fromkeys("▍▎▏", " "), "→": ">", "×": "x", "−": "-", "…": "."}


def prepare() -> None:
    """Make the standard streams safe to use: no character stops the program, and a closed stream is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    codecs.register_error("affray", _stand_in)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "affray")


def speaks_unicode() -> bool:
    """Whether standard output can show any character."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(STAND_INS.get(character, "?") for character in lacking), error.end
