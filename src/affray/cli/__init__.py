"""The command line: `main` runs it, and turns what a person did wrong into one message and exit code 2."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line with `sys.argv`."""
    from affray.cli.app import app
    from affray.errors import InputError

    try:
        app(prog_name="affray")
    except InputError as error:
        print(f"affray: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # whoever read our output has gone; what is still buffered has nowhere to go either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
