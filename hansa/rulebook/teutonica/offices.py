"""The cities: control, establishing offices, completed cities and the connection."""

from __future__ import annotations

from .pieces import NEUTRAL
from .position import Position


def office_row(position: Position, city: str) -> list[str]:
    """The pieces in the offices of a city from the left: extra ones, then printed ones [T40]."""
    offices = position.offices[city]
    printed = [piece for piece in offices.printed if piece is not None]
    return offices.extra[::-1] + printed + offices.posts


def offices_of(position: Position, owner: str, city: str) -> int:
    """How many offices the owner has in the city, of whatever sort."""
    return sum(piece[0] == owner for piece in office_row(position, city))


def controller(position: Position, city: str) -> str | None:
    """Who controls the city: most offices; of those tied, the rightmost [T40]."""
    owners = [piece[0] for piece in office_row(position, city)]
    if not owners:
        return None
    most = max(map(owners.count, owners))
    return next(owner for owner in reversed(owners) if owners.count(owner) == most)


def leftmost_free(position: Position, city: str) -> int | None:
    """The printed office to be filled next, or None in a city without a free one [T30]."""
    printed = position.offices[city].printed
    return printed.index(None) if None in printed else None


def takes_extra_office(position: Position, city: str) -> bool:
    """Whether the first printed office is occupied, or the city is green [T38, T65]."""
    if position.board.cities[city].green:
        return True
    return position.offices[city].printed[0] is not None


def pay_controllers(position: Position, route: str) -> None:
    """The controllers of both end cities get 1 prestige, the neutral owner nothing [T21, T94]."""
    for city in position.board.routes[route].cities:
        owner = controller(position, city)
        if owner is not None and owner != NEUTRAL:
            position.desks[int(owner)].prestige += 1


def establish_printed(position: Position, piece: str, city: str) -> None:
    """A piece goes to the leftmost free printed office [T30]."""
    place = leftmost_free(position, city)
    assert place is not None
    position.offices[city].printed[place] = piece
    if piece[0] != NEUTRAL:
        # [T31]
        position.desks[int(piece[0])].prestige += position.board.cities[city].offices[place].points
    if leftmost_free(position, city) is None:
        position.completed += 1  # [T32]
    judge_connection(position, piece[0])


def establish_extra(position: Position, piece: str, city: str) -> None:
    """A piece goes to the left of everything in the city [T38, T65]."""
    if position.board.cities[city].green:
        complete_green_city(position, city)
        position.offices[city].posts.insert(0, piece)
    else:
        position.offices[city].extra.append(piece)
    judge_connection(position, piece[0])


def establish_post(position: Position, piece: str, city: str) -> None:
    """A piece goes to the right of everything in a green city [T63]."""
    complete_green_city(position, city)
    position.offices[city].posts.append(piece)
    judge_connection(position, piece[0])


def complete_green_city(position: Position, city: str) -> None:
    """The first office completes a green city, later ones do nothing [T65]."""
    if not position.offices[city].posts:
        position.completed += 1


def judge_connection(position: Position, owner: str) -> None:
    """Points for a seat that just joined the connection cities, once [T33]; not for neutrals."""
    if owner == NEUTRAL or int(owner) in position.connected:
        return
    start, goal = position.board.connection
    if goal not in joined_cities(position, owner, start):
        return
    points = position.board.connection_points
    place = len(position.connected)
    position.connected.append(int(owner))
    if place < len(points):
        position.desks[int(owner)].prestige += points[place]


def joined_cities(position: Position, owner: str, start: str) -> set[str]:
    """The cities joined to `start` through cities with an office of the owner, `start` included."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        city = waiting.pop()
        if city not in reached and offices_of(position, owner, city):
            reached.add(city)
            waiting.extend(position.board.neighbours[city])
    return reached
