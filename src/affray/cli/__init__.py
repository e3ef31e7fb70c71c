"""The command line: `main` runs it, and turns what a person did wrong into one message and exit code 2."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from typing import Any

__all__ = ["main"]


def main() -> None:
    """Run the command line with `sys.argv`."""
    try:
        from affray.cli import streams

        streams.prepare()
        code = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = _interrupted()
    except BrokenPipeError:
        # whoever read our output has gone; what is still buffered has nowhere to go either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _complain(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    sys.exit(code)


def _run() -> int:
    from affray.cli.app import app
    from affray.errors import AffrayError, InputError

    try:
        code = app(prog_name="affray", standalone_mode=False)
    except InputError as error:
        return _complain(str(error))
    except AffrayError as error:
        return _complain(f"a defect of affray or of the rules, nothing that you did: {error}", 1)
    except Exception as error:
        if not hasattr(error, "format_message"):  # the parser's own errors, which move from version to version
            raise
        return _complain(_usage(error))
    return code if isinstance(code, int) else 0


def _interrupted() -> int:
    """Ctrl-C needs no words, and a second one on the way out no answer."""
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    if sys.stderr is not None and sys.stderr.isatty():
        print(file=sys.stderr)
    return 130


def _complain(message: str, code: int = 2) -> int:
    from affray.figures import visible

    print(f"affray: {visible(message)}", file=sys.stderr)
    return code


def _usage(error: Any) -> str:
    """What was wrong with the words of a command line, and where help is."""
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "affray"
    return f"{message[:1].lower()}{message[1:]}; see {command} --help"
