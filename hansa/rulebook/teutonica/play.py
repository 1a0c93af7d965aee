"""Playing a move: one function for each kind of move in a turn, and the table of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .flow import end_turn, place_markers, put_marker
from .pieces import marker_order, read_amount
from .play_claim import bonus_develop, bonus_done, bonus_green, bonus_lift, bonus_put, claim, develop, neutral
from .play_pieces import add_extra, displace, displaced_done, drop, first_lift, lift, put_displaced, remove, remove_done
from .position import Moving, Position, Removing
from .targets import spend_permission


def favour(position: Position, words: Sequence[str]) -> None:
    """`favour TILE pay MARKER MARKER` ends the turn [T101]."""
    tile, _, *price = words
    for marker in price:
        position.active.turn_over(marker)
    position.favours_open.remove(tile)
    position.active.favours.append(tile)
    end_turn(position)


def income(position: Position, words: Sequence[str]) -> None:
    """`income 2t1m`; then the owner of the tile `income` may take a trader [T10, T102]."""
    desk = position.active
    position.actions -= 1
    for kind, count in read_amount(words[0]).items():
        desk.stock[kind] -= count
        desk.supply[kind] += count
    for seat in position.seats():
        if seat != position.turn and position.holds(str(seat), "income"):
            position.phase = "toll"
            position.to_move = seat


def place(position: Position, words: Sequence[str]) -> None:
    """`place K ROUTE` [T11, T81]."""
    kind, row = words
    position.actions -= 1
    spend_permission(position, position.board.rows[row])
    position.active.supply[kind] -= 1
    position.put_down(f"{position.turn}{kind}", row)


def displace_action(position: Position, words: Sequence[str]) -> None:
    """`displace PIECE ROUTE with K pay KK` [T12, T81]."""
    piece, row, _, kind, _, price = words
    position.actions -= 1
    spend_permission(position, position.board.rows[row])
    displace(position, (piece, row, kind, price))


def move_action(position: Position, words: Sequence[str]) -> None:
    """`lift K ROUTE`, the first piece of a move [T18]."""
    kind, row = words
    position.actions -= 1
    position.moving = Moving("move", position.active.value("book"))
    first_lift(position, f"{position.turn}{kind}", row)


def use(position: Position, words: Sequence[str]) -> None:
    """`use MARKER …` [T8]."""
    marker, *choice = words
    position.active.turn_over(marker)
    USES[marker](position, choice)


def use_plus_3(position: Position, words: Sequence[str]) -> None:
    """Three more actions this turn [T47]."""
    position.actions += 3


def use_plus_4(position: Position, words: Sequence[str]) -> None:
    """Four more actions this turn [T47]."""
    position.actions += 4


def use_develop(position: Position, words: Sequence[str]) -> None:
    """One step on any track [T46]."""
    develop(position, words[0])


def use_swap(position: Position, words: Sequence[str]) -> None:
    """The pieces of two neighbouring printed offices change places [T45]."""
    city, number = words
    printed = position.offices[city].printed
    left = int(number) - 1
    printed[left], printed[left + 1] = printed[left + 1], printed[left]


def use_move_3(position: Position, words: Sequence[str]) -> None:
    """One to three pieces of other players are moved [T50]."""
    position.moving = Moving("move-3", 3)
    position.phase = "lift"


def use_remove_3(position: Position, words: Sequence[str]) -> None:
    """One to three pieces of any players are removed [T50]."""
    position.removing = Removing(3)
    position.phase = "remove"


def end(position: Position, words: Sequence[str]) -> None:
    """`end` [T6]."""
    end_turn(position)


def toll_take(position: Position, words: Sequence[str]) -> None:
    """`take`: a trader from stock to supply [T102]."""
    assert isinstance(position.to_move, int)
    desk = position.desks[position.to_move]
    desk.stock["t"] -= 1
    desk.supply["t"] += 1
    position.back_to_turn()


def toll_done(position: Position, words: Sequence[str]) -> None:
    """`done`: no trader is taken [T102]."""
    position.back_to_turn()


def draw(position: Position, words: Sequence[str]) -> None:
    """`draw MARKER`: chance turns up a pending marker of the active player [T54]."""
    (marker,) = words
    position.supply[marker] -= 1
    position.unseen -= 1
    seen = position.seen[position.turn]
    seen.append(marker)
    seen.sort(key=marker_order)
    if not position.unseen:
        place_markers(position)


def plate(position: Position, words: Sequence[str]) -> None:
    """`marker MARKER ROUTE` [T55]."""
    marker, route = words
    put_marker(position, marker, route)
    place_markers(position)


Play = Callable[[Position, Sequence[str]], None]

USES: dict[str, Play] = {
    "plus-3": use_plus_3,
    "plus-4": use_plus_4,
    "develop": use_develop,
    "swap": use_swap,
    "move-3": use_move_3,
    "remove-3": use_remove_3,
}

PLAYS: dict[str, dict[str, Play]] = {
    "turn": {
        "favour": favour,
        "income": income,
        "place": place,
        "displace": displace_action,
        "lift": move_action,
        "claim": claim,
        "use": use,
        "end": end,
    },
    "lift": {"lift": lift, "drop": drop},
    "drop": {"drop": drop},
    "displaced": {"put": put_displaced, "add": add_extra, "done": displaced_done},
    "remove": {"remove": remove, "done": remove_done},
    "bonus": {
        "lift": bonus_lift,
        "develop": bonus_develop,
        "green": bonus_green,
        "put": bonus_put,
        "done": bonus_done,
    },
    "toll": {"take": toll_take, "done": toll_done},
    "neutral": {"neutral": neutral},
    "draw": {"draw": draw},
    "plates": {"marker": plate},
}


def play(position: Position, text: str) -> None:
    """Play one legal move."""
    word, *words = text.split()
    phase = position.phase
    if phase == "turn":
        position.begun = True
    PLAYS[phase][word](position, words)
