"""For every route: what claiming it is worth, how many actions it still costs, and so what an action spent on it brings."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

from hansa.bots.sight import Sight
from hansa.bots.worth import Aim, Taste, Worth

OUT_OF_REACH = 60.0


@dataclass(frozen=True)
class Prospect:
    """A route as an undertaking: `rate` is points an action."""

    way: int
    aim: Aim
    cost: float
    rate: float


class Prospects:
    """All routes of a position in the eyes of a plan; `noise` makes the games of the same bots differ."""

    def __init__(self, sight: Sight, taste: Taste, rng: random.Random, noise: float) -> None:
        self.sight = sight
        self.taste = taste
        self.worth = Worth(sight, taste)
        self.piece_cost = taste.piece / min(sight.bank, 8)      # actions of income that a piece will cost
        self.ways = [self._prospect(way, 1 + noise * rng.uniform(-1, 1)) for way in range(len(sight.ground.ways))]

    @cached_property
    def ranked(self) -> list[Prospect]:
        """The routes, the best undertaking first."""
        return sorted(self.ways, key=lambda prospect: (-prospect.rate, prospect.way))

    @property
    def best(self) -> Prospect:
        """The best undertaking."""
        return self.ranked[0]

    def _prospect(self, way: int, luck: float) -> Prospect:
        """The best of what a claim of the route may be for, by the rate."""
        beside = self.worth.by_the_way(way)
        costs = {kind: self.cost(way, kind) for kind in (-1, 0, 1)}
        found = []
        for aim in self.worth.aims(way):
            worth = (aim.worth + beside) * luck
            found.append(Prospect(way, aim._replace(worth=worth), costs[aim.kind], self.rate(worth, costs[aim.kind])))
        return max(found, key=lambda prospect: prospect.rate)

    def rate(self, worth: float, cost: float) -> float:
        """Points an action for something that still costs so many actions."""
        sight = self.sight
        later = max(0, ceil((cost - 0.6 - sight.actions_left) / sight.actions_a_turn))
        if later >= sight.turns_left + 1 or cost >= OUT_OF_REACH:
            return worth * 0.01 / cost
        return worth * self.taste.patience**later / cost

    def with_pieces(self, way: int, count: int) -> float:
        """The rate of a route that gets so many more own pieces for nothing, as far as they have room."""
        prospect = self.ways[way]
        count = min(count, max(1, self.sight.free_houses[way] + self.sight.free_ships[way]))
        return self.rate(prospect.aim.worth, max(1.0, prospect.cost - count * (1 + self.piece_cost)))

    def cost(self, way: int, kind: int) -> float:
        """Actions until a route is claimed for something that needs a kind of piece (-1: any), the claim itself included."""
        sight = self.sight
        foes = sight.foes[way]
        houses, ships = sight.free_houses[way], sight.free_ships[way]
        wanting = houses + ships + len(foes)
        facts = sight.ground.ways[way]
        merchants = ships + sum(1 for slot, _ in foes if slot == facts.ship)
        if kind == 1 and not merchants and not sight.mine[way][1]:
            if not wanting:
                return OUT_OF_REACH
            merchants = 1
        if not wanting:
            return 1.0
        pieces = wanting + sum(1 + (piece & 1) for _, piece in foes)
        gifts = sum((0.6 + 0.5 * (piece & 1)) * self.taste.gift for _, piece in foes)
        have, more = sum(sight.supply), sum(sight.stock)
        short = max(0, pieces - have)
        incomes: float = ceil(short / sight.bank)
        if merchants > sight.supply[1]:
            incomes = max(incomes, 1) if merchants <= sight.supply[1] + sight.stock[1] else OUT_OF_REACH
        if short > more:
            incomes += 1.5 * (short - more)
        cost = 1 + wanting + max(incomes, pieces * self.piece_cost) + gifts / self.taste.action
        cost += self.taste.fight * len(foes)
        return min(OUT_OF_REACH, cost + (2.0 * wanting if facts.abroad else 0.0))

    # --- standing in the way ----------------------------------------------------------------------------------------

    def block(self, way: int) -> float:
        """What a piece in somebody's way brings: displaced, it comes back with another; else it holds them off."""
        sight = self.sight
        if not sight.foes[way] or any(sight.mine[way]) or not sum(sight.stock):
            return 0.0
        facts = sight.ground.ways[way]
        count: dict[int, int] = {}
        for _, piece in sight.foes[way]:
            count[piece >> 1] = count.get(piece >> 1, 0) + 1
        count.pop(sight.players, None)
        most = max(count.values(), default=0)
        room = facts.houses + facts.ships
        heat = 0.5 + 0.25 * (sight.fields["markers"][way] is not None) + 0.5 * bool(facts.develops) * self.worth.future
        return float(self.taste.block * heat * (most / (room - 1)) ** 1.5)

    # --- marching ---------------------------------------------------------------------------------------------------

    def keep(self, way: int) -> float:
        """What an own piece is worth where it stands, as a share of placing one anew."""
        best = max(self.best.rate, 0.1)
        return max(0.05, min(1.0, self.ways[way].rate / best)) * self.taste.keep

    def march(
        self, liftable: Iterable[tuple[int, int]], held: tuple[int, int], limit: int
    ) -> tuple[Prospect, list[tuple[int, int]]] | None:
        """The best use of a move (T18): where to go, and which (slot, kind) to lift beside those held already."""
        best: tuple[Prospect, list[tuple[int, int]]] | None = None
        slot_way = self.sight.ground.slot_way
        mine = 2 * self.sight.me
        pieces = [piece for piece in liftable for _ in range(self.sight.fields["slots"][piece[0]].count(mine + piece[1]))]
        by_value = sorted(pieces, key=lambda piece: (self.keep(slot_way[piece[0]]) + 0.1 * piece[1], piece))
        in_hand = sum(held)
        for prospect in self.ranked[:12]:
            way = prospect.way
            facts, room = self.sight.ground.ways[way], self.sight.free_houses[way]
            if facts.abroad or not room or prospect.aim.worth <= 0:
                continue
            others = [
                piece for piece in by_value
                if slot_way[piece[0]] != way and self.ways[slot_way[piece[0]]].rate < prospect.rate
            ]
            if prospect.aim.kind == 1 and not self.sight.mine[way][1] and not held[1]:
                others.sort(key=lambda piece: -piece[1])        # a merchant first; without one its house stays free
                room -= not others or not others[0][1]
            picks = sorted(others[: max(0, min(limit, room) - in_hand)])
            saved = min(room, in_hand + len(picks)) * (1 + self.piece_cost)
            spent = sum(self.keep(slot_way[slot]) for slot, _ in picks) + (0 if in_hand else 1)
            cost = max(1.0, prospect.cost - saved) + spent
            found = replace(prospect, cost=cost, rate=self.rate(prospect.aim.worth, cost))
            if (picks or in_hand) and (best is None or found.rate > best[0].rate):
                best = found, picks
        return best
