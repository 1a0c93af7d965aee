"""What the things on a board and on a desk are for, each in a sentence or two with its rules.

A key is a target without its place (`city`, `route`) or with its name (`marker swap`,
`track keys`). `meaning` finds what is said of a target.

>>> meaning(TEUTONICA, "track keys")[:38], meaning(TEUTONICA, "city BRE")[:17]
('Keys: at the end the size of your larg', 'A city: claim a f')
"""

from __future__ import annotations

from collections.abc import Mapping

from hansa.phrases import Phrase, phrases

TEUTONICA: Mapping[str, Phrase] = phrases({
    "free": "A free house: place a piece here [T11], or move one here [T18]. When all houses of a route are"
            " yours, you may claim it [T20].",
    "piece": "A piece on a house. Another player's piece can be displaced: one piece of yours takes its"
             " house, and one more is paid for a trader, two for a merchant [T12].",
    "route": "A route: when all its houses are yours you may claim it [T20]. The cities at its ends bring"
             " their controllers a point each [T21].",
    "city": "A city: claim a full route to it for an office here [T30], or for a step of the ability that"
            " it develops [T35]. The player with the most offices controls it [T40].",
    "special": "Special prestige: claim the route of this city to put a merchant here. It counts at the"
               " end and asks a privilege [T37].",
    "stock": "Your stock: pieces here cannot be placed yet. The action income brings them to your supply,"
             " as many as your bank says [T10].",
    "kind t": "A trader in your supply, ready to be placed [T11] or to displace another player's piece [T12].",
    "kind m": "A merchant in your supply. Displacing it costs others two pieces instead of one [T12].",
    "track keys": "Keys: at the end the size of your largest network of offices is multiplied by this number [T73]."
                  " Developed by the cities marked keys [T35].",
    "track actions": "Actions: how many you have each turn [T6]. A step that shows a higher number gives"
                     " one more at once [T7]. Developed by the cities marked actions [T35].",
    "track privilege": "Privilege: the colours of offices you may take, all up to this one [T30]."
                       " Developed by the cities marked privilege [T35].",
    "track book": "Book: how many of your pieces one action may move [T18]. A step frees a merchant [T2]."
                  " Developed by the cities marked book [T35].",
    "track bank": "Bank: how many pieces one income brings from stock to supply [T10]. Developed by the"
                  " cities marked bank [T35].",
    "marker extra-office": "Extra office: when you claim a route, put an office beside the printed ones of a"
                           " city whose first office is taken, whatever its colour [T38].",
    "marker swap": "Swap: exchange two neighbouring offices of one city; in some editions one of them must be"
                   " yours [T45]. Control of the city may change [T40].",
    "marker plus-3": "Three more actions this turn [T47].",
    "marker plus-4": "Four more actions this turn [T47].",
    "marker develop": "A step on any track that is not at its end [T46].",
    "marker move-3": "Move up to three pieces of others to any free houses [T50].",
    "marker remove-3": "Take up to three pieces from houses, back to their owners' supplies [T50].",
    "marker": "A marker: if you claim the route, you take it [T22]. You can use it once, on a turn of yours"
              " [T8], and it counts at the end, used or not [T51].",
    "inn": "An inn: one of the three routes where a marker lies at the start [T3].",
    "permanent move-2-any": "Each time you claim the route, you may move up to two pieces of any players [T61].",
    "permanent develop-privilege": "Each time you claim the route, you may take a step of privilege [T62].",
    "permanent post-in-green-city": "Each time you claim the route, you may put a piece from your supply into a"
                                    " green city [T63].",
    "permanent place-2-from-route": "Each time you claim the route, you may put up to two of its pieces on free"
                                    " houses instead of into the stock [T64].",
    "permanent place-2-abroad": "Each time you claim the route, you may put up to two of your pieces on free"
                                " houses in Wales or Scotland [T87].",
    "tile displace-anywhere": "Favour: your displaced pieces may go to any free house [T102].",
    "tile extra-action": "Favour: one more action each turn, from the next on [T102].",
    "tile income": "Favour: when another player takes income, a trader of yours may come to the supply too"
                   " [T102].",
    "tile extra-displaced": "Favour: a displaced trader brings two extra pieces instead of one [T102].",
    "tile double-cities": "Favour: four points instead of two for each city you control at the end [T102].",
    "tile master-abilities": "Favour: seven points instead of four for each track at its end [T102].",
    "tile": "A favour: at the start of a turn turn two unused markers over, take it, and so end the turn"
            " [T101].",
    "mission": "A mission, secret until the end: a point for each of its three cities with an office of"
               " yours, and five more for control of all three [T100].",
    "permit": "A permit: the player with the rightmost printed office here may place or displace once a"
              " turn in that country [T81].",
})
HANSA2004: Mapping[str, Phrase] = phrases({
    "city": "A city: the ship sails along the arrows for a taler a step [H31]. In its city you have one"
            " action: buy a marker, build booths, or sell [H32].",
    "goods": "A marker of goods: discard it to build as many booths as it has barrels [H35], or sell two"
             " or more of a colour where you have a booth [H37]. Others lose theirs of that colour [H39].",
    "talers": "Talers: three come each turn [H20], and no more than three are kept [H41]. They pay for"
              " sailing [H31], the refill [H21] and goods where others have most booths [H33].",
    "booths": "Booths: the player with the most in a city is paid for goods that others buy there [H33]. One goes"
              " back to you with each sale [H37]. Cities count at the end [H52].",
    "sold": "Sold goods are safe: each counts one point and its barrels [H52].",
    "unsold": "Unsold goods count one point each [H52]; those above three are given up at the end of your"
              " turn [H41].",
})


def meaning(known: Mapping[str, str], target: str) -> str:
    """What is said of a target; empty if nothing is."""
    return known.get(target) or known.get(target.partition(" ")[0], "")
