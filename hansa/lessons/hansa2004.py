"""Hansa (2004) in ten minutes: sailing, buying, building, selling, and what counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hansa.lessons.lesson import Answer, Lesson, Start, Task
from hansa.phrases import Phrase, phrases

SETUP: Mapping[str, Any] = {"game": "hansa2004", "players": 3}
Change = Mapping[str, Any]


def booths(city: str, *counts: int) -> tuple[Change, ...]:
    """How many booths each seat has in a city."""
    return tuple({"what": "booths", "city": city, "seat": seat, "count": count} for seat, count in enumerate(counts))


def hand(seat: int, *goods: str) -> Change:
    """The unsold goods of a seat."""
    return {"what": "hand", "seat": seat, "where": "unsold", "goods": list(goods)}


def goods(city: str, *kinds: str) -> Change:
    """What lies in the warehouses of a city."""
    return {"what": "goods", "city": city, "goods": list(kinds)}


FOUNDED = (
    "found LUB", "found STO", "found DAN", "found TON", "found RIG", "found KAL", "found AAL", "found REV", "found LUB",
)


def turn(*steps: str | Change) -> Start:
    """Red's first turn after all have put their booths, and what happened then."""
    return Start(SETUP, (*FOUNDED, *steps))


LESSONS = (
    Lesson(
        "The first booths",
        "You are Red, a merchant on the Baltic. Before the first turn everybody puts two booths into a city,"
        " three times, each time into another city; Copenhagen, where the ship is, stays empty [H11]. The"
        " player with the most booths in a city is paid when others buy there [H33].",
        Start(SETUP),
        (
            Task("Put two booths into Lübeck, in the south-west.", (
                Answer("found LUB", "Two goods lie there, and the ship often comes from Copenhagen.", True),
                Answer("found *", "That is allowed too. This time take Lübeck."),
            )),
        ),
    ),
    Lesson(
        "Sail",
        "There is one ship, which everybody uses. On your turn you sail it: along an arrow, for a taler a step [H31]. You"
        " get three talers each turn [H20]. In every city where the ship stops you have one action [H32].",
        turn(),
        (
            Task("Sail from Copenhagen to Danzig.", (
                Answer("sail DAN", "A taler is spent. From Danzig arrows lead to Kalmar and Reval.", True),
                Answer("sail *", "An arrow leads there, too. This time sail to Danzig, in the south."),
                Answer("end", "You have not done anything yet: money above three talers is lost [H41]."),
                Answer("*", "First sail: choose Danzig."),
            )),
        ),
    ),
    Lesson(
        "Buy",
        "Buying takes one marker of the city of the ship. It costs a taler, which goes to the player with the"
        " most booths there, or to the bank if nobody has most. With the majority yourself it is free [H33].",
        turn({"what": "ship", "city": "DAN"}, *booths("DAN", 2, 0, 0), goods("DAN", "yellow3")),
        (
            Task("You have the most booths in Danzig. Buy the goods there.", (
                Answer("buy yellow3", "Three barrels of yellow for nothing. They lie unsold before you.", True),
                Answer("*", "The ship is in Danzig already: choose the city to buy."),
            )),
        ),
    ),
    Lesson(
        "Build",
        "Building discards one unsold marker and puts as many booths into the city of the ship as the marker"
        " has barrels [H35]. Booths bring majorities, and at the end every city with a booth of yours brings"
        " two points, four if you are alone there [H52].",
        turn({"what": "ship", "city": "KAL"}, hand(0, "red1", "blue3")),
        (
            Task("Build in Kalmar, with as many booths as you can.", (
                Answer("build blue3", "Three booths at once: nobody has more there.", True),
                Answer("build red1", "That is one booth. The other marker has three barrels."),
                Answer("*", "The ship is in Kalmar: choose a marker of yours, then build."),
            )),
        ),
    ),
    Lesson(
        "Sell",
        "Selling makes goods safe. It needs a booth in the city, which goes back to you, and at least two"
        " markers of every colour that you sell [H37]. Then all other players lose a marker of each of these colours [H39].",
        turn({"what": "ship", "city": "KAL"}, *booths("KAL", 1, 2, 0),
             hand(0, "red1", "red2", "blue3"), hand(1, "red3", "green1")),
        (
            Task("You have two red markers and one blue. Begin a sale of what can be sold.", (
                Answer("sell red1", "The first one is turned over. Now sell another red one.", True),
                Answer("build *", "That gives a marker away. This time sell."),
                Answer("*", "Choose one of your red markers."),
            )),
            Task("Sell another red marker.", (
                Answer("sell red2", "Five points, safe until the end: one a marker, and their barrels [H52]."
                                    " Green now loses a red marker: if you wait too long with a colour, you"
                                    " lose it. Your blue one is alone"
                                    " and stays unsold.", True),
            )),
        ),
    ),
    Lesson(
        "Refill",
        "When a warehouse is empty at the beginning of your turn, you may pay a taler to fill all empty spaces"
        " of all cities [H21]. Goods are then there for you first.",
        Start(SETUP, (
            *FOUNDED, {"what": "turn", "seat": 2, "acted": False}, {"what": "ship", "city": "DAN"},
            *booths("DAN", 0, 0, 2), goods("DAN", "yellow3"), "buy yellow3", "end",
        )),
        (
            Task("Danzig is empty, and it is your turn. Refill the warehouses.", (
                Answer("refill", "A marker is turned up for each empty space, in the order of the cities [H22].", True),
                Answer("skip", "Then Danzig stays empty for you. This time refill."),
            )),
        ),
    ),
    Lesson(
        "The end of a turn",
        "At the end of your turn talers above three are lost, and so are unsold markers above three, of which"
        " you choose which to give up [H41]. The game ends in the round in which the last pile of goods is"
        " begun [H50].",
        turn(hand(0, "red3", "blue3", "green2"), {"what": "ship", "city": "DAN"}, *booths("DAN", 2, 0, 0),
             goods("DAN", "yellow1"), "buy yellow1"),
        (
            Task("You have four unsold markers. End your turn.", (
                Answer("end", "One of the four must go.", True),
                Answer("sail *", "This time stay, and end your turn."),
            )),
            Task("Give up the one that is worth least.", (
                Answer("drop yellow1", "One barrel: it would have built one booth, or brought two points sold. You know what"
                                       " you need: play a game, and ask for a hint when in doubt.", True),
                Answer("drop *", "That one has more barrels: more booths, or more points when sold."),
            )),
        ),
    ),
)

# What kinds of moves are good for; the more particular patterns come first.
PRINCIPLES: Mapping[str, Phrase] = phrases({
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
})
