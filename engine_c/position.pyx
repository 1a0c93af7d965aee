# cython: boundscheck=True
"""The door: a position of any game as a Python object, everything that comes in checked.

Behind it preconditions are asserts; here they are exceptions. A game derives its own class from
`Position`, fills in the table of functions (game.pxd) and reads and shows its state; all that the
table can answer stands here, once.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport isfinite
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from engine_c.game cimport (
    CHANCE, Game, Judgement, Learning, MAX_FEATURES, MAX_MOVES, MAX_PLAN_WEIGHTS, MAX_SEATS, Move, NO_MOVE, NOBODY, STATE_WORDS, Score,
    judgement_of, learning_of,
)
from engine_c.judgement cimport input_count, judge, write_inputs
from engine_c.mind cimport LARGEST_WEIGHT, Mind
from engine_c.random cimport Random, seed_random

cdef object _MADE_HERE = object()       # known to `new_position` alone


class IllegalMove(ValueError):
    """A move that is not legal in the position it was offered to."""


cdef Position new_position(type kind, const Game *game, const void *rules, object tables):
    cdef Position position = kind.__new__(kind, _MADE_HERE)
    position.game = game
    position.rules = rules
    position.tables = tables
    return position


cdef int whole_number(object value, int most) except -1:
    if not isinstance(value, int) or not 0 <= value <= most:
        raise OverflowError(f"{value!r} is not between 0 and {most}")
    return value


cdef int read_weights(list weights, float *out, int count) except -1:
    """Reads exactly `count` finite numbers."""
    cdef double weight
    cdef int number
    if weights is None or len(weights) != count:
        raise ValueError(f"a taste has {count} weights, not {0 if weights is None else len(weights)}")
    for number in range(count):
        weight = weights[number]
        if not isfinite(weight) or not -LARGEST_WEIGHT <= weight <= LARGEST_WEIGHT:
            raise ValueError(f"{weight} is not a weight: it must be between -{LARGEST_WEIGHT:.0e} and {LARGEST_WEIGHT:.0e}")
        out[number] = <float>weight
    return 0


cdef list rows_of(const float *values, int rows, int columns):
    return [[values[row * columns + column] for column in range(columns)] for row in range(rows)]


cdef class Position:
    """A position. Equal positions are equal bytes; a copy is independent."""

    def __cinit__(self, made: object = None) -> None:
        if made is not _MADE_HERE:
            raise TypeError("a position is made by from_fields of its game; people make a hansa.State")
        memset(self.block, 0, sizeof(self.block))

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
    def players(self) -> int:
        """How many seats there are."""
        return self.game.seats(self.rules, self.block)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.game.turn(self.block)

    @property
    def phase(self) -> int:
        """The phase, by the game's own number."""
        return self.game.phase(self.block)

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

    def chances(self) -> list[int]:
        """At chance: the odds of each move, in the order of `moves()`."""
        cdef Move moves[MAX_MOVES]
        cdef uint32_t chances[MAX_MOVES]
        cdef int count, number
        if self.game.to_move(self.rules, self.block) != CHANCE:
            raise ValueError("only chance has probabilities [D2]")
        count = self.game.moves(self.rules, self.block, moves)
        self.game.chances(self.rules, self.block, moves, count, chances)
        return [chances[number] for number in range(count)]

    cdef bint lists(self, Move move) noexcept:
        """Whether a move is in the legal list."""
        cdef Move moves[MAX_MOVES]
        cdef int count = self.game.moves(self.rules, self.block, moves), number
        for number in range(count):
            if moves[number] == move:
                return True
        return False

    cdef int check_legal(self, move) except -1:
        if not self.is_legal(move):
            raise IllegalMove(f"move {move!r} is not legal here")
        return 0

    def is_legal(self, move: int) -> bool:
        """Whether a move is in the list."""
        return 0 <= move < 1 << 32 and self.lists(<Move>move)

    def play(self, move: int) -> None:
        """Plays a legal move; any other raises `IllegalMove` and changes nothing."""
        self.check_legal(move)
        self.game.apply(self.rules, self.block, <Move>move)

    def cut_off(self) -> None:
        """Ends the game now and scores it (T76, H51)."""
        if self.game.to_move(self.rules, self.block) == NOBODY:
            raise ValueError("the game is over already")
        self.game.cut_off(self.rules, self.block)

    # The result, if the game ended now.

    def scores(self) -> list[list[int]]:
        """For each seat the points by category (T73, H52)."""
        cdef Score score
        cdef int category
        self.game.score(self.rules, self.block, &score)
        return [
            [score.points[seat][category] for category in range(self.game.categories)] for seat in range(self.players)
        ]

    def ranks(self) -> list[int]:
        """The rank of each seat, 1 being best (T75, H53)."""
        cdef Score score
        self.game.score(self.rules, self.block, &score)
        return [score.rank[seat] for seat in range(self.players)]

    def shares(self) -> list[float]:
        """The value to each seat (D20)."""
        cdef double shares[MAX_SEATS]
        self.game.shares(self.rules, self.block, shares)
        return [shares[seat] for seat in range(self.players)]

    def standing(self) -> list[float]:
        """The shares softened by how far apart the seats are."""
        cdef double standing[MAX_SEATS]
        self.game.standing(self.rules, self.block, standing)
        return [standing[seat] for seat in range(self.players)]

    # What a mind makes of it: ValueError for a game that nothing judges.

    def evaluate(self, Mind mind not None) -> list[float]:
        """What each seat may expect, judged by a mind; a game that is over has its result."""
        cdef float values[MAX_SEATS]
        mind.check_for(self.game, self.rules)
        if self.game.to_move(self.rules, self.block) == NOBODY:
            return self.shares()
        judge(self.game, self.rules, self.block, mind.evaluation, mind.net, values)
        return [values[seat] for seat in range(self.players)]

    def play_on(self, Mind mind not None, seed: int, moves: int) -> None:
        """Plays on as playouts of the search do, chance included: to the end, or `moves` moves."""
        cdef uint64_t state[STATE_WORDS]
        cdef Random random
        cdef int most = min(moves, 1 << 30)
        mind.check_for(self.game, self.rules)
        seed_random(&random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 5)
        memcpy(state, self.block, sizeof(state))        # other threads may read the block meanwhile
        with nogil:
            self.game.judgement.play_on(self.rules, state, mind.plan, most, &random)
        memcpy(self.block, state, sizeof(state))

    def advised(self, Mind mind not None) -> int:
        """What the mind's plan advises, without any luck."""
        mind.check_for(self.game, self.rules)
        if self.game.to_move(self.rules, self.block) >= MAX_SEATS:
            raise ValueError("there is nothing to decide")
        return self.game.judgement.advise(self.rules, self.block, mind.plan, NULL)

    def plan_move(self, taste: list[float], seed: int) -> int:
        """What a player of this taste decides; its little luck is drawn from the seed."""
        cdef const Judgement *judgement = judgement_of(self.game)
        cdef float weights[MAX_PLAN_WEIGHTS]
        cdef Random random
        read_weights(taste, weights, judgement.plan_weights)
        seed_random(&random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 7)
        if self.game.to_move(self.rules, self.block) >= MAX_SEATS:
            raise ValueError("there is nothing to decide")
        return judgement.advise(self.rules, self.block, weights, &random)

    def play_by_tastes(self, tastes: list[list[float]], seed: int, moves: int) -> None:
        """Plays on to the end, or `moves` moves, each seat by its own taste."""
        cdef const Judgement *judgement = judgement_of(self.game)
        cdef uint64_t state[STATE_WORDS]
        cdef float weights[MAX_SEATS][MAX_PLAN_WEIGHTS]
        cdef const float *by_seat[MAX_SEATS]
        cdef Random random
        cdef int seat, most = min(moves, 1 << 30)
        if len(tastes) != self.players:
            raise ValueError("a taste for every seat")
        for seat in range(MAX_SEATS):
            by_seat[seat] = weights[seat]
        for seat in range(self.players):
            read_weights(tastes[seat], weights[seat], judgement.plan_weights)
        seed_random(&random, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), 7)
        memcpy(state, self.block, sizeof(state))
        with nogil:
            judgement.play_each(self.rules, state, by_seat, most, &random)
        memcpy(self.block, state, sizeof(state))

    # What training asks.

    def features(self) -> tuple[float, list[list[float]]]:
        """How far the game is, 0 to 1, and what is counted of each seat."""
        cdef float features[MAX_SEATS * MAX_FEATURES]
        cdef const Judgement *judgement = judgement_of(self.game)
        progress = judgement.count_features(self.rules, self.block, features)
        return progress, rows_of(features, self.players, judgement.features)

    @property
    def input_count(self) -> int:
        """How many inputs a net for these rules has."""
        judgement_of(self.game)
        learning_of(self.game)
        return input_count(self.game, self.rules)

    def inputs(self, float[:, ::1] out not None) -> None:
        """Writes a net's inputs, one row for each seat: progress, features, observation."""
        cdef float features[MAX_SEATS * MAX_FEATURES]
        cdef float progress
        cdef int seat
        if out.shape[0] != self.players or out.shape[1] != self.input_count:
            raise ValueError(f"the inputs are {self.players} x {self.input_count} numbers")
        progress = self.game.judgement.count_features(self.rules, self.block, features)
        for seat in range(self.players):
            write_inputs(self.game, self.rules, self.block, progress, features, seat, &out[seat, 0])

    def move_features(self, move: int, Mind mind not None) -> dict[int, float]:
        """What the policy counts for a legal move: weights by their number, and their values."""
        raise NotImplementedError

    # What learners need: ValueError for a game without numbers.

    @property
    def action_count(self) -> int:
        """How many action numbers there are, for every position of these rules."""
        return learning_of(self.game).action_count(self.rules)

    @property
    def chance_count(self) -> int:
        """How many of them, the first ones, are moves of chance."""
        return learning_of(self.game).chance_count

    @property
    def feature_count(self) -> int:
        """How many numbers an observation has, for every position of these rules."""
        return learning_of(self.game).feature_count(self.rules)

    def actions(self) -> list[int]:
        """The action numbers of the legal moves, in the order of `moves()`."""
        cdef const Learning *learning = learning_of(self.game)
        cdef Move moves[MAX_MOVES]
        cdef int count, place
        count = self.game.moves(self.rules, self.block, moves)
        return [learning.number(self.rules, self.block, moves[place]) for place in range(count)]

    def action_of(self, move: int) -> int:
        """The action number of a legal move."""
        self.check_legal(move)
        return learning_of(self.game).number(self.rules, self.block, <Move>move)

    def move_of(self, action: int) -> int:
        """The move of the seat to decide with this number, legal or not; ValueError without one."""
        cdef const Learning *learning = learning_of(self.game)
        cdef Move move = NO_MOVE
        if 0 <= action < learning.action_count(self.rules):
            move = learning.numbered(self.rules, self.block, action)
        if move == NO_MOVE:
            raise ValueError(f"no move has the number {action} here; see MOVES.md, section 11")
        return move

    def mask(self, unsigned char[::1] out not None) -> None:
        """Writes 1 at the action numbers of the legal moves, 0 elsewhere."""
        cdef const Learning *learning = learning_of(self.game)
        cdef Move moves[MAX_MOVES]
        cdef int count, place
        if out.shape[0] != learning.action_count(self.rules):
            raise ValueError(f"a mask has {learning.action_count(self.rules)} numbers, not {out.shape[0]}")
        out[:] = 0
        count = self.game.moves(self.rules, self.block, moves)
        for place in range(count):
            out[learning.number(self.rules, self.block, moves[place])] = 1

    def observe(self, int seat, float[::1] out not None) -> None:
        """Writes what a seat may know of the position, itself first, as numbers between 0 and 1."""
        cdef const Learning *learning = learning_of(self.game)
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}")
        if out.shape[0] != learning.feature_count(self.rules):
            raise ValueError(f"an observation has {learning.feature_count(self.rules)} numbers, not {out.shape[0]}")
        learning.observe(self.rules, self.block, seat, &out[0])

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
        cdef Position other = new_position(type(self), self.game, self.rules, self.tables)
        memcpy(other.block, self.block, sizeof(self.block))
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


# --- perft ----------------------------------------------------------------------------------------

cdef enum:
    LISTS_BETWEEN_SIGNALS = 1 << 16


cdef struct Count:
    # One run of perft: where its moves are kept, and when it looks for Ctrl-C.
    const Game *game
    const void *rules
    Move *moves             # MAX_MOVES for each move from the root
    uint64_t lists          # made so far
    bint interrupted


cdef uint64_t perft(Position position, int depth) except? 0:
    cdef uint64_t root[STATE_WORDS]
    cdef uint64_t nodes
    cdef Count run
    if depth == 0:
        return 1
    run.game, run.rules, run.lists, run.interrupted = position.game, position.rules, 0, False
    memcpy(root, position.block, sizeof(root))
    run.moves = <Move *>malloc(depth * MAX_MOVES * sizeof(Move))
    if run.moves == NULL:
        raise MemoryError("no memory for the moves of perft")
    try:
        with nogil:
            nodes = count_lines(&run, root, depth, run.moves)
        if run.interrupted:
            raise KeyboardInterrupt
        return nodes
    finally:
        free(run.moves)


cdef bint signalled() noexcept with gil:
    """Whether Ctrl-C was pressed."""
    try:
        PyErr_CheckSignals()
    except BaseException:
        return True
    return False


cdef uint64_t count_lines(Count *run, const void *state, int depth, Move *moves) noexcept nogil:
    """Counts in bulk one move above the leaves."""
    cdef uint64_t child[STATE_WORDS]
    cdef uint64_t nodes = 0
    cdef int count = run.game.moves(run.rules, state, moves), number
    if depth == 1:
        return count
    for number in range(count):
        run.lists += 1
        if run.lists % LISTS_BETWEEN_SIGNALS == 0 and signalled():
            run.interrupted = True
        if run.interrupted:
            return 0
        memcpy(child, state, run.game.state_bytes)
        run.game.apply(run.rules, child, moves[number])
        nodes += count_lines(run, child, depth - 1, moves + MAX_MOVES)
    return nodes
