"""The net's sums, in an order that never changes."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #define CEILING 8.0f       /* of a unit: keeps every sum finite */
    #define FARTHEST 4.0f      /* that the net may move a strength: e to this is how much likelier a win becomes */
    """
    const float CEILING
    const float FARTHEST

cdef enum:
    BLOCK = 8       # inputs looked at together


cdef inline bint all_zero(const float *inputs) noexcept nogil:
    """Whether a block of inputs is all zero, bit by bit."""
    cdef uint32_t words[BLOCK]
    cdef uint32_t any_bit = 0
    cdef int place
    memcpy(words, inputs, sizeof(words))
    for place in range(BLOCK):
        any_bit |= words[place]
    return any_bit == 0


cdef float net_output(const Net *net, const float *inputs) noexcept nogil:
    """What the net adds to the strength of the seat that these inputs are about."""
    cdef float hidden[HIDDEN]
    cdef float second[SECOND]
    cdef const float *row
    cdef float value, total = net.last_bias
    cdef int block, number, unit, start
    for unit in range(HIDDEN):
        hidden[unit] = net.first_bias[unit]
    for block in range((net.inputs + BLOCK - 1) // BLOCK):
        start = block * BLOCK
        if start + BLOCK <= net.inputs and all_zero(inputs + start):
            continue
        for number in range(start, min(start + BLOCK, net.inputs)):
            value = inputs[number]
            if value != 0:
                row = net.first + <size_t>number * HIDDEN
                for unit in range(HIDDEN):
                    hidden[unit] += value * row[unit]
    for unit in range(SECOND):
        second[unit] = net.second_bias[unit]
    for number in range(HIDDEN):
        value = min(max(hidden[number], <float>0), CEILING)
        row = net.second + number * SECOND
        for unit in range(SECOND):
            second[unit] += value * row[unit]
    for unit in range(SECOND):
        total += min(max(second[unit], <float>0), CEILING) * net.last[unit]
    return min(max(total, -FARTHEST), FARTHEST)
