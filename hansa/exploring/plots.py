"""Plots as SVG files that stand alone: marks with their intervals, in rows or over the rounds of a
game.

They bring their own colours, light or dark as the reader has it, and every mark has a title to
hover over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from hansa.tournaments.plots import Axis

__all__ = ["Mark", "over_rounds", "rows"]

WIDTH, LABEL, ROW, MARGIN = 760, 220, 22, 34
HEIGHT, RIGHT = 320, 150        # of plots over rounds, and the room for their legend
INKS = ("#c0392b", "#27803b", "#2463b0", "#b58900", "#7d3c98", "#00838f", "#8a5a3b", "#5d6470")
STYLE = (
    "svg{background:#fff;color:#222;font:12px system-ui,sans-serif}text{fill:currentColor}"
    ".grid{stroke:currentColor;opacity:.15}.even{stroke:currentColor;stroke-dasharray:4 3;opacity:.6}"
    ".head{font-weight:600;font-size:14px}"
    "@media(prefers-color-scheme:dark){svg{background:#1b1b1b;color:#ddd}}"
)


@dataclass(frozen=True)
class Mark:
    """A value, and between what it lies."""

    label: str
    value: float
    low: float
    high: float
    ink: int = 0


def rows(marks: Sequence[Mark], title: str, below: str, even: float | None = None) -> str:
    """A row for each mark; `even` is a line across all of them."""
    edges = [edge for mark in marks for edge in (mark.low, mark.high)] + ([even] if even is not None else [])
    height = ROW * len(marks) + 2 * MARGIN + 14
    axis = Axis.over(edges, LABEL, WIDTH - 24)
    parts = [axis.vertical(MARGIN, height - MARGIN)]
    if even is not None:
        at = f"{axis.at(even):.1f}"
        parts.append(f'<line class="even" x1="{at}" x2="{at}" y1="{MARGIN}" y2="{height - MARGIN}"/>')
    for number, mark in enumerate(marks):
        middle = MARGIN + 8 + ROW * (number + 0.5)
        parts.append(
            f'<g stroke="{INKS[mark.ink % len(INKS)]}" fill="{INKS[mark.ink % len(INKS)]}"><title>{escape(said(mark))}'
            f'</title><line x1="{axis.at(mark.low):.1f}" x2="{axis.at(mark.high):.1f}" y1="{middle}" y2="{middle}" '
            f'stroke-width="3" opacity=".5"/><circle cx="{axis.at(mark.value):.1f}" cy="{middle}" r="4"/></g>'
            f'<text x="{LABEL - 8}" y="{middle + 4}" text-anchor="end">{escape(mark.label)}</text>')
    parts.append(f'<text x="{(LABEL + WIDTH) / 2}" y="{height - 4}" text-anchor="middle">{escape(below)}</text>')
    return picture(height, title, parts)


def over_rounds(series: Mapping[str, Sequence[Mark]], title: str, left: str, even: float = 0.0) -> str:
    """A line for each name over the rounds, which are the labels of its marks."""
    marks = [mark for line in series.values() for mark in line]
    last = max((int(mark.label) for mark in marks), default=1)
    across = Axis.over([1, last], 60, WIDTH - RIGHT)
    upright = Axis.over([even, *(edge for mark in marks for edge in (mark.low, mark.high))], HEIGHT - MARGIN - 14, MARGIN)
    at = f"{upright.at(even):.1f}"
    parts = [
        across.vertical(MARGIN, HEIGHT - MARGIN - 14), upright.horizontal(60, WIDTH - RIGHT),
        f'<line class="even" x1="60" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>',
        f'<text x="60" y="{HEIGHT - 4}">{escape(left)}, by round</text>']
    for number, (name, line) in enumerate(series.items()):
        ink = INKS[number % len(INKS)]
        # Lines side by side, so that their intervals can be told apart.
        places = [(across.at(int(mark.label)) + 3 * (number - len(series) / 2), mark) for mark in line]
        path = " ".join(f"{x:.1f},{upright.at(mark.value):.1f}" for x, mark in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="2"/>')
        parts += [
            f'<g stroke="{ink}" fill="{ink}"><title>{escape(f"{name}, round {said(mark)}")}</title>'
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{upright.at(mark.low):.1f}" y2="{upright.at(mark.high):.1f}" '
            f'opacity=".5"/><circle cx="{x:.1f}" cy="{upright.at(mark.value):.1f}" r="3"/></g>' for x, mark in places]
        y = MARGIN + 14 + 18 * number
        parts.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{y - 9}" width="10" height="10" fill="{ink}"/>'
                     f'<text x="{WIDTH - RIGHT + 30}" y="{y}">{escape(name)}</text>')
    return picture(HEIGHT, title, parts)


def said(mark: Mark) -> str:
    """What one reads while pointing at it."""
    return f"{mark.label}: {mark.value:.1f}, between {mark.low:.1f} and {mark.high:.1f}"


def picture(height: float, title: str, parts: Sequence[str]) -> str:
    """The whole file."""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
            f'aria-label="{escape(title)}"><style>{STYLE}</style>'
            f'<text class="head" x="8" y="18">{escape(title)}</text>{"".join(parts)}</svg>\n')
