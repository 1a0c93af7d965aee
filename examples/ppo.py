"""A net and the clipped objective of PPO, in PyTorch: what `train_ppo.py` teaches."""

import numpy as np
import torch
from torch import Tensor, distributions, nn

from hansa import Move, State

EPOCHS, PIECES, CLIP, DISCOUNT, TRACE, ENTROPY = 2, 8, 0.2, 0.998, 0.95, 0.01


class Net(nn.Module):
    """Observations and masks in; a policy over action numbers and a value for the mover out."""

    def __init__(self, inputs: int, actions: int, hidden: int = 192) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[distributions.Categorical, Tensor]:
        """Illegal actions have no chance; values are from -1 to 1."""
        inner = self.trunk(seen)
        policy = distributions.Categorical(logits=self.policy(inner).masked_fill(masks == 0, -1e9), validate_args=False)
        return policy, self.value(inner).tanh().squeeze(-1)

    def choose(self, state: State) -> Move:
        """The likeliest move, without any search."""
        position = state.position
        seen, mask = np.empty(position.feature_count, np.float32), np.zeros(position.action_count, np.uint8)
        position.observe(state.seat, seen)
        position.mask(mask)
        with torch.no_grad():
            policy, _ = self(torch.from_numpy(seen), torch.from_numpy(mask))
        return state.move(position.move_of(int(policy.logits.argmax())))


def advantages(values: Tensor, gains: Tensor, ended: Tensor, movers: Tensor) -> Tensor:
    """Generalized advantage estimates. A row is a step; values and movers have one more.

    The game is zero-sum: where the other seat decides next, its value counts with the sign turned.
    """
    keep = torch.where(movers[1:] == movers[:-1], DISCOUNT, -DISCOUNT) * ~ended
    found = torch.zeros_like(values)
    for step in reversed(range(len(gains))):
        found[step] = gains[step] + keep[step] * (values[step + 1] + TRACE * found[step + 1]) - values[step]
    return found[:-1]


def learn(net: Net, optimizer: torch.optim.Optimizer, columns: list[Tensor]) -> None:
    """Some steps uphill. Columns: observations, masks, actions, their odds, advantages, results."""
    for _ in range(EPOCHS):
        for piece in torch.randperm(len(columns[0])).chunk(PIECES):
            seen, masks, actions, before, better, came = (column[piece] for column in columns)
            (policy, value), better = net(seen, masks), (better - better.mean()) / (better.std() + 1e-6)
            ratio = (policy.log_prob(actions) - before).exp()
            gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            net.zero_grad()
            (0.5 * (value - came).square().mean() - gain - ENTROPY * policy.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
