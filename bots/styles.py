"""Styles: the tastes of plans that a search may play with instead of its own, as opponents with a
character.

A plan's taste says which moves the search looks at first and how its playouts go on, so a search
with the taste of `markers` hurries for markers as that plan does, but sees further.
"""

from __future__ import annotations

from collections.abc import Mapping

from hansa.bots.actions import ActionsBot
from hansa.bots.blocker import BlockerBot
from hansa.bots.bot import BotFault
from hansa.bots.collector import CollectorBot
from hansa.bots.founder import FounderBot
from hansa.bots.markers import MarkersBot
from hansa.bots.network import NetworkBot
from hansa.bots.plan import PlanBot
from hansa.games import GAMES
from hansa.vocabulary import Taste

STYLES: Mapping[str, type[PlanBot]] = {
    "rusher": MarkersBot, "networker": NetworkBot, "blocker": BlockerBot, "builder": ActionsBot,
    "founder": FounderBot, "collector": CollectorBot,
}


def taste_of(style: str, game: str) -> Taste:
    """The taste of a style, as the engine of its game reads it.

    >>> len(taste_of("rusher", "teutonica")) > 20
    True
    >>> taste_of("rusher", "hansa2004")
    Traceback (most recent call last):
        ...
    hansa.bots.bot.BotFault: the style 'rusher' is for teutonica, not for hansa2004
    """
    plan = STYLES[style]
    if plan.game != game:
        raise BotFault("crash", f"the style {style!r} is for {plan.game}, not for {game}")
    return GAMES[game].vocabulary.taste(**plan.taste)
