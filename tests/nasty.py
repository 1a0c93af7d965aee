"""Calls everything compiled with arguments that nobody should pass:
`python -m tests.nasty engine_c.position`, or several modules.

Every function and every method of every class of a module, found by looking, gets each nasty object
in each position while the other arguments are good. Any exception is an answer, but SystemError.
What is refused are crashes, calls that Ctrl-C does not end (an alarm stands for it), and numbers
that are none. Each call is written to standard error before it is made, so that whoever started
this process reads there what crashed it.
"""

from __future__ import annotations

import importlib
import inspect
import math
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from engine_c.batch import Batch
from engine_c.mind import Mind
from engine_c.position import Position
from engine_c.search.batched import BatchedSearch
from engine_c.search.door import TreeDoor
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.boards import read_json
from hansa.games import fitted_mind
from hansa.record import play_random
from hansa.state import State

LONGEST = 0.05              # seconds that one call may compute, until the alarm ends it
Call = tuple[str, Callable[[], object]]


class Alarm(Exception):
    """The call went on for too long, and noticed."""


class Liar(int):
    """A number that is less than everything and more than everything."""

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__


def unwritable() -> Any:
    array = np.zeros(4, np.float32)
    array.flags.writeable = False
    return array


ARRAYS = [
    np.zeros(size, kind) for size in (0, 1, 3) for kind in (np.uint8, np.int32, np.float32)
] + [
    unwritable(), np.zeros((2, 2), np.float32), np.zeros((0, 4), np.float32), np.zeros(8, np.float32)[::2],
    np.zeros(4, ">f4"), np.zeros(4, np.float64), np.full(2, np.iinfo(np.int32).max, np.int32), np.full(2, -1, np.int32),
]
NUMBERS = [
    -1, 0, 1, 2, 5, 254, 255, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64, -(2**31), -(2**63), 10**100, True, Liar(3),
    1.5, math.nan, math.inf, -math.inf, 1e308,
]


@cache
def nasty_objects() -> list[Any]:
    """What nobody should pass."""
    own: list[Any] = []
    own.append(own)
    lists = [[], [None], [math.nan], [[]], [math.nan] * 30, [1e30] * 30, [[math.nan] * 30] * 4, own, list(range(1000))]
    others = [None, "", "place", b"\0" * 700, (), {}, {"players": 4}, object(), int, Position, lambda: None, memoryview(b"abc")]
    engine = [make() for make in POSITIONS.values()] + [Mind([], [], [], []), fitted_mind("hansa2004")]
    return [*NUMBERS, *others, *lists, *ARRAYS, *engine, SearchOptions()]


def positions() -> Iterator[tuple[str, State]]:
    """Whole ones, of every sort, by names."""
    over = State.new(board="east", players=3, seed=1)
    over.cut_off()
    in_play = play_random({"board": "hansa-45", "players": 4}, seed=3, limit=150).replay()
    sailing = play_random({"game": "hansa2004", "players": 3}, seed=3, limit=200)
    yield "teutonica", State.new(board="hansa-45", players=4, seed=1)
    yield "teutonica in play", in_play
    yield "teutonica over", over
    yield "teutonica covered", State.new(board="hansa-45", players=5, seed=1, modules=["missions"]).view(1)
    yield "hansa2004", State.new(game="hansa2004", players=3, seed=1)
    yield "hansa2004 at chance", next(step.state for step in sailing.steps() if step.state.to_move == "*")


POSITIONS: Mapping[str, Callable[[], Position]] = {name: state.position.copy for name, state in positions()}


def begun() -> Search:
    search = Search(fitted_mind("teutonica"), SearchOptions(memory=1, points=True))
    search.begin(POSITIONS["teutonica"](), 0)
    search.run(20)
    return search


def even(observations: Any, masks: Any) -> tuple[Any, Any]:
    """An evaluator to which all moves and seats are alike."""
    return masks, np.full((len(masks), 4), 0.25)


def begun_in_batches() -> BatchedSearch:
    search = BatchedSearch(even, 4, SearchOptions(memory=1))
    search.begin(POSITIONS["teutonica"](), 0)
    search.run(20)
    return search


def instances(kind: type) -> Iterator[tuple[str, Callable[[], Any]]]:
    """How to make objects of a class, by names."""
    if issubclass(kind, Position):
        for name, make in POSITIONS.items():
            if type(make()) is kind:
                yield name, make
    elif kind is Search:
        yield "begun", begun
        yield "not begun", lambda: Search(fitted_mind("teutonica"), SearchOptions(memory=1))
    elif kind is BatchedSearch:
        yield "begun", begun_in_batches
        yield "not begun", lambda: BatchedSearch(even, 4, SearchOptions(memory=1))
    elif kind is TreeDoor:
        return              # only its kinds can be made
    elif kind is Batch:
        yield "of two", lambda: Batch([POSITIONS["hansa2004"]()], 2, 1, 100)
    elif kind is Mind:
        yield "fitted", lambda: fitted_mind("teutonica")
    elif kind.__name__ == "BoardTables":
        yield "read", partial(tables_of, kind)  # type: ignore[arg-type]     # a class can be hashed
    else:
        raise AssertionError(f"say in tests/nasty.py how a {kind} is made")


@cache
def tables_of(kind: type) -> Any:
    return kind(*good_arguments(kind, kind))


def good_arguments(what: object, of: object) -> list[Any]:
    """Arguments that would do, or nearly: each in its turn gives way to nasty ones."""
    place = of.__name__ if isinstance(of, ModuleType) else of.__module__ if isinstance(of, type) else type(of).__module__
    game = "hansa2004" if "hansa2004" in place else "teutonica"
    mind, position = fitted_mind(game), of if isinstance(of, Position) else POSITIONS[game]()
    if isinstance(of, Batch):
        position = POSITIONS["hansa2004"]()
    good: dict[str, Any] = {
        "move": next(iter(position.moves()), 0), "seat": 0, "mind": mind, "seed": 1, "moves": 10, "depth": 1, "action": 0,
        "taste": [0.5] * mind.plan_weights, "tastes": [[0.5] * mind.plan_weights] * position.players, "other": position,
        "position": position, "simulations": 5, "longest": 5, "options": SearchOptions(memory=1), "starts": [position],
        "lines": 2, "most": 100, "games": 2, "limit": 100,
        "evaluate": even, "batch": 4, "path": [], "others": [0.5], "part": 0.25, "finals": None, "watcher": 0,
        "numbers": np.zeros(2, np.int32), "ends": np.zeros(2, np.int64),
        "game": 0, "actions": np.zeros(2, np.int32), "rewards": np.zeros((2, 3), np.float32),
        "terminated": np.zeros(2, np.uint8), "truncated": np.zeros(2, np.uint8), "count": 5, "rounds": 1,
        "positions": [position], "start": position, "players": 4, "mover": 0,
        "evaluation": [0.0], "points": [0.0], "policy": [0.0], "plan": [0.0], "made": None, "net": None,
        "settings": None,
        "table": "rules", "entry": "moves", "number": "categories", "value": 3,
        "__pyx_state": (), "missions": [], "data": read_json("hansa2004" if game == "hansa2004" else "hansa-45"),
        "out": np.zeros(position.feature_count, np.float32), "fields": getattr(position, "fields", dict)(),
    }
    if getattr(what, "__name__", "") == "mask":
        good["out"] = np.zeros(position.action_count, np.uint8)
    if getattr(what, "__name__", "") == "inputs":
        good["out"] = np.zeros((position.players, position.input_count), np.float32)
    if isinstance(of, Batch):
        wide = {"masks": (position.action_count, np.uint8), "observations": (position.feature_count, np.float32)}
        width, kind = wide.get(getattr(what, "__name__", ""), (0, np.int32))
        good["out"] = np.zeros((2, width) if width else 2, kind)
        good["actions"] = np.array([of.position(game).actions()[0] for game in range(2)], np.int32)
        good["numbers"] = np.zeros(of.legal_count(), np.int32)
    if isinstance(of, Search):
        good["moves"] = []
    if isinstance(of, BatchedSearch):
        count = len(position.moves())
        good["others"] = [1 / count] * count
    if "tables" in names_of(what):
        good["tables"] = tables_of(importlib.import_module(f"engine_c.{game}.tables").BoardTables)
    return [good[name.removeprefix(BY_NAME)] for name in names_of(what)]


def names_of(what: object) -> list[str]:
    """The names of a function's parameters, marked if they are given by name; where Python cannot
    be asked, from a list."""
    if isinstance(what, type):
        return CONSTRUCTORS[f"{what.__module__}.{what.__name__}"]
    if getattr(what, "__name__", "") in PICKLING:
        return PICKLING[getattr(what, "__name__", "")]
    return [
        BY_NAME * (parameter.kind is parameter.KEYWORD_ONLY) + name
        for name, parameter in inspect.signature(what).parameters.items() if name != "self"     # type: ignore[arg-type]
    ]


def divided(function: Callable[..., object], arguments: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
    """The arguments that a function takes by their places, and those that it takes by name."""
    pairs = [*zip(names_of(function), arguments, strict=True)]
    by_name = {name.removeprefix(BY_NAME): value for name, value in pairs if name[0] == BY_NAME}
    return [value for name, value in pairs if name[0] != BY_NAME], by_name


def called(function: Callable[..., object], arguments: Sequence[Any]) -> object:
    """What a function returns, each argument given in the way it takes it."""
    by_place, by_name = divided(function, arguments)
    return function(*by_place, **by_name)


BY_NAME = "*"
PICKLING: Mapping[str, list[str]] = {"__reduce_cython__": [], "__setstate_cython__": ["__pyx_state"]}
POSITION = ["made"]
CONSTRUCTORS: Mapping[str, list[str]] = {
    "engine_c.position.Position": POSITION,
    "engine_c.teutonica.position.TeutonicaPosition": POSITION,
    "engine_c.hansa2004.position.Hansa2004Position": POSITION,
    "engine_c.mind.Mind": ["evaluation", "points", "policy", "plan", "net", "*settings"],
    "engine_c.search.search.Search": ["mind", "options", "*seed"],
    "engine_c.search.batched.BatchedSearch": ["evaluate", "batch", "options"],
    "engine_c.search.door.TreeDoor": ["mind", "options"],
    "engine_c.batch.Batch": ["starts", "games", "seed", "limit", "points"],
    "engine_c.teutonica.tables.BoardTables": ["data", "missions"],
    "engine_c.hansa2004.tables.BoardTables": ["data"],
}


def the(what: Any) -> Any:
    """Itself."""
    return what


def member_of(make: Callable[[], Any], name: str) -> Any:
    """A member of a new object."""
    return getattr(make(), name)


def calls(module: ModuleType) -> Iterator[Call]:
    """Every call, with words for it."""
    own = {name: found for name, found in vars(module).items() if getattr(found, "__module__", "") == module.__name__}
    for name, found in own.items():
        if isinstance(found, type) and not issubclass(found, Exception):
            yield from with_nasty(f"{name}", partial(the, found), found)
            for how, make in instances(found):
                yield from calls_of(f"{name} ({how})", make)
        elif type(found).__name__ == "cython_function_or_method" and name not in PICKLING:
            yield from with_nasty(name, partial(the, found), module)
    yield from answers(module)


def answers(module: ModuleType) -> Iterator[Call]:
    """What an evaluator may answer, where there is one: each nasty object as both arrays, as
    either, and as the whole."""
    if not hasattr(module, "BatchedSearch"):
        return
    for number in range(len(nasty_objects())):
        for way in range(4):
            def call(number: int = number, way: int = way) -> object:
                nasty = nasty_objects()[number]
                good = np.zeros((1, POSITIONS["hansa2004"]().action_count), np.float32), np.zeros((1, 3), np.float32)
                given = (nasty, (nasty, nasty), (good[0], nasty), (nasty, good[1]))[way]
                search = BatchedSearch(lambda observations, masks: given, 4, SearchOptions(memory=1))
                search.begin(POSITIONS["hansa2004"](), 0)
                search.run(1)
                return search.values(), search.children()

            yield f"an evaluator that answers {str(nasty_objects()[number])[:60]!r} ({way})", call


def calls_of(name: str, make: Callable[[], Any]) -> Iterator[Call]:
    """Every method and property of an object, which is made anew for each call."""
    kind: Any = type(make())
    for member in dir(kind):
        if member in dir(object):
            continue
        if callable(getattr(kind, member)):
            yield from with_nasty(f"{name}.{member}", partial(member_of, make, member), make())
        else:
            yield f"{name}.{member}", partial(member_of, make, member)
    yield f"{name}.__new__", partial(kind.__new__, kind)


def with_nasty(name: str, function: Callable[[], Any], of: object) -> Iterator[Call]:
    """A call with good arguments, and one for each nasty object in each place."""
    what = function()
    names, good = names_of(what), good_arguments(what, of)
    yield f"{name}()", lambda: called(function(), good)
    for place, parameter in enumerate(names):
        for number in range(len(nasty_objects())):
            def call(place: int = place, number: int = number) -> object:
                return called(function(), [*good[:place], nasty_objects()[number], *good[place + 1 :]])

            yield f"{name}({parameter}={str(nasty_objects()[number])[:60]!r})", call
        if isinstance(good[place], dict):
            yield from with_nasty_members(name, function, good, place)


def with_nasty_members(name: str, function: Callable[[], Any], good: list[Any], place: int) -> Iterator[Call]:
    """The same for each member of an object of plain data."""
    for member in good[place]:
        for number in range(len(nasty_objects())):
            def call(member: str = member, number: int = number) -> object:
                changed = {**good[place], member: nasty_objects()[number]}
                return called(function(), [*good[:place], changed, *good[place + 1 :]])

            yield f"{name}({{{member!r}: {str(nasty_objects()[number])[:60]!r}}})", call


def numbers_in(value: object, depth: int = 0) -> Iterator[float]:
    """All floating-point numbers in what a call returned."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, (list, tuple)) and depth < 6:
        for one in value:
            yield from numbers_in(one, depth + 1)
    elif isinstance(value, dict) and depth < 6:
        yield from numbers_in(list(value.values()), depth + 1)


def ring(number: int, frame: FrameType | None) -> None:
    raise Alarm("too long")


def timed(call: Callable[[], object]) -> object:
    """A call that the alarm ends when it has computed for too long; how busy the machine is does
    not matter."""
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        return call()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main(*names: str) -> int:
    """Makes all calls of some modules; prints those that went wrong."""
    signal.signal(signal.SIGPROF, ring)
    return int(sum(wrong_calls(name) for name in names) > 0)


def wrong_calls(name: str) -> int:
    """Makes all calls of a module; prints those that went wrong, and how many there were."""
    wrong, made = 0, 0
    for words, call in calls(importlib.import_module(name)):
        sys.stderr.write(words + "\n")
        sys.stderr.flush()
        made += 1
        try:
            found = timed(call)
            if not all(map(math.isfinite, numbers_in(found))):
                print(f"{words} returned {found!r:.200}")
                wrong += 1
        except SystemError as error:
            print(f"{words} raised {error!r}")
            wrong += 1
        except (Exception, KeyboardInterrupt):
            pass            # also an alarm that rang when the call had just ended
    print(f"{name}: {made} calls")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
