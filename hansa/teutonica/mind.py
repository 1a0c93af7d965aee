"""The weights of the evaluation and of the policy by name, and how they are kept in a file.

The names follow the numbers of `engine_c/teutonica/evaluation.pxd` and `policy.pxd`. The file `mind.json` is written by
`python -m hansa.bots.fit`; weights that are 0 are left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from engine_c.mind import Mind
from engine_c.teutonica.position import MOVE_KINDS
from hansa.errors import HansaError
from hansa.json_lines import NotJson, read_json
from hansa.teutonica.names import CATEGORIES, MARKERS, PHASES, TILES, TRACK_VALUES

WORTHS = ("route", "marker", "actions", "privilege", "book", "keys", "bank", "office", "points", "near")
STANDS = ("missing 0", "missing 1", "missing 2", "missing 3", "blocked")
STEPS = tuple(f"{track} {step}" for track, values in TRACK_VALUES.items() for step in range(1, len(values)))
WAYS = ("place", "drop", "displace", "put", "lift", "remove", "marker")

EVALUATION = (
    "prestige", "marker points", "control", "offices", "network", "network points", "special", "connected", "mission",
    "country", "supply t", "supply m", "stock t", "stock m", "road t", "road m", "turn", "actions", "wait",
    *(f"unused {marker}" for marker in MARKERS), *(f"tile {tile}" for tile in TILES), *STEPS,
    *(f"{stand}: {worth}" for stand in STANDS for worth in WORTHS),
)
POLICY = (
    *(f"kind {kind}" for kind in MOVE_KINDS),
    *(f"{way}, {stand}: {worth}" for way in WAYS for stand in STANDS for worth in WORTHS),
    *(f"{way}: rival" for way in WAYS), *(f"{way}: merchant" for way in WAYS),
    *(f"income with {count}" for count in range(5)), "income full", "income merchant",
    "displaced merchant", "pay merchant", *(f"end with {count}" for count in range(4)),
    *(f"done in {phase}" for phase in PHASES),
    "office", "office points", "office colour", "office control", "office completes", "office within", "office near",
    "claim own prestige", "claim other prestige", "claim marker", "claim permanent",
    *(f"claim {step}" for step in STEPS), *(f"develop {step}" for step in STEPS), "special points",
    *(f"use {marker}" for marker in MARKERS), *(f"favour {tile}" for tile in TILES),
)

PARTS = ("evaluation", "points", "policy", "plan")
LARGEST = 1e6       # more than any weight; sums of such still fit 32 bits

Made = TypeVar("Made")
Taste = list[float]
# A plan's taste (engine_c/teutonica/worth.pxd): what it means, and what a plan has that says nothing else.
TASTE: Mapping[str, tuple[float, str]] = {
    # The steps of the tracks, against what they bring in the turns left.
    "actions": (1.35, "the first step of the actions track"),
    "later": (0.8, "the steps after it, beside `actions`"),
    "privilege": (0.9, "what the next colour opens"),
    "book": (0.9, "a step of the book"),
    "bank": (0.85, "a step of the bank"),
    "keys": (0.9, "a step of the keys, for the network as it may grow"),
    # Points.
    "prestige": (1.0, "prestige that comes at once"),
    "control": (0.95, "controlling cities [T21, T73 E]"),
    "hold": (1.1, "of that, the points at the end"),
    "busy": (4.8, "and the prestige that the busiest city brings in a long game"),
    "network": (1.15, "growing the largest group [T73 F]"),
    "reach": (0.35, "a new city apart from the largest group, against one in it"),
    "office": (0.3, "an office as such, wherever it is"),
    "connection": (1.0, "the way across [T33]"),
    "special": (0.85, "special prestige [T37]"),
    "marker": (1.1, "markers, for their points [T73 C]"),
    "use": (1.1, "and for their use"),
    "end": (1.0, "hastening the end while ahead, holding it off while behind"),
    "gift": (0.32, "points for another seat, as points lost"),
    # Work.
    "action": (0.9, "what an action is worth, in points"),
    "piece": (0.75, "actions of income for the bank's worth of pieces"),
    "fight": (0.3, "actions that others' pieces on a route cost beyond their displacement: they fight back"),
    "patience": (0.9, "what is finished a turn later is worth so much of itself: others come between"),
    "keep": (0.95, "how dear pieces are where they stand"),
    "block": (1.0, "standing where others must displace it"),
    # Laying markers.
    "soon": (0.85, "where one is about to claim"),
    "toll": (1.0, "beside one's own cities"),
    "shelter": (0.15, "on long routes, which others claim less readily"),
    # Play.
    "length": (1.0, "how long it takes a game to be, against games of these bots"),
    "noise": (0.03, "how far its judgement of a route strays, as a share"),
}


class MindError(HansaError):
    """Weights that cannot be read, or are for something else."""

    code = "bad-mind"


def taste(**changes: float) -> Taste:
    """A taste that differs from the default in these weights."""
    return taste_of(changes)


def taste_of(data: Any) -> Taste:
    """A taste from the content of a file; weights that are not named have their defaults."""
    given = _named(data, "a taste", TASTE)
    return [_weight(given.get(name, default), name) for name, (default, _) in TASTE.items()]


def mind_of(data: Any) -> Mind:
    """A mind from the content of a file; what is missing or unknown is an error."""
    parts = _named(data, "a mind", PARTS)
    missing = [part for part in PARTS if part not in parts]
    if missing:
        raise MindError(f"a mind needs {', '.join(missing)}")
    points = _named(parts["points"], "points", CATEGORIES)
    policy = _named(parts["policy"], "policy", POLICY)
    return Mind(
        _changing(parts["evaluation"], "evaluation", EVALUATION),
        [weight for name in CATEGORIES for weight in _changing(points.get(name, {}), name, (*EVALUATION, "constant"))],
        [_weight(policy.get(name, 0.0), name) for name in POLICY],
        taste_of(parts["plan"]),
    )


def _changing(weights: Any, part: str, names: Sequence[str]) -> list[float]:
    """Weights at the beginning of a game and at its end, as the engine reads them: at the beginning, then the change.

    Those of the constant come after all others.
    """
    known = _named(weights, part, names)
    starts, changes = [], []
    for name in names:
        pair = known.get(name, (0.0, 0.0))
        if not isinstance(pair, Sequence) or len(pair) != 2:
            raise MindError(f"{part}: {name} should be two weights, for the beginning and the end, not {pair!r}")
        start, end = (_weight(value, name) for value in pair)
        starts.append(start)
        changes.append(end - start)
    if names[-1] != "constant":
        return starts + changes
    return starts[:-1] + changes[:-1] + [starts[-1], changes[-1]]


def _named(weights: Any, part: str, known: Container[str]) -> Mapping[str, Any]:
    """Weights by name, all of them known."""
    if not isinstance(weights, Mapping):
        raise MindError(f"{part} should be an object of weights by name")
    unknown = sorted(name for name in weights if name not in known)
    if unknown:
        raise MindError(f"{part} has no {', '.join(unknown)}")
    return weights


def _weight(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < LARGEST:
        raise MindError(f"{name} should be a number, not {str(value)[:40]!r}")
    return value


def read_file(path: Path, make: Callable[[Any], Made]) -> Made:
    """What is made of the content of a file of weights; errors name the file."""
    try:
        return make(read_json(path.read_bytes()))
    except OSError as error:
        raise MindError(f"{path}: {error.strerror}") from error
    except (NotJson, MindError) as error:
        raise MindError(f"{path}: {error}") from error


def read_mind(path: Path) -> Mind:
    """A mind from a file."""
    return read_file(path, mind_of)


@cache
def fitted_mind() -> Mind:
    """The mind that comes with the package."""
    return mind_of(json.loads(resources.files(__package__).joinpath("mind.json").read_text(encoding="utf-8")))
