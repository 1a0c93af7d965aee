"""Bots by their names: `random`, `prestige:seed=3`, `path/file.py:Class:key=value`, `exec:./program`.

>>> make_bot("random:seed=3").spec
'random:seed=3'
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import re
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_type_hints

from hansa.bots.bot import Bot, Options
from hansa.errors import HansaError

__all__ = ["BOTS", "Parameter", "SpecError", "bot_class", "bots_for", "check_plays", "make_bot", "options_of", "parameters"]

# Every bot: its name, and where its class is. A name is imported when somebody asks for it.
BOTS: Mapping[str, str] = {
    "random": "hansa.bots.random_bot:RandomBot",
    "actions": "hansa.bots.actions:ActionsBot",
    "network": "hansa.bots.network:NetworkBot",
    "markers": "hansa.bots.markers:MarkersBot",
    "blocker": "hansa.bots.blocker:BlockerBot",
    "prestige": "hansa.bots.prestige:PrestigeBot",
    "founder": "hansa.bots.founder:FounderBot",
    "collector": "hansa.bots.collector:CollectorBot",
    "greedy": "hansa.bots.greedy:GreedyBot",
    "maxn": "hansa.bots.greedy:MaxnBot",
    "mcts": "hansa.bots.mcts:MctsBot",
    "uct": "hansa.bots.mcts:UctBot",
}
EXEC = "hansa.bots.exec_bot"


class SpecError(HansaError):
    """A spec that names no bot, or gives it what it does not take; one line that lists what there is.

    >>> make_bot("rndom")
    Traceback (most recent call last):
        ...
    hansa.bots.registry.SpecError: unknown bot 'rndom', did you mean 'random'? Known are ...
    """

    code = "bad-bot"


@dataclass(frozen=True)
class Parameter:
    """A setting of a bot as people see it, for lists, forms and the protocol.

    >>> parameters("random")
    [Parameter(name='seed', type='int', default=0, help="starts the bot's own random numbers", low=0, high=None, choices=(),
    local=False)]
    """

    name: str
    type: str
    default: Any
    help: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    local: bool


def make_bot(spec: str, seed: int | None = None) -> Bot:
    """A new bot; `seed` counts where the spec does not name one.

    >>> make_bot("greedy", seed=5).spec, make_bot("greedy:seed=1", seed=5).spec
    ('greedy:seed=5', 'greedy:seed=1')
    """
    name, found, _ = _split(spec)
    return found(name, options_of(spec, seed))


def options_of(spec: str, seed: int | None = None) -> Options:
    """The settings that a spec gives a bot.

    >>> str(options_of("greedy:seed=3"))
    'seed=3'
    """
    name, found, given = _split(spec)
    options_class = found.options_class
    known = {entry.name: entry for entry in fields(options_class)}
    values: dict[str, Any] = {} if seed is None else {"seed": seed}
    for key, text in given:
        if key not in known:
            raise SpecError(f"bot {name!r}: unknown option {key!r}{_nearest(key, known)}")
        values[key] = _read(name, options_class, known[key], text)
    return options_class(**values)


def bots_for(game: str) -> list[str]:
    """The registered bots that play a game.

    >>> bots_for("hansa2004")
    ['random', 'founder', 'collector', 'greedy', 'maxn', 'mcts', 'uct']
    """
    return [name for name in BOTS if bot_class(name).game in (None, game)]


def check_plays(bot: Bot, game: str) -> None:
    """A bot that is made for another game is an error that lists those for this one.

    >>> check_plays(make_bot("markers"), "hansa2004")
    Traceback (most recent call last):
        ...
    hansa.bots.registry.SpecError: bot 'markers' plays teutonica, not hansa2004; those that do are ...
    """
    if bot.game not in (None, game):
        raise SpecError(f"bot {bot.name!r} plays {bot.game}, not {game}; those that do are {', '.join(bots_for(game))}")


def bot_class(name: str) -> type[Bot]:
    """The class of a registered name, or of `path/file.py:Class`.

    >>> bot_class("random").__name__
    'RandomBot'
    """
    return _split(name)[1]


def parameters(name: str) -> list[Parameter]:
    """What a bot takes, in the order of its declaration.

    >>> [parameter.name for parameter in parameters("mcts")][:4]
    ['seed', 'strength', 'simulations', 'seconds']
    """
    options_class = bot_class(name).options_class
    return [
        Parameter(entry.name, str(entry.type), entry.default, entry.metadata["help"], entry.metadata["low"],
                  entry.metadata["high"], entry.metadata["choices"], entry.metadata["local"])
        for entry in fields(options_class)
    ]


def _split(spec: str) -> tuple[str, type[Bot], list[tuple[str, str]]]:
    """The name, the class and the options as texts."""
    name, _, rest = spec.partition(":")
    if name.endswith(".py"):
        class_name, _, rest = rest.partition(":")
        found = _load(_module_of_file(name), class_name, f"{name}:{class_name}")
        name = f"{name}:{class_name}"
    elif name == "exec":
        options, command = _split_exec(rest)
        if not command.strip():
            raise SpecError("exec: needs a command, such as exec:./my-bot or exec:seconds=1:python3 my_bot.py")
        return f"exec:{command}", _load(importlib.import_module(EXEC), "ExecBot", name), list(_pairs(name, options))
    elif name in BOTS:
        module, _, class_name = BOTS[name].partition(":")
        found = _load(importlib.import_module(module), class_name, name)
    else:
        raise SpecError(f"unknown bot {name!r}{_nearest(name, BOTS)}, exec:COMMAND, path/file.py:Class")
    return name, found, list(_pairs(name, rest))


def _split_exec(text: str) -> tuple[str, str]:
    """The settings and the command of what follows `exec:`."""
    found = re.match(r"((?:[a-z_]+=[^:,/\s]*)(?:,[a-z_]+=[^:,/\s]*)*):", text)
    return (found[1], text[found.end() :]) if found else ("", text)


def _pairs(name: str, text: str) -> Iterator[tuple[str, str]]:
    seen = set()
    for pair in text.split(",") if text else ():
        key, equals, value = pair.partition("=")
        if not equals:
            raise SpecError(f"bot {name!r}: {pair!r} should read key=value")
        if key in seen:
            raise SpecError(f"bot {name!r}: option {key!r} is given twice")
        seen.add(key)
        yield key.strip(), value.strip()


def _module_of_file(path: str) -> types.ModuleType:
    """A bot's file, run once a process under a name of its own."""
    where = Path(path).resolve()
    name = f"hansa bot file {where}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, where)
    if found is None or found.loader is None or not where.is_file():
        raise SpecError(f"there is no file {path!r} to take a bot from")
    module = sys.modules[name] = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def _load(module: types.ModuleType, class_name: str, name: str) -> type[Bot]:
    found = getattr(module, class_name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        here = [key for key, value in vars(module).items() if isinstance(value, type) and issubclass(value, Bot)]
        raise SpecError(f"{name!r} is no bot{_nearest(class_name, [key for key in here if key != 'Bot'])}")
    return found


def _read(name: str, options_class: type[Options], entry: Field[Any], text: str) -> Any:
    """An option's value from its text, within its bounds."""
    hint = get_type_hints(options_class)[entry.name]
    allowed = [kind for kind in get_args(hint) or (hint,) if kind is not type(None)]
    where = f"bot {name!r}: {entry.name}={text}"
    for kind in allowed:
        try:
            value = {"true": True, "false": False}[text.casefold()] if kind is bool else kind(text)
        except (ValueError, KeyError):
            continue
        low, high, choices = (entry.metadata[bound] for bound in ("low", "high", "choices"))
        if isinstance(value, float) and not math.isfinite(value):
            break
        if (low is not None and value < low) or (high is not None and value > high):
            raise SpecError(f"{where} is out of bounds; {entry.name} is {_range(low, high)} ({entry.metadata['help']})")
        if choices and value not in choices:
            raise SpecError(f"{where}{_nearest(text, choices)}")
        return value
    wanted = " or ".join(kind.__name__ for kind in allowed)
    raise SpecError(f"{where} is not of the type {wanted} ({entry.metadata['help']})")


def _range(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f"at least {low}" if high is None else f"at most {high}"
    return f"from {low} to {high}"


def _nearest(word: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    near = get_close_matches(word, list(known), n=1)
    return (f", did you mean {near[0]!r}?" if near else ".") + f" Known are {', '.join(known)}"
