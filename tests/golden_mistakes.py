"""What is said of mistakes: states, setups, positions in words, changes by the editor and moves
that are wrong in one place.

`python -m tests.golden_mistakes` writes the files in `tests/golden/mistakes` anew; review the diff.
Of messages that differ in names and numbers alone only the first is kept. What is accepted after
all has a checksum.
"""

from __future__ import annotations

import itertools
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hansa.errors import HansaError, MoveError, NotationError, StateError
from hansa.games import GAMES
from hansa.notation import read_position, write_position
from hansa.state import State
from tests.golden import FOLDER as GOLDEN
from tests.golden import read_perft

FOLDER = GOLDEN / "mistakes"
BOARDS = {"teutonica": ("hansa-45", "hansa-23", "britannia-45"), "hansa2004": ("hansa2004",)}
# Members of the editor's changes, and values for them.
CHANGED = {
    "teutonica": {
        "house": "slot add remove", "city": "city add", "special": "points add", "marker": "route add_marker",
        "track": "seat track by", "hand": "seat kind to_hand", "own-marker": "seat used add_marker remove_marker",
        "prestige": "seat to", "turn": "seat actions", "module": "name", "mission": "seat to", "favour": "tile to_place",
        "begun": "to_truth", "connected": "seat", "permit": "city", "pending": "to", "turns": "to",
    },
    "hansa2004": {
        "ship": "city", "goods": "city goods", "booths": "city seat count", "hand": "seat where goods", "talers": "seat to",
        "turn": "seat acted",
    },
}
VALUES: dict[str, Sequence[Any]] = {
    "slot": ("BRE-HAM", "BRE-OSN"), "add": ("1t", "0m", ...), "remove": ("1t", ...), "points": (7, "11"),
    "route": ("GOS-HIL", "LUN-PER"), "add_marker": ("swap", "plus-4", ...), "remove_marker": ("swap", ...),
    "seat": (0, 2), "track": ("keys", "privilege", "book"), "by": (1, -1, 0), "kind": ("t", "m"),
    "to_hand": ("supply", "stock"), "used": (True, ...), "to": (0, 3, 30), "actions": (0, 5),
    "name": ("missions", "favours"), "tile": ("income", "keys"), "to_place": ("open", "out", 1), "to_truth": (True, False),
    "goods": ((), ("red1", "blue3"), ("red1",) * 9), "count": (0, 2, 12), "where": ("unsold", "sold"), "acted": (True, False),
}
CITIES = {"teutonica": ("HAM", "GOS"), "hansa2004": ("COP", "DAN")}
OF_TURNS = ("desks.", "cities.", "routes.", "supply.")
MOST = 1 << 33          # no number of a state is as large
AMOUNT = re.compile(r"(\d+[tm])+")
LONGEST = 200           # characters of a message
CHECKSUM = re.compile("[0-9a-f]{8}")
CODE = re.compile(r"\b[A-Z]{3}(?:-[A-Z]{3})?\b")
PLACE = re.compile(r"\b[A-Z]{3}(?:-[A-Z]{3})?\b|\d+")
OTHERS = ("banana", 99, None)       # instead of any value
WORDS = ("banana", "7")            # instead of any word


def text(game: str) -> str:
    """What belongs into the file of a game."""
    shown = positions(game)
    rows: list[str] = []
    for title, tried in {
        "states": wrong_states(shown), "setups": wrong_setups(shown), "words": wrong_words(shown),
        "changes": changes(shown), "moves": moves(shown),
    }.items():
        rows += [f"=== {title}", *first_of_each(tried)]
    rows += ["=== bounds", *bounds(shown)]
    return "".join(f"{row}\n" for row in rows)


def positions(game: str) -> dict[str, State]:
    """A position of each phase with the most modules that there are, and a turn on boards that have
    something of their own."""
    found: dict[str, State] = {}
    for board in BOARDS[game]:
        own: dict[str, State] = {}
        for _, _, state in read_perft((GOLDEN / "perft" / f"{board}.txt").read_text(encoding="utf-8")):
            known = own.get(state.phase)
            if known is None or len(modules_of(known)) < len(modules_of(state)):
                own[state.phase] = state
        found |= {phase: state for phase, state in own.items() if phase not in found} | (
            {board: own["turn"]} if "turn" in found else {})
    return found


def modules_of(state: State) -> list[str]:
    """What is played with."""
    chosen: list[str] = state.to_json().get("modules", [])
    return chosen


def first_of_each(tried: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What was tried and its outcome: of messages that are alike the first, and the first checksum
    of what is alike."""
    seen = set()
    for what, outcome in tried:
        alike = PLACE.sub("#", what.partition(": ")[2] if CHECKSUM.fullmatch(outcome) else outcome)
        if alike not in seen:
            seen.add(alike)
            yield f"{what} => {outcome}"


def outcome_of(work: Callable[..., State | Mapping[str, Any]], *given: Any) -> str:
    """The checksum of what comes out, or all that is said against it."""
    try:
        done = work(*given)
    except (StateError, NotationError) as error:
        return " | ".join(map(str, error.problems))[:LONGEST]
    except MoveError as error:
        return f"{error.reason}; nearest: {', '.join(error.nearest)}"
    except HansaError as error:
        return f"{type(error).__name__}: {error}"[:LONGEST]
    data = done.to_json() if isinstance(done, State) else done
    return f"{zlib.crc32(json.dumps(data, sort_keys=True).encode()):08x}"


# --- JSON ---------------------------------------------------------------------------------------

Path_ = tuple[str | int, ...]


def leaves(data: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value within JSON, containers too; of lists the first and the last entry."""
    yield path, data
    if isinstance(data, dict):
        for name, value in data.items():
            yield from leaves(value, (*path, name))
    elif isinstance(data, list):
        for number in sorted({0, len(data) - 1} if data else ()):
            yield from leaves(data[number], (*path, number))


def of_each_kind(data: Any) -> list[tuple[Path_, Any]]:
    """Of values in places that are alike the last one."""
    return [*{PLACE.sub("#", ".".join(map(str, path))): (path, value) for path, value in leaves(data)}.values()]


def variants(value: Any, more: Iterable[Any] = ()) -> Iterator[Any]:
    """What may stand there instead."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, list) and value:
        yield from (value[:-1], [*value, value[-1]], value[::-1])
    elif isinstance(value, dict):
        yield value | {"banana": 1}
    elif isinstance(value, str) and AMOUNT.fullmatch(value):
        yield from ("xt", "1000t", "1m1t", "1t1t", "²t", "t", "1")
    yield from more
    yield from OTHERS


def with_other(data: Any, path: Path_, value: Any) -> Any:
    """JSON with another value in one place; without the member if the value is `...`."""
    if not path:
        return value
    copy = data.copy()
    if value is ... and len(path) == 1:
        if isinstance(copy, dict):
            del copy[path[0]]
    else:
        copy[path[0]] = with_other(copy[path[0]], path[1:], value)
    return copy


def all_mistakes(data: Any, more: Mapping[str, Iterable[Any]]) -> Iterator[tuple[str, Any]]:
    """JSON with one mistake, and where it is; `more` are values by the name of their member."""
    for path, value in of_each_kind(data):
        where = ".".join(map(str, path))
        last = str(next((part for part in reversed(path) if isinstance(part, str)), ""))
        for other in (..., *variants(value, more.get(last, ()))):
            if path and other != value:
                yield f"{where} = {'left out' if other is ... else json.dumps(other)[:60]}", with_other(data, path, other)


def words_by_member(states: Iterable[State]) -> dict[str, list[str]]:
    """The texts that stand in members of a name, some of each."""
    found: dict[str, list[str]] = {}
    for state in states:
        for path, value in leaves(state.to_json()):
            names = [part for part in path if isinstance(part, str)]
            if isinstance(value, str) and names and value not in found.setdefault(names[-1], []):
                found[names[-1]].append(value)
    return {name: values[:3] for name, values in found.items()}


def wrong_states(shown: Mapping[str, State]) -> Iterator[tuple[str, str]]:
    """Every position with one mistake at a time: anywhere in a turn, else in what is said of the
    phase."""
    more = words_by_member(shown.values())
    for name, state in shown.items():
        for what, data in all_mistakes(state.to_json(), more):
            if state.phase != "turn" and what.startswith(OF_TURNS):
                continue
            yield f"{name}: {what}", outcome_of(State.from_json, data)


def bounds(shown: Mapping[str, State]) -> Iterator[str]:
    """How small and how large each number may be while all others stay as they are."""
    for name, state in shown.items():
        whole, seen = state.to_json(), set()
        for path, value in leaves(whole):
            where = ".".join(map(str, path))
            alike = CODE.sub("#", where)
            if not isinstance(value, int) or isinstance(value, bool) or alike in seen:
                continue
            seen.add(alike)
            if state.phase == "turn" or where.startswith((state.phase, "actions", "pending")) or where.endswith("talers"):
                yield f"{name}: {where} from {furthest(whole, path, value, -2)} to {furthest(whole, path, value, MOST)}"


def furthest(whole: Any, path: Path_, good: int, bad: int) -> int:
    """The last number from a good one towards a bad one that is possible there."""
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        accepted = CHECKSUM.fullmatch(outcome_of(State.from_json, with_other(whole, path, middle)))
        good, bad = (middle, bad) if accepted else (good, middle)
    return good


def wrong_setups(shown: Mapping[str, State]) -> Iterator[tuple[str, str]]:
    """Every complete setup with one mistake at a time."""
    for name, state in shown.items():
        if state.setup is not None:
            for what, data in all_mistakes(state.setup, {}):
                yield f"{name}: {what}", outcome_of(partial(State.from_setup, seed=1), data)


# --- notation -----------------------------------------------------------------------------------

def wrong_words(shown: Mapping[str, State]) -> Iterator[tuple[str, str]]:
    """Positions in words with another word in one section: all sections of a turn that are not
    alike, and what others say of their phases."""
    seen = set()
    for name, state in shown.items():
        sections = write_position(state, block=True).splitlines()
        for number, section in enumerate(sections if name == "turn" else sections[:3]):
            alike = re.sub(r"[^a-z ]|\b[rgbyp]+\b", "", section)
            parts = re.split(r"(\W+)", section) if alike not in seen else []
            seen.add(alike)
            for place, other in itertools.product(range(0, len(parts), 2), ("banana", "7")):
                if other == "7" and not parts[place].isdigit():
                    continue
                changed = "".join([*parts[:place], other, *parts[place + 1:]])
                lines = [*sections[:number], changed, *sections[number + 1:]]
                yield f"{name}: {changed}", outcome_of(read_position, "\n".join(lines))


# --- changes and moves --------------------------------------------------------------------------

def moves(shown: Mapping[str, State]) -> Iterator[tuple[str, str]]:
    """In every position moves of all others: why they are illegal here, and what is meant."""
    pool: dict[str, str] = {}
    for move in itertools.chain(*(map(str, state.legal_moves) for state in shown.values()), played(shown["turn"].game)):
        pool.setdefault(" ".join(PLACE.sub("#", move).split()[:4]), move)
    for name, state in shown.items():
        for move in pool.values():
            yield f"{name}: {move}", outcome_of(state.after, move)
    for move in pool.values():
        words = move.split()
        for said in (" ".join(words[:-1]), f"{move} banana", " ".join([*words[:-1], "banana"])):
            yield said, outcome_of(shown["turn"].after, said)


def played(game: str) -> Iterator[str]:
    """The moves of the golden games on the first board."""
    for path in sorted((GOLDEN / "play").glob(f"{BOARDS[game][0]}-*.txt")):
        for row in path.read_text(encoding="utf-8").splitlines():
            if row.strip()[0].isdigit():
                yield " ".join(row.split()[4:])


def changes(shown: Mapping[str, State]) -> Iterator[tuple[str, str]]:
    """Changes of all kinds, in a turn and in another phase; with a member that is missing, unknown
    or not what it should be, too."""
    first, *_, last = shown.values()
    pool = VALUES | {"city": CITIES[first.game]}
    for what, change in GAMES[first.game].changes.items():
        names = CHANGED[first.game][what].split()
        whole = [{name.partition("_")[0]: value for name, value in zip(names, chosen, strict=True) if value is not ...}
                 for chosen in itertools.product(*(pool[name] for name in names))]
        wrong = [whole[0] | {name: other} for name in (*whole[0], "more") for other in OTHERS]
        for wish in (*whole, {}, *wrong):
            for state in (first, last):
                yield f"{state.phase}: {what} {json.dumps(wish)}", outcome_of(change, state.position, {"what": what, **wish})


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        file_of(game).write_text(text(game), encoding="utf-8")


if __name__ == "__main__":
    main()
