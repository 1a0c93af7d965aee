"""One simulation, in four steps: select a path down the tree, expand a node on it that has been
seen before, evaluate the end, back the values up.

Every seat maximises its own share (max^n): the values that are backed up are a vector, one expected
share per seat (D20), and the seat that decides at a node selects by its own element. Moves of a
chance node are drawn by their probabilities (D2). What the searching seat cannot see is dealt anew
for every simulation (determinization); legal moves never depend on it.
"""

from libc.math cimport INFINITY, expf, logf, sqrtf
from libc.string cimport memcpy, memmove, memset

from engine_c.chance cimport draw_chance
from engine_c.game cimport CHANCE, MAX_CATEGORIES, MAX_FEATURES, MAX_MOVES, MAX_SEATS, Move, NOBODY, STATE_WORDS
from engine_c.judgement cimport expect, judge
from engine_c.net cimport MOST_OUTPUTS, fit_policy
from engine_c.random cimport below, next32


cdef extern from *:
    """
    #define SUREST 8.0f     /* logarithm of the odds, by which trust in advice may change */
    """
    const float SUREST


cdef enum:
    NO_LINE = 0xFFFFFFFF


cdef void simulate(Tree *tree) noexcept nogil:
    """One simulation from the root."""
    cdef Simulation simulation
    simulation.random = &tree.random
    start(tree, &simulation)
    while not select(tree, &simulation):
        expand(tree, simulation.at, simulation.state)
    evaluate(tree, &simulation)
    back_up(tree, &simulation)


# --- 1. select ------------------------------------------------------------------------------------

cdef void start(Tree *tree, Simulation *simulation) noexcept nogil:
    """Puts a simulation at the root."""
    simulation.at = tree.root
    simulation.way.length = 0
    simulation.way.granted = False
    memcpy(simulation.state, tree.root_state, tree.game.state_bytes)
    tree.game.imagine(tree.rules, simulation.state, tree.seat, &tree.random)


cdef bint select(Tree *tree, Simulation *simulation) noexcept nogil:
    """Descends to a position that is new, proven or the end of the game. Returns False at one that
    must be expanded first; call it again afterwards."""
    cdef Way *way = &simulation.way
    cdef Node *node
    cdef Edge *edge
    cdef uint32_t chosen
    while way.length < DEEPEST and simulation.at != NO_NODE:
        node = &tree.nodes[simulation.at]
        if node.mover == NOBODY or (simulation.at != tree.root and (node.visits == 0 or node.proven)):
            break
        if node.edges == 0:
            if has_room(tree):
                return False
            break           # this position is evaluated again
        if node.mover == CHANCE:
            chosen = chance_edge(tree, node)
        elif way.length == 0 and (tree.choice.lines > 1 or tree.choice.restricted):
            chosen = root_edge(tree, node, &way.granted)
        else:
            chosen = tree.options.choose(tree, node)
        edge = &tree.edges[chosen]
        tree.game.apply(tree.rules, simulation.state, edge.move)
        way.nodes[way.length] = simulation.at
        way.edges[way.length] = chosen
        way.length += 1
        if edge.child == NO_NODE:
            edge.child = find_or_add(tree, simulation.state)
        simulation.at = edge.child
    take_exact_values(tree, simulation)
    tree.simulations += 1
    return True


cdef void take_exact_values(const Tree *tree, Simulation *simulation) noexcept nogil:
    """The values of the node at the end of the path, if they are proven. What a finished game is
    worth, its state tells."""
    cdef const Node *node = &tree.nodes[simulation.at]
    cdef int seat
    simulation.exact = (
        simulation.at != NO_NODE and simulation.at != tree.root and node.proven and node.mover != NOBODY)
    if simulation.exact:
        for seat in range(tree.seats):
            simulation.values[seat] = node.value[seat] / node.visits


cdef uint32_t chance_edge(Tree *tree, const Node *node) noexcept nogil:
    """Draws a move of chance (D2) by the probabilities of its edges; the last one gets the rounding
    error."""
    cdef const Edge *edges = &tree.edges[node.first_edge]
    cdef float left = next32(&tree.random) * <float>(1.0 / 4294967296.0)
    cdef uint32_t number = 0
    while number + 1 < node.edges and left >= edges[number].prior:
        left -= edges[number].prior
        number += 1
    return node.first_edge + number


cdef uint32_t best_by_puct(Tree *tree, Node *node) noexcept nogil:
    """The move with the highest sum of its value to the mover and an exploration bonus (PUCT)."""
    cdef const Edge *edges = &tree.edges[node.first_edge]
    cdef float own = node.value[node.mover] / max(<float>node.visits, <float>1)
    cdef float scale = tree.options.exploration * sqrtf(max(<float>node.visits, <float>1))
    cdef float score, best = -1e30
    cdef uint32_t number, chosen = 0
    for number in range(node.tried):
        score = scale * edges[number].prior / (1 + edges[number].visits)
        score += edges[number].value / edges[number].visits
        if score > best:
            best = score
            chosen = number
    if node.tried < node.edges and scale * edges[node.tried].prior + (own - tree.options.first_play) > best:
        chosen = node.tried
        node.tried += 1
        bring_likeliest(tree, node)
    return node.first_edge + chosen


cdef void bring_likeliest(Tree *tree, const Node *node) noexcept nogil:
    """Moves the untried edge with the highest prior before the other untried ones, which keep their
    order."""
    cdef Edge *edges = &tree.edges[node.first_edge]
    cdef Edge likeliest
    cdef uint8_t barred
    cdef uint32_t number, best = node.tried
    for number in range(node.tried + 1, node.edges):
        if edges[number].prior > edges[best].prior:
            best = number
    if best > node.tried:
        likeliest = edges[best]
        memmove(&edges[node.tried + 1], &edges[node.tried], (best - node.tried) * sizeof(Edge))
        edges[node.tried] = likeliest
        if tree.choice.restricted and node == &tree.nodes[tree.root]:
            barred = tree.choice.barred[best]
            memmove(&tree.choice.barred[node.tried + 1], &tree.choice.barred[node.tried], best - node.tried)
            tree.choice.barred[node.tried] = barred


cdef uint32_t best_by_ucb1(Tree *tree, Node *node) noexcept nogil:
    """UCB1, without priors: unvisited moves first, in random order."""
    cdef const Edge *edges = &tree.edges[node.first_edge]
    cdef float log_visits = logf(max(<float>node.visits, <float>1))
    cdef float score, best = -1e30
    cdef uint32_t number, chosen = 0, fresh = 0
    for number in range(node.edges):
        if edges[number].visits == 0:
            fresh += 1
            if below(&tree.random, fresh) == 0:
                chosen = number
        elif fresh == 0:
            score = edges[number].value / edges[number].visits
            score += tree.options.exploration * sqrtf(log_visits / edges[number].visits)
            if score > best:
                best = score
                chosen = number
    return node.first_edge + chosen


# --- 2. expand ------------------------------------------------------------------------------------

cdef uint32_t find_or_add(Tree *tree, const uint64_t *state) noexcept nogil:
    """The node of a position: the existing one with the same open key, or a new one; NO_NODE if the
    tree is full."""
    cdef uint64_t key = tree.game.open_key(state)
    cdef uint32_t slot = <uint32_t>(key >> 20) & tree.table_mask
    cdef Node *node
    while tree.table[slot] != NO_NODE:
        if tree.nodes[tree.table[slot]].key == key:
            return tree.table[slot]
        slot = (slot + 1) & tree.table_mask
    if tree.node_count == tree.node_room:
        return NO_NODE
    node = &tree.nodes[tree.node_count]
    memset(node, 0, sizeof(Node))
    node.key = key
    node.mover = tree.game.to_move(tree.rules, state)
    node.winner = NOBODY
    if node.mover == NOBODY and not tree.secrets:
        node.proven, node.winner = True, winner_of(tree, state)
    tree.table[slot] = tree.node_count
    tree.node_count += 1
    return tree.node_count - 1


cdef uint8_t winner_of(Tree *tree, const uint64_t *state) noexcept nogil:
    """The only winner of a finished game; NOBODY if several share the win."""
    cdef double shares[MAX_SEATS]
    cdef int seat
    tree.game.shares(tree.rules, state, shares)
    for seat in range(tree.seats):
        if shares[seat] == 1:
            return seat
    return NOBODY


cdef bint expand(Tree *tree, uint32_t at, const uint64_t *state) noexcept nogil:
    """Gives a node its edges; False if the tree is full."""
    cdef WeighedMoves weighed
    if not has_room(tree):
        return False
    weigh_moves(tree, state, &weighed)
    add_edges(tree, at, weighed.moves, weighed.count, weighed.priors)
    return True


cdef void weigh_moves(const Tree *tree, const uint64_t *state, WeighedMoves *weighed) noexcept nogil:
    """The legal moves with their priors: by the policy, at chance by the rules.

    Nothing that is read here changes during a search.
    """
    weighed.count = tree.game.moves(tree.rules, state, weighed.moves)
    if tree.game.to_move(tree.rules, state) == CHANCE:
        chance_priors(tree, state, weighed.moves, weighed.count, weighed.priors)
    else:
        policy_priors(tree, state, weighed.moves, weighed.count, weighed.priors)


cdef bint has_room(const Tree *tree) noexcept nogil:
    """Whether the moves of any position still fit."""
    return tree.edge_count + MAX_MOVES <= tree.edge_room


cdef void add_edges(Tree *tree, uint32_t at, const Move *moves, int count, const float *priors) noexcept nogil:
    """Gives a node an edge for each of these moves, if they fit."""
    cdef Node *node = &tree.nodes[at]
    cdef Edge *edge
    cdef int number
    if tree.edge_count + count > tree.edge_room:
        return
    node.first_edge = tree.edge_count
    node.edges = count
    tree.edge_count += count
    for number in range(count):
        edge = &tree.edges[node.first_edge + number]
        memset(edge, 0, sizeof(Edge))
        edge.move = moves[number]
        edge.prior = priors[number]
    if node.mover != CHANCE:
        bring_likeliest(tree, node)


cdef void chance_priors(const Tree *tree, const uint64_t *state, const Move *moves, int count, float *priors) noexcept nogil:
    cdef uint32_t chances[MAX_MOVES]
    cdef uint32_t total = tree.game.chances(tree.rules, state, moves, count, chances)
    cdef int number
    for number in range(count):
        priors[number] = <float>chances[number] / total


cdef void policy_priors(const Tree *tree, const uint64_t *state, const Move *moves, int count, float *priors) noexcept nogil:
    """The softmax of the policy's logits, mixed with the move that the plan advises; uniform
    without a policy."""
    cdef float fitted[MOST_OUTPUTS]
    cdef const float *weights = tree.policy
    cdef float best = -1e30, total = 0, advice = tree.options.advice
    cdef int number
    cdef Move advised
    if tree.policy == NULL or count == 1:
        for number in range(count):
            priors[number] = <float>1 / count
        return
    if tree.policy_net != NULL:
        advice = policy_here(tree, state, fitted)
        weights = fitted
    advised = tree.judgement.logits(tree.rules, state, tree.plan, weights, moves, count, priors)
    for number in range(count):
        best = max(best, priors[number])
    for number in range(count):
        priors[number] = expf((priors[number] - best) / tree.options.temperature)
        total += priors[number]
    if not total < INFINITY:        # absurd weights: the sum is infinite or NaN
        for number in range(count):
            priors[number] = <float>1 / count
        return
    total /= 1 - advice         # the advised move gets the rest
    for number in range(count):
        priors[number] /= total
    for number in range(count):
        if moves[number] == advised:
            priors[number] += advice


cdef float policy_here(const Tree *tree, const uint64_t *state, float *weights) noexcept nogil:
    """The policy's weights and the trust in advice, fitted to a position by the net."""
    cdef float inputs[1 + MAX_FEATURES]
    cdef float features[MAX_SEATS * MAX_FEATURES]
    cdef float odds
    cdef int mover = tree.game.to_move(tree.rules, state), number
    inputs[0] = tree.judgement.count_features(tree.rules, state, features)
    memcpy(inputs + 1, features + mover * tree.judgement.features, tree.judgement.features * sizeof(float))
    fit_policy(tree.policy_net, inputs, weights)
    for number in range(tree.judgement.policy_weights):
        weights[number] += tree.policy[number]
    odds = tree.options.advice * expf(min(max(weights[tree.judgement.policy_weights], -SUREST), SUREST))
    return odds / (1 - tree.options.advice + odds)


# --- 3. evaluate ----------------------------------------------------------------------------------

cdef void evaluate(const Tree *tree, Simulation *simulation) noexcept nogil:
    """Finds the values of the simulation's state, usually by a playout, and the points, if asked
    for.

    They are exact if the game is over or the result proven. Nothing that is read here changes
    during a search, so threads that share a tree evaluate at the same time.
    """
    if tree.game.to_move(tree.rules, simulation.state) == NOBODY:
        as_it_stands(tree, simulation.state, simulation.values)
    elif not simulation.exact:
        tree.options.judge(tree, simulation)
    if tree.points != NULL:
        expect(tree.game, tree.rules, simulation.state, tree.points, tree.net, simulation.points)


cdef void as_it_stands(const Tree *tree, const uint64_t *state, float *values) noexcept nogil:
    """The value if the game ended now: a mix of win and standing, weighted by the options."""
    cdef double shares[MAX_SEATS]
    cdef double standing[MAX_SEATS]
    cdef float part = tree.options.standing
    cdef int seat
    tree.game.shares(tree.rules, state, shares)
    tree.game.standing(tree.rules, state, standing)
    for seat in range(tree.seats):
        values[seat] = (1 - part) * <float>shares[seat] + part * <float>standing[seat]


cdef void judge_at_once(const Tree *tree, Simulation *simulation) noexcept nogil:
    """Evaluates the position itself, without a playout."""
    judge(tree.game, tree.rules, simulation.state, tree.evaluation, tree.net, simulation.values)


cdef void judge_after_playout(const Tree *tree, Simulation *simulation) noexcept nogil:
    """Lets the plan play `cut` moves, then takes the result if the game is over, otherwise the
    evaluation."""
    tree.judgement.play_on(tree.rules, simulation.state, tree.plan, tree.options.cut, simulation.random)
    if tree.game.to_move(tree.rules, simulation.state) == NOBODY:
        as_it_stands(tree, simulation.state, simulation.values)
    else:
        judge_at_once(tree, simulation)


cdef void judge_after_uniform_playout(const Tree *tree, Simulation *simulation) noexcept nogil:
    """Plays up to `cut` uniformly random moves, then scores the position as if the game ended
    there."""
    cdef uint64_t *state = simulation.state
    cdef Move moves[MAX_MOVES]
    cdef int played, count, mover, number
    for played in range(tree.options.cut):
        mover = tree.game.to_move(tree.rules, state)
        if mover == NOBODY:
            break
        count = tree.game.moves(tree.rules, state, moves)
        if mover == CHANCE:
            number = draw_chance(tree.game, tree.rules, state, moves, count, simulation.random)
        else:
            number = below(simulation.random, <uint32_t>count)
        tree.game.apply(tree.rules, state, moves[number])
    as_it_stands(tree, state, simulation.values)


# --- 4. back up -----------------------------------------------------------------------------------

cdef void back_up(Tree *tree, const Simulation *simulation) noexcept nogil:
    """Adds the values along the path. A simulation that was granted to a line does not change the
    root's value."""
    cdef const Way *way = &simulation.way
    cdef int step
    cdef Node *node
    cdef Edge *edge
    if way.length:
        add_expected(tree, simulation, &tree.expected[way.edges[0] - tree.nodes[tree.root].first_edge])
    if simulation.at != NO_NODE:
        add_values(&tree.nodes[simulation.at], simulation.values, tree.seats)
    for step in range(way.length):
        node = &tree.nodes[way.nodes[step]]
        edge = &tree.edges[way.edges[step]]
        edge.visits += 1
        if node.mover != CHANCE:
            edge.value += simulation.values[node.mover]
        if step or not way.granted:
            add_values(node, simulation.values, tree.seats)
    if simulation.at != NO_NODE and tree.nodes[simulation.at].proven:
        prove_way(tree, way)


cdef void add_expected(const Tree *tree, const Simulation *simulation, Expected *expected) noexcept nogil:
    """Adds what a simulation has found to the sums of its first move."""
    cdef float value
    cdef int seat, category
    expected.count += 1
    for seat in range(tree.seats):
        value = simulation.values[seat]
        expected.values[seat] += value
        expected.squares[seat] += <double>value * value
        if tree.points != NULL:
            for category in range(tree.game.categories):
                expected.points[seat][category] += simulation.points[seat][category]


cdef void prove_way(Tree *tree, const Way *way) noexcept nogil:
    """Carries a proof up the path, as far as it holds. It stops below the root, which is always
    searched further."""
    cdef int step
    cdef Node *node
    cdef Edge *edge
    cdef const Node *child
    for step in range(way.length - 1, -1, -1):
        node = &tree.nodes[way.nodes[step]]
        edge = &tree.edges[way.edges[step]]
        child = &tree.nodes[edge.child]
        if node.mover != CHANCE:
            edge.value = child.value[node.mover] / child.visits * edge.visits
        if step == 0 or not prove(tree, node):
            return


cdef bint prove(Tree *tree, Node *node) noexcept nogil:
    """Marks a node as proven, with exact values, if its children allow it. Returns whether it
    is."""
    cdef float values[MAX_SEATS]
    cdef int seat
    if node.proven:
        return True
    node.proven = all_come_to(tree, node, values) if node.mover == CHANCE else best_comes_to(tree, node, values)
    if node.proven:
        for seat in range(tree.seats):
            node.value[seat] = values[seat] * node.visits
    return node.proven


cdef inline const Node *proven_child(const Tree *tree, const Edge *edge) noexcept nogil:
    """The child of an edge, if it is proven; otherwise NULL."""
    cdef const Node *child = &tree.nodes[edge.child]
    return child if edge.child != NO_NODE and child.proven and child.visits else NULL


cdef bint best_comes_to(const Tree *tree, Node *node, float *values) noexcept nogil:
    """A decision (max^n) is proven if one move is a proven win for the mover, or if all moves are
    proven."""
    cdef const Node *child
    cdef const Node *best = NULL
    cdef float own, most = -1
    cdef bint all_known = True
    cdef uint32_t number
    cdef int seat
    for number in range(node.edges):
        child = proven_child(tree, &tree.edges[node.first_edge + number])
        if child == NULL:
            all_known = False
            continue
        own = (child.winner == node.mover) + child.value[node.mover] / child.visits
        if own > most:
            best, most = child, own
    if not all_known and best.winner != node.mover:
        return False
    node.winner = best.winner
    for seat in range(tree.seats):
        values[seat] = best.value[seat] / best.visits
    return True


cdef bint all_come_to(const Tree *tree, Node *node, float *values) noexcept nogil:
    """A chance node is proven if all its moves are."""
    cdef const Edge *edge
    cdef const Node *child
    cdef uint32_t number
    cdef int seat
    memset(values, 0, MAX_SEATS * sizeof(float))
    for number in range(node.edges):
        edge = &tree.edges[node.first_edge + number]
        child = proven_child(tree, edge)
        if child == NULL:
            return False
        node.winner = child.winner if number == 0 or child.winner == node.winner else <uint8_t>NOBODY
        for seat in range(tree.seats):
            values[seat] += edge.prior * (child.value[seat] / child.visits)
    return True


cdef inline void add_values(Node *node, const float *values, int seats) noexcept nogil:
    cdef int seat
    node.visits += 1
    for seat in range(seats):
        node.value[seat] += values[seat]


# --- the root -------------------------------------------------------------------------------------

cdef void clear(Tree *tree) noexcept nogil:
    """Forgets everything."""
    if tree.node_count > 1:
        memset(tree.table, 0, (<size_t>tree.table_mask + 1) * sizeof(uint32_t))
    tree.node_count = 1
    tree.edge_count = 0


cdef void set_root(Tree *tree) noexcept nogil:
    """Makes `root_state` the root. What is known below it is kept, unless the tree is more than
    half full."""
    memset(&tree.choice, 0, sizeof(RootChoice))
    if tree.node_count > tree.node_room // 2 or tree.edge_count > tree.edge_room // 2:
        clear(tree)
    tree.seats = tree.game.seats(tree.rules, tree.root_state)
    tree.secrets = tree.game.key(tree.root_state) != tree.game.open_key(tree.root_state)
    tree.root = find_or_add(tree, tree.root_state)
    tree.simulations = 0


cdef uint32_t root_edge(Tree *tree, Node *node, bint *granted) noexcept nogil:
    """Selects at the root if there are several lines or barred moves. One in BETWEEN_LINES
    simulations goes to a line that lacks visits."""
    cdef uint32_t short_line = NO_LINE
    if tree.choice.lines > 1 and tree.simulations % BETWEEN_LINES == BETWEEN_LINES - 1:
        short_line = line_short_of_visits(tree, node)
    if short_line != NO_LINE:
        granted[0] = True
        short_line = tried_place(tree, node, short_line)
        tree.choice.granted[short_line] += 1
        return node.first_edge + short_line
    return best_allowed(tree, node) if tree.choice.restricted else tree.options.choose(tree, node)


cdef uint32_t best_allowed(Tree *tree, Node *node) noexcept nogil:
    """The move with the highest PUCT score among those that are not barred."""
    cdef const Edge *edges = &tree.edges[node.first_edge]
    cdef float own = node.value[node.mover] / max(<float>node.visits, <float>1)
    cdef float scale = tree.options.exploration * sqrtf(max(<float>node.visits, <float>1))
    cdef float score, best = -1e30
    cdef uint32_t number, chosen = 0
    for number in range(node.edges):
        if tree.choice.barred[number]:
            continue
        score = scale * edges[number].prior / (1 + edges[number].visits)
        score += edges[number].value / edges[number].visits if edges[number].visits else own - tree.options.first_play
        if score > best:
            best = score
            chosen = number
    return node.first_edge + tried_place(tree, node, chosen)


cdef uint32_t line_short_of_visits(const Tree *tree, const Node *node) noexcept nogil:
    """Of the best `lines` moves, the one that lacks most visits; NO_LINE if none does.

    Lines get a little more than they need, since the first line's visits continue to grow.
    """
    cdef const Edge *edges = &tree.edges[node.first_edge]
    cdef uint8_t taken[MAX_MOVES]
    cdef uint32_t number, best, needed, most = 0, fewest = 0, found = NO_LINE
    cdef int line
    for number in range(node.edges):
        taken[number] = tree.choice.barred[number]
        if not taken[number] and edges[number].visits > most:
            most = edges[number].visits
    needed = min(most, visits_needed(most + most // HEADROOM, tree.choice.lines))
    for line in range(tree.choice.lines):
        best = NO_LINE
        for number in range(node.edges):
            if not taken[number] and (best == NO_LINE or is_better_line(tree, edges, number, best)):
                best = number
        if best == NO_LINE:
            break
        taken[best] = True
        if edges[best].visits < needed and (found == NO_LINE or edges[best].visits < fewest):
            found = best
            fewest = edges[best].visits
    return found


cdef inline bint is_better_line(const Tree *tree, const Edge *edges, uint32_t one, uint32_t other) noexcept nogil:
    """Compares two moves by the visits that they were not granted, then by their priors."""
    cdef uint32_t own = edges[one].visits - tree.choice.granted[one]
    cdef uint32_t others = edges[other].visits - tree.choice.granted[other]
    return own > others or (own == others and edges[one].prior > edges[other].prior)


cdef uint32_t visits_needed(uint32_t most, int lines) noexcept nogil:
    """The visits that make a line comparable with the first, which has `most`. All lines together
    cost an eighth of a budget; since the best moves change during the search, up to twice as many
    moves may be granted visits."""
    return max(<uint32_t>LEAST_VISITS, most // <uint32_t>(8 * lines))


cdef uint32_t tried_place(Tree *tree, Node *node, uint32_t number) noexcept nogil:
    """The place of an edge of the root once it is tried: PUCT keeps tried edges before untried
    ones, so it may have to move."""
    cdef Edge *edges = &tree.edges[node.first_edge]
    cdef Edge moved = edges[number]
    cdef uint8_t barred = tree.choice.barred[number]
    cdef uint32_t place = node.tried
    if number < place or tree.options.choose != best_by_puct:
        return number
    memmove(&edges[place + 1], &edges[place], (number - place) * sizeof(Edge))
    memmove(&tree.choice.barred[place + 1], &tree.choice.barred[place], number - place)
    edges[place] = moved
    tree.choice.barred[place] = barred
    node.tried += 1
    bring_likeliest(tree, node)
    return place
