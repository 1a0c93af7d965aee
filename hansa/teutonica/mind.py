"""The names of what is learned: evaluation, policy, tastes of plans; and the weights that come with the package.

The names follow the numbers of `engine_c/teutonica/evaluation.pxd`, `policy.pxd` and `worth.pxd`. `hansa train` writes
`mind.bin`; `hansa/mind_file.py` says what it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from engine_c.teutonica.move_kinds import MOVE_KINDS
from hansa.teutonica.names import CATEGORIES, MARKERS, PHASES, TILES, TRACK_VALUES
from hansa.vocabulary import Taste, Vocabulary

if TYPE_CHECKING:
    from hansa.mind_file import Minds

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


VOCABULARY = Vocabulary(EVALUATION, POLICY, CATEGORIES, TASTE, {"board": "hansa-45", "players": 4})


def taste(**changes: float) -> Taste:
    """A taste that differs from the default in these weights."""
    return VOCABULARY.taste(**changes)


@cache
def fitted_minds() -> Minds:
    """The weights that come with the package."""
    from hansa.mind_file import minds_of

    content = resources.files(__package__).joinpath("mind.bin").read_bytes()
    return minds_of(content, VOCABULARY, "teutonica")
