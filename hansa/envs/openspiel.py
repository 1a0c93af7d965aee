"""OpenSpiel games, written in Python and with explicit chance nodes. Each is registered by its
`short_name` (`hansa.envs.learning`).

OpenSpiel's C++ searches (`pyspiel.MCTSBot`, `pyspiel.ISMCTSBot`) crash on games written in Python,
so these games make them refuse; `open_spiel.python.algorithms` has both searches in Python.

>>> import pyspiel
>>> game = pyspiel.load_game("hansa_teutonica", {"board": "hansa-23", "players": 2, "limit": 300})
>>> state = game.new_initial_state()
>>> while state.is_chance_node():       # the setup: which marker lies at which tavern
...     state.apply_action(state.chance_outcomes()[0][0])
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'end')
>>> list(TYPES), [kind.short_name for kind in TYPES.values()]
(['teutonica', 'hansa2004'], ['hansa_teutonica', 'hansa_2004'])
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import Any

import numpy as np

from engine_c.position import Position
from hansa.envs.action_game import DEFAULT_LIMIT, as_ended, whole
from hansa.envs.urns import Urn
from hansa.games import GAMES, board_entries
from hansa.json_lines import json_line
from hansa.state import State

__all__ = ["HansaGame", "HansaState", "load"]

try:
    import pyspiel
except ImportError as error:
    raise ImportError("hansa.envs.openspiel needs OpenSpiel: pip install 'hansa[envs]'") from error
else:
    from hansa.envs.openspiel_guard import guard

PLAYERS = 2         # where nothing is said
MOST_MOVES = 1 << 20    # that a limit may allow: a tensor of an information state has a number for each
# Of a setup (MOVES.md, section 4), empty where the game's own default is meant; modules are joined
# by `+`.
DEFAULTS: dict[str, Any] = {"board": "", "players": PLAYERS, "edition": "", "modules": "", "limit": DEFAULT_LIMIT}


def game_type(game: str) -> Any:
    """What OpenSpiel lists about a game."""
    facts, entries = GAMES[game].learning, board_entries(game)
    kinds = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=facts.short_name,
        long_name=facts.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if facts.secrets else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(max(entry.players) for entry in entries),
        min_num_players=min(min(entry.players) for entry in entries),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class HansaGame(pyspiel.Game):
    """A game on one board, for one of `TYPES`; parameters `board`, `players`, `edition`, `modules`
    (joined by `+`) and `limit`.

    Actions are the numbers of MOVES.md, section 11; returns are shares (D20); a game is cut off
    after `limit` moves (T76, H51).

    >>> game = load("teutonica", board="hansa-23", players=2)
    >>> game.max_chance_nodes_in_history() > 0, game.new_initial_state().is_chance_node()
    (True, True)
    >>> observer = game.make_py_observer()
    >>> observer.tensor.dtype
    dtype('float32')
    """

    # its name here: a class for each, as OpenSpiel makes games from parameters alone
    game: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = DEFAULTS | (params or {})
        self.limit = whole("limit", chosen.pop("limit"), 1, MOST_MOVES)
        chosen["modules"] = [name for name in chosen["modules"].split("+") if name]
        said = {name: value for name, value in chosen.items() if value not in ("", [])}
        self.setup: dict[str, Any] = {"game": self.game, **said}
        # what contradicts the rules is refused
        first = State.from_setup(self.setup, seed=0).position
        self.features = first.feature_count
        self.urns = GAMES[self.game].learning.urns(self.setup)
        self.most_chance = GAMES[self.game].learning.most_chance
        info = pyspiel.GameInfo(
            num_distinct_actions=first.action_count,
            max_chance_outcomes=max(first.chance_count, *(len(urn.things) for urn in self.urns)),
            num_players=chosen["players"], min_utility=0.0, max_utility=1.0, utility_sum=1.0, max_game_length=self.limit,
        )
        super().__init__(TYPES[self.game], info, params or {})

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound of the length of a game."""
        return self.most_chance

    def new_initial_state(self) -> HansaState:
        """Before the setup: chance begins."""
        return HansaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HansaObserver:
        """What a seat sees, or remembers."""
        if params:
            raise ValueError(f"the observer takes no parameters, not {params}")
        return HansaObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its name and parameters; the process that loads it registers the games by this
        module."""
        return partial(load, **self.get_parameters()), (self.game,)


@dataclass
class GameSoFar:
    """The game so far. A deep copy costs no more than a shallow one."""

    setup: dict[str, Any]
    urns: tuple[Urn, ...]                               # what the setup leaves open
    drawn: list[int] = field(default_factory=list)      # and how chance has decided
    position: Position | None = None                    # once the setup is complete
    moves: list[int] = field(default_factory=list)      # all that everybody has seen, as numbers
    played: int = 0                                     # moves of seats

    def __deepcopy__(self, memo: dict[int, Any]) -> GameSoFar:
        position = None if self.position is None else self.position.copy()
        return GameSoFar(self.setup, self.urns, self.drawn.copy(), position, self.moves.copy(), self.played)

    def __reduce__(self) -> tuple[Any, ...]:
        """OpenSpiel serialises states by pickling what Python added to them."""
        position = None if self.position is None else bytes(State.from_position(self.setup["game"], self.position))
        return _unpickle, (self.setup, self.urns, self.drawn, position, self.moves, self.played)

    def from_urns(self) -> Iterator[tuple[Urn, list[int]]]:
        """Each urn, and what has been drawn from it."""
        begun = 0
        for urn in self.urns:
            yield urn, self.drawn[begun:begun + len(urn.places)]
            begun += len(urn.places)

    @property
    def next_urn(self) -> tuple[Urn, list[int]]:
        """The urn that chance draws from next, and what it has drawn from it already."""
        return next((urn, drawn) for urn, drawn in self.from_urns() if len(drawn) < len(urn.places))

    def draw(self, kind: int) -> None:
        """Chance decides one thing of the setup; after the last one the game begins."""
        if not self.next_urn[0].secret:
            self.moves.append(kind)
        self.drawn.append(kind)
        if len(self.drawn) == sum(len(urn.places) for urn in self.urns):
            things = [[urn.things[kind] for kind in drawn] for urn, drawn in self.from_urns()]
            setup = GAMES[self.setup["game"]].learning.drawn(self.setup, things)
            self.position = State.from_setup(setup).position

    def known_to(self, seat: int) -> list[str]:
        """What has been drawn for this seat alone."""
        return [urn.things[drawn[seat]] for urn, drawn in self.from_urns() if urn.secret and seat < len(drawn)]


def _unpickle(
    setup: dict[str, Any], urns: tuple[Urn, ...], drawn: list[int], position: bytes | None, moves: list[int], played: int
) -> GameSoFar:
    return GameSoFar(setup, urns, drawn, None if position is None else State.from_bytes(position).position, moves, played)


class HansaState(pyspiel.State):
    """A position, or a setup in progress.

    >>> state = load("teutonica", board="hansa-23", players=2, limit=300).new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(state.chance_outcomes()[0][0])
    >>> state.current_player(), state.is_terminal(), state.returns(), state.reached.phase
    (0, False, [0.0, 0.0], 'turn')
    >>> state.resample_from_infostate(0, lambda: 0.5).information_state_string(0) == state.information_state_string(0)
    True
    """

    def __init__(self, game: HansaGame) -> None:
        super().__init__(game)
        self.limit = game.limit
        self.players: int = game.setup["players"]
        self.course = GameSoFar(game.setup, game.urns)

    @property
    def reached(self) -> State:
        """The position, once the setup is complete; it is not a copy."""
        if self.course.position is None:
            raise ValueError("chance has not yet completed the setup")
        return State.from_position(self.course.setup["game"], self.course.position)

    def current_player(self) -> int:
        """A seat, chance, or nobody."""
        position = self.course.position
        mover = "*" if position is None else position.to_move
        if mover is None or self.course.played >= self.limit:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if isinstance(mover, str) else mover

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        """Action numbers, ascending."""
        position = self.course.position
        return [] if position is None else sorted(position.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The setup's choices, or what may be drawn in the game."""
        position = self.course.position
        if position is None:
            urn, drawn = self.course.next_urn
            return urn.choices(drawn)
        weights = position.chances()
        return sorted(zip(position.actions(), (weight / sum(weights) for weight in weights), strict=True))

    def _apply_action(self, action: int) -> None:
        course = self.course
        if self.is_terminal():
            raise ValueError(f"action {action} comes after the end")
        if course.position is None:
            if action not in [outcome for outcome, _ in self.chance_outcomes()]:
                raise ValueError(f"outcome {action} is not possible here")
            course.draw(action)
            return
        course.played += isinstance(course.position.to_move, int)
        course.position.play(course.position.move_of(action))
        course.moves.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.course.position
        if position is not None:
            return str(self.reached.move(position.move_of(action)))
        urn, drawn = self.course.next_urn
        return f"{urn.name} {urn.things[action]} {urn.places[len(drawn)]}".rstrip()

    def returns(self) -> list[float]:
        """Shares (D20) at the end, also when the game is cut off; nothing before."""
        if not self.is_terminal():
            return [0.0] * self.players
        return as_ended(self.reached).shares

    def resample_from_infostate(self, player: int, sampler: Any) -> HansaState:
        """A state that the seat cannot distinguish from this one: what only others know is drawn
        again (D3)."""
        if not any(urn.secret for urn, drawn in self.course.from_urns() if drawn):
            return self.clone()     # type: ignore[no-any-return]
        rng = random.Random(sampler())
        drawn = [kind for urn, kinds in self.course.from_urns() for kind in urn.drawn_anew(kinds, player, rng)]
        new = self.get_game().new_initial_state()
        for action in drawn + self.history()[len(drawn):]:
            new.apply_action(action)
        return new      # type: ignore[no-any-return]

    def __str__(self) -> str:
        if self.course.position is None:
            return f"setup: {' '.join(map(str, self.course.drawn))}"
        return str(self.reached)


class HansaObserver:
    """What a seat sees; with perfect recall also all moves so far, and then nothing that everybody
    knows is forgotten.

    Without what is public: what it alone knows.
    """

    def __init__(self, game: HansaGame, kind: Any) -> None:
        self.public, self.recall = bool(kind.public_info), bool(kind.public_info and kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not (self.public or self.private):
            raise ValueError("the observer sees what is public, what its own seat alone knows, or both")
        self.rules = GAMES[game.game]
        sizes = {"seat": game.num_players()}
        if self.public:
            sizes["position"] = game.features
        else:
            sizes["secrets"] = sum(len(urn.things) for urn in game.urns if urn.secret)
        if self.recall:
            # action numbers from 1, as each mover counts
            sizes["moves"] = game.limit + game.most_chance
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        ends = list(accumulate(sizes.values()))
        self.dict = {name: self.tensor[end - size:end] for (name, size), end in zip(sizes.items(), ends, strict=True)}

    def _seen(self, state: HansaState, player: int) -> Position | None:
        """The position as the seat may see it, or as nobody's."""
        position = state.course.position
        if position is None:
            return None
        seen = self.rules.view(position, player)
        return seen if self.private else self.rules.view(seen, (player + 1) % state.players)

    def set_from(self, state: HansaState, player: int) -> None:
        """Fills the tensor."""
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        if not self.public:
            self._set_secrets(state, player)
            return
        position = self._seen(state, player)
        if position is not None:
            position.observe(player, self.dict["position"])
        if self.recall:
            moves = state.course.moves
            self.dict["moves"][: len(moves)] = np.asarray(moves, np.float32) + 1

    def _set_secrets(self, state: HansaState, player: int) -> None:
        """1 at the thing that the seat has, for each urn of secrets."""
        begun = 0
        for urn, drawn in state.course.from_urns():
            if urn.secret:
                if player < len(drawn):
                    self.dict["secrets"][begun + drawn[player]] = 1
                begun += len(urn.things)

    def string_from(self, state: HansaState, player: int) -> str:
        """With perfect recall what the seat alone knows and all moves; else the position as the
        seat sees it."""
        own: Sequence[str] = state.course.known_to(player) if self.private else []
        if not self.public:
            return f"seat {player} knows {own}"
        position = self._seen(state, player)
        if self.recall:
            return f"seat {player} knows {own} moves {' '.join(map(str, state.course.moves))}"
        if position is None:
            return f"seat {player} knows {own} setup {' '.join(map(str, state.course.moves))}"
        return f"seat {player} {json_line(self.rules.write(position))}"


def load(game: str, **parameters: Any) -> HansaGame:
    """A game by its name in this library, as `pyspiel.load_game` makes it.

    >>> game = load("hansa2004", players=3)
    >>> game.num_players(), game.get_type().short_name
    (3, 'hansa_2004')
    """
    return pyspiel.load_game(TYPES[game].short_name, parameters)    # type: ignore[no-any-return]


TYPES = {game: game_type(game) for game in GAMES}
for name, registered in TYPES.items():
    pyspiel.register_game(registered, type(registered.short_name, (HansaGame,), {"game": name}))
guard(HansaState)
