"""Which moves are legal, phase by phase."""

from __future__ import annotations

from collections.abc import Iterable

from .position import Position


def legal_moves(position: Position) -> list[str]:
    """The texts of all legal moves, each once."""
    return PHASES[position.phase](position)


def each(verb: str, things: Iterable[str]) -> list[str]:
    """A move for every different thing."""
    return [f"{verb} {thing}" for thing in dict.fromkeys(things)]


def found(position: Position) -> list[str]:
    """Any city but Copenhagen and those of one's own earlier rounds [H11]."""
    closed = {position.board.start}
    return each(
        "found", [city for city in position.board.cities if city not in closed and position.turn not in position.booths[city]]
    )


def refill(position: Position) -> list[str]:
    """To fill or not; with nothing on the board it is not a choice [H21]."""
    return ["refill", "skip"] if any(position.goods.values()) else ["refill"]


def reveal(position: Position) -> list[str]:
    """Any marker that is left [H2 H22]."""
    return each("reveal", position.supply)


def turn(position: Position) -> list[str]:
    """Sail, act once a stop, or end [H30 to H37]."""
    moves: list[str] = []
    desk, here = position.desk, position.ship
    if desk.talers >= 1:
        moves += each("sail", position.board.arrows[here])
    if not position.acted:
        if position.most_booths(here) == position.turn or desk.talers >= 1:
            moves += each("buy", position.goods[here])
        if position.booths_left(position.turn):
            moves += each("build", desk.unsold)
        if position.turn in position.booths[here]:
            moves += each("sell", [goods for goods in desk.unsold if can_open(position, goods, desk.unsold)])
    return [*moves, "end"]


def can_open(position: Position, goods: str, unsold: list[str]) -> bool:
    """Whether a sale can reach two of a colour when this is its first marker of it [H37]."""
    rest = list(unsold)
    rest.remove(goods)
    return any(follows(position, goods, other) and other[:-1] == goods[:-1] for other in rest)


def follows(position: Position, earlier: str, later: str) -> bool:
    """A `sell` may not come before the previous one in the order (colour, barrels)."""
    return position.board.sort_key(later) >= position.board.sort_key(earlier)


def sell(position: Position) -> list[str]:
    """More of the sale, or `done` once every colour in it has two [H37]."""
    last, unsold = position.sale[-1], position.desk.unsold
    single = sum(1 for goods in position.sale if goods[:-1] == last[:-1]) == 1
    moves: list[str] = []
    for goods in unsold:
        same = goods[:-1] == last[:-1]
        if follows(position, last, goods) and (same or (not single and can_open(position, goods, unsold))):
            moves.append(goods)
    return each("sell", moves) + ([] if single else ["done"])


def lose(position: Position) -> list[str]:
    """One unsold marker of the colour [H39]."""
    assert position.loser is not None
    return each("lose", [goods for goods in position.desks[position.loser].unsold if goods[:-1] == position.colour])


def keep(position: Position) -> list[str]:
    """Any unsold marker [H41]."""
    return each("drop", position.desk.unsold)


def over(position: Position) -> list[str]:
    """Nothing."""
    return []


PHASES = {
    "found": found, "refill": refill, "reveal": reveal, "turn": turn, "sell": sell, "lose": lose, "keep": keep, "over": over,
}
