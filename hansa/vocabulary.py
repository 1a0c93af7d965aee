"""The names of a game's weights: what is learned, and lists of weights for the engine."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hansa.errors import HansaError
from hansa.json_lines import NotJson, read_json

Taste = list[float]
Made = TypeVar("Made")
LARGEST = 1e6                                           # no weight comes near
MOST_BYTES = 64 << 20                                   # of a file; /dev/zero has no end


class MindError(HansaError):
    """Weights that cannot be read, or are for something else."""

    code = "bad-mind"


class UnknownWeight(MindError):
    """A name that this game has no weight for: perhaps the weights of another game."""


@dataclass(frozen=True)
class Vocabulary:
    """What evaluation, policy and plans of a game consist of, by name, in the engine's order."""

    evaluation: Sequence[str]
    policy: Sequence[str]
    categories: Sequence[str]
    tastes: Mapping[str, tuple[float, str]]         # default and meaning
    usual: Mapping[str, Any]  # the setup that half of the games to learn from have
    estimates: frozenset[str] = frozenset()  # weights of tastes that are the same for all plans

    def taste(self, **changes: float) -> Taste:
        """A taste that differs from the default in these weights."""
        return self.taste_of(changes)

    def taste_of(self, data: Any) -> Taste:
        """A taste from the content of a file; weights that are not named have their defaults."""
        given = named(data, "a taste", self.tastes)
        return [weight(given.get(name, default), name) for name, (default, _) in self.tastes.items()]

    def policy_of(self, data: Any) -> list[float]:
        """The weights of a policy from the content of a file; those that are not named are 0."""
        given = named(data, "policy", self.policy)
        return [weight(given.get(name, 0.0), name) for name in self.policy]


def named(weights: Any, part: str, known: Container[str]) -> Mapping[str, Any]:
    """Weights by name, all of them known."""
    if not isinstance(weights, Mapping):
        raise MindError(f"{part} should be an object of weights by name")
    unknown = sorted(name for name in weights if name not in known)
    if unknown:
        raise UnknownWeight(f"{part} has no {', '.join(unknown)}")
    return weights


def weight(value: Any, name: str) -> float:
    """One weight."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < LARGEST:
        raise MindError(f"{name} should be a number, not {str(value)[:40]!r}")
    return value


def read_file(path: Path, make: Callable[[Any], Made]) -> Made:
    """What is made of the content of a file of weights; errors name the file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise MindError(f"more than {MOST_BYTES >> 20} megabytes: this is not a file of weights")
        return make(read_json(data))
    except OSError as error:
        raise MindError(f"{path}: {error.strerror}") from error
    except MindError as error:
        raise type(error)(f"{path}: {error}") from error
    except NotJson as error:
        raise MindError(f"{path}: {error}") from error
