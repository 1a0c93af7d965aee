"""What the form for a new game offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from hansa.bots.registry import BOTS, bot_class, idea_of, parameters
from hansa.languages import ENGLISH, Language
from hansa.phrases import declared, say
from hansa.views.svg import is_drawn
from hansa.web.lobby_answers import BotOffered, Setting


def bot_list(invited: Sequence[str], language: Language = ENGLISH) -> list[BotOffered]:
    """The invited bots, and the registered ones for the page's games, with their settings."""
    by_flag = language.tell(say("invited by --bot"))
    found = [BotOffered(name=spec, about=by_flag, game=bot_class(spec).game, parameters=[]) for spec in invited]
    for name in BOTS:
        made = bot_class(name)
        if made.game is None or is_drawn(made.game):
            about = language.tell(declared(idea_of(name)))
            settings = [Setting(**asdict(entry) | {"help": language.tell(declared(entry.help))}) for entry in parameters(name)]
            found.append(BotOffered(name=name, about=about, game=made.game, parameters=settings))
    return found
