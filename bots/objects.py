"""Bots that are Python objects: classes, instances, and functions from a state to a move.

Every seat gets a new instance of a class. An instance plays itself, so it can sit in one seat only.
A function is asked for each decision, and answers with a legal move or its text.

>>> from hansa.bots.registry import make_bot
>>> def first(state: State) -> Move:
...     return state.legal_moves[0]
>>> make_bot(first, seed=3).spec
'first:seed=3'
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias, cast

from hansa.bots.bot import Bot, Options
from hansa.state import Move, State
from hansa.suggestions import shown

__all__ = ["FunctionBot", "label_of", "spec_of_class"]

Choice: TypeAlias = Callable[[State], Move | str]
BotLike: TypeAlias = str | type[Bot] | Bot | Choice


class FunctionBot(Bot):
    """A function that chooses.

    >>> bot = FunctionBot(lambda state: "end", "passes", Options())
    >>> bot.spec, bot.choose(State.new(board="east", players=3, seed=1))
    ('passes:seed=0', 'end')
    """

    def __init__(self, function: Choice, name: str, options: Options) -> None:
        super().__init__(name, options)
        self.function = function

    def choose(self, state: State) -> Move:
        """What the function answers, perhaps a text; the caller checks it."""
        return cast(Move, self.function(state))

    def __reduce__(self) -> tuple[Any, ...]:
        return FunctionBot, (self.function, self.name, self.options), {"rng": self.rng}


def label_of(bot: BotLike) -> str:
    """What a bot is called in records and tables: its spec, or the name of its class or function.

    >>> from hansa.bots.registry import make_bot
    >>> label_of("markers"), label_of(FunctionBot), label_of(make_bot("greedy:seed=3")), label_of(len)
    ('markers', 'FunctionBot', 'greedy:seed=3', 'len')
    """
    if isinstance(bot, str):
        return bot
    if isinstance(bot, Bot):
        return bot.spec
    name = getattr(bot, "__name__", type(bot).__name__)
    return "function" if name == "<lambda>" else str(name)


def spec_of_class(found: type[Bot]) -> str | None:
    """The spec `path/file.py:Class` of a class at the top of a file; None if it is anywhere else.

    >>> spec_of_class(FunctionBot).endswith("bots/objects.py:FunctionBot")
    True
    >>> class Here(Bot): pass
    >>> spec_of_class(Here) is None
    True
    """
    try:
        source = Path(inspect.getfile(found)).resolve()
    except (OSError, TypeError):
        return None
    module = sys.modules.get(found.__module__)
    if source.suffix != ".py" or not source.is_file() or getattr(module, found.__qualname__, None) is not found:
        return None
    here = Path.cwd()
    return f"{source.relative_to(here) if source.is_relative_to(here) else source}:{found.__qualname__}"


def what_is_no_bot(thing: object) -> str:
    """The message about something that cannot play.

    >>> what_is_no_bot(3)
    "3 is not a bot; a bot is a spec such as 'markers', a class derived from Bot, a Bot, or a function of a state"
    """
    kinds = "a spec such as 'markers', a class derived from Bot, a Bot, or a function of a state"
    return f"{shown(thing)} is not a bot; a bot is {kinds}"
