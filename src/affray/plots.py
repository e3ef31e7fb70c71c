"""Pictures of many fights and of exact duels, as PNG or SVG files.

They are drawn from plain data, so that a saved JSON answer makes the same picture as a fresh one. matplotlib is loaded
by the functions that draw, nothing else waits for it; no screen is needed, and equal data make equal files.

    check_picture(path)                   before the fights: can a picture be written there at all?
    simulation_picture(data, path)        the data of `Summary.data()`
    duel_picture(data, path)              the data of an exact duel
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.errors import BadValue, NotNow
from affray.figures import chance, visible
from affray.statistics import mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FORMATS", "check_picture", "duel_picture", "simulation_picture"]

FORMATS = (".png", ".svg")

#: colours that people with any colour vision can tell apart (Okabe and Ito), without those too light for white paper
SIDES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
NOBODY, INK, FAINT = "#8C8C8C", "#222222", "#6B6B6B"
STYLE: dict[str, Any] = {
    "font.size": 10,
    "text.color": INK,
    "text.parse_math": False,  # a dollar in a name is a dollar
    "axes.edgecolor": "#BBBBBB",
    "axes.labelcolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#E6E6E6",
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "affray",
}
#: inches, by the number of panels beside the rounds
WIDTHS = {0: 10.0, 1: 10.0, 2: 12.0}
DPI, MARGIN = 150, 0.4
#: the room for what stands before an axis, and for the numbers behind the chances, with intervals and without
INSET, SAMPLED, EXACT = 0.7, 2.4, 1.0
#: so many sides can lie on each other in a panel, with their names in it
FEW = 3
#: the most bars for a law; of more values some share a bar
BARS = 40
TICKS = 8
#: what is left out of a picture at the long end of a law
TAIL = 0.001
NAME_SHOWN = 26
DRAW, OPEN = "draw", "no end"
#: below this, draws and fights without an end are not worth a line
NEVER = 1e-12


class Row(NamedTuple):
    """One line of the chances: whose, how likely, and the interval if it was sampled."""

    name: str
    colour: str
    chance: float
    low: float | None = None
    high: float | None = None


#: a law: value -> chance
Law = dict[int, float]


def check_picture(path: str | Path) -> str:
    """The format of a picture file, such as ".png"; `BadValue` for another one or a folder that is not there."""
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise BadValue("picture", str(path), f"a file that ends with {' or '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise BadValue("picture", str(path), f"a folder that exists; there is no {path.parent}")
    if find_spec("matplotlib") is None:
        raise NotNow("picture", "matplotlib is not installed; pip install matplotlib")
    return path.suffix.lower()


def simulation_picture(data: Mapping[str, Any], path: str | Path, title: str = "") -> None:
    """Draw what became of many fights: who wins, how long it takes, what is left of both.

    `data` is what `Summary.data()` gives; of it "left", the points left of each side with "counts" as in "survivors",
    may be missing or empty.
    """
    fights = data["fights"]
    if not fights:
        raise NotNow("picture", "there are no fights to draw")
    rows = [_row(side, colour, data["chances"][side]) for side, colour in _coloured(data["chances"])]
    for name, key in ((DRAW, "draw_chance"), (OPEN, "limit_chance")):
        if data[key]["chance"] > NEVER:
            rows.append(_row(name, NOBODY, data[key]))
    panels = {"Survivors": _laws(data["survivors"], "counts", fights)}
    left = _laws(data.get("left", {}), "counts", fights)
    if any(left.values()):
        panels["Points left, where any are"] = {side: {n: x for n, x in law.items() if n} for side, law in left.items()}
    length = {n: count / fights for n, count in _ended(data["rounds"]["counts"], data["limit"]).items()}
    below = f"{fights:,} fight{'s' * (fights > 1)}, {data['engine']}, seed {data['seed']}; lines mark 95 % intervals"
    _draw(rows, length, panels, title or "What becomes of these fights", below, 1, path)


def duel_picture(data: Mapping[str, Any], path: str | Path, title: str = "") -> None:
    """Draw the exact law of a duel: who wins, how long it takes, what is left of the winner.

    `data` holds "chances" (side -> chance), "draw", "rounds" with a "law" (number -> chance) and "left" with a "law"
    for each side: the chance to win with so many points left. "open", the mass that never ends, may be missing.
    """
    rows = [Row(_short(side), colour, data["chances"][side]) for side, colour in _coloured(data["chances"])]
    for name, likely in ((DRAW, data["draw"]), (OPEN, data.get("open", 0.0))):
        if likely > NEVER:
            rows.append(Row(name, NOBODY, likely))
    length = {int(n): float(likely) for n, likely in data["rounds"]["law"].items()}
    panels = {"Points left of the winner": _laws(data["left"], "law", 1)}
    _draw(rows, length, panels, title or "An exact duel", "worked out exactly, no dice thrown", 2, path)


def _coloured(sides: Iterable[str]) -> Iterator[tuple[str, str]]:
    for place, side in enumerate(sides):
        yield side, SIDES[place % len(SIDES)]


def _row(name: str, colour: str, found: Mapping[str, float]) -> Row:
    return Row(_short(name), colour, found["chance"], found["low"], found["high"])


def _short(name: str) -> str:
    name = visible(name)
    return name if len(name) <= NAME_SHOWN else f"{name[: NAME_SHOWN - 1]}…"


def _laws(data: Mapping[str, Any], key: str, whole: float) -> dict[str, Law]:
    return {_short(side): {int(n): x / whole for n, x in found[key].items()} for side, found in data.items()}


def _ended(counts: Mapping[str, int], limit: int) -> dict[int, int]:
    """How many fights had so many rounds, without the longest, which only the limit ended."""
    found = {}
    for number, fights in sorted(((int(n), x) for n, x in counts.items()), reverse=True):
        open_ = min(fights, limit)
        limit -= open_
        if fights > open_:
            found[number] = fights - open_
    return found


def _draw(
    rows: Sequence[Row],
    length: Law,
    panels: Mapping[str, Mapping[str, Law]],
    title: str,
    below: str,
    digits: int,
    path: str | Path,
) -> None:
    """Put all panels on one sheet and write it. Measures are inches."""
    kind = check_picture(path)
    panels = {name: laws for name, laws in panels.items() if any(any(law.values()) for law in laws.values())}
    with _style():
        from matplotlib.figure import Figure

        lines = 0.38 * len(rows)
        width, height = WIDTHS[len(panels)], 5.2 + lines
        sheet = Figure(figsize=(width, height), dpi=DPI, facecolor="white")

        def axes(left: float, bottom: float, wide: float, high: float) -> Axes:
            return sheet.add_axes((left / width, bottom / height, wide / width, high / height))

        sheet.text(MARGIN / width, 1 - 0.4 / height, visible(title), size=16, weight="bold", va="center")
        sheet.text(MARGIN / width, 1 - 0.72 / height, visible(below), size=10, color=FAINT, va="center")
        names = max(INSET, 0.2 + 0.1 * max(len(row.name) for row in rows))
        numbers = SAMPLED if any(row.low is not None for row in rows) else EXACT
        _chances(axes(MARGIN + names, height - 1.3 - lines, width - 2 * MARGIN - names - numbers, lines), rows, digits)
        each = (width - 2 * MARGIN + 0.2) / (1 + len(panels))
        low, wide, high = 0.65, each - INSET - 0.2, 2.6
        first = axes(MARGIN + INSET, low, wide, high)
        _heading(first, "Rounds" if all(row.name != OPEN for row in rows) else "Rounds of fights that end")
        if any(length.values()):
            _bars(first, {"": length}, ["#5A6B7B"])
            first.set_title(f"mean {mean(length):.{digits}f}", loc="right", size=10, color=FAINT)
        else:
            first.axis("off")
            first.text(0, 0.9, "none of them ends", size=11, color=FAINT, transform=first.transAxes)
        for place, (name, laws) in enumerate(panels.items(), start=1):
            panel = axes(MARGIN + INSET + place * each, low, wide, high)
            _bars(panel, {f"{side}, mean {mean(law):.{digits}f}": law for side, law in laws.items()}, SIDES)
            _heading(panel, name)
            if len(laws) <= FEW:  # the names of more stand beside their colours at the top
                panel.set_ylim(top=panel.get_ylim()[1] * (1 + 0.1 * len(laws)))
                panel.legend(loc="upper right", frameon=False, fontsize=9, labelcolor=INK, handlelength=1)
        _save(sheet, Path(path), kind)


@contextmanager
def _style() -> Iterator[None]:
    import matplotlib

    settings: dict[Any, Any] = {**matplotlib.rcParamsDefault}
    settings.update(STYLE)
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in a script that the font lacks
        yield


def _save(sheet: Figure, path: Path, kind: str) -> None:
    metadata = {"Software": "affray"} if kind == ".png" else {"Creator": "affray", "Date": None}
    try:
        sheet.savefig(path, format=kind[1:], metadata=metadata)
    except OSError as error:
        raise BadValue("picture", str(path), f"a file that can be written ({error.strerror})") from None


def _heading(axes: Axes, text: str) -> None:
    axes.set_title(text, loc="left", size=11, weight="bold")


def _chances(axes: Axes, rows: Sequence[Row], digits: int) -> None:
    """A bar for each side, from the top down, with its interval; the numbers stand in columns behind."""
    for place, row in enumerate(rows):
        axes.barh(place, row.chance, color=row.colour, height=0.62)
        behind: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "center"}
        axes.annotate(chance(row.chance, digits), (1, place), (62, 0), **behind, ha="right", size=11, weight="bold")
        if row.low is None or row.high is None:
            continue
        axes.plot([row.low, row.high], [place, place], color=INK, linewidth=1.6, solid_capstyle="butt")
        for edge in (row.low, row.high):
            axes.plot([edge, edge], [place - 0.14, place + 0.14], color=INK, linewidth=1.2)
        interval = f"{chance(row.low, digits)} to {chance(row.high, digits)}"
        axes.annotate(interval, (1, place), (72, 0), **behind, ha="left", color=FAINT)
    axes.set_yticks(range(len(rows)), [row.name for row in rows], color=INK, size=11)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.tick_params(length=0)
    axes.grid(axis="x")
    axes.spines["bottom"].set_visible(False)
    _heading(axes, "Who wins")


def _bars(axes: Axes, laws: Mapping[str, Law], colours: Sequence[str]) -> None:
    """Laws in one panel, without the last thousandth of a long tail; what would be too thin for bars is an outline."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    least = min(min(law, default=0) for law in laws.values())
    most = max(_end(law) for law in laws.values())
    each = -(-(most - least + 1) // BARS)
    bars = -(-(most - least + 1) // each)
    thin = len(laws) > 1 and bars * len(laws) > BARS
    for place, ((name, law), colour) in enumerate(zip(laws.items(), cycle(colours), strict=False)):
        heights = [0.0] * bars
        for value, likely in law.items():
            if value <= most:
                heights[(value - least) // each] += likely
        if thin:
            edges = [least - 0.5 + each * bar for bar in range(bars + 1)]
            if len(laws) <= FEW:
                axes.stairs(heights, edges, fill=True, color=colour, alpha=0.3)
            axes.stairs(heights, edges, color=colour, linewidth=1.6, label=name)
            continue
        width = 0.84 * each / len(laws)
        middle = least + (each - 1) / 2 + (place - (len(laws) - 1) / 2) * width
        axes.bar([middle + bar * each for bar in range(bars)], heights, width, color=colour, label=name)
    beyond = max(sum(likely for value, likely in law.items() if value > most) for law in laws.values())
    remarks = [f"{each} values a bar"] * (each > 1) + [f"{chance(beyond)} beyond {most}"] * (beyond > NEVER)
    axes.set_xlabel("; ".join(remarks), size=9)
    if bars < TICKS and each == 1:
        axes.set_xticks(range(least, most + 1))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(TICKS, integer=True))
    room = max(0.8, 1.5 - (most - least) / 2)
    axes.set_xlim(least - room, least + bars * each - 1 + room)
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.10g} %"))
    axes.set_ylim(0)
    axes.tick_params(length=0)
    axes.grid(axis="y")


def _end(law: Law) -> int:
    """The value up to which all but a thousandth of the law lies."""
    left = sum(law.values())
    for value in sorted(law, reverse=True):
        left -= law[value]
        if sum(law.values()) - left > TAIL * sum(law.values()):
            return value
    return max(law, default=0)
