"""How bots play, not how well: what they do in a game, how often, and in which of their turns.

Kinds of moves are taken from their texts, so this works for every game: the first word of a move,
and words after it that name no place and no goods: `claim GOT-QUE develop actions` is `claim
develop actions`, `place t BRE-HAM` is `place`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hansa.record import Record
from hansa.tournaments.columns import short_name
from hansa.tournaments.sheets import Sheet

__all__ = ["Style", "kind_of", "style_sheets", "styles"]

SMALL_WORDS = ("with", "pay", "from")       # of a move's text, that say nothing about its kind
FEWEST = 0.05                       # times a game, below which nobody's kind of move is listed


def kind_of(move: str) -> str:
    """What sort of move it is.

    >>> [kind_of(move) for move in ("claim GOT-QUE develop actions", "place t BRE-HAM", "use plus-3", "sell red2", "end")]
    ['claim develop actions', 'place', 'use plus-3', 'sell', 'end']
    """
    first, *words = move.split()
    return " ".join([first, *(word for word in words if re.fullmatch(r"[a-z]{3,}(-[a-z0-9]+)*", word)
                              and word not in SMALL_WORDS)])


@dataclass
class Style:
    """One bot's games: how often each kind of move was played, in which of its turns, and how its
    games ended.

    >>> style = Style(games=4, moves=Counter({"claim": 10}), turns=Counter({"claim": 55}))
    >>> style.a_game("claim"), style.mean_turn("claim"), style.mean_turn("end")
    (2.5, 5.5, None)
    """

    games: int = 0
    length: float = 0.0             # turns a player, of all games together
    won: float = 0.0                # games, a shared win in part
    length_won: float = 0.0
    moves: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)        # of these moves, added up
    ends: Counter[str] = field(default_factory=Counter)

    def a_game(self, kind: str) -> float:
        """How often per game."""
        return self.moves[kind] / self.games if self.games else 0.0

    def mean_turn(self, kind: str) -> float | None:
        """In which of its turns, from 1; None if never."""
        return self.turns[kind] / self.moves[kind] if self.moves[kind] else None


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
        length = 0.0
        for _, state, move in record.steps():
            length = state.turns / state.players
            if move is not None and isinstance(state.to_move, int):
                style, kind = found[record.seats[state.to_move]], kind_of(move)
                style.moves[kind] += 1
                style.turns[kind] += state.turns // state.players + 1
        ruling = record.more.get("ruling")
        shares = record.more.get("counted", record.result or {})["shares"]
        for seat, bot in enumerate(record.seats):
            found[bot].games += 1
            found[bot].length += length
            found[bot].won += shares[seat]
            found[bot].length_won += shares[seat] * length
            found[bot].ends[ruling["how"] if ruling else record.end] += 1
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
