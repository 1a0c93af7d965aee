"""Claims: of players [T20 to T38], of the neutral owner [T92], and the permanent markers [T60 to
T64]."""

from __future__ import annotations

from collections.abc import Sequence

from .flow import finish_claim, game_ends, settle, take_marker
from .offices import establish_extra, establish_post, establish_printed, leftmost_free, pay_controllers
from .pieces import NEUTRAL, Amount, amount
from .play_pieces import first_lift, put_own
from .position import Bonus, Moving, Position

TWICE = ("move-2-any", "place-2-from-route", "place-2-abroad")


def claim(position: Position, words: Sequence[str]) -> None:
    """`claim ROUTE …`, in the order of the rule book [T20 to T25]."""
    route, *choice = words
    desk = position.active
    position.actions -= 1
    pay_controllers(position, route)
    marker, unreplaced = take_marker(position, route)
    kinds = [piece[1] for piece in position.clear(route)]
    pieces = amount(kinds.count("t"), kinds.count("m"))
    if choice:
        STEP_THREE[choice[0]](position, pieces, choice[1:])
    for kind in pieces:
        desk.stock[kind] += pieces[kind]  # [T24]
    if marker is not None:
        desk.receive(marker)
    permanent = position.board.routes[route].permanent_marker
    if permanent is None:
        finish_claim(position, unreplaced)
    else:
        position.phase = "bonus"
        position.bonus = Bonus(permanent, 2 if permanent in TWICE else 1, pieces, unreplaced)


def claim_office(position: Position, pieces: Amount, words: Sequence[str]) -> None:
    """`… office CITY`: the shape of the leftmost free office says which piece [T30]."""
    (city,) = words
    place = leftmost_free(position, city)
    assert place is not None
    kind = position.board.cities[city].offices[place].kind
    pieces[kind] -= 1
    establish_printed(position, f"{position.turn}{kind}", city)


def claim_extra(position: Position, pieces: Amount, words: Sequence[str]) -> None:
    """`… extra CITY K`: with a marker that was there before the claim [T38]."""
    city, kind = words
    position.active.turn_over("extra-office")
    pieces[kind] -= 1
    establish_extra(position, f"{position.turn}{kind}", city)


def claim_develop(position: Position, pieces: Amount, words: Sequence[str]) -> None:
    """`… develop TRACK`: all pieces of the route go to the stock [T35]."""
    (track,) = words
    develop(position, track)


def claim_special(position: Position, pieces: Amount, words: Sequence[str]) -> None:
    """`… special 8`: a merchant of the route goes to a special space [T37]."""
    (points,) = words
    pieces["m"] -= 1
    position.special[int(points)] = position.turn


STEP_THREE = {
    "office": claim_office,
    "extra": claim_extra,
    "develop": claim_develop,
    "special": claim_special,
}


def develop(position: Position, track: str) -> None:
    """One step on a track: it frees a piece; a higher number of actions counts at once [T2, T7]."""
    desk = position.active
    before = desk.value("actions")
    desk.steps[track] += 1
    desk.supply["m" if track == "book" else "t"] += 1
    position.actions += desk.value("actions") - before


def neutral(position: Position, words: Sequence[str]) -> None:
    """`neutral ROUTE office CITY`, or `neutral ROUTE`: the neutral owner claims a route [T92]."""
    route, *office = words
    pay_controllers(position, route)
    _, unreplaced = take_marker(position, route)
    position.clear(route)
    if office:
        establish_printed(position, NEUTRAL + "t", office[1])
    if not game_ends(position, unreplaced):
        settle(position)


def bonus_lift(position: Position, words: Sequence[str]) -> None:
    """`lift PIECE ROUTE` with the marker `move-2-any` [T61]."""
    assert position.bonus is not None
    piece, row = words
    position.moving = Moving("move-2-any", position.bonus.left, unreplaced=position.bonus.unreplaced)
    position.bonus = None
    first_lift(position, piece, row)


def bonus_develop(position: Position, words: Sequence[str]) -> None:
    """`develop privilege` [T62]."""
    assert position.bonus is not None
    position.bonus.left -= 1
    develop(position, "privilege")


def bonus_green(position: Position, words: Sequence[str]) -> None:
    """`green CITY K`: a piece from the supply into a green city [T63]."""
    assert position.bonus is not None
    city, kind = words
    position.bonus.left -= 1
    position.active.supply[kind] -= 1
    establish_post(position, f"{position.turn}{kind}", city)


def bonus_put(position: Position, words: Sequence[str]) -> None:
    """`put K ROUTE`, also `… from ROUTE`: pieces of the route, or pieces for abroad [T64, T87]."""
    assert position.bonus is not None
    kind, row, *origin = words
    position.bonus.left -= 1
    if position.bonus.marker == "place-2-from-route":
        position.bonus.pieces[kind] -= 1
        position.active.stock[kind] -= 1
        position.put_down(f"{position.turn}{kind}", row)
    else:
        put_own(position, str(position.turn), kind, row, origin)


def bonus_done(position: Position, words: Sequence[str]) -> None:
    """`done`: the permanent marker is used or left [T25, T26]."""
    assert position.bonus is not None
    finish_claim(position, position.bonus.unreplaced)
