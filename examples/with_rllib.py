"""RLlib's PPO at one seat, masks used, against random play: `python examples/with_rllib.py`

Needs Ray: `pip install 'ray[rllib]' torch 'hansa[envs]'`. Its module for masks looks for
observations under a name of its own: a wrapper renames them.
"""

import argparse

import numpy as np
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from hansa.envs.gymnasium import HansaEnv

LIMIT = 200


def environment(settings: dict[str, object]) -> TransformObservation:
    """Hansa (2004) for two, its observations as RLlib names them."""
    env = HansaEnv(game="hansa2004", players=2, opponents="random", seat=None, limit=LIMIT)
    seen, actions = env.observation_space["observation"], int(env.action_space.n)
    return TransformObservation(
        env, lambda both: {"observations": both["observation"], "action_mask": both["action_mask"].astype(np.float32)},
        spaces.Dict({"observations": seen, "action_mask": spaces.Box(0, 1, (actions,), np.float32)}))


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--rounds", type=int, default=10, help="how long to train: rounds of 4000 decisions (default 10)")
parser.add_argument("--decisions", type=int, default=4000, help="of a round")
given = parser.parse_args()
register_env("hansa2004", environment)
config = (
    PPOConfig()
    .environment("hansa2004")
    .env_runners(num_env_runners=0)         # games are played in this process
    .learners(num_learners=0)
    .training(train_batch_size_per_learner=given.decisions, minibatch_size=min(256, given.decisions), num_epochs=4, lr=3e-4)
    .rl_module(rl_module_spec=RLModuleSpec(
        module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128], "vf_share_layers": False}))
)
algorithm = config.build_algo()
for _ in range(given.rounds):
    result = algorithm.train()
share = result["env_runners"]["episode_return_mean"]
algorithm.stop()
print(f"{given.rounds * given.decisions} decisions; {share:.0%} of the win against random play lately")
