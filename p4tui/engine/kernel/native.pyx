# cython: language_level=3, binding=False, embedsignature=False
"""The exact search, compiled: boards of four in line with columns x (rows + 1) <= 64.

The search itself is C (native_search.h); here it gets its arguments, its limit and the ways to stop it.
"""

from libc.stdint cimport uint64_t
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from cpython.exc cimport PyErr_CheckSignals


cdef extern from "native_search.h" nogil:
    ctypedef struct p4_search:
        int stopped

    ctypedef int p4_flag
    ctypedef int (*p4_poll)(void *context) noexcept nogil

    p4_search *p4_create(int mib, p4_poll poll, void *context)
    void p4_destroy(p4_search *s)
    void p4_clear(p4_search *s)
    bint p4_prepare(p4_search *s, int columns, int rows)
    int p4_solve(p4_search *s, uint64_t own, uint64_t other, int lower, int upper, uint64_t most_nodes)
    uint64_t p4_nodes(p4_search *s)
    bint p4_is_wide()


cdef enum:
    WIDEST = 63  # beyond any score
    SIGNALS_EVERY = 128  # polls: some 50 ms


cdef uint64_t ENDLESS = 1 << 62  # more nodes than any search takes


cdef double now() noexcept nogil:
    """Seconds of a clock that only goes forward."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec + 1e-9 * time.tv_nsec


cdef int poll(void *context) noexcept nogil:
    """Whether the search of a solver has to stop: it was told to, is out of time, or a signal came (Ctrl+C)."""
    cdef State *state = <State *> context
    if state.interrupted or (state.deadline and now() >= state.deadline):
        return 1
    state.polls += 1
    if state.polls % SIGNALS_EVERY == 0:
        with gil:
            return (<NativeSolver> state.solver).signalled()
    return 0


cdef struct State:
    p4_flag interrupted
    double deadline
    unsigned int polls
    void *solver


def is_wide():
    """Whether the search with vectors of 256 bits is the one that runs here."""
    return p4_is_wide()


cdef class NativeSolver:
    """The compiled exact search (see `contract.ExactSearch`)."""

    cdef p4_search *search
    cdef State state
    cdef bint busy
    cdef object error

    def __cinit__(self, int table_mib=16):
        self.state.solver = <void *> self
        self.search = p4_create(table_mib, poll, &self.state)
        if self.search is NULL:
            raise MemoryError

    def __dealloc__(self):
        p4_destroy(self.search)

    @staticmethod
    def solves(geometry):
        """Whether it is made for a board."""
        return geometry.connect == 4 and geometry.columns * (geometry.rows + 1) <= 64

    @property
    def nodes(self):
        """Positions searched by the call that runs (to the millisecond), or else by the last one."""
        return p4_nodes(self.search)

    def clear(self):
        """Empty the table, in no time.

        Raises:
            RuntimeError: a search is running.
        """
        self.refuse_while_busy()
        p4_clear(self.search)

    def interrupt(self):
        """End the search that runs, from any thread, within a millisecond or two."""
        self.state.interrupted = 1

    def score(self, geometry, own, other, limit, stop, window=None):
        """The exact score of a running position, with the GIL released (see `contract.ExactSearch.score`).

        Raises:
            ValueError: it is not made for the board.
            MemoryError: the table could not be had.
            RuntimeError: another search of this solver is running.
        """
        cdef uint64_t own_discs, other_discs, most_nodes = ENDLESS
        cdef int lower = -WIDEST, upper = WIDEST, score = 0, columns, rows
        cdef bint ready
        if not NativeSolver.solves(geometry):
            raise ValueError(f"the compiled search is not made for {geometry}")
        own_discs, other_discs = own, other
        self.refuse_while_busy()
        self.busy = True
        try:
            columns, rows = geometry.columns, geometry.rows
            if window is not None:
                lower, upper = max(lower, window[0]), min(upper, window[1])
            if limit.nodes is not None:
                most_nodes = min(limit.nodes, ENDLESS)
            self.state.deadline = 0 if limit.seconds is None else now() + limit.seconds
            self.state.polls = 0
            self.state.interrupted = 0
            self.error = None
            stop.call(self.interrupt)
            try:
                with nogil:
                    ready = p4_prepare(self.search, columns, rows)
                    if ready:
                        score = p4_solve(self.search, own_discs, other_discs, lower, upper, most_nodes)
            finally:
                stop.forget(self.interrupt)
        finally:
            self.busy = False
        if not ready:
            raise MemoryError
        if self.error is not None:
            raise self.error
        return None if self.search.stopped else score

    cdef int refuse_while_busy(self) except -1:
        if self.busy:
            raise RuntimeError("a search of this solver is running")
        return 0

    cdef bint signalled(self) noexcept:
        """Run the handlers of signals that came; whether one of them raised, which `score` then raises."""
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            self.error = error
            return True
        return False
