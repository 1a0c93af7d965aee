"""Whether a position that could be read is possible at all: every problem, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from hansa.hansa2004.board import Board
from hansa.hansa2004.fields import Fields, Lose, Sell
from hansa.hansa2004.names import BARRELS, FOUND_BOOTHS, FOUND_ROUNDS, INCOME, KEPT
from hansa.phrases import Phrase, say
from hansa.phrases import seat as seat_name

ACTING = ("turn", "sell", "lose")       # the phases in which one sails and acts (H30)


def impossibilities(fields: Fields, board: Board) -> list[Phrase]:
    """Everything that is wrong with the position; empty if it is possible."""
    phase = fields.phase_name
    return [
        *crowded_warehouses(fields, board),
        *goods_problems(fields, board),
        *booth_problems(fields, board),
        *mover_problems(fields),
        *(founding_problems(fields, board) if phase == "found" else desk_problems(fields, board)),
        *phase_problems(fields, board),
    ]


def crowded_warehouses(fields: Fields, board: Board) -> Iterator[Phrase]:
    """H2: no more markers in a city than it has spaces."""
    for city, goods in zip(board.cities, fields.goods, strict=True):
        if len(goods) > city.warehouses:
            yield say(
                "cities.{city}.goods has {count} markers in {places} spaces [H2]",
                city=city.code, count=len(goods), places=city.warehouses)


def goods_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """H1, H2, H37: no more markers than there are, and none sold alone."""
    players = fields.players
    lying = [kind for goods in fields.goods for kind in goods]
    for number, most in enumerate(board.full_supply(players)):
        count = fields.supply[number] + lying.count(number)
        count += sum(desk.unsold[number] + desk.sold[number] for desk in fields.desks)
        if count > most:
            yield say(
                "there are {count} markers {marker}, but {players} players have {most} [H1]",
                count=count, marker=board.goods[number], players=players, most=most)
    if sum(fields.supply) > sum(board.full_piles(players)):
        yield say(
            "{supply} markers in the supply, but it began with {full} [H2]",
            supply=sum(fields.supply), full=sum(board.full_piles(players)))
    for seat in range(players):
        for colour, name in enumerate(board.colours):
            sale = fields.data if isinstance(fields.data, Sell) else None
            begun = sale is not None and sale.single and seat == fields.turn and sale.last // BARRELS == colour
            if sold_of(fields, seat, colour) - begun == 1:
                if begun:
                    yield say("{player} has sold one {colour} marker alone before this sale [H37]",
                              player=seat_name(seat), colour=name)
                else:
                    yield say("{player} has sold one {colour} marker alone [H37]", player=seat_name(seat), colour=name)


def sold_of(fields: Fields, seat: int, colour: int) -> int:
    """How many markers of a colour a seat has sold."""
    return sum(fields.desks[seat].sold[BARRELS * colour : BARRELS * (colour + 1)])


def booth_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """H3: the booths of each player are all there."""
    for seat in range(fields.players):
        count = fields.desks[seat].booths + sum(fields.booths_of(seat))
        if count != board.booths:
            yield say(
                "{player} has {count} booths in all, not {whole} [H3]",
                player=seat_name(seat), count=count, whole=board.booths)


def mover_problems(fields: Fields) -> Iterator[Phrase]:
    """D1: who decides; H20: whose turn it is."""
    phase, turn, to_move = fields.phase_name, fields.turn, fields.to_move
    wanted = {"reveal": "*", "over": None}.get(phase, turn)
    if phase == "lose":
        if not isinstance(to_move, int) or to_move == turn:
            yield say(
                "to_move is {to_move}, but in the phase 'lose' another player than {player} decides [D1]",
                to_move=repr(to_move), player=seat_name(turn))
    elif to_move != wanted:
        yield say(
            "to_move is {to_move}, but in the phase {phase} it is {wanted} [D1]",
            to_move=repr(to_move), phase=repr(phase), wanted=repr(wanted))
    founding = phase == "found" or (fields.reason == "cut off" and not fields.turns)
    if not founding and fields.turns % fields.players != turn:
        yield say(
            "turns is {turns}, but then it is not the turn of {player} [H20]",
            turns=fields.turns, player=seat_name(turn))
    if fields.acted and phase not in ACTING:
        yield say("acted is true, but the phase is {phase} [H32]", phase=repr(phase))
    if not fields.acted and phase in ("sell", "lose"):
        yield say(
            "acted is false, but a sale is the action of its stop, and the phase is {phase} [H32]",
            phase=repr(phase))


def founding_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """H2, H3, H11: nothing has happened but some booths."""
    players, turn = fields.players, fields.turn
    if board.cities[fields.ship].code != board.start:
        yield say("the ship begins in {city} [H3]", city=board.start)
    if any(desk.talers != board.talers for desk in fields.desks):
        yield say("in the phase 'found' every seat has {talers} talers [H3]", talers=board.talers)
    if any(sum(desk.unsold) + sum(desk.sold) for desk in fields.desks) or fields.turns:
        yield say("in the phase 'found' nobody has had a turn [H11]")
    if any(len(goods) < city.warehouses for city, goods in zip(board.cities, fields.goods, strict=True)) or (
            sum(fields.supply) != sum(board.full_piles(players))):
        yield say("in the phase 'found' all warehouse spaces and piles are full [H2]")
    rounds = (board.booths - fields.desks[turn].booths) // FOUND_BOOTHS
    if rounds >= FOUND_ROUNDS:
        yield say(
            "{player} has put its booths of all {rounds} rounds [H11]",
            player=seat_name(turn), rounds=FOUND_ROUNDS)
    for seat in range(players):
        placed = fields.booths_of(seat)
        wanted = rounds + (seat < turn)
        at_start = sum(count for count, city in zip(placed, board.cities, strict=True) if city.code == board.start)
        if sorted(filter(None, placed)) != [FOUND_BOOTHS] * wanted or at_start:
            yield say(
                "{player} must have {booths} booths in each of {wanted} cities, not in {city} [H11]",
                player=seat_name(seat), booths=FOUND_BOOTHS, wanted=wanted, city=board.start)


def desk_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """H41: what a seat can have at most, by how many turns of others have passed since it last paid
    taxes.

    Every taler that comes in off turn was paid for a marker, and no turn sees more of them than
    there are spaces.
    """
    players, turn, phase = fields.players, fields.turn, fields.phase_name
    cut_off = fields.reason == "cut off"
    sale = fields.data if isinstance(fields.data, Sell | Lose) else None
    # The number of markers that were unsold when the sale began, at least.
    in_sale = 2 * sale.colours.bit_count() - (isinstance(sale, Sell) and sale.single) if sale else 0
    bought = board.spaces - sum(map(len, fields.goods))
    if phase in ("refill", "reveal"):
        bought = 0
    elif phase in ("keep", "over"):
        bought = board.spaces       # the spaces may have been empty before
    for seat in range(players):
        passed = (turn - seat) % players
        if seat != turn:
            talers, markers = KEPT + board.spaces * (passed - 1) + bought, KEPT
        else:
            talers, markers = KEPT + board.spaces * (players - 1) + INCOME, KEPT + bought - in_sale
            if phase == "keep" or (phase == "over" and not cut_off):
                talers = KEPT
            if phase == "over" and not cut_off:
                markers = KEPT
        if fields.desks[seat].talers > talers:
            yield say(
                "{player} has {count} talers, but cannot have more than {talers} here [H41]",
                player=seat_name(seat), count=fields.desks[seat].talers, talers=talers)
        if sum(fields.desks[seat].unsold) > markers:
            yield say(
                "{player} has {count} unsold markers, but cannot have more than {markers} here [H41]",
                player=seat_name(seat), count=sum(fields.desks[seat].unsold), markers=markers)


def phase_problems(fields: Fields, board: Board) -> Iterator[Phrase]:
    """What a phase must have."""
    phase, turn = fields.phase_name, fields.turn
    empty = board.spaces - sum(map(len, fields.goods))
    if phase in ("refill", "reveal"):
        if not empty or not sum(fields.supply):
            yield say("there is nothing to refill, but the phase is {phase} [H21]", phase=repr(phase))
        least = INCOME - (phase == "reveal")
        if fields.desks[turn].talers < least:
            yield say(
                "{player} has just had its income: in the phase {phase} it has at least {least} talers [H20]",
                player=seat_name(turn), phase=repr(phase), least=least)
    elif isinstance(fields.data, Sell):
        yield from sale_problems(fields, fields.data, board)
    elif isinstance(fields.data, Lose):
        yield from loss_problems(fields, fields.data, board)
    elif phase == "keep" and sum(fields.desks[turn].unsold) <= KEPT:
        yield say(
            "{player} has no more than {most} unsold markers, but the phase is 'keep' [H41]",
            player=seat_name(turn), most=KEPT)
    elif phase == "over" and fields.reason == "markers" and (
            turn != fields.players - 1 or sum(fields.supply) >= board.full_piles(fields.players)[-1]):
        yield say("the game ends after a whole round, once a marker of the last pile is taken [H50]")


def sale_problems(fields: Fields, data: Sell, board: Board) -> Iterator[Phrase]:
    """H37."""
    seat, last, sale, sold = fields.turn, data.last, data.colours, fields.desks[fields.turn].sold
    colour = last // BARRELS
    if sale >> colour != 1:
        yield say(
            "sell.last is {marker}, so {colour} is the last of sell.colours [H37]",
            marker=board.goods[last], colour=board.colours[colour])
    if not sold[last]:
        yield say(
            "sell.last is {marker}, but {player} has sold none [H37]",
            marker=board.goods[last], player=seat_name(seat))
    up_to_last = sum(sold[BARRELS * colour : last + 1])
    after_last = sum(sold[last + 1 : BARRELS * (colour + 1)])
    if not data.single and (up_to_last < 2 or (up_to_last == 2 and after_last == 1)):
        yield say(
            "the sale goes up to {marker}, but of what {player} has sold no two could be in it [H37]",
            marker=board.goods[last], player=seat_name(seat))
    unsold = fields.desks[seat].unsold
    if data.single and not any(unsold[last : BARRELS * (colour + 1)]):
        yield say(
            "the sale has one {colour} marker, and there is no other to go with it [H37]",
            colour=board.colours[colour])
    further = any(
        sum(unsold[BARRELS * other : BARRELS * (other + 1)]) >= 2 for other in range(colour + 1, len(board.colours))
    )
    if not data.single and not further and not any(unsold[last : BARRELS * (colour + 1)]):
        yield say("nothing can be added to the sale, so it is over [D6]")
    yield from sold_problems(fields, sale, board, skip=colour if data.single else None)


def sold_problems(fields: Fields, sale: int, board: Board, skip: int | None) -> Iterator[Phrase]:
    """What the seller of a sale has: a booth back, and at least two sold markers of every
    colour."""
    seat = fields.turn
    if not fields.desks[seat].booths:
        yield say(
            "the booth of the sale is back, but {player} has none that is not on the board [H37]",
            player=seat_name(seat))
    for colour, name in enumerate(board.colours):
        if sale >> colour & 1 and colour != skip and sold_of(fields, seat, colour) < 2:
            yield say(
                "the sale has {colour}, but {player} has not sold two {colour} markers [H37]",
                colour=name, player=seat_name(seat))


def loss_problems(fields: Fields, data: Lose, board: Board) -> Iterator[Phrase]:
    """H39."""
    seat, colour = fields.to_move, data.colour
    if not data.colours >> colour & 1:
        yield say("lose.colour is {colour}, which is none of lose.colours [H39]", colour=board.colours[colour])
    if isinstance(seat, int) and not any(fields.desks[seat].unsold[BARRELS * colour : BARRELS * (colour + 1)]):
        yield say(
            "{player} has no unsold {colour} marker to lose [H39]",
            player=seat_name(seat), colour=board.colours[colour])
    yield from sold_problems(fields, data.colours, board, skip=None)
