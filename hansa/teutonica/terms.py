"""What people call the things of Hansa Teutonica that moves and states name by codes.

>>> from hansa.languages import ENGLISH, language
>>> ENGLISH.tell(MARKER_TERMS["plus-3"]), language("de").tell(TRACK_TERMS["keys"]), str(TILE_TERMS["income"])
('+3 actions', 'Stadtschlüssel', 'income')
"""

from __future__ import annotations

from collections.abc import Mapping

from hansa.phrases import Phrase, phrases, term


def terms(messages: Mapping[str, Phrase]) -> dict[str, Phrase]:
    """Each code with what it is called."""
    return {code: term(code, message) for code, message in messages.items()}


TRACK_TERMS = terms(phrases({
    "keys": "keys", "actions": "actions", "privilege": "privilege", "book": "book", "bank": "bank",
}))
# Where a map has less room for them.
SHORT_TRACKS = phrases({"keys": "city key", "actions": "action", "privilege": "privil.", "book": "book", "bank": "bank"})
VALUE_TERMS = terms(phrases({
    "white": "white", "orange": "orange", "pink": "pink", "black": "black", "all": "all",
}))
MARKER_TERMS = terms(phrases({
    "plus-3": "+3 actions", "plus-4": "+4 actions", "extra-office": "extra office", "swap": "swap", "develop": "develop",
    "move-3": "move 3 pieces", "remove-3": "remove 3 pieces", "move-2-any": "move 2 pieces of anybody",
    "develop-privilege": "develop privilege", "post-in-green-city": "post in a green city",
    "place-2-from-route": "place 2 pieces of the route", "place-2-abroad": "place 2 pieces abroad",
}))
TILE_TERMS = terms(phrases({
    "displace-anywhere": "displaced anywhere", "extra-action": "extra action", "income": "income",
    "extra-displaced": "extra piece when displaced", "double-cities": "double cities", "master-abilities": "master abilities",
}))
COUNTRY_NAMES = phrases({"scotland": "Scotland", "wales": "Wales"})
TRADER, MERCHANT = phrases({"t": "trader", "m": "merchant"}).values()
