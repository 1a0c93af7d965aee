"""The door: a position of any game as a Python object, everything that comes in checked.

Behind it preconditions are asserts; here they are exceptions. Games derive from `Position` and fill in the table of
functions, their tables and the state.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from engine_c.mind cimport Mind
from engine_c.game cimport CHANCE, Game, MAX_MOVES, MAX_SEATS, STATE_WORDS, Move, NO_MOVE, NOBODY
from engine_c.random cimport Random, seed_random


class IllegalMove(ValueError):
    """A move that is not legal in the position it was offered to."""


cdef class Position:
    """A position. Equal positions are equal bytes; a copy is independent."""

    def __init__(self) -> None:
        raise TypeError("a position belongs to a game; people make a hansa.State")

    def __copy__(self) -> Position:
        return self.copy()

    @property
    def state_bytes(self) -> int:
        """The size of the flat state."""
        return self.game.state_bytes

    @property
    def to_move(self) -> int | str | None:
        """The seat to decide, `"*"` for chance (D1), None when the game is over."""
        cdef int mover = self.game.to_move(self.rules, self.block)
        if mover == NOBODY:
            return None
        return "*" if mover == CHANCE else mover

    @property
    def turns(self) -> int:
        """Turns completed, of all seats together."""
        return self.game.turns(self.block)

    def moves(self) -> list[int]:
        """Every legal move, in the order of D4."""
        cdef Move moves[MAX_MOVES]
        cdef int count = self.game.moves(self.rules, self.block, moves), number
        return [moves[number] for number in range(count)]

    def only_move(self) -> int | None:
        """The legal move where there is just one."""
        cdef Move moves[MAX_MOVES]
        return moves[0] if self.game.moves(self.rules, self.block, moves) == 1 else None

    def weights(self) -> list[int]:
        """At chance: the weight of each move, in the order of `moves()`."""
        cdef Move moves[MAX_MOVES]
        cdef uint32_t weights[MAX_MOVES]
        cdef int count, number
        if self.game.to_move(self.rules, self.block) != CHANCE:
            raise ValueError("only chance has probabilities [D2]")
        count = self.game.moves(self.rules, self.block, moves)
        self.game.weights(self.rules, self.block, moves, count, weights)
        return [weights[number] for number in range(count)]

    cdef int check_legal(self, unsigned int move) except -1:
        cdef Move moves[MAX_MOVES]
        cdef int count = self.game.moves(self.rules, self.block, moves), number
        for number in range(count):
            if moves[number] == move:
                return 0
        raise IllegalMove(f"move {move} is not legal here")

    def is_legal(self, move: int) -> bool:
        """Whether a move is in the list."""
        if not 0 <= move < 1 << 32:
            return False
        try:
            self.check_legal(<unsigned int>move)
        except IllegalMove:
            return False
        return True

    def play(self, move: int) -> None:
        """Plays a legal move; any other raises `IllegalMove` and changes nothing."""
        if not 0 <= move < 1 << 32:
            raise IllegalMove(f"{move} is no move")
        self.check_legal(<unsigned int>move)
        self.game.apply(self.rules, self.block, <Move>move)

    def cut_off(self) -> None:
        """Ends the game as it stands (T76, H51)."""
        if self.game.to_move(self.rules, self.block) == NOBODY:
            raise ValueError("the game is over already")
        self.game.cut_off(self.rules, self.block)

    def shares(self, seats: int) -> list[float]:
        """The value to each seat (D20) of the position as it stands."""
        cdef double shares[MAX_SEATS]
        if not 0 <= seats <= MAX_SEATS:
            raise ValueError("that many seats there are not")
        self.game.shares(self.rules, self.block, shares)
        return [shares[seat] for seat in range(seats)]

    def standing(self) -> list[float]:
        """The shares softened by how far apart the seats are, as the position stands."""
        cdef double standing[MAX_SEATS]
        self.game.standing(self.rules, self.block, standing)
        return [standing[seat] for seat in range(self.game.seats(self.rules, self.block))]

    def evaluate(self, Mind mind not None) -> list[float]:
        """What each seat may expect, judged by a mind; a game that is over is worth what it came to."""
        cdef float values[MAX_SEATS]
        cdef int seats = self.game.seats(self.rules, self.block), seat
        mind.check_for(self.game)
        if self.game.to_move(self.rules, self.block) == NOBODY:
            return self.shares(seats)
        self.game.evaluate(self.rules, self.block, mind.evaluation, values)
        return [values[seat] for seat in range(seats)]

    def play_on(self, Mind mind not None, seed: int, moves: int) -> None:
        """Plays on as playouts of the search do, chance included: to the end, or so many moves."""
        cdef Random random
        cdef int most = min(moves, 1 << 30)
        mind.check_for(self.game)
        seed_random(&random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 5)
        with nogil:
            self.game.play_on(self.rules, self.block, mind.plan, most, &random)

    # What learning asks of a game that has a plan and features; a game without them has none of these.

    def features(self) -> tuple[float, list[list[float]]]:
        """How far the game is, and what the evaluation counts for each seat."""
        raise NotImplementedError

    def move_features(self, move: int, Mind mind not None) -> dict[int, float]:
        """What the policy counts for a legal move: weights by their number, and their values."""
        raise NotImplementedError

    def plan_move(self, taste: list[float], seed: int) -> int:
        """What a player of this taste decides; its little luck is drawn from the seed."""
        raise NotImplementedError

    def play_by_tastes(self, tastes: list[list[float]], seed: int, moves: int) -> None:
        """Plays on to the end, or so many moves, each seat by its own taste."""
        raise NotImplementedError

    def scores(self) -> list[list[int]]:
        """For each seat the points by category, as the position stands."""
        raise NotImplementedError

    @property
    def action_count(self) -> int:
        """How many action numbers there are, for every position of these rules."""
        return self.game.action_count(self.rules)

    @property
    def chance_count(self) -> int:
        """How many of them, the first ones, are moves of chance."""
        return self.game.chance_count

    @property
    def feature_count(self) -> int:
        """How many numbers an observation has, for every position of these rules."""
        return self.game.feature_count(self.rules)

    def actions(self) -> list[int]:
        """The action numbers of the legal moves, in the order of `moves()`."""
        cdef Move moves[MAX_MOVES]
        cdef int count, place
        count = self.game.moves(self.rules, self.block, moves)
        return [self.game.number(self.rules, self.block, moves[place]) for place in range(count)]

    def action_of(self, move: int) -> int:
        """The action number of a legal move."""
        if not self.is_legal(move):
            raise IllegalMove(f"move {move} is not legal here")
        return self.game.number(self.rules, self.block, <Move>move)

    def move_of(self, action: int) -> int:
        """The move that has this number for the one who decides, legal or not; ValueError where none has it."""
        cdef Move move = NO_MOVE
        if 0 <= action < self.game.action_count(self.rules):
            move = self.game.numbered(self.rules, self.block, action)
        if move == NO_MOVE:
            raise ValueError(f"no move has the number {action} here; see MOVES.md, section 11")
        return move

    def mask(self, unsigned char[::1] out not None) -> None:
        """Writes 1 at the action numbers of the legal moves, 0 elsewhere."""
        cdef Move moves[MAX_MOVES]
        cdef int count, place
        if out.shape[0] != self.game.action_count(self.rules):
            raise ValueError(f"a mask has {self.game.action_count(self.rules)} numbers, not {out.shape[0]}")
        out[:] = 0
        count = self.game.moves(self.rules, self.block, moves)
        for place in range(count):
            out[self.game.number(self.rules, self.block, moves[place])] = 1

    def observe(self, int seat, float[::1] out not None) -> None:
        """Writes what a seat may know of the position, itself first, as numbers between 0 and 1."""
        if not 0 <= seat < self.game.seats(self.rules, self.block):
            raise ValueError(f"there is no seat {seat}")
        if out.shape[0] != self.game.feature_count(self.rules):
            raise ValueError(f"an observation has {self.game.feature_count(self.rules)} numbers, not {out.shape[0]}")
        self.game.observe(self.rules, self.block, seat, &out[0])

    def after(self, move: int) -> Position:
        """A copy in which a legal move has been played."""
        cdef Position other = self.copy()
        other.play(move)
        return other

    def key(self) -> int:
        """A 64-bit key: equal positions have equal keys."""
        return self.game.key(self.block)

    def copy(self) -> Position:
        """An independent copy."""
        cdef Position other = type(self).__new__(type(self))
        memcpy(other.block, self.block, sizeof(self.block))
        other.game = self.game
        other.rules = self.rules
        other.keeps_rules_alive = self.keeps_rules_alive
        return other

    def same(self, Position other not None) -> bool:
        """Whether two positions are equal, on the same tables."""
        return (
            self.game == other.game and self.rules == other.rules
            and memcmp(self.block, other.block, self.game.state_bytes) == 0
        )

    def perft(self, depth: int) -> int:
        """D30: how many sequences of exactly `depth` moves there are from here."""
        if not 0 <= depth <= 64:
            raise ValueError("depth must be between 0 and 64")
        return perft(self, depth)


cdef uint64_t perft(Position position, int depth) except? 0:
    cdef Move *moves = NULL
    cdef uint64_t nodes
    cdef bint interrupted = False
    if depth == 0:
        return 1
    moves = <Move *>malloc(depth * MAX_MOVES * sizeof(Move))
    if moves == NULL:
        raise MemoryError("no memory for the moves of perft")
    try:
        with nogil:
            nodes = count_lines(position.game, position.rules, position.block, depth, moves, &interrupted)
        if interrupted:
            raise KeyboardInterrupt
        return nodes
    finally:
        free(moves)


cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1


cdef bint signalled() noexcept with gil:
    """Whether Ctrl-C was pressed."""
    try:
        PyErr_CheckSignals()
    except BaseException:
        return True
    return False


cdef uint64_t count_lines(
    const Game *game, const void *rules, const void *state, int depth, Move *moves, bint *interrupted
) noexcept nogil:
    """Counts in bulk one move above the leaves; looks for Ctrl-C two moves above that."""
    cdef uint64_t child[STATE_WORDS]
    cdef uint64_t nodes = 0
    cdef int count = game.moves(rules, state, moves), number
    if depth == 1:
        return count
    if depth == 4 and signalled():
        interrupted[0] = True
    for number in range(count):
        if interrupted[0]:
            return 0
        memcpy(child, state, game.state_bytes)
        game.apply(rules, child, moves[number])
        nodes += count_lines(game, rules, child, depth - 1, moves + MAX_MOVES, interrupted)
    return nodes
