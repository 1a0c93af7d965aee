"""Tables of what was counted: the same on the terminal, in Markdown and in JSON.

>>> from hansa.board_entry import BoardSetup
>>> from hansa.exploring.games import play_game
>>> counts = Counts()
>>> counts.add(play_game(BoardSetup("hansa-23", 2), 0, simulations=4))
>>> [sheet.title for sheet in sheets_of(counts, 2)][:3]
['Games', 'Seats', 'Points by category']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from hansa.exploring.counts import Counts
from hansa.exploring.outcomes import Mean, Outcome
from hansa.phrases import Phrase, say
from hansa.tournaments.sheets import Sheet

__all__ = ["PHASES", "percentile", "sheets_of", "shown_interval"]

FEWEST = 10             # seats below which no row is shown
MOST_ROWS = 15
PHASES = ((1, 3), (4, 6), (7, 9), (10, 10**6))      # rounds, for what changes its value over the game
RESULTS = (say("seats"), say("win"), "95 %", say("lead"), "±")


def sheets_of(counts: Counts, players: int, most: int = MOST_ROWS) -> Iterator[Sheet]:
    """All tables of a setup."""
    yield game_sheet(counts)
    yield seat_sheet(say("Seats"), counts.by_name("seat"))
    yield category_sheet(counts, players)
    yield phase_sheet(
        say("Upgrades, by the round in which they were made: lead in points"), say("step"), counts, "upgrade", players)
    yield outcome_sheet(say("Steps on a track at the end"), say("steps"), counts.by_name("steps"), in_order=True, most=99)
    for title, heading, topic in (
        (say("First office in a city"), say("city"), "city"),
        (say("Control of a city, once it was held"), say("control"), "control"),
        (say("Markers used"), say("marker"), "marker"), (say("Special spaces"), say("special"), "special"),
        (say("First turns"), say("first turn"), "first turn"), (say("What was brought about first"), say("plan"), "plan"),
    ):
        sheet = outcome_sheet(title, heading, counts.by_name(topic), most=most, of=counts.games * players)
        if sheet.rows:
            yield sheet
    if counts.income:
        yield income_sheet(counts, most)
    for topic, heading, title in (
        ("upgrade", say("upgrade"), say("A step on a track for nothing at the beginning of a turn: per cent of the win")),
        ("marker", say("marker"), say("A marker for nothing at the beginning of a turn: per cent of the win")),
        ("city", say("city"), say("A next office in a city for nothing at the beginning of a turn: per cent of the win")),
    ):
        sheet = gift_sheet(title, heading, topic, counts, most)
        if sheet.rows:
            yield sheet


def game_sheet(counts: Counts) -> Sheet:
    """How many games, how long, how they ended, what it takes to win."""
    ends = ", ".join(f"{name} {count / counts.games:.0%}" for name, count in counts.ends.most_common())
    return Sheet(say("Games"), ("", say("value")), (
        (say("games"), f"{counts.games:,}"),
        (say("ended by"), ends),
        (say("rounds: median, 10 to 90 %"), spread(counts.rounds)),
        (say("moves, mean"), f"{counts.moves.value:.0f}"),
        (say("winner's points: median, 10 to 90 %"), spread(counts.winning)),
    ))


def spread(counter: Counter[int]) -> Phrase:
    """The median, and the limits of the middle 80 %."""
    return say("{median}, {low} to {high}", median=percentile(counter, 0.5), low=percentile(counter, 0.1),
               high=percentile(counter, 0.9))


def percentile(counter: Mapping[int, int], part: float) -> int:
    """The least value that at least `part` of all counted values do not exceed.

    >>> percentile({3: 1, 5: 8, 9: 1}, 0.5), percentile({3: 1, 5: 8, 9: 1}, 0.95)
    (5, 9)
    """
    whole, seen = sum(counter.values()), 0
    for value, count in sorted(counter.items()):
        seen += count
        if seen >= part * whole:
            return value
    return 0


def category_sheet(counts: Counts, players: int = 0) -> Sheet:
    """Where points come from, of winners and of the others; with `players`, how often who has most of a category wins."""
    leaders = counts.by_name("leader")
    rows = []
    for category, mean in counts.winners.items():
        other = counts.others[category].value
        leader = leaders.get(category, Outcome())
        if mean.value or other:
            wins = (f"{leader.share:.0%}" if leader.games >= FEWEST else "", shown_interval(leader)) if players else ()
            ahead = lead(leader) if leader.games >= FEWEST else ""
            rows.append((
                category, f"{mean.value:.1f}", f"{other:.1f}", f"{mean.value - other:+.1f}", ahead, *wins))
    columns = (say("category"), say("winners"), say("others"), say("difference"), say("lead of who has most of it"))
    return Sheet(say("Points by category"), (*columns, *((say("who wins"), "95 %") if players else ())), tuple(rows))


def seat_sheet(title: str, seats: Mapping[str, Outcome]) -> Sheet:
    """A row for each seat; people count them from 1."""
    return outcome_sheet(
        title, say("seat"), {str(int(seat) + 1): outcome for seat, outcome in seats.items()}, in_order=True)


def outcome_sheet(
    title: str, heading: str, found: Mapping[str, Outcome], *, in_order: bool = False, most: int = MOST_ROWS, of: int = 0,
) -> Sheet:
    """A row for each name: the frequent ones first, or in the order of their names."""
    known = [(name, outcome) for name, outcome in found.items() if outcome.games >= FEWEST]
    known.sort(key=lambda entry: entry[0] if in_order else (-entry[1].games, entry[0]))
    columns = (heading, *RESULTS) if not of else (heading, RESULTS[0], say("of all"), *RESULTS[1:])
    rows = []
    for name, outcome in known[:most]:
        first, *others = result_cells(outcome)
        rows.append((name, first, *([f"{outcome.games / of:.0%}"] if of else []), *others))
    return Sheet(title, columns, tuple(rows))


def phase_sheet(title: str, heading: str, counts: Counts, topic: str, players: int = 0) -> Sheet:
    """For each name the lead of those who did it early, and later; shares of the win where the players are as many."""
    names = sorted({name for name, _ in counts.of(topic)})
    rows = []
    for name in names:
        cells = []
        for first, last in PHASES:
            outcome = counts.by_name(topic, first, last).get(name, Outcome())
            cells.append(lead(outcome) if outcome.games >= FEWEST else "")
        whole = counts.by_name(topic)[name]
        if whole.games >= FEWEST:
            wins = (f"{whole.share:.0%}", shown_interval(whole)) if players else ()
            rows.append((name, f"{whole.games:,}", *cells, *wins))
    columns = (heading, say("times"), *phase_headings(), *((say("win"), "95 %") if players else ()))
    return Sheet(title, columns, tuple(rows))


def phase_headings() -> list[Phrase]:
    """What the columns of `PHASES` are called."""
    return [say("rounds {first} to {last}", first=first, last=last) if last < 10**6 else say("from {first}", first=first)
            for first, last in PHASES]


def income_sheet(counts: Counts, most: int) -> Sheet:
    """For each city: the routes claimed beside it while the first to control it did so, by when that began."""
    rows = []
    for city in {name for _, name, _ in counts.income}:
        cells, whole = [], 0
        for first, last in PHASES:
            means = [mean for (_, name, number), mean in counts.income.items() if name == city and first <= number <= last]
            count = sum(mean.count for mean in means)
            whole += count
            cells.append(f"{sum(mean.total for mean in means) / count:.1f} ({count})" if count >= FEWEST else "")
        rows.append((whole, (city, *cells)))
    best = sorted(rows, key=lambda row: (-row[0], row[1]))[:most]
    return Sheet(
        say("Routes claimed beside a city while its first holder held it, by the round in which that began (times)"),
        (say("city"), *phase_headings()), tuple(cells for _, cells in best if any(cells[1:])))


def gift_sheet(title: str, heading: str, topic: str, counts: Counts, most: int) -> Sheet:
    """What gifts are worth, by round; the dearest first."""
    rounds = sorted({number for about, _, number in counts.gifts if about == topic})
    rows = []
    for name in sorted({name for about, name, _ in counts.gifts if about == topic}):
        means = [counts.gifts.get((topic, name, number), Mean()) for number in rounds]
        whole = Mean()
        for mean in means:
            whole += mean
        if whole.count >= FEWEST:
            rows.append((-whole.value, (name, str(whole.count), *(worth(mean) for mean in means), worth(whole))))
    columns = (heading, say("times"), *(say("round {number}", number=number) for number in rounds), say("all"))
    return Sheet(title, columns, tuple(cells for _, cells in sorted(rows)[:most]))


def worth(mean: Mean) -> str:
    """The value of a gift with its error, in per cent of the win."""
    return f"{100 * mean.value:+.0f} ± {100 * mean.error:.0f}" if mean.count >= FEWEST else ""


def result_cells(outcome: Outcome) -> tuple[str, ...]:
    """What `RESULTS` are."""
    error = outcome.margin_error
    return (
        f"{outcome.games:,}", f"{outcome.share:.0%}", shown_interval(outcome), f"{outcome.margin:+.1f}",
        "?" if error is None else f"{error:.1f}")


def lead(outcome: Outcome) -> str:
    """The lead in points, with its error and how often."""
    error = outcome.margin_error
    return f"{outcome.margin:+.1f} ± {'?' if error is None else f'{error:.1f}'} ({outcome.games})"


def shown_interval(outcome: Outcome) -> str:
    """Of the share of the win; empty where hardly anything is known."""
    low, high = outcome.share_interval
    return say("{low:.0%} to {high:.0%}", low=low, high=high) if outcome.games >= FEWEST else ""
