"""The names of what is learned: evaluation, policy, tastes of plans; and the weights that come with
the package.

The names follow the numbers of `engine_c/teutonica/evaluation.pxd` and `policy.pxd`; those of plans
are in `taste.py`. `hansa train` writes `mind.bin`; `hansa/mind_file.py` says what it holds.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from engine_c.teutonica.move_kinds import MOVE_KINDS
from hansa.teutonica.names import CATEGORIES, MARKERS, PHASES, TILES, TRACK_VALUES
from hansa.teutonica.taste import ESTIMATES, TASTE
from hansa.vocabulary import Taste, Vocabulary

if TYPE_CHECKING:
    from hansa.mind_file import Minds

APPEALS = ("route", "marker", "actions", "privilege", "book", "keys", "bank", "office", "points", "near")
STANDS = ("missing 0", "missing 1", "missing 2", "missing 3", "blocked")
STEPS = tuple(f"{track} {step}" for track, values in TRACK_VALUES.items() for step in range(1, len(values)))
WAYS = ("place", "drop", "displace", "put", "lift", "remove", "marker")

EVALUATION = (
    "prestige", "marker points", "control", "offices", "network", "network points", "special", "connected", "mission",
    "country", "supply t", "supply m", "stock t", "stock m", "road t", "road m", "turn", "actions", "wait",
    *(f"unused {marker}" for marker in MARKERS), *(f"tile {tile}" for tile in TILES), *STEPS,
    *(f"{stand}: {appeal}" for stand in STANDS for appeal in APPEALS),
)
POLICY = (
    *(f"kind {kind}" for kind in MOVE_KINDS),
    *(f"{way}, {stand}: {appeal}" for way in WAYS for stand in STANDS for appeal in APPEALS),
    *(f"{way}: rival" for way in WAYS), *(f"{way}: merchant" for way in WAYS),
    *(f"income with {count}" for count in range(5)), "income full", "income merchant",
    "displaced merchant", "pay merchant", *(f"end with {count}" for count in range(4)),
    *(f"done in {phase}" for phase in PHASES),
    "office", "office points", "office colour", "office control", "office completes", "office within", "office near",
    "claim own prestige", "claim other prestige", "claim marker", "claim permanent",
    *(f"claim {step}" for step in STEPS), *(f"develop {step}" for step in STEPS), "special points",
    *(f"use {marker}" for marker in MARKERS), *(f"favour {tile}" for tile in TILES),
    *(f"{way}: {what}" for what in ("rate", "best", "soon", "blocks") for way in WAYS), "claim gain", "claim plain",
)


VOCABULARY = Vocabulary(
    EVALUATION, POLICY, CATEGORIES, {**TASTE, **ESTIMATES}, {"board": "hansa-45", "players": 4},
    estimates=frozenset(ESTIMATES))


def taste(**changes: float) -> Taste:
    """A taste that differs from the default in these weights."""
    return VOCABULARY.taste(**changes)


@cache
def fitted_minds() -> Minds:
    """The weights that come with the package."""
    from hansa.mind_file import minds_of

    content = resources.files(__package__).joinpath("mind.bin").read_bytes()
    return minds_of(content, VOCABULARY, "teutonica")
