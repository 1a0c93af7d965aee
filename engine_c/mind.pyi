from collections.abc import Sequence

class Mind:
    evaluation_weights: int
    points_weights: int
    policy_weights: int
    plan_weights: int
    def __init__(
        self, evaluation: Sequence[float], points: Sequence[float], policy: Sequence[float], plan: Sequence[float]
    ) -> None: ...
