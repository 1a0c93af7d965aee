"""The turn by plan: the action that brings most, and the step that it begins with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hansa.bots.menu import Menu, at, beside, payment_of, piece_of
from hansa.bots.prospects import Prospect, Prospects
from hansa.bots.sight import BANK, TRACK_ENDS
from hansa.teutonica.names import MARKERS, TILES

CHEAP_PAYMENTS = (0, 2, 3, 1, 4)        # t, tt, tm, m, mm: traders first


class Choice(NamedTuple):
    """A move with what it is worth an action, and why in a few words."""

    rate: float
    code: int
    why: str


def choose_in_turn(prospects: Prospects, menu: Menu) -> Choice:
    """The move of the active player."""
    sight = prospects.sight
    choices = [*markers_used(prospects, menu), *favours(prospects, menu)]
    if sight.actions_left:
        choices += [*claims(prospects, menu), *undertakings(prospects, menu), *blocks(prospects, menu)]
    best = max(choices, key=lambda choice: choice.rate, default=None)
    if best is not None and best.rate > 0:
        return best
    if sight.actions_left and menu["income"]:
        return Choice(0.0, income(prospects, menu, False), "pieces for later")
    end = menu.only("end")
    return Choice(0.0, menu.codes[0] if end is None else end, "nothing is worth an action")


# --- claims ---------------------------------------------------------------------------------------------------------


def claims(prospects: Prospects, menu: Menu) -> Iterator[Choice]:
    """Every claim; one that ends the game is a win or a loss (T70), and judged as such."""
    sight, worth = prospects.sight, prospects.worth
    for code in menu.of("claim", "claim office", "claim extra", "claim develop", "claim special"):
        way = at(code)
        value = claim_worth(prospects, code, menu) + worth.by_the_way(way)
        after = sight.position.copy()
        after.play(code)
        if after.to_move is None:
            share = after.shares(sight.players)[sight.me]
            value = 50.0 * share if share else (10.0 if sight.too_long else -50.0)
        yield Choice(value, code, "claim")


def claim_worth(prospects: Prospects, code: int, menu: Menu) -> float:
    """The worth of step 3 of a claim (T23)."""
    worth, sight = prospects.worth, prospects.sight
    if code in menu["claim office"]:
        return worth.office(beside(code))
    if code in menu["claim extra"]:
        return worth.office(beside(code), extra=True) - 0.2 * piece_of(code)
    if code in menu["claim develop"]:
        return worth.steps[beside(code)]
    if code in menu["claim special"]:
        return sight.ground.spaces[beside(code)][0] * prospects.taste.special - 1.0
    return 0.0


# --- undertakings ---------------------------------------------------------------------------------------------------


def undertakings(prospects: Prospects, menu: Menu) -> Iterator[Choice]:
    """The first step towards the best routes; a move (T18) if it brings more pieces there for less."""
    sight = prospects.sight
    steps = 0
    for prospect in prospects.ranked:
        if prospect.rate <= 0 or steps == 3:
            break
        code = step(prospects, prospect, menu)
        if code is not None:
            steps += 1
            yield Choice(prospect.rate, code, f"towards {prospect.aim.what}")
    lifts = {(at(code), piece_of(code)): code for code in menu["lift"]}
    if lifts:
        march = prospects.march(lifts, (0, 0), sight.book)
        if march is not None and march[1]:
            yield Choice(march[0].rate, lifts[min(march[1])], f"move towards {march[0].aim.what}")


def step(prospects: Prospects, prospect: Prospect, menu: Menu) -> int | None:
    """The next action for a route that is not full: place, else displace, else fetch pieces."""
    sight, way = prospects.sight, prospect.way
    facts = sight.ground.ways[way]
    if not sight.free_houses[way] and not sight.free_ships[way] and not sight.foes[way]:
        return None
    needs_merchant = prospect.aim.kind == 1 and not sight.mine[way][1]
    kind = 1 if needs_merchant else 0
    places = {(at(code), piece_of(code)): code for code in menu["place"]}
    if sight.free_ships[way] and (facts.ship, 1) in places:
        return places[facts.ship, 1]
    for wanted in (kind, 1 - kind):
        if (facts.house, wanted) in places:
            return places[facts.house, wanted]
    paid = [code for code in menu["displace"] if at(code) in (facts.house, facts.ship)]
    if paid:
        return min(paid, key=lambda code: (piece_of(code) & 1, beside(code) != kind, CHEAP_PAYMENTS.index(payment_of(code))))
    wanting = sight.free_houses[way] + sight.free_ships[way] + len(sight.foes[way])
    if menu["income"] and not (facts.abroad and sum(sight.supply) > wanting + 3):
        return income(prospects, menu, needs_merchant or sight.free_ships[way] > 0)
    return None


def income(prospects: Prospects, menu: Menu, merchant: bool) -> int:
    """As much as the bank gives, a merchant among it; two pieces stay in the stock for displacements if nothing presses."""
    sight = prospects.sight
    stock, supply = sum(sight.stock), sum(sight.supply)

    def value(code: int) -> float:
        taken = at(code) + beside(code)
        bare = max(0, 2 - (stock - taken)) * (1.2 if supply + taken > 4 else 0.0)
        return taken - bare + (1.5 if merchant else 0.3) * min(beside(code), 1)

    return max(menu["income"], key=value)


def blocks(prospects: Prospects, menu: Menu) -> Iterator[Choice]:
    """A piece where somebody is about to finish: a merchant costs them more (T12)."""
    sight = prospects.sight
    for code in menu["place"]:
        value = prospects.block(sight.ground.slot_way[at(code)])
        if value > 0:
            yield Choice(value * (1.0 + 0.15 * piece_of(code)), code, "block")


# --- markers and favours --------------------------------------------------------------------------------------------


def markers_used(prospects: Prospects, menu: Menu) -> Iterator[Choice]:
    """Markers when they help: a step at once, actions when this turn's are spent, swaps for points."""
    sight, worth = prospects.sight, prospects.worth
    for code in menu["use develop"]:
        yield Choice(worth.steps[at(code)] + 20 * (worth.steps[at(code)] > 0), code, "develop")
    for code in menu["use"]:
        name = MARKERS[at(code)]
        if name.startswith("plus"):
            if not sight.actions_left and prospects.best.rate > 0:
                yield Choice(1.0, code, "more actions")
        elif sight.actions_left:
            way = blocked_way(prospects)
            if way is not None:
                yield Choice(30.0, code, "clear a route")
    for code in menu["use swap"]:
        gain = swap_gain(prospects, code)
        if gain >= (2.0 if sight.turns_left > 2.5 else 0.5):
            yield Choice(20.0 + gain, code, "swap")


def blocked_way(prospects: Prospects) -> int | None:
    """The best route among those where two or three pieces of others stand in the way."""
    sight = prospects.sight
    blocked = [
        prospect for prospect in prospects.ranked[:12]
        if 2 <= len(sight.foes[prospect.way]) <= 3 and prospect.aim.worth >= 4.0
    ]
    if not blocked:
        return None
    return max(blocked, key=lambda prospect: prospect.aim.worth / (1 + sight.free_houses[prospect.way])).way


def swap_gain(prospects: Prospects, code: int) -> float:
    """What a swap brings at the end as things stand, less what it brings the others."""
    sight = prospects.sight
    after = sight.position.copy()
    after.play(code)
    totals = [sum(points) for points in after.scores()]
    gains = [new - old for new, old in zip(totals, sight.totals, strict=True)]
    return gains[sight.me] - prospects.taste.gift * sum(gains[seat] for seat in range(sight.players) if seat != sight.me)


def favours(prospects: Prospects, menu: Menu) -> Iterator[Choice]:
    """T101: a tile costs two markers and the turn; the use of the markers and a turn's actions are its price."""
    sight, taste = prospects.sight, prospects.taste
    for code in menu["favour"]:
        value = tile_worth(prospects, TILES[at(code)])
        price = (sight.actions_left + 2.0) * taste.action
        if value > price:
            yield Choice(40.0 + value - price, code, f"favour {TILES[at(code)]}")


def tile_worth(prospects: Prospects, tile: str) -> float:
    """A favour in points (T102)."""
    sight, left = prospects.sight, prospects.sight.turns_left
    if tile == "extra-action":
        return (left - 1) * prospects.taste.action
    if tile == "double-cities":
        return 2.0 * sum(owner == sight.me for owner in sight.control) + 0.3 * left
    if tile == "master-abilities":
        ends = sum(sight.track[track] == TRACK_ENDS[track] for track in range(1, BANK + 1))
        return 3.0 * ends + 0.3 * left
    return 0.4 * left
