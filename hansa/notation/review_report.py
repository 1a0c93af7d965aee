"""A review to be printed or sent: a page of HTML with maps and the graph, or Markdown.

Both say the same. The HTML is one file that needs nothing else; the Markdown has positions in the notation for people
in place of maps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from hansa.notation.positions import write_position
from hansa.record import Record
from hansa.review import COUNTED, Judgement, Review
from hansa.state import State
from hansa.table.plans import allowed_by, plan_of
from hansa.views.svg import is_drawn, svg
from hansa.views.words.naming import COLOURS, bot_name, player_name, spoken

__all__ = ["html_report", "markdown_report"]

WIDTH, HEIGHT = 800, 220        # of the graph
MOST_MISTAKES = 20
INKS = ("#c0392b", "#27803b", "#2463b0", "#b58900", "#7d3c98")
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.2rem .7rem;border-bottom:1px solid #ccc;text-align:right}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}"
    "section{break-inside:avoid;margin:2rem 0}@media print{body{margin:0}}"
)


@dataclass(frozen=True)
class Entry:
    """A mistake in words."""

    heading: str
    lines: Sequence[str]
    state: State
    move: str


def player(record: Record, seat: int) -> str:
    """A player with the name that the record has."""
    return player_name(seat, bot_name(record.seats[seat]) if record.seats else "")


def entries(found: Review, record: Record, most: int = MOST_MISTAKES) -> Iterator[Entry]:
    """The worst mistakes, each with what was better and why."""
    for judged in found.mistakes(most):
        state = record.replay(judged.ply)
        yield Entry(
            f"Move {judged.ply + 1}, {player(record, judged.seat)}: {judged.verdict}",
            list(entry_lines(judged, state)), state, judged.played.move)


def entry_lines(judged: Judgement, state: State) -> Iterator[str]:
    """What was played, what it cost, what was better, why."""
    low, high = judged.interval
    sure = "proven" if judged.proven else f"between {100 * low:.1f} and {100 * high:.1f} %"
    yield f"Played: {judged.played.move}. It cost {judged.loss:.1%} of the win ({sure})."
    plan = plan_of(state, judged.best.variation or (f"{judged.seat} {judged.best.move}",), judged.seat)
    yield f"Better: {judged.best.move}" + (f". {COLOURS[judged.seat]} {plan}." if plan else ".")
    allowed = allowed_by(state, judged.played.variation, judged.seat)
    if allowed:
        yield f"What was played allows this: {allowed}."
    if judged.why:
        yield f"Why: it {spoken(judged.why)}."


def title_of(record: Record) -> str:
    """What the report is about."""
    return f"Review of {record.id or 'a game'}"


def rows(found: Review, record: Record) -> list[list[str]]:
    """The table of the players, its heading first."""
    table = [["player", "accuracy", "decisions", *COUNTED]]
    for seat in range(found.players):
        accuracy, counts = found.accuracy(seat), found.counts(seat)
        table.append([
            player(record, seat), "-" if accuracy is None else f"{accuracy:.0%}", str(len(found.of(seat))),
            *(str(counts[name]) for name in COUNTED)])
    return table


def doubts(found: Review) -> str:
    """What is left open."""
    count = len(found.uncertain())
    return f"{count} more decisions may have cost something: the searches do not agree." if count else ""


# --- Markdown ---------------------------------------------------------------------------------------

def markdown_report(found: Review, record: Record) -> str:
    """The review as Markdown."""
    head, *body = rows(found, record)
    table = [f"| {' | '.join(row)} |" for row in ([head, ["---"] * len(head), *body])]
    parts = [f"# {title_of(record)}", "\n".join(table)]
    if doubts(found):
        parts.append(doubts(found))
    parts.append(f"## Mistakes\n\n{'' if found.mistakes() else 'None is sure.'}".rstrip())
    for entry in entries(found, record):
        lines = "\n".join(f"- {line}" for line in entry.lines)
        parts.append(f"### {entry.heading}\n\n{lines}\n\n```\n{write_position(entry.state)}\n```")
    return "\n\n".join(parts) + "\n"


# --- HTML -------------------------------------------------------------------------------------------

def html_report(found: Review, record: Record) -> str:
    """The review as a page."""
    head, *body = rows(found, record)
    table = "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>" + "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    parts = [f"<h1>{escape(title_of(record))}</h1>", f"<table>{table}</table>", graph(found, record)]
    if doubts(found):
        parts.append(f"<p>{escape(doubts(found))}</p>")
    parts.append("<h2>Mistakes</h2>" if found.mistakes() else "<h2>Mistakes</h2><p>None is sure.</p>")
    for entry in entries(found, record):
        lines = "".join(f"<p>{escape(line)}</p>" for line in entry.lines)
        drawing = svg(entry.state, arrows=[entry.move]) if is_drawn(entry.state.game) else ""
        parts.append(f"<section><h3>{escape(entry.heading)}</h3>{lines}{drawing}</section>")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title_of(record))}</title>'
        f"<style>{STYLE}</style></head>\n<body>{''.join(parts)}</body></html>\n")


def graph(found: Review, record: Record) -> str:
    """The value of each seat over the game, as lines."""
    values = found.values()
    if len(values) < 2:
        return ""
    last = max(1, values[-1][0])
    lines = []
    for seat in range(found.players):
        points = " ".join(f"{WIDTH * ply / last:.1f},{HEIGHT * (1 - shares[seat]):.1f}" for ply, shares in values)
        name = escape(player(record, seat))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{INKS[seat]}" stroke-width="2"><title>{name}</title>'
                     f'</polyline><text x="{4 + 150 * seat}" y="{HEIGHT + 18}" fill="{INKS[seat]}">{name}</text>')
    label = "The share of the win that each player could expect, over the game"
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 24}" role="img" aria-label="{label}">{"".join(lines)}</svg>'
