"""Rule cases as small text files: reading them, building the position, running the checks.

A file `tests/cases/*.txt` holds cases; each begins with a line `case: TITLE [T13 D4]` whose
brackets name the rules that it shows. Then come the lines of the *position* and after them the
*checks*, which are done in order. An indented line continues the line before it; `#` begins a
comment. Several `key: value` pairs may share a line, two spaces apart.

The position, everything optional, begins with `game: hansa2004` where it is not Hansa Teutonica;
its words are those of `caseposition.py` and `caseposition2004.py`. Both games know

    set: desks.0.stock "9t"                            any edit of the finished JSON; `set: begun
    absent` loose: yes                                         valid JSON, but not as an
    implementation writes it setup: {...}                                       a game begun from a
    setup instead of a position

The checks; several moves are parted by semicolons:

    legal: place t BRE-HAM; end          each is a legal move, in exactly this form
    illegal: claim BRE-HAM               each is not
    legal only: put t BRE-HAM; done      exactly these, nothing twice
    legal matching displace*: none       exactly these among the moves which match (shell patterns)
    count place t *: 34                  the number of legal moves which match
    probabilities: draw swap 1/4; draw plus-3 3/4
    play: claim BRE-HAM; end             one after the other
    say: PLACE t  Bremen-Hamburg         play a text in a form which is read, but not printed (D9)
    refused: place t BRE-XXX             playing it raises an error which names it, and changes
    nothing to move: 2                           a seat, `*` for chance or `none` expect:
    desks.0.prestige 8           a path into the state's JSON and the value as JSON, or `absent`
    view 1: desks.0.mission "?"          the same in the state as a seat may see it score 0:
    prestige 20 cities 4        all parts of a seat's result, those left out being 0, and their sum
    perft 2: 17                          D30 impossible                           reading the
    position (or the setup) raises an error

Besides, every position a case comes through is checked to be sound: nothing lost (T1, T32, H1, H3),
legal moves in every phase and none twice (D4), probabilities that add up to 1 (D2), and a state
which, written and read again, is the same and has the same legal moves in the same order (D4).
"""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from tests import caseposition, caseposition2004
from tests.caseposition import ROOT, CaseError, numbers

CHECKS = ("legal only", "legal matching", "legal", "illegal", "count", "probabilities", "play", "say",
          "refused", "to move", "expect", "view", "score", "perft", "impossible")
CRASHES = (KeyError, IndexError, AttributeError, TypeError, AssertionError, NotImplementedError)

Json = Any


class Failure(AssertionError):
    """A check that does not hold."""


class Position(Protocol):
    """Collects the lines of a position; each game has its own."""

    def line(self, word: str, argument: str, text: str) -> None: ...
    def state(self) -> dict[str, Json]: ...


POSITIONS: Mapping[str, Callable[[dict[str, str]], Position]] = {
    "teutonica": caseposition.Position, "hansa2004": caseposition2004.Position,
}
SOUND: Mapping[str, Callable[[dict[str, Json]], str]] = {
    "teutonica": caseposition.unsound, "hansa2004": caseposition2004.unsound,
}


class Game(Protocol):
    """What a check needs of an implementation; `test_cases.py` has an adapter for each."""

    @property
    def to_move(self) -> int | str | None: ...
    def state(self) -> dict[str, Json]: ...
    def view(self, seat: int) -> dict[str, Json]: ...
    def legal(self) -> list[str]: ...
    def probabilities(self) -> list[float]: ...
    def play(self, text: str) -> None: ...


class Implementation(Protocol):
    def from_setup(self, setup: dict[str, Json]) -> Game: ...
    def from_state(self, state: dict[str, Json]) -> Game: ...


@dataclass(frozen=True)
class Check:
    line: int
    verb: str
    argument: str
    text: str


@dataclass
class Case:
    file: str
    line: int
    title: str
    tags: tuple[str, ...]
    setup: dict[str, Json] | None = None
    state: dict[str, Json] | None = None
    loose: bool = False
    checks: list[Check] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}: {self.title}"

    @property
    def possible(self) -> bool:
        return all(check.verb != "impossible" for check in self.checks)


def edit(state: dict[str, Json], path: str, value: str) -> None:
    *way, last = path.split(".")
    place: Json = state
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place.setdefault(step, {})
    if value == "absent":
        del place[last]
    elif isinstance(place, list):
        place[int(last)] = json.loads(value)
    else:
        place[last] = json.loads(value)


# --- the files ---

def logical_lines(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers; comments gone, indented ones joined to those before them."""
    result: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", raw).rstrip()
        if not line:
            continue
        if line[0].isspace() and result:
            result[-1] = (result[-1][0], f"{result[-1][1]} {line.strip()}")
        else:
            result.append((number, line))
    return result


def read_file(path: Path) -> list[Case]:
    cases: list[Case] = []
    blocks: list[list[tuple[int, str]]] = []
    for number, line in logical_lines(path.read_text(encoding="utf-8")):
        if line.startswith("case:"):
            blocks.append([])
        elif not blocks:
            raise CaseError(f"{path.name}:{number}: a file begins with `case:`")
        blocks[-1].append((number, line))
    for block in blocks:
        cases.append(read_case(path.name, block))
    return cases


def read_case(file: str, block: list[tuple[int, str]]) -> Case:
    number, line = block[0]
    title = line.removeprefix("case:").strip()
    match = re.search(r"\[([TDH\d ]+)\]$", title)
    if match is None:
        raise CaseError(f"{file}:{number}: the title ends with the rules it shows, as [T13 D4]")
    case = Case(file, number, title[: match.start()].strip(), tuple(match[1].split()))
    header: dict[str, str] = {}
    lines: list[tuple[int, str, str, str]] = []
    edits: list[tuple[str, str]] = []
    for number, line in block[1:]:
        check = next((verb for verb in CHECKS if re.match(rf"{verb}\b", line)), None)
        if check is not None:
            rest = line[len(check):]
            argument, _, text = rest.partition(":")
            case.checks.append(Check(number, check, argument.strip(), text.strip()))
            continue
        if case.checks:
            raise CaseError(f"{file}:{number}: a line of the position after a check, or an unknown check")
        whole = line.startswith(("setup:", "set:")) or (line.startswith("phase:") and "{" in line)
        for pair in [line] if whole else re.split(r"\s{2,}(?=\w+:)", line):
            key, colon, value = pair.partition(":")
            if not colon:
                raise CaseError(f"{file}:{number}: no colon")
            word, _, argument = key.strip().partition(" ")
            if argument or word == "set":
                lines.append((number, word, argument, value.strip()))
            else:
                header[word] = value.strip()
    try:
        if "setup" in header:
            case.setup = json.loads(header["setup"])
        else:
            case.loose = header.pop("loose", "no") == "yes"
            position = POSITIONS[header.pop("game", "teutonica")](header)
            for _, word, argument, value in lines:
                if word == "set":
                    edits.append(value.partition(" ")[::2])
                else:
                    position.line(word, argument, value)
            case.state = position.state()
            for path, value in edits:
                edit(case.state, path, value)
    except (CaseError, ValueError, KeyError, IndexError, TypeError) as error:
        raise CaseError(f"{case.name}: {error!r}") from error
    if not case.checks:
        raise CaseError(f"{file}:{case.line}: no check")
    return case


def all_cases(folder: Path | None = None) -> list[Case]:
    paths = sorted((folder or ROOT / "tests" / "cases").glob("*.txt"))
    return [case for path in paths for case in read_file(path)]


# --- the checks ---

def start(case: Case, implementation: Implementation) -> Game:
    if case.setup is not None:
        return implementation.from_setup(copy.deepcopy(case.setup))
    assert case.state is not None
    return implementation.from_state(copy.deepcopy(case.state))


def run(case: Case, implementation: Implementation) -> None:
    """Raises `Failure`, with the place in the file and what differed."""
    if not case.possible:
        try:
            start(case, implementation)
        except Exception as error:
            if isinstance(error, CRASHES):
                raise Failure(f"{case.name}\nshould be refused, but crashes: {error!r}") from error
            return
        raise Failure(f"{case.name}\nis impossible, but is not refused")
    try:
        game = start(case, implementation)
    except Exception as error:
        raise Failure(f"{case.name}\nis possible, but is refused: {error!r}") from error
    for number, check in enumerate(case.checks):
        place = f"{case.file}:{check.line}: {case.title} [{' '.join(case.tags)}]"
        try:
            if number == 0:
                sound(game, implementation)
            run_check(check, game, implementation)
        except Failure as failure:
            raise Failure(f"{place}\n{failure}") from failure
        except Exception as error:
            raise Failure(f"{place}\n{check.verb} {check.argument}: {error!r}") from error


def sound(game: Game, implementation: Implementation) -> None:
    """What holds in every position (see the docstring of the module)."""
    state, moves = game.state(), game.legal()
    if game.to_move != state["to_move"]:
        raise Failure(f"to_move is {game.to_move!r}, in the state {state['to_move']!r} [D1]")
    if (game.to_move is None) != (state["phase"] == "over") or bool(moves) == (game.to_move is None):
        raise Failure(f"phase {state['phase']!r}, to move {game.to_move!r}, {len(moves)} legal moves [D4]")
    twice = [move for move, number in Counter(moves).items() if number > 1]
    if twice:
        raise Failure(f"legal moves given twice: {twice} [D4]")
    if game.to_move == "*" and abs(sum(game.probabilities()) - 1) > 1e-9:
        raise Failure(f"the probabilities are {game.probabilities()} [D2]")
    fault = SOUND[state["game"]](state)
    if fault:
        raise Failure(fault)
    again = implementation.from_state(copy.deepcopy(state))
    other = again.state()
    if other != state:
        differ = {key: (state.get(key), value) for key, value in other.items() if state.get(key) != value}
        raise Failure(f"written and read again, the state differs (before, after): {differ}")
    if again.legal() != moves:
        raise Failure(f"written and read again, the moves differ: {moves[:40]} and {again.legal()[:40]} [D4]")


def moves_of(text: str) -> list[str]:
    return [] if text == "none" else [move.strip() for move in text.split(";") if move.strip()]


def same_moves(wanted: list[str], found: list[str]) -> None:
    missing, extra = Counter(wanted) - Counter(found), Counter(found) - Counter(wanted)
    if missing or extra:
        raise Failure(f"missing: {sorted(missing.elements())}\nnot expected: {sorted(extra.elements())}")


def run_check(check: Check, game: Game, implementation: Implementation) -> None:
    verb, argument, text = check.verb, check.argument, check.text
    if verb in ("legal", "illegal"):
        found = game.legal()
        for move in moves_of(text):
            if (move in found) != (verb == "legal"):
                near = [other for other in found if other.split()[0] == move.split()[0]]
                raise Failure(f"{move!r} should be {verb}; legal are {near[:30] or found[:30]}")
    elif verb in ("legal only", "legal matching"):
        pattern = "*" if verb == "legal only" else argument
        same_moves(moves_of(text), [move for move in game.legal() if fnmatchcase(move, pattern)])
    elif verb == "count":
        found = [move for move in game.legal() if fnmatchcase(move, argument)]
        if len(found) != int(text):
            raise Failure(f"{len(found)} moves match {argument!r}, not {text}: {found[:60]}")
    elif verb == "probabilities":
        pairs = dict(zip(game.legal(), game.probabilities(), strict=True))
        wanted = {move.rpartition(" ")[0]: Fraction(move.rpartition(" ")[2]) for move in moves_of(text)}
        same_moves(list(wanted), game.legal())
        for move, value in wanted.items():
            if abs(pairs[move] - float(value)) > 1e-9:
                raise Failure(f"{move!r} has the probability {pairs[move]}, not {value}")
    elif verb == "play":
        for move in moves_of(text):
            if move not in game.legal():
                legal = game.legal()[:40]
                raise Failure(f"cannot play {move!r} (to move {game.to_move!r}); legal are {legal}")
            game.play(move)
            try:
                sound(game, implementation)
            except Failure as failure:
                raise Failure(f"after {move!r}: {failure}") from failure
    elif verb == "say":
        game.play(text)
    elif verb == "refused":
        before = game.state()
        for move in moves_of(text):
            try:
                game.play(move)
            except Exception as error:
                if isinstance(error, CRASHES):
                    raise
                if move not in str(error):
                    raise Failure(f"the error does not name {move!r}: {error} [D9]") from error
            else:
                raise Failure(f"{move!r} is played, but should be refused")
            if game.state() != before:
                raise Failure(f"refusing {move!r} changes the state")
    elif verb == "to move":
        mover = None if text == "none" else "*" if text == "*" else int(text)
        if game.to_move != mover:
            raise Failure(f"to move is {game.to_move!r}, not {mover!r} (phase {game.state()['phase']!r})")
    elif verb == "expect":
        expect(game.state(), text)
    elif verb == "view":
        expect(game.view(int(argument)), text)
    elif verb == "score":
        words = text.split()
        scores = game.state()["result"]["scores"][int(argument)]
        parts = {part: 0 for part in scores if part != "total"} | numbers(words)
        parts["total"] = sum(parts.values())
        if scores != parts:
            differ = {part: (scores.get(part), value) for part, value in parts.items()
                      if scores.get(part) != value}
            raise Failure(f"seat {argument} (found, expected): {differ or scores}")
    elif verb == "perft":
        nodes = perft(game, implementation, int(argument))
        if nodes != int(text):
            raise Failure(f"perft({argument}) is {nodes}, not {text}")
    else:
        raise CaseError(f"unknown check {verb!r}")


def expect(state: dict[str, Json], text: str) -> None:
    path, _, value = text.partition(" ")
    place: Json = state
    steps = path.split(".")
    for number, step in enumerate(steps):
        if isinstance(place, list) and step.isdigit() and int(step) < len(place):
            place = place[int(step)]
        elif isinstance(place, dict) and step in place:
            place = place[step]
        elif value == "absent" and isinstance(place, dict) and number == len(steps) - 1:
            return
        else:
            raise Failure(f"{'.'.join(steps[: number + 1])} is absent, not {value}")
    wanted = None if value == "absent" else json.loads(value)
    if value == "absent" or place != wanted or isinstance(place, bool) != isinstance(wanted, bool):
        raise Failure(f"{path} is {json.dumps(place, ensure_ascii=False)}, not {value}")


def perft(game: Game, implementation: Implementation, depth: int) -> int:
    if depth == 0:
        return 1
    if game.to_move is None:
        return 0
    moves = game.legal()
    if depth == 1:
        return len(moves)
    state = game.state()
    total = 0
    for move in moves:
        child = implementation.from_state(copy.deepcopy(state))
        child.play(move)
        total += perft(child, implementation, depth - 1)
    return total
