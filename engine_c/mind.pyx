# cython: boundscheck=True
"""The weights that a player judges with, as C arrays: evaluation, net, points, policy, plan."""

from libc.math cimport isfinite
from libc.stdlib cimport calloc, free

from engine_c.game cimport Game, Judgement, judgement_of
from engine_c.judgement cimport input_count, points_width
from engine_c.net cimport HIDDEN, Layer, MOST_INPUTS, MOST_OUTPUTS, SECOND
from engine_c.search.options import SearchSettings

# What `hansa train` must know of a net's shape: the units of its two layers.
NET_HIDDEN, NET_SECOND = HIDDEN, SECOND

cdef enum:
    # weights behind those of the first layer
    AFTER_FIRST = HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1


cdef float *_array(list weights) except NULL:
    cdef float *array = <float *>calloc(max(1, len(weights)), sizeof(float))
    cdef double weight
    cdef int number
    if array == NULL:
        raise MemoryError("no memory for the weights of a player")
    try:
        for number in range(len(weights)):
            weight = weights[number]
            if not isfinite(weight) or not -LARGEST_WEIGHT <= weight <= LARGEST_WEIGHT:
                raise ValueError(
                    f"{weight} is not a weight: it must be between -{LARGEST_WEIGHT:.0e} and {LARGEST_WEIGHT:.0e}")
            array[number] = <float>weight
    except BaseException:
        free(array)
        raise
    return array


cdef int _copy_net(const float[::1] weights, float *array) except -1:
    cdef Py_ssize_t number
    for number in range(weights.shape[0]):
        if not -LARGEST_NET_WEIGHT <= weights[number] <= LARGEST_NET_WEIGHT:
            raise ValueError(f"{weights[number]} is not a weight of a net: none is beyond {LARGEST_NET_WEIGHT}")
        array[number] = weights[number]
    return 0


cdef const float *_first_layer(Layer *layer, int inputs, const float *at) noexcept:
    """Points a layer to its weights; where the next layer's begin."""
    layer.inputs = inputs
    layer.weights = at
    layer.bias = at + <size_t>inputs * HIDDEN
    return layer.bias + HIDDEN


cdef class Mind:
    """Four lists of weights and perhaps a net; immutable, so that any number of searches may read
    it.

    `net` has the weights of all layers, one layer after the other, as engine_c/net.pxd names them.
    `settings` are those of a search with this mind, unless its options say otherwise.
    """

    def __cinit__(
        self, list evaluation not None, list points not None, list policy not None, list plan not None,
        const float[::1] net=None, *, const float[::1] policy_net=None, settings: SearchSettings | None = None,
    ) -> None:
        settings = SearchSettings() if settings is None else settings
        if not isinstance(settings, SearchSettings):
            raise TypeError(f"the settings of a mind are SearchSettings, not {type(settings).__name__}")
        self.settings = settings
        self.evaluation_weights, self.points_weights = len(evaluation), len(points)
        self.policy_weights, self.plan_weights = len(policy), len(plan)
        self.evaluation, self.points = _array(evaluation), _array(points)
        self.policy, self.plan = _array(policy), _array(plan)
        if net is not None:
            self._take_net(net)
        if policy_net is not None:
            self._take_policy_net(policy_net)

    cdef int _take_net(self, const float[::1] weights) except -1:
        cdef Py_ssize_t count = weights.shape[0], inputs = (count - AFTER_FIRST) // HIDDEN
        cdef const float *at
        if count <= AFTER_FIRST or (count - AFTER_FIRST) % HIDDEN or inputs > MOST_INPUTS:
            raise ValueError(f"no net has {count} weights")
        self.net = <Net *>calloc(1, sizeof(Net))
        self.net_weights = <float *>calloc(count, sizeof(float))
        if self.net == NULL or self.net_weights == NULL:
            raise MemoryError("no memory for the weights of a player")
        _copy_net(weights, self.net_weights)
        self.net_inputs = <int>inputs
        at = _first_layer(&self.net.first, self.net_inputs, self.net_weights)
        self.net.second = at
        at += HIDDEN * SECOND
        self.net.second_bias = at
        at += SECOND
        self.net.last = at
        self.net.last_bias = at[SECOND]
        return 0

    cdef int _take_policy_net(self, const float[::1] weights) except -1:
        cdef int outputs = self.policy_weights + 1
        cdef Py_ssize_t count = weights.shape[0], rest = count - HIDDEN - (HIDDEN + 1) * outputs
        if rest <= 0 or rest % HIDDEN or rest // HIDDEN > MOST_INPUTS or outputs > MOST_OUTPUTS:
            raise ValueError(f"no net for a policy of {self.policy_weights} weights has {count} weights")
        self.policy_net = <PolicyNet *>calloc(1, sizeof(PolicyNet))
        self.policy_net_weights = <float *>calloc(count, sizeof(float))
        if self.policy_net == NULL or self.policy_net_weights == NULL:
            raise MemoryError("no memory for the weights of a player")
        _copy_net(weights, self.policy_net_weights)
        self.policy_net.outputs = outputs
        self.policy_net.weights = _first_layer(
            &self.policy_net.first, <int>(rest // HIDDEN), self.policy_net_weights)
        self.policy_net.bias = self.policy_net.weights + HIDDEN * outputs
        return 0

    cdef int check_for(self, const Game *game, const void *rules) except -1:
        """ValueError unless these are weights for a game, and the net one for its board."""
        cdef const Judgement *judgement = judgement_of(game)
        cdef int points = game.categories * points_width(judgement, self.net != NULL)
        if self.evaluation_weights != 2 * judgement.features or self.points_weights != points or (
                self.policy_weights != judgement.policy_weights or self.plan_weights != judgement.plan_weights):
            raise ValueError("this mind is for another game or another version of it")
        if self.policy_net != NULL and self.policy_net.first.inputs != 1 + judgement.features:
            raise ValueError("the policy's net of this mind is for another game or another version of it")
        if self.net != NULL and self.net_inputs != input_count(game, rules):
            raise ValueError("the net of this mind is for another board")
        return 0

    def __dealloc__(self) -> None:
        free(self.evaluation)
        free(self.points)
        free(self.policy)
        free(self.plan)
        free(self.net)
        free(self.net_weights)
        free(self.policy_net)
        free(self.policy_net_weights)
