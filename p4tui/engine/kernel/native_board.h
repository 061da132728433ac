/* Boards and tables, written once for every width of the words that hold a board.
 *
 * native_search.h includes this file once for each, with
 *     P4_WIDTH(x)  the name of x for this width
 *     P4_WORD      the unsigned integer
 *     P4_DATA_BITS, P4_GOLDEN, and the type P4_WIDTH(entry) with its load and store: see there
 */

typedef struct {
    P4_WORD steps[4];                   /* bits to the next cell in the four directions */
    P4_WORD bottom, board;              /* the lowest cells; all cells */
    P4_WORD follow;                     /* the cells at an even distance from the top */
    P4_WORD lowest[P4_MAX_ROWS + 1];    /* [n]: the n lowest rows */
    P4_WORD column[P4_MAX_COLUMNS];
    int columns, rows, cells, stride;
    int book_left;                      /* the fewest empty cells of the book's positions, INT_MAX without a book */
    uint8_t lines[P4_WORD_BITS];        /* through each cell */
} P4_WIDTH(geometry);

/* A table of buckets of two entries. */
typedef struct {
    P4_WIDTH(entry) *entries;           /* NULL until first needed */
    int bucket_bits, bucket_shift;      /* the table has 2^bucket_bits buckets; bits of a word - bucket_bits */
    P4_WORD generation, generation_mask;
} P4_WIDTH(table);

/* A search on one board, or the part of it in one thread. */
typedef struct {
    P4_WIDTH(geometry) geometry;
    P4_WIDTH(table) table;              /* the one in use */
    P4_WIDTH(table) sizes[P4_SIZES];    /* tables to grow into, each 2^P4_GROWTH_BITS times as large as the last */
    int size;                           /* index of the one in use */
    int most_bits;                      /* the largest has 2^most_bits buckets */
    P4_WORD multiplier;                 /* spreads the keys */
    const uint8_t *book;                /* the opening book (native_book.h), or NULL */
    int mirrors;                        /* whether no cell and its mirror image belong to different sides */
    uint64_t kept;                      /* nodes of earlier calls since the table was emptied */
    uint64_t nodes, counted, poll_at;   /* searched; reported to the whole search; the next poll */
    int goal;                           /* the goal of the root */
    int shared, helps;                  /* whether several threads search; whether this is not the first */
    int stopped;                        /* the reason why the search of a goal ended without an answer, else 0 */
    p4_search *whole;
} P4_WIDTH(search);

/* Add the nodes to those of the whole search. */
static void P4_WIDTH(count)(P4_WIDTH(search) *s)
{
    p4_count_nodes(s->whole, s->nodes - s->counted);
    s->counted = s->nodes;
}

/* The masks of a board. */
static void P4_WIDTH(set_geometry)(P4_WIDTH(geometry) *g, int columns, int rows)
{
    memset(g, 0, sizeof *g);
    g->columns = columns, g->rows = rows, g->cells = columns * rows, g->stride = rows + 1;
    g->book_left = INT_MAX;
    g->steps[0] = 1, g->steps[1] = (P4_WORD)rows + 1, g->steps[2] = (P4_WORD)rows + 2, g->steps[3] = (P4_WORD)rows;
    for (int c = 0; c < columns; c++) {
        g->bottom |= (P4_WORD)1 << (c * g->stride);
        g->column[c] = (((P4_WORD)1 << rows) - 1) << (c * g->stride);
    }
    for (int r = 0; r <= rows; r++)
        g->lowest[r] = g->bottom * (((P4_WORD)1 << r) - 1);
    g->board = g->lowest[rows];
    for (int r = rows - 1; r >= 0; r -= 2)
        g->follow |= g->bottom << r;
    for (int i = 0; i < 4; i++) {
        const int step = (int)g->steps[i];
        for (int cell = 0; cell + 3 * step < columns * g->stride; cell++)
            for (int n = 0; n < 4 && (g->board >> cell & g->board >> (cell + step) & g->board >> (cell + 2 * step)
                                      & g->board >> (cell + 3 * step) & 1); n++)
                g->lines[cell + n * step]++;
    }
}

/* Allocate a table of 2^bits buckets unless it exists. Return whether there was memory. */
static int P4_WIDTH(allocate)(P4_WIDTH(search) *s, P4_WIDTH(table) *table, int bits)
{
    if (table->entries)
        return 1;
    const int spare = P4_WORD_BITS - P4_DATA_BITS - s->geometry.columns * s->geometry.stride + bits;
    table->bucket_bits = bits, table->bucket_shift = P4_WORD_BITS - bits;
    table->generation = 0, table->generation_mask = (((P4_WORD)1 << (spare < 16 ? spare : 16)) - 1) << P4_DATA_BITS;
    table->entries = p4_zeroed((uint64_t)sizeof(P4_WIDTH(entry)) << (bits + 1));
    return table->entries != NULL;
}

/* Move all entries to the next larger table, if there is one, memory for it, and no request to stop. The entries of a
 * bucket go to several buckets, so there is room. Return whether it was done; if not, the entries moved so far stay valid. */
static int P4_WIDTH(grow)(P4_WIDTH(search) *s)
{
    const P4_WIDTH(table) *old = &s->table;
    const int bits = old->bucket_bits + P4_GROWTH_BITS;
    P4_WIDTH(table) *larger = s->sizes + s->size + 1;
    if (old->bucket_bits >= s->most_bits || !P4_WIDTH(allocate)(s, larger, bits < s->most_bits ? bits : s->most_bits))
        return 0;
    const P4_WORD data = ((P4_WORD)1 << P4_DATA_BITS) - 1;
    for (size_t i = 0; i < (size_t)2 << old->bucket_bits; i++) {
        if (i % P4_POLL_ENTRIES == P4_POLL_ENTRIES - 1 && p4_told_to_end(s->whole))
            return 0;
        const P4_WORD entry = P4_WIDTH(load)(old->entries + i, 0);
        if ((entry ^ old->generation) & old->generation_mask || !(entry & data))
            continue;
        const P4_WORD hash = (P4_WORD)(i / 2) << old->bucket_shift
                             | (entry & ~(old->generation_mask | data)) >> old->bucket_bits;
        P4_WIDTH(entry) *bucket = larger->entries + 2 * (size_t)(hash >> larger->bucket_shift);
        const P4_WORD first = P4_WIDTH(load)(bucket, 0);
        const int place = !((first ^ larger->generation) & larger->generation_mask) && first & data;
        P4_WIDTH(store)(bucket + place, hash << larger->bucket_bits | larger->generation | (entry & data), 0);
    }
    s->size++;
    s->table = *larger;
    return 1;
}

/* Empty the tables, which is costly only once in 2^(bits of the generation) times. */
static void P4_WIDTH(clear)(P4_WIDTH(search) *s)
{
    for (int i = 0; i < P4_SIZES && s->sizes[i].entries; i++) {
        P4_WIDTH(table) *table = s->sizes + i;
        if (table->generation != table->generation_mask) {
            table->generation += (P4_WORD)1 << P4_DATA_BITS;
        } else {
            memset((void *)table->entries, 0, sizeof *table->entries << (table->bucket_bits + 1));
            table->generation = 0;
        }
    }
    s->size = 0, s->kept = s->nodes = 0;
    s->table = s->sizes[0];
}

/* Free the tables. */
static void P4_WIDTH(release)(P4_WIDTH(search) *s)
{
    for (int i = 0; i < P4_SIZES; i++) {
        p4_unmap((void *)s->sizes[i].entries, sizeof *s->sizes[i].entries << (s->sizes[i].bucket_bits + 1));
        s->sizes[i].entries = NULL;
    }
    s->size = 0, s->kept = s->nodes = 0;
}

/* Return whether the search is ready for a board. */
static int P4_WIDTH(is_ready)(const P4_WIDTH(search) *s, int columns, int rows)
{
    return s->sizes[0].entries && s->geometry.columns == columns && s->geometry.rows == rows;
}

/* Prepare for a board, with a table of `mib` mebibytes (see p4_create), which is emptied if the board changes. Return
 * whether there was memory. */
static int P4_WIDTH(prepare)(P4_WIDTH(search) *s, int columns, int rows, int mib)
{
    if (P4_WIDTH(is_ready)(s, columns, rows))
        return 1;
    P4_WIDTH(release)(s);
    P4_WIDTH(set_geometry)(&s->geometry, columns, rows);
    const int key_bits = columns * (rows + 1), least = key_bits - (P4_WORD_BITS - P4_DATA_BITS);
    s->most_bits = 0;
    while ((uint64_t)mib << 20 >= (uint64_t)sizeof(P4_WIDTH(entry)) << (s->most_bits + 2))
        s->most_bits++;
    if (s->most_bits < least)
        s->most_bits = least;
    s->multiplier = (P4_WORD)P4_GOLDEN << (P4_WORD_BITS - key_bits);
    /* Start with the smallest table, even if its entries have no room for a generation: a large one takes time. */
    const int enough = least > P4_SMALLEST_BITS ? least : P4_SMALLEST_BITS;
    const int ready = P4_WIDTH(allocate)(s, s->sizes, enough < s->most_bits ? enough : s->most_bits);
    s->table = s->sizes[0];
    return ready;
}

/* Use a book from now on, or no book if NULL. */
static inline void P4_WIDTH(use_book)(P4_WIDTH(search) *s, const uint8_t *book)
{
    s->book = book;
    s->geometry.book_left = book ? s->geometry.cells - p4_book_depth(book) : INT_MAX;
}

/* Prepare to search. */
static void P4_WIDTH(start)(P4_WIDTH(search) *s)
{
    s->kept += s->nodes;
    s->nodes = 0, s->counted = 0, s->poll_at = 0, s->stopped = 0, s->shared = 0;
}

/* Report the nodes, and check whether the search has to end. */
static int P4_WIDTH(must_stop)(P4_WIDTH(search) *s)
{
    P4_WIDTH(count)(s);
    if (!s->shared && (s->kept + s->nodes) >> (s->table.bucket_bits + P4_WORTH_BITS))
        P4_WIDTH(grow)(s);
    s->stopped = p4_reason_to_stop(s->whole, s->goal, s->shared, s->helps);
    if (!s->stopped)
        s->poll_at = s->nodes + p4_granted(s->whole, s->shared ? P4_POLL_NODES_SHARED : P4_POLL_NODES, &s->stopped);
    return s->stopped;
}

