"""Positions on disk, in files that are whole or not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.training.positions import LabelledPosition
from hansa.whole_file import write_whole

Floats = NDArray[np.float32]
MEMBERS = ("counts", "index", "value", "worth", "points")


@dataclass(frozen=True)
class LabelledPositions:
    """Positions of one setup. A row is a seat of a position; its inputs begin at `starts`."""

    starts: NDArray[np.int64]
    index: NDArray[np.uint16]
    value: NDArray[np.float16]
    worth: Floats               # positions x seats
    points: Floats              # positions x seats x categories

    def __len__(self) -> int:
        return len(self.worth)

    @property
    def seats(self) -> int:
        """Of each position."""
        return int(self.worth.shape[1])

    def inputs(self, chosen: NDArray[np.int64], width: int) -> Floats:
        """The inputs of some positions with all their zeros, a row a seat."""
        rows = (chosen[:, None] * self.seats + np.arange(self.seats)).ravel()
        row, where = spans(self.starts, rows)
        found = np.zeros((len(rows), width), np.float32)
        found[row, self.index[where]] = self.value[where]
        return found

    def blocks(self, size: int = 4096) -> Iterator[NDArray[np.int64]]:
        """The numbers of all positions, some at a time."""
        for start in range(0, len(self), size):
            yield np.arange(start, min(start + size, len(self)))


def spans(begin: NDArray[np.int64], chosen: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The entries of some owners, whose entries begin at `begin`: the place of the owner among the
    chosen, and the entry.

    >>> [entries.tolist() for entries in spans(np.array([0, 2, 2, 5]), np.array([2, 0]))]
    [[0, 0, 0, 1, 1], [2, 3, 4, 0, 1]]
    """
    counts = begin[chosen + 1] - begin[chosen]
    owner = np.repeat(np.arange(len(chosen)), counts)
    return owner, np.arange(counts.sum()) + np.repeat(begin[chosen] - np.cumsum(counts) + counts, counts)


def read_joined(paths: Sequence[Path], members: Sequence[str]) -> dict[str, NDArray[Any]]:
    """The arrays of several files, those of the same name one after the other."""
    parts = []
    for path in paths:
        with np.load(path) as file:
            parts.append({name: file[name] for name in members})
    return {name: np.concatenate([part[name] for part in parts]) for name in members}


def write_shard(path: Path, samples: Sequence[LabelledPosition]) -> None:
    """All or nothing."""
    arrays = {
        name: np.concatenate([getattr(sample, name) for sample in samples])
        for name in ("counts", "index", "value")
    }
    arrays["worth"] = np.array([sample.worth for sample in samples])
    arrays["points"] = np.array([sample.points for sample in samples])
    write_whole(path, lambda file: np.savez(file, **arrays))    # type: ignore[arg-type]


def read_shards(paths: Sequence[Path]) -> LabelledPositions:
    """The positions of several files of one setup, together."""
    joined = read_joined(paths, MEMBERS)
    starts = np.concatenate([[0], np.cumsum(joined["counts"].astype(np.int64))])
    return LabelledPositions(starts, joined["index"], joined["value"], joined["worth"], joined["points"])
