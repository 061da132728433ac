# cython: language_level=3, binding=False, embedsignature=False
"""The exact search, compiled: boards of four in line with columns x (rows + 1) <= 128.

The search itself is C (native_search.h); this module passes arguments and limits and stops it.
"""

from libc.stdint cimport uint64_t, uint8_t
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.exc cimport PyErr_CheckSignals

from p4tui.engine.kernel.arguments import (
    MOST_AT_ONCE, check_at_once, check_running, check_book, check_table, check_threads, check_window,
)


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
    const int P4_NO_POSITION


STAMP = "5874daddfbb5df90"  # a digest of these sources, see compiled.py; set by python -m tests.tools.stamp


cdef enum:
    WORD = 64  # bits
    WIDEST = 63  # beyond any score
    SIGNALS_EVERY = 128  # polls: some 50 ms


cdef object LOWER_WORD = 0xffff_ffff_ffff_ffff
cdef uint64_t ENDLESS = 1 << 62  # more nodes than any search takes
cdef uint64_t AT_ONCE = MOST_AT_ONCE


cdef double now() noexcept nogil:
    """Return the seconds of a monotonic clock."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec + 1e-9 * time.tv_nsec


cdef int poll(void *context) noexcept nogil:
    """Return whether the search of a solver has to stop: by its flag, at its deadline, or on a signal (Ctrl+C)."""
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
    """Return whether the search with vectors of 256 bits runs here."""
    return p4_is_wide()


cdef int split(object own, object other, bint is_wide, uint64_t[2] own_discs, uint64_t[2] other_discs) except -1:
    """Split the discs of both sides into words, the lower one first.

    Raises:
        OverflowError: the discs lie off any board.
    """
    own_discs[1] = other_discs[1] = 0
    if is_wide:
        own_discs[1], other_discs[1] = own >> WORD, other >> WORD
        own, other = own & LOWER_WORD, other & LOWER_WORD
    own_discs[0], other_discs[0] = own, other
    return 0


cdef class NativeSolver:
    """The compiled exact search (see `contract.ExactSearch`)."""

    cdef p4_solver *search
    cdef State state
    cdef bint busy
    cdef bint knows  # whether the bounds are those of the running call
    cdef int thread_count
    cdef object error
    cdef object geometry  # of the last call of at_once
    cdef int columns, rows  # of that geometry
    cdef object book, book_geometry
    cdef Py_buffer pages

    def __cinit__(self, table_mib=16, *, narrow_bits=WORD):
        """Create a search with an empty table.

        Args:
            table_mib: the size of the table in mebibytes, 1 to `MOST_MIB`.
            narrow_bits: the most bits of a board for words of 64 bits, 0 to 64; tests set it to 0 to use words of 128
                bits on small boards too.

        Raises:
            ValueError: a number is out of range.
            MemoryError: there is not enough memory.
        """
        self.state.solver = <void *> self
        self.thread_count = 1
        if not 0 <= narrow_bits <= WORD:
            raise ValueError(f"a word takes 0 to {WORD} bits, not {narrow_bits}")
        self.search = p4_create(check_table(table_mib), narrow_bits, poll, &self.state)
        if self.search is NULL:
            raise MemoryError

    def __dealloc__(self):
        p4_destroy(self.search)
        PyBuffer_Release(&self.pages)

    @staticmethod
    def solves(geometry):
        """Return whether the search supports a board: four in line, columns x (rows + 1) <= 128 (or 64, see native_search.h)."""
        return (
            geometry.connect == 4
            and geometry.columns >= 4
            and geometry.rows >= 4
            and geometry.columns * (geometry.rows + 1) <= P4_WIDEST_BOARD
        )

    @property
    def threads(self):
        """The most threads of a call (see `contract.ExactSearch`)."""
        return self.thread_count

    @threads.setter
    def threads(self, count):
        self.thread_count = check_threads(count)

    @property
    def nodes(self):
        """The positions searched by the running call, up to a millisecond ago, or else by the last one."""
        return p4_nodes(self.search)

    @property
    def bounds(self):
        """The bounds of the score of the running call (see `contract.ExactSearch.bounds`)."""
        cdef p4_bounds known
        if not self.knows:
            return None
        known = p4_known(self.search)
        return known.lower, known.upper

    def clear(self):
        """Empty the table, without delay.

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
        """Use a book from now on (see `contract.ExactSearch.use_book`).

        Raises:
            ValueError: the argument is not an open book.
            RuntimeError: a search is running.
        """
        self.refuse_while_busy()
        if book is self.book:
            return
        check_book(book)
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
        """End the running search within a millisecond or two; any thread may call it."""
        self.state.interrupted = 1

    def at_once(self, position, most_nodes):
        """Return the score of a position if a few nodes suffice (see `contract.ExactSearch.at_once`).

        Raises:
            ValueError: the board is not supported, no game reaches the position, or the number is out of range.
            MemoryError: there is no memory for the table.
            RuntimeError: another search of this solver is running.
        """
        cdef uint64_t[2] first, second
        cdef uint64_t most = 0
        cdef object geometry = position.geometry
        cdef int score = P4_NO_POSITION
        cdef bint ready
        self.refuse_while_busy()
        if geometry is not self.geometry:
            if not NativeSolver.solves(geometry):
                raise ValueError(f"the compiled search is not made for {geometry}")
            self.geometry, self.columns, self.rows = geometry, geometry.columns, geometry.rows
        try:
            most = most_nodes
            split(position.first, position.second, self.columns * (self.rows + 1) > WORD, first, second)
        except OverflowError:
            check_at_once(position, most_nodes)
        if most > AT_ONCE:
            check_at_once(position, most_nodes)
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
            score = p4_solve(self.search, second, first, -WIDEST, WIDEST, most, 1)
        else:
            score = p4_solve(self.search, first, second, -WIDEST, WIDEST, most, 1)
        if score == P4_NO_POSITION:
            check_at_once(position, most_nodes)
        return None if score >= P4_NO_SCORE else score

    def score(self, geometry, own, other, limit, stop, window=None):
        """Return the exact score of a running position, with the GIL released (see `contract.ExactSearch.score`).

        Raises:
            ValueError: the board is not supported, the position is not a running one, or the window is empty.
            MemoryError: there is no memory for the table.
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
        try:
            split(own, other, columns * (rows + 1) > WORD, own_discs, other_discs)
        except OverflowError:
            check_running(geometry, own, other)
        if window is not None:
            lower, upper = [max(-WIDEST, min(WIDEST, each)) for each in check_window(window)]
        self.refuse_while_busy()
        self.busy = True
        try:
            if limit.nodes is not None:
                most_nodes = min(limit.nodes, ENDLESS)
            self.state.deadline = 0 if limit.seconds is None else now() + limit.seconds
            self.state.polls = 0
            self.state.interrupted = 0
            self.error = None
            book = self.book_of(geometry)
            stop.add_callback(self.interrupt)
            try:
                with nogil:
                    ready = p4_prepare(self.search, columns, rows)
                    if ready:
                        p4_use_book(self.search, book)
                        p4_forget(self.search)
                        self.knows = True
                        score = p4_solve(self.search, own_discs, other_discs, lower, upper, most_nodes,
                                         self.thread_count)
                        self.knows = False
            finally:
                stop.remove_callback(self.interrupt)
        finally:
            self.busy = False
        if not ready:
            raise MemoryError
        if self.error is not None:
            # Its traceback would keep this search alive.
            error, self.error = self.error, None
            raise error
        if score > P4_NO_SCORE:
            check_running(geometry, own, other)
        return None if score >= P4_NO_SCORE else score

    cdef const uint8_t *book_of(self, geometry):
        """Return the book in use if it is one of this board, else NULL."""
        if self.book is None or (geometry is not self.book_geometry and geometry != self.book_geometry):
            return NULL
        return <const uint8_t *> self.pages.buf

    cdef int refuse_while_busy(self) except -1:
        if self.busy:
            raise RuntimeError("a search of this solver is running")
        return 0

    cdef bint signalled(self) noexcept:
        """Run the handlers of pending signals; return whether one raised an error, which `score` then raises."""
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            self.error = error
            return True
        return False
