"""What follows by itself: the end of a claim, of a turn, of the game [T9, T26, T54, T70, T92]."""

from __future__ import annotations

from .pieces import NEUTRAL
from .position import CHANCE, Position
from .targets import routes_for_markers, routes_full_of_neutrals

ENOUGH_PRESTIGE = 20


def take_marker(position: Position, route: str) -> tuple[str | None, bool]:
    """The marker of a claimed route, and whether there is no other to replace it [T22, T92]."""
    marker = position.markers.pop(route, None)
    if marker is None:
        return None, False
    if sum(position.supply.values()) == position.unseen:
        return marker, True
    position.unseen += 1
    return marker, False


def finish_claim(position: Position, unreplaced: bool) -> None:
    """Ends the game if it is to end; otherwise the turn continues [T26, T70]."""
    if not game_ends(position, unreplaced):
        position.back_to_turn()


def game_ends(position: Position, unreplaced: bool) -> bool:
    """End the game if it is to end; the reason is the first that holds [T70]."""
    if any(desk.prestige >= ENOUGH_PRESTIGE for desk in position.desks):
        position.reason = "prestige"
    elif unreplaced:
        position.reason = "markers"
    elif position.completed >= position.board.completed_limit:
        position.reason = "cities"
    else:
        return False
    position.back_to_turn()
    position.phase = "over"
    position.to_move = None
    position.actions = 0
    return True


def settle(position: Position) -> None:
    """A move of pieces is over: full neutral routes are claimed, then the turn continues [T92]."""
    position.back_to_turn()
    if routes_full_of_neutrals(position):
        position.phase = "neutral"


def end_turn(position: Position) -> None:
    """What is left of the turn lapses and the pending markers are looked at [T6, T9, T54]."""
    position.actions = 0
    if position.unseen:
        position.phase = "draw"
        position.to_move = CHANCE
    else:
        place_markers(position)


def place_markers(position: Position) -> None:
    """The active player places the pending markers, as long as one fits anywhere [T54, T56]."""
    if position.seen[position.turn] and routes_for_markers(position):
        position.phase = "plates"
        position.to_move = position.turn
    else:
        next_turn(position)


def next_turn(position: Position) -> None:
    """The next seat begins its turn [T5, T9]."""
    position.turn = (position.turn + 1) % len(position.desks)
    position.turns += 1
    position.permits_spent = []
    position.begun = False
    position.actions = position.active.actions_a_turn()
    position.back_to_turn()


def put_marker(position: Position, marker: str, route: str) -> None:
    """A pending marker goes to a route, with two players a neutral trader too [T55, T93]."""
    position.seen[position.turn].remove(marker)
    position.markers[route] = marker
    if position.with_neutral():
        position.put_down(NEUTRAL + "t", route)
