"""Standings as tables of texts, and those in every form: for a terminal, plain, Markdown, CSV,
JSON.

>>> sheet = Sheet("who", ("bot", "games"), (("random", "12"),))
>>> print(plain(sheet))
bot     games
random     12
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hansa.judgement import CATEGORY_NAMES
from hansa.phrases import Phrase, counted, figure, joined, say
from hansa.record_members import END_NAMES
from hansa.tournaments.columns import COLUMNS, NONE, SHOWN, UNKNOWN, Column, short_name
from hansa.tournaments.standings import BotLine, Standings, culprit, gaps

__all__ = [
    "Sheet", "as_csv", "end_name", "fault_lines", "interval_notes", "markdown", "plain", "rating_sheet", "sheets", "summary",
]

MOST_FAULTS = 10
MOST_IN_MATRIX = 12


@dataclass(frozen=True)
class Sheet:
    """A table: its first column is to the left, the others to the right.

    >>> Sheet("who", ("bot", "games"), (("random", "12"),)).columns
    ('bot', 'games')
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    meanings: tuple[str, ...] = ()          # of the columns, if they need words


def sheets(standings: Standings, columns: Sequence[Column] = SHOWN) -> Iterator[Sheet]:
    """All tables, the ratings first.

    >>> from hansa.tournaments.standings import standings
    >>> [sheet.title for sheet in sheets(standings([]))]
    ['Ratings', 'Points by category', 'Seats']
    """
    yield rating_sheet(standings, columns)
    yield category_sheet(standings)
    if 1 < len(standings.lines) <= MOST_IN_MATRIX:
        yield meeting_sheet(standings)
    yield seat_sheet(standings)
    if len(standings.lines) > 1:
        yield seat_wins_sheet(standings)


def rating_sheet(standings: Standings, columns: Sequence[Column] = SHOWN) -> Sheet:
    """The Elo table.

    >>> from hansa.tournaments.standings import standings
    >>> rating_sheet(standings([])).columns[:4]
    ('bot', 'rank', 'Elo', '±')
    """
    rows = tuple(tuple(_cell(column, line, standings.anchor) for column in columns) for line in standings.lines)
    return Sheet(say("Ratings"), tuple(column.heading or column.name for column in columns), rows,
                 tuple(column.meaning for column in columns))


def _cell(column: Column, line: BotLine, anchor: str | None) -> str:
    """As the column prints it; the anchor is 0 by definition, which needs no interval."""
    return NONE if column.key == "plus_minus" and line.bot == anchor else column.text(line)


def category_sheet(standings: Standings) -> Sheet:
    """Mean points by category, of the bots and then of the seats, over all bots."""
    names = [name for name in (standings.lines[0].categories if standings.lines else ())
             if any(line.categories.get(name) for line in standings.lines)]
    whose = [*((short_name(line.bot), line.categories) for line in standings.lines),
             *((say("in seat {seat}", seat=seat.name), seat.categories) for seat in standings.seats)]
    rows = tuple((who, *(figure("{:.1f}", points.get(name, 0)) for name in names)) for who, points in whose)
    return Sheet(say("Points by category"), (say("bot"), *(CATEGORY_NAMES.get(name, name) for name in names)), rows)


def meeting_sheet(standings: Standings) -> Sheet:
    """Head-to-head results: the share of meetings won by the row's bot, and the probability that it
    is stronger."""
    numbers = [str(line.rank) for line in standings.lines]
    rows = tuple((short_name(line.bot), str(line.rank), *_meetings(standings, line)) for line in standings.lines)
    title = say("Row ahead of column, and how likely the row is stronger")
    return Sheet(title, (say("bot"), say("rank"), *numbers), rows)


def _meetings(standings: Standings, line: BotLine) -> Iterator[str]:
    for other in standings.lines:
        pair = standings.pairs[line.bot].get(other.bot)
        if pair is None:
            yield "."
        else:
            score = "  -" if pair.score is None else f"{100 * pair.score:.0f}%"
            yield f"{score} ({_likely(pair.superiority)})"


def seat_sheet(standings: Standings) -> Sheet:
    """The results by seat."""
    rows = tuple(
        (line.long_name, str(line.games), figure("{:.1%}", line.wins), figure("{:.1f}", line.points),
         f"{line.elo:+z.0f}")
        for line in standings.seats
    )
    return Sheet(say("Seats"), (say("seat"), say("games"), say("wins"), say("points"), "Elo"), rows)


def seat_wins_sheet(standings: Standings) -> Sheet:
    """The wins of each bot by seat: whether it is as good in the last one as in the first."""
    rows = tuple(
        (short_name(line.bot), *(figure("{:.1%}", wins[seat.key]) if seat.key in wins else NONE for seat in standings.seats))
        for line in standings.lines for wins in [standings.seat_wins[line.bot]]
    )
    return Sheet(say("Wins by seat"), (say("bot"), *(seat.name for seat in standings.seats)), rows)


def summary(standings: Standings) -> Phrase:
    """One line about all games.

    >>> from hansa.tournaments.standings import standings
    >>> summary(standings([]))[:23]
    '0 games in 0 blocks on '
    """
    return say(
        "{games} in {blocks} on {tables}: {turns:.1f} turns a player, {moves:.0f} moves; ended by {ends}",
        games=counted("{count} game", "{count} games", standings.games),
        blocks=counted("{count} block", "{count} blocks", standings.blocks),
        tables=", ".join(standings.tables), turns=standings.turns, moves=standings.moves,
        ends=joined(", ", [joined(" ", [end_name(end), str(count)]) for end, count in standings.ends.items()]))


def end_name(end: str) -> str:
    """What people call an end of a game.

    >>> end_name("cut off")
    'cut off'
    """
    return END_NAMES.get(end, end)


def fault_lines(standings: Standings) -> list[str]:
    """The faults as text; empty if there were none.

    >>> from hansa.tournaments.standings import standings
    >>> fault_lines(standings([]))
    []
    """
    if not standings.faults:
        return []
    shown = [
        say("game {game}: {bot}: {end}: {message}",
            game=game.id, bot=culprit(game), end=end_name(game.end), message=game.message)
        for game in standings.faults[:MOST_FAULTS]]
    more = len(standings.faults) - len(shown)
    heading = say("{faults} of {games} games ended by the fault of a bot:", faults=len(standings.faults), games=standings.games)
    traced = next((game for game in standings.faults if game.trace), None)
    trace = [say("the traceback in game {game}:", game=traced.id), *traced.trace.splitlines()] if traced else []
    below = [*shown, *([say("and {count} more", count=more)] if more else []), *trace]
    return [heading, *(joined("", ["  ", line]) for line in below)]


def plain(sheet: Sheet) -> str:
    """Tables as plain text in columns, for pipes.

    >>> print(plain(Sheet("who", ("bot", "games"), (("random", "12"), ("greedy", "4")))))
    bot     games
    random     12
    greedy      4
    """
    widths = [max(map(len, column)) for column in zip(sheet.columns, *sheet.rows, strict=True)]
    lines = []
    for row in (sheet.columns, *sheet.rows):
        first, *others = row
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(standings: Standings, columns: Sequence[Column] = SHOWN) -> str:
    """All tables for a page.

    >>> from hansa.tournaments.standings import standings
    >>> [line for line in markdown(standings([])).splitlines() if line.startswith("##")]
    ['## Ratings', '## Points by category', '## Seats']
    """
    parts: list[str] = [summary(standings)]
    for sheet in sheets(standings, columns):
        escaped = [[cell.replace("|", "\\|") for cell in row] for row in (sheet.columns, *sheet.rows)]
        rule = ["---", *["---:"] * (len(sheet.columns) - 1)]
        rows = [escaped[0], rule, *escaped[1:]]
        parts.append("\n".join([f"## {sheet.title}", "", *(f"| {' | '.join(row)} |" for row in rows)]))
    faults = [f"- {line.strip()}" for line in fault_lines(standings)]
    if faults:
        parts.append("\n".join(["## Faults", "", *faults]))
    return "\n\n".join(parts) + "\n"


def as_csv(standings: Standings) -> str:
    """The ratings as CSV, one line per bot; unknown values are empty.

    >>> from hansa.tournaments.standings import standings
    >>> as_csv(standings([]))[:12]
    'rank,bot,elo'
    """
    names: Sequence[str] = list(standings.lines[0].categories) if standings.lines else []
    columns = sorted((column for column in COLUMNS if column.key), key=lambda column: column.key != "rank")
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*(column.key for column in columns), *names])
    for line in standings.lines:
        values = [*(column.value(line) for column in columns), *(line.categories.get(name, 0) for name in names)]
        writer.writerow([round(value, 4) + 0.0 if isinstance(value, float) else value for value in values])
    return file.getvalue()


def interval_notes(standings: Standings) -> list[str]:
    """What ± means and which rating is 0; and how many blocks it takes where a rating has no
    interval yet.

    >>> from hansa.tournaments.standings import standings
    >>> interval_notes(standings([]))
    ['± is half of a 95 % interval, by block; Elo by ranks and seats, the mean is 0']
    """
    zero = f"{standings.anchor} is 0" if standings.anchor else "the mean is 0"
    notes = [f"± is half of a 95 % interval, by block; Elo by {standings.model} and seats, {zero}"]
    if standings.blocks_needed is not None:
        notes.append(f"? is not known yet: it takes about {standings.blocks_needed} blocks, with wins and losses of each bot")
        notes += [
            f"no bot from {lower} down ever came before one from {upper} up, so how far apart they are is not known; "
            f"--anchor {upper} shows the intervals within its group"
            for upper, lower in gaps(standings) if standings.anchor is None
        ]
    return notes


def _likely(value: float | None) -> str:
    if value is None:
        return UNKNOWN
    return ">99" if value > 0.995 else "<1" if value < 0.005 else f"{100 * value:.0f}"
