"""The tastes of the registered plan bots."""

from __future__ import annotations

from hansa.bots.plan import PlanBot
from hansa.bots.registry import BOTS, bot_class
from hansa.games import DEFAULT_GAME
from hansa.vocabulary import Taste


def plans(game: str = DEFAULT_GAME) -> dict[str, Taste]:
    """The tastes of the plans for a game, by name.

    >>> sorted(plans("hansa2004"))
    ['collector', 'founder']
    """
    found: dict[str, Taste] = {}
    for name in BOTS:
        kind = bot_class(name)
        if issubclass(kind, PlanBot) and kind.game == game:
            found[name] = kind(name, kind.options_class()).weights
    return found
