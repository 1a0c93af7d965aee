"""The net's sums, in an order that never changes."""

from libc.stdint cimport uint32_t

from engine_c.bits cimport ctz

cdef extern from *:
    """
    #define CEILING 8.0f       /* of a unit: keeps every sum finite */
    #define FARTHEST 4.0f      /* by which a strength is moved at most: e^4 times the chance */
    /* One for each input of a block: compilers without variable shifts of vectors want a table. */
    static const unsigned BIT[32] = {
        1u << 0, 1u << 1, 1u << 2, 1u << 3, 1u << 4, 1u << 5, 1u << 6, 1u << 7,
        1u << 8, 1u << 9, 1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
        1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
        1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
    """
    const float CEILING
    const float FARTHEST
    const uint32_t *BIT

cdef enum:
    BLOCK = 32      # inputs looked at together: a bit each


cdef inline uint32_t non_zero(const float *inputs, int count) noexcept nogil:
    """Which of `count` inputs are not 0, a bit each.

    Compilers turn the loop over a whole block into vector instructions.
    """
    cdef uint32_t found = 0
    cdef int place
    if count >= BLOCK:
        for place in range(BLOCK):
            found |= BIT[place] if inputs[place] != 0 else 0
    else:
        for place in range(count):
            found |= BIT[place] if inputs[place] != 0 else 0
    return found


cdef inline void hidden_units(const Layer *layer, const float *inputs, float *hidden) noexcept nogil:
    """The first layer, cut to 0 .. CEILING. Most inputs are 0: only the rows of the others are
    added."""
    cdef const float *row
    cdef float value
    cdef uint32_t left
    cdef int block, start, number, unit
    for unit in range(HIDDEN):
        hidden[unit] = layer.bias[unit]
    for block in range((layer.inputs + BLOCK - 1) // BLOCK):
        start = block * BLOCK
        left = non_zero(inputs + start, layer.inputs - start)
        while left:
            number = start + ctz(left)
            left &= left - 1
            value = inputs[number]
            row = layer.weights + <size_t>number * HIDDEN
            for unit in range(HIDDEN):
                hidden[unit] += value * row[unit]
    for unit in range(HIDDEN):
        hidden[unit] = min(max(hidden[unit], <float>0), CEILING)


cdef void fit_policy(const PolicyNet *net, const float *inputs, float *changes) noexcept nogil:
    """What to add to each weight of the policy, and to the trust in advice, for the seat that
    decides."""
    cdef float hidden[HIDDEN]
    cdef const float *row
    cdef int number, output
    hidden_units(&net.first, inputs, hidden)
    for output in range(net.outputs):
        changes[output] = net.bias[output]
    for number in range(HIDDEN):
        if hidden[number] == 0:
            continue
        row = net.weights + <size_t>number * net.outputs
        for output in range(net.outputs):
            changes[output] += hidden[number] * row[output]


cdef void net_units(const Net *net, const float *inputs, float *units) noexcept nogil:
    """The second layer, for the seat that these inputs are about."""
    cdef float hidden[HIDDEN]
    cdef const float *row
    cdef float value
    cdef int number, unit
    hidden_units(&net.first, inputs, hidden)
    for unit in range(SECOND):
        units[unit] = net.second_bias[unit]
    for number in range(HIDDEN):
        value = hidden[number]
        row = net.second + number * SECOND
        for unit in range(SECOND):
            units[unit] += value * row[unit]
    for unit in range(SECOND):
        units[unit] = min(max(units[unit], <float>0), CEILING)


cdef float net_output(const Net *net, const float *units) noexcept nogil:
    """What the net adds to the strength of a seat, from the second layer."""
    cdef float total = net.last_bias
    cdef int unit
    for unit in range(SECOND):
        total += units[unit] * net.last[unit]
    return min(max(total, -FARTHEST), FARTHEST)
