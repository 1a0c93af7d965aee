"""Why well-written moves are not legal: for every reason, and every kind of move in a turn, the
first position of some random games in which it is told; for those that are rare, positions in
words.

`python -m tests.golden_reasons` looks for them for minutes, and writes `tests/golden/reasons.txt`
anew; review the diff. The test only plays the games again and asks there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from hansa.errors import NoAction
from hansa.games import board_entries
from hansa.hansa2004.actions import Actions as Actions2004
from hansa.notation import read_position
from hansa.record import Record, play_random
from hansa.state import State
from hansa.teutonica.actions import Actions
from tests.golden import FOLDER as GOLDEN

FILE = GOLDEN / "reasons.txt"
EVERY, LONGEST = 5, 400     # plies between looks, plies of a game
SEED = 3
TRIED = 12                  # moves of each kind at each look

RARE = {
    "hansa-23, 3 players; turn: red, 1 action; ARN-DUI: rrr; DUI: r": (
        "claim ARN-DUI office DUI", "claim ARN-DUI office KAM", "claim ARN-DUI develop keys", "claim ARN-DUI special 7",
        "claim ARN-DUI extra ARN t", "claim ARN-DUI"),
    "hansa-23, 3 players; turn: red, 1 action; GOT-QUE: rrr; red: actions 5": ("claim GOT-QUE develop actions",),
    "hansa-23, 3 players; turn: red, 1 action; COE-WAB: rrrr": ("claim COE-WAB special 7",),
    "hansa-23, 3 players; turn: red, 1 action; COE-WAB: Rrrr; special: 7 g": (
        "claim COE-WAB special 7", "claim COE-WAB special 8", "claim COE-WAB special 9", "claim COE-WAB special 11"),
    "hansa-23, 3 players; turn: red, 1 action; ARN-DUI: gGr": (
        "displace 1t ARN-DUI with t pay tt", "displace 1m ARN-DUI with t pay t", "displace 0t ARN-DUI with t pay t",
        "displace 1t ARN-DUI with m pay m", "displace 1m ARN-DUI with m pay mm"),
    "hansa-23, 3 players; turn: red, 1 action; DOR-DUI: RR; red: book 3": ("claim DOR-DUI office DUI",),
    "hansa-23, 3 players; turn: red, 1 action; red: markers move-3 develop swap, keys 4, actions 5, privilege black, book 5, "
    "bank all": ("use move-3", "use remove-3", "use develop keys", "use swap ARN 1"),
    "hansa-23, 3 players, classic; turn: red, 1 action; red: markers remove-3": ("use remove-3", "use develop keys"),
    "britannia-3, 3 players; turn: red, 1 action; CRD-PEM: g": (
        "displace 1t CRD-PEM with t pay t", "displace 1t CRD-PEM with m pay t", "place t CRD-PEM"),
}


def setups() -> Iterator[dict[str, object]]:
    """Every board with its fewest and most players, in two editions; modules with the most."""
    for entry in board_entries():
        for players in sorted({entry.players[0], entry.players[-1]}):
            for edition in entry.editions[:2] or (None,):
                setup: dict[str, object] = {"game": entry.game, "board": entry.name, "players": players}
                modules = list(entry.modules) if players == entry.players[-1] else []
                yield setup | ({"edition": edition} if edition else {}) | ({"modules": modules} if modules else {})


def written() -> str:
    """The file: a line for each setup, and below it `ply move => reason`."""
    known: set[tuple[str, str, str]] = set()
    rows = []
    for position, moves in RARE.items():
        rows += [position, *(f"0 {move} => {read_position(position).reason_against(move)}" for move in moves)]
    for setup in setups():
        record = play_random(setup, SEED, LONGEST, kind_first=True)
        if found := list(new_reasons(record, known)):
            rows += [json.dumps(setup), *found]
    return "".join(f"{row}\n" for row in rows)


def new_reasons(record: Record, known: set[tuple[str, str, str]]) -> Iterator[str]:
    """What is told in a game for the first time; becomes known."""
    numbers = (Actions2004() if record.setup["game"] == "hansa2004" else
               Actions(record.setup["board"], record.setup["players"]))
    for step in record.steps():
        state = step.state
        if step.ply % EVERY or not isinstance(state.to_move, int):
            continue
        for move in some_of_each_kind(numbers, state, random.Random(step.ply)):
            reason = state.reason_against(move)
            if reason is not None and (alike := (reason.key, kind(move) * (state.phase == "turn"), state.phase)) not in known:
                known.add(alike)
                yield f"{step.ply} {move} => {reason}"


def some_of_each_kind(numbers: Actions | Actions2004, state: State, rng: random.Random) -> Iterator[str]:
    """Moves that could be legal somewhere, and those that begin like legal ones."""
    assert isinstance(state.to_move, int)
    text = partial(numbers.text, seat=state.to_move) if isinstance(numbers, Actions) else numbers.text
    begun = {beginning(str(move)) for move in state.legal_moves}
    kinds: dict[str, list[str]] = {}
    for number in range(numbers.count):
        with suppress(NoAction):
            move = text(number)
            kinds.setdefault(kind(move), []).append(move)
            if beginning(move) in begun:
                yield move
    for moves in kinds.values():
        yield from rng.sample(moves, min(TRIED, len(moves)))


def beginning(move: str) -> str:
    """`claim HAM-LUB`, `displace 1t HAM-LUB`."""
    return " ".join(move.split()[: 3 if move.startswith("displace") else 2])


def kind(move: str) -> str:
    """`place`, `claim office`: the words of a move that say what it does."""
    words = move.split()
    return " ".join([words[0], *words[2:3]] if words[0] == "claim" else words[:1])


def told(text: str) -> str:
    """The file with what is told now."""
    rows, states = [], list[State]()
    for row in text.splitlines():
        if row.startswith("{"):
            record = play_random(json.loads(row), SEED, LONGEST, kind_first=True)
            states = [step.state for step in record.steps()]
            rows.append(row)
        elif " => " not in row:
            states = [read_position(row)]
            rows.append(row)
        else:
            asked = row.partition(" => ")[0]
            ply, _, move = asked.partition(" ")
            rows.append(f"{asked} => {states[int(ply)].reason_against(move)}")
    return "".join(f"{row}\n" for row in rows)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
