from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine_c.search.options import SearchSettings

NET_HIDDEN: int
NET_SECOND: int

class Mind:
    evaluation_weights: int
    points_weights: int
    policy_weights: int
    plan_weights: int
    net_inputs: int
    settings: SearchSettings
    def __init__(
        self, evaluation: Sequence[float], points: Sequence[float], policy: Sequence[float], plan: Sequence[float],
        net: NDArray[np.float32] | memoryview[float] | None = None, *,
        policy_net: NDArray[np.float32] | memoryview[float] | None = None, settings: SearchSettings | None = None,
    ) -> None: ...
