"""What claiming a route is worth to a plan, in points at the end of the game.

A plan is a `Taste`: the weights of the things a claim can bring. The shape of the value is the same for all plans: a step on
a track is worth what it brings in the turns that are left, an office its city, its network and its way across.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from hansa.bots.sight import ACTIONS, BANK, BOOK, KEYS, KEYS_VALUES, PRIVILEGE, TRACK_ENDS, Sight
from hansa.teutonica.names import MARKERS

MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21)      # T73 C
OFFICE, EXTRA, DEVELOP, SPECIAL, NOTHING = "office", "extra", "develop", "special", "nothing"


@dataclass(frozen=True)
class Taste:
    """A plan's weights. A plan is what it rates above the defaults, which random tastes found."""

    # The steps of the tracks, against what they bring in the turns left.
    actions: float = 1.35
    later: float = 0.8          # the steps of the actions track after the first, beside `actions`
    privilege: float = 0.9
    book: float = 0.9
    bank: float = 0.85
    keys: float = 0.9
    # Points.
    prestige: float = 1.0       # those that come at once
    control: float = 0.95       # controlling cities (T21, T73 E)
    hold: float = 1.1           # of that, the points at the end
    busy: float = 4.8           # and the prestige that the busiest city brings in a long game
    network: float = 1.15       # growing the largest group (T73 F)
    reach: float = 0.35         # a new city apart from the largest group, against one in it
    office: float = 0.3         # an office as such, wherever it is
    connection: float = 1.0     # the way across (T33)
    special: float = 0.85       # special prestige (T37)
    marker: float = 1.1         # markers, for their points (T73 C)
    use: float = 1.1            # and for their use
    end: float = 1.0            # hastening the end while ahead, holding it off while behind
    gift: float = 0.32          # points for another seat, as points lost
    # Work.
    action: float = 0.9         # what an action is worth, in points
    piece: float = 0.75         # actions of income for the bank's worth of pieces
    fight: float = 0.3          # actions that others' pieces on a route cost beyond their displacement: they fight back
    patience: float = 0.9       # what is finished a turn later is worth so much of itself: others come between
    keep: float = 0.95          # how dear pieces are where they stand
    block: float = 1.0          # standing where others must displace it
    # Laying markers:
    soon: float = 0.85          # where one is about to claim,
    toll: float = 1.0           # beside one's own cities,
    shelter: float = 0.15       # on long routes, which others claim less readily.


class Aim(NamedTuple):
    """What a claim of a route is for: its worth, and what it does (`what`, and a city, track or space)."""

    worth: float
    what: str
    where: int
    kind: int = -1              # the kind of piece that an office or space needs; -1 any


class Worth:
    """The worth of every claim in a position."""

    def __init__(self, sight: Sight, taste: Taste) -> None:
        self.sight = sight
        self.taste = taste
        self.left = sight.turns_left
        self.future = min(1.0, (self.left - 1) / 8)       # how much of a long-lived thing's use is still to come
        self.keys_at_end = KEYS_VALUES[sight.track[KEYS]] + 0.8 * self.future * (sight.track[KEYS] < 4)
        self.largest = max(sight.group_size, default=0)
        self._office_worth: dict[tuple[int, bool], float] = {}
        self.steps = [self._step(track) for track in range(5)]

    def aims(self, way: int) -> list[Aim]:
        """What may be done in step 3 of a claim (T23), each with its own worth."""
        sight, facts = self.sight, self.sight.ground.ways[way]
        found = [Aim(0.0, NOTHING, -1)]
        found += [Aim(self.steps[track], DEVELOP, track) for track in facts.develops if sight.track[track] < TRACK_ENDS[track]]
        for city in facts.cities:
            town = sight.ground.towns[city]
            printed = sight.fields["cities"][city][0]
            if len(printed) < len(town.offices):
                colour, kind, _ = town.offices[len(printed)]
                if colour <= sight.privilege:
                    found.append(Aim(self.office(city), OFFICE, city, kind))
            if sight.desk["unused"][0] and (printed or town.green):
                found.append(Aim(self.office(city, extra=True), EXTRA, city))
        if facts.special:
            for space, (points, colour) in enumerate(sight.ground.spaces):
                if colour <= sight.privilege and sight.fields["spaces"][space] is None:
                    found.append(Aim(points * self.taste.special - 1.0, SPECIAL, space, 1))
        return found

    def by_the_way(self, way: int) -> float:
        """Prestige for control (T21) and the marker of the route (T22, T25)."""
        sight, taste, facts = self.sight, self.taste, self.sight.ground.ways[way]
        worth = 0.0
        for city in facts.cities:
            owner = sight.control[city]
            if owner == sight.me:
                worth += taste.prestige
            elif owner is not None and owner < sight.players:
                worth -= taste.gift
        marker = sight.fields["markers"][way]
        if marker is not None:
            worth += self.marker(marker) + self.haste(1 / 12) + 6.0 * sight.too_long
        if facts.permanent:
            worth += PERMANENT_WORTH[facts.permanent] * (0.4 + 0.6 * self.future)
        return worth

    def marker(self, marker: int) -> float:
        """A marker: half of what two more would bring, and its use."""
        have = sum(self.sight.desk["unused"]) + sum(self.sight.desk["used"])
        curve = (MARKER_POINTS[min(have + 2, 12)] - MARKER_POINTS[min(have, 12)]) / 2
        use = MARKER_USE[MARKERS[marker]] * min(1.0, 0.3 + self.future)
        return self.taste.marker * curve + self.taste.use * use

    def haste(self, share: float) -> float:
        """What bringing the end nearer by a share of the game is worth: good while ahead, bad while behind."""
        lead = max(-12.0, min(12.0, self.sight.lead))
        return self.taste.end * share * lead * (1.2 - self.future)

    def _step(self, track: int) -> float:
        """One step of a track: its use in the turns left, 4 points for its end (T73 B), the piece it frees."""
        sight, taste, left, future = self.sight, self.taste, self.left, self.future
        step = sight.track[track]
        if step >= TRACK_ENDS[track]:
            return 0.0
        last = 4.0 if step == TRACK_ENDS[track] - 1 else 1.0 * future
        if track == ACTIONS:
            shown = (1.0, 0.4, 0.85, 0.35, 0.7)[step] * taste.action * (left - 1) * (taste.later if step else 1.0)
            return taste.actions * (shown + (step % 2 == 0) * taste.action) + last + 0.4
        if track == KEYS:
            grown = max(self.largest, 1) + 3.5 * future
            return taste.keys * (1.0, 0.4, 0.9, 0.9)[step] * grown + 0.4
        if track == PRIVILEGE:
            return taste.privilege * self._opened() + last + 0.4
        if track == BOOK:
            return taste.book * (3.0, 2.0, 1.2)[step] * future + last + 1.0
        assert track == BANK
        return taste.bank * (2.6, 1.3, 0.6)[step] * future + last + 0.4

    def _opened(self) -> float:
        """What the next colour opens: the offices that would be taken with it, against those that would be without."""
        sight = self.sight
        count = max(1, round(min(6.0, 0.6 * self.left)))
        now, then = [], []
        for city, (town, (printed, _)) in enumerate(zip(sight.ground.towns, sight.fields["cities"], strict=True)):
            if len(printed) < len(town.offices):
                colour = town.offices[len(printed)][0]
                if colour <= sight.privilege + 1:
                    then.append(self.office(city))
                if colour <= sight.privilege:
                    now.append(then[-1])
        gain = sum(sorted(then)[-count:]) - sum(sorted(now)[-count:])
        return 0.6 * gain + 2.0 * self.future

    def office(self, city: int, extra: bool = False) -> float:
        """An office in a city, printed or extra."""
        known = self._office_worth.get((city, extra))
        if known is None:
            known = self._office_worth[city, extra] = self._office(city, extra)
        return known

    def _office(self, city: int, extra: bool) -> float:
        sight, taste = self.sight, self.taste
        town, me = sight.ground.towns[city], sight.me
        filled = len(sight.fields["cities"][city][0])
        worth = taste.office - 0.6
        if not extra and not town.green:
            worth += town.offices[filled][2] * taste.prestige
            worth -= 0.4 * town.offices[filled][1]
            if filled + 1 == len(town.offices):
                worth += self.haste(1 / sight.ground.city_limit)
        worth += taste.control * self._control(city, extra)
        if me not in sight.held[city]:
            worth += self._reach(city) + 1.0 * town.countries
            if sight.ground.missions and sight.desk["mission"] is not None and sight.desk["mission"] < 9:
                worth += 1.8 * (city in sight.ground.missions[sight.desk["mission"]])
        return worth

    def _control(self, city: int, extra: bool) -> float:
        """Two points at the end (T73 E) and prestige from claims nearby (T21), as far as control will last."""
        sight = self.sight
        town, held, me = sight.ground.towns[city], sight.held[city], sight.me
        mine = held.get(me, 0) + 1
        most = max((count for owner, count in held.items() if owner != me), default=0)
        if sight.control[city] == me:
            return 0.3
        if mine < most or (mine == most and extra):
            return 0.1
        free = len(town.offices) - len(sight.fields["cities"][city][0]) - (not extra)
        safe = 1.0 if free <= 0 else max(0.3, 1.0 - 0.5 * self.future)
        earned = self.taste.busy * town.busy * self.future * (0.8 if free <= 0 else 0.55)
        taken = 0.8 if sight.control[city] is not None else 0.0
        return 2.0 * self.taste.hold * safe + earned + taken

    def _reach(self, city: int) -> float:
        """A new city: the network it makes (T73 F), the way across (T33)."""
        sight, taste = self.sight, self.taste
        size = sight.joined(city)
        growth = size - self.largest if size > self.largest else taste.reach + 0.1 * size * self.future
        worth = taste.network * self.keys_at_end * growth
        connected = sight.fields["connected"]
        if sight.me not in connected and len(connected) < len(sight.ground.connection_points):
            wanting, on_it = sight.way_across
            if city in on_it:
                points = sight.ground.connection_points[len(connected)]
                worth += taste.connection * points / wanting * 0.8 ** (wanting - 1) * (1.0 if wanting < 3 else self.future)
        return worth


MARKER_USE = {
    "extra-office": 2.0, "swap": 1.2, "plus-3": 3.0, "plus-4": 4.0, "develop": 4.5, "move-3": 1.5, "remove-3": 1.5,
}
PERMANENT_WORTH = {
    "move-2-any": 0.8, "develop-privilege": 2.5, "post-in-green-city": 2.5, "place-2-from-route": 1.5, "place-2-abroad": 1.5,
}
