# cython: boundscheck=True
"""Hansa (2004)'s door: positions made of, and shown as, plain numbers.

`fields()` and `from_fields()` are inverse. They speak the codes of `types.pxd`; names and the
meaning of errors are the business of `hansa.hansa2004`, which checks a position as a whole. What is
checked here is that nothing leaves its place in the state.
"""

from libc.stdint cimport uint32_t, uint64_t

from engine_c.game cimport (
    CHANCE, Judgement, Learning, MAX_CATEGORIES, MAX_MOVES, MAX_SEATS, Move, NOBODY, Score, check_game, key_of_words,
)
from engine_c.hansa2004.actions cimport action_count, move_of_number, number_of_move
from engine_c.hansa2004.evaluation cimport FEATURES, seat_features
from engine_c.hansa2004.facts cimport game_progress
from engine_c.hansa2004.moves cimport legal_moves
from engine_c.hansa2004.observation cimport FEATURE_COUNT, observe_state
from engine_c.hansa2004.packing cimport *
from engine_c.hansa2004.plan cimport plan_move, play_by_tastes, rate_moves
from engine_c.hansa2004.rules cimport apply_move, cut_off_game, put_goods
from engine_c.hansa2004.score cimport CATEGORIES, score_state, share_state, standing_of_seats
from engine_c.hansa2004.tables cimport BoardTables
from engine_c.hansa2004.taste cimport P_KINDS, P_RATE, P_WEIGHTS, TASTE_WEIGHTS, Taste
from engine_c.hansa2004.types cimport *
from engine_c.mind cimport Mind
from engine_c.position cimport Position, new_position, read_weights, rows_of, whole_number
from engine_c.random cimport Random


# --- the contract ---------------------------------------------------------------------------------

cdef int game_to_move(const void *rules, const void *state) noexcept nogil:
    return (<const State *>state).to_move

cdef int game_seats(const void *rules, const void *state) noexcept nogil:
    return (<const State *>state).players

cdef int game_turn(const void *state) noexcept nogil:
    return (<const State *>state).turn

cdef int game_phase(const void *state) noexcept nogil:
    return (<const State *>state).phase

cdef int game_turns(const void *state) noexcept nogil:
    return (<const State *>state).turns

cdef int game_moves(const void *rules, const void *state, Move *out) noexcept nogil:
    return legal_moves(<const Board *>rules, <const State *>state, out)

cdef uint32_t game_chances(
    const void *rules, const void *state, const Move *moves, int count, uint32_t *out
) noexcept nogil:
    """H2: nobody knows the order of the piles, so every marker left is as likely as any other."""
    cdef int number
    for number in range(count):
        out[number] = count_of((<const State *>state).supply, goods_of(moves[number]))
    return (<const State *>state).left

cdef void game_apply(const void *rules, void *state, Move move) noexcept nogil:
    apply_move(<const Board *>rules, <State *>state, move)

cdef void game_cut_off(const void *rules, void *state) noexcept nogil:
    cut_off_game(<State *>state)

cdef void game_score(const void *rules, const void *state, Score *out) noexcept nogil:
    score_state(<const State *>state, out)

cdef void game_shares(const void *rules, const void *state, double *out) noexcept nogil:
    share_state(<const State *>state, out)

cdef void game_standing(const void *rules, const void *state, double *out) noexcept nogil:
    standing_of_seats(<const State *>state, out)

cdef uint64_t game_key(const void *state) noexcept nogil:
    return key_of_words(<const uint64_t *>state, sizeof(State) // 8)

cdef void game_imagine(const void *rules, void *state, int seat, Random *random) noexcept nogil:
    """There are no secrets: nobody knows what the piles hold, and chance decides when it is
    seen."""

cdef float game_count_features(const void *rules, const void *state, float *out) noexcept nogil:
    seat_features(<const Board *>rules, <const State *>state, out)
    return game_progress(<const Board *>rules, <const State *>state)

cdef bint game_can_score(const void *rules, const void *state, int category) noexcept nogil:
    return True

cdef Move game_logits(
    const void *rules, const void *state, const float *plan, const float *weights, const Move *moves, int count, float *out
) noexcept nogil:
    """The rates of the moves by the plan's taste, scaled, plus a preference for each kind of
    move."""
    cdef int number
    rate_moves(<const Board *>rules, <const State *>state, <const Taste *>plan, moves, count, out)
    for number in range(count):
        out[number] = weights[P_RATE] * out[number] + weights[P_KINDS + move_kind(moves[number])]
    return plan_move(<const Board *>rules, <const State *>state, <const Taste *>plan, NULL)

cdef void game_play_on(const void *rules, void *state, const float *weights, int moves, Random *random) noexcept nogil:
    cdef const Taste *tastes[SEATS]
    cdef int seat
    for seat in range(SEATS):
        tastes[seat] = <const Taste *>weights
    play_by_tastes(<const Board *>rules, <State *>state, tastes, moves, random)

cdef void game_play_each(
    const void *rules, void *state, const float **weights, int moves, Random *random
) noexcept nogil:
    play_by_tastes(<const Board *>rules, <State *>state, <const Taste **>weights, moves, random)

cdef Move game_advise(const void *rules, const void *state, const float *weights, Random *random) noexcept nogil:
    return plan_move(<const Board *>rules, <const State *>state, <const Taste *>weights, random)

cdef int game_action_count(const void *rules) noexcept nogil:
    return action_count()

cdef int game_number(const void *rules, const void *state, Move move) noexcept nogil:
    return number_of_move(move)

cdef Move game_numbered(const void *rules, const void *state, int number) noexcept nogil:
    return move_of_number(number)

cdef int game_feature_count(const void *rules) noexcept nogil:
    return FEATURE_COUNT

cdef void game_observe(const void *rules, const void *state, int seat, float *out) noexcept nogil:
    observe_state(<const Board *>rules, <const State *>state, seat, out)

cdef Judgement _judgement
cdef Learning _learning

_judgement.features = FEATURES
_judgement.count_features = game_count_features
_judgement.can_score = game_can_score
_judgement.logits = game_logits
_judgement.play_on = game_play_on
_judgement.play_each = game_play_each
_judgement.advise = game_advise
_judgement.policy_weights = P_WEIGHTS
if sizeof(Taste) != TASTE_WEIGHTS * sizeof(float):
    raise ImportError("a taste does not have as many weights as it says")
_judgement.plan_weights = TASTE_WEIGHTS

_learning.chance_count = KINDS
_learning.action_count = game_action_count
_learning.number = game_number
_learning.numbered = game_numbered
_learning.feature_count = game_feature_count
_learning.observe = game_observe

HANSA2004.name = "hansa2004"
HANSA2004.state_bytes = sizeof(State)
HANSA2004.categories = CATEGORIES
HANSA2004.to_move = game_to_move
HANSA2004.turn = game_turn
HANSA2004.phase = game_phase
HANSA2004.seats = game_seats
HANSA2004.turns = game_turns
HANSA2004.moves = game_moves
HANSA2004.chances = game_chances
HANSA2004.apply = game_apply
HANSA2004.cut_off = game_cut_off
HANSA2004.score = game_score
HANSA2004.shares = game_shares
HANSA2004.standing = game_standing
HANSA2004.key = game_key
HANSA2004.open_key = game_key
HANSA2004.imagine = game_imagine
HANSA2004.judgement = &_judgement
HANSA2004.learning = &_learning
check_game(&HANSA2004)


# --- the door -------------------------------------------------------------------------------------

cdef class Hansa2004Position(Position):
    """A position of Hansa (2004); made by `from_fields`."""

    cdef State *state(self) noexcept:
        return <State *>self.block

    cdef const Board *board(self) noexcept:
        return <const Board *>self.rules

    @staticmethod
    def from_fields(BoardTables tables not None, dict fields not None) -> Hansa2004Position:
        """The position that `fields()` would show like this."""
        cdef Hansa2004Position position = new_position(Hansa2004Position, &HANSA2004, &tables.board, tables)
        try:
            _read_header(position.state(), fields)
            _read_desks(position.state(), fields)
            _read_cities(&tables.board, position.state(), fields)
            _check_sound(&tables.board, position.state())
        except (OverflowError, TypeError, KeyError, IndexError) as error:
            raise ValueError(f"these fields are not a position: {error!r}") from error
        return position

    def fields(self) -> dict[str, object]:
        """Everything, as plain numbers and lists."""
        cdef const State *state = self.state()
        return {
            "players": state.players, "phase": state.phase, "turn": state.turn, "to_move": self.to_move,
            "ship": state.ship, "acted": state.acted, "reason": state.reason, "turns": state.turns,
            "sale": state.sale, "last": state.last - 1 if state.last else None, "single": state.single,
            "losing": state.losing - 1 if state.losing else None,
            "supply": _counts(state.supply),
            "talers": [state.talers[seat] for seat in range(state.players)],
            "stock": [state.stock[seat] for seat in range(state.players)],
            "unsold": [_counts(state.unsold[seat]) for seat in range(state.players)],
            "sold": [_counts(state.sold[seat]) for seat in range(state.players)],
            "goods": [
                [state.goods[city][space] - 1 for space in range(ROOM) if state.goods[city][space]]
                for city in range(CITIES)
            ],
            "booths": [[booths_of(state, city, seat) for seat in range(state.players)] for city in range(CITIES)],
        }

    def rates(self, taste: list[float]) -> list[float]:
        """The points that each legal move is thought to bring by a taste, in the order of
        `moves()`."""
        cdef float weights[TASTE_WEIGHTS]
        cdef float found[MAX_MOVES]
        cdef Move moves[MAX_MOVES]
        cdef int count = legal_moves(self.board(), self.state(), moves)
        read_weights(taste, weights, TASTE_WEIGHTS)
        if self.state().to_move >= SEATS:
            raise ValueError("there is nothing to decide")
        rate_moves(self.board(), self.state(), <const Taste *>weights, moves, count, found)
        return [found[number] for number in range(count)]

    def move_features(self, move: int, Mind mind not None) -> dict[int, float]:
        """What the policy counts for a legal move: values, by the number of their weight in
        `POLICY`."""
        self.check_legal(move)
        mind.check_for(self.game, self.rules)
        rates = self.rates([mind.plan[number] for number in range(TASTE_WEIGHTS)])
        return {0: rates[self.moves().index(move)], 1 + move_kind(<Move>move): 1.0}

    def control(self) -> list[int | None]:
        """For each city: the seat with the most booths there (H33), or None."""
        cdef int city, seat
        found = []
        for city in range(CITIES):
            seat = majority(self.state(), city)
            found.append(None if seat == NONE else seat)
        return found


cdef list _counts(uint64_t counts):
    return [count_of(counts, kind) for kind in range(KINDS)]


# --- reading --------------------------------------------------------------------------------------

cdef uint64_t _pack(list counts) except? 0:
    cdef uint64_t packed = 0
    if len(counts) != KINDS:
        raise IndexError(f"{len(counts)} counts of kinds of goods")
    for kind, count in enumerate(counts):
        packed |= <uint64_t>whole_number(count, 7) << (3 * <int>kind)
    return packed


cdef int _read_header(State *state, dict fields) except -1:
    cdef int seats
    state.players = seats = whole_number(fields["players"], SEATS)
    if seats < 2:
        raise IndexError("a game has 2 to 4 players")
    to_move = fields["to_move"]
    state.phase = whole_number(fields["phase"], OVER)
    state.turn = whole_number(fields["turn"], seats - 1)
    state.to_move = NOBODY if to_move is None else CHANCE if to_move == "*" else whole_number(to_move, seats - 1)
    state.ship = whole_number(fields["ship"], CITIES - 1)
    state.acted = whole_number(int(fields["acted"]), 1)
    state.reason = whole_number(fields["reason"], CUT_OFF)
    state.turns = whole_number(fields["turns"], 2000000000)
    state.sale = whole_number(fields["sale"], (1 << COLOURS) - 1)
    state.last = 0 if fields["last"] is None else whole_number(fields["last"], KINDS - 1) + 1
    state.single = whole_number(int(fields["single"]), 1)
    state.losing = 0 if fields["losing"] is None else whole_number(fields["losing"], COLOURS - 1) + 1
    state.supply = _pack(fields["supply"])
    state.left = total_of(state.supply)
    if (state.phase == SELL) != (state.last > 0) or (state.phase == LOSE) != (state.losing > 0):
        raise IndexError("the data of the phase do not fit it")
    if (state.to_move == NOBODY) != (state.phase == OVER) or (state.to_move == CHANCE) != (state.phase == REVEAL):
        raise IndexError("the mover does not fit the phase")
    return 0


cdef int _read_desks(State *state, dict fields) except -1:
    for member in ("talers", "stock", "unsold", "sold"):
        if len(fields[member]) != state.players:
            raise IndexError(f"{member} of {len(fields[member])} seats for {state.players} players")
    for seat in range(state.players):
        state.talers[<int>seat] = whole_number(fields["talers"][seat], 99)
        state.stock[<int>seat] = whole_number(fields["stock"][seat], 15)
        state.unsold[<int>seat] = _pack(fields["unsold"][seat])
        state.sold[<int>seat] = _pack(fields["sold"][seat])
    return 0


cdef int _read_cities(const Board *board, State *state, dict fields) except -1:
    if len(fields["goods"]) != CITIES or len(fields["booths"]) != CITIES:
        raise IndexError("the cities are not those of this board")
    for city in range(CITIES):
        if len(fields["goods"][city]) > board.spaces[<int>city] or len(fields["booths"][city]) != state.players:
            raise IndexError("more goods than spaces, or booths of more seats than play")
        for kind in fields["goods"][city]:
            put_goods(state, <int>city, whole_number(kind, KINDS - 1))
        for seat, count in enumerate(fields["booths"][city]):
            state.booths[<int>city] |= whole_number(count, 15) << (4 * <int>seat)
    return 0


cdef int _check_sound(const Board *board, const State *state) except -1:
    """Checks what moves rely on: counts fit their bits, the phase has its data, a move exists."""
    cdef Move moves[MAX_MOVES]
    cdef int seat, city, kind, space, count
    cdef int rounds = (board.booths - state.stock[state.turn]) // FOUND_BOOTHS
    for seat in range(state.players):
        count = state.stock[seat]
        for city in range(CITIES):
            count += booths_of(state, city, seat)
        if count != board.booths:
            raise IndexError(f"{count} booths of seat {seat}")
        count = board.booths - FOUND_BOOTHS * (rounds + (seat < state.turn))
        if state.phase == FOUND and (rounds >= FOUND_ROUNDS or state.stock[seat] != count):
            raise IndexError(f"{state.stock[seat]} booths left of seat {seat}, which is founding")
    for kind in range(KINDS):
        count = count_of(state.supply, kind)
        for seat in range(state.players):
            count += count_of(state.unsold[seat], kind) + count_of(state.sold[seat], kind)
        for city in range(CITIES):
            for space in range(ROOM):
                count += state.goods[city][space] == kind + 1
        if count > 7:
            raise IndexError(f"{count} markers of kind {kind}")
    if state.phase != OVER and legal_moves(board, state, moves) == 0:
        raise IndexError("nobody has a move")
    if state.phase == REVEAL and next_space(board, state) == NONE:
        raise IndexError("no space to fill")
    if state.phase == REFILL and not state.talers[state.turn]:
        raise IndexError("nothing to pay the refill with")
    return 0
