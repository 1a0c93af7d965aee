"""A match from Python in one call, between specs, classes, bots and functions.

>>> from hansa.state import Move, State
>>> def first(state: State) -> Move:
...     return state.legal_moves[0]
>>> found = match("markers", first, board="hansa-23", games=4)
>>> [line.bot for line in found.lines], found.games
(['markers', 'first'], 4)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hansa.bots.entries import read_entry
from hansa.bots.objects import BotLike, label_of
from hansa.bots.registry import SpecError, check_plays, make_bot
from hansa.games import board_entries
from hansa.suggestions import closest
from hansa.tournaments.play import play
from hansa.tournaments.results import game_result
from hansa.tournaments.schedule import MOST_MOVES, ScheduledGame, ScheduleError, TableSetup, Tournament, blocks, check_table
from hansa.tournaments.standings import Standings, standings

__all__ = ["match"]


def match(
    *bots: BotLike, board: str, players: int | None = None, games: int = 100, seed: int = 1, edition: str | None = None,
    modules: Sequence[str] = (), limit: int = MOST_MOVES, anchor: str | None = None,
) -> Standings:
    """Plays at least `games` games in this process, in whole blocks of rotated seats, and returns
    the standings.

    Two bots play a duel, more a round robin; `players` is the fewest the board takes unless given.
    Bots that are objects are named after their class or function, numbered where names are the
    same. What a bot does wrong is in `faults` of the standings.

    >>> match("markers", "random", board="hansa-23", games=2).lines[0].bot
    'markers'
    >>> match("markers", "randm", board="hansa-23")
    Traceback (most recent call last):
        ...
    hansa.bots.registry.SpecError: unknown bot 'randm', did you mean 'random'? Known are ...
    """
    if games < 1:
        raise ScheduleError(f"a match has one game or more, not {games}")
    table = _table(board, players, edition, tuple(modules))
    check_table(table)
    seated = dict(zip(_names(bots), map(_without_name, bots), strict=True))
    tournament = Tournament(
        tuple(seated), (table,), None, seed, "duel" if len(bots) == 2 else "round-robin", limit=limit, check=False)
    for name, bot in seated.items():
        made = make_bot(bot)
        check_plays(made, table.game)
        if made is not bot:
            made.close()
        elif table.players > len(bots):
            raise SpecError(
                f"bot {name!r} is one object and cannot sit in two of {table.players} seats; pass its class")
    found = [game_result(play(game, bots=seated), tournament.digest) for game in _first(tournament, games)]
    return standings(found, anchor=anchor)


def _table(board: str, players: int | None, edition: str | None, modules: tuple[str, ...]) -> TableSetup:
    entries = {entry.name: entry for entry in board_entries()}
    if board not in entries:
        raise ScheduleError(f"unknown board {board!r}{closest(board, list(entries))}")
    entry = entries[board]
    return TableSetup(board, entry.players[0] if players is None else players, edition, modules, entry.game)


def _without_name(bot: BotLike) -> BotLike:
    """The bot of an entry."""
    return read_entry(bot).spec if isinstance(bot, str) else bot


def _names(bots: Sequence[BotLike]) -> list[str]:
    """A unique name for each: objects with the same name get a number, from the second on."""
    names: list[str] = []
    seen: Counter[str] = Counter()
    for bot in bots:
        name = read_entry(bot).name if isinstance(bot, str) else label_of(bot)
        seen[name] += 1
        alike = seen[name] > 1 and not isinstance(bot, str)
        names.append(f"{name}#{seen[name]}" if alike else name)
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ScheduleError(f"the bot {twice[0]!r} is named twice; name it once, or give one of them another name")
    return names


def _first(tournament: Tournament, count: int) -> Iterator[ScheduledGame]:
    """The games of the first blocks, until there are enough."""
    begun = 0
    for block in blocks(tournament):
        if begun >= count:
            return
        begun += len(block)
        yield from block
