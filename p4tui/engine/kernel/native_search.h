/* An exact search for boards of four in line with columns x (rows + 1) <= P4_WIDEST_BOARD, in C11. Only gcc and clang have
 * 128-bit integers, which larger boards need.
 *
 * Boards are words in the layout of p4tui/core/geometry.py, 64 bits wide if that suffices, else 128. On x86-64 the search
 * of each width is compiled twice; the processor decides which version runs.
 *
 * p4_create creates a solver, p4_prepare sets its board, p4_solve searches, p4_clear empties the table, p4_destroy frees it.
 * A solver serves one caller at a time and may use several threads. Solvers share nothing. Any thread may call p4_nodes and
 * p4_known.
 */
#ifndef P4_NATIVE_SEARCH_H
#define P4_NATIVE_SEARCH_H

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "native_book.h"

#if defined(__SIZEOF_INT128__)
#define P4_WIDEST_BOARD 128
typedef unsigned __int128 p4_word;
#else
#define P4_WIDEST_BOARD 64
typedef uint64_t p4_word;
#endif

enum {
    P4_NO_BOUND = 63,           /* beyond any score */
    P4_NO_SCORE = 64,           /* none was found */
    P4_FINISHED,                /* the game is over */
    P4_NO_POSITION,             /* no game reaches the discs */
    P4_SHARED_POLLS = 4,        /* with several threads, the first does a full poll every so many times */
    P4_ALONE_NODES = 1 << 17,   /* nodes before other threads help: searches of 30 ms need no help */
    P4_TOGETHER_PLIES = 22,     /* plies from the root that threads search together; below, each searches alone */
    P4_MOST_THREADS = 256,      /* of one search */
    P4_MARK_BITS = 10,          /* 2^10 places to mark positions that a thread searches */
    P4_STACK = 1 << 21,         /* bytes of a thread's stack: ten times that of the deepest search */
    P4_SMALLEST_BITS = 14,      /* a table starts with 2^14 buckets: 256 KiB, which near caches hold */
    P4_GROWTH_BITS = 2,
    P4_WORTH_BITS = 5,          /* it grows once 2^5 nodes were searched for each bucket: what a small one forgets costs less
                                 * than to wait for the memory of a large one (8 % more nodes, each in 3/4 of the time) */
    P4_POLL_ENTRIES = 1 << 13,  /* entries between two polls while a table grows */
    P4_MIB_BITS = 31,           /* a size in mebibytes is an int */
    P4_SIZES = (P4_MIB_BITS + 20 - P4_SMALLEST_BITS) / P4_GROWTH_BITS + 1, /* of a table, from the smallest to any int */
    P4_WORK_SHIFT = 14,         /* of an entry: work above it, bounds below */
};

/* The reasons why a search ends. */
enum {
    P4_ENDED = 1,   /* it was stopped, or is out of nodes */
    P4_ANSWERED,    /* another thread has the answer */
    P4_NEEDS_HELP,  /* other threads should help */
};

/* The bounds of a score. */
typedef struct {
    int lower, upper;
} p4_bounds;

/* Inline at every call: compilers do it unasked only for a single call. */
#if defined(__GNUC__)
#define P4_INLINE inline __attribute__((always_inline))
#else
#define P4_INLINE inline
#endif

/* By the width of a word. */
#define P4_WORD_BITS (8 * (int)sizeof(P4_WORD))
#define P4_MAX_COLUMNS (P4_WORD_BITS / 5)
#define P4_MAX_ROWS (P4_WORD_BITS / 4 - 1)
/* Nodes between two polls: a millisecond or two at the most. Words of 128 bits hold boards of up to 25 columns, where a node
 * takes up to 30 microseconds. Several threads poll more often, as another one may have the answer at any time. */
#define P4_POLL_NODES (P4_WORD_BITS > 64 ? 64 : 4096)
#define P4_POLL_NODES_SHARED (P4_WORD_BITS > 64 ? 16 : 512)

/* Set by one thread, read by another. */
typedef _Atomic int p4_flag;

/* Called by a running search: return whether it has to stop. */
typedef int (*p4_poll)(void *context);

/* The data that the threads of a search share. */
typedef struct {
    int threads;                    /* the most threads */
    pthread_t started[P4_MOST_THREADS]; /* helpers that were started and not joined yet */
    int started_count;
    void *helpers;                  /* their data */
    p4_poll poll;
    void *context;
    uint64_t most_nodes;
    int alone_below;                /* the most empty cells of a position that one thread searches alone */
    unsigned polls;
    _Atomic uint64_t granted;       /* nodes that the threads may search before they ask again */
    _Atomic uint64_t nodes;         /* searched, as of the threads' last polls */
    _Atomic int ended;              /* whether the search has to end without an answer */
    _Atomic int bounds;             /* of the root; packed, see p4_packed */
    _Atomic uint64_t marks[1 << P4_MARK_BITS];
} p4_search;

/* Add to the count. */
static void p4_count_nodes(p4_search *s, uint64_t nodes)
{
    atomic_fetch_add_explicit(&s->nodes, nodes, memory_order_relaxed);
}

/* Pack the bounds of the root into one number, with whether its side to move differs from the given position's. */
static int p4_packed(p4_bounds b, int turned)
{
    return turned << 14 | (b.lower + P4_NO_BOUND) << 7 | (b.upper + P4_NO_BOUND);
}

static p4_bounds p4_unpacked(int packed)
{
    return (p4_bounds){(packed >> 7 & 127) - P4_NO_BOUND, (packed & 127) - P4_NO_BOUND};
}

/* Return the bounds of the root. */
static p4_bounds p4_bounds_of(p4_search *s)
{
    return p4_unpacked(atomic_load_explicit(&s->bounds, memory_order_relaxed));
}

/* Set the bounds of the root before the search; `turned` as above. */
static void p4_begin(p4_search *s, int lower, int upper, int turned)
{
    atomic_store_explicit(&s->bounds, p4_packed((p4_bounds){lower, upper}, turned), memory_order_relaxed);
}

/* Record the result of a test. */
static void p4_found(p4_search *s, int goal, int score)
{
    int old = atomic_load_explicit(&s->bounds, memory_order_relaxed), packed;
    do {
        p4_bounds b = p4_unpacked(old);
        if (score >= goal && b.lower < score)
            b.lower = score;
        if (score < goal && b.upper > score)
            b.upper = score;
        packed = p4_packed(b, old >> 14);
    } while (!atomic_compare_exchange_weak(&s->bounds, &old, packed));
}

/* Return how many nodes a thread may search before it asks again, at most `most`; 0, with `stopped` set, if none is left. */
static uint64_t p4_granted(p4_search *s, uint64_t most, int *stopped)
{
    const uint64_t before = atomic_fetch_add(&s->granted, most);
    if (before >= s->most_nodes) {
        atomic_store(&s->ended, 1);
        *stopped = P4_ENDED;
        return 0;
    }
    return s->most_nodes - before < most ? s->most_nodes - before : most;
}

/* Return whether the search was stopped; only the caller's thread asks. */
static int p4_told_to_end(p4_search *s)
{
    if (!atomic_load_explicit(&s->ended, memory_order_relaxed) && s->poll(s->context))
        atomic_store(&s->ended, 1);
    return atomic_load_explicit(&s->ended, memory_order_relaxed);
}

/* Return the reason why a thread has to end its search of a goal, or 0. */
static int p4_reason_to_stop(p4_search *s, int goal, int shared, int helps)
{
    if (atomic_load_explicit(&s->ended, memory_order_relaxed))
        return P4_ENDED;
    if (!helps && (!shared || ++s->polls % P4_SHARED_POLLS == 0) && p4_told_to_end(s))
        return P4_ENDED;
    if (shared) {
        const p4_bounds known = p4_bounds_of(s);
        return goal > known.lower && goal <= known.upper ? 0 : P4_ANSWERED;
    }
    return s->threads > 1 && atomic_load_explicit(&s->nodes, memory_order_relaxed) >= P4_ALONE_NODES ? P4_NEEDS_HELP : 0;
}

/* Return the place of a position's mark by its highest hash bits: the lowest are 0 on boards of less than 64 bits. */
static _Atomic uint64_t *p4_mark_of(p4_search *s, uint64_t hash)
{
    return s->marks + (hash >> (64 - P4_MARK_BITS));
}

/* Return whether a position is marked as searched by a thread: only a hint, as marks share places. */
static int p4_is_marked(p4_search *s, uint64_t hash)
{
    return atomic_load_explicit(p4_mark_of(s, hash), memory_order_relaxed) == hash;
}

static void p4_mark(p4_search *s, uint64_t hash, int searched)
{
    atomic_store_explicit(p4_mark_of(s, hash), searched ? hash : 0, memory_order_relaxed);
}

/* Start a thread that blocks signals. Return whether it started. */
static int p4_start_thread(p4_search *s, void *(*run)(void *), void *context)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (s->started_count == P4_MOST_THREADS || pthread_attr_init(&attributes))
        return 0;
    pthread_attr_setstacksize(&attributes, P4_STACK);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(s->started + s->started_count, &attributes, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    s->started_count += !failed;
    return !failed;
}

/* Wait for the helpers of the last search, before their data changes. The search is over, so they end soon; its answer did
 * not wait for them. */
static void p4_join(p4_search *s)
{
    while (s->started_count)
        pthread_join(s->started[--s->started_count], NULL);
    free(s->helpers);
    s->helpers = NULL;
}

/* Return the next goal to test for a score between two bounds, lower < goal <= upper. The sooner an end, the cheaper its
 * test: such goals come first, in small steps, then bisection of the rest. */
static int p4_next_goal(int lower, int upper)
{
    const int farthest = upper >= -lower ? upper : -lower, step = farthest > 6 ? 2 : 4;
    if (farthest <= 6)
        return lower + (upper - lower + 1) / 2;
    if (farthest == upper) {
        const int goal = upper - step + 1, least = lower < 0 ? 1 : lower + 1;
        return goal > least ? goal : least;
    }
    const int goal = lower + step, most = upper > 0 ? 0 : upper;
    return goal < most ? goal : most;
}

/* --- Bits of words other than 0 (except for p4_count_bits); macros, as each version needs its own instructions ---------- */

#if defined(__GNUC__)
#define p4_count_bits(word)                                                                                          \
    (__builtin_popcountll((uint64_t)(word)) + (sizeof(word) > 8 ? __builtin_popcountll(p4_upper_half(word)) : 0))
#define p4_lowest_bit(word)                                                                                          \
    (sizeof(word) > 8 && !(uint64_t)(word) ? 64 + __builtin_ctzll(p4_upper_half(word)) : __builtin_ctzll((uint64_t)(word)))
#define p4_upper_half(word) ((uint64_t)((word) >> (sizeof(word) > 8 ? 64 : 0)))
#define p4_highest_bit(word) (63u - (unsigned)__builtin_clzll(word))
#define p4_prefetch(address) __builtin_prefetch((const void *)(address))
#define p4_prefetch_to_write(address) __builtin_prefetch((const void *)(address), 1)
#else
static inline int p4_count_bits(uint64_t word)
{
    int count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

static inline unsigned p4_highest_bit(uint64_t word)
{
    unsigned found = 0;
    while (word >>= 1)
        found++;
    return found;
}

#define p4_lowest_bit(word) p4_count_bits(((word) & (0 - (word))) - 1)
#define p4_prefetch(address) ((void)(address))
#define p4_prefetch_to_write(address) ((void)(address))
#endif

/* --- Tables ---------------------------------------------------------------------------------------------------------- */

/* Allocate zeroed bytes for a table, on large pages if the system has them; NULL if there is no memory. The system provides
 * each page at the first write, so that a large table doesn't delay a stop. */
static void *p4_zeroed(uint64_t bytes)
{
    const size_t page = (size_t)1 << 21, size = (size_t)bytes, whole = size + page;
    if (bytes > SIZE_MAX - page)
        return NULL;
    char *const got = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED)
        return NULL;
    const size_t before = (page - (uintptr_t)got % page) % page;
    char *const table = got + before;
    if (before)
        munmap(got, before);
    munmap(table + size, page - before);
#if defined(MADV_HUGEPAGE)
    madvise(table, size, MADV_HUGEPAGE);
#endif
    return table;
}

/* Free memory from p4_zeroed. */
static void p4_unmap(void *table, size_t size)
{
    if (table)
        munmap(table, size);
}

typedef _Atomic uint64_t p4_64_entry;

static inline uint64_t p4_64_load(p4_64_entry *entry, int shared)
{
    (void)shared;
    return atomic_load_explicit(entry, memory_order_relaxed);
}

static inline void p4_64_store(p4_64_entry *entry, uint64_t value, int shared)
{
    (void)shared;
    atomic_store_explicit(entry, value, memory_order_relaxed);
}

#if P4_WIDEST_BOARD > 64
/* An entry has two halves. Threads lock it, as halves of two entries would be a false hit. */
typedef struct {
    _Alignas(16) _Atomic uint64_t low;
    _Atomic uint64_t high;
} p4_128_entry;

#define P4_LOCK ((uint64_t)1 << 19)  /* in the lower half */

/* Load an entry; 0 if another thread has locked it. */
static inline p4_word p4_128_load(p4_128_entry *entry, int shared)
{
    const uint64_t low = shared ? atomic_fetch_or_explicit(&entry->low, P4_LOCK, memory_order_acquire)
                                : atomic_load_explicit(&entry->low, memory_order_relaxed);
    if (low & P4_LOCK)
        return 0;
    const uint64_t high = atomic_load_explicit(&entry->high, memory_order_relaxed);
    if (shared)
        atomic_store_explicit(&entry->low, low, memory_order_release);
    return (p4_word)high << 64 | low;
}

/* Store an entry unless another thread has locked it. */
static inline void p4_128_store(p4_128_entry *entry, p4_word value, int shared)
{
    if (shared && atomic_fetch_or_explicit(&entry->low, P4_LOCK, memory_order_acquire) & P4_LOCK)
        return;
    atomic_store_explicit(&entry->high, (uint64_t)(value >> 64), memory_order_relaxed);
    atomic_store_explicit(&entry->low, (uint64_t)value, memory_order_release);
}
#endif

/* --- The versions ---------------------------------------------------------------------------------------------------- */

#if defined(__x86_64__) && defined(__GNUC__)
#define P4_HAS_WIDE 1
#else
#define P4_HAS_WIDE 0
#endif

#define P4_WORD uint64_t
#define P4_WIDTH(x) p4_64_##x
#define P4_DATA_BITS 19  /* work and bounds */
#define P4_GOLDEN 0x9e3779b97f4a7c15u
#include "native_board.h"

#define P4_NAME(x) p4_plain_##x
#define P4_VECTOR 0
#include "native_core.h"
#undef P4_NAME
#undef P4_VECTOR

#if P4_HAS_WIDE
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#define P4_NAME(x) p4_wide_##x
#define P4_VECTOR 1
#include "native_core.h"
#undef P4_NAME
#undef P4_VECTOR
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

#undef P4_WORD
#undef P4_WIDTH
#undef P4_DATA_BITS
#undef P4_GOLDEN

#if P4_WIDEST_BOARD > 64
#define P4_WORD p4_word
#define P4_WIDTH(x) p4_128_##x
#define P4_DATA_BITS 20  /* work, bounds, lock */
#define P4_GOLDEN ((p4_word)0x9e3779b97f4a7c15u << 64 | 0xf39cc0605cedc835u)
#define P4_VECTOR 0
#include "native_board.h"

#define P4_NAME(x) p4_large_##x
#include "native_core.h"
#undef P4_NAME

#if P4_HAS_WIDE
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#define P4_NAME(x) p4_large_wide_##x
#include "native_core.h"
#undef P4_NAME
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
#undef P4_VECTOR
#undef P4_WORD
#undef P4_WIDTH
#undef P4_DATA_BITS
#undef P4_GOLDEN
#endif

/* Return whether this processor runs the version with vectors of 256 bits. */
static int p4_is_wide(void)
{
#if P4_HAS_WIDE
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
           && __builtin_cpu_supports("popcnt");
#else
    return 0;
#endif
}

/* --- Searches -------------------------------------------------------------------------------------------------------- */

/* A solver: the data that successive searches share. */
typedef struct {
    p4_search search;
    p4_64_search narrow;                /* for boards that fit in 64 bits; at most one of the two has a table */
#if P4_WIDEST_BOARD > 64
    p4_128_search broad;                /* for the others */
#endif
    int is_broad;                       /* which of them the prepared board needs */
    int mib;                            /* the size of the table */
    int narrow_bits;                    /* the most bits of a board for words of 64 bits */
} p4_solver;

/* Create a solver whose table takes `mib` mebibytes, 1 or more, rounded down to a power of two. Large boards need more for
 * exact entries: 8 with 64 bits, 32 with 128. The table grows with the work; its smaller predecessors stay, a third more in
 * all. Boards of more than `narrow_bits` bits, at most 64, use words of 128. The thread that calls p4_solve calls
 * poll(context) every millisecond or two. NULL if there is no memory. */
static p4_solver *p4_create(int mib, int narrow_bits, p4_poll poll, void *context)
{
    p4_solver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->mib = mib, s->narrow_bits = narrow_bits;
    s->search.poll = poll, s->search.context = context;
    s->narrow.whole = &s->search;
#if P4_WIDEST_BOARD > 64
    s->broad.whole = &s->search;
#endif
    return s;
}

static void p4_release(p4_solver *s)
{
    p4_64_release(&s->narrow);
#if P4_WIDEST_BOARD > 64
    p4_128_release(&s->broad);
#endif
}

/* Destroy a solver, or NULL. */
static void p4_destroy(p4_solver *s)
{
    if (s) {
        p4_join(&s->search);
        p4_release(s);
    }
    free(s);
}

/* Empty the table (see native_board.h). */
static void p4_clear(p4_solver *s)
{
    p4_join(&s->search);
    p4_64_clear(&s->narrow);
#if P4_WIDEST_BOARD > 64
    p4_128_clear(&s->broad);
#endif
}

/* Return whether p4_prepare has nothing to do for a board: its table exists, and no helper of the last search may still
 * run. */
static int p4_is_ready(const p4_solver *s, int columns, int rows)
{
    if (s->search.started_count)
        return 0;
#if P4_WIDEST_BOARD > 64
    if (columns * (rows + 1) > s->narrow_bits)
        return p4_128_is_ready(&s->broad, columns, rows);
#endif
    return p4_64_is_ready(&s->narrow, columns, rows);
}

/* Wait for the helpers of the last search (see p4_join). */
static void p4_wait(p4_solver *s)
{
    p4_join(&s->search);
}

/* Prepare for a board of at least 4 columns and 4 rows, columns x (rows + 1) <= P4_WIDEST_BOARD; a change of the board
 * empties the table. Return whether there was memory. */
static int p4_prepare(p4_solver *s, int columns, int rows)
{
    p4_join(&s->search);
    s->is_broad = P4_WIDEST_BOARD > 64 && columns * (rows + 1) > s->narrow_bits;
#if P4_WIDEST_BOARD > 64
    if (s->is_broad) {
        p4_64_release(&s->narrow);
        return p4_128_prepare(&s->broad, columns, rows, s->mib);
    }
    p4_128_release(&s->broad);
#endif
    return p4_64_prepare(&s->narrow, columns, rows, s->mib);
}

/* Use a book of the prepared board (native_book.h) from now on, or no book if NULL. Searched positions must then be
 * reachable. Only boards of at most 64 bits have books here. */
static void p4_use_book(p4_solver *s, const uint8_t *book)
{
    p4_64_use_book(&s->narrow, book);
}

/* Return the score for the side to move of a position on the prepared board: exact between `lower` and `upper`, else a bound
 * on its side of them. The discs are words of 64 bits, the lower one first; any discs are allowed. A long search uses
 * `threads` threads, including this one. Return P4_NO_SCORE if poll or `most_nodes` ended the search, P4_FINISHED or
 * P4_NO_POSITION if there is nothing to search. */
static int p4_solve(p4_solver *s, const uint64_t own[2], const uint64_t other[2], int lower, int upper,
                    uint64_t most_nodes, int threads)
{
    p4_search *search = &s->search;
    p4_join(search);
    search->most_nodes = most_nodes, search->threads = threads, search->polls = 0;
    atomic_store_explicit(&search->granted, 0, memory_order_relaxed);
    atomic_store_explicit(&search->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&search->ended, 0, memory_order_relaxed);
#if P4_WIDEST_BOARD > 64
    if (s->is_broad) {
        const p4_word own_word = (p4_word)own[1] << 64 | own[0], other_word = (p4_word)other[1] << 64 | other[0];
#if P4_HAS_WIDE
        if (p4_is_wide())
            return p4_large_wide_solve(&s->broad, own_word, other_word, lower, upper);
#endif
        return p4_large_solve(&s->broad, own_word, other_word, lower, upper);
    }
#endif
#if P4_HAS_WIDE
    if (p4_is_wide())
        return p4_wide_solve(&s->narrow, own[0], other[0], lower, upper);
#endif
    return p4_plain_solve(&s->narrow, own[0], other[0], lower, upper);
}

/* Return the positions searched by the running call, or else by the last one. Any thread may ask. */
static uint64_t p4_nodes(p4_solver *s)
{
    return atomic_load_explicit(&s->search.nodes, memory_order_relaxed);
}

/* Reset the bounds until p4_solve sets them. */
static void p4_forget(p4_solver *s)
{
    p4_begin(&s->search, -P4_NO_BOUND, P4_NO_BOUND, 0);
}

/* Return the bounds of the running call's score for the side to move. Any thread may ask. */
static p4_bounds p4_known(p4_solver *s)
{
    const int packed = atomic_load_explicit(&s->search.bounds, memory_order_relaxed);
    const p4_bounds b = p4_unpacked(packed);
    return packed >> 14 ? (p4_bounds){-b.upper, -b.lower} : b;
}

#endif
