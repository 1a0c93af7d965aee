"""A sale, marker by marker, and what the other players lose by it [H37 H39]."""

from __future__ import annotations

from .board import Kind
from .position import Loss, Position, Sale


def first_sales(position: Position) -> list[str]:
    """With a booth in this city: what a sale may begin with [H37]."""
    if not position.stop.booths[position.turn]:
        return []
    unsold = position.board.in_order(position.active.unsold)
    return [f"sell {kind}" for kind in unsold if can_reach_two(position, kind)]


def can_reach_two(position: Position, kind: Kind) -> bool:
    """Whether a colour begun with this marker can get a second one, in the order of barrels."""
    unsold = position.active.unsold
    return sum(unsold[other] for other in unsold if other.colour == kind.colour and other.barrels >= kind.barrels) >= 2


def begin_sale(position: Position, kind: Kind) -> None:
    """`sell GOODS`, the first marker of a sale: the booth goes back to the player [H37]."""
    position.acted = True
    position.move_booths(position.turn, position.ship, -1)
    position.phase = "sell"
    position.sale = Sale([kind.colour], kind, single=True)
    turn_over(position, kind)


def sale_of(position: Position) -> Sale:
    """The sale that is going on."""
    assert position.sale is not None
    return position.sale


def turn_over(position: Position, kind: Kind) -> None:
    """An unsold marker becomes a sold one [H37]."""
    position.active.unsold[kind] -= 1
    position.active.sold[kind] += 1


def additions(position: Position) -> list[Kind]:
    """What may be sold next: in order, and no new colour while the last one has only one marker."""
    sale = sale_of(position)
    order = position.board.kinds.index
    return [
        kind
        for kind in position.board.in_order(position.active.unsold)
        if order(kind) >= order(sale.last)
        and (kind.colour == sale.last.colour or (not sale.single and can_reach_two(position, kind)))
    ]


def sell_moves(position: Position) -> list[str]:
    """More of the sale, or `done` with at least two of every colour [H37]."""
    more = [f"sell {kind}" for kind in additions(position)]
    return more if sale_of(position).single else [*more, "done"]


def add_to_sale(position: Position, kind: Kind) -> None:
    """`sell GOODS`; a sale to which nothing can be added is over [H37, D6]."""
    sale = sale_of(position)
    sale.single = kind.colour != sale.last.colour
    if sale.single:
        sale.colours.append(kind.colour)
    sale.last = kind
    turn_over(position, kind)
    if not additions(position):
        finish_sale(position)


def finish_sale(position: Position) -> None:
    """`done`: the others lose markers [H39]."""
    sold = sale_of(position).colours
    position.sale = None
    ask_for_losses(position, sold, all_losses(position, sold))


def all_losses(position: Position, sold: list[str]) -> list[tuple[int, str]]:
    """Who may have to lose which colour: in seat order from the seller, then by colour [H39]."""
    return [(seat, colour) for seat in position.seats_from(position.turn)[1:] for colour in sold]


def ask_for_losses(position: Position, sold: list[str], losses: list[tuple[int, str]]) -> None:
    """Asks the first of these players who has a marker to lose; if none has, the turn continues
    [H39]."""
    for seat, colour in losses:
        if any(kind.colour == colour for kind in position.board.in_order(position.desks[seat].unsold)):
            position.loss = Loss(seat, colour, sold)
            position.phase = "lose"
            return
    position.loss = None
    position.phase = "turn"


def loss_of(position: Position) -> Loss:
    """The loss that is asked for."""
    assert position.loss is not None
    return position.loss


def lose_moves(position: Position) -> list[str]:
    """The loser's unsold markers of the colour [H39]."""
    loss = loss_of(position)
    kinds = position.board.in_order(position.desks[loss.loser].unsold)
    return [f"lose {kind}" for kind in kinds if kind.colour == loss.colour]


def lose(position: Position, kind: Kind) -> None:
    """`lose GOODS`: the marker leaves the game; then the next player is asked [H39]."""
    loss = loss_of(position)
    position.desks[loss.loser].unsold[kind] -= 1
    losses = all_losses(position, loss.sold)
    ask_for_losses(position, loss.sold, losses[losses.index((loss.loser, loss.colour)) + 1 :])
