"""Whom a candidate must not lose to, besides the best player so far.

Strength is not transitive: a candidate may beat the best player and fall to one that the best
player beats. So it also meets the player without a net, searches in other styles, plans without a
search, and weights of other files, such as those of an earlier run; it is refused if one of them is
clearly stronger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hansa.board_entry import BoardSetup
from hansa.games import GAMES
from hansa.mind_file import Minds
from hansa.training.match import AnyPlayer, PlanPlayer, Player, gate_result
from hansa.training.recipe import Gating
from hansa.vocabulary import Taste


@dataclass(frozen=True)
class Rival:
    """One player of the pool."""

    name: str
    player: AnyPlayer


def pool(
    best: Minds, setup: BoardSetup, gating: Gating, styles: Mapping[str, Taste], files: Sequence[Path]
) -> Iterator[Rival]:
    """All of them, with as many simulations as the best player has."""
    def thinking(minds: Minds) -> Player:
        return Player(minds.of(*setup), gating.simulations)

    yield Rival("without a net", thinking(replace(best, parts={})))
    for path in files:
        yield Rival(str(path), thinking(GAMES[best.game].minds(path)))
    for name, taste in styles.items():
        yield Rival(f"search in the style of {name}", thinking(best.with_plan(taste)))
        yield Rival(name, PlanPlayer(list(taste)))


def is_weaker(shares: Sequence[float], players: int, gating: Gating) -> bool | None:
    """Whether a candidate is clearly weaker than a rival; None while more blocks could tell."""
    found = gate_result(shares, players, replace(gating, elo0=-gating.elo1, elo1=0.0, blocks=gating.pool_blocks))
    if found.accepted is None:
        return None
    return found.ratio <= -gating.bound
