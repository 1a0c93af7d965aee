"""The net of `engine_c/net.pyx` once more, in numpy: the same sums in the same order, so the same
bits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import NET_HIDDEN, NET_SECOND

Floats = NDArray[np.float32]
CEILING, FARTHEST = np.float32(8), np.float32(4)


def layers(weights: Floats) -> list[Floats]:
    """The weights of the layers: first, its biases, second, its biases, last, its bias."""
    sizes = [NET_HIDDEN, NET_HIDDEN * NET_SECOND, NET_SECOND, NET_SECOND, 1]
    cuts = np.cumsum([len(weights) - sum(sizes), *sizes[:-1]])
    first, first_bias, second, second_bias, last, last_bias = np.split(weights, cuts)
    return [
        first.reshape(-1, NET_HIDDEN), first_bias, second.reshape(NET_HIDDEN, NET_SECOND), second_bias, last, last_bias]


def cut(values: Floats) -> Floats:
    return np.minimum(np.maximum(values, np.float32(0)), CEILING)


def net_units(weights: Floats, inputs: Floats) -> Floats:
    """The second layer."""
    first, first_bias, second, second_bias, _, _ = layers(weights)
    hidden = first_bias.copy()
    for place in np.flatnonzero(inputs):
        hidden += inputs[place] * first[place]
    units = second_bias.copy()
    for value, row in zip(cut(hidden), second, strict=True):
        units += value * row
    return cut(units)


def net_output(weights: Floats, inputs: Floats) -> np.float32:
    """What is added to the strength of one seat."""
    *_, last, last_bias = layers(weights)
    total = last_bias[0]
    for value, weight in zip(net_units(weights, inputs), last, strict=True):
        total = np.float32(total + np.float32(value * weight))
    return np.float32(min(max(total, -FARTHEST), FARTHEST))
