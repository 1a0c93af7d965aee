"""The names of what is learned: evaluation, policy, tastes of plans; and the weights that come with
the package.

The names follow the numbers of `engine_c/hansa2004/evaluation.pxd` and the fields of `taste.pxd`.
`hansa train` writes `mind.bin`; `hansa/mind_file.py` says what it holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from engine_c.hansa2004.move_kinds import MOVE_KINDS
from hansa.hansa2004.names import CATEGORIES
from hansa.vocabulary import Vocabulary

if TYPE_CHECKING:
    from hansa.mind_file import Minds

EVALUATION = (
    "unsold", "sold", "cities", "shared", "majorities", "offers", "traffic", "stock", "empty", "talers", "barrels", "sale",
    "alone", "at risk", "denied", "here", "turn", "turn talers", "turn action", "turn sale", "wait", "next sale",
)
POLICY = ("rate", *(f"kind {kind}" for kind in MOVE_KINDS))

# What plans judge by: the weights of `Taste` in engine_c/hansa2004/taste.pxd, in its order. A
# weight has a default and a meaning, which begins with its unit where that is not a plain factor:
# *points* are points at the end of the game, a *share* is between 0 and 1. The defaults were found
# by games of plans (`hansa train --game hansa2004 --plan`).
TASTE: Mapping[str, tuple[float, str]] = {
    # Unsold markers.
    "alone": (0.27, "points a barrel: an unsold marker that is alone of its colour"),
    "pair": (0.74, "points a barrel: one that has company"),
    "risk": (0.74, "points: lost with an unsold marker of a colour that another seat could sell [H39]"),
    "overflow": (0.73, "share of the least marker's worth that is lost with a fourth one [H41]"),
    # Talers.
    "taler": (0.69, "points: a taler that one would keep"),
    "gift": (1.23, "what a taler for another seat costs besides, as a part of that"),
    # Voyages.
    "patience": (1.02, "what is left of the worth of something for each step of the ship to it"),
    # Cities.
    "majority": (1.16, "points: a majority, for each arrow that leads there [H33]"),
    "booth": (0.25, "points: a booth on the board"),
    "spite": (0.3, "points for each that another seat loses because it must share a city [H52]"),
    # Sales.
    "deny": (0.83, "points: a marker that another seat loses by a sale [H39]"),
    # How long there is.
    "decay": (0.3, "share of all that lies ahead that is gone at the end of the game"),
    # Filling warehouses, founding, play.
    "refill": (0.07, "points: a space that is filled [H21]"),
    "near": (0.17, "points more: one within reach in this turn"),
    "found space": (0.43, "points: founding where there is a warehouse space [H11]"),
    "found alone": (1.14, "points: founding in a city without others"),
    "found traffic": (0.51, "points: founding, for each arrow that leads there"),
    "noise": (0.05, "points: how far its judgement strays"),
}


VOCABULARY = Vocabulary(
    EVALUATION, POLICY, CATEGORIES, TASTE, {"game": "hansa2004", "players": 2}
)


@cache
def fitted_minds() -> Minds:
    """The weights that come with the package."""
    from hansa.mind_file import minds_of

    content = resources.files(__package__).joinpath("mind.bin").read_bytes()
    return minds_of(content, VOCABULARY, "hansa2004")
