"""What happened in the games of one setup, counted: who did what in which round, and what became of
it.

>>> from hansa.board_entry import BoardSetup
>>> from hansa.exploring.games import play_game
>>> counts = Counts()
>>> for number in range(2):
...     counts.add(play_game(BoardSetup("hansa-23", 2), number, simulations=4))
>>> counts.games, sum(counts.ends.values()), round(counts.outcomes["seat", "0", 0].games)
(2, 2, 2)
>>> Counts.from_json(counts.to_json()) == counts
True
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hansa.exploring.deeds import deed_text, deeds_of, first_turn_text
from hansa.exploring.gifts import GiftValue
from hansa.exploring.outcomes import Mean, Outcome
from hansa.games import GAMES
from hansa.json_lines import Json
from hansa.record import Record

__all__ = ["Counts", "Key"]

PLAN = 2                # deeds that make a plan: what a seat brings about first
MOST_KEPT = 60          # first turns and plans of a setup; the rarer ones are left out of a file
# What is counted: a topic, a name, and the round in which it came (from 1; 0 where that means nothing).
Key = tuple[str, str, int]
FREE_TEXTS = ("first turn", "plan")     # topics with names without number


@dataclass
class Counts:
    """All that is counted of a setup.

    Topics of `outcomes`: `seat`; `upgrade` ("actions 2" is the second step on that track), `city`
    (the first office there), `control` (controlled for the first time), `marker` (used for the
    first time), `special`; `leader` (alone has most points of a category), `steps` (the number
    of steps on a track at the end: "actions 5"); `first turn` and `plan`. `income` says how many
    routes beside a city were claimed while the seat that controlled it first did so. `gifts` says
    what a step on a track, a marker or an office was worth to a seat that got it for nothing at the
    beginning of its turn.
    """

    games: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    winning: Counter[int] = field(default_factory=Counter)         # points of winners
    rounds: Counter[int] = field(default_factory=Counter)          # of a game
    moves: Mean = field(default_factory=Mean)
    # Points by category.
    winners: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))
    others: dict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))
    outcomes: dict[Key, Outcome] = field(default_factory=lambda: defaultdict(Outcome))
    income: dict[Key, Mean] = field(default_factory=lambda: defaultdict(Mean))
    gifts: dict[Key, Mean] = field(default_factory=lambda: defaultdict(Mean))

    def add_gifts(self, rows: Iterable[GiftValue]) -> None:
        """What gifts were worth in one more game."""
        for row in rows:
            self.gifts[row.topic, row.name, row.round].add(row.value)

    def add(self, record: Record) -> None:
        """One more game, which the rules have ended."""
        facts = _Facts(record)
        scores, shares = facts.scores, facts.shares
        totals = [row["total"] for row in scores]
        self.games += 1
        self.ends[record.end] += 1
        self.rounds[facts.rounds] += 1
        self.moves.add(len(record.moves))
        self.winning[max(totals)] += 1
        for seat, row in enumerate(scores):
            for category, points in row.items():
                (self.winners if shares[seat] > 0 else self.others)[category].add(points)
        others = len(totals) - 1
        margins = [total - (sum(totals) - total) / others for total in totals]
        for seat, key in facts.counted_under():
            self.outcomes[key].add(shares[seat], margins[seat])
        for (city, first), count in facts.income.items():
            self.income["control", city, first].add(count)

    def __iadd__(self, other: Counts) -> Counts:
        """The games of both. Shares of the win mean little where they have different numbers of
        players."""
        self.games += other.games
        self.moves += other.moves
        for own, counter in ((self.ends, other.ends), (self.winning, other.winning), (self.rounds, other.rounds)):
            own.update(counter)     # type: ignore[arg-type]
        for means, added in (
            (self.winners, other.winners), (self.others, other.others), (self.income, other.income),
            (self.gifts, other.gifts), (self.outcomes, other.outcomes),
        ):
            for key, mean in added.items():
                means[key] += mean  # type: ignore[index, operator]
        return self

    def of(self, topic: str) -> dict[tuple[str, int], Outcome]:
        """The outcomes of a topic, by name and round."""
        return {(name, number): outcome for (about, name, number), outcome in self.outcomes.items() if about == topic}

    def by_name(self, topic: str, first: int = 0, last: int = 10**6) -> dict[str, Outcome]:
        """The outcomes of a topic by name, those of several rounds together."""
        found: dict[str, Outcome] = defaultdict(Outcome)
        for (name, number), outcome in self.of(topic).items():
            if first <= number <= last:
                found[name] += outcome
        return dict(found)

    def to_json(self) -> Json:
        """As the file has it: of first turns and plans the frequent ones."""
        kept: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(lambda: defaultdict(dict))
        rare = {key for topic in FREE_TEXTS for key in self._rare(topic)}
        for key, outcome in sorted(self.outcomes.items()):
            if key not in rare:
                topic, name, number = key
                kept[topic][name][str(number)] = outcome.to_json()
        return {
            "games": self.games, "ends": dict(self.ends), "winning": _texts(self.winning), "rounds": _texts(self.rounds),
            "moves": self.moves.to_json(),
            "winners": {name: mean.to_json() for name, mean in self.winners.items()},
            "others": {name: mean.to_json() for name, mean in self.others.items()},
            "outcomes": kept,
            "income": [[*key, *mean.to_json()] for key, mean in sorted(self.income.items())],
            "gifts": [[*key, *mean.to_json()] for key, mean in sorted(self.gifts.items())],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Counts:
        """What `to_json` wrote."""
        found = cls(
            int(data["games"]), Counter(data["ends"]), _numbers(data["winning"]), _numbers(data["rounds"]),
            Mean(*data["moves"]))
        found.winners.update({name: Mean(*mean) for name, mean in data["winners"].items()})
        found.others.update({name: Mean(*mean) for name, mean in data["others"].items()})
        for topic, names in data["outcomes"].items():
            for name, numbers in names.items():
                for number, outcome in numbers.items():
                    found.outcomes[topic, name, int(number)] = Outcome.from_json(outcome)
        for means, rows in ((found.income, data["income"]), (found.gifts, data["gifts"])):
            means.update({(topic, name, number): Mean(*mean) for topic, name, number, *mean in rows})
        return found

    def _rare(self, topic: str) -> list[Key]:
        """The keys of a topic beyond the most frequent ones."""
        keys = [key for key in self.outcomes if key[0] == topic]
        return sorted(keys, key=lambda key: (-self.outcomes[key].games, key))[MOST_KEPT:]


class _Facts:
    """One game, replayed once."""

    def __init__(self, record: Record) -> None:
        state = record.start()
        game, players = GAMES[state.game], state.players
        self.done: dict[tuple[int, str, str], int] = {}         # seat, topic, name: the first round
        self.steps: Counter[tuple[int, str]] = Counter()        # seat, track
        self.upgrades: list[tuple[int, str, int]] = []          # seat, "actions 2", round
        self.plans: list[list[str]] = [[] for _ in range(players)]
        self.first_turns: list[list[str]] = [[] for _ in range(players)]
        self.controlled: Mapping[str, int] = {}                 # city, seat: now
        self.first_control: dict[tuple[int, str], int] = {}
        self.first_controller: dict[str, int] = {}
        # By city and the round in which a seat first controlled it.
        self.income: Counter[tuple[str, int]] = Counter()
        for text in record.moves:
            mover, _, words = text.partition(" ")
            before, route = state.turns, None
            move = state.play(words)
            if mover == "*":
                continue
            seat, number = int(mover), before // players + 1
            if before < players and seat == before:
                self.first_turns[seat].append(str(move))
            deeds = deeds_of(move)
            for deed in deeds:
                self._note(seat, *deed, number)
            if deeds and len(self.plans[seat]) < PLAN:
                self.plans[seat].append(deed_text(*deeds[0]))
            if move.kind.startswith("claim"):
                route = move.route
            # A neutral office changes control, too.
            if deeds or move.city is not None or route is not None:
                self._collect(route)
                self._look(game.controllers(state.position), number)
        self.scores: list[dict[str, int]] = state.scores
        self.shares = state.shares
        self.rounds = -(-state.turns // players)

    def _note(self, seat: int, topic: str, name: str, number: int) -> None:
        """Something that a seat has brought about."""
        if topic == "upgrade":
            self.steps[seat, name] += 1
            self.upgrades.append((seat, f"{name} {self.steps[seat, name]}", number))
        else:
            self.done.setdefault((seat, topic, name), number)

    def _collect(self, route: str | None) -> None:
        """A claimed route pays those who controlled its cities; counted for the first to do so."""
        for city in route.split("-") if route is not None else ():
            owner = self.controlled.get(city)
            if owner is not None and owner == self.first_controller.get(city):
                self.income[city, self.first_control[owner, city]] += 1

    def _look(self, controllers: Mapping[str, int], number: int) -> None:
        """Who controls what now."""
        self.controlled = controllers
        for city, owner in controllers.items():
            self.first_control.setdefault((owner, city), number)
            if self.first_controller.setdefault(city, owner) == owner:
                self.income[city, self.first_control[owner, city]] += 0

    def counted_under(self) -> Iterator[tuple[int, Key]]:
        """Under what each seat's result is counted."""
        for (seat, topic, name), number in self.done.items():
            yield seat, (topic, name, number)
        for seat, name, number in self.upgrades:
            yield seat, ("upgrade", name, number)
        for (seat, city), number in self.first_control.items():
            yield seat, ("control", city, number)
        for seat in range(len(self.scores)):
            yield seat, ("seat", str(seat), 0)
            yield seat, ("first turn", first_turn_text(self.first_turns[seat]), 0)
            yield seat, ("plan", ", then ".join(self.plans[seat]) or "nothing", 0)
            for track in {track for _, track in self.steps}:
                yield seat, ("steps", f"{track} {self.steps[seat, track]}", 0)
        for category in self.scores[0]:
            points = [row[category] for row in self.scores]
            if category != "total" and points.count(max(points)) == 1:
                yield points.index(max(points)), ("leader", category, 0)


def _texts(counter: Counter[int]) -> dict[str, int]:
    return {str(number): count for number, count in sorted(counter.items())}


def _numbers(data: Mapping[str, int]) -> Counter[int]:
    return Counter({int(number): count for number, count in data.items()})
