# cython: boundscheck=True
"""Games with a hole in their tables, made from whole ones, to test the contract (game.pxd)."""

from libc.stdlib cimport malloc
from libc.string cimport memcpy

from engine_c.game cimport Game, JUDGEMENT_PLACES, Judgement, LEARNING_PLACES, Learning, RULES_PLACES, check_game
from engine_c.position cimport Position


cdef struct Tables:
    Game game
    Judgement judgement
    Learning learning


def entries() -> dict[str, list[str]]:
    """The functions that each table must have."""
    return {"rules": list(RULES_PLACES), "judgement": list(JUDGEMENT_PLACES), "learning": list(LEARNING_PLACES)}


def check_without(Position position not None, str table not None, str entry not None) -> None:
    """Checks the tables of a position's game as if one function were missing."""
    cdef Tables tables
    cdef char *place
    _copy(position, &tables)
    if table == "rules":
        place = <char *>&tables.game + <size_t>RULES_PLACES[entry]
    elif table == "judgement":
        place = <char *>&tables.judgement + <size_t>JUDGEMENT_PLACES[entry]
    elif table == "learning":
        place = <char *>&tables.learning + <size_t>LEARNING_PLACES[entry]
    else:
        raise ValueError(f"no table is called {table!r}")
    (<void **>place)[0] = NULL
    check_game(&tables.game)


def check_with(Position position not None, str number not None, int value) -> None:
    """Checks the tables of a position's game as if one of their numbers were another."""
    cdef Tables tables
    _copy(position, &tables)
    if number == "state_bytes":
        tables.game.state_bytes = <size_t>value
    elif number == "categories":
        tables.game.categories = value
    elif number == "features":
        tables.judgement.features = value
    elif number == "policy_weights":
        tables.judgement.policy_weights = value
    elif number == "plan_weights":
        tables.judgement.plan_weights = value
    elif number == "chance_count":
        tables.learning.chance_count = value
    else:
        raise ValueError(f"no number is called {number!r}")
    check_game(&tables.game)


def lacking(Position position not None, str table not None) -> Position:
    """The same position of a game without judgement or learning. Its tables are never freed."""
    cdef Tables *tables = <Tables *>malloc(sizeof(Tables))
    cdef Position other = position.copy()
    if tables == NULL:
        raise MemoryError("no memory for a game's tables")
    _copy(position, tables)
    if table == "judgement":
        tables.game.judgement = NULL
    elif table == "learning":
        tables.game.learning = NULL
    check_game(&tables.game)
    other.game = &tables.game
    return other


cdef int _copy(Position position, Tables *tables) except -1:
    memcpy(&tables.game, position.game, sizeof(Game))
    if position.game.judgement != NULL:
        memcpy(&tables.judgement, position.game.judgement, sizeof(Judgement))
        tables.game.judgement = &tables.judgement
    if position.game.learning != NULL:
        memcpy(&tables.learning, position.game.learning, sizeof(Learning))
        tables.game.learning = &tables.learning
    return 0
