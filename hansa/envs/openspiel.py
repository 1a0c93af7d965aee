"""Hansa Teutonica for OpenSpiel: a Python game named `hansa_teutonica`, with explicit chance.

>>> import pyspiel
>>> game = pyspiel.load_game("hansa_teutonica", {"board": "hansa-23", "players": 2, "limit": 300})
>>> state = game.new_initial_state()
>>> while state.is_chance_node():       # the setup: which marker lies at which tavern
...     state.apply_action(state.chance_outcomes()[0][0])
>>> state.current_player(), state.action_to_string(state.legal_actions()[0])
(0, 'end')
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine_c.position import Position
from hansa.boards import board, modules
from hansa.envs.table import DEFAULT_LIMIT
from hansa.games import GAMES
from hansa.json_lines import json_line
from hansa.state import State
from hansa.teutonica.names import MARKERS, TILES
from hansa.teutonica.tables import tables

try:
    import pyspiel
except ImportError as error:
    raise ImportError("hansa.envs.openspiel needs OpenSpiel: pip install 'hansa[envs]'") from error

NAME = "hansa_teutonica"
DEFAULTS: dict[str, Any] = {"board": "hansa-23", "players": 2, "edition": "bigbox", "modules": "", "limit": DEFAULT_LIMIT}
CHANCE_OUTCOMES = 9         # mission cards; there are fewer kinds of markers and tiles
MOST_CHANCE = 48            # chance moves of a game: the setup, and each marker of the supply once
TEUTONICA = GAMES["teutonica"]

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Hansa Teutonica",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class HansaGame(pyspiel.Game):
    """The game on one board; parameters `board`, `players`, `edition`, `modules` (joined by `+`) and `limit`.

    Actions are the numbers of MOVES.md, section 11; returns are shares (D20); a game is cut off after `limit` moves (T76).
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = DEFAULTS | (params or {})
        self.limit = int(chosen["limit"])
        if self.limit < 1:
            raise ValueError(f"limit must be a number of moves above 0, not {self.limit}")
        self.setup: dict[str, Any] = {
            "board": chosen["board"], "players": chosen["players"], "edition": chosen["edition"],
            "modules": [name for name in chosen["modules"].split("+") if name],
        }
        first = State.from_setup({"game": "teutonica", **self.setup}, seed=0)      # what contradicts the rules is refused
        self.features = first.position.feature_count
        info = pyspiel.GameInfo(
            num_distinct_actions=tables(self.setup["board"]).action_count, max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=self.setup["players"], min_utility=0.0, max_utility=1.0, utility_sum=1.0,
            max_game_length=self.limit,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def max_chance_nodes_in_history(self) -> int:
        """A bound that no game reaches."""
        return MOST_CHANCE

    def new_initial_state(self) -> HansaState:
        """Before the setup: chance begins."""
        return HansaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HansaObserver:
        """What a seat sees, or remembers."""
        if params:
            raise ValueError(f"the observer takes no parameters, not {params}")
        return HansaObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


@dataclass
class Course:
    """A game so far; a deep copy costs what a copy does."""

    setup: dict[str, Any]
    to_draw: tuple[str, ...]                            # what the setup leaves open: taverns, `mission`, `favour`
    drawn: list[Any] = field(default_factory=list)      # and how chance has decided
    position: Position | None = None                    # once the setup is complete
    moves: list[int] = field(default_factory=list)      # all that everybody has seen, as numbers
    played: int = 0                                     # moves of seats

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        position = None if self.position is None else self.position.copy()
        return Course(self.setup, self.to_draw, self.drawn.copy(), position, self.moves.copy(), self.played)

    def __reduce__(self) -> tuple[Any, ...]:
        """OpenSpiel serialises states by pickling what Python added to them."""
        position = None if self.position is None else bytes(State.from_position("teutonica", self.position))
        return _unpickle, (self.setup, self.to_draw, self.drawn, position, self.moves, self.played)

    @property
    def secret(self) -> bool:
        """Whether chance deals a mission next."""
        return self.position is None and self.to_draw[len(self.drawn)] == "mission"

    def choices(self) -> list[tuple[int, float]]:
        """What chance may do in the setup, with the probabilities (MOVES.md, section 4)."""
        what = self.to_draw[len(self.drawn)]
        before = [value for name, value in zip(self.to_draw, self.drawn, strict=False) if name == what]
        if what in ("mission", "favour"):
            count = len(modules()["missions"]) if what == "mission" else len(TILES)
            left = [number for number in range(count) if number not in before]
            return [(number, 1 / len(left)) for number in left]
        markers = Counter(map(MARKERS.index, modules()["markers"][self.setup["edition"]]["tavern"]))
        markers -= Counter(value for name, value in zip(self.to_draw, self.drawn, strict=False) if "-" in name)
        return [(marker, count / markers.total()) for marker, count in sorted(markers.items())]

    def draw(self, number: int) -> None:
        """Chance decides one thing of the setup; after the last one the game begins."""
        if not self.secret:
            self.moves.append(number)
        self.drawn.append(number)
        if len(self.drawn) < len(self.to_draw):
            return
        by_name = list(zip(self.to_draw, self.drawn, strict=True))
        setup = dict(self.setup, taverns={name: MARKERS[value] for name, value in by_name if "-" in name})
        if "missions" in setup["modules"]:
            setup["missions"] = self.missions
        if "favours" in setup["modules"]:
            setup["favours"] = [TILES[value] for name, value in by_name if name == "favour"]
        self.position = State.from_setup(setup).position

    @property
    def missions(self) -> list[int]:
        """The cards dealt so far, by seat."""
        return [value for name, value in zip(self.to_draw, self.drawn, strict=False) if name == "mission"]


def _unpickle(
    setup: dict[str, Any], to_draw: tuple[str, ...], drawn: list[Any], position: bytes | None, moves: list[int], played: int
) -> Course:
    return Course(setup, to_draw, drawn, None if position is None else State.from_bytes(position).position, moves, played)


class HansaState(pyspiel.State):
    """A position, or a setup under way."""

    def __init__(self, game: HansaGame) -> None:
        super().__init__(game)
        self.limit = game.limit
        self.players: int = game.setup["players"]
        taverns = [route.name for route in board(game.setup["board"]).routes if route.tavern]
        missions = ["mission"] * self.players * ("missions" in game.setup["modules"])
        favours = ["favour"] * self.players * ("favours" in game.setup["modules"])
        self.course = Course(game.setup, (*taverns, *missions, *favours))

    @property
    def reached(self) -> Position:
        """The engine's position, once the setup is complete."""
        if self.course.position is None:
            raise ValueError("chance has not yet completed the setup")
        return self.course.position

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
        """The setup's choices, or the markers that may be drawn."""
        position = self.course.position
        if position is None:
            return self.course.choices()
        weights = position.weights()
        return sorted(zip(position.actions(), (weight / sum(weights) for weight in weights), strict=True))

    def _apply_action(self, action: int) -> None:
        course = self.course
        if course.position is None:
            course.draw(action)
            return
        course.played += isinstance(course.position.to_move, int)
        course.position.play(course.position.move_of(action))
        course.moves.append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.course.position
        if position is not None:
            return TEUTONICA.text(position, position.move_of(action))
        what = self.course.to_draw[len(self.course.drawn)]
        if what in ("mission", "favour"):
            return f"{what} {action if what == 'mission' else TILES[action]}"
        return f"tavern {MARKERS[action]} {what}"

    def returns(self) -> list[float]:
        """Shares (D20) at the end; nothing before."""
        position = self.course.position
        if position is None or not self.is_terminal():
            return [0.0] * self.players
        return position.shares(self.players)

    def resample_from_infostate(self, player: int, sampler: Any) -> HansaState:
        """A state that the seat cannot tell from this one: the others' missions are dealt anew (D3)."""
        dealt = self.course.missions
        if not dealt:
            return self.clone()     # type: ignore[no-any-return]
        rng = random.Random(sampler())
        others = [card for card in range(len(modules()["missions"])) if player >= len(dealt) or card != dealt[player]]
        cards = rng.sample(others, len(dealt))
        if player < len(dealt):
            cards[player] = dealt[player]
        new = self.get_game().new_initial_state()
        missions = iter(cards)
        for action in self.history():
            new.apply_action(next(missions) if new.course.secret else action)
        return new      # type: ignore[no-any-return]

    def __str__(self) -> str:
        if self.course.position is None:
            return f"setup: {' '.join(map(str, self.course.drawn))}"
        return TEUTONICA.draw(self.course.position)


class HansaObserver:
    """What a seat sees; with perfect recall also all moves so far, and then nothing that everybody knows is forgotten."""

    def __init__(self, game: HansaGame, kind: Any) -> None:
        self.recall = bool(kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        features = game.features
        remembered = game.limit + MOST_CHANCE if self.recall else 0
        self.tensor = np.zeros(game.num_players() + features + remembered, np.float32)
        seats = game.num_players()
        self.dict = {"seat": self.tensor[:seats], "position": self.tensor[seats:seats + features]}
        if self.recall:
            self.dict["moves"] = self.tensor[seats + features:]      # action numbers from 1, as each mover counts

    def _seen(self, state: HansaState, player: int) -> Position | None:
        position = state.course.position
        if position is None or self.private:
            return position
        return TEUTONICA.view(TEUTONICA.view(position, 0), 1)       # nobody's mission

    def set_from(self, state: HansaState, player: int) -> None:
        """Fills the tensor."""
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        position = self._seen(state, player)
        if position is not None:
            position.observe(player, self.dict["position"])
        if self.recall:
            moves = state.course.moves
            self.dict["moves"][: len(moves)] = np.asarray(moves, np.float32) + 1

    def string_from(self, state: HansaState, player: int) -> str:
        """With perfect recall the seat's own card and all moves; else the position as the seat sees it."""
        own: Sequence[int] = state.course.missions[player:player + 1] if self.private else []
        if self.recall:
            return f"seat {player} mission {own} moves {' '.join(map(str, state.course.moves))}"
        position = self._seen(state, player)
        if position is None:
            return f"seat {player} mission {own} setup {' '.join(map(str, state.course.moves))}"
        return f"seat {player} {json_line(TEUTONICA.write(TEUTONICA.view(position, player)))}"


pyspiel.register_game(GAME_TYPE, HansaGame)
