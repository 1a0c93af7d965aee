"""Adam with decoupled decay, for the nets that `hansa train` fits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
OF_MEANS = 0.9                  # that is kept of the mean of gradients in a step


class Adam:
    """What is remembered of the gradients of some layers."""

    def __init__(self, layers: Sequence[Floats], of_squares: float) -> None:
        """`of_squares` is kept of the mean of squared gradients in a step."""
        self.layers, self.of_squares, self.steps = layers, of_squares, 0
        self.means = [np.zeros_like(layer) for layer in layers]
        self.squares = [np.zeros_like(layer) for layer in layers]

    def step(self, gradients: Sequence[Floats], rate: float, decays: Sequence[float]) -> None:
        """Changes the layers in place; each shrinks by its decay, times the rate."""
        self.steps += 1
        for layer, gradient, mean, square, decay in zip(
                self.layers, gradients, self.means, self.squares, decays, strict=True):
            mean += (1 - OF_MEANS) * (gradient - mean)
            square += (1 - self.of_squares) * (gradient**2 - square)
            change = mean / (1 - OF_MEANS**self.steps) / (np.sqrt(square / (1 - self.of_squares**self.steps)) + 1e-8)
            layer -= rate * (change + decay * layer)
