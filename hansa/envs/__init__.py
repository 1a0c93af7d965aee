"""Environments for reinforcement learning. `vector` needs only numpy; `pettingzoo`, `gymnasium` and
`openspiel` need the extra `hansa[envs]`."""
