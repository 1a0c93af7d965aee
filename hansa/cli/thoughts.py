"""What a search thinks, in lines for people: the best moves, how the game may go on, the points
that each player may expect."""

from __future__ import annotations

from collections.abc import Sequence

from hansa.judgement import CATEGORY_NAMES, Judgement, Way
from hansa.languages import Language
from hansa.phrases import Phrase, counted, say
from hansa.phrases import seat as colour
from hansa.solving import Solution
from hansa.thinking import Line, Points, Thought
from hansa.views.terminal.tables import shortened

RARE = ("missions", "countries")        # columns that few games have
LEAST_ROOM, INDENT = 30, 11             # columns
NARROWEST = 5                           # column of values: ` 100%`


def thought_lines(thought: Thought, seat: int | None, width: int, language: Language) -> list[str]:
    """The table of the best lines, and the points expected in the position."""
    head = say("{simulations} simulations in {seconds:.1f} s", simulations=f"{thought.simulations:,}", seconds=thought.seconds)
    names = value_heads(len(thought.values), seat, language)
    error = f"{'±':>6}" if seat is not None else ""
    heading = f"{language.tell(say('visits')):>9} {''.join(names)}{error}  {language.tell(say('line'))}"
    said = [language.tell(head), heading, *line_rows(thought.lines, width, seat, language)]
    return [*said, "", *points_table(thought.points, language)] if thought.points else said


def value_heads(players: int, seat: int | None, language: Language) -> list[str]:
    """The heads of the players' columns: colours, with `>` for the seat that decides; a column is
    as wide as its head."""
    names = [language.tell(colour(number)) for number in range(players)]
    heads = (f">{name}" if number == seat else name for number, name in enumerate(names))
    return [f"{head:>{max(len(name) + 2, NARROWEST)}}" for head, name in zip(heads, names, strict=True)]


def line_rows(lines: Sequence[Line], width: int, seat: int | None, language: Language) -> list[str]:
    """Of each line: visits, values, one error, the variation as far as there is room, what it gives
    up for what."""
    rows = []
    widths = [len(head) for head in value_heads(len(lines[0].values), seat, language)] if lines else []
    for number, line in enumerate(lines, 1):
        values = "".join(f"{value:>{width}.0%}" for value, width in zip(line.values, widths, strict=True))
        error = f"{line.errors[seat]:>6.1%}" if seat is not None else ""
        start = f"{number:>2} {line.visits:>6} {values}{error}  "
        rows.append(start + shortened(in_colours(line.variation, language), max(width - len(start), LEAST_ROOM)))
        if number > 1 and seat is not None and line.points and lines[0].points:
            rows.append(" " * INDENT + shortened(language.tell(against(lines[0], line, seat)), width - INDENT))
    return rows


def in_colours(moves: Sequence[str], language: Language) -> str:
    """Moves with their movers, each mover named once: `Red: place t BRE-HAM, end; Green: income
    3t`."""
    said, last = "", ""
    for text in moves:
        mover, _, move = text.partition(" ")
        if mover != last:
            name = colour(int(mover)) if mover.isdigit() else say("chance")
            said += f"{'; ' if said else ''}{language.tell(name)}: {move}"
            last = mover
        else:
            said += f", {move}"
    return said


def proof_line(solution: Solution) -> Phrase:
    """What is proven: `proven: claim ARN-DUI brings 100% of the win, if everybody plays the best
    from here`."""
    move, share = str(solution.best.move), solution.best.low[solution.seat]
    if share:
        return say("proven: {move} brings {share:.0%} of the win, if everybody plays the best from here",
                   move=move, share=share)
    return say("proven: {move} loses, as every move does, if everybody plays the best from here", move=move)


def points_table(points: Sequence[Points], language: Language) -> list[str]:
    """The points that each player may expect at the end, by category."""
    names = [name for name in points[0] if name not in RARE or any(row[name] for row in points)]
    told = {name: language.tell(CATEGORY_NAMES[name]) for name in names}
    heads = [told[name][:9] for name in names]
    tell = language.tell
    players = [tell(colour(number)) for number in range(len(points))]
    widest = max(len(name) for name in [*players, tell(say("player"))])
    rows = [tell(say("points expected at the end:")),
            f"{tell(say('player')):<{widest}} " + " ".join(f"{head:>{max(len(head), 5)}}" for head in heads)]
    for player, row in zip(players, points, strict=True):
        rows.append(f"{player:<{widest}} " + " ".join(
            f"{row[name]:>z{max(len(head), 5)}.1f}" for name, head in zip(names, heads, strict=True)))
    return rows


def against(best: Line, other: Line, seat: int) -> Phrase:
    """In words, what a line gives up against the best one; with too few visits, how many are
    missing."""
    missing = max(best.missing, other.missing)
    if missing:
        return counted("{count} visit short of an explanation; think longer or show fewer lines",
                       "{count} visits short of an explanation; think longer or show fewer lines", missing)

    def way(line: Line) -> Way:
        return Way(str(line.move), line.values, line.points, line.variation)
    return Judgement(0, seat, 2, way(other), way(best)).why
