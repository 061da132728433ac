/* An exact search for boards of four in line with columns x (rows + 1) <= 64, in C11; fastest with gcc or clang.
 *
 * Boards are 64-bit words in the layout of p4tui/core/geometry.py. On x86-64 the search is compiled twice, and the
 * version with vectors of 256 bits runs where the processor has them.
 *
 * p4_create makes a search, p4_prepare sets its board, p4_solve searches, p4_clear empties the table, p4_destroy ends it.
 * A search serves one thread at a time; different ones share nothing. p4_nodes may be called from any thread.
 */
#ifndef P4_NATIVE_SEARCH_H
#define P4_NATIVE_SEARCH_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum {
    P4_MAX_COLUMNS = 12,
    P4_MAX_ROWS = 15,
    P4_NO_BOUND = 63,      /* beyond any score */
    P4_POLL_NODES = 4096,  /* nodes between two polls: a millisecond at the most */
    P4_DATA_BITS = 19,     /* of an entry: work and bounds */
    P4_WORK_SHIFT = 14,
};

typedef _Atomic uint64_t p4_entry;

/* Set by one thread, read by another. */
typedef _Atomic int p4_flag;

/* Asked now and then by a search that runs: whether it has to stop. */
typedef int (*p4_poll)(void *context);

typedef struct {
    uint64_t steps[4];                  /* bits to the next cell in the four directions */
    uint64_t bottom, board;             /* the lowest cells; all cells */
    uint64_t follow;                    /* the cells at an even distance from the top */
    uint64_t lowest[P4_MAX_ROWS + 1];   /* [n]: the n lowest rows */
    uint64_t column[P4_MAX_COLUMNS];
    int columns, rows, cells, stride;
    int centrality[P4_MAX_COLUMNS];     /* the larger, the nearer to the centre */
} p4_geometry;

typedef struct {
    p4_geometry geometry;
    p4_entry *entries;                  /* NULL until first needed; buckets of two */
    int table_bits;                     /* 2^table_bits buckets are wanted */
    int bucket_bits, bucket_shift;      /* 2^bucket_bits buckets are there; 64 - bucket_bits */
    uint64_t multiplier;                /* spreads the keys */
    uint64_t generation, generation_mask;
    p4_poll poll;
    void *context;
    uint64_t nodes, most_nodes, poll_at;
    _Atomic uint64_t progress;          /* the nodes, as of the last poll */
    int stopped;                        /* whether the last search was, before it had an answer */
} p4_search;

static inline uint64_t p4_load(p4_entry *entry)
{
    return atomic_load_explicit(entry, memory_order_relaxed);
}

static inline void p4_store(p4_entry *entry, uint64_t value)
{
    atomic_store_explicit(entry, value, memory_order_relaxed);
}

/* Publish the count, and see whether the search has to end: out of nodes, or told to. */
static int p4_must_stop(p4_search *s)
{
    atomic_store_explicit(&s->progress, s->nodes, memory_order_relaxed);
    s->stopped = s->nodes >= s->most_nodes || s->poll(s->context);
    s->poll_at = s->most_nodes - s->nodes < P4_POLL_NODES ? s->most_nodes : s->nodes + P4_POLL_NODES;
    return s->stopped;
}

/* The goal to test next when a score lies between two bounds, lower < goal <= upper: halves the extremes first, which
 * settles short wins quickly, then the rest. */
static int p4_next_goal(int lower, int upper)
{
    const int middle = lower + (upper - lower) / 2;
    if (middle <= 0 && lower / 2 < middle)
        return lower / 2 + 1;
    if (middle >= 0 && upper / 2 > middle)
        return upper / 2 + 1;
    return middle + 1;
}

/* --- Bits: of words that aren't 0, but for p4_count_bits. Macros, as each version wants its own instructions. --------- */

#if defined(__GNUC__)
#define p4_count_bits(word) __builtin_popcountll(word)
#define p4_lowest_bit(word) __builtin_ctzll(word)
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

/* --- The versions ---------------------------------------------------------------------------------------------------- */

#define P4_NAME(x) p4_plain_##x
#define P4_VECTOR 0
#include "native_core.h"
#undef P4_NAME
#undef P4_VECTOR

#if defined(__x86_64__) && defined(__GNUC__)
#define P4_HAS_WIDE 1
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
#else
#define P4_HAS_WIDE 0
#endif

/* Whether this processor runs the version with vectors of 256 bits. */
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

/* A search whose table takes `mib` mebibytes, rounded down to a power of two (8 at the least on boards of more than 61
 * bits: an entry couldn't tell positions apart in less). It asks poll(context) at least every millisecond while it runs.
 * NULL if there is no memory. */
static p4_search *p4_create(int mib, p4_poll poll, void *context)
{
    p4_search *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    for (s->table_bits = 16; mib > 1; mib /= 2)
        s->table_bits++;
    s->poll = poll, s->context = context;
    return s;
}

/* Destroy a search, or NULL. */
static void p4_destroy(p4_search *s)
{
    if (s)
        free((void *)s->entries);
    free(s);
}

/* Forget what was searched: costs nothing, save once in 2^(bits of the generation) times. */
static void p4_clear(p4_search *s)
{
    if (!s->entries)
        return;
    if (s->generation != s->generation_mask) {
        s->generation += (uint64_t)1 << P4_DATA_BITS;
        return;
    }
    memset((void *)s->entries, 0, sizeof *s->entries << (s->bucket_bits + 1));
    s->generation = 0;
}

/* The masks of a board. */
static void p4_set_geometry(p4_geometry *g, int columns, int rows)
{
    memset(g, 0, sizeof *g);
    g->columns = columns, g->rows = rows, g->cells = columns * rows, g->stride = rows + 1;
    g->steps[0] = 1, g->steps[1] = (uint64_t)rows + 1, g->steps[2] = (uint64_t)rows + 2, g->steps[3] = (uint64_t)rows;
    for (int c = 0; c < columns; c++) {
        g->bottom |= (uint64_t)1 << (c * g->stride);
        g->column[c] = (((uint64_t)1 << rows) - 1) << (c * g->stride);
        g->centrality[c] = c < columns - 1 - c ? c : columns - 1 - c;
    }
    for (int r = 0; r <= rows; r++)
        g->lowest[r] = g->bottom * (((uint64_t)1 << r) - 1);
    g->board = g->lowest[rows];
    for (int r = rows - 1; r >= 0; r -= 2)
        g->follow |= g->bottom << r;
}

/* A table of 2^bits empty buckets, on large pages where the system has them; NULL if there is no memory. */
static p4_entry *p4_table(int bits)
{
    const size_t page = (size_t)1 << 21, size = sizeof(p4_entry) << (bits + 1);
    void *table = aligned_alloc(page, size < page ? page : size);
    if (!table)
        return NULL;
#if defined(MADV_HUGEPAGE)
    madvise(table, size, MADV_HUGEPAGE);
#endif
    return memset(table, 0, size);
}

/* Make ready for a board of 4 to P4_MAX_COLUMNS columns and 4 to P4_MAX_ROWS rows, columns x (rows + 1) <= 64; for
 * another board than the last one the table is emptied. Whether there was memory for the table. */
static int p4_prepare(p4_search *s, int columns, int rows)
{
    if (s->entries && s->geometry.columns == columns && s->geometry.rows == rows)
        return 1;
    p4_set_geometry(&s->geometry, columns, rows);
    const int key_bits = columns * (rows + 1), tag_bits = 64 - P4_DATA_BITS;
    free((void *)s->entries);
    s->bucket_bits = s->table_bits > key_bits - tag_bits ? s->table_bits : key_bits - tag_bits;
    s->bucket_shift = 64 - s->bucket_bits;
    s->multiplier = (uint64_t)0x9e3779b97f4a7c15 << (64 - key_bits);
    const int spare = tag_bits - key_bits + s->bucket_bits, generation_bits = spare < 16 ? spare : 16;
    s->generation = 0, s->generation_mask = (((uint64_t)1 << generation_bits) - 1) << P4_DATA_BITS;
    s->entries = p4_table(s->bucket_bits);
    return s->entries != NULL;
}

/* The score, for the side to move, of a running position on the board made ready: exact where it lies between `lower`
 * and `upper`, else a bound of it on its side of them. No meaning once s->stopped: poll said so, or `most_nodes` were
 * searched. */
static int p4_solve(p4_search *s, uint64_t own, uint64_t other, int lower, int upper, uint64_t most_nodes)
{
    s->nodes = 0, s->most_nodes = most_nodes, s->poll_at = 0, s->stopped = 0;
    atomic_store_explicit(&s->progress, 0, memory_order_relaxed);
#if P4_HAS_WIDE
    const int score = p4_is_wide() ? p4_wide_solve(s, own, other, lower, upper)
                                   : p4_plain_solve(s, own, other, lower, upper);
#else
    const int score = p4_plain_solve(s, own, other, lower, upper);
#endif
    atomic_store_explicit(&s->progress, s->nodes, memory_order_relaxed);
    return score;
}

/* Positions searched so far by the call that runs, or else by the last one. */
static uint64_t p4_nodes(p4_search *s)
{
    return atomic_load_explicit(&s->progress, memory_order_relaxed);
}

#endif
