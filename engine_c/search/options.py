"""What a search may be told: one dataclass, checked once, with the only copy of the defaults."""

from __future__ import annotations

import math
from dataclasses import Field, dataclass, field, fields
from typing import Any

LEAVES = ("evaluation", "playout", "uniform")
FORMULAS = ("puct", "ucb1")


def setting(
    default: Any, help: str, low: float | None = None, high: float | None = None, choices: tuple[str, ...] = ()
) -> Any:
    """A field of `SearchOptions`: its default, one line of help, and the values it may have."""
    return field(default=default, metadata={"help": help, "low": low, "high": high, "choices": choices})


@dataclass(frozen=True)
class SearchOptions:
    """The settings of a search.

    >>> options = SearchOptions(threads=2)
    >>> options.memory, options.tree_memory
    (256, 128)
    >>> SearchOptions(temperature=0)
    Traceback (most recent call last):
        ...
    ValueError: temperature must be from 0.01 to 1000, not 0 (of the policy: higher trusts it less)
    """

    memory: int = setting(256, "megabytes for all trees together", 1, 65536)
    threads: int = setting(1, "trees searched side by side", 1, 256)
    formula: str = setting("puct", "how a move is selected", choices=FORMULAS)
    exploration: float = setting(0.4, "how much what is unknown is worth (c of PUCT or UCB1)", 0, 1000)
    first_play: float = setting(0.02, "how much worse than its parent an untried move is taken to be", -1000, 1000)
    policy: bool = setting(True, "whether the mind's policy says how likely moves are; without it all are alike")
    temperature: float = setting(1.0, "of the policy: higher trusts it less", 0.01, 1000)
    advice: float = setting(0.4, "part of the prior that goes to the plan's move", 0, 0.99)
    leaf: str = setting("playout", "how new positions are judged", choices=LEAVES)
    cut: int | None = setting(None, "moves of a playout before it is judged (default: as the mind was taught)", 0, 1_000_000)
    standing: float = setting(0.5, "part of a finished game's value that is the standing, not the win", 0, 1)
    points: bool = setting(False, "whether the points that seats may expect are collected")

    def __post_init__(self) -> None:
        for entry in fields(self):
            fault = _fault(getattr(self, entry.name), type(entry.default), **entry.metadata)
            if fault:
                raise ValueError(f"{entry.name} must be {fault} ({entry.metadata['help']})")

    @property
    def tree_memory(self) -> int:
        """Megabytes for one tree."""
        return max(1, self.memory // self.threads)


def setting_of(name: str) -> Field[Any]:
    """What a setting is by default, and what it may be: for those who offer it to people."""
    return next(entry for entry in fields(SearchOptions) if entry.name == name)


def _fault(
    value: object, kind: type, low: float | None, high: float | None, choices: tuple[str, ...], help: str
) -> str:
    """What a value should be and is not; nothing if it is right."""
    shown = repr(value)[:40]
    if value is None and kind is type(None):
        return ""
    if choices:
        return "" if isinstance(value, str) and value in choices else f"one of {', '.join(choices)}, not {shown}"
    if kind is bool:
        return "" if isinstance(value, bool) else f"True or False, not {shown}"
    if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else int):
        return f"a {'' if kind is float else 'whole '}number, not {shown}"
    assert isinstance(value, (int, float)) and low is not None and high is not None
    if math.isnan(value) or not low <= value <= high:
        return f"from {low} to {high}, not {shown}"
    return ""
