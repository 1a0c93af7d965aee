"""What a kind of move is good for, in a sentence: the reason that a hint begins with.

>>> principle("teutonica", "claim GOT-QUE develop actions")[:32]
'Another action each turn pays fr'
>>> principle("hansa2004", "sail LUB")
'The ship brings you to where your action is worth most [H31, H32].'
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase

# Patterns of moves, the more particular first.
PRINCIPLES: Mapping[str, Mapping[str, str]] = {
    "teutonica": {
        "claim * develop actions": "Another action each turn pays from now on: the earlier the better [T7].",
        "claim * develop privilege": "A better privilege opens offices that few others can take yet [T30].",
        "claim * develop bank": "A larger bank means fewer actions spent on income [T10].",
        "claim * develop book": "A larger book moves more pieces with one action, and frees a merchant [T2, T18].",
        "claim * develop keys": "Keys multiply your largest network at the end [T73].",
        "claim * office *": "An office counts for control of its city and for your network [T40, T73].",
        "claim * extra *": "An extra office needs no colour, and may win the control of its city [T38, T40].",
        "claim * special *": "Special prestige is many points for one claim, and nobody can take it from you [T37].",
        "claim *": "The claim itself is worth it: its marker, its points, or the pieces it frees [T21, T22].",
        "place *": "A route can be claimed when all its houses are yours, and a piece in the way of others is paid for"
                   " when they displace it [T20, T13].",
        "displace *": "It costs a piece more than placing, but this house is wanted now [T12].",
        "income *": "Without pieces in your supply you can do nothing: take many at a time [T10].",
        "lift *": "Moving several pieces takes one action: fewer than placing them anew [T18].",
        "drop *": "It is needed here more than where it came from [T18].",
        "put *": "A displaced piece is a free move: put it where you want to claim next [T15].",
        "add *": "Extra pieces cost nothing but come from your stock: take them [T13].",
        "use *": "A marker used at the right moment saves a whole turn, and it counts at the end all the same [T51].",
        "marker *": "Markers draw players to their route: lay it where it helps you, or hurts nobody but others [T55].",
        "favour *": "A favour lasts for the rest of the game [T101].",
        "develop *": "A free step of an ability [T35].",
        "end": "Nothing that is left to do is worth more than keeping your pieces where they are [T6].",
        "done": "More of this would not help [T6].",
    },
    "hansa2004": {
        "found *": "Booths where many ships pass make others pay you [H33].",
        "refill": "Full warehouses give you the first choice [H21].",
        "skip": "A taler saved is a step more for the ship [H21].",
        "sail *": "The ship brings you to where your action is worth most [H31, H32].",
        "buy *": "Goods are booths or sales to come [H35, H37].",
        "build *": "Booths win majorities, and every city counts at the end [H33, H52].",
        "sell *": "Sold goods are safe and count with their barrels, and others lose theirs [H37, H39].",
        "lose *": "Give up what is worth least to you [H39].",
        "drop *": "Keep what can be sold soon, or has most barrels [H41].",
        "end": "More sailing would cost more than it brings [H31].",
        "done": "What is left is worth more unsold for now [H37].",
    },
}


def principle(game: str, move: str) -> str:
    """What moves of this kind are good for; empty if nothing general can be said."""
    known = PRINCIPLES.get(game, {})
    return next((words for pattern, words in known.items() if fnmatchcase(move, pattern)), "")
