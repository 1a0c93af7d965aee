"""Tianshou's DQN at one seat, masks used, against random play: `python examples/with_tianshou.py`

Needs Tianshou 2: `pip install tianshou 'hansa[envs]'`. It looks for masks under a name of its own:
a wrapper renames them.
"""

import argparse

from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from hansa.envs.gymnasium import HansaEnv

LIMIT, GAMES = 200, 4


def environment() -> TransformObservation:
    """Hansa (2004) for two, its observations as Tianshou names them."""
    env = HansaEnv(game="hansa2004", players=2, opponents="random", seat=None, limit=LIMIT)
    seen, mask = env.observation_space["observation"], env.observation_space["action_mask"]
    return TransformObservation(
        env, lambda both: {"obs": both["observation"], "mask": both["action_mask"]}, spaces.Dict({"obs": seen, "mask": mask}))


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=20_000, help="decisions to learn from (default 20000)")
given = parser.parse_args()
env = environment()
net = Net(state_shape=env.observation_space["obs"].shape, action_shape=env.action_space.n, hidden_sizes=[128])
policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.99, n_step_return_horizon=5, target_update_freq=200)
training = Collector(
    algorithm, DummyVectorEnv([environment] * GAMES), VectorReplayBuffer(20_000, GAMES), exploration_noise=True)
measuring = Collector(algorithm, DummyVectorEnv([environment] * GAMES))
result = algorithm.run_training(OffPolicyTrainerParams(
    training_collector=training, test_collector=measuring, max_epochs=1, epoch_num_steps=given.steps, batch_size=64,
    collection_step_num_env_steps=40, update_step_num_gradient_steps_per_sample=0.1, test_step_num_episodes=20,
    test_in_training=False, verbose=False, show_progress=False))
print(f"{result.train_step} steps; {result.best_reward:.0%} of the win in 20 games against random play")
