"""Environments for learners: `vector` needs nothing more; `pettingzoo`, `gymnasium` and `openspiel`
the extra `hansa[envs]`."""
