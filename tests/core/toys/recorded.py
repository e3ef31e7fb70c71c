"""Sessions written down and read again, as lines."""

import io
import json

from affray.records import Recorder, read_record


def recorder(session):
    """A recorder that writes into memory."""
    written = Recorder(session, io.StringIO())
    written.begin("a bout", "source text")
    return written


def lines_of(session, close=True):
    """The record of a session as lines; closed, so that what is under way is in it."""
    written = recorder(session)
    if close:
        written.close()
    return written.stream.getvalue().splitlines()


def reread(session, **settings):
    """The session that comes of the record of a session."""
    return read_record(lines_of(session), **settings)


def changed(line, path, value=None, delete=False):
    """A line with one value put in place of another, or taken out."""
    data = json.loads(line)
    here = data
    for key in path[:-1]:
        here = here[key]
    if delete:
        del here[path[-1]]
    else:
        here[path[-1]] = value
    return json.dumps(data)


def paths(data, here=()):
    """The paths of all values inside of a line, outer ones first."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*here, key)
        yield from paths(value, (*here, key))
