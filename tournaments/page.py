"""A tournament as one page of HTML, complete in itself: plots, tables, faults; light and dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from hansa.judgement import CATEGORY_NAMES
from hansa.languages import ENGLISH, Language
from hansa.phrases import say
from hansa.tournaments.columns import SHOWN, Column
from hansa.tournaments.plots import Interval, intervals, lines, stacks
from hansa.tournaments.ratings import rate
from hansa.tournaments.results import GameResult
from hansa.tournaments.sheets import Sheet, fault_lines, interval_notes, sheets, summary
from hansa.tournaments.standings import Standings

__all__ = ["page"]

CHECKPOINTS = 24
FEWEST_GAMES = 8

STYLE = """
:root { color-scheme: light dark; --ground: #fbfaf7; --ink: #22252a; --soft: #667; --rule: #ddd8cc;
  --c0: #a5342e; --c1: #2d6da3; --c2: #3f7d3a; --c3: #b9801f; --c4: #7a4a91; --c5: #2a8c86; --c6: #8a5a3b; --c7: #5d6470 }
@media (prefers-color-scheme: dark) { :root { --ground: #17191c; --ink: #e6e3dc; --soft: #9aa; --rule: #3a3d42;
  --c0: #e0736c; --c1: #6fb0e6; --c2: #7fc478; --c3: #e6b357; --c4: #c08fd8; --c5: #62c8c1; --c6: #c79370; --c7: #a3abb8 } }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.5rem; overflow-wrap: anywhere } h2 { font-size: 1.15rem; margin-top: 2rem }
figure { margin: 1.5rem 0 } figcaption { font-weight: 600 } svg { width: 100%; height: auto }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink) } svg .tick { fill: var(--soft) }
svg .grid { stroke: var(--rule) } svg .whisker { stroke-width: 3; opacity: .55 } svg polyline { fill: none; stroke-width: 2 }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap }
th:first-child, td:first-child { text-align: left } .faults { color: var(--c0); font-weight: 600 }
""" + "".join(
    f".c{number} circle, .c{number} rect {{ fill: var(--c{number}) }} "
    f".c{number} line, .c{number} polyline {{ stroke: var(--c{number}) }}\n" for number in range(8)
)


def page(
    standings: Standings, games: Sequence[GameResult], title: str, columns: Sequence[Column] = SHOWN, *,
    reload_seconds: int | None = None,
) -> str:
    """The whole page; a browser may be told to load it again and again.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.results import game_result
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=2)
    >>> found = [game_result(play(game), plan.digest) for game in games(plan)]
    >>> from hansa.tournaments.standings import standings
    >>> html = page(standings(found), found, "An example")
    >>> "<h1>An example</h1>" in html, html.count("<svg")
    (True, 3)
    """
    faults = fault_lines(standings)
    body = [
        f"<h1>{escape(title)}</h1>", f"<p>{escape(summary(standings))}</p>",
        *([f'<p class="faults">{"<br>".join(map(escape, faults))}</p>'] if faults else []),
        *(plots(standings, games) if standings.games else []),
        *(table(sheet) for sheet in sheets(standings, columns)),
        *(f"<p>{escape(note)}.</p>" for note in interval_notes(standings)),
    ]
    reload = "" if reload_seconds is None else f'<meta http-equiv="refresh" content="{reload_seconds}">'
    return ('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"{reload}<title>{escape(title)}</title>"
            f"<style>{STYLE}</style></head>\n<body>\n" + "\n".join(body) + "\n</body></html>\n")


def plots(standings: Standings, games: Sequence[GameResult], language: Language = ENGLISH) -> list[str]:
    """Ratings with intervals, Elo over games, points by category, wins by seat."""
    tell = language.tell
    ratings = [Interval(line.bot, line.elo, line.plus_minus) for line in standings.lines]
    points = {
        line.bot: {tell(CATEGORY_NAMES.get(name, name)): value for name, value in line.categories.items()}
        for line in standings.lines}
    wins = {tell(seat.long_name): {tell(say("wins in %")): 100 * seat.wins} for seat in standings.seats}
    found = [
        intervals(ratings, tell(say("Elo with 95 % intervals"))),
        stacks(points, tell(say("Points by category")), language=language),
        stacks(wins, tell(say("Wins by seat, in %")), language=language),
    ]
    if len(games) >= 2 * FEWEST_GAMES:
        series = elo_over_games(games, standings)
        found.insert(1, lines(series, tell(say("Elo over games")), tell(say("games"))))
    return found


def elo_over_games(games: Sequence[GameResult], standings: Standings) -> Mapping[str, list[tuple[float, float]]]:
    """The ratings after increasing numbers of games."""
    series: dict[str, list[tuple[float, float]]] = {line.bot: [] for line in standings.lines}
    steps = sorted({max(FEWEST_GAMES, round(len(games) * step / CHECKPOINTS)) for step in range(1, CHECKPOINTS + 1)})
    for count in steps:
        some = games[:count]
        anchor = standings.anchor if any(standings.anchor in game.bots for game in some) else None
        for rating in rate([game.rated for game in some], anchor=anchor, winner_only=standings.model == "winner").table:
            series[rating.bot].append((count, rating.elo))
    return series


def table(sheet: Sheet) -> str:
    """A sheet as an HTML table."""
    head = "".join(f"<th>{escape(column)}</th>" for column in sheet.columns)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in sheet.rows)
    return (f'<h2>{escape(sheet.title)}</h2><div class="scroll"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>")
