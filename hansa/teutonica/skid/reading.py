"""A position of ours from a save of `skid/hansa`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hansa.errors import StateError
from hansa.json_lines import Json
from hansa.phrases import SEAT_COLOURS, Phrase, counted, joined, say, term
from hansa.suggestions import shown
from hansa.teutonica.names import TRACK_VALUES
from hansa.teutonica.skid.table import SavedTable, Seat, Stage, read_table
from hansa.teutonica.skid.undoing import numbers_of, place_in, undo_claim, undo_marker

ENOUGH = 20         # T70
MARKER_PHASES = {"Upgrade": "develop", "Swap": "swap", "Office": "extra-office"}
MORE_ACTIONS = {"3 Actions": ("plus-3", 3), "4 Actions": ("plus-4", 4)}


def read_skid(value: Mapping[str, Any]) -> tuple[Json, list[Phrase]]:
    """The state that a save describes, and what a user should know about it.

    `StateError` names everything that is wrong with the save, by its member; whether the position
    is possible is judged when the state is read.
    """
    table = read_table(value)
    check_turn(table)
    players = joined(", ", [called(number, seat) for number, seat in enumerate(table.seats)])
    remarks = [say("players have the colours of their order: {players}", players=players), *table.places.remarks]
    state = first_members(table)
    if table.save.over or (table.now.facts.end and table.now.facts.phase == "Actions"):
        state |= ended(table)
    else:
        state |= phase_of(table, remarks)
        remarks += endless(table)
    return state | contents(table, state["phase"]), remarks


def called(number: int, seat: Seat) -> Phrase:
    """A player by our colour, and by name and colour there."""
    ours, theirs = (term(colour, colour.title()) for colour in (SEAT_COLOURS[number], seat.facts.color))
    return say("{player} is {name}, there {colour}", player=ours, name=shown(seat.facts.name), colour=theirs)


def check_turn(table: SavedTable) -> None:
    """That the phases belong to one turn."""
    now, before, count = table.now, table.before, len(table.seats)
    problems = []
    if now.facts.phase != "Actions" and (before is None or before.facts.phase != "Actions"):
        problems.append(f"{now.where}.prev must be the phase 'Actions' in which the phase {now.facts.phase!r} began")
    if now.facts.phase == "Actions" and before is not None:
        problems.append(f"{now.where}.prev must not be there in the phase 'Actions'")
    if now.facts.phase in ("Actions", "Markers", *MARKER_PHASES) and now.hand and not table.save.over:
        problems.append(f"{now.where}.hand must be empty in the phase {now.facts.phase!r}")
    if table.save.turn % count != table.owner:
        problems.append(f"turn {table.save.turn} of {count} players is not that of player {table.owner}")
    if before is not None and now.facts.phase != "Displacement" and now.player != before.player:
        problems.append(f"{now.where}.player must be {before.player} in the phase {now.facts.phase!r}")
    problems += [f"players[{number}].unplacedMarkers must be empty: it is not this player's turn"
                 for number, seat in enumerate(table.seats) if seat.unplaced and number != table.owner]
    if problems:
        raise StateError(problems)


def first_members(table: SavedTable) -> Json:
    """What is the same in every phase."""
    return {
        "game": "teutonica", "board": table.board.name, "edition": "bigbox", "modules": [], "players": len(table.seats),
        "turn": table.owner, "turns": table.save.turn,
    }


# --- phases ---------------------------------------------------------------------------------------

def phase_of(table: SavedTable, remarks: list[Phrase]) -> Json:
    """Whose decision it is, and what is decided."""
    now, turn = table.now, table.before or table.now
    match now.facts.phase:
        case "Displacement":
            return displaced(table, turn)
        case "Markers":
            return plates(table)
        case "Collection" | "Movement":
            return moving(table, turn)
        case "Route":
            remarks.append(undo_claim(table, turn))
        case "Upgrade" | "Swap" | "Office" as phase:
            remarks.append(undo_marker(table, turn, MARKER_PHASES[phase]))
    return in_turn(table, turn)


def in_turn(table: SavedTable, turn: Stage) -> Json:
    """Between two actions."""
    return {"phase": "turn", "to_move": turn.player, "actions": actions_left(table, turn)}


def actions_left(table: SavedTable, turn: Stage) -> int:
    """What is left of the turn: older revisions count no actions for markers, and never turn them
    over."""
    seat = table.seats[turn.player]
    spent = sum(action.name not in ("marker-use", "done") for action in turn.actions)
    played = Counter(action.params.get("kind") for action in turn.actions if action.name == "marker-use")
    more = sum(actions * min(played[kind], seat.used.count(marker)) for kind, (marker, actions) in MORE_ACTIONS.items())
    left = seat.actions + more - spent
    if left < 0:
        raise StateError([f"{turn.where}.actions has {spent} actions, but players[{turn.player}] has {seat.actions + more}"])
    return left


def displaced(table: SavedTable, turn: Stage) -> Json:
    """The owner of a displaced piece puts it, then others (T13)."""
    now = table.now
    route, _ = place_in(table, turn, "displace", "post")
    put = sum(action.name == "displace-place" for action in now.actions)
    if len(now.hand) != (put == 0) or any(int(piece[0]) != now.player for piece in now.hand) or now.player == turn.player:
        raise StateError([f"{now.where}.hand must hold the displaced piece of players[{now.player}] until it is put"])
    if put:
        first, house = numbers_of(table, now, 0, "post")
        piece = table.roads[first].houses[house]
        if piece is None:
            raise StateError([f"{now.where}.actions[0].params.post must name the house of the displaced piece"])
    else:
        (piece,) = now.hand
    extras = {"t": 1, "m": 2}[piece[1]] - max(0, put - 1)
    if extras < 0:
        raise StateError([f"{now.where}.actions has more pieces than may be put for a displaced one [T13]"])
    if put and not extras:
        return in_turn(table, turn)
    return {
        "phase": "displaced", "to_move": now.player, "actions": actions_left(table, turn),
        "displaced": {"owner": now.player, "piece": piece[1], "put": put > 0, "extras": extras,
                      "route": table.roads[route].name},
    }


def plates(table: SavedTable) -> Json:
    """Markers are placed after a turn; when none is left, the next turn begins."""
    if table.seats[table.owner].unplaced:
        return {"phase": "plates", "to_move": table.owner, "actions": 0}
    following = (table.owner + 1) % len(table.seats)
    return {
        "phase": "turn", "turn": following, "to_move": following, "turns": table.save.turn + 1,
        "actions": table.seats[following].actions,
    }


def moving(table: SavedTable, turn: Stage) -> Json:
    """Pieces are lifted, or dropped.

    Our lifts and drops have an order, so that no set of them is listed twice; that program's have
    none. The order begins anew here, as if the last piece had come from the first route: so every
    lift and drop that is possible there is possible here.
    """
    now, first = table.now, table.board.routes[0].name
    seat = table.seats[turn.player]
    by_marker = bool(turn.actions) and turn.actions[-1].name == "marker-use"
    if by_marker and turn.actions[-1].params.get("kind") == "Move 3" and "move-3" not in seat.used and "move-3" in seat.ready:
        seat.ready.remove("move-3")         # older revisions never turn it over
        seat.used.append("move-3")
    facts: Json = {
        "what": "move-3" if by_marker else "move",
        "limit": 3 if by_marker else int(TRACK_VALUES["book"][seat.step("book")]),
        "held": [["", piece] for piece in now.hand],
    }
    if now.facts.phase == "Collection":
        lowest = next((f"{owner}t" for owner in range(len(table.seats)) if (owner == turn.player) != by_marker), None)
        phase, order = "lift", Json(after=[first, lowest] if now.hand else None)
    else:
        phase, order = "drop", Json(after=first, dropped=["", f"{turn.player}t"])
    return {"phase": phase, "to_move": turn.player, "actions": actions_left(table, turn), phase: facts | order}


# --- the end, and what lies where -----------------------------------------------------------------

def completed(table: SavedTable) -> int:
    """The completed cities (T32)."""
    return sum(len(printed) == len(table.board.city(code).offices) for code, (printed, _) in table.cities.items())


def ended(table: SavedTable) -> Json:
    """A game that is over: pieces in the hand are in the stock (T76)."""
    for piece in table.now.hand:
        table.seats[int(piece[0])].stock[piece[1]] += 1
    reasons = {
        "prestige": any(seat.points >= ENOUGH for seat in table.seats),
        "cities": completed(table) >= table.board.city_limit, "markers": not table.supply,
    }
    if not any(reasons.values()):
        raise StateError([f"the game is over, but nobody has {ENOUGH} points, markers are left, and only {completed(table)} "
                          "cities are completed [T70]"])
    return {"phase": "over", "to_move": None, "actions": 0, "result": {"reason": next(filter(reasons.get, reasons))}}


def endless(table: SavedTable) -> list[Phrase]:
    """Older revisions never end a game."""
    most = max(seat.points for seat in table.seats)
    if most < ENOUGH and completed(table) < table.board.city_limit:
        return []
    return [counted("the game continues with {points} points and {count} completed city; here the next claim ends it [T70]",
                    "the game continues with {points} points and {count} completed cities; here the next claim ends it [T70]",
                    completed(table), points=most)]


def contents(table: SavedTable, phase: str) -> Json:
    """What lies on desks, routes and in cities, and in the supply, whose order nobody knows here
    (D2)."""
    unplaced = table.seats[table.owner].unplaced
    seen = phase == "plates"
    routes = {road.name: {"house": [piece for piece in road.houses if piece], "marker": road.marker} for road in table.roads}
    return {
        "desks": [seat.desk() for seat in table.seats],
        "routes": routes,
        "cities": {code: {"offices": printed, "extra": extra[::-1]} for code, (printed, extra) in table.cities.items()},
        "special": {str(points): owner for (points, _), owner in zip(table.board.spaces, table.save.barrels, strict=True)},
        "supply": Counter([*table.supply, *(() if seen else unplaced)]),
        "pending": {"unseen": 0 if seen else len(unplaced),
                    "seen": [seat.unplaced if seen else [] for seat in table.seats]},
        "completed": completed(table),
        "connected": [number for number, seat in enumerate(table.seats) if seat.facts.linked],
    }
