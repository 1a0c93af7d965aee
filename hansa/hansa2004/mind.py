"""The names of what is learned: evaluation, policy, tastes of plans; and the weights that come with the package.

The names follow the numbers of `engine_c/hansa2004/evaluation.pxd` and `plan.pxd`. `hansa train` writes `mind.bin`;
`hansa/mind_file.py` says what it holds.
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

# A plan's taste (engine_c/hansa2004/plan.pxd): what it means, and what a plan has that says nothing else.
TASTE: Mapping[str, tuple[float, str]] = {
    "alone": (0.27, "a barrel of an unsold marker that is alone of its colour"),
    "pair": (0.74, "a barrel of one that has company"),
    "risk": (0.74, "lost with an unsold marker of a colour that another seat could sell [H39]"),
    "overflow": (0.73, "of the least marker's worth, lost with a fourth one [H41]"),
    "taler": (0.69, "a taler that one would keep"),
    "gift": (1.23, "of that, what a taler for another seat costs beside"),
    "patience": (1.02, "what is a step further is worth so much of itself"),
    "majority": (1.16, "a majority, for each arrow that leads there [H33]"),
    "booth": (0.25, "a booth on the board"),
    "spite": (0.3, "a point less for another seat"),
    "deny": (0.83, "a marker that another seat loses by a sale [H39]"),
    "decay": (0.3, "what of all that lies ahead is gone at the end of the game"),
    "refill": (0.07, "a space that is filled [H21]"),
    "near": (0.17, "and within reach in this turn"),
    "found space": (0.43, "founding where there is a warehouse space [H11]"),
    "found alone": (1.14, "in a city without others"),
    "found traffic": (0.51, "for each arrow that leads there"),
    "noise": (0.05, "how far its judgement strays, in points"),
}


VOCABULARY = Vocabulary(
    EVALUATION, POLICY, CATEGORIES, TASTE, {"game": "hansa2004", "players": 2}, policy_has_taste=True
)


@cache
def fitted_minds() -> Minds:
    """The weights that come with the package."""
    from hansa.mind_file import minds_of

    content = resources.files(__package__).joinpath("mind.bin").read_bytes()
    return minds_of(content, VOCABULARY, "hansa2004")
