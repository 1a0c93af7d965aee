"""Makes drills of recorded games. What is found is kept at once; a run that was killed continues.

Beside the file of drills, `FILE.seen` names the games that are done: a game that was interrupted is
looked at again, and finds the same drills, which are not kept twice.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hansa.drills.collection import read_drills
from hansa.drills.drill import Drill
from hansa.drills.proving import DEEP, Glance, glance, grade_of, prove
from hansa.json_lines import NotJson, append_line, read_json
from hansa.record import Record
from hansa.review import Decision, decisions
from hansa.state import State

__all__ = ["DrillMaking", "drills_of", "make_drills"]

MAIN_PHASE = "turn"         # of every game; in other phases a player only finishes what was begun
LEAST_CHOICES = 6           # in a position; fewer are not worth a question
OBVIOUS = 0.97  # a plan that first impressions choose with this probability is too easy


@dataclass(frozen=True)
class DrillMaking:
    """How hard is looked, and where."""

    looked_at: int = 80         # decisions of a game, drawn
    glance: int = 150           # simulations of a first look
    promising: float = 0.05     # what a plan seems worth beside the others, before a proof is tried
    proven: int = 6             # proofs tried in a game, the most promising first
    kept: int = 3               # of a game
    deep: int = DEEP            # simulations of a proof, for each side


Report = Callable[[int, int], None]     # games done, drills found


def make_drills(
    path: Path, records: Iterable[Record], count: int | None = None, making: DrillMaking | None = None,
    report: Report = lambda games, drills: None,
) -> list[Drill]:
    """Adds drills of some games to a file until it has `count`. Games done before are skipped."""
    found = read_drills(path) if path.exists() else []
    names = {drill.name for drill in found}
    positions = {drill.state().key for drill in found}
    seen_path = path.with_name(f"{path.name}.seen")
    seen = seen_games(seen_path)
    done = len(seen)
    for record in records:
        if count is not None and len(found) >= count:
            break
        if record.id in seen:
            continue
        for drill in drills_of(record, making or DrillMaking()):
            if drill.name not in names and drill.state().key not in positions:
                append_line(path, drill.to_json())
                found.append(drill)
                names.add(drill.name)
                positions.add(drill.state().key)
        append_line(seen_path, {"game": record.id})
        done += 1
        report(done, len(found))
    return found


def seen_games(path: Path) -> set[str]:
    """The games that are done."""
    found = set()
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            found.add(str(read_json(line)["game"]))
        except (NotJson, KeyError, TypeError):  # cut off by a crash: that game is looked at again
            continue
    return found


def drills_of(record: Record, making: DrillMaking) -> Iterator[Drill]:
    """The drills of one game; the same game always gives the same."""
    rng = random.Random(zlib.crc32(record.id.encode()))
    todo = [each for each in decisions(record) if asked_about(each.state)]
    chosen = rng.sample(todo, min(making.looked_at, len(todo)))
    promising = sorted(
        ((glance(each.state, making.glance), each) for each in chosen), key=lambda pair: (-pair[0].gap, pair[1].ply))
    kept = 0
    for first, decision in promising[:making.proven]:
        if first.gap < making.promising or first.prior >= OBVIOUS:
            continue
        drill = proven_drill(record, decision, first, making)
        if drill is not None:
            yield drill
            kept += 1
        if kept == making.kept:
            return


def proven_drill(record: Record, decision: Decision, first: Glance, making: DrillMaking) -> Drill | None:
    """A decision as a drill, if its plan is clearly best."""
    proof = prove(decision.state, first.plan, making.deep)
    if proof is None:
        return None
    assert isinstance(decision.state.to_move, int)
    return Drill(
        f"{record.id or 'game'}:{decision.ply}", grade_of(first.prior), decision.state.to_json(), decision.state.to_move,
        str(proof.best), tuple(map(str, proof.also)), str(proof.rival), proof.margin, proof.error, proof.simulations,
        record.id)


def asked_about(state: State) -> bool:
    """Whether a position asks something: a turn with a choice, all of it known."""
    return state.phase == MAIN_PHASE and len(state.legal_moves) >= LEAST_CHOICES and not state.covered
