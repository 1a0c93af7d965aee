"""Hansa Teutonica in ten minutes: what one does in a turn, and what it is good for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hansa.lessons.lesson import Answer, Lesson, Start, Task
from hansa.phrases import Phrase, phrases

SETUP: Mapping[str, Any] = {"board": "hansa-23", "players": 3}
Change = Mapping[str, Any]


def on(route: str, *pieces: str) -> tuple[Change, ...]:
    """Pieces on the houses of a route."""
    return tuple({"what": "house", "slot": route, "add": piece} for piece in pieces)


def office(city: str, *pieces: str) -> tuple[Change, ...]:
    """Pieces in the offices of a city, from the left."""
    return tuple({"what": "city", "city": city, "add": piece} for piece in pieces)


def begin(*steps: str | Change) -> Start:
    """A first position, and what happened then."""
    return Start(SETUP, steps)


LESSONS = (
    Lesson(
        "Place a piece",
        "You are Red, a merchant of the Hanseatic League. A turn has two actions at first [T6]. The most"
        " frequent one places a piece from your supply on a free house of any route [T11]. Cubes are"
        " traders, discs are merchants.",
        begin(),
        (
            Task("Place a trader on the route between Göttingen and Quedlinburg, in the south of the map.", (
                Answer("place t GOT-QUE", "Good. Göttingen develops actions: a route that everybody wants.", True),
                Answer("place m GOT-QUE", "A merchant would do, but you have only one. Keep it for where it is needed."),
                Answer("place *", "That is a free house, but on another route. Look for Göttingen, in the south."),
            )),
            Task("Place a second trader beside it.", (
                Answer("place t GOT-QUE", "Two of three houses are yours. Next turn you can take the third.", True),
                Answer("place m *", "Keep the merchant: take a trader."),
                Answer("place *", "Pieces on many routes complete none of them. Stay with Göttingen."),
            )),
            Task("Both actions are used. End your turn.", (
                Answer("end", "Now the others play, one after another [T9].", True),
            )),
        ),
    ),
    Lesson(
        "Claim a route and develop",
        "When every house of a route is yours you may claim it, which is an action of its own [T20]. Your"
        " pieces leave it, and you choose one reward [T23]. The best one early in the game is often a step"
        " of an ability: Göttingen develops actions [T35].",
        begin(*on("GOT-QUE", "0t", "0t", "0t")),
        (
            Task("Claim the route between Göttingen and Quedlinburg so that you have more actions.", (
                Answer("claim GOT-QUE develop actions",
                       "From now on you have three actions each turn, and one more at once [T7]. The trader that"
                       " stood on the track is now in your supply [T2].", True),
                Answer("claim GOT-QUE office *",
                       "An office is worth something at the end. But an action more each turn is worth more, the"
                       " earlier the better."),
                Answer("claim GOT-QUE", "That gives the route back for nothing. Choose a reward."),
                Answer("*", "The route is full: choose it, and choose what you claim it for."),
            )),
        ),
    ),
    Lesson(
        "Take an office",
        "The other reward is an office: one piece of the route goes to the leftmost free office of a city"
        " at its end [T30]. Its shape must match, and its colour must be within your privilege, white at"
        " first. Some offices show a crown: they bring a point at once [T31].",
        begin(*on("HAM-LUB", "0t", "0t", "0t")),
        (
            Task("Claim Hamburg-Lübeck for the office that brings a point at once.", (
                Answer("claim HAM-LUB office LUB",
                       "A point at once, and control of Lübeck: the player who controls a city gets a point"
                       " each time anyone claims a route to it [T21], and two at the end [T73].", True),
                Answer("claim HAM-LUB office HAM", "An office in Hamburg is fine, but it has no crown. Look at Lübeck."),
                Answer("claim HAM-LUB develop bank", "Lübeck develops the bank too. This time take an office."),
                Answer("claim HAM-LUB", "That gives the route back for nothing. Choose a reward."),
            )),
        ),
    ),
    Lesson(
        "Income",
        "Only pieces in your supply can be placed. Those that come back from routes go to your stock [T24],"
        " and the action income brings them from there: as many as your bank says, three at first [T10].",
        begin(*on("GOT-QUE", "0t", "0t"), *({"what": "hand", "seat": 0, "kind": "t", "to": "stock"},) * 5),
        (
            Task("Your supply has no trader left. Take as many from the stock as you can.", (
                Answer("income 3t", "Three traders, the most that your bank gives. Take income seldom and then much.", True),
                Answer("income *", "You may take three with this one action. Always take all that you can use."),
                Answer("place m *", "That is your last piece, and a merchant. Take income first: choose your stock."),
                Answer("end", "You have actions left."),
            )),
        ),
    ),
    Lesson(
        "Displace another player",
        "Is another player in your way? Put a piece of yours in the place of theirs. That costs one more"
        " piece from your supply for a trader, two for a merchant [T12]. The displaced player is paid for it:"
        " the piece goes to a house nearby, and an extra one comes from the stock [T13].",
        begin(*on("GOT-QUE", "0t", "0t", "1t")),
        (
            Task("Green has the third house of Göttingen-Quedlinburg. Displace that trader.", (
                Answer("displace 1t GOT-QUE with t pay t",
                       "The route is yours, and one action is left to claim it with. Green now has two pieces where"
                       " there was one: being in the way is worth something.", True),
                Answer("displace 1t GOT-QUE *", "Put a trader and pay a trader: merchants are rarer."),
                Answer("*", "Choose Green's trader between Göttingen and Quedlinburg."),
            )),
        ),
    ),
    Lesson(
        "Be displaced",
        "Now it has happened to you: Green has displaced your trader. It goes to a free house of a route that"
        " touches the one it stood on, or further away if those are full [T15, T16]. Then you may add one"
        " piece from your stock [T13].",
        begin(*on("GOT-QUE", "0t"), {"what": "turn", "seat": 1, "actions": 2}, "displace 0t GOT-QUE with t pay t"),
        (
            Task("Put the displaced trader on the route between Goslar and Quedlinburg.", (
                Answer("put t GOS-QUE", "A piece on a long route, without an action of yours.", True),
                Answer("put t *", "That is allowed too. This time take Goslar-Quedlinburg, just above."),
                Answer("add *", "That is the extra piece. First put the displaced one."),
            )),
            Task("Add the extra trader beside it.", (
                Answer("add t GOS-QUE*", "Two houses of four are yours, and Green has paid for it.", True),
                Answer("done", "An extra piece costs nothing. Take it."),
                Answer("add *", "That is allowed too. This time put it beside the first."),
            )),
        ),
    ),
    Lesson(
        "Move pieces",
        "One action moves as many of your own pieces as your book says, two at first: lift them, then put"
        " each on any free house [T18]. Cheaper than placing, if the pieces stand where they are of no use.",
        begin(*on("GOT-QUE", "0t"), *on("BRE-HAM", "0t", "0t")),
        (
            Task("Lift a trader between Bremen and Hamburg, in the north.", (
                Answer("lift t BRE-HAM", "It is in your hand. You may lift one more.", True),
                Answer("lift *", "That one stands well. Lift those in the north."),
                Answer("place *", "That would work, for two actions. Moving takes one: choose your trader in the north."),
            )),
            Task("Lift the other one there, too.", (
                Answer("lift t BRE-HAM", "Both are in your hand.", True),
                Answer("lift *", "Leave that one where it is."),
                Answer("drop *", "You may lift another one first: your book says two."),
            )),
            Task("Put one between Göttingen and Quedlinburg.", (
                Answer("drop t GOT-QUE", "And now the other.", True),
                Answer("drop *", "It should help at Göttingen."),
            )),
            Task("Put the other one there, too.", (
                Answer("drop t GOT-QUE", "The route is full, for one action. The second one can claim it.", True),
                Answer("drop *", "Göttingen-Quedlinburg lacks just this piece."),
            )),
        ),
    ),
    Lesson(
        "Privilege",
        "The colours of the offices go from white (W) over orange (O) and pink (P) to black (B). You may take"
        " those up to your privilege [T30], and none is skipped: the leftmost free one counts. Stade develops"
        " privilege.",
        begin(*on("HAM-STA", "0t", "0t", "0t"), *office("HAM", "1t")),
        (
            Task("The next office in Hamburg is orange, and your privilege is white. Claim the route for a better privilege.", (
                Answer("claim HAM-STA develop privilege",
                       "Orange offices are open to you from now on. There are many of them, and few can take them yet.", True),
                Answer("claim HAM-STA", "That gives the route back for nothing. Choose the reward of Stade."),
                Answer("*", "The route between Hamburg and Stade is full: choose it."),
            )),
        ),
    ),
    Lesson(
        "Whom a claim pays",
        "The player who controls a city gets a point each time anyone claims a route to it [T21]. Control"
        " is with the most offices there; if tied, with the one furthest to the right [T40]. A claim may pay a"
        " rival more than you.",
        begin(*on("GOS-MAG", "0t", "0t"), *on("DOR-DUI", "0t", "0t"), *office("DOR", "1m"), *office("DUI", "1t")),
        (
            Task("Two routes are full. Claim one for an office, and give Green nothing.", (
                Answer("claim GOS-MAG office *", "Nobody controlled Goslar or Magdeburg, so nobody was paid."
                                                  " Now you control one.", True),
                Answer("claim DOR-DUI*", "Green controls Dortmund and Duisburg, and would get two points. The menu says so."),
                Answer("claim GOS-MAG", "Nobody is paid, but you get nothing either. Take an office."),
            )),
        ),
    ),
    Lesson(
        "Markers",
        "When you claim a route with a marker, you take the marker [T22]. It can be used once, between actions, at no cost"
        " [T8], and all of them count at the end, used or not [T51].",
        begin({"what": "own-marker", "seat": 0, "add": "plus-3"}, {"what": "turn", "seat": 0, "actions": 0}),
        (
            Task("No action is left, but your desk has a marker. Use it.", (
                Answer("use plus-3", "Three more actions [T47]. Such a turn can fill a whole route and claim it.", True),
                Answer("end", "You have a marker for exactly this: choose it on your desk."),
            )),
        ),
    ),
    Lesson(
        "Special prestige",
        "The route to Coellen has a reward of its own: a merchant of it goes to one of the four special spaces"
        " and counts 7 to 11 points at the end. Each asks a privilege, and each can be taken once [T37].",
        begin(*on("COE-WAB", "0t", "0t", "0t", "0m")),
        (
            Task("Claim the route for the special prestige that your privilege allows.", (
                Answer("claim COE-WAB special 7", "Seven points at the end, for one claim. The merchant stays there.", True),
                Answer("claim COE-WAB office COE", "An office in Coellen brings a point. The special prestige brings seven."),
                Answer("claim COE-WAB", "That gives the route back for nothing. Choose a reward."),
            )),
        ),
    ),
    Lesson(
        "The end, and the network",
        "The game ends when a player has 20 points, when no marker is left, or when enough cities are full"
        " [T70]. Then much more is counted: 4 for each ability at its end, markers, two for each city you"
        " control, and your largest network: your offices in connected cities, times your keys [T73].",
        begin(*on("GOS-MAG", "0t", "0t"), *on("DOR-DUI", "0t", "0t"), *office("STE", "0t"), *office("MAG", "0m"),
              {"what": "track", "seat": 0, "track": "keys", "by": 1}),
        (
            Task("You have offices in Stendal and Magdeburg, and two keys. Claim a route for an office that joins them.", (
                Answer("claim GOS-MAG office GOS",
                       "Three connected offices times two keys: six points at the end, and two for control of Goslar."
                       " You know what you need: play a game, and ask for a hint when in doubt.", True),
                Answer("claim DOR-DUI office *",
                       "An office far from the others is a network of its own, and only the largest counts."),
                Answer("claim GOS-MAG", "Take an office: it makes the network larger."),
            )),
        ),
    ),
)

# What kinds of moves are good for; the more particular patterns come first.
PRINCIPLES: Mapping[str, Phrase] = phrases({
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
})
