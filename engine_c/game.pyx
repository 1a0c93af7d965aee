"""Checks a game's tables when the game is imported, so that no search ever calls a NULL."""

cdef Game _rules                # only where their members stand is used
cdef Judgement _judgement
cdef Learning _learning


cdef size_t _in_rules(void *member) noexcept:
    return <char *>member - <char *>&_rules

cdef size_t _in_judgement(void *member) noexcept:
    return <char *>member - <char *>&_judgement

cdef size_t _in_learning(void *member) noexcept:
    return <char *>member - <char *>&_learning


RULES_PLACES = {
    "to_move": _in_rules(&_rules.to_move), "turn": _in_rules(&_rules.turn), "phase": _in_rules(&_rules.phase),
    "seats": _in_rules(&_rules.seats), "turns": _in_rules(&_rules.turns), "moves": _in_rules(&_rules.moves),
    "chances": _in_rules(&_rules.chances), "apply": _in_rules(&_rules.apply), "cut_off": _in_rules(&_rules.cut_off),
    "score": _in_rules(&_rules.score), "shares": _in_rules(&_rules.shares), "standing": _in_rules(&_rules.standing),
    "key": _in_rules(&_rules.key), "open_key": _in_rules(&_rules.open_key), "imagine": _in_rules(&_rules.imagine),
}
JUDGEMENT_PLACES = {
    "count_features": _in_judgement(&_judgement.count_features), "can_score": _in_judgement(&_judgement.can_score),
    "logits": _in_judgement(&_judgement.logits), "play_on": _in_judgement(&_judgement.play_on),
    "play_each": _in_judgement(&_judgement.play_each), "advise": _in_judgement(&_judgement.advise),
}
LEARNING_PLACES = {
    "action_count": _in_learning(&_learning.action_count), "number": _in_learning(&_learning.number),
    "numbered": _in_learning(&_learning.numbered), "feature_count": _in_learning(&_learning.feature_count),
    "observe": _in_learning(&_learning.observe),
}


cdef int check_game(const Game *game) except -1:
    if game.name == NULL:
        raise ImportError("a game without a name")
    if not 0 < game.state_bytes <= 8 * STATE_WORDS or game.state_bytes % 8:
        raise _fault(game, f"a state of {game.state_bytes} bytes; it must be a multiple of 8, at most {8 * STATE_WORDS}")
    if not 0 < game.categories <= MAX_CATEGORIES:
        raise _fault(game, f"{game.categories} categories of points; it must be 1 to {MAX_CATEGORIES}")
    _check_places(game, "rules", game, RULES_PLACES)
    if game.judgement != NULL:
        _check_places(game, "judgement", game.judgement, JUDGEMENT_PLACES)
        _check_weights(game, game.judgement)
    if game.learning != NULL:
        _check_places(game, "learning", game.learning, LEARNING_PLACES)
        if game.learning.chance_count < 0:
            raise _fault(game, f"{game.learning.chance_count} numbers of moves of chance")
    return 0


cdef int _check_places(const Game *game, str table, const void *entries, dict places) except -1:
    for name, place in places.items():
        if (<void **>(<char *>entries + <size_t>place))[0] == NULL:
            raise _fault(game, f"the table of its {table} has no {name!r}")
    return 0


cdef int _check_weights(const Game *game, const Judgement *judgement) except -1:
    for name, count in (
        ("policy", judgement.policy_weights), ("plan", judgement.plan_weights),
    ):
        if count < 1:
            raise _fault(game, f"{count} weights of its {name}; it must be 1 or more")
    if not 0 < judgement.features <= MAX_FEATURES:
        raise _fault(game, f"{judgement.features} features; it must be 1 to {MAX_FEATURES}")
    if judgement.plan_weights > MAX_PLAN_WEIGHTS:
        raise _fault(game, f"{judgement.plan_weights} weights of its plan; it must be at most {MAX_PLAN_WEIGHTS}")
    return 0


cdef object _fault(const Game *game, str what):
    return ImportError(f"the game {game.name.decode()} cannot be used: {what}; see engine_c/game.pxd")


cdef const Judgement *judgement_of(const Game *game) except NULL:
    if game.judgement == NULL:
        raise ValueError(f"nothing judges positions of {game.name.decode()}: it cannot be searched or played by plan")
    return game.judgement


cdef const Learning *learning_of(const Game *game) except NULL:
    if game.learning == NULL:
        raise ValueError(f"moves and positions of {game.name.decode()} have no numbers: it cannot be learned")
    return game.learning
