"""Whether a position that could be read is possible at all: every problem, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from hansa.hansa2004.board import Board
from hansa.hansa2004.fields import Fields, Lose, Sell
from hansa.hansa2004.names import BARRELS, FOUND_BOOTHS, FOUND_ROUNDS, INCOME, KEPT

ACTING = ("turn", "sell", "lose")       # the phases in which one sails and acts (H30)


def impossibilities(fields: Fields, board: Board) -> list[str]:
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


def crowded_warehouses(fields: Fields, board: Board) -> Iterator[str]:
    """H2: no more markers in a city than it has spaces."""
    for city, goods in zip(board.cities, fields.goods, strict=True):
        if len(goods) > city.warehouses:
            yield f"cities.{city.code}.goods has {len(goods)} markers in {city.warehouses} spaces [H2]"


def goods_problems(fields: Fields, board: Board) -> Iterator[str]:
    """H1, H2, H37: no more markers than there are, and none sold alone."""
    players = fields.players
    lying = [kind for goods in fields.goods for kind in goods]
    for number, most in enumerate(board.full_supply(players)):
        count = fields.supply[number] + lying.count(number)
        count += sum(desk.unsold[number] + desk.sold[number] for desk in fields.desks)
        if count > most:
            yield f"there are {count} markers {board.goods[number]}, but {players} players have {most} [H1]"
    if sum(fields.supply) > sum(board.full_piles(players)):
        yield f"{sum(fields.supply)} markers in the supply, but it began with {sum(board.full_piles(players))} [H2]"
    for seat in range(players):
        for colour, name in enumerate(board.colours):
            sale = fields.data if isinstance(fields.data, Sell) else None
            begun = sale is not None and sale.single and seat == fields.turn and sale.last // BARRELS == colour
            if sold_of(fields, seat, colour) - begun == 1:
                before = " before this sale" if begun else ""
                yield f"seat {seat} has sold one {name} marker alone{before} [H37]"


def sold_of(fields: Fields, seat: int, colour: int) -> int:
    """How many markers of a colour a seat has sold."""
    return sum(fields.desks[seat].sold[BARRELS * colour : BARRELS * (colour + 1)])


def booth_problems(fields: Fields, board: Board) -> Iterator[str]:
    """H3: the booths of each player are all there."""
    for seat in range(fields.players):
        count = fields.desks[seat].booths + sum(fields.booths_of(seat))
        if count != board.booths:
            yield f"seat {seat} has {count} booths in all, not {board.booths} [H3]"


def mover_problems(fields: Fields) -> Iterator[str]:
    """D1: who decides; H20: whose turn it is."""
    phase, turn, to_move = fields.phase_name, fields.turn, fields.to_move
    wanted = {"reveal": "*", "over": None}.get(phase, turn)
    if phase == "lose":
        if not isinstance(to_move, int) or to_move == turn:
            yield f"to_move is {to_move!r}, but in the phase 'lose' another seat than {turn} decides [D1]"
    elif to_move != wanted:
        yield f"to_move is {to_move!r}, but in the phase {phase!r} it is {wanted!r} [D1]"
    founding = phase == "found" or (fields.reason == "cut off" and not fields.turns)
    if not founding and fields.turns % fields.players != turn:
        yield f"turns is {fields.turns}, but after so many turns it is not the turn of seat {turn} [H20]"
    if fields.acted and phase not in ACTING:
        yield f"acted is true, but the phase is {phase!r} [H32]"
    if not fields.acted and phase in ("sell", "lose"):
        yield f"acted is false, but a sale is the action of its stop, and the phase is {phase!r} [H32]"


def founding_problems(fields: Fields, board: Board) -> Iterator[str]:
    """H2, H3, H11: nothing has happened but some booths."""
    players, turn = fields.players, fields.turn
    if board.cities[fields.ship].code != board.start:
        yield f"the ship begins in {board.start} [H3]"
    if any(desk.talers != board.talers for desk in fields.desks):
        yield f"in the phase 'found' every seat has {board.talers} talers [H3]"
    if any(sum(desk.unsold) + sum(desk.sold) for desk in fields.desks) or fields.turns:
        yield "in the phase 'found' nobody has had a turn [H11]"
    if any(len(goods) < city.warehouses for city, goods in zip(board.cities, fields.goods, strict=True)) or (
            sum(fields.supply) != sum(board.full_piles(players))):
        yield "in the phase 'found' all warehouse spaces and piles are full [H2]"
    rounds = (board.booths - fields.desks[turn].booths) // FOUND_BOOTHS
    if rounds >= FOUND_ROUNDS:
        yield f"seat {turn} has put its booths of all {FOUND_ROUNDS} rounds [H11]"
    for seat in range(players):
        placed = fields.booths_of(seat)
        wanted = rounds + (seat < turn)
        at_start = sum(count for count, city in zip(placed, board.cities, strict=True) if city.code == board.start)
        if sorted(filter(None, placed)) != [FOUND_BOOTHS] * wanted or at_start:
            yield f"seat {seat} must have {FOUND_BOOTHS} booths in each of {wanted} cities, not in {board.start} [H11]"


def desk_problems(fields: Fields, board: Board) -> Iterator[str]:
    """H41: what a seat can have at most, by how many turns of others have passed since it last paid
    taxes.

    Every taler that comes in off turn was paid for a marker, and no turn sees more of them than
    there are spaces.
    """
    players, turn, phase = fields.players, fields.turn, fields.phase_name
    cut_off = fields.reason == "cut off"
    sale = fields.data if isinstance(fields.data, Sell | Lose) else None
    # At least so many were unsold when the sale began.
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
            yield f"seat {seat} has {fields.desks[seat].talers} talers, but cannot have more than {talers} here [H41]"
        if sum(fields.desks[seat].unsold) > markers:
            yield (
                f"seat {seat} has {sum(fields.desks[seat].unsold)} unsold markers, but cannot have more than {markers} here "
                "[H41]"
            )


def phase_problems(fields: Fields, board: Board) -> Iterator[str]:
    """What a phase must have."""
    phase, turn = fields.phase_name, fields.turn
    empty = board.spaces - sum(map(len, fields.goods))
    if phase in ("refill", "reveal"):
        if not empty or not sum(fields.supply):
            yield f"there is nothing to refill, but the phase is {phase!r} [H21]"
        least = INCOME - (phase == "reveal")
        if fields.desks[turn].talers < least:
            yield f"seat {turn} has just had its income: in the phase {phase!r} it has at least {least} talers [H20]"
    elif isinstance(fields.data, Sell):
        yield from sale_problems(fields, fields.data, board)
    elif isinstance(fields.data, Lose):
        yield from loss_problems(fields, fields.data, board)
    elif phase == "keep" and sum(fields.desks[turn].unsold) <= KEPT:
        yield f"seat {turn} has no more than {KEPT} unsold markers, but the phase is 'keep' [H41]"
    elif phase == "over" and fields.reason == "markers" and (
            turn != fields.players - 1 or sum(fields.supply) >= board.full_piles(fields.players)[-1]):
        yield "the game ends after a whole round, once a marker of the last pile is taken [H50]"


def sale_problems(fields: Fields, data: Sell, board: Board) -> Iterator[str]:
    """H37."""
    seat, last, sale, sold = fields.turn, data.last, data.colours, fields.desks[fields.turn].sold
    colour = last // BARRELS
    if sale >> colour != 1:
        yield f"sell.last is {board.goods[last]}, so {board.colours[colour]} is the last of sell.colours [H37]"
    if not sold[last]:
        yield f"sell.last is {board.goods[last]}, but seat {seat} has sold none [H37]"
    up_to_last = sum(sold[BARRELS * colour : last + 1])
    after_last = sum(sold[last + 1 : BARRELS * (colour + 1)])
    if not data.single and (up_to_last < 2 or (up_to_last == 2 and after_last == 1)):
        yield f"the sale goes up to {board.goods[last]}, but of what seat {seat} has sold no two could be in it [H37]"
    unsold = fields.desks[seat].unsold
    if data.single and not any(unsold[last : BARRELS * (colour + 1)]):
        yield f"the sale has one {board.colours[colour]} marker, and there is no other to go with it [H37]"
    further = any(
        sum(unsold[BARRELS * other : BARRELS * (other + 1)]) >= 2 for other in range(colour + 1, len(board.colours))
    )
    if not data.single and not further and not any(unsold[last : BARRELS * (colour + 1)]):
        yield "nothing can be added to the sale, so it is over [D6]"
    yield from sold_problems(fields, sale, board, skip=colour if data.single else None)


def sold_problems(fields: Fields, sale: int, board: Board, skip: int | None) -> Iterator[str]:
    """What the seller of a sale has: a booth back, and at least two sold markers of every
    colour."""
    seat = fields.turn
    if not fields.desks[seat].booths:
        yield f"the booth of the sale is back, but seat {seat} has none that is not on the board [H37]"
    for colour, name in enumerate(board.colours):
        if sale >> colour & 1 and colour != skip and sold_of(fields, seat, colour) < 2:
            yield f"the sale has {name}, but seat {seat} has not sold two {name} markers [H37]"


def loss_problems(fields: Fields, data: Lose, board: Board) -> Iterator[str]:
    """H39."""
    seat, colour = fields.to_move, data.colour
    if not data.colours >> colour & 1:
        yield f"lose.colour is {board.colours[colour]}, which is none of lose.colours [H39]"
    if isinstance(seat, int) and not any(fields.desks[seat].unsold[BARRELS * colour : BARRELS * (colour + 1)]):
        yield f"seat {seat} has no unsold {board.colours[colour]} marker to lose [H39]"
    yield from sold_problems(fields, data.colours, board, skip=None)
