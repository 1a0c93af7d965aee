"""All tables as Markdown and the plots as SVG: what the page about strong play in the documentation
shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from hansa.board_entry import BoardSetup
from hansa.exploring.counts import Counts
from hansa.exploring.figures import FEWEST, category_sheet, gift_sheet, percentile, phase_sheet, seat_sheet, sheets_of
from hansa.exploring.outcomes import Mean, Outcome
from hansa.exploring.plots import Mark, over_rounds, rows
from hansa.exploring.strong_play import StrongPlay
from hansa.games import board_entries
from hansa.tournaments.sheets import Sheet
from hansa.whole_file import write_whole

__all__ = ["pictures", "tables", "write_report"]

TABLES = "strong-play-tables.md"
MOST_CITIES = 20        # of a plot
LAST_ROUND = 14         # of plots over rounds; later ones are rare


def write_report(folder: Path, found: StrongPlay) -> None:
    """The tables, and each picture as a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {TABLES: tables(found), **dict(pictures(found))}.items():
        data = text.encode()
        write_whole(folder / name, lambda file, data=data: file.write(data))     # type: ignore[misc]


# --- tables -------------------------------------------------------------------------------------

def tables(found: StrongPlay) -> str:
    """Every table of every setup."""
    total = sum(counts.games for counts in found.setups.values())
    overview = Sheet("Games", ("setup", "games", "rounds: median", "winner's points: median", "ended by"), tuple(
        (str(setup), f"{counts.games:,}", str(percentile(counts.rounds, 0.5)), str(percentile(counts.winning, 0.5)),
         ", ".join(f"{name} {count / counts.games:.0%}" for name, count in counts.ends.most_common()))
        for setup, counts in found.setups.items()))
    parts = [
        "# Strong play in tables",
        f"{total:,} games of `{found.player}` against itself, counted by hansa {found.version}; `hansa explore --report` "
        "writes this page.\n"
        "*Win* is the share of the win, *lead* how many points a seat has more than the mean of the others; the columns\n"
        "behind them bound them 19 times of 20, as if seats were independent. Rows with fewer than "
        f"{FEWEST} seats are left out.",
        markdown(overview, 2)]
    for (game, players), seats in seats_together(found).items():
        title = f"Seats of {game} with {players} players, all boards together"
        parts.append(markdown(seat_sheet(title, seats), 2))
    for game, counts in together(found).items():
        sheets = pooled_sheets(counts)
        if sheets:
            parts += [f"## All boards of {game} together", *(markdown(sheet, 3) for sheet in sheets)]
    for setup, counts in found.setups.items():
        parts.append(f"## {setup}")
        parts += [markdown(sheet, 3) for sheet in sheets_of(counts, setup.players)]
    return "\n\n".join(parts) + "\n"


def together(found: StrongPlay) -> dict[str, Counts]:
    """The counts of all setups of a game, for what does not depend on the number of players."""
    pooled: dict[str, Counts] = defaultdict(Counts)
    games = {entry.name: entry.game for entry in board_entries()}
    for setup, counts in found.setups.items():
        pooled[games[setup.board]] += counts
    return pooled


def pooled_sheets(counts: Counts) -> list[Sheet]:
    """Leads in points, and what gifts are worth."""
    gifts = [gift_sheet(title, topic, topic, counts, MOST_CITIES) for topic, title in (
        ("upgrade", "A step on a track for nothing: per cent of the win"), ("marker", "A marker for nothing: the same"))]
    leads = [phase_sheet(f"{title}: lead in points", heading, counts, topic) for topic, heading, title in (
        ("upgrade", "step", "Upgrades"), ("marker", "marker", "Markers, by the round in which they were first used"))]
    return [sheet for sheet in (category_sheet(counts), *leads, *gifts) if sheet.rows]


def markdown(sheet: Sheet, level: int) -> str:
    """A table below its heading."""
    rule = ["---", *["---:"] * (len(sheet.columns) - 1)]
    lines = [f"| {' | '.join(row)} |" for row in (sheet.columns, rule, *sheet.rows)]
    return "\n".join([f"{'#' * level} {sheet.title}", "", *lines])


# --- pictures -----------------------------------------------------------------------------------

def pictures(found: StrongPlay) -> Iterator[tuple[str, str]]:
    """Names of files and what is in them."""
    yield "seats.svg", seats_picture(found)
    yield "winning-points.svg", spread_picture(found.setups, "winning", "Points of the winner", "points: 10, 50 and 90 %")
    yield "length.svg", spread_picture(found.setups, "rounds", "Length of a game", "rounds: 10, 50 and 90 %")
    for game in dict.fromkeys(entry.game for entry in board_entries()):
        boards = {entry.name for entry in board_entries(game)}
        pooled = [counts for setup, counts in found.setups.items() if setup.board in boards]
        if any(counts.of("upgrade") for counts in pooled):
            yield f"upgrades-{game}.svg", upgrades_picture(pooled)
        for name, topic, title in (
            ("markers", "marker", "Markers used"), ("steps", "steps", "Steps on a track at the end"),
        ):
            if any(counts.of(topic) for counts in pooled):
                yield f"{name}-{game}.svg", leads_picture(pooled, topic, title)
        for topic, title in (("upgrade", "A step on a track"), ("marker", "A marker")):
            if any(about == topic for counts in pooled for about, *_ in counts.gifts):
                yield f"worth-{topic}-{game}.svg", gifts_picture(pooled, topic, f"{title} for nothing")
    for entry in board_entries():
        pooled = [counts for setup, counts in found.setups.items() if setup.board == entry.name]
        if pooled:
            yield f"cities-{entry.name}.svg", leads_picture(pooled, "city", f"First office in a city, {entry.name}")
        if any(about == "city" for counts in pooled for about, *_ in counts.gifts):
            title = f"The next office in a city for nothing, {entry.name}"
            yield f"worth-cities-{entry.name}.svg", cities_picture(pooled, title)


def seats_picture(found: StrongPlay) -> str:
    """Who begins, and who wins, on all boards of a game together: in per cent of what would be
    even."""
    marks = []
    for number, ((game, players), seats) in enumerate(seats_together(found).items()):
        for seat, outcome in sorted(seats.items()):
            low, high = (100 * edge * players for edge in outcome.share_interval)
            label = f"{game}, {players} players, seat {int(seat) + 1}"
            marks.append(Mark(label, 100 * outcome.share * players, low, high, number))
    return rows(marks, "Wins by seat, the first to move being 1", "per cent of an even share", even=100)


def seats_together(found: StrongPlay) -> dict[tuple[str, int], dict[str, Outcome]]:
    """The outcomes of each seat by game and number of players, of all boards together."""
    games = {entry.name: entry.game for entry in board_entries()}
    pooled: dict[tuple[str, int], dict[str, Outcome]] = defaultdict(lambda: defaultdict(Outcome))
    for setup, counts in found.setups.items():
        for seat, outcome in counts.by_name("seat").items():
            pooled[games[setup.board], setup.players][seat] += outcome
    return dict(sorted(pooled.items(), key=lambda entry: (list(games.values()).index(entry[0][0]), entry[0][1])))


def spread_picture(setups: Mapping[BoardSetup, Counts], what: str, title: str, below: str) -> str:
    """The median and the middle 80 % of each setup."""
    marks = []
    for number, (setup, counts) in enumerate(setups.items()):
        counter = getattr(counts, what)
        low, middle, high = (percentile(counter, part) for part in (0.1, 0.5, 0.9))
        marks.append(Mark(str(setup), middle, low, high, number))
    return rows(marks, title, below)


def upgrades_picture(pooled: list[Counts]) -> str:
    """The lead of those who made the first step on a track, by the round in which they made it."""
    found: dict[str, dict[int, Outcome]] = defaultdict(lambda: defaultdict(Outcome))
    for counts in pooled:
        for (name, number), outcome in counts.of("upgrade").items():
            track, _, step = name.partition(" ")
            if step == "1" and number <= LAST_ROUND:
                found[track][number] += outcome
    series = {
        track: [mark(str(number), outcome) for number, outcome in sorted(numbers.items()) if outcome.games >= FEWEST]
        for track, numbers in sorted(found.items())}
    return over_rounds(
        {track: line for track, line in series.items() if line}, "Lead in points after the first step on a track",
        "points more than the others' mean")


def gifts_picture(pooled: list[Counts], topic: str, title: str) -> str:
    """What gifts are worth at the beginning of some rounds."""
    found: dict[str, dict[int, Mean]] = defaultdict(lambda: defaultdict(Mean))
    for counts in pooled:
        for (about, name, number), mean in counts.gifts.items():
            if about == topic:
                found[name][number] += mean
    series = {
        name: [Mark(str(number), 100 * mean.value, 100 * (mean.value - mean.error), 100 * (mean.value + mean.error))
               for number, mean in sorted(numbers.items()) if mean.count >= FEWEST]
        for name, numbers in sorted(found.items())}
    return over_rounds({name: line for name, line in series.items() if line}, title, "per cent of the win")


def cities_picture(pooled: list[Counts], title: str) -> str:
    """What an office in each city is worth, whenever it is given."""
    found: dict[str, Mean] = defaultdict(Mean)
    for counts in pooled:
        for (about, name, _), mean in counts.gifts.items():
            if about == "city":
                found[name] += mean
    marks = [Mark(name, 100 * mean.value, 100 * (mean.value - mean.error), 100 * (mean.value + mean.error))
             for name, mean in found.items() if mean.count >= FEWEST]
    return rows(sorted(marks, key=lambda each: -each.value), title, "per cent of the win", even=0)


def leads_picture(pooled: list[Counts], topic: str, title: str) -> str:
    """The lead in points of those who did something, whenever they did."""
    found: dict[str, Outcome] = defaultdict(Outcome)
    for counts in pooled:
        for name, outcome in counts.by_name(topic).items():
            found[name] += outcome
    known = sorted((name for name in found if found[name].games >= FEWEST), key=lambda name: (-found[name].games, name))
    marks = sorted((mark(name, found[name]) for name in known[:MOST_CITIES]), key=lambda each: each.label)
    if topic != "steps":
        marks.sort(key=lambda each: -each.value)
    return rows(marks, title, "points more than the others' mean", even=0)


def mark(label: str, outcome: Outcome) -> Mark:
    """A lead in points with its interval."""
    error = outcome.margin_error
    assert error is not None        # of `FEWEST` seats
    return Mark(label, outcome.margin, outcome.margin - error, outcome.margin + error)
