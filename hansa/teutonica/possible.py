"""Whether a position that could be read is possible at all: every problem, each with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hansa.boards import Board
from hansa.phrases import Phrase, say
from hansa.phrases import seat as seat_name
from hansa.teutonica.fields import Bonus, Displaced, Drop, Fields, Lift, Remove
from hansa.teutonica.names import (
    COUNTRIES,
    LIFTINGS,
    MARKERS,
    MERCHANTS,
    MODULES,
    PERMANENTS,
    TILES,
    TRACK_VALUES,
    TRACKS,
    TRADERS,
    UNKNOWN_MISSION,
    amount,
    piece_text,
)
from hansa.teutonica.setup import modules_allowed

MOST_OF_A_MARKER = 15       # what the engine counts with
MOST_ACTIONS = 200


def impossibilities(fields: Fields, board: Board) -> list[Phrase]:
    """Everything that is wrong with the position; empty if it is possible."""
    return [
        *crowded_places(fields, board),
        *pieces_lost(fields, board),
        *city_problems(fields, board),
        *module_problems(fields, board),
        *marker_problems(fields, board),
        *mover_problems(fields),
        *phase_problems(fields, board),
    ]


def desk_pieces(track: Sequence[int]) -> tuple[int, int]:
    """T2: the traders and merchants that are still on a desk."""
    steps = {name: len(TRACK_VALUES[name]) - 1 - taken for name, taken in zip(TRACKS, track, strict=True)}
    merchants = steps.pop("book")
    return sum(steps.values()), merchants


def crowded_places(fields: Fields, board: Board) -> Iterator[Phrase]:
    """D5, T11: no more pieces than places, no traders on ships, no more offices than printed."""
    for route, content in zip(board.routes, fields.routes, strict=True):
        ships = sum(house.ship for house in route.houses)
        for shape, pieces, room in (("house", content.house, len(route.houses) - ships), ("ship", content.ship, ships)):
            if len(pieces) > room:
                yield say(
                    "routes.{route}.{shape} has {count} pieces in {room} places",
                    route=route.name, shape=shape, count=len(pieces), room=room)
        if any(piece & 1 == 0 for piece in content.ship):
            yield say("routes.{route}.ship has a trader; ships take merchants only [T11]", route=route.name)
    for city, facts in zip(board.cities, fields.cities, strict=True):
        if len(facts.printed) > len(city.offices):
            yield say(
                "cities.{city} has {count} offices, but {places} are printed",
                city=city.code, count=len(facts.printed), places=len(city.offices))


def pieces_lost(fields: Fields, board: Board) -> Iterator[Phrase]:
    """T1: the pieces of each player are all there."""
    owned: Counter[int] = Counter()
    for pieces in fields.slots(board):
        owned.update(pieces)
    for city in fields.cities:
        owned.update([*city.printed, *city.unprinted])
    owned.update(2 * seat + 1 for seat in fields.special if seat is not None)
    owned.update(piece for _, piece in fields.held)
    if isinstance(fields.data, Displaced) and not fields.data.put:
        owned[2 * fields.data.owner + fields.data.kind] += 1
    for seat, desk in enumerate(fields.desks):
        on_desk = desk_pieces(desk.track)
        for kind, whole in enumerate((TRADERS, MERCHANTS)):
            count = desk.stock[kind] + desk.supply[kind] + on_desk[kind] + owned[2 * seat + kind]
            if count != whole:
                what = (say("traders"), say("merchants"))[kind]
                yield say(
                    "{player} has {count} {what} in all, not {whole} [T1]",
                    player=seat_name(seat), count=count, what=what, whole=whole)


def city_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """T30, T32, T38, T65: extra offices without a printed one; the number of completed cities."""
    completed = 0
    for city, facts in zip(board.cities, fields.cities, strict=True):
        printed, unprinted = facts.printed, facts.unprinted
        if city.green:
            completed += bool(unprinted)
            continue
        completed += len(printed) == len(city.offices)
        if unprinted and not printed:
            yield say("{city} has an extra office, but its first printed office is free [T38]", city=city.code)
        if any(piece >> 1 == fields.players for piece in unprinted):
            yield say("{city} has an extra office of the neutral owner [T92]", city=city.code)
    if fields.completed != completed:
        yield say(
            "completed is {completed}, but {count} cities are completed [T32]",
            completed=fields.completed, count=completed)


def module_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """T100 to T102."""
    players = fields.players
    chosen = [name for number, name in enumerate(MODULES) if fields.modules >> number & 1]
    if chosen and not modules_allowed(board.name, players):
        yield say(
            "modules are for 3 to 5 players on the Hansa boards, not {players} on {board} [T100]",
            players=players, board=board.name)
    cards = [desk.mission for desk in fields.desks]
    if "missions" in chosen:
        without = [seat for seat, card in enumerate(cards) if card is None]
        yield from (say("{player} has no mission card [T100]", player=seat_name(seat)) for seat in without)
        known = [card for card in cards if card not in (None, UNKNOWN_MISSION)]
        if len(set(known)) < len(known):
            yield say("two seats have the same mission card [T100]")
    elif any(card is not None for card in cards):
        yield say("a mission card is dealt, but the module 'missions' is not chosen [T100]")
    tiles = [*fields.favours_open, *(tile for tile, _ in fields.taken_tiles)]
    if "favours" not in chosen and tiles:
        yield say("there are favours, but the module 'favours' is not chosen [T101]")
    if "favours" not in chosen and fields.begun:
        yield say("begun is only for the module 'favours' [T101]")
    twice = [TILES[tile] for tile, count in Counter(tiles).items() if count > 1]
    yield from (say("the favour {name} is there twice [T101]", name=repr(name)) for name in twice)


def marker_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """T22, T33, T60, T81: markers, the connection and permits."""
    if fields.pending.unseen > sum(fields.supply):
        yield say(
            "{unseen} pending markers are unseen, but the supply has {supply} [T22]",
            unseen=fields.pending.unseen, supply=sum(fields.supply))
    for route, content in zip(board.routes, fields.routes, strict=True):
        if content.marker is not None and route.permanent_marker:
            yield say("{route} has a marker beside its permanent one [T55]", route=route.name)
        if content.marker is not None and route.region:
            yield say(
                "{route} has a marker, but lies in {country} [T85]",
                route=route.name, country=route.region.title())
    totals = Counter(route.marker for route in fields.routes if route.marker is not None)
    of_desks = [counts for desk in fields.desks for counts in (desk.unused, desk.used)]
    for counts in [fields.supply, *of_desks, *fields.pending.seen]:
        totals.update(dict(enumerate(counts)))
    for marker, count in totals.items():
        if count > MOST_OF_A_MARKER:
            yield say(
                "there are {count} markers {marker} in all; no game has more than {most} [T3]",
                count=count, marker=MARKERS[marker], most=MOST_OF_A_MARKER)
    unused = fields.desks[fields.turn].unused
    to_come = 3 * unused[MARKERS.index("plus-3")] + 4 * unused[MARKERS.index("plus-4")]
    if fields.actions + to_come > MOST_ACTIONS:
        yield say(
            "{actions} actions and {to_come} more by markers are more than any turn has [T47]",
            actions=fields.actions, to_come=to_come)
    for what, named, rule in (("connected", fields.connected, "T33"), ("permits_spent", fields.permits_spent, "T81")):
        if len(set(named)) < len(named):
            yield say("{what} names one twice [{rule}]", what=what, rule=rule)


def mover_problems(fields: Fields) -> Iterator[Phrase]:
    """D1: who is to move in which phase."""
    phase, turn, mover = fields.phase_name, fields.turn, fields.to_move
    expected: int | str | None = turn
    if phase == "over":
        expected = None
    elif phase == "draw":
        expected = "*"
    elif isinstance(fields.data, Displaced):
        owner = fields.data.owner
        expected = 1 - turn if owner == fields.players else owner
        if owner == turn:
            yield say("displaced.owner must be another than the seat whose turn it is [T12]")
            return
    elif phase == "toll":
        takers = [owner for tile, owner in fields.taken_tiles if TILES[tile] == "income" and owner != turn]
        if not takers or fields.desks[takers[0]].stock[0] == 0:
            yield say("nobody may take a trader for another's income here [T102]")
            return
        expected = takers[0]
    if mover != expected:
        yield say(
            "to_move must be {expected} in the phase {phase} of {player}'s turn, not {mover} [D1]",
            expected=repr(expected), phase=repr(phase), player=seat_name(turn), mover=repr(mover))
    if phase in ("draw", "plates", "over") and fields.actions:
        yield say("actions must be 0 in the phase {phase}: the turn or the game has ended [T9]", phase=repr(phase))


def phase_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """That the data of the phase leave something to decide."""
    if fields.phase_name == "draw" and not fields.pending.unseen:
        yield say("no pending marker is left to draw [T54]")
    elif fields.phase_name == "neutral" and fields.players != 2:
        yield say("the neutral owner plays with two players only [T90]")
    match fields.data:
        case Displaced():
            yield from displaced_problems(fields, fields.data, board)
        case Lift() | Drop():
            yield from chain_problems(fields, fields.data, board)
        case Remove():
            if fields.data.left == 0:
                yield say("remove.left must be 1 to 3: something must be left to decide [T50]")
            if (fields.data.after is None) != (fields.data.left == 3):
                yield say("remove.after must be the last piece removed, null only while remove.left is 3 [T50]")
        case Bonus():
            yield from bonus_problems(fields, fields.data, board)


def displaced_problems(fields: Fields, data: Displaced, board: Board) -> Iterator[Phrase]:
    """T13 to T17."""
    owner, players, kind = data.owner, fields.players, data.kind
    own_tiles = [TILES[tile] for tile, taker in fields.taken_tiles if taker == owner]
    if owner == players and kind:
        yield say("the neutral owner has no merchants [T90]")
    most = 2 if kind or "extra-displaced" in own_tiles else 1
    if data.extras > most:
        yield say(
            "displaced.extras is {extras}, but at most {most} may be put too [T13]",
            extras=data.extras, most=most)
    if data.put:
        if data.extras == 0:
            yield say("the displaced piece and all extras are put: nothing is left to decide [D6]")
        return
    route = board.routes[data.route]
    allowed = {route.region, ""}
    for slot, free in free_places(fields, board):
        there, _, ship = slot.partition("/")
        if not free or (ship and kind == 0):
            continue
        if "displace-anywhere" in own_tiles or (there != route.name and board.route(there).region in allowed):
            return
    yield say("the displaced piece has nowhere to go [T17]")


def chain_problems(fields: Fields, data: Lift | Drop, board: Board) -> Iterator[Phrase]:
    """T18, T50, T61: what is held, and that it can be dropped."""
    phase, held, limit = fields.phase_name, data.held, data.limit
    what = LIFTINGS[data.what]
    most = {"move": 0, "move-3": 3, "move-2-any": 2}[what]
    if what == "move":
        most = int(TRACK_VALUES["book"][fields.desks[fields.turn].book])
    if limit != most:
        yield say(
            "{phase}.limit must be {most} for {what} here, not {limit} [T18]",
            phase=phase, most=most, what=what, limit=limit)
    if len(held) > limit:
        yield say("{count} pieces are held, but at most {limit} may be lifted [T18]", count=len(held), limit=limit)
    if isinstance(data, Drop) and not held:
        yield say("drop.held is empty: nothing is left to decide [T18]")
    if isinstance(data, Lift) and (data.after is None) != (not held):
        yield say("lift.after must be the last piece lifted, null only while none is held [T18]")
    if isinstance(data, Lift) and not held and what != "move-3":
        yield say("lift.held is empty, but the first lift of {what} begins the phase [T18]", what=repr(what))
    for _, piece in held:
        if what == "move" and piece >> 1 != fields.turn:
            yield say(
                "a move action holds {piece}, which is not one's own [T18]",
                piece=piece_text(piece, fields.players))
        if what == "move-3" and piece >> 1 == fields.turn:
            yield say("move-3 lifts pieces of other players only [T50]")
    if what != "move-2-any" and data.unreplaced:
        yield say("{phase}.unreplaced is only for the bonus of a claim [T25]", phase=phase)
    if any(country and COUNTRIES[country] not in {route.region for route in board.routes} for country, _ in held):
        yield say("{phase}.held names a country that is not on the board {board}", phase=phase, board=board.name)
    yield from undroppable(fields, board)


def undroppable(fields: Fields, board: Board) -> Iterator[Phrase]:
    """Every piece held has left a free place in its country: in a game they stay free for it."""
    room: Counter[str] = Counter()
    houses: Counter[str] = Counter()
    for slot, free in free_places(fields, board):
        route, _, ship = slot.partition("/")
        room[board.route(route).region] += free
        houses[board.route(route).region] += 0 if ship else free
    for number, country in enumerate(COUNTRIES):
        pieces = [piece for there, piece in fields.held if there == number]
        traders = sum(1 for piece in pieces if piece & 1 == 0)
        if traders > houses[country] or len(pieces) > room[country]:
            yield say("the pieces held cannot all be dropped in {country} [T18]", country=country.title() or "England")


def bonus_problems(fields: Fields, data: Bonus, board: Board) -> Iterator[Phrase]:
    """T60 to T64, T87."""
    marker = PERMANENTS[data.marker]
    if marker not in {route.permanent_marker for route in board.routes}:
        yield say(
            "no route of the board {board} has the permanent marker {marker} [T60]",
            board=board.name, marker=repr(marker))
    most = 1 if marker in ("develop-privilege", "post-in-green-city") else 2
    least = 2 if marker == "move-2-any" else 1
    if not least <= data.left <= most:
        yield say(
            "bonus.left must be {least} to {most} for {marker}, not {left} [T25]",
            least=least, most=most, marker=marker, left=data.left)
    pieces, stock = data.pieces, fields.desks[fields.turn].stock
    if sum(pieces) > 4 or (marker == "place-2-from-route" and any(pieces[kind] > stock[kind] for kind in range(2))):
        yield say(
            "bonus.pieces is {amount}, which the claim cannot have sent to the stock [T64]",
            amount=repr(amount(*pieces)))


def free_places(fields: Fields, board: Board) -> Iterator[tuple[str, int]]:
    """Every class of places with how many of them are free."""
    for slot, pieces in zip(board.slots, fields.slots(board), strict=True):
        route, _, ship = slot.partition("/")
        yield slot, sum(1 for house in board.route(route).houses if house.ship == bool(ship)) - len(pieces)
