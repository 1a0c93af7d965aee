"""What plans judge by: the weights of `Taste` in `engine_c/teutonica/taste.pxd`, in its order.

A weight has a name, a default and a meaning, which begins with its unit where that is not a plain
factor: *points* are points at the end of the game, *actions* and *turns* are the mover's own, a
*share* is between 0 and 1. `hansa train --plan` tunes all of them, or those it is told to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hansa.teutonica.names import MARKERS, TRACK_VALUES

Weight = tuple[float, str]

# What plans differ in: the five plan bots are five settings of these.
TASTE: Mapping[str, Weight] = {
    # The steps of the tracks, against what they bring in the turns left.
    "actions": (1.35, "the first step of the actions track"),
    "later": (0.8, "the steps after it, on top of `actions`"),
    "privilege": (0.9, "what the next colour opens"),
    "book": (0.9, "a step of the book"),
    "bank": (0.85, "a step of the bank"),
    "keys": (0.9, "a step of the keys, for the network as it may grow"),
    # Points.
    "prestige": (1.0, "prestige that comes at once"),
    "control": (0.95, "controlling cities [T21, T73 E]"),
    "hold": (1.1, "of that, the points at the end"),
    "busy": (4.8, "points: the prestige that control of the busiest city brings in a long game"),
    "network": (1.15, "growing the largest group [T73 F]"),
    "reach": (0.35, "points: a new city apart from the largest group"),
    "office": (0.3, "points: an office as such, wherever it is"),
    "connection": (1.0, "the way across [T33]"),
    "special": (0.85, "special prestige [T37]"),
    "marker": (1.1, "markers, for their points [T73 C]"),
    "use": (1.1, "and for their use"),
    "end": (1.0, "hastening the end while ahead, holding it off while behind"),
    "gift": (0.32, "points for another seat, as points lost"),
    # Work.
    "action": (0.9, "points: what an action is worth"),
    "piece": (0.75, "actions of income for as many pieces as the bank gives"),
    "fight": (0.3, "actions that each piece of others on a route costs beyond its displacement"),
    "patience": (0.9, "share: what is left of the worth of something finished a turn later"),
    "keep": (0.95, "how dear pieces are where they stand"),
    "block": (1.0, "points an action: standing where others must displace it"),
    # Laying markers.
    "soon": (0.85, "where one is about to claim"),
    "toll": (1.0, "points: next to a city of one's own"),
    "shelter": (0.15, "points for each house: others claim long routes less readily"),
    # Play.
    "length": (1.0, "how long it takes a game to be, against games of these bots"),
    "noise": (0.03, "share: how far its judgement of a route strays"),
}


def steps(track: str, meaning: str, *values: float) -> Iterator[tuple[str, Weight]]:
    """A weight for each step of a track."""
    assert len(values) == len(TRACK_VALUES[track]) - 1
    return ((f"{track} step {step}", (value, meaning)) for step, value in enumerate(values, 1))


# What all plans believe of the game. Guesses of a player unless the meaning says otherwise.
ESTIMATES: Mapping[str, Weight] = {
    # How long the game lasts.
    **{f"turns of {players}": (turns, "turns of each player in a game of this many, as plans play it")
       for players, turns in zip((2, 3, 4, 5), (19.0, 14.0, 13.0, 13.0), strict=True)},
    "overtime": (8.0, "turns beyond the usual that a game has room for"),
    "trust": (5.0, "turns played after which a game's own pace says as much as the usual one"),
    "slowest": (2.0, "no game is expected to last longer than this many times the usual"),
    "slowing": (1.2, "power: how the turns left dwindle as the end comes nearer"),
    "horizon": (8.0, "turns ahead in which things of lasting use bring all they can"),
    "too long": (15.0, "turns a player after which everybody works for the end"),
    "rush": (6.0, "points: then, a marker taken"),
    "lead": (12.0, "points: a larger lead hastens nobody more"),
    "haste": (1.2, "how much the end matters when it has come; far from it, the horizon's part less"),
    # Tracks: what a step brings.
    **dict(steps("actions", "actions a turn; every other step shows no higher number [T7]", 1.0, 0.4, 0.85, 0.35, 0.7)),
    **dict(steps("keys", "keys that the step gives or brings nearer", 1.0, 0.4, 0.9, 0.9)),
    **dict(steps("book", "points over the horizon", 3.0, 2.0, 1.2)),
    **dict(steps("bank", "points over the horizon", 2.6, 1.3, 0.6)),
    "freed trader": (0.4, "points: the trader that a step frees"),
    "freed merchant": (1.0, "points: the merchant that a step of the book frees"),
    "growth": (3.5, "cities that a network gains over the horizon"),
    "keys ahead": (0.8, "keys that a player who does not have all will gain over the horizon"),
    "offices a turn": (0.6, "offices that are taken in a turn, to say how many a colour is for"),
    "opened": (0.6, "share of what better offices bring that goes to the step that opens them"),
    "colours ahead": (2.0, "points over the horizon: what the next colour opens later"),
    # Offices.
    "office piece": (0.6, "points: the piece that stays in the city"),
    "office merchant": (0.4, "points: how much dearer a merchant is there"),
    "full city": (0.8, "share of a city's prestige that goes on once all its offices are taken"),
    "open city": (0.55, "share of it while there are free ones"),
    "loss": (0.5, "share of the control of an open city that is lost over the horizon"),
    "least safe": (0.3, "share of it that is never taken for lost"),
    "wrest": (0.8, "points: control taken from another player, who loses it"),
    "outvoted": (0.1, "points: an office where another player still has more"),
    "reinforce": (0.3, "points: one more where one already controls the city"),
    "joined": (0.1, "points over the horizon for each city of a smaller group that an office joins"),
    "distance": (0.8, "share of the connection's worth left with each office more that it wants [T33]"),
    "country": (1.0, "points: a new city of Scotland or Wales [T88]"),
    "mission": (1.8, "points: a new city of one's mission [T100]"),
    "special merchant": (1.0, "points: the merchant that stays on a special space"),
    # Markers.
    **{f"use of {marker}": (value, "points")
       for marker, value in zip(MARKERS, (2.0, 1.2, 3.0, 4.0, 4.5, 1.5, 1.5), strict=True)},
    "use at the end": (0.3, "share of a marker's use that is left at the end of the game"),
    **{f"permanent {number}": (value, f"points: permanent marker {number} in the order of T60")
       for number, value in enumerate((0.8, 2.5, 2.5, 1.5, 1.5), 1)},
    "permanent at the end": (0.4, "share of that which is left at the end of the game"),
    "permanent ahead": (0.6, "and over the horizon"),
    # What work costs.
    "missing piece": (1.5, "actions for each piece that neither supply nor stock has"),
    "bank at most": (8.0, "pieces that a full bank is taken to fetch"),
    "permit": (2.0, "actions for each piece abroad [T81]"),
    "given trader": (0.6, "points that a displaced trader's owner gains [T13]"),
    "given merchant": (0.5, "points more for a merchant"),
    "margin": (0.6, "actions by which work may prove shorter than it is taken to be"),
    "hopeless": (0.01, "share: what is left of the worth of something that will hardly come"),
    # Pieces.
    "merchant place": (0.2, "points an action: a merchant on a route that still needs one"),
    "block aside": (0.5, "share of a block's worth where the piece is there for something else"),
    "block anywhere": (0.5, "how much a block is worth on any route,"),
    "block marker": (0.25, "how much more where a marker lies,"),
    "block track": (0.5, "and where a track is developed, over the horizon"),
    "block merchant": (0.15, "share by which a merchant blocks better than a trader [T12]"),
    "least kept": (0.05, "share: what any own piece is worth where it stands"),
    "kept merchant": (0.1, "share: how much more a merchant is"),
    "goal": (5.0, "points an action: a piece dropped where the move was to go"),
    "extra": (1.0, "points an action: a piece more on the board, wherever it is put"),
    "moved extra": (0.3, "points an action: what it takes to move a piece on the board as an extra [T13]"),
    "neutral harm": (0.3, "pieces in another player's way that a point an action of one's own is worth [T91]"),
    # Income.
    "full supply": (4.0, "pieces in supply; with more of them some are better left in stock"),
    "reserve": (2.0, "pieces wanted in stock for being displaced [T13]"),
    "reserve piece": (1.2, "pieces of income that each of them is worth"),
    "needed merchant": (1.5, "pieces of income that the merchant one is short of is worth"),
    "spare merchant": (0.3, "pieces of income that any other is worth more than a trader"),
    # Markers and favours in use.
    "end at last": (10.0, "points an action: a claim that ends a game that has lasted too long, and is lost"),
    "clearing": (4.0, "points: the least claim for which others' pieces are moved away"),
    "swap": (2.0, "points: the least gain for which a swap is used"),
    "last swap": (0.5, "points: the same near the end"),
    "favour": (2.0, "actions that the two markers for a tile are worth [T101]"),
    "tile later": (0.3, "points a turn: what a tile that counts cities or tracks may still gain"),
    "other tile": (0.4, "points a turn: any other tile"),
    # Laying and moving markers and pieces.
    "toll of others": (0.3, "points: a marker next to a city of another player"),
    "harm piece": (0.5, "points an action: each piece of others on a route where one more is put"),
    "harm goal": (3.0, "points an action: putting a piece back in one's own way"),
    "harm company": (2.0, "points an action: putting one where own pieces stand"),
    "clear goal": (5.0, "points an action: removing a piece that is in one's way"),
    "clear merchant": (1.0, "points an action: removing a merchant, not a trader"),
    "least cleared": (1.0, "points an action: what the removal of a piece must bring"),
    "post": (2.0, "points: a post in a green city [T63]"),
    "post near": (2.0, "points more: next to own cities, and less in one of them"),
}
