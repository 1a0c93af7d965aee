"""The base class of bots: given the state as its seat may see it, a bot chooses a legal move.

A bot's settings are a frozen dataclass (`Options`), each with a default, bounds and a line of help.
The bot's name and settings make its *spec*, such as `random:seed=3`, from which it can be recreated
(`hansa.bots.registry.make_bot`).
"""

from __future__ import annotations

import contextlib
import copyreg
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar

from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.state import Move, State

__all__ = ["Bot", "BotFault", "Opinion", "Options", "option"]


class BotFault(HansaError):
    """Raised when a bot fails. `end` says how its game ends: `crash`, `timeout` or `illegal`
    (MOVES.md, section 6).

    >>> raise BotFault("timeout", "no answer within 5 seconds")
    Traceback (most recent call last):
        ...
    hansa.bots.bot.BotFault: no answer within 5 seconds
    """

    code = "bot-fault"

    def __init__(self, end: str, message: str) -> None:
        super().__init__(message)
        self.end = end


@dataclass(frozen=True)
class Bounds:
    """The help and the valid values of an option."""

    help: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    # names a file or a program, so guests of a page must not set it
    local: bool = False


def option(
    default: Any, help: str, low: float | None = None, high: float | None = None, choices: tuple[str, ...] = (),
    *, local: bool = False,
) -> Any:
    """A field of an `Options` class: its default, one line of help, and its valid values.

    `local` options name files or programs, and a page must not accept them from guests. A field
    that needs neither help nor bounds can be written without `option`: `depth: int = 3`.

    >>> @dataclass(frozen=True)
    ... class Patient(Options):
    ...     patience: float = option(0.5, "how long it waits before it claims", low=0, high=1)
    ...     depth: int = 3
    >>> str(Patient())
    'seed=0,patience=0.5,depth=3'
    """
    return field(default=default, metadata={"bounds": Bounds(help, low, high, choices, local)})


def bounds_of(entry: Field[Any]) -> Bounds:
    """The bounds of a field of an `Options` class."""
    found: Bounds = entry.metadata.get("bounds", Bounds())
    return found


@dataclass(frozen=True)
class Options:
    """The settings that every bot has. Derive from this class to add more. A setting that is None
    is left out of the spec.

    >>> str(Options(seed=3))
    'seed=3'
    """

    seed: int = option(0, "seed of the bot's random numbers", low=0)

    def __str__(self) -> str:
        """The settings as in a spec, without those that are None."""
        settings = ((entry.name, getattr(self, entry.name)) for entry in fields(self))
        return ",".join(f"{name}={_written(value)}" for name, value in settings if value is not None)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Opinion:
    """What a bot thought when it chose a move: the value to each seat (D20), the expected
    continuation, and the simulations spent.

    >>> from hansa.bots.registry import make_bot
    >>> bot = make_bot("mcts:simulations=50")
    >>> move = bot.choose(State.new(board="east", players=3, seed=1))
    >>> len(bot.opinion.values), bot.opinion.line[0] == f"0 {move}", bot.opinion.simulations <= 50
    (3, True, True)
    """

    values: tuple[float, ...] = ()
    line: tuple[str, ...] = ()
    simulations: int | None = None


class Bot(ABC):
    """A player. Derive from this class and implement `choose`.

    Bots share nothing: every seat of a game has a bot object of its own, with its own random
    numbers.

    >>> class First(Bot):
    ...     def choose(self, state: State) -> Move:
    ...         return state.legal_moves[0]
    >>> bot, state = First("first", Options(seed=3)), State.new(board="east", players=3, seed=1)
    >>> bot.new_game(0, state.setup)
    >>> bot.observe(f"0 {state.play(bot.choose(state.view(0)))}")
    >>> bot.time_left(60.0, 1.0)
    >>> bot.spec, bot.game, bot.explain(state), bot.rng.random() < 1
    ('first:seed=3', None, '', True)
    >>> First()                                     # the name of its class, and the settings as they are declared
    <First First:seed=0>
    >>> bot.game_over(state.result)
    >>> bot.close()
    """

    options_class: ClassVar[type[Options]] = Options  # becomes a frozen dataclass if it is none
    game: ClassVar[str | None] = None       # the only game it plays; None plays all
    options: Options
    opinion: Opinion | None = None      # about its last choice, if it has one

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        kind = cls.options_class
        if not isinstance(kind, type) or not issubclass(kind, Options):
            raise TypeError(f"options_class of {cls.__name__} must be a class derived from Options, not "
                            f"{getattr(kind, '__name__', repr(kind))}; write: class {cls.__name__}Options(Options)")
        if "__dataclass_fields__" not in vars(kind):
            dataclass(frozen=True)(kind)

    def __init__(self, name: str = "", options: Options | None = None) -> None:
        self.name = name or type(self).__name__
        self.options = self.options_class() if options is None else options
        self.rng = random.Random(self.options.seed)

    @property
    def spec(self) -> str:
        """The full spec: `make_bot(bot.spec)` makes a new bot that plays like this one."""
        return f"{self.name}:{self.options}"

    @abstractmethod
    def choose(self, state: State) -> Move:
        """Returns a legal move. The state is a copy of the position as this seat may see it, and
        the seat is to move."""

    # Hooks that most bots do not need.
    def new_game(self, seat: int, setup: Mapping[str, Any]) -> None:  # noqa: B027
        """Called before the first move of a game, with the complete setup."""

    def observe(self, move: str) -> None:  # noqa: B027
        """Called after every move, including those of chance, with its mover:
        `0 place t BRE-HAM`."""

    def time_left(self, seconds: float, increment: float) -> None:  # noqa: B027
        """Called before a decision if there are clocks, with the seconds left and the seconds that
        each turn adds."""

    def game_over(self, result: Mapping[str, Any]) -> None:  # noqa: B027
        """Called at the end of a game, with its result (MOVES.md, section 5: `result`)."""

    def close(self) -> None:  # noqa: B027
        """Called when the bot is no longer needed, to release resources such as processes.

        It may still be choosing a move in another thread, which nobody waits for any more.
        """

    def explain(self, state: State) -> str:
        """Explains for people what the bot would choose, and why; empty by default."""
        return ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spec}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the spec and the state of the random numbers. Anything else that the bot
        remembers of a game is not copied.

        A bot whose class was passed as an object has no spec, and is pickled with all its
        attributes.
        """
        from hansa.bots.registry import SpecError, bot_class, make_bot

        try:
            if bot_class(self.name) is type(self):
                return make_bot, (self.spec,), {"rng": self.rng}
        except SpecError:
            pass
        return copyreg.__newobj__, (type(self),), vars(self)        # type: ignore[attr-defined]   # as Python itself does


def let_go(bot: Bot, result: Mapping[str, Any] | None) -> None:
    """Tells a bot the result, if any, and closes it. Exceptions of the bot are ignored."""
    with contextlib.suppress(Exception, SystemExit):
        if result is not None:
            bot.game_over(result)
        bot.close()


def seen_setup(setup: Mapping[str, Any], seat: int) -> Json:
    """The setup as a seat may see it, without the missions of the others (D3)."""
    seen = {name: value for name, value in setup.items() if name != "seed"}
    if "missions" in seen:
        seen["missions"] = [card if owner == seat else None for owner, card in enumerate(seen["missions"])]
    return seen
