# cython: boundscheck=True
"""Hansa Teutonica's door: positions made of, and shown as, plain numbers.

`fields()` and `from_fields()` are inverse. They speak the codes of `types.pxd`; names and the
meaning of errors are the business of `hansa.teutonica`, which checks a position as a whole. What is
checked here is that nothing leaves its place in the state.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from engine_c.game cimport CHANCE, Judgement, Learning, MAX_CATEGORIES, MAX_SEATS, Move, NOBODY, check_game, key_of_words
from engine_c.mind cimport Mind
from engine_c.position cimport Position, new_position, read_weights, rows_of, whole_number
from engine_c.random cimport Random, below
from engine_c.teutonica.actions cimport move_of_number, number_of_move
from engine_c.teutonica.evaluation cimport FEATURES, game_progress, seat_features
from engine_c.teutonica.moves cimport legal_moves
from engine_c.teutonica.observation cimport observe_state
from engine_c.teutonica.packing cimport *
from engine_c.teutonica.policy cimport MoveFeatures, P_WEIGHTS, move_features, move_logits
from engine_c.teutonica.plan cimport advised_move
from engine_c.teutonica.playout cimport play_by_taste, play_by_tastes
from engine_c.teutonica.rules cimport apply_move, begin_game, cut_off_game, insert_unprinted, recount_control
from engine_c.teutonica.score cimport CATEGORIES, POINTS_COUNTRIES, POINTS_MISSIONS, Score, score_state, share_state, standing_of_seats
from engine_c.teutonica.tables cimport BoardTables
from engine_c.teutonica.taste cimport TASTE_WEIGHTS, Taste
from engine_c.teutonica.types cimport *
from engine_c.teutonica.undertakings cimport Plan, open_plan, survey
from engine_c.teutonica.worth cimport best_claim


# --- the contract ---------------------------------------------------------------------------------

cdef int game_to_move(const void *rules, const void *state) noexcept nogil:
    return (<const State *>state).to_move

cdef int game_moves(const void *rules, const void *state, Move *out) noexcept nogil:
    return legal_moves(<const Board *>rules, <const State *>state, out)

cdef uint32_t game_chances(
    const void *rules, const void *state, const Move *moves, int count, uint32_t *out
) noexcept nogil:
    """T54: markers turn up by their counts in the supply."""
    cdef uint32_t total = 0
    cdef int number
    for number in range(count):
        out[number] = (<const State *>state).supply[marker_of(moves[number])]
        total += out[number]
    return total

cdef void game_apply(const void *rules, void *state, Move move) noexcept nogil:
    apply_move(<const Board *>rules, <State *>state, move)

cdef void game_cut_off(const void *rules, void *state) noexcept nogil:
    cut_off_game(<State *>state)

cdef void game_score(const void *rules, const void *state, Score *out) noexcept nogil:
    score_state(<const Board *>rules, <const State *>state, out)

cdef void game_shares(const void *rules, const void *state, double *out) noexcept nogil:
    share_state(<const Board *>rules, <const State *>state, out)

cdef void game_standing(const void *rules, const void *state, double *out) noexcept nogil:
    standing_of_seats(<const Board *>rules, <const State *>state, out)

cdef uint64_t game_key(const void *state) noexcept nogil:
    return key_of_words(<const uint64_t *>state, sizeof(State) // 8)

cdef int game_turn(const void *state) noexcept nogil:
    return (<const State *>state).turn

cdef int game_phase(const void *state) noexcept nogil:
    return (<const State *>state).phase

cdef int game_turns(const void *state) noexcept nogil:
    return (<const State *>state).turns

cdef int game_seats(const void *rules, const void *state) noexcept nogil:
    return (<const State *>state).players

cdef uint64_t game_open_key(const void *state) noexcept nogil:
    """The missions covered: the one secret (D3)."""
    cdef State covered
    cdef int seat
    if not (<const State *>state).modules & WITH_MISSIONS:
        return game_key(state)
    memcpy(&covered, state, sizeof(State))
    for seat in range(covered.players):
        covered.desks[seat].mission = MISSIONS
    return game_key(&covered)

cdef void game_imagine(const void *rules, void *state, int seat, Random *random) noexcept nogil:
    """T100: every other seat gets a card that is not one's own, each card once."""
    cdef State *deal = <State *>state
    cdef uint8_t cards[MISSIONS]
    cdef int card, left = 0, owner, chosen
    if not deal.modules & WITH_MISSIONS:
        return
    for card in range(MISSIONS):
        if card != deal.desks[seat].mission:
            cards[left] = card
            left += 1
    for owner in range(deal.players):
        if owner != seat:
            chosen = below(random, left)
            deal.desks[owner].mission = cards[chosen]
            left -= 1
            cards[chosen] = cards[left]

cdef float game_count_features(const void *rules, const void *state, float *out) noexcept nogil:
    seat_features(<const Board *>rules, <const State *>state, out)
    return game_progress(<const Board *>rules, <const State *>state)

cdef bint game_can_score(const void *rules, const void *state, int category) noexcept nogil:
    """Missions are a module (T100), countries are Britannia's (T88)."""
    if category == POINTS_MISSIONS:
        return (<const State *>state).modules & WITH_MISSIONS
    return category != POINTS_COUNTRIES or (<const Board *>rules).has_countries

cdef Move game_logits(
    const void *rules, const void *state, const float *plan, const float *weights, const Move *moves, int count, float *out
) noexcept nogil:
    return move_logits(<const Board *>rules, <const State *>state, <const Taste *>plan, weights, moves, count, out)

cdef void game_play_on(const void *rules, void *state, const float *weights, int moves, Random *random) noexcept nogil:
    play_by_taste(<const Board *>rules, <State *>state, <const Taste *>weights, moves, random)

cdef void game_play_each(
    const void *rules, void *state, const float **weights, int moves, Random *random
) noexcept nogil:
    play_by_tastes(<const Board *>rules, <State *>state, <const Taste **>weights, moves, random)

cdef Move game_advise(const void *rules, const void *state, const float *weights, Random *random) noexcept nogil:
    return advised_move(<const Board *>rules, <const State *>state, <const Taste *>weights, random)

cdef int game_action_count(const void *rules) noexcept nogil:
    return (<const Board *>rules).actions

cdef inline int counts_from(const State *state) noexcept nogil:
    """The seat from which owners are counted; chance and the end name none."""
    return state.to_move if state.to_move < state.players else 0

cdef int game_number(const void *rules, const void *state, Move move) noexcept nogil:
    cdef const State *here = <const State *>state
    return number_of_move(<const Board *>rules, here.players, counts_from(here), move)

cdef Move game_numbered(const void *rules, const void *state, int number) noexcept nogil:
    cdef const State *here = <const State *>state
    return move_of_number(<const Board *>rules, here.players, counts_from(here), number)

cdef int game_feature_count(const void *rules) noexcept nogil:
    return (<const Board *>rules).features

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

_learning.chance_count = MARKERS
_learning.action_count = game_action_count
_learning.number = game_number
_learning.numbered = game_numbered
_learning.feature_count = game_feature_count
_learning.observe = game_observe

TEUTONICA.name = "teutonica"
TEUTONICA.state_bytes = sizeof(State)
TEUTONICA.categories = CATEGORIES
TEUTONICA.to_move = game_to_move
TEUTONICA.turn = game_turn
TEUTONICA.phase = game_phase
TEUTONICA.seats = game_seats
TEUTONICA.turns = game_turns
TEUTONICA.moves = game_moves
TEUTONICA.chances = game_chances
TEUTONICA.apply = game_apply
TEUTONICA.cut_off = game_cut_off
TEUTONICA.score = game_score
TEUTONICA.shares = game_shares
TEUTONICA.standing = game_standing
TEUTONICA.key = game_key
TEUTONICA.open_key = game_open_key
TEUTONICA.imagine = game_imagine
TEUTONICA.judgement = &_judgement
TEUTONICA.learning = &_learning
check_game(&TEUTONICA)


# --- the door -------------------------------------------------------------------------------------

cdef class TeutonicaPosition(Position):
    """A position of Hansa Teutonica; made by `from_fields`."""

    cdef State *state(self) noexcept:
        return <State *>self.block

    cdef const Board *board(self) noexcept:
        return <const Board *>self.rules

    @property
    def board_name(self) -> str:
        """The name of the board."""
        return (<BoardTables>self.tables).name

    @staticmethod
    def from_fields(BoardTables tables not None, dict fields not None) -> TeutonicaPosition:
        """The position that `fields()` would show like this."""
        cdef TeutonicaPosition position = new_position(TeutonicaPosition, &TEUTONICA, &tables.board, tables)
        try:
            _read_header(position.state(), fields)
            _read_desks(position.state(), fields["desks"])
            _read_routes(&tables.board, position.state(), fields["slots"], fields["markers"])
            _read_cities(&tables.board, position.state(), fields["cities"])
            _read_phase(position.state(), fields)
        except (OverflowError, TypeError, KeyError, IndexError) as error:
            raise ValueError(f"these fields are not a position: {error!r}") from error
        _check_ranges(&tables.board, position.state())
        return position

    def begin(self) -> None:
        """T5: starts the first turn of a position that is otherwise set up."""
        begin_game(self.state())

    def view(self, int seat) -> TeutonicaPosition:
        """A copy in which the missions of the others are unknown (D3)."""
        cdef TeutonicaPosition other = self.copy()
        cdef State *state = other.state()
        cdef int owner
        for owner in range(state.players):
            if owner != seat and state.desks[owner].mission != NONE:
                state.desks[owner].mission = MISSIONS
        return other

    def fields(self) -> dict[str, object]:
        """Everything, as plain numbers and lists."""
        cdef const State *state = self.state()
        cdef const Board *board = self.board()
        fields = {
            "players": state.players, "edition": state.edition, "modules": state.modules, "phase": state.phase,
            "turn": state.turn, "to_move": self.to_move, "actions": state.actions, "begun": state.begun,
            "completed": state.completed, "reason": state.reason, "unseen": state.unseen, "turns": state.turns,
            "supply": [state.supply[marker] for marker in range(MARKERS)],
            "connected": _entries(state.connected, SEATS),
            "permits_spent": _entries(state.permits_spent, PERMITS),
            "open_tiles": _entries(state.open_tiles, TILES),
            "taken_tiles": [
                ((state.taken_tiles[place] & 15) - 1, state.taken_tiles[place] >> 4)
                for place in range(TILES) if state.taken_tiles[place]
            ],
            "spaces": [state.space[space] - 1 if state.space[space] else None for space in range(SPACES)],
            "desks": [_desk(&state.desks[seat]) for seat in range(state.players)],
            "slots": [_codes(state.pieces[slot]) for slot in range(board.slots)],
            "markers": [
                nibble(state.route_marker, route) - 1 if nibble(state.route_marker, route) else None
                for route in range(board.routes)
            ],
            "cities": [
                ([nibble(state.office, board.first_office[city] + place) - 1 for place in range(filled(state, city))],
                 [nibble(state.unprinted, place) - 1
                  for place in range(unprinted_start(state, city), state.unprinted_end[city])])
                for city in range(board.cities)
            ],
        }
        for name, value in _phase_fields(state).items():
            fields[name] = value
        return fields

    def control(self) -> list[int | None]:
        """For each city: the owner who controls it (T40), neutrals as the number of players, or
        None."""
        cdef int city, owner
        owners_of = []
        for city in range(self.board().cities):
            owner = controller(self.state(), city)
            owners_of.append(None if owner == NONE else owner)
        return owners_of

    def move_features(self, move: int, Mind mind not None) -> dict[int, float]:
        """What the policy counts for a legal move: weights by their number, and their values."""
        cdef MoveFeatures found
        self.check_legal(move)
        move_features(self.board(), self.state(), <const Taste *>mind.plan, <Move>move, &found)
        return {found.index[item]: found.value[item] for item in range(found.count)}

    def prospects(self, taste: list[float]) -> list[tuple[int, int, float, float, float]]:
        """For every route: its number, what it would be claimed for, worth, cost in actions, and
        rate."""
        cdef float weights[TASTE_WEIGHTS]
        cdef Plan plan
        cdef int route
        read_weights(taste, weights, TASTE_WEIGHTS)
        if self.state().to_move >= SEATS:
            raise ValueError("there is nothing to decide")
        open_plan(&plan, self.board(), self.state(), NULL)
        plan.tastes[self.state().to_move] = <const Taste *>weights
        survey(&plan)
        return [
            (route, best_claim(plan.board, plan.worth, route, plan.work.form[route]), plan.work.value[route],
             plan.work.cost[route], plan.work.rate[route])
            for route in range(self.board().routes)
        ]


# --- showing --------------------------------------------------------------------------------------

cdef list _entries(const uint8_t *values, int size):
    """A list kept as numbers + 1, ended by 0."""
    return [values[place] - 1 for place in range(size) if values[place]]


cdef list _codes(uint32_t pieces):
    codes = []
    while pieces:
        codes.append((pieces & 15) - 1)
        pieces >>= 4
    return codes


cdef list _counts(uint32_t counts):
    return [marker_count(counts, marker) for marker in range(MARKERS)]


cdef dict _desk(const Desk *desk):
    return {
        "stock": [desk.stock[TRADER], desk.stock[MERCHANT]], "supply": [desk.supply[TRADER], desk.supply[MERCHANT]],
        "track": [desk.track[track] for track in range(TRACKS)], "prestige": desk.prestige,
        "mission": None if desk.mission == NONE else desk.mission,
        "unused": _counts(desk.unused), "used": _counts(desk.used), "seen": _counts(desk.seen),
    }


cdef dict _phase_fields(const State *state):
    cdef bint chain = state.phase == LIFTING or state.phase == DROPPING
    held = []
    for place in range(state.held_count):
        held.append((group_country(state.held[place]), group_piece(state.held[place])))
    after = None
    if state.after and state.phase == DROPPING:
        after = (state.after - 1, group_country(state.after_piece), group_piece(state.after_piece))
    elif state.after:
        after = (state.after - 1, 0, state.after_piece)
    return {
        "owner": state.owner, "displaced_kind": state.displaced_kind, "route": state.route, "put": state.put,
        "left": state.left, "lifting": state.lifting if chain else 0, "limit": state.limit, "held": held,
        "after": after, "bonus": state.bonus, "bonus_pieces": [state.bonus_pieces[0], state.bonus_pieces[1]],
        "unreplaced": state.unreplaced,
    }


# --- reading --------------------------------------------------------------------------------------

cdef int _fill_entries(uint8_t *values, int size, list entries, int most) except -1:
    if len(entries) > size:
        raise IndexError(f"{len(entries)} entries where {size} have room")
    for place, entry in enumerate(entries):
        values[<int>place] = whole_number(entry, most) + 1
    return 0


cdef uint32_t _pack(list counts) except? 0:
    cdef uint32_t packed = 0
    if len(counts) != MARKERS:
        raise IndexError(f"{len(counts)} counts of markers")
    for marker, count in enumerate(counts):
        packed |= <uint32_t>whole_number(count, 15) << (4 * <int>marker)
    return packed


cdef int _read_header(State *state, dict fields) except -1:
    state.players = whole_number(fields["players"], SEATS)
    state.edition = whole_number(fields["edition"], CLASSIC_16)
    state.modules = whole_number(fields["modules"], WITH_MISSIONS | WITH_FAVOURS)
    state.phase = whole_number(fields["phase"], OVER)
    state.turn = whole_number(fields["turn"], SEATS - 1)
    to_move = fields["to_move"]
    state.to_move = NOBODY if to_move is None else CHANCE if to_move == "*" else whole_number(to_move, SEATS - 1)
    state.actions = whole_number(fields["actions"], 255)
    state.begun = whole_number(int(fields["begun"]), 1)
    state.completed = whole_number(fields["completed"], CITIES)
    state.reason = whole_number(fields["reason"], CUT_OFF)
    state.unseen = whole_number(fields["unseen"], 255)
    state.turns = whole_number(fields["turns"], 2000000000)
    for marker, count in enumerate(fields["supply"]):
        if marker >= MARKERS:
            raise IndexError("too many kinds of markers")
        state.supply[<int>marker] = whole_number(count, 255)
    _fill_entries(state.connected, SEATS, fields["connected"], SEATS - 1)
    _fill_entries(state.permits_spent, PERMITS, fields["permits_spent"], PERMITS - 1)
    _fill_entries(state.open_tiles, TILES, fields["open_tiles"], TILES - 1)
    if len(fields["taken_tiles"]) > TILES or len(fields["spaces"]) != SPACES:
        raise IndexError("too many tiles or spaces")
    for place, (tile, owner) in enumerate(fields["taken_tiles"]):
        state.taken_tiles[<int>place] = (whole_number(tile, TILES - 1) + 1) | whole_number(owner, SEATS - 1) << 4
        state.desks[<int>owner].favours |= 1 << <int>tile
    for space, seat in enumerate(fields["spaces"]):
        state.space[<int>space] = 0 if seat is None else whole_number(seat, SEATS - 1) + 1
    return 0


cdef int _read_desks(State *state, list desks) except -1:
    cdef Desk *desk
    if len(desks) != state.players:
        raise IndexError(f"{len(desks)} desks for {state.players} players")
    for seat, facts in enumerate(desks):
        desk = &state.desks[<int>seat]
        for kind, most in enumerate((MOST_TRADERS, MOST_MERCHANTS)):
            desk.stock[<int>kind] = whole_number(facts["stock"][kind], most)
            desk.supply[<int>kind] = whole_number(facts["supply"][kind], most)
        for track in range(TRACKS):
            desk.track[<int>track] = whole_number(facts["track"][track], TRACK_END[<int>track])
        desk.prestige = whole_number(facts["prestige"], 60000)
        desk.mission = NONE if facts["mission"] is None else whole_number(facts["mission"], MISSIONS)
        desk.unused = _pack(facts["unused"])
        desk.used = _pack(facts["used"])
        desk.seen = _pack(facts["seen"])
    return 0


cdef int _read_routes(const Board *board, State *state, list slots, list markers) except -1:
    if len(slots) != board.slots or len(markers) != board.routes:
        raise IndexError("the routes are not those of this board")
    for slot in range(board.slots):
        state.free |= <uint64_t>1 << <int>slot
        if len(slots[slot]) > board.capacity[<int>slot]:
            raise IndexError(f"{len(slots[slot])} pieces in a slot for {board.capacity[<int>slot]}")
        for piece in slots[slot]:
            add_piece(board, state, slot, whole_number(piece, 2 * owners(state) - 1))
    for route, marker in enumerate(markers):
        if marker is not None:
            set_nibble(state.route_marker, route, whole_number(marker, MARKERS - 1) + 1)
            state.marked |= <uint64_t>1 << <int>route
    return 0


cdef int _read_cities(const Board *board, State *state, list cities) except -1:
    if len(cities) != board.cities:
        raise IndexError("the cities are not those of this board")
    for city, (printed, unprinted) in enumerate(cities):
        if len(printed) > board.office_count[<int>city]:
            raise IndexError("more offices than the city has")
        for place, piece in enumerate(printed):
            set_nibble(state.office, board.first_office[<int>city] + <int>place, whole_number(piece, 2 * owners(state) - 1) + 1)
        set_nibble(state.filled, city, len(printed))
        for piece in unprinted:
            if state.unprinted_end[CITIES - 1] == UNPRINTED:
                raise IndexError("too many extra offices and posts")
            insert_unprinted(board, state, city, whole_number(piece, 2 * owners(state) - 1))
        recount_control(board, state, city)
    return 0


cdef int _read_phase(State *state, dict fields) except -1:
    state.owner = whole_number(fields["owner"], SEATS - 1)
    state.displaced_kind = whole_number(fields["displaced_kind"], 1)
    state.route = whole_number(fields["route"], ROUTES - 1)
    state.put = whole_number(int(fields["put"]), 1)
    state.left = whole_number(fields["left"], 3)
    state.lifting = whole_number(fields["lifting"], MOVE_2_BONUS)
    state.limit = whole_number(fields["limit"], 5)
    if len(fields["held"]) > SEATS:
        raise IndexError("too many held pieces")
    for place, group in enumerate(sorted(group_of(whole_number(country, WALES), whole_number(piece, PIECES - 1))
                                         for country, piece in fields["held"])):
        state.held[<int>place] = group
    state.held_count = len(fields["held"])
    if fields["after"] is not None:
        slot, country, piece = fields["after"]
        state.after = whole_number(slot, SLOTS - 1) + 1
        state.after_piece = whole_number(piece, PIECES - 1)
        if state.phase == DROPPING:
            state.after_piece = group_of(whole_number(country, WALES), piece)
    state.bonus = whole_number(fields["bonus"], PLACE_2_ABROAD)
    for kind in range(2):
        state.bonus_pieces[<int>kind] = whole_number(fields["bonus_pieces"][kind], 4)
    state.unreplaced = whole_number(int(fields["unreplaced"]), 1)
    return 0


cdef int _check_ranges(const Board *board, const State *state) except -1:
    """That what has been read one by one also fits together."""
    cdef bint sound = 2 <= state.players <= SEATS and state.turn < state.players and state.owner < owners(state)
    sound = sound and (state.to_move < state.players or state.to_move == CHANCE or state.to_move == NOBODY)
    sound = sound and owners(state) <= board.owners and state.route < board.routes and state.after <= board.slots
    if not sound:
        raise ValueError("these fields are not a position of this board")
    return 0
