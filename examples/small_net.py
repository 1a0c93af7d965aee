"""A net of one hidden layer with two heads, in numpy: what `train_guided.py` teaches."""

import numpy as np


def softmax(scores: np.ndarray) -> np.ndarray:
    """Probabilities, row by row."""
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


class SmallNet:
    """Numbers in; a policy over action numbers and a share for each seat out.

    At first all legal moves are about as likely.
    """

    def __init__(self, inputs: int, actions: int, seats: int, hidden: int = 128, seed: int = 1) -> None:
        rng, sizes = np.random.default_rng(seed), ((inputs, hidden), (hidden, actions), (hidden, seats))
        self.layers = [
            rng.normal(0, scale / size[0] ** 0.5, size).astype(np.float32)
            for size, scale in zip(sizes, (0.5, 0.05, 0.5), strict=True)
        ]
        self.moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in self.layers]
        self.steps = 0

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Priors and shares, as a `GuidedSearch` asks for them."""
        hidden = np.maximum(observations @ self.layers[0], 0)
        return softmax(np.where(masks, hidden @ self.layers[1], -1e9)), softmax(hidden @ self.layers[2])

    def learn(self, seen: np.ndarray, masks: np.ndarray, policies: np.ndarray, shares: np.ndarray, rate: float) -> None:
        """One step of Adam, down the cross entropy of policies and shares. A policy's sum is its
        weight: 0, and only the shares are learned."""
        self.steps += 1
        inner, *heads = self.layers
        hidden = np.maximum(seen @ inner, 0)
        likely = softmax(np.where(masks, hidden @ heads[0], -1e9))
        wrong = [likely * policies.sum(axis=1, keepdims=True) - policies, softmax(hidden @ heads[1]) - shares]
        back = sum(one @ head.T for one, head in zip(wrong, heads, strict=True)) * (hidden > 0)
        gradients = [seen.T @ back, *(hidden.T @ one for one in wrong)]
        for layer, gradient, (mean, square) in zip(self.layers, gradients, self.moments, strict=True):
            gradient /= len(seen)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            layer -= rate * mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
