"""The words of MOVES.md in the order of the engine's numbers (engine_c/teutonica/types.pxd)."""

from __future__ import annotations

from functools import cache

KINDS = ("t", "m")
TRACKS = ("keys", "actions", "privilege", "book", "bank")
MARKERS = ("extra-office", "swap", "plus-3", "plus-4", "develop", "move-3", "remove-3")
TILES = ("displace-anywhere", "extra-action", "income", "extra-displaced", "double-cities", "master-abilities")
EDITIONS = ("bigbox", "classic", "classic-16")
MODULES = ("missions", "favours")
COLOURS = ("white", "orange", "pink", "black")
COUNTRIES = ("", "scotland", "wales")
PHASES = ("turn", "lift", "drop", "displaced", "remove", "bonus", "toll", "neutral", "draw", "plates", "over")
REASONS = ("", "prestige", "markers", "cities", "cut off")
LIFTINGS = ("move", "move-3", "move-2-any")
PERMANENTS = (
    "", "move-2-any", "develop-privilege", "post-in-green-city", "place-2-from-route", "place-2-abroad",
)
PAYMENTS = ("t", "m", "tt", "tm", "mm")
CATEGORIES = ("prestige", "abilities", "markers", "special", "cities", "network", "missions", "countries")

# T2: the values of the tracks, from the left.
TRACK_VALUES = {
    "keys": ("1", "2", "2", "3", "4"),
    "actions": ("2", "3", "3", "4", "4", "5"),
    "privilege": COLOURS,
    "book": ("2", "3", "4", "5"),
    "bank": ("3", "5", "7", "all"),
}
TRADERS, MERCHANTS = 26, 4          # T1: the pieces of a player, the score cube aside
UNKNOWN_MISSION = 9                 # the engine's number for a card that a view does not show (D3)


def amount(traders: int, merchants: int) -> str:
    """`2t1m`; no pieces are the empty text (section 2)."""
    return (f"{traders}t" if traders else "") + (f"{merchants}m" if merchants else "")


@cache
def piece_text(piece: int, players: int) -> str:
    """`2t`, `nt`: an owner and a kind; the neutral owner has the number after the last seat."""
    owner = piece >> 1
    return ("n" if owner == players else str(owner)) + KINDS[piece & 1]
