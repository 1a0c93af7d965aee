"""The signs and abbreviations of the screens, explained: what `legend` prints at the table."""

from __future__ import annotations

from hansa.phrases import say

PLAYERS = say("0 Red, 1 Green, 2 Blue, 3 Yellow, 4 Purple; > before the one who decides")

TEUTONICA = (
    ("0 1 2 3 4", PLAYERS),
    ("0t 0m", say("a trader and a merchant of Red; nt nm those of the neutral player")),
    ("[] () {}", say("a free house, a free ship, a free house in Scotland or Wales [T81]")),
    ("HAM 0wP", say(
        "a city and its offices from the left: Red's, a free white one for a trader, a free pink one for a merchant")),
    ("w o p b", say("white, orange, pink, black: the privilege that an office asks; a capital: for a merchant")),
    ("1|0b", say("before | extra offices: here one of Green's, beside the first office, Red's")),
    ("g", say("a green city, with the posts there")),
    ("keys", say("the city develops keys, which multiply your largest network at the end")),
    ("act", say("the city develops actions: how many you have each turn")),
    ("priv", say("it develops the privilege: the colours of offices you may take")),
    ("book bk", say("it develops the book: how many pieces you may lift and move with one action")),
    ("bank", say("it develops the bank: how many pieces 'income' takes from stock to supply")),
    ("special", say("a route to this city may be claimed for special prestige: 7w is 7 points and asks white; =Red has it")),
    ("end", say("one of the two cities of the connection, which brings prestige")),
    (say("now/total"), say("prestige now, and the points if the game ended at once")),
    (say("stock supply"), say("pieces not yet to be used, and those that you may place: 5t1m, five traders and a merchant")),
    ("<xo> <sw>", say("markers: extra office; swap two offices")),
    ("<+3> <+4> <dv>", say("three or four more actions; develop an ability")),
    ("<m3> <r3>", say("move three pieces; remove three pieces")),
    ("<m2> <dp> <gc>", say(
        "Britannia and the East: move two pieces of anybody; develop the privilege; a post in a green city")),
    ("<p2> <pa>", say("place two pieces from a route; place a piece abroad")),
    ("[T20]", say("a rule: 'rules T20' prints it")),
)

HANSA2004 = (
    ("0 1 2 3 4", PLAYERS),
    ("red2 blue3", say("goods: colour and barrels; *2: two of them; .. an empty warehouse space")),
    ("0b3 =0", say("three booths of Red's; Red has the most")),
    ("> >*", say("the ship is here; * the action of this stop is used")),
    ("-> LUB", say("an arrow along which the ship may sail to Lübeck")),
    (say("unsold / sold"), say("goods bought and not yet sold, and those sold, which score")),
    ("supply 1+2+3", say("markers of one, two and three barrels that may still turn up")),
    ("[H11]", say("a rule: 'rules H11' prints it")),
)
