"""Games of a net against itself, many at once: where `train_guided.py` gets its positions."""

from collections.abc import Callable

import numpy as np

from hansa import State
from hansa.envs.gymnasium_vector import HansaVectorEnv

PATIENCE, TRACE, LEAD = 0.998, 0.95, 15

Net = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


class SelfPlay:
    """Games of two; `search(state, likely)` improves the policy at some of the positions."""

    def __init__(self, net: Net, board: str, games: int, seed: int = 1) -> None:
        self.env = HansaVectorEnv(games, board=board, players=2, reward="points", limit=300, starts=1024)
        self.net, self.rng, self.games = net, np.random.default_rng(seed), games
        self.shown, infos = self.env.reset(seed=seed)
        self.mover = infos["mover"]

    def play(self, steps: int, search: Callable[[State, np.ndarray], np.ndarray], often: float) -> list[np.ndarray]:
        """A row a position: seen, legal, improved (0: not searched), and what it came to."""
        course = []
        for _ in range(steps):
            seen, masks = self.shown["observation"], self.shown["action_mask"] == 1
            likely, shares = self.net(seen, masks)
            policies = np.zeros_like(likely)
            for game in np.flatnonzero((self.rng.random(self.games) < often) & (masks.sum(axis=1) > 1)):
                policies[game] = search(self.env.state(int(game)), likely[game])
            sums = likely.cumsum(axis=1, dtype=np.float64)
            drawn = (sums > self.rng.random((self.games, 1)) * sums[:, -1:]).argmax(axis=1)
            self.shown, _, terminated, truncated, infos = self.env.step(drawn)
            points = infos.get("rewards", np.zeros((self.games, 2)))
            results = 0.5 + 0.5 * np.tanh((points[:, 0] - points[:, 1]) / LEAD)   # shares
            course.append((seen, masks, policies, shares, self.mover, terminated | truncated, results))
            self.mover = infos["mover"]
        seen, masks, policies, shares, movers, ended, results = map(np.stack, zip(*course, strict=True))
        after = self.net(self.shown["observation"], self.shown["action_mask"] == 1)[1]
        mine = returns(np.vstack([shares[..., 0], after[None, :, 0]]), np.vstack([movers, self.mover]), ended, results)
        targets = np.stack([mine, 1 - mine], axis=2)
        return [column.reshape(steps * self.games, -1) for column in (seen, masks, policies, targets)]


def returns(shares: np.ndarray, movers: np.ndarray, ended: np.ndarray, results: np.ndarray) -> np.ndarray:
    """What positions came to for the seat that decides, steps x games: of results and of what the
    net expected on the way.

    `shares` are what it expected for that seat, with a row more, as `movers` have; `results` are
    those of seat 0.
    """
    first, come = np.where(movers == 0, shares, 1 - shares), None
    found = np.empty_like(results, np.float32)
    for step in reversed(range(len(ended))):
        later = first[step + 1] if come is None else (1 - TRACE) * first[step + 1] + TRACE * come
        come = np.where(ended[step], results[step], 0.5 + PATIENCE * (later - 0.5))
        found[step] = np.where(movers[step] == 0, come, 1 - come)
    return found
