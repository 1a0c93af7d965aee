"""What the moves do, and what follows from them."""

from __future__ import annotations

from .position import BOOTHS, Position

INCOME = 3
KEPT = 3
ROUNDS_OF_FOUNDING = 3
BOOTHS_OF_FOUNDING = 2


def play(position: Position, text: str) -> None:
    """Play a legal move."""
    verb, _, thing = text.partition(" ")
    MOVES[verb](position, thing)


def found(position: Position, city: str) -> None:
    """Two booths; after three rounds the first turn begins [H11]."""
    position.booths[city] += [position.turn] * BOOTHS_OF_FOUNDING
    position.turn = (position.turn + 1) % position.players
    if BOOTHS - position.booths_left(position.turn) == ROUNDS_OF_FOUNDING * BOOTHS_OF_FOUNDING:
        begin_turn(position)


def begin_turn(position: Position) -> None:
    """Income, then perhaps a refill [H20 H21]."""
    position.acted = False
    position.desk.talers += INCOME
    can_refill = position.empty_spaces() and position.supply and position.desk.talers >= 1
    position.phase = "refill" if can_refill else "turn"


def refill(position: Position, nothing: str) -> None:
    """A taler to the bank, and chance fills the spaces [H21]."""
    position.desk.talers -= 1
    position.phase = "reveal"


def skip(position: Position, nothing: str) -> None:
    """No refill [H21]."""
    position.phase = "turn"


def reveal(position: Position, goods: str) -> None:
    """The marker comes from the first pile that has any, and goes to the first empty space [H22]."""
    position.supply.remove(goods)
    pile = next(number for number, left in enumerate(position.piles) if left)
    position.piles[pile] -= 1
    position.goods[position.empty_spaces()[0]].append(goods)
    if not position.supply or not position.empty_spaces():
        position.phase = "turn"


def sail(position: Position, city: str) -> None:
    """A taler a step; the city is a new stop [H31 H32]."""
    position.desk.talers -= 1
    position.ship = city
    position.acted = False


def buy(position: Position, goods: str) -> None:
    """Free with the majority, else a taler to the player who has it, or to the bank [H33]."""
    owner = position.most_booths(position.ship)
    if owner != position.turn:
        position.desk.talers -= 1
        if owner is not None:
            position.desks[owner].talers += 1
    position.goods[position.ship].remove(goods)
    position.desk.unsold.append(goods)
    position.acted = True


def build(position: Position, goods: str) -> None:
    """The marker is discarded for as many booths as it has barrels [H35]."""
    position.desk.unsold.remove(goods)
    number = min(int(goods[-1]), position.booths_left(position.turn))
    position.booths[position.ship] += [position.turn] * number
    position.acted = True


def sell(position: Position, goods: str) -> None:
    """A marker of the sale; the first one takes a booth back [H37]."""
    if position.phase == "turn":
        position.booths[position.ship].remove(position.turn)
        position.acted = True
        position.phase = "sell"
    position.desk.unsold.remove(goods)
    position.desk.sold.append(goods)
    position.sale.append(goods)


def done(position: Position, nothing: str) -> None:
    """The sale is complete; now the others lose [H39]."""
    next_loss(position)


def next_loss(position: Position) -> None:
    """The next seat from the seller on, and colour, that has something to lose [H39]."""
    colours = [colour for colour in position.board.colours if any(goods[:-1] == colour for goods in position.sale)]
    losses = [
        ((position.turn + step) % position.players, colour)
        for step in range(1, position.players)
        for colour in colours
    ]
    if position.loser is not None:
        losses = losses[losses.index((position.loser, position.colour)) + 1 :]
    for seat, colour in losses:
        if any(goods[:-1] == colour for goods in position.desks[seat].unsold):
            position.phase, position.loser, position.colour = "lose", seat, colour
            return
    position.phase, position.loser, position.colour, position.sale = "turn", None, "", []


def lose(position: Position, goods: str) -> None:
    """The loser's choice [H39]."""
    assert position.loser is not None
    position.desks[position.loser].unsold.remove(goods)
    next_loss(position)


def end(position: Position, nothing: str) -> None:
    """Taxes [H41]."""
    position.acted = False
    position.desk.talers = min(position.desk.talers, KEPT)
    if len(position.desk.unsold) > KEPT:
        position.phase = "keep"
    else:
        end_turn(position)


def drop(position: Position, goods: str) -> None:
    """Given up, until three are left [H41]."""
    position.desk.unsold.remove(goods)
    if len(position.desk.unsold) <= KEPT:
        end_turn(position)


def end_turn(position: Position) -> None:
    """The game ends with the round in which a marker of the last pile was taken [H50]."""
    last_pile_begun = position.piles[-1] < position.board.piles_at_start(position.players)[-1]
    if last_pile_begun and position.turn == position.players - 1:
        position.phase = "over"
        position.reason = "markers"
        return
    position.turn = (position.turn + 1) % position.players
    position.turns += 1
    begin_turn(position)


MOVES = {
    "found": found, "refill": refill, "skip": skip, "reveal": reveal, "sail": sail, "buy": buy, "build": build, "sell": sell,
    "done": done, "lose": lose, "end": end, "drop": drop,
}
