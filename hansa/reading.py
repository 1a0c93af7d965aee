"""Reading what comes from outside: a reader that collects problems, and words of setups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine_c.position import Position
from hansa.errors import SetupError, StateError
from hansa.json_lines import Json, is_whole
from hansa.suggestions import closest, shown

MOST = 200                  # no count in a state comes near


class Reader:
    """Reads one state, collecting problems instead of stopping at the first."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def problem(self, text: str) -> None:
        self.problems.append(text)

    def number(self, value: object, where: str, most: int = MOST, least: int = 0) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.problem(f"{where} must be a whole number from {least} to {most}, not {shown(value)}")
            return least
        return value

    def truth(self, value: object, where: str) -> bool:
        if not isinstance(value, bool):
            self.problem(f"{where} must be true or false, not {shown(value)}")
        return value is True

    def name(self, value: object, choices: Sequence[str], where: str) -> int:
        if not isinstance(value, str) or value not in choices:
            known = [name for name in choices if name]
            self.problem(f"{where}: unknown name {shown(value)}" + closest(value, known))
            return 0
        return choices.index(value)

    def items(self, value: object, where: str) -> list[Any]:
        if not isinstance(value, list | tuple):
            self.problem(f"{where} must be a list, not {shown(value)}")
            return []
        return list(value)

    def members(self, value: object, known: Sequence[str], where: str, optional: Sequence[str] = ()) -> Json:
        if not isinstance(value, Mapping):
            self.problem(f"{where} must be an object, not {shown(value)}")
            return {}
        for member in value:
            if member not in known:
                self.problem(f"{where} has an unknown member {shown(member)}" + closest(member, known))
        for member in known:
            if member not in value and member not in optional:
                self.problem(f"{where} lacks {member!r}")
        return {str(member): content for member, content in value.items() if member in known}

    def mover(self, value: object, players: int) -> int | str | None:
        """Whose decision it is (D1)."""
        if value is None or value == "*":
            return value
        return self.number(value, "to_move", players - 1)


def check_made(position: Position, phase: str, given: object, actual: Callable[[str], Mapping[str, Any]], rule: str) -> None:
    """What only the engine can tell of a state: a seat has a move, and the result is right."""
    if isinstance(given, Mapping):
        found = actual(str(given.get("reason")))
        wrong = [member for member in given if given[member] != found.get(member)]
        if wrong:
            raise StateError([f"result.{member} is not that of the position [{rule}]" for member in wrong])
    if phase != "over" and not position.moves():
        raise StateError([f"nobody has a move in the phase {phase!r} of this position [D4]"])


def one_seed(inside: int | None, beside: object) -> int | None:
    """The seed of a setup and the one given beside it, which must not contradict each other."""
    if beside is None:
        return inside
    if not is_whole(beside):
        raise SetupError(f"seed must be a whole number, not {shown(beside)}")
    if inside not in (None, beside):
        raise SetupError(f"two seeds: {beside} beside the setup, {inside} in it")
    return beside


def seed_of(data: Mapping[str, Any]) -> int | None:
    """The seed that a setup has in it."""
    seed = data.get("seed")
    if seed is not None and not is_whole(seed):
        raise SetupError(f"seed must be a whole number, not {shown(seed)}")
    return seed


def setup_members(data: object, known: Sequence[str], example: str) -> Mapping[str, Any]:
    """A setup's members, none of them unknown."""
    if not isinstance(data, Mapping):
        raise SetupError(f"a setup is a JSON object such as {example}")
    unknown = [str(member) for member in data if member not in known]
    if unknown:
        raise SetupError(f"unknown member {shown(unknown[0])} in the setup{closest(unknown[0], known)}")
    return data


def choice(value: object, choices: Sequence[str], what: str) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in choices:
        raise SetupError(f"unknown {what} {shown(value)}{closest(value, choices)}")
    return value
