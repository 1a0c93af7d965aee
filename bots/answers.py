"""Everything but the turn: pieces displaced, lifted and dropped, markers placed, permanent markers, neutral offices."""

from __future__ import annotations

from hansa.bots.menu import Menu, at, beside, piece_of
from hansa.bots.prospects import Prospects
from hansa.bots.turn import Choice, blocked_way
from hansa.bots.worth import MARKER_USE
from hansa.teutonica.names import MARKERS


def best_of(choices: list[Choice]) -> Choice:
    """The best; of equals the first."""
    return max(choices, key=lambda choice: choice.rate)


def displaced(prospects: Prospects, menu: Menu) -> Choice:
    """Where a displaced piece and its extras go: to the route that they further most, or into somebody's way (T13)."""
    sight = prospects.sight
    if sight.fields["owner"] != sight.me:
        return displaced_neutral(prospects, menu)
    choices = []
    pieces = sight.fields["left"] + (not sight.fields["put"])
    for code in menu.of("put", "add"):
        way = sight.ground.slot_way[at(code)]
        choices.append(Choice(1.0 + spot(prospects, way, piece_of(code), pieces), code, "put"))
    for code in menu["add from"]:
        there, here = sight.ground.slot_way[at(code)], sight.ground.slot_way[beside(code)]
        gain = spot(prospects, there, piece_of(code)) - spot(prospects, here, piece_of(code))
        choices.append(Choice(gain - 0.3 if there != here else -1.0, code, "put"))
    done = menu.only("done")
    if done is not None:
        choices.append(Choice(0.0, done, "enough"))
    return best_of(choices)


def spot(prospects: Prospects, way: int, kind: int, pieces: int = 1) -> float:
    """What a piece is worth on a free place of a route, if it is one of so many to be put now."""
    sight = prospects.sight
    aim = prospects.ways[way].aim
    needed = 0.2 * (kind == 1 and aim.kind == 1 and not sight.mine[way][1])
    return max(prospects.with_pieces(way, pieces), 0.0) + needed + 0.5 * prospects.block(way)


def displaced_neutral(prospects: Prospects, menu: Menu) -> Choice:
    """T91: where neutral traders are in the other player's way, and not in one's own."""
    sight = prospects.sight

    def nuisance(code: int) -> float:
        way = sight.ground.slot_way[at(code)]
        others = sum(1 for _, piece in sight.foes[way] if piece >> 1 != sight.players)
        return others - sum(sight.mine[way]) - 0.3 * max(prospects.ways[way].rate, 0.0)

    choices = [Choice(nuisance(code), code, "in their way") for code in menu.of("put", "add", "add from")]
    done = menu.only("done")
    return best_of(choices) if done is None else best_of([*choices, Choice(0.0, done, "enough")])


# --- lifting and dropping -------------------------------------------------------------------------------------------


def lifting(prospects: Prospects, menu: Menu) -> Choice:
    """The phases `lift` and `drop`: own pieces where they make the best route, others out of the way."""
    if menu.of("lift piece", "drop piece"):
        return others_moved(prospects, menu)
    sight = prospects.sight
    held = sight.fields["held"]
    in_hand = (sum(1 for _, piece in held if not piece & 1), sum(1 for _, piece in held if piece & 1))
    lifts = {(at(code), piece_of(code)): code for code in menu["lift"]}
    march = prospects.march(lifts, in_hand, sight.fields["limit"])
    if march is not None and march[1]:
        return Choice(march[0].rate, lifts[min(march[1])], "lift")
    goal = -1 if march is None else march[0].way

    def value(code: int) -> float:
        way = sight.ground.slot_way[at(code)]
        return spot(prospects, way, piece_of(code)) + 5.0 * (way == goal)

    if menu["drop"]:
        return best_of([Choice(value(code), code, "drop") for code in menu["drop"]])
    return Choice(0.0, menu.codes[0], "lift")


def others_moved(prospects: Prospects, menu: Menu) -> Choice:
    """T50, T61: pieces of others off the route that they block, to where they help nobody."""
    sight = prospects.sight
    goal = blocked_way(prospects)
    for code in menu["lift piece"]:
        if piece_of(code) >> 1 != sight.me and sight.ground.slot_way[at(code)] == goal:
            return Choice(1.0, code, "out of the way")
    done = menu.only("done")
    if done is not None:
        return Choice(0.0, done, "nobody in the way")

    def harm(code: int) -> float:
        way = sight.ground.slot_way[at(code)]
        owner = piece_of(code) >> 1
        if owner == sight.me:
            return -spot(prospects, way, piece_of(code) & 1)
        same = sum(1 for _, piece in sight.foes[way] if piece >> 1 == owner)
        return max(prospects.ways[way].rate, 0.0) + 0.5 * same + 2.0 * (sum(sight.mine[way]) > 0) + 3.0 * (way == goal)

    drops = menu["drop piece"]
    if drops:
        return best_of([Choice(-harm(code), code, "out of the way") for code in drops])
    return Choice(0.0, menu.codes[0], "lift")


def removing(prospects: Prospects, menu: Menu) -> Choice:
    """T50 `remove-3`: pieces of others off the route that they block."""
    sight = prospects.sight
    goal = blocked_way(prospects)
    choices = []
    for code in menu["remove"]:
        way, owner = sight.ground.slot_way[at(code)], piece_of(code) >> 1
        own = owner == sight.me
        value = -5.0 if own else 1.0 + 5.0 * (way == goal) + max(prospects.ways[way].rate, 0.0) + (piece_of(code) & 1)
        choices.append(Choice(value, code, "out of the way"))
    done = menu.only("done")
    if done is not None:
        choices.append(Choice(2.0, done, "enough"))
    return best_of(choices)


# --- markers --------------------------------------------------------------------------------------------------------


def plates(prospects: Prospects, menu: Menu) -> Choice:
    """Where a marker goes (T55): on a route one is about to claim, or where one's own cities earn from who comes."""
    sight = prospects.sight

    def value(code: int) -> float:
        way, use = at(code), MARKER_USE[MARKERS[beside(code)]]
        facts = sight.ground.ways[way]
        owners = [sight.control[city] for city in facts.cities]
        mine = sum(owner == sight.me for owner in owners)
        theirs = sum(owner is not None and owner != sight.me for owner in owners)
        rate = max(prospects.rate(prospects.ways[way].aim.worth + use, prospects.ways[way].cost), 0.0)
        taste = prospects.taste
        return taste.soon * rate + taste.toll * mine - 0.3 * theirs + taste.shelter * facts.houses

    return best_of([Choice(value(code), code, "marker") for code in menu["marker"]])


def bonus(prospects: Prospects, menu: Menu) -> Choice:
    """T60 to T64, T87: permanent markers."""
    sight = prospects.sight
    if menu["lift piece"]:
        return others_moved(prospects, menu)
    choices = [Choice(1.0 + spot(prospects, sight.ground.slot_way[at(code)], piece_of(code)), code, "put")
               for code in menu["put"]]
    choices += [Choice(prospects.worth.steps[at(code)], code, "develop") for code in menu["develop"]]
    choices += [Choice(prospects.worth.office(at(code)) - 0.3 * piece_of(code), code, "green city") for code in menu["green"]]
    for code in menu["put from"]:
        there, here = sight.ground.slot_way[at(code)], sight.ground.slot_way[beside(code)]
        gain = spot(prospects, there, piece_of(code)) - spot(prospects, here, piece_of(code))
        choices.append(Choice(gain - 0.3, code, "put"))
    done = menu.only("done")
    if done is not None:
        choices.append(Choice(0.0, done, "nothing to gain"))
    return best_of(choices)


def neutral_office(prospects: Prospects, menu: Menu) -> Choice:
    """T92: the city where the neutral office costs least, by the points as they stand."""
    sight = prospects.sight

    def value(code: int) -> float:
        after = sight.position.copy()
        after.play(code)
        if after.to_move is None:
            return 100.0 * after.shares(sight.players)[sight.me] - 50.0
        totals = [sum(points) for points in after.scores()]
        return totals[sight.me] - max(total for seat, total in enumerate(totals) if seat != sight.me)

    return best_of([Choice(value(code), code, "neutral office") for code in menu.codes])
