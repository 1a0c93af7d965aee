"""The end: what everybody scores [T73, T88, T100], the ranks and the shares [T75, D20]."""

from __future__ import annotations

from typing import Any

from .board import load_modules
from .offices import controller, joined_cities, offices_of
from .position import Position

COUNTRY_POINTS = (7, 4, 2)
MARKER_POINTS = (0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21)
TRACKS_THAT_SCORE = ("actions", "privilege", "book", "bank")

Scores = dict[str, int]


def scores(position: Position) -> list[Scores]:
    """The score of every seat, by category."""
    countries = country_points(position)
    return [seat_scores(position, seat, countries[seat]) for seat in position.seats()]


def seat_scores(position: Position, seat: int, countries: int) -> Scores:
    """The score of one seat [T73]."""
    desk = position.desks[seat]
    ends = sum(desk.at_end(track) for track in TRACKS_THAT_SCORE)
    markers = len(desk.unused) + len(desk.used)
    controlled = sum(controller(position, city) == str(seat) for city in position.board.cities)
    parts = {
        "prestige": desk.prestige,
        "abilities": ends * (7 if "master-abilities" in desk.favours else 4),
        "markers": MARKER_POINTS[min(markers, len(MARKER_POINTS) - 1)],
        "special": sum(points for points, holder in position.special.items() if holder == seat),
        "cities": controlled * (4 if "double-cities" in desk.favours else 2),
        "network": largest_group(position, seat) * desk.value("keys"),
        "missions": mission_points(position, seat),
        "countries": countries,
    }
    return {"total": sum(parts.values())} | parts


def largest_group(position: Position, seat: int) -> int:
    """The largest number of own offices in one connected group of cities [T73 F]."""
    best = 0
    for city in position.board.cities:
        group = joined_cities(position, str(seat), city)
        best = max(best, sum(offices_of(position, str(seat), member) for member in group))
    return best


def mission_points(position: Position, seat: int) -> int:
    """1 for each city of the card with an own office, 5 more for control of all three [T100]."""
    mission = position.desks[seat].mission
    if mission is None:
        return 0
    card = load_modules().missions[mission]
    present = sum(offices_of(position, str(seat), city) > 0 for city in card)
    return present + 5 * all(controller(position, city) == str(seat) for city in card)


def country_points(position: Position) -> list[int]:
    """The points of every seat for Wales and Scotland [T88]."""
    points = [0 for _ in position.seats()]
    countries = {country for city in position.board.cities.values() for country in city.scores_for}
    for country in countries:
        cities = [city.code for city in position.board.cities.values() if country in city.scores_for]
        standing = {seat: strength(position, seat, cities) for seat in position.seats()}
        present = [seat for seat in standing if standing[seat][1]]
        ranked = sorted(present, key=standing.__getitem__, reverse=True)
        covered: dict[tuple[int, int], list[int]] = {}
        for place, seat in enumerate(ranked):
            value = COUNTRY_POINTS[place] if place < len(COUNTRY_POINTS) else 0
            covered.setdefault(standing[seat], []).append(value)
        for seat in ranked:
            values = covered[standing[seat]]
            points[seat] += sum(values) // len(values)
    return points


def strength(position: Position, seat: int, cities: list[str]) -> tuple[int, int]:
    """The cities a seat controls among these, and its offices in them."""
    controlled = sum(controller(position, city) == str(seat) for city in cities)
    return controlled, sum(offices_of(position, str(seat), city) for city in cities)


def result(position: Position) -> dict[str, Any]:
    """The result of a game that is over: reason, scores, ranks and shares."""
    found = scores(position)
    order = [winning_order(position, seat, score) for seat, score in enumerate(found)]
    ranks = [1 + sum(other > own for other in order) for own in order]
    winners = ranks.count(1)
    return {
        "reason": position.reason,
        "scores": found,
        "ranks": ranks,
        "shares": [1 / winners if rank == 1 else 0.0 for rank in ranks],
    }


def winning_order(position: Position, seat: int, score: Scores) -> tuple[int, ...]:
    """Compares seats, the better one the greater [T75]."""
    if position.edition != "bigbox":
        return (score["total"],)
    return score["total"], -position.desks[seat].steps["actions"], score["network"]
