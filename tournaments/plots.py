"""Plots as SVG, written as text without a library: horizontal intervals, lines, stacked bars.

Colours are CSS variables of the page, so that plots follow its light or dark look. Every mark has a
title to hover over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from hansa.languages import ENGLISH, Language
from hansa.phrases import figure

WIDTH, LABEL, ROW, MARGIN = 760, 230, 26, 30
LINE_HEIGHT = 300
TICKS = 6
LABEL_HEIGHT = 14
COLOURS = 8
DASHES = ("", "7 3", "2 3", "9 3 2 3")
FADED = 0.45


@dataclass(frozen=True)
class Interval:
    """A value with what is added and taken away at most."""

    label: str
    value: float
    plus_minus: float | None        # None is not known: no whisker


def intervals(entries: Sequence[Interval], title: str) -> str:
    """A dot and a whisker for each entry."""
    spans = [(entry.value - (entry.plus_minus or 0.0), entry.value + (entry.plus_minus or 0.0)) for entry in entries]
    axis = Axis.over([edge for span in spans for edge in span], LABEL, WIDTH - 20)
    height = ROW * len(entries) + 2 * MARGIN
    parts = [axis.vertical(MARGIN - 8, height - MARGIN)]
    for number, (entry, span) in enumerate(zip(entries, spans, strict=True)):
        middle = MARGIN + ROW * (number + 0.5)
        plus_minus = "?" if entry.plus_minus is None else f"{entry.plus_minus:.0f}"
        hint = f"{entry.label}: {entry.value:+z.0f} ± {plus_minus}"
        parts.append(
            f'<g class="c{number % COLOURS}"><title>{escape(hint)}</title>'
            f'<text class="label" x="{LABEL - 10}" y="{middle + 4:.1f}" text-anchor="end">{escape(_short(entry.label))}</text>'
            f'<line class="whisker" x1="{axis.at(span[0]):.1f}" x2="{axis.at(span[1]):.1f}" y1="{middle}" y2="{middle}"/>'
            f'<circle cx="{axis.at(entry.value):.1f}" cy="{middle:.1f}" r="5"/></g>'
        )
    return _svg(height, title, parts)


def lines(series: Mapping[str, Sequence[tuple[float, float]]], title: str, below: str) -> str:
    """A line for each name over points (x, y)."""
    flat = [point for points in series.values() for point in points]
    across = Axis.over([x for x, _ in flat], 60, WIDTH - 190)
    ends = sorted(((points[-1][1], name) for name, points in series.items() if points), reverse=True)
    height = max(LINE_HEIGHT, LABEL_HEIGHT * len(ends) + MARGIN + 12)
    upright = Axis.over([y for _, y in flat], height - MARGIN, 12)
    parts = [across.vertical(12, height - MARGIN), upright.horizontal(60, WIDTH - 190)]
    heights = _apart([upright.at(value) for value, _ in ends], LABEL_HEIGHT, height - MARGIN)
    place = {name: height for (_, name), height in zip(ends, heights, strict=True)}
    for number, (name, points) in enumerate(series.items()):
        if not points:
            continue
        path = " ".join(f"{across.at(x):.1f},{upright.at(y):.1f}" for x, y in points)
        parts.append(
            f'<g class="c{number % COLOURS}"><title>{escape(name)}</title><polyline points="{path}"{_dashes(number)}/>'
            f'<text class="label" x="{WIDTH - 180}" y="{place[name] + 4:.1f}">{escape(_short(name, 24))}</text></g>'
        )
    middle = (60 + WIDTH - 190) / 2
    parts.append(f'<text class="tick" x="{middle}" y="{height - 2}" text-anchor="middle">{escape(below)}</text>')
    return _svg(height, title, parts)


def stacks(
    rows: Mapping[str, Mapping[str, float]], title: str, form: str = "{:.1f}", language: Language = ENGLISH,
) -> str:
    """A bar of parts for each row, with a legend above."""

    def told(value: float) -> str:
        return language.tell(figure(form, value))

    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    axis = Axis.over([0.0, *(sum(max(0.0, part) for part in row.values()) for row in rows.values())], LABEL, WIDTH - 50)
    top = MARGIN + 18
    height = top + ROW * len(rows) + MARGIN
    parts = [axis.vertical(top - 8, height - MARGIN)]
    for number, name in enumerate(names if len(names) > 1 else ()):
        left = 10 + number * (WIDTH - 20) / max(len(names), 1)
        parts.append(f'<g class="c{number % COLOURS}"><rect x="{left:.1f}" y="8" width="12" height="12"{_faded(number)}/>'
                     f'<text class="label" x="{left + 17:.1f}" y="18">{escape(_short(name, 14))}</text></g>')
    for number, (label, row) in enumerate(rows.items()):
        upper, left = top + ROW * number + 4, 0.0
        parts.append(f'<text class="label" x="{LABEL - 10}" y="{upper + 13}" text-anchor="end">{escape(_short(label))}</text>')
        for place, name in enumerate(names):
            part = max(0.0, row.get(name, 0.0))
            width = axis.at(left + part) - axis.at(left)
            hint = escape(f"{label}, {name}: {told(part)}")
            parts.append(f'<g class="c{place % COLOURS}"><title>{hint}</title>'
                         f'<rect x="{axis.at(left):.1f}" y="{upper}" width="{width:.1f}" height="{ROW - 8}"'
                         f'{_faded(place)}/></g>')
            left += part
        parts.append(f'<text class="tick" x="{axis.at(left) + 6:.1f}" y="{upper + 13}">{told(left)}</text>')
    return _svg(height, title, parts)


@dataclass(frozen=True)
class Axis:
    """From values to places, with round ticks."""

    low: float
    high: float
    step: float
    first: float
    last: float

    @classmethod
    def over(cls, values: Sequence[float], first: float, last: float) -> Axis:
        """An axis that holds all values."""
        low, high = (min(values), max(values)) if values else (0.0, 1.0)
        if high - low < 1e-9:
            low, high = low - 1, high + 1
        step = _round_step((high - low) / TICKS)
        return cls(step * (low // step), -step * (-high // step), step, first, last)

    def at(self, value: float) -> float:
        """Where a value is."""
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)

    @property
    def ticks(self) -> list[float]:
        """The round values."""
        return [self.low + number * self.step for number in range(round((self.high - self.low) / self.step) + 1)]

    def vertical(self, upper: float, lower: float) -> str:
        """Ticks of an axis that runs across."""
        return "".join(
            f'<line class="grid" x1="{self.at(tick):.1f}" x2="{self.at(tick):.1f}" y1="{upper}" y2="{lower}"/>'
            f'<text class="tick" x="{self.at(tick):.1f}" y="{lower + 14}" text-anchor="middle">{tick:g}</text>'
            for tick in self.ticks
        )

    def horizontal(self, left: float, right: float) -> str:
        """Ticks of an axis that runs upright."""
        return "".join(
            f'<line class="grid" x1="{left}" x2="{right}" y1="{self.at(tick):.1f}" y2="{self.at(tick):.1f}"/>'
            f'<text class="tick" x="{left - 6}" y="{self.at(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>'
            for tick in self.ticks
        )


def _round_step(rough: float) -> float:
    size = 1.0
    while size > rough:
        size /= 10
    while size * 10 <= rough:
        size *= 10
    return next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)


def _apart(places: Sequence[float], least: float, lowest: float) -> list[float]:
    """The same places in order, moved apart so that labels do not touch or leave the plot."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + least) if moved else place)
    for number in reversed(range(len(moved))):
        moved[number] = min(moved[number], lowest)
        lowest = moved[number] - least
    return moved


def _dashes(number: int) -> str:
    """There are eight colours; what is drawn after the eighth line differs by its dashes."""
    dashes = DASHES[number // COLOURS % len(DASHES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _faded(number: int) -> str:
    """What is filled after the eighth colour is paler."""
    return f' fill-opacity="{FADED}"' if number // COLOURS % 2 else ""


def _short(text: str, most: int = 32) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
            f'aria-label="{escape(title)}">{"".join(parts)}</svg></figure>')
