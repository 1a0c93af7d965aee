"""What environments for learners declare, give and refuse: spaces, facts, a short game of each by
the numbers, and the message of every mistake.

`python -m tests.golden_envs` writes `tests/golden/envs.txt` anew; review the diff. Observations are
checksums.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from gymnasium import spaces

from hansa.envs import openspiel
from hansa.envs.gymnasium import IDS, HansaEnv
from hansa.envs.gymnasium_vector import HansaVectorEnv
from hansa.envs.parallel import parallel_env
from hansa.envs.parallel_games import parallel_games
from hansa.envs.pettingzoo import env, raw_env
from hansa.envs.vector import VectorEnv
from hansa.state import State

FILE = Path(__file__).parent / "golden" / "envs.txt"
SAIL: dict[str, Any] = {"game": "hansa2004", "players": 3}
DUEL: dict[str, Any] = {"board": "hansa-23", "players": 2}
CARDS: dict[str, Any] = {"board": "hansa-45", "players": 4, "modules": ["missions"]}
STEPS = 12
FACTS = (       # of a type of OpenSpiel's
    "short_name", "long_name", "dynamics", "chance_mode", "information", "utility", "reward_model", "min_num_players",
    "max_num_players", "provides_information_state_string", "provides_information_state_tensor", "provides_observation_string",
    "provides_observation_tensor",
)


def text() -> str:
    """What belongs into the file."""
    parts = {
        "Gymnasium": of_gymnasium(), "Gymnasium, many games": of_vectors(), "PettingZoo": of_pettingzoo(),
        "OpenSpiel": of_openspiel(), "refusals": refusals(),
    }
    return "".join(f"{row}\n" for title, rows in parts.items() for row in (f"=== {title}", *rows))


def told(value: Any) -> str:
    """Numbers as they are, arrays as checksums, spaces by their bounds."""
    if isinstance(value, np.ndarray):
        small = value.tolist() if value.size <= 16 and value.dtype != np.object_ else f"{zlib.crc32(value.tobytes()):08x}"
        return f"{value.dtype}{list(value.shape)} {small}" if value.dtype != np.object_ else told(value.tolist())
    if isinstance(value, spaces.Box):
        return f"{value.dtype}{list(value.shape)} from {value.low.min()} to {value.high.max()}"
    if isinstance(value, (spaces.Discrete, spaces.MultiDiscrete)):
        return f"numbers {value}"
    if isinstance(value, (Mapping, spaces.Dict)):
        return f"{{{', '.join(f'{name}: {told(each)}' for name, each in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(told, value))}]"
    return repr(value)


def chosen(mask: Any) -> int:
    """A legal action somewhere in the middle."""
    legal = np.flatnonzero(mask)
    return int(legal[len(legal) // 3])


def of_gymnasium() -> Iterator[str]:
    """One game of one seat."""
    for name in IDS.values():
        spec = gymnasium.spec(name)
        yield f"{name} {spec.entry_point} {spec.kwargs} {spec.vector_entry_point}"
    yield told(HansaEnv.metadata)
    settings: tuple[dict[str, Any], ...] = (
        {**SAIL, "opponents": "greedy"}, {**SAIL, "opponents": ["greedy", "random"], "seat": None, "reward": "points"},
        {**DUEL, "mask": False, "seat": 1, "limit": 20}, {**CARDS, "limit": 20, "reward": "points"},
    )
    for given in settings:
        game = HansaEnv(**given)
        yield f"--- {given}: {told(game.observation_space)}, {told(game.action_space)}"
        for seed in (3, None):
            yield told(game.reset(seed=seed))
            for _ in range(STEPS):
                step = game.step(chosen(game.action_masks()))
                yield told(step)
                if step[2] or step[3]:
                    break
        game.reset()
        yield f"illegal: {told(game.step(10**6))}"


def of_vectors() -> Iterator[str]:
    """Many games, with Gymnasium and without."""
    yield told(HansaVectorEnv.metadata)
    start = State.new(seed=9, **SAIL)
    settings: tuple[dict[str, Any], ...] = (
        {**SAIL, "seed": 5}, {**SAIL, "opponents": ["greedy", "random"], "seat": 2},
        {**DUEL, "opponents": "random", "limit": 9},
        {"starts": [start], "mask": False, "copy": False, "reward": "points", "limit": 8},
    )
    for given in settings:
        games = HansaVectorEnv(3, **given)
        shown = {name: value for name, value in given.items() if name != "starts"}
        yield f"--- {shown}: {told([games.single_observation_space, games.observation_space, games.action_space])}"
        for seed in (None, 8, None):
            yield told(games.reset(seed=seed))
            for _ in range(STEPS):
                legal = [games.legal().of(number) for number in range(3)]
                yield told(games.step(np.array([numbers[len(numbers) // 3] for numbers in legal])))
        games.close()
    for given in ({**SAIL, "seed": 2}, {**DUEL, "limit": 4, "finals": True, "points": True},
                  {**SAIL, "everybody": True, "masks": False}):
        many = VectorEnv(3, **given)
        yield f"--- {given}: {told(many.reset())}"
        for _ in range(5):
            yield told(many.step(many.random_actions()))
        yield told(many.step_random())
        yield told(many.reset(seed=4))
        yield told(many.restart([State.new(seed=9, **{key: given[key] for key in (SAIL if "game" in given else DUEL)})], 7))


def of_pettingzoo() -> Iterator[str]:
    """The games of both its interfaces."""
    for kind in (env, raw_env):
        game = kind(**SAIL, limit=9)
        game.reset(seed=4)
        yield f"--- {told(game.metadata)}, {told(game.observation_space('seat_1'))}, {told(game.action_space('seat_1'))}"
        for agent in game.agent_iter(STEPS):
            *seen, terminated, truncated, info = game.last()
            yield f"{agent} {told([*seen, terminated, truncated, info])}"
            game.step(None if terminated or truncated else chosen(info["action_mask"]))
        yield told([game.agents, game.unwrapped.rewards])
    together = parallel_env(**DUEL, limit=5, reward="points")
    many = parallel_games(2, **SAIL, limit=5, seed=3)
    for games in (together, many):
        agent = games.possible_agents[-1]
        yield f"--- {told(games.metadata)}, {told(games.observation_space(agent))}, {told(games.action_space(agent))}"
        for seed in (6, None):
            observations, infos = games.reset(seed=seed)
            yield told([observations, infos])
            while games.agents:
                given = {agent: chosen(observations[agent]["action_mask"]) for agent in games.agents if infos[agent]["decides"]}
                observations, rewards, terminated, truncated, infos = games.step(given)
                yield told([rewards, terminated, truncated, infos, observations])


def of_openspiel() -> Iterator[str]:
    """What it lists, and games from the first draw to the end."""
    for name, kind in openspiel.TYPES.items():
        yield f"{name}: " + ", ".join(str(getattr(kind, fact)) for fact in FACTS)
        yield told(sorted(map(str, kind.parameter_specification.items())))
    settings: tuple[tuple[str, dict[str, Any]], ...] = (
        ("hansa2004", {"players": 3, "limit": 8}), ("teutonica", {"board": "hansa-23", "limit": 6}),
        ("teutonica", {"board": "hansa-45", "players": 4, "modules": "missions", "limit": 6}),
    )
    for name, given in settings:
        game = openspiel.load(name, **given)
        yield f"--- {name} {given}: {game.num_players()} players, {game.num_distinct_actions()} actions, " \
              f"{game.max_chance_outcomes()} outcomes, at most {game.max_chance_nodes_in_history()} draws, " \
              f"{game.min_utility()} to {game.max_utility()}, {game.utility_sum()}, {game.max_game_length()} moves"
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = outcomes[len(state.history()) % len(outcomes)][0]
                odds = [(each, round(weight, 4)) for each, weight in outcomes][:8]
                yield f"chance {odds}: {state.action_to_string(action)}; {state.information_state_string(0)}"
            else:
                legal = state.legal_actions()
                action = legal[len(legal) // 3]
                yield f"{state.current_player()} of {len(legal)}: {state.action_to_string(action)}"
            state.apply_action(action)
        yield told([state.returns(), state.history(), state.current_player()])
        yield from (f"{what}: {view}" for what, view in observed(game, state))
        again = state.resample_from_infostate(0, lambda: 0.25)
        yield told([again.history(), again.information_state_string(0) == state.information_state_string(0)])


def observed(game: Any, state: Any) -> Iterator[tuple[str, str]]:
    """The end as each kind of observer sees it."""
    kinds = pyspiel.PrivateInfoType
    for public, recall, private in (
        (True, True, kinds.SINGLE_PLAYER), (True, False, kinds.SINGLE_PLAYER), (True, False, kinds.NONE),
        (False, False, kinds.SINGLE_PLAYER),
    ):
        what = f"public {public}, recall {recall}, {private}"
        try:
            observer = game.make_py_observer(pyspiel.IIGObservationType(public, recall, private))
        except ValueError as error:
            yield what, str(error)
            continue
        for player in range(2):
            observer.set_from(state, player)
            sizes = {name: told(part) for name, part in observer.dict.items()}
            yield what, f"{sizes}; {zlib.crc32(observer.string_from(state, player).encode()):08x}"


def refusals() -> Iterator[str]:
    """What is refused, and how."""
    over = State.new(seed=1, **SAIL)
    over.cut_off()
    hidden = State.new(seed=1, **CARDS).view(0)
    other = State.new(seed=1, game="hansa2004", players=2)
    kinds: dict[str, Callable[..., Any]] = {
        "HansaEnv": HansaEnv, "HansaVectorEnv": partial(HansaVectorEnv, 2), "VectorEnv": partial(VectorEnv, 2),
        "raw_env": raw_env, "parallel_env": parallel_env, "parallel_games": partial(parallel_games, 2),
    }
    wrong: tuple[dict[str, Any], ...] = (
        {"reward": "win"}, {"limit": 0}, {"limit": 1.5}, {"render_mode": "film"}, {"seat": 3}, {"seat": True}, {"seat": -1},
        {"opponents": ["random"]}, {"opponents": "markers"}, {"starts": 0}, {"starts": []}, {"starts": [over]},
        {"starts": [other, State.new(seed=1, **SAIL)]}, {"seed": "x"}, {"opponent": "random"}, {"banana": 1}, {"players": 9},
    )
    for name, kind in kinds.items():
        for given in wrong:
            setup = {} if given.get("starts") else SAIL
            words = ", ".join(f"{key}={brief(value)}" for key, value in given.items())
            yield f"{name}({words}): {refused(kind, **setup | given)}"
    del kinds["VectorEnv"]
    for name, kind in kinds.items():
        game = kind(**SAIL)
        for options in ({"state": over}, {"state": hidden}, {"state": other}, {"starts": [over]}, {"banana": 1}):
            yield f"{name}.reset({[*options]}): {refused(game.reset, options=options)}"
        yield f"{name}.step: {refused(kind(**SAIL).step, {})}"
    for given in ({"players": 9}, {"limit": 0}, {"limit": 1 << 30}, {"board": "mars"}, {"modules": "missions"}):
        yield f"openspiel.load({given}): {refused(openspiel.load, 'hansa2004', **given)}"
    game = openspiel.load("hansa2004")
    yield refused(game.make_py_observer, params={"a": 1})
    yield refused(game.make_py_observer, pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.ALL_PLAYERS))


def brief(value: object) -> str:
    return f"{len(value)} states" if isinstance(value, list) and value and isinstance(value[0], State) else repr(value)


def refused(work: Callable[..., Any], *given: Any, **named: Any) -> str:
    """What is said, on one line."""
    try:
        work(*given, **named)
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    return "taken"


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
