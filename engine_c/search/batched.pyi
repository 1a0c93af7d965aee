from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine_c.position import Position
from engine_c.search.door import TreeDoor
from engine_c.search.options import SearchOptions

LARGEST_BATCH: int

class BatchedSearch(TreeDoor):
    batch: int
    rows: int
    def __init__(
        self, evaluate: Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[ArrayLike, ArrayLike]], batch: int = 64,
        options: SearchOptions | None = None, *, seed: int = 0,
    ) -> None: ...
    def begin(self, position: Position, seat: int) -> None: ...
    def run(self, simulations: int) -> None: ...
    def mix_priors(self, others: Sequence[float], part: float) -> None: ...
