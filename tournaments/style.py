"""How bots play: the styles of all bots of some games, and tables of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from hansa.play_style import Style, count_game
from hansa.record import Record
from hansa.tournaments.columns import short_name
from hansa.tournaments.sheets import Sheet

__all__ = ["style_sheets", "styles"]

FEWEST = 0.05                       # times a game, below which nobody's kind of move is listed


def styles(records: Iterable[Record]) -> dict[str, Style]:
    """Every bot of some games. A bot in several seats plays several games.

    >>> from hansa.tournaments.play import play
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> plan = Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1, limit=200)
    >>> found = styles(play(game) for game in games(plan))
    >>> found["markers"].games, found["markers"].a_game("place") > 3
    (2, True)
    """
    found: dict[str, Style] = defaultdict(Style)
    for record in records:
        ruling = record.more.get("ruling")
        shares = record.more.get("counted", record.result or {})["shares"]
        count_game(
            ((state, move) for _, state, move in record.steps()), [found[bot] for bot in record.seats], shares,
            ruling["how"] if ruling else record.end)
    return dict(found)


def style_sheets(found: Mapping[str, Style], order: Iterable[str]) -> list[Sheet]:
    """What the bots did, the most frequent first, and how their games ended.

    >>> [sheet.title for sheet in style_sheets({"a": Style(games=1)}, ["a"])]
    ['Moves of a kind in a game, and the turn they come in', 'Games']
    """
    bots = [bot for bot in order if bot in found]
    total: Counter[str] = sum((found[bot].moves for bot in bots), Counter())
    kinds = [kind for kind, _ in total.most_common() if any(found[bot].a_game(kind) >= FEWEST for bot in bots)]
    moves = tuple((kind, *(_frequency(found[bot], kind) for bot in bots)) for kind in kinds)
    ends = sorted({end for bot in bots for end in found[bot].ends})
    games = (
        ("turns a player", *(_ratio(found[bot].length, found[bot].games) for bot in bots)),
        ("of games it won", *(_ratio(found[bot].length_won, found[bot].won) for bot in bots)),
        *((f"ended by {end}", *(f"{found[bot].ends[end] / found[bot].games:.0%}" for bot in bots)) for end in ends),
    )
    names = tuple(map(short_name, bots))
    return [Sheet("Moves of a kind in a game, and the turn they come in", ("move", *names), moves),
            Sheet("Games", ("", *names), games)]


def _frequency(style: Style, kind: str) -> str:
    turn = style.mean_turn(kind)
    return "-" if turn is None else f"{style.a_game(kind):.1f} @{turn:.0f}"


def _ratio(value: float, count: float) -> str:
    return f"{value / count:.1f}" if count else "-"
