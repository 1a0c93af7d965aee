"""PPO with masks against itself, then a match with `greedy`: `python examples/train_ppo.py`

Needs PyTorch: `pip install 'hansa[envs,torch]'`. A net plays both seats, paid by the lead.
"""

import argparse
import time

import numpy as np
import torch
from ppo import Net, advantages, learn

from hansa import match
from hansa.envs.gymnasium_vector import HansaVectorEnv

BOARD, GAMES, STEPS, LIMIT, RATE, LEAD = "hansa2004", 128, 128, 300, 7e-4, 15


def play(shown: dict[str, np.ndarray], mover: np.ndarray) -> tuple[dict[str, np.ndarray], np.ndarray, list[torch.Tensor]]:
    """Plays `STEPS` steps of all games; returns their last turn, and what `learn` needs to know."""
    course = []
    for _ in range(STEPS):
        seen, masks = map(torch.from_numpy, shown.values())
        policy, value = net(seen, masks)
        actions = policy.sample()
        shown, _, terminated, truncated, infos = env.step(actions.numpy())
        points = infos.get("rewards", np.zeros((GAMES, 2), np.float32))     # 0 in games that go on
        lead = 2 * points[np.arange(GAMES), mover] - points.sum(axis=1)
        told = np.tanh(lead / LEAD), terminated | truncated, mover
        course.append((seen, masks, actions, policy.log_prob(actions), value, *map(torch.from_numpy, told)))
        mover = infos["mover"]
    seen, masks, actions, before, values, gains, ended, movers = map(torch.stack, zip(*course, strict=True))
    values = torch.cat([values, net(*map(torch.from_numpy, shown.values()))[1][None]])
    better = advantages(values, gains, ended, torch.cat([movers, torch.from_numpy(mover)[None]]))
    columns = seen, masks, actions, before, better, better + values[:-1]
    return shown, mover, [column.flatten(0, 1) for column in columns]


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--minutes", type=float, default=2, help="of processor time to train (default 2)")
parser.add_argument("--games", type=int, default=200, help="against greedy")
given = parser.parse_args()
torch.manual_seed(1)
torch.set_num_threads(1)                # small matrices: threads would only wait for each other
env = HansaVectorEnv(GAMES, board=BOARD, players=2, reward="points", limit=LIMIT, starts=1024)
net = Net(env.games.features, env.games.actions)
optimizer = torch.optim.Adam(net.parameters(), lr=RATE, eps=1e-5)
observations, infos = env.reset(seed=1)
mover, moves, part, begun = infos["mover"], 0, 0.0, time.process_time()
while part < 1:
    optimizer.param_groups[0]["lr"] = RATE * max(0.05, 1 - part)
    with torch.no_grad():
        observations, mover, columns = play(observations, mover)
    learn(net, optimizer, columns)
    moves += GAMES * STEPS
    part = (time.process_time() - begun) / max(60 * given.minutes, 1e-9)
found = match(net.choose, "greedy", board=BOARD, games=given.games, limit=600)
mine = next(line for line in found.lines if line.bot != "greedy")
sure = f" (95 %: {mine.wins_interval.low:.0%} to {mine.wins_interval.high:.0%})" if mine.wins_interval else ""
print(f"{moves:,} moves of self-play; {mine.wins:.0%} of the win{sure} in {found.games} games against greedy")
