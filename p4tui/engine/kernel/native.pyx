# cython: language_level=3, binding=False, embedsignature=False
"""The exact search, compiled: boards of four in line with columns x (rows + 1) <= 128.

The search itself is C (native_search.h); here it gets its arguments, its limit and the ways to stop it.
"""

from libc.stdint cimport uint64_t, uint8_t
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals


cdef extern from "native_search.h" nogil:
    ctypedef struct p4_solver:
        pass

    ctypedef struct p4_bounds:
        int lower
        int upper

    ctypedef int p4_flag
    ctypedef int (*p4_poll)(void *context) noexcept nogil

    p4_solver *p4_create(int mib, int narrow_bits, p4_poll poll, void *context)
    void p4_destroy(p4_solver *s)
    void p4_clear(p4_solver *s)
    bint p4_prepare(p4_solver *s, int columns, int rows)
    void p4_use_book(p4_solver *s, const uint8_t *book)
    int p4_solve(p4_solver *s, const uint64_t own[2], const uint64_t other[2], int lower, int upper,
                 uint64_t most_nodes, int threads)
    void p4_forget(p4_solver *s)
    bint p4_is_ready(const p4_solver *s, int columns, int rows)
    void p4_wait(p4_solver *s)
    uint64_t p4_nodes(p4_solver *s)
    p4_bounds p4_known(p4_solver *s)
    bint p4_is_wide()
    int p4_count_bits(uint64_t word)
    const int P4_WIDEST_BOARD
    const int P4_NO_SCORE


STAMP = "be7c7e5050bdcc9b"  # which sources these are, see compiled.py; set by python -m tests.tools.stamp


cdef enum:
    WORD = 64  # bits
    WIDEST = 63  # beyond any score
    SIGNALS_EVERY = 128  # polls: some 50 ms


cdef object LOWER_WORD = 0xffff_ffff_ffff_ffff
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

    cdef p4_solver *search
    cdef State state
    cdef bint busy
    cdef bint knows  # whether the bounds are those of the call that runs
    cdef public int threads
    cdef object error
    cdef object geometry  # of the last call of at_once
    cdef int columns, rows  # its
    cdef object book, book_geometry
    cdef Py_buffer pages

    def __cinit__(self, int table_mib=16, *, int narrow_bits=WORD):
        """An empty search.

        Args:
            table_mib: the size of the table in mebibytes.
            narrow_bits: what a board may take to be searched in words of 64 bits, 0 to 64; tests set it to 0, so that
                those of 128 bits are used on boards that fit in less.
        """
        self.state.solver = <void *> self
        self.threads = 1
        self.search = p4_create(table_mib, narrow_bits, poll, &self.state)
        if self.search is NULL:
            raise MemoryError

    def __dealloc__(self):
        p4_destroy(self.search)
        PyBuffer_Release(&self.pages)

    @staticmethod
    def solves(geometry):
        """Whether it is made for a board: four in line, columns x (rows + 1) <= 128 (64 without 128-bit integers)."""
        return geometry.connect == 4 and geometry.columns * (geometry.rows + 1) <= P4_WIDEST_BOARD

    @property
    def nodes(self):
        """Positions searched by the call that runs (to the millisecond), or else by the last one."""
        return p4_nodes(self.search)

    @property
    def bounds(self):
        """What is known of the score that the call that runs is after (see `contract.ExactSearch.bounds`)."""
        cdef p4_bounds known
        if not self.knows:
            return None
        known = p4_known(self.search)
        return known.lower, known.upper

    def clear(self):
        """Empty the table, in no time.

        Raises:
            RuntimeError: a search is running.
        """
        self.refuse_while_busy()
        self.busy = True
        try:
            with nogil:
                p4_clear(self.search)
        finally:
            self.busy = False

    def use_book(self, book):
        """Take the scores of positions out of a book from now on (see `contract.ExactSearch.use_book`).

        Raises:
            RuntimeError: a search is running.
        """
        self.refuse_while_busy()
        if book is self.book:
            return
        self.busy = True
        with nogil:
            p4_wait(self.search)
        self.busy = False
        self.book = None
        PyBuffer_Release(&self.pages)
        if book is not None:
            PyObject_GetBuffer(book.data, &self.pages, PyBUF_SIMPLE)
            self.book, self.book_geometry = book, book.geometry

    def interrupt(self):
        """End the search that runs, from any thread, within a millisecond or two."""
        self.state.interrupted = 1

    def at_once(self, position, uint64_t most_nodes):
        """The score of a position if it takes next to no time (see `contract.ExactSearch.at_once`).

        Raises:
            ValueError: it is not made for the board.
            MemoryError: the table could not be had.
            RuntimeError: another search of this solver is running.
        """
        cdef uint64_t[2] first, second
        cdef object geometry = position.geometry, first_discs = position.first, second_discs = position.second
        cdef int score
        cdef bint ready
        self.refuse_while_busy()
        if geometry is not self.geometry:
            if not NativeSolver.solves(geometry):
                raise ValueError(f"the compiled search is not made for {geometry}")
            self.geometry, self.columns, self.rows = geometry, geometry.columns, geometry.rows
        first[1] = second[1] = 0
        if self.columns * (self.rows + 1) > WORD:
            first[1], second[1] = first_discs >> WORD, second_discs >> WORD
            first_discs, second_discs = first_discs & LOWER_WORD, second_discs & LOWER_WORD
        first[0], second[0] = first_discs, second_discs
        if not p4_is_ready(self.search, self.columns, self.rows):
            self.busy = True
            with nogil:
                ready = p4_prepare(self.search, self.columns, self.rows)
            self.busy = False
            if not ready:
                raise MemoryError
        self.state.deadline = 0
        self.state.polls = 0
        self.state.interrupted = 0
        p4_use_book(self.search, self.book_of(geometry))
        if (p4_count_bits(first[0] | second[0]) + p4_count_bits(first[1] | second[1])) % 2:
            score = p4_solve(self.search, second, first, -WIDEST, WIDEST, most_nodes, 1)
        else:
            score = p4_solve(self.search, first, second, -WIDEST, WIDEST, most_nodes, 1)
        return None if score == P4_NO_SCORE else score

    def score(self, geometry, own, other, limit, stop, window=None):
        """The exact score of a running position, with the GIL released (see `contract.ExactSearch.score`).

        Raises:
            ValueError: it is not made for the board.
            MemoryError: the table could not be had.
            RuntimeError: another search of this solver is running.
        """
        cdef uint64_t[2] own_discs, other_discs
        cdef uint64_t most_nodes = ENDLESS
        cdef int lower = -WIDEST, upper = WIDEST, score = 0, columns, rows
        cdef bint ready
        cdef const uint8_t *book = NULL
        if not NativeSolver.solves(geometry):
            raise ValueError(f"the compiled search is not made for {geometry}")
        columns, rows = geometry.columns, geometry.rows
        own_discs[1] = other_discs[1] = 0
        if columns * (rows + 1) > WORD:
            own_discs[1], other_discs[1] = own >> WORD, other >> WORD
            own, other = own & LOWER_WORD, other & LOWER_WORD
        own_discs[0], other_discs[0] = own, other
        self.refuse_while_busy()
        self.busy = True
        try:
            if window is not None:
                lower, upper = max(lower, window[0]), min(upper, window[1])
            if limit.nodes is not None:
                most_nodes = min(limit.nodes, ENDLESS)
            self.state.deadline = 0 if limit.seconds is None else now() + limit.seconds
            self.state.polls = 0
            self.state.interrupted = 0
            self.error = None
            book = self.book_of(geometry)
            stop.call(self.interrupt)
            try:
                with nogil:
                    ready = p4_prepare(self.search, columns, rows)
                    if ready:
                        p4_use_book(self.search, book)
                        p4_forget(self.search)
                        self.knows = True
                        score = p4_solve(self.search, own_discs, other_discs, lower, upper, most_nodes, self.threads)
                        self.knows = False
            finally:
                stop.forget(self.interrupt)
        finally:
            self.busy = False
        if not ready:
            raise MemoryError
        if self.error is not None:
            # Kept, it would keep all that its traceback names, this search among it.
            error, self.error = self.error, None
            raise error
        return None if score == P4_NO_SCORE else score

    cdef const uint8_t *book_of(self, geometry):
        """The book in use if it is one of this board, else NULL."""
        if self.book is None or (geometry is not self.book_geometry and geometry != self.book_geometry):
            return NULL
        return <const uint8_t *> self.pages.buf

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
