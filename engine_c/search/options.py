"""What a search may be told: one dataclass, checked once, with the only copy of the defaults."""

from __future__ import annotations

import math
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any

LEAVES = ("evaluation", "playout", "uniform")
FORMULAS = ("puct", "ucb1")
LONGEST_CUT = 1_000_000     # moves; whole games are shorter


def setting(
    default: Any, help: str, low: float | None = None, high: float | None = None, choices: tuple[str, ...] = (),
    kind: type | None = None,
) -> Any:
    """A field of `SearchOptions`: its default, one line of help, and the values it may have.

    One whose default is None says its `kind`.
    """
    return field(default=default, metadata={
        "help": help, "low": low, "high": high, "choices": choices, "kind": kind or type(default)})


@dataclass(frozen=True)
class SearchOptions:
    """The settings of a search.

    >>> options = SearchOptions(threads=2)
    >>> options.memory, options.tree_memory
    (256, 128)
    >>> SearchOptions(standing=2)
    Traceback (most recent call last):
        ...
    ValueError: standing must be from 0 to 1, not 2 (part of a finished game's value that is the standing, not the win)
    """

    memory: int = setting(256, "megabytes for all trees together", 1, 65536)
    threads: int = setting(1, "trees searched side by side", 1, 256)
    formula: str = setting("puct", "how a move is selected", choices=FORMULAS)
    exploration: float | None = setting(
        None, "how much what is unknown is worth (c of PUCT or UCB1; default: as the mind was tuned)", 0, 1000,
        kind=float)
    first_play: float = setting(0.02, "how much worse than its parent an untried move is taken to be", -1000, 1000)
    policy: bool = setting(True, "whether the mind's policy says how likely moves are; without it all are alike")
    temperature: float | None = setting(
        None, "of the policy: higher trusts it less (default: as the mind was tuned)", 0.01, 1000, kind=float)
    advice: float = setting(0.4, "part of the prior that goes to the plan's move", 0, 0.99)
    leaf: str = setting("playout", "how new positions are judged", choices=LEAVES)
    cut: int | None = setting(
        None, "moves of a playout before it is judged (default: as the mind was taught)", 0, LONGEST_CUT, kind=int)
    standing: float = setting(0.5, "part of a finished game's value that is the standing, not the win", 0, 1)
    points: bool = setting(False, "whether the points that seats may expect are collected")

    def __post_init__(self) -> None:
        _check(self)

    def settled(self, settings: SearchSettings) -> SearchSettings:
        """What a search with a mind does: what is said here, and what the mind was taught with.

        >>> SearchOptions(cut=0).settled(SearchSettings(exploration=0.2))
        SearchSettings(cut=0, exploration=0.2, temperature=1.0)
        """
        said = {entry.name: getattr(self, entry.name) for entry in fields(settings)}
        return replace(settings, **{name: value for name, value in said.items() if value is not None})

    @property
    def tree_memory(self) -> int:
        """Megabytes for one tree."""
        return max(1, self.memory // self.threads)


@dataclass(frozen=True)
class SearchSettings:
    """What a mind says of the search that it was taught with; `SearchOptions` may say otherwise."""

    cut: int = setting(80, "moves of a playout before it is judged", 0, LONGEST_CUT)
    exploration: float = setting(0.4, "how much what is unknown is worth (c of PUCT or UCB1)", 0, 1000)
    temperature: float = setting(1.0, "of the policy: higher trusts it less", 0.01, 1000)

    def __post_init__(self) -> None:
        _check(self)


def setting_of(name: str) -> Field[Any]:
    """What a setting is by default, and what it may be: for those who offer it to people."""
    return next(entry for entry in fields(SearchOptions) if entry.name == name)


def _check(options: SearchOptions | SearchSettings) -> None:
    """ValueError for a setting that it may not have."""
    for entry in fields(options):
        value = getattr(options, entry.name)
        fault = "" if value is None and entry.default is None else _fault(value, **entry.metadata)
        if fault:
            raise ValueError(f"{entry.name} must be {fault} ({entry.metadata['help']})")


def _fault(
    value: object, help: str, low: float | None, high: float | None, choices: tuple[str, ...], kind: type
) -> str:
    """What a value should be and is not; nothing if it is right."""
    shown = repr(value)[:40]
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
