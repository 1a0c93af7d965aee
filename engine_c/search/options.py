"""The settings of a search: one dataclass, which checks them and has the only copy of the
defaults."""

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
    """A field of `SearchOptions`: its default, one line of help, and its valid values.

    `kind` is the type of the values; only a field whose default is None has to give it.
    """
    return field(default=default, metadata={
        "help": help, "low": low, "high": high, "choices": choices, "kind": kind or type(default)})


@dataclass(frozen=True)
class SearchOptions:
    """The settings of a search.

    >>> options = SearchOptions(threads=2)
    >>> options.memory, options.formula
    (256, 'puct')
    >>> SearchOptions(standing=2)
    Traceback (most recent call last):
        ...
    ValueError: standing must be from 0 to 1, not 2 (weight of the standing in a finished game's value; the rest is the win)
    """

    memory: int = setting(256, "megabytes for the tree", 1, 65536)
    threads: int = setting(1, "threads that search the tree together", 1, 256)
    formula: str = setting("puct", "how a move is selected", choices=FORMULAS)
    exploration: float | None = setting(
        None, "exploration constant c of PUCT or UCB1 (default: the mind's own)", 0, 1000,
        kind=float)
    first_play: float = setting(0.02, "first-play urgency: how much lower than its parent an untried "
                                      "move is valued", -1000, 1000)
    policy: bool = setting(True, "whether priors come from the mind's policy; otherwise all moves have the same prior")
    temperature: float | None = setting(
        None, "temperature of the policy's softmax; higher trusts the policy less (default: the mind's own)", 0.01,
        1000, kind=float)
    advice: float = setting(0.4, "share of the prior that the plan's move gets", 0, 0.99)
    leaf: str = setting("playout", "how new positions are evaluated", choices=LEAVES)
    cut: int | None = setting(
        None, "moves of a playout before it is evaluated (default: the mind's own)", 0, LONGEST_CUT, kind=int)
    standing: float = setting(0.5, "weight of the standing in a finished game's value; the rest is the win", 0, 1)
    points: bool = setting(False, "whether to collect the expected points of each seat")

    def __post_init__(self) -> None:
        _check(self)

    def settled(self, settings: SearchSettings) -> SearchSettings:
        """The settings of a search with a mind: the mind's own, unless they are set here.

        >>> SearchOptions(cut=0).settled(SearchSettings(exploration=0.2))
        SearchSettings(cut=0, exploration=0.2, temperature=1.0)
        """
        said = {entry.name: getattr(self, entry.name) for entry in fields(settings)}
        return replace(settings, **{name: value for name, value in said.items() if value is not None})


@dataclass(frozen=True)
class SearchSettings:
    """The settings that a mind was trained with, its defaults; `SearchOptions` can override
    them."""

    cut: int = setting(80, "moves of a playout before it is evaluated", 0, LONGEST_CUT)
    exploration: float = setting(0.4, "exploration constant c of PUCT or UCB1", 0, 1000)
    temperature: float = setting(1.0, "temperature of the policy's softmax; higher trusts the policy less", 0.01, 1000)

    def __post_init__(self) -> None:
        _check(self)


def setting_of(name: str) -> Field[Any]:
    """The declaration of a setting (default, help, valid values), for interfaces that offer it."""
    return next(entry for entry in fields(SearchOptions) if entry.name == name)


def _check(options: SearchOptions | SearchSettings) -> None:
    """Raises ValueError for a setting with an invalid value."""
    for entry in fields(options):
        value = getattr(options, entry.name)
        fault = "" if value is None and entry.default is None else _fault(value, **entry.metadata)
        if fault:
            raise ValueError(f"{entry.name} must be {fault} ({entry.metadata['help']})")


def _fault(
    value: object, help: str, low: float | None, high: float | None, choices: tuple[str, ...], kind: type
) -> str:
    """What a value should be instead; an empty string if it is valid."""
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
