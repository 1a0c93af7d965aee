"""What the form for a new game offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from hansa.bots.registry import BOTS, bot_class, parameters
from hansa.views.svg import is_drawn
from hansa.web.lobby_answers import BotOffered, Setting


def bot_list(invited: Sequence[str]) -> list[BotOffered]:
    """The invited bots, and the registered ones that play what the page shows, with what they take."""
    found = [
        BotOffered(name=spec, about="invited by --bot", game=bot_class(spec).game, parameters=[]) for spec in invited]
    for name in BOTS:
        made = bot_class(name)
        if made.game is None or is_drawn(made.game):
            about = (made.__doc__ or "").strip().split("\n")[0]
            settings = [Setting(**asdict(entry)) for entry in parameters(name)]
            found.append(BotOffered(name=name, about=about, game=made.game, parameters=settings))
    return found
