"""What every search's door does (door.pyx)."""

from libc.stdint cimport uint32_t

from engine_c.position cimport Position
from engine_c.search.tree cimport Edge, Node, Tree


cdef class TreeDoor:
    cdef Tree tree
    cdef object tables              # whose rules the tree's positions follow
    cdef bint running               # a thread is in `run`, without the lock of Python

    cdef int _prepare(self, object options, object settled, object seed) except -1
    cdef int _make_room(self, size_t megabytes) except -1
    cdef int _set_position(self, Position position, int seat) except -1
    cdef int _count_anew(self, size_t moves) except -1
    cdef int _check_idle(self) except -1
    cdef int _check_begun(self) except -1
    cdef const Edge *_edge(self, uint32_t at, object move) except? NULL
    cdef const Edge *_most_visited(self, const Node *node) noexcept
    cdef list _legal_order(self)
    cdef list _node_values(self, uint32_t at)
