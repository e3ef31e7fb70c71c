"""What a fighter is that has become another form or has lost points, worked out ahead for all forms and points."""

from __future__ import annotations

from typing import Any

import numpy as np

from affray.arena import codes as c

__all__ = ["landings"]

#: of more forms, and more points, than that it is not worked out
MOST_FORMS, MOST_POINTS = 512, 1 << 10


def landings(forms: Any, solo: Any, most: int) -> Any:
    """By the number of a change, a form, and points left, `most` at most: the form that it is then, or `NOWHERE`.

    The latter where there is more to it than another form: who cannot go on, or whom something befalls between turns or
    before it acts, or whose place in the order is more than a number; and where it is not worked out yet.
    """
    if len(forms) > MOST_FORMS or most >= MOST_POINTS:
        return np.zeros((1, 0, 0), np.int16)
    points = np.arange(most + 1)
    form = np.repeat(np.arange(len(forms))[:, None], len(points), axis=1)
    while True:
        up = (form > 0) & (points >= forms[form, c.DOWN])
        low, high = up & (points < forms[form, c.BOTTOM]), up & (points > forms[form, c.TOP])
        if not (low | high).any():
            break
        after = np.where(low, solo[c.LOWERED, form], np.where(high, solo[c.RAISED, form], form))
        form = np.maximum(after, 0)  # nobody in place of what is missing
    calm = (forms[form, c.NOISE] & (c.ROUND_NOISE | c.ACT_NOISE)) == 0
    known = calm & (form > 0) & (forms[form, c.PLAIN] != 0) & (points >= forms[form, c.FROM])
    found = np.where(known, form, c.NOWHERE).astype(np.int16)
    # a form that has come up, but is not entered yet, is one of those that are not worked out
    following = forms[:, c.NEXT : c.NEXT + c.CHANGES_MOST].T
    return found[np.vstack([np.arange(len(forms)), np.where(following < len(forms), following, 0)])]
