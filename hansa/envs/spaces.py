"""What observations look like to Gymnasium and PettingZoo; needs Gymnasium, which both bring."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from hansa.envs.action_game import ActionGame


def observation_space(game: ActionGame) -> spaces.Dict:
    """An observation and the mask of legal action numbers (MOVES.md, sections 12 and 11)."""
    return spaces.Dict({
        "observation": spaces.Box(0.0, 1.0, (game.features,), np.float32),
        "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
    })
