"""A review to be printed or sent: a page of HTML with maps and the graph, or Markdown.

Both say the same. The HTML is one file that needs nothing else; the Markdown has positions in the
notation for people in place of maps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from hansa.judgement import VERDICT_NAMES
from hansa.languages import ENGLISH, Language
from hansa.notation.positions import write_position
from hansa.phrases import NOTHING, Phrase, counted, say
from hansa.phrases import seat as seat_name
from hansa.record import Record
from hansa.review import COUNTED, Judgement, Review
from hansa.state import State
from hansa.table.plans import allowed_by, plan_of
from hansa.views.svg import is_drawn, svg
from hansa.views.words.naming import bot_name, player_phrase

__all__ = ["html_report", "markdown_report"]

WIDTH, HEIGHT = 800, 220        # of the graph
MOST_MISTAKES = 20
MISTAKES, NONE_SURE = say("Mistakes"), say("None is sure.")
INKS = ("#c0392b", "#27803b", "#2463b0", "#b58900", "#7d3c98")
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.2rem .7rem;border-bottom:1px solid #ccc;text-align:right}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}"
    "section{break-inside:avoid;margin:2rem 0}@media print{body{margin:0}}"
)


@dataclass(frozen=True)
class ReportedMistake:
    """A mistake in words."""

    heading: str
    lines: Sequence[str]
    state: State
    move: str


def player(record: Record, seat: int) -> Phrase:
    """A player with the name that the record has."""
    return player_phrase(seat, bot_name(record.seats[seat]) if record.seats else "")


def entries(found: Review, record: Record, language: Language, most: int = MOST_MISTAKES) -> Iterator[ReportedMistake]:
    """The worst mistakes, each with what was better and why."""
    for judged in found.mistakes(most):
        state = record.replay(judged.ply)
        heading = say("Move {number}, {player}: {verdict}", number=judged.ply + 1, player=player(record, judged.seat),
                      verdict=VERDICT_NAMES[judged.verdict])
        lines = list(map(language.tell, entry_lines(judged, state)))
        yield ReportedMistake(language.tell(heading), lines, state, judged.played.move)


def entry_lines(judged: Judgement, state: State) -> Iterator[Phrase]:
    """What was played, what it cost, what was better, why."""
    low, high = judged.interval
    sure = say("proven") if judged.proven else say("between {low:.1f} and {high:.1f} %", low=100 * low, high=100 * high)
    yield say("Played: {move}. It cost {loss:.1%} of the win ({sure}).", move=judged.played.move, loss=judged.loss, sure=sure)
    plan = plan_of(state, judged.best.variation or (f"{judged.seat} {judged.best.move}",), judged.seat)
    if plan:
        yield say("Better: {move}. {player} {plan}.", move=judged.best.move, player=seat_name(judged.seat), plan=plan)
    else:
        yield say("Better: {move}.", move=judged.best.move)
    allowed = allowed_by(state, judged.played.variation, judged.seat)
    if allowed:
        yield say("What was played allows this: {moves}.", moves=allowed)
    if judged.why:
        yield say("Why: it {reason}.", reason=judged.why)


def title_of(record: Record) -> Phrase:
    """What the report is about."""
    return say("Review of {name}", name=record.id) if record.id else say("Review of a game")


def rows(found: Review, record: Record, language: Language) -> list[list[str]]:
    """The table of the players, its heading first."""
    heading = [say("player"), say("accuracy"), say("decisions"), *(VERDICT_NAMES[name] for name in COUNTED)]
    table = [list(map(language.tell, heading))]
    for seat in range(found.players):
        accuracy, counts = found.accuracy(seat), found.counts(seat)
        table.append([
            language.tell(player(record, seat)), "-" if accuracy is None else f"{accuracy:.0%}", str(len(found.of(seat))),
            *(str(counts[name]) for name in COUNTED)])
    return table


def doubts(found: Review) -> Phrase:
    """What is left open."""
    count = len(found.uncertain())
    return counted("{count} more decision may have cost something: the searches do not agree.",
                   "{count} more decisions may have cost something: the searches do not agree.", count) if count else NOTHING


# --- Markdown -----------------------------------------------------------------------------------

def markdown_report(found: Review, record: Record, language: Language = ENGLISH) -> str:
    """The review as Markdown."""
    head, *body = rows(found, record, language)
    table = [f"| {' | '.join(row)} |" for row in ([head, ["---"] * len(head), *body])]
    tell = language.tell
    parts = [f"# {tell(title_of(record))}", "\n".join(table)]
    if doubts(found):
        parts.append(tell(doubts(found)))
    parts.append(f"## {tell(MISTAKES)}\n\n{'' if found.mistakes() else tell(NONE_SURE)}".rstrip())
    for entry in entries(found, record, language):
        lines = "\n".join(f"- {line}" for line in entry.lines)
        parts.append(f"### {entry.heading}\n\n{lines}\n\n```\n{write_position(entry.state)}\n```")
    return "\n\n".join(parts) + "\n"


# --- HTML ---------------------------------------------------------------------------------------

def html_report(found: Review, record: Record, language: Language = ENGLISH) -> str:
    """The review as a page."""
    head, *body = rows(found, record, language)
    table = "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>" + "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body)
    title, mistakes = escape(language.tell(title_of(record))), escape(language.tell(MISTAKES))
    parts = [f"<h1>{title}</h1>", f"<table>{table}</table>", graph(found, record, language)]
    if doubts(found):
        parts.append(f"<p>{escape(language.tell(doubts(found)))}</p>")
    parts.append(f"<h2>{mistakes}</h2>" + ("" if found.mistakes() else f"<p>{escape(language.tell(NONE_SURE))}</p>"))
    for entry in entries(found, record, language):
        lines = "".join(f"<p>{escape(line)}</p>" for line in entry.lines)
        drawing = svg(entry.state, arrows=[entry.move]) if is_drawn(entry.state.game) else ""
        parts.append(f"<section><h3>{escape(entry.heading)}</h3>{lines}{drawing}</section>")
    return (
        f'<!doctype html>\n<html lang="{language.code}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body>{''.join(parts)}</body></html>\n")


def graph(found: Review, record: Record, language: Language) -> str:
    """The value of each seat over the game, as lines."""
    values = found.values()
    if len(values) < 2:
        return ""
    last = max(1, values[-1][0])
    lines = []
    for seat in range(found.players):
        points = " ".join(f"{WIDTH * ply / last:.1f},{HEIGHT * (1 - shares[seat]):.1f}" for ply, shares in values)
        name = escape(language.tell(player(record, seat)))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{INKS[seat]}" stroke-width="2"><title>{name}</title>'
                     f'</polyline><text x="{4 + 150 * seat}" y="{HEIGHT + 18}" fill="{INKS[seat]}">{name}</text>')
    label = escape(language.tell(say("The share of the win that each player could expect, over the game")))
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 24}" role="img" aria-label="{label}">{"".join(lines)}</svg>'
