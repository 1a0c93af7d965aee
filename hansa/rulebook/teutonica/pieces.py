"""Pieces, amounts of pieces and bonus markers: the smallest words of the game.

A piece is a text of two letters, its owner and its kind: "2t" is a trader of seat 2, "nt" a neutral
one.
"""

from __future__ import annotations

import re

KINDS = ("t", "m")  # a trader and a merchant, in the order of [D4]
NEUTRAL = "n"  # the owner without a seat [T90]
MARKERS = ("extra-office", "swap", "plus-3", "plus-4", "develop", "move-3", "remove-3")  # [D8]

Amount = dict[str, int]  # always both kinds: {"t": 5, "m": 1}


def amount(traders: int = 0, merchants: int = 0) -> Amount:
    """An amount of traders and merchants."""
    return {"t": traders, "m": merchants}


def size(pieces: Amount) -> int:
    """How many pieces these are, of either kind."""
    return pieces["t"] + pieces["m"]


def amount_text(pieces: Amount) -> str:
    """The amount as the documents write it: "2t1m", and the empty text for no pieces."""
    return "".join(f"{pieces[kind]}{kind}" for kind in KINDS if pieces[kind])


def read_amount(text: str) -> Amount:
    """The amount that `amount_text` wrote."""
    found = re.fullmatch(r"(?:(\d+)t)?(?:(\d+)m)?", text)
    if found is None:
        raise ValueError(f"{text!r} is not an amount of pieces")
    return amount(int(found[1] or 0), int(found[2] or 0))


def piece_order(piece: str) -> tuple[str, bool]:
    """Sorts pieces by owner, seats before the neutral owner, and traders before merchants [D4]."""
    return piece[0], piece[1] == "m"


def marker_order(marker: str) -> int:
    """Sorts markers as [D8] does."""
    return MARKERS.index(marker)
