"""Many games of the same rules at once, stepped in one call: for learners. Written against the
contract only.

Every game has its own random numbers, one list for chance and one for moves drawn at random, so
that what a game does depends on its seed and its moves alone. A game that ends begins anew from one
of the starts, chosen by its own chance.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from engine_c.chance cimport draw_chance
from engine_c.game cimport CHANCE, Game, Learning, MAX_MOVES, MAX_SEATS, Move, NO_MOVE, Score, learning_of
from engine_c.position cimport Position
from engine_c.random cimport Random, below, seed_random


cdef enum:
    PASS = -1               # an action number: nothing is played in this game
    MOVER = -1              # a watcher: the seat that makes the last move
    EVERYBODY = -2          # a watcher: all seats
    NO_MOVE_WANTED = 0xFFFFFFFE     # what is chosen in such a game; no move of any game is


cdef class Batch:
    """Games that are played side by side; `starts` are the positions they begin from, `limit` the
    number of moves after which a game is cut off (T76).

    A game that ends pays each seat its share (D20), or with `points` its points.
    """

    cdef const Game *game
    cdef const Learning *learning
    cdef const void *rules
    cdef list starts                # kept: the rules live as long as they do
    cdef uint8_t *first             # the states of the starts
    cdef uint8_t *states
    cdef Move *legal                # MAX_MOVES for each game
    cdef int32_t *counts            # how many of them
    # the numbers that are set in a game's row of the masks, MAX_MOVES for each game
    cdef int32_t *marked
    cdef int32_t *marks             # how many of them
    cdef int32_t *played            # moves of the game so far, chance not counted
    cdef Move *chosen               # what is played in each game by the step that is under way
    cdef Random *chance
    cdef Random *luck
    cdef bint stepping              # a thread is in it, without the lock of Python
    cdef readonly int games
    cdef readonly int seats
    cdef int limit
    cdef int start_count
    cdef bint points

    def __cinit__(self, list starts not None, int games, seed: int, int limit, bint points = False) -> None:
        cdef Position start
        cdef size_t size
        if not all(isinstance(one, Position) for one in starts):
            raise TypeError("the starts must be positions")
        if not starts or games < 1 or limit < 1:
            raise ValueError("there must be a start, a game, and a move")
        if games > 1 << 20:
            raise ValueError("more than a million games at once")
        start = starts[0]
        self.game, self.rules, self.starts = start.game, start.rules, list(starts)
        self.learning = learning_of(self.game)
        self.games, self.limit, self.start_count, self.points = games, limit, len(starts), points
        self.seats = self.game.seats(self.rules, start.block)
        size = self.game.state_bytes
        self.first = <uint8_t *>calloc(len(starts), size)
        self.states = <uint8_t *>calloc(games, size)
        self.legal = <Move *>calloc(<size_t>games * MAX_MOVES, sizeof(Move))
        self.marked = <int32_t *>calloc(<size_t>games * MAX_MOVES, sizeof(int32_t))
        self.counts = <int32_t *>calloc(games, sizeof(int32_t))
        self.marks = <int32_t *>calloc(games, sizeof(int32_t))
        self.played = <int32_t *>calloc(games, sizeof(int32_t))
        self.chosen = <Move *>calloc(games, sizeof(Move))
        self.chance = <Random *>calloc(games, sizeof(Random))
        self.luck = <Random *>calloc(games, sizeof(Random))
        if (self.first == NULL or self.states == NULL or self.legal == NULL or self.marked == NULL
                or self.counts == NULL or self.marks == NULL or self.played == NULL or self.chosen == NULL
                or self.chance == NULL or self.luck == NULL):
            raise MemoryError(f"no memory for {games} games")
        self._read_starts()
        self.begin(seed)

    cdef int _read_starts(self) except -1:
        cdef Position start
        cdef int number
        for number in range(len(self.starts)):
            start = self.starts[number]
            if start.game != self.game or start.rules != self.rules:
                raise ValueError("all starts must be of one game and board")
            if self.game.seats(self.rules, start.block) != self.seats:
                raise ValueError("all starts must have the same number of players")
            if self.game.to_move(self.rules, start.block) >= self.seats or not start.moves():
                raise ValueError("at a start a seat must have something to decide")
            memcpy(self.first + number * self.game.state_bytes, start.block, self.game.state_bytes)
        return 0

    def __dealloc__(self) -> None:
        free(self.first)
        free(self.states)
        free(self.legal)
        free(self.marked)
        free(self.counts)
        free(self.marks)
        free(self.played)
        free(self.chosen)
        free(self.chance)
        free(self.luck)

    def begin(self, seed: int) -> None:
        """Begins every game anew; game n draws from the seed and n."""
        cdef uint64_t first = <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF)
        cdef int game
        self._check_idle()
        for game in range(self.games):
            seed_random(&self.chance[game], first, 2 * <uint64_t>game)
            seed_random(&self.luck[game], first, 2 * <uint64_t>game + 1)
            self._restart(game)

    cdef void _restart(self, int game) noexcept nogil:
        cdef uint8_t *state = self.states + game * self.game.state_bytes
        cdef uint32_t start = below(&self.chance[game], <uint32_t>self.start_count)
        memcpy(state, self.first + start * self.game.state_bytes, self.game.state_bytes)
        self.played[game] = 0
        self._settle(game)

    cdef void _settle(self, int game) noexcept nogil:
        """Lets chance move while it is its turn, and lists the legal moves."""
        cdef uint8_t *state = self.states + game * self.game.state_bytes
        cdef Move *legal = self.legal + <size_t>game * MAX_MOVES
        cdef int happens
        self.counts[game] = self.game.moves(self.rules, state, legal)
        while self.game.to_move(self.rules, state) == CHANCE:
            happens = draw_chance(self.game, self.rules, state, legal, self.counts[game], &self.chance[game])
            self.game.apply(self.rules, state, legal[happens])
            self.counts[game] = self.game.moves(self.rules, state, legal)

    cdef void _advance(
        self, int game, Move move, float *rewards, uint8_t *terminated, uint8_t *truncated, float *final, int watcher
    ) noexcept nogil:
        """Plays one move of one game. A game that ends is paid out (`rewards` are 0 before), shown
        (`final`, unless NULL), and begins anew."""
        cdef uint8_t *state = self.states + game * self.game.state_bytes
        cdef bint over
        if final != NULL and watcher == MOVER:
            watcher = self.game.to_move(self.rules, state)
        self.game.apply(self.rules, state, move)
        self.played[game] += 1
        self._settle(game)
        over = self.counts[game] == 0
        terminated[0] = over
        truncated[0] = not over and self.played[game] >= self.limit
        if truncated[0]:
            self.game.cut_off(self.rules, state)
        if over or truncated[0]:
            self._pay(state, rewards)
            if final != NULL:
                self._observe(state, watcher, final)
            self._restart(game)

    cdef void _observe(self, const uint8_t *state, int seat, float *out) noexcept nogil:
        """Writes what a seat knows; with EVERYBODY what every seat knows, one after another."""
        cdef int number
        if seat != EVERYBODY:
            self.learning.observe(self.rules, state, seat, out)
            return
        for number in range(self.seats):
            self.learning.observe(self.rules, state, number, out + number * self.learning.feature_count(self.rules))

    cdef void _pay(self, const uint8_t *state, float *rewards) noexcept nogil:
        """What a game that is over has brought each seat."""
        cdef double shares[MAX_SEATS]
        cdef Score score
        cdef int seat
        if self.points:
            self.game.score(self.rules, state, &score)
        else:
            self.game.shares(self.rules, state, shares)
        for seat in range(self.seats):
            rewards[seat] = <float>score.total[seat] if self.points else <float>shares[seat]

    def step(
        self, const int32_t[::1] actions not None, float[:, ::1] rewards not None, uint8_t[::1] terminated not None,
        uint8_t[::1] truncated not None, float[:, ::1] finals = None, int watcher = -1,
    ) -> None:
        """Plays an action number in every game, in none where it is -1; where one is illegal,
        ValueError, and nothing is played.

        A game that ends writes what the seat `watcher` knows at its end (-1: the seat that made the
        last move) to its row of `finals`, if there are any; rows that are `seats` times as long get
        what every seat knows.
        """
        cdef int game, wrong = -1
        self._check(actions.shape[0], "actions")
        self._check_results(rewards, terminated, truncated)
        watcher = self._watcher(finals, watcher)
        self.stepping = True
        with nogil:
            for game in range(self.games):
                self.chosen[game] = self._legal_move(game, actions[game])
                if self.chosen[game] == NO_MOVE:
                    wrong = game
                    break
            else:
                self._advance_all(rewards, terminated, truncated, finals, watcher)
        self.stepping = False
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} is not legal in game {wrong}; nothing was played")

    cdef void _advance_all(
        self, float[:, ::1] rewards, uint8_t[::1] terminated, uint8_t[::1] truncated, float[:, ::1] finals, int watcher
    ) noexcept nogil:
        """Plays what is chosen in every game."""
        cdef int game
        memset(&rewards[0, 0], 0, <size_t>self.games * self.seats * sizeof(float))
        for game in range(self.games):
            if self.chosen[game] == <Move>NO_MOVE_WANTED:
                terminated[game] = truncated[game] = False
                continue
            self._advance(
                game, self.chosen[game], &rewards[game, 0], &terminated[game], &truncated[game],
                &finals[game, 0] if finals is not None else NULL, watcher)

    cdef Move _legal_move(self, int game, int action) noexcept nogil:
        """The move that an action number means in a game; NO_MOVE where it is not legal."""
        cdef const Move *legal = self.legal + <size_t>game * MAX_MOVES
        cdef Move move
        cdef int number
        if action == PASS:
            return <Move>NO_MOVE_WANTED
        if action < 0 or action >= self.learning.action_count(self.rules):
            return NO_MOVE
        move = self.learning.numbered(self.rules, self.states + game * self.game.state_bytes, action)
        for number in range(self.counts[game]):
            if legal[number] == move:
                return move
        return NO_MOVE

    def step_at_random(
        self, float[:, ::1] rewards not None, uint8_t[::1] terminated not None, uint8_t[::1] truncated not None
    ) -> None:
        """Plays in every game a legal move, each as likely as another."""
        cdef int game
        self._check_results(rewards, terminated, truncated)
        self.stepping = True
        with nogil:
            for game in range(self.games):
                self.chosen[game] = self._random_move(game)
            self._advance_all(rewards, terminated, truncated, None, -1)
        self.stepping = False

    cdef inline Move _random_move(self, int game) noexcept nogil:
        return self.legal[<size_t>game * MAX_MOVES + below(&self.luck[game], <uint32_t>self.counts[game])]

    def random_actions(self, int32_t[::1] out not None) -> None:
        """Draws a legal action number for every game, each as likely as another."""
        cdef int game
        self._check(out.shape[0], "actions")
        self.stepping = True
        with nogil:
            for game in range(self.games):
                out[game] = self.learning.number(
                    self.rules, self.states + game * self.game.state_bytes, self._random_move(game))
        self.stepping = False

    def legal_count(self) -> int:
        """How many legal moves all games have together."""
        cdef int64_t total = 0
        cdef int game
        self._check_idle()
        for game in range(self.games):
            total += self.counts[game]
        return total

    def legal_actions(self, int32_t[::1] numbers not None, int64_t[::1] ends not None) -> None:
        """Writes the legal action numbers of all games in a row, and where the numbers of each game
        end."""
        cdef const Move *legal
        cdef const uint8_t *state
        cdef int64_t place = 0
        cdef int game, number
        self._check(ends.shape[0], "ends")
        if numbers.shape[0] != self.legal_count():
            raise ValueError(f"{numbers.shape[0]} numbers for {self.legal_count()} legal moves")
        self.stepping = True
        with nogil:
            for game in range(self.games):
                legal = self.legal + <size_t>game * MAX_MOVES
                state = self.states + game * self.game.state_bytes
                for number in range(self.counts[game]):
                    numbers[place] = self.learning.number(self.rules, state, legal[number])
                    place += 1
                ends[game] = place
        self.stepping = False

    def movers(self, int32_t[::1] out not None) -> None:
        """Writes the seat to decide in every game."""
        cdef int game
        self._check(out.shape[0], "movers")
        for game in range(self.games):
            out[game] = self.game.to_move(self.rules, self.states + game * self.game.state_bytes)

    def masks(self, uint8_t[:, ::1] out not None) -> None:
        """Writes 1 at the legal action numbers of every game. `out` is the same array every
        time."""
        cdef const Move *legal
        cdef const uint8_t *state
        cdef int32_t *marked
        cdef int game, number
        self._check(out.shape[0], "masks")
        if out.shape[1] != self.learning.action_count(self.rules):
            raise ValueError(f"a mask has {self.learning.action_count(self.rules)} numbers, not {out.shape[1]}")
        self.stepping = True
        with nogil:
            for game in range(self.games):
                legal = self.legal + <size_t>game * MAX_MOVES
                marked = self.marked + <size_t>game * MAX_MOVES
                state = self.states + game * self.game.state_bytes
                for number in range(self.marks[game]):
                    out[game, marked[number]] = 0
                for number in range(self.counts[game]):
                    marked[number] = self.learning.number(self.rules, state, legal[number])
                    out[game, marked[number]] = 1
                self.marks[game] = self.counts[game]
        self.stepping = False

    def observations(self, float[:, ::1] out not None) -> None:
        """Writes what the seat that decides knows, or every seat if rows are `seats` times as
        long."""
        cdef const uint8_t *state
        cdef int game
        cdef bint everybody
        self._check(out.shape[0], "observations")
        everybody = self._for_everybody(out)
        self.stepping = True
        with nogil:
            for game in range(self.games):
                state = self.states + game * self.game.state_bytes
                self._observe(state, EVERYBODY if everybody else self.game.to_move(self.rules, state), &out[game, 0])
        self.stepping = False

    def position(self, int game) -> Position:
        """A copy of one game's position."""
        cdef Position position
        self._check_idle()
        if not 0 <= game < self.games:
            raise IndexError(f"there is no game {game}")
        position = (<Position>self.starts[0]).copy()
        memcpy(position.block, self.states + game * self.game.state_bytes, self.game.state_bytes)
        return position

    cdef int _check_idle(self) except -1:
        if self.stepping:
            raise RuntimeError("this batch is stepping in another thread; give every thread a batch of its own")
        return 0

    cdef int _check(self, Py_ssize_t length, str what) except -1:
        self._check_idle()
        if length != self.games:
            raise ValueError(f"{length} {what} for {self.games} games")
        return 0

    cdef int _watcher(self, float[:, ::1] finals, int watcher) except -3:
        """Who sees the end of a game."""
        if not MOVER <= watcher < self.seats:
            raise ValueError(f"there is no seat {watcher}")
        if finals is None:
            return watcher
        self._check(finals.shape[0], "last observations")
        return EVERYBODY if self._for_everybody(finals) else watcher

    cdef int _for_everybody(self, float[:, ::1] out) except -1:
        """Whether a row has room for what every seat knows, and not for one seat's alone."""
        cdef int features = self.learning.feature_count(self.rules)
        if out.shape[1] != features and out.shape[1] != self.seats * features:
            raise ValueError(f"an observation has {features} numbers, not {out.shape[1]}")
        return out.shape[1] != features

    cdef int _check_results(self, float[:, ::1] rewards, uint8_t[::1] terminated, uint8_t[::1] truncated) except -1:
        self._check(rewards.shape[0], "rewards")
        self._check(terminated.shape[0], "flags")
        self._check(truncated.shape[0], "flags")
        if rewards.shape[1] != self.seats:
            raise ValueError(f"rewards for {rewards.shape[1]} seats, not {self.seats}")
        return 0
