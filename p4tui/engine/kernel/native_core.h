/* The search, written once for all instruction sets.
 *
 * native_search.h includes this file once for each, with
 *     P4_NAME(x)   the name of x in this version
 *     P4_WIDTH(x)  the name of x in native_board.h, for words of the type P4_WORD
 *     P4_VECTOR    1 if one vector holds the four directions, else 0
 */

/* --- Lines --------------------------------------------------------------------------------------------------- */

#if P4_VECTOR
typedef P4_WORD P4_NAME(lanes) __attribute__((vector_size(4 * sizeof(P4_WORD))));

/* The four directions at once, one lane each in the order of `steps`. */
static inline P4_NAME(lanes) P4_NAME(spread)(P4_WORD word)
{
    return (P4_NAME(lanes)){word, word, word, word};
}

static inline P4_NAME(lanes) P4_NAME(steps)(const P4_WIDTH(geometry) *g)
{
    P4_NAME(lanes) steps;
    memcpy(&steps, g->steps, sizeof steps);
    return steps;
}

static inline P4_WORD P4_NAME(any_lane)(P4_NAME(lanes) found)
{
    return (found[0] | found[1]) | (found[2] | found[3]);
}
#endif

/* Return the cells that complete a line of four with `discs`, including occupied cells and some off the board. */
static inline P4_WORD P4_NAME(completing)(const P4_WIDTH(geometry) *g, P4_WORD discs)
{
#if P4_VECTOR
    const P4_NAME(lanes) step = P4_NAME(steps)(g), all = P4_NAME(spread)(discs);
    const P4_NAME(lanes) up1 = all << step, up2 = up1 << step, up3 = up2 << step;
    const P4_NAME(lanes) down1 = all >> step, down2 = down1 >> step, down3 = down2 >> step;
    return P4_NAME(any_lane)((up1 & up2 & (up3 | down1)) | (down1 & down2 & (up1 | down3)));
#else
    P4_WORD found = 0;
    for (int i = 0; i < 4; i++) {
        const int step = (int)g->steps[i];
        const P4_WORD up1 = discs << step, up2 = up1 << step, up3 = up2 << step;
        const P4_WORD down1 = discs >> step, down2 = down1 >> step, down3 = down2 >> step;
        found |= (up1 & up2 & (up3 | down1)) | (down1 & down2 & (up1 | down3));
    }
    return found;
#endif
}

/* Return whether `discs` holds four in line. */
static inline int P4_NAME(has_line)(const P4_WIDTH(geometry) *g, P4_WORD discs)
{
#if P4_VECTOR
    const P4_NAME(lanes) step = P4_NAME(steps)(g), all = P4_NAME(spread)(discs);
    const P4_NAME(lanes) pairs = all & (all >> step);
    return P4_NAME(any_lane)(pairs & (pairs >> (step + step))) != 0;
#else
    P4_WORD found = 0;
    for (int i = 0; i < 4; i++) {
        const int step = (int)g->steps[i];
        const P4_WORD pairs = discs & (discs >> step);
        found |= pairs & (pairs >> (2 * step));
    }
    return found != 0;
#endif
}

/* --- Positions ----------------------------------------------------------------------------------------------- */

/* A quiet position: the side to move can't win at once, the other side doesn't threaten to, and there are two moves or
 * more that don't let it win with its next disc. */
typedef struct {
    P4_WORD own, other;  /* discs of the side to move and of the other side */
    P4_WORD other_wins;  /* cells that complete a line of the other side */
    P4_WORD safe;        /* the moves to choose from */
    P4_WORD hash;        /* see P4_NAME(hash) */
    int left;            /* empty cells */
    int order;           /* the larger, the earlier it is searched */
    int goal;            /* the search tests whether the score is at least this */
    int same;            /* whether the same side is to move as in the parent */
} P4_NAME(node);

static inline P4_WORD P4_NAME(playable)(const P4_WIDTH(geometry) *g, P4_WORD mask)
{
    return (mask + g->bottom) & g->board;
}

/* Play forced moves: answers to threats, and the only move that doesn't lose at once.
 *
 * In: own, other, left, same of a position whose side to move can't win at once. Return 1 if the score is known, with
 * `score` for the side then to move (own and other are undefined); else 0 with a quiet position, or with one of the
 * book's last ply. Each move flips `same`. */
static inline int P4_NAME(settled_by_force)(const P4_WIDTH(geometry) *g, P4_NAME(node) *n, int *score)
{
    for (;;) {
        const P4_WORD moves = P4_NAME(playable)(g, n->own | n->other);
        if (!moves) {
            *score = 0;
            return 1;
        }
        n->other_wins = P4_NAME(completing)(g, n->other) & g->board;
        P4_WORD safe = moves & ~(n->other_wins >> 1);
        const P4_WORD forced = moves & n->other_wins;
        if (forced)
            safe = forced & (forced - 1) ? 0 : safe & forced;
        if (!safe) {
            *score = -(n->left / 2);
            return 1;
        }
        if (safe & (safe - 1) || n->left == g->book_left) {
            n->safe = safe;
            return 0;
        }
        const P4_WORD moved = n->own | safe;
        n->own = n->other;
        n->other = moved;
        n->left--;
        n->same ^= 1;
    }
}

/* Return the cells above those given. */
static inline P4_WORD P4_NAME(above)(const P4_WIDTH(geometry) *g, P4_WORD cells)
{
    /* The bit above a column minus its cells keeps the lowest of them and inverts all bits above that. */
    const P4_WORD next = cells << 1 & g->board;
    return (next | ((g->board + g->bottom) - next)) & g->board;
}

/* Return whether the side not to move keeps the score below n->goal by following up: answering in the column just played.
 *
 * The number of empty cells is even. The side not to move gets every cell at an even distance from the top that isn't
 * playable now. (In a column with an odd number of empty cells the playable one is such a cell. There is an even number
 * of these columns, so it answers a move in one of them in another.) The side to move gets at most the rest. */
static inline int P4_NAME(held_by_following)(const P4_WIDTH(geometry) *g, const P4_NAME(node) *n)
{
    const P4_WORD mask = n->own | n->other;
    const P4_WORD follower = g->follow & ~mask & ~P4_NAME(playable)(g, mask);
    if (n->goal <= 0) {
        const int highest = g->rows + 2 * n->goal;
        if (highest < 1 || !P4_NAME(has_line)(g, n->other | (follower & g->lowest[highest])))
            return 0;
    }
    const P4_WORD useless = P4_NAME(above)(g, follower & n->other_wins);
    return !P4_NAME(has_line)(g, g->board & ~(n->other | follower | useless));
}

/* The same with an odd number of empty cells, by a threat of the side not to move at an odd distance from the top.
 *
 * It follows up as above, but never plays the cell below the threat: the side to move has to when it runs out of other
 * moves. In the column of the threat, the side not to move gets the cells at an odd distance from the top that aren't
 * playable now. Cells above a threat of its own on a cell it gets are useless to the other side. */
static inline int P4_NAME(held_by_threat)(const P4_WIDTH(geometry) *g, const P4_NAME(node) *n)
{
    const P4_WORD mask = n->own | n->other, playable = P4_NAME(playable)(g, mask);
    P4_WORD threats = n->other_wins & ~(mask | playable | g->follow);
    if (n->goal < 0) {
        const int highest = g->rows + 2 * n->goal;
        threats &= highest < 1 ? 0 : g->lowest[highest];
    }
    if (!threats)
        return 0;
    const P4_WORD follower = g->follow & ~(mask | playable);
    const P4_WORD rest = g->board & ~(mask | follower | P4_NAME(above)(g, follower & n->other_wins));
    do {
        const P4_WORD threat = threats & (0 - threats);
        threats ^= threat;
        const P4_WORD column = g->column[p4_lowest_bit(threat) / g->stride];
        const P4_WORD below = column & (threat - 1) & ~mask & (g->follow | playable);
        if (!P4_NAME(has_line)(g, n->own | (rest & ~column) | below))
            return 1;
    } while (threats);
    return 0;
}

/* Return whether the side to move of a quiet position has a move after which it wins with its next disc, whatever the
 * reply. */
static inline int P4_NAME(wins_next)(const P4_WIDTH(geometry) *g, const P4_NAME(node) *n)
{
    for (P4_WORD moves = n->safe; moves; moves &= moves - 1) {
        const P4_WORD move = moves & (0 - moves);
        const P4_WORD wins = P4_NAME(completing)(g, n->own | move) & g->board;
        const P4_WORD playable = P4_NAME(playable)(g, n->own | n->other | move), threats = wins & playable;
        if (threats & (threats - 1) || !((threats ? threats : playable) & ~(wins >> 1)))
            return 1;
    }
    return 0;
}

/* Return whether the side to move of a quiet position has a move after which the other side doesn't win with its second
 * disc from now, the soonest possible. */
static inline int P4_NAME(holds_out)(const P4_WIDTH(geometry) *g, const P4_NAME(node) *n)
{
    for (P4_WORD moves = n->safe; moves; moves &= moves - 1) {
        P4_NAME(node) child = {.own = n->other, .other = n->own | (moves & (0 - moves)), .left = n->left - 1};
        int score;
        if (P4_NAME(settled_by_force)(g, &child, &score)) {
            if ((child.same ? score : -score) >= n->goal)
                return 1;
        } else if (child.left < n->left - 1 || !P4_NAME(wins_next)(g, &child)) {
            return 1;
        }
    }
    return 0;
}

/* Return the bounds of a quiet position's score that are known without a search and matter for n->goal. */
static inline p4_bounds P4_NAME(certain)(const P4_WIDTH(geometry) *g, const P4_NAME(node) *n)
{
    p4_bounds b = {-(n->left / 2 - 1), (n->left - 1) / 2};
    if (n->goal == b.upper && n->goal > 0) {
        if (P4_NAME(wins_next)(g, n))
            b.lower = b.upper;
        else
            b.upper--;
        return b;
    }
    if (n->goal == b.lower + 1 && n->goal <= 0) {
        if (P4_NAME(holds_out)(g, n))
            b.lower++;
        else
            b.upper = b.lower;
        return b;
    }
    if (b.lower < n->goal && n->goal <= b.upper)
        if (n->left % 2 ? P4_NAME(held_by_threat)(g, n) : P4_NAME(held_by_following)(g, n))
            b.upper = n->goal > 0 ? 0 : n->goal - 1;
    return b;
}

/* Return the mirror image of a board. */
static inline P4_WORD P4_NAME(mirrored)(const P4_WIDTH(geometry) *g, P4_WORD word)
{
    const P4_WORD column = ((P4_WORD)1 << g->stride) - 1;
    P4_WORD seen = 0;
    for (int shift = 0; shift < g->columns * g->stride; shift += g->stride)
        seen = seen << g->stride | (word >> shift & column);
    return seen;
}

/* Look up the score of a position that settled_by_force returned, if the book holds it. */
static inline int P4_NAME(in_book)(const P4_WIDTH(search) *s, const P4_NAME(node) *n, int *score)
{
    if (n->left < s->geometry.book_left)
        return 0;
    const P4_WORD key = n->own + n->own + n->other, seen = P4_NAME(mirrored)(&s->geometry, key);
    *score = p4_book_score(s->book, (uint64_t)(seen < key ? seen : key), s->geometry.cells - n->left);
    return 1;
}

/* --- Table --------------------------------------------------------------------------------------------------- */

/* An entry, from the highest bit: the part of the hash that its place doesn't imply, the generation, the work (5 bits), and
 * the two bounds (7 bits each, 0 for unknown). P4_WIDTH(allocate) computes the bits left for the generation; an entry of
 * another generation counts as empty. */

/* Hash the key (own discs added to the occupied cells), one to one on the highest key bits. While the board is less than
 * half full, mirror images share an entry if the search can reach both. */
static inline P4_WORD P4_NAME(hash)(const P4_WIDTH(search) *s, const P4_NAME(node) *n)
{
    const P4_WIDTH(geometry) *g = &s->geometry;
    P4_WORD key = n->own + n->own + n->other;
    if (s->mirrors && 2 * n->left > g->cells) {
        const P4_WORD seen = P4_NAME(mirrored)(g, key);
        if (seen < key)
            key = seen;
    }
    return key * s->multiplier;
}

static inline P4_WIDTH(entry) *P4_NAME(bucket)(const P4_WIDTH(search) *s, P4_WORD hash)
{
    return s->table.entries + 2 * (size_t)(hash >> s->table.bucket_shift);
}

static inline P4_WORD P4_NAME(tag)(const P4_WIDTH(search) *s, P4_WORD hash)
{
    return hash << s->table.bucket_bits | s->table.generation;
}

static inline p4_bounds P4_NAME(unpacked)(P4_WORD entry)
{
    return (p4_bounds){(int)(entry >> 7 & 127) - P4_NO_BOUND, P4_NO_BOUND - (int)(entry & 127)};
}

/* Look up the bounds of a position in the table. */
static inline p4_bounds P4_NAME(probe)(const P4_WIDTH(search) *s, P4_WORD hash)
{
    P4_WIDTH(entry) *bucket = P4_NAME(bucket)(s, hash);
    const P4_WORD tag = P4_NAME(tag)(s, hash);
    for (int i = 0; i < 2; i++) {
        const P4_WORD entry = P4_WIDTH(load)(bucket + i, s->shared);
        if ((entry ^ tag) >> P4_DATA_BITS == 0)
            return P4_NAME(unpacked)(entry);
    }
    return P4_NAME(unpacked)(0);
}

/* Return the binary logarithm of the work below an entry. */
static inline unsigned P4_NAME(work)(const P4_WIDTH(search) *s, P4_WORD entry)
{
    return (entry ^ s->table.generation) & s->table.generation_mask ? 0 : (unsigned)(entry >> P4_WORK_SHIFT) & 31;
}

/* Store bounds found with 2^work nodes; of the two entries in a bucket, the one with less work is replaced. */
static inline void P4_NAME(store)(const P4_WIDTH(search) *s, P4_WORD hash, p4_bounds b, unsigned work)
{
    P4_WIDTH(entry) *bucket = P4_NAME(bucket)(s, hash);
    const P4_WORD tag = P4_NAME(tag)(s, hash);
    const P4_WORD first = P4_WIDTH(load)(bucket, s->shared), second = P4_WIDTH(load)(bucket + 1, s->shared);
    int place = P4_NAME(work)(s, first) > P4_NAME(work)(s, second);
    P4_WORD old = 0;
    if ((first ^ tag) >> P4_DATA_BITS == 0)
        place = 0, old = first;
    else if ((second ^ tag) >> P4_DATA_BITS == 0)
        place = 1, old = second;
    const p4_bounds known = P4_NAME(unpacked)(old);
    if (known.lower > b.lower)
        b.lower = known.lower;
    if (known.upper < b.upper)
        b.upper = known.upper;
    const unsigned data = (work < 31 ? work : 31) << P4_WORK_SHIFT | (unsigned)(b.lower + P4_NO_BOUND) << 7
                          | (unsigned)(P4_NO_BOUND - b.upper);
    P4_WIDTH(store)(bucket + place, tag | data, s->shared);
}

/* --- Search -------------------------------------------------------------------------------------------------- */

/* Return whether the table decides n->goal; if so, `score` is a bound of the parent's score: at least its goal, or below
 * it. */
static inline int P4_NAME(answers)(const P4_NAME(node) *n, p4_bounds b, int *score)
{
    if (b.lower >= n->goal)
        *score = n->same ? b.lower : -b.lower;
    else if (b.upper < n->goal)
        *score = n->same ? b.upper : -b.upper;
    else
        return 0;
    return 1;
}

/* Rate a move in `cell` from a position with `left` empty cells to `child`: its threats first (half as much again for those
 * that the parity of the cells favours), then the plies it forces, the few choices it leaves to the other side, the cells
 * that it can't play below threats, and the lines through the cell. The weights minimise nodes. */
static inline int P4_NAME(promise)(const P4_WIDTH(geometry) *g, const P4_NAME(node) *child, int left, int cell)
{
    const P4_WORD mask = child->own | child->other;
    const P4_WORD wins = child->same ? P4_NAME(completing)(g, child->own) : child->other_wins;
    const P4_WORD threats = wins & g->board & ~mask;
    const P4_WORD lasting = threats & (left % 2 ? g->follow : ~g->follow);
    const P4_WORD barred = threats >> 1 & P4_NAME(playable)(g, mask);
    const int choice = child->same ? 0 : p4_count_bits(child->safe), forced = left - 1 - child->left;
    return 16 * p4_count_bits(threats) + 8 * p4_count_bits(lasting) + 3 * (forced - choice + p4_count_bits(barred))
           + g->lines[cell];
}

/* Store the positions after each safe move of `n` that need a search in `children`; return their number.
 *
 * Known bounds of the others raise `best`; once it reaches the goal, the rest is left out. */
static P4_INLINE int P4_NAME(expand)(P4_WIDTH(search) *s, const P4_NAME(node) *n, P4_NAME(node) *children, int *best)
{
    const P4_WIDTH(geometry) *g = &s->geometry;
    int count = 0;
    for (P4_WORD moves = n->safe; moves; moves &= moves - 1) {
        P4_NAME(node) *child = children + count;
        int score;
        child->own = n->other;
        child->other = n->own | (moves & (0 - moves));
        child->left = n->left - 1;
        child->same = 0;
        if (P4_NAME(settled_by_force)(g, child, &score) || P4_NAME(in_book)(s, child, &score)) {
            score = child->same ? score : -score;
        } else {
            child->goal = child->same ? n->goal : 1 - n->goal;
            if (!P4_NAME(answers)(child, P4_NAME(certain)(g, child), &score)) {
                child->hash = P4_NAME(hash)(s, child);
                p4_prefetch(P4_NAME(bucket)(s, child->hash));
                child->order = P4_NAME(promise)(g, child, n->left, p4_lowest_bit(moves));
                count++;
                continue;
            }
        }
        if (score > *best)
            *best = score;
        if (score >= n->goal)
            break;
    }
    return count;
}

/* Let `kept` point to those of `count` children that the table doesn't decide, the most promising first; return their
 * number. `best` as above. */
static inline int P4_NAME(select)(P4_WIDTH(search) *s, const P4_NAME(node) *children, int count, int goal, int *best,
                                  const P4_NAME(node) **kept)
{
    int size = 0;
    for (int i = 0; i < count; i++) {
        const P4_NAME(node) *child = children + i;
        int score;
        if (P4_NAME(answers)(child, P4_NAME(probe)(s, child->hash), &score)) {
            if (score > *best)
                *best = score;
            if (score >= goal)
                break;
            continue;
        }
        int place = size++;
        for (; place > 0 && kept[place - 1]->order < child->order; place--)
            kept[place] = kept[place - 1];
        kept[place] = child;
    }
    return size;
}

/* Return a bound of a quiet position's score: a lower one at or above n->goal, or an upper one below it. It is meaningless
 * once s->stopped is set. */
static int P4_NAME(test)(P4_WIDTH(search) *s, const P4_NAME(node) *n)
{
    const uint64_t before = s->nodes;
    if (before >= s->poll_at && P4_WIDTH(must_stop)(s))
        return 0;
    s->nodes++;
    p4_prefetch_to_write(P4_NAME(bucket)(s, n->hash));

    P4_NAME(node) children[P4_MAX_COLUMNS];
    const P4_NAME(node) *kept[P4_MAX_COLUMNS];
    int best = -P4_NO_BOUND;
    int count = P4_NAME(expand)(s, n, children, &best);
    if (best < n->goal)
        count = P4_NAME(select)(s, children, count, n->goal, &best, kept);
    for (int i = 0; i < count && best < n->goal; i++) {
        int score = P4_NAME(test)(s, kept[i]);
        if (s->stopped)
            return 0;
        if (!kept[i]->same)
            score = -score;
        if (score > best)
            best = score;
    }

    const p4_bounds b = best >= n->goal ? (p4_bounds){best, P4_NO_BOUND} : (p4_bounds){-P4_NO_BOUND, best};
    P4_NAME(store)(s, n->hash, b, p4_highest_bit(s->nodes - before));
    return best;
}

/* The same in one of several threads, while many cells are empty: it postpones moves that other threads are searching, and
 * looks their results up later. If the goal is likely out of reach, `all` moves are needed and this holds for the first
 * one too; else the first one likely suffices, and the threads search it together. */
static int P4_NAME(test_together)(P4_WIDTH(search) *s, const P4_NAME(node) *n, int all)
{
    if (n->left < s->whole->alone_below)
        return P4_NAME(test)(s, n);
    const uint64_t before = s->nodes;
    if (before >= s->poll_at && P4_WIDTH(must_stop)(s))
        return 0;
    s->nodes++;

    P4_NAME(node) children[P4_MAX_COLUMNS];
    const P4_NAME(node) *kept[P4_MAX_COLUMNS];
    int best = -P4_NO_BOUND;
    int count = P4_NAME(expand)(s, n, children, &best);
    if (best < n->goal)
        count = P4_NAME(select)(s, children, count, n->goal, &best, kept);
    for (int put_off = 0; count && best < n->goal; count = put_off) {
        const int may_put_off = !put_off;
        put_off = 0;
        for (int i = 0; i < count && best < n->goal; i++) {
            const P4_NAME(node) *child = kept[i];
            int score;
            if (!P4_NAME(answers)(child, P4_NAME(probe)(s, child->hash), &score)) {
                const uint64_t sign = (uint64_t)(child->hash >> (P4_WORD_BITS - 64));
                if (may_put_off && (all || i > 0) && p4_is_marked(s->whole, sign)) {
                    kept[put_off++] = child;
                    continue;
                }
                p4_mark(s->whole, sign, 1);
                score = P4_NAME(test_together)(s, child, child->same ? all : !all);
                p4_mark(s->whole, sign, 0);
                if (s->stopped)
                    return 0;
                if (!child->same)
                    score = -score;
                const p4_bounds known = P4_NAME(probe)(s, n->hash);
                if (known.lower >= n->goal || known.upper < n->goal)
                    return known.lower >= n->goal ? known.lower : known.upper;
            }
            if (score > best)
                best = score;
        }
    }

    const p4_bounds b = best >= n->goal ? (p4_bounds){best, P4_NO_BOUND} : (p4_bounds){-P4_NO_BOUND, best};
    P4_NAME(store)(s, n->hash, b, p4_highest_bit(s->nodes - before));
    return best;
}

/* Test goals until the bounds of the whole search meet. */
static void P4_NAME(close_in)(P4_WIDTH(search) *s, P4_NAME(node) *n)
{
    for (;;) {
        const p4_bounds known = p4_bounds_of(s->whole);
        if (known.lower >= known.upper)
            return;
        s->goal = n->goal = p4_next_goal(known.lower, known.upper);
        s->stopped = 0;
        const int score = s->shared ? P4_NAME(test_together)(s, n, n->goal > 0) : P4_NAME(test)(s, n);
        if (!s->stopped)
            p4_found(s->whole, n->goal, score);
        else if (s->stopped != P4_ANSWERED)
            return;
    }
}

/* The data of a helping thread. */
typedef struct {
    P4_WIDTH(search) search;
    P4_NAME(node) root;
} P4_NAME(helper);

static void *P4_NAME(help)(void *context)
{
    P4_NAME(helper) *helper = context;
    P4_NAME(close_in)(&helper->search, &helper->root);
    P4_WIDTH(count)(&helper->search);
    return NULL;
}

/* Continue P4_NAME(close_in) in as many threads as the search may use and the system grants. The helpers may notice the end
 * a little later. */
static void P4_NAME(close_in_together)(P4_WIDTH(search) *s, P4_NAME(node) *n)
{
    p4_search *whole = s->whole;
    P4_NAME(helper) *helpers = calloc((size_t)whole->threads - 1, sizeof *helpers);
    while (P4_WIDTH(grow)(s))
        continue;
    whole->alone_below = n->left - P4_TOGETHER_PLIES;
    whole->helpers = helpers;
    s->shared = 1;
    for (int i = 0; helpers && i < whole->threads - 1; i++) {
        helpers[i].search = *s, helpers[i].root = *n;
        helpers[i].search.helps = 1;
        helpers[i].search.nodes = helpers[i].search.counted = helpers[i].search.poll_at = 0;
        if (!p4_start_thread(whole, P4_NAME(help), helpers + i))
            break;
    }
    P4_NAME(close_in)(s, n);
    atomic_store(&whole->ended, 1);
    const p4_bounds known = p4_bounds_of(whole);
    if (known.lower >= known.upper)
        s->stopped = 0;
}

/* Return whether the discs form a position: each in its own cell of the board, no gaps below, the side to move with as many
 * as the other or one less. The search of anything else may never end. */
static inline int P4_NAME(is_position)(const P4_WIDTH(geometry) *g, P4_WORD own, P4_WORD other)
{
    const P4_WORD mask = own | other;
    const int ahead = p4_count_bits(other) - p4_count_bits(own);
    return !(own & other) && !(mask & ~g->board) && !(mask & ~(mask << 1 | g->bottom)) && (ahead == 0 || ahead == 1);
}

/* Return the score for the side to move if it lies between `lower` and `upper`, else a bound on its side of them, or the
 * reason why there is none (see p4_solve). */
static int P4_NAME(solve)(P4_WIDTH(search) *s, P4_WORD own, P4_WORD other, int lower, int upper)
{
    const P4_WIDTH(geometry) *g = &s->geometry;
    P4_NAME(node) n = {.own = own, .other = other, .left = g->cells - p4_count_bits(own | other)};
    int score;
    P4_WIDTH(start)(s);
    if (!P4_NAME(is_position)(g, own, other))
        return P4_NO_POSITION;
    if (!n.left || P4_NAME(has_line)(g, own) || P4_NAME(has_line)(g, other))
        return P4_FINISHED;
    if (P4_NAME(completing)(g, own) & P4_NAME(playable)(g, own | other))
        return (n.left + 1) / 2;
    if (P4_NAME(settled_by_force)(g, &n, &score) || P4_NAME(in_book)(s, &n, &score))
        return n.same ? -score : score;
    if (n.same) {
        const int turned = -lower;
        lower = -upper, upper = turned;
    }
    const int least = -(n.left / 2 - 1), most = (n.left - 1) / 2;
    if (most <= lower || least >= upper) {
        score = most <= lower ? most : least;
        return n.same ? -score : score;
    }
    lower = lower > least ? lower : least;
    upper = upper < most ? upper : most;
    s->mirrors = !(n.own & P4_NAME(mirrored)(g, n.other));
    n.hash = P4_NAME(hash)(s, &n);
    const p4_bounds known = P4_NAME(probe)(s, n.hash);
    lower = lower > known.lower ? lower : known.lower;
    upper = upper < known.upper ? upper : known.upper;
    p4_begin(s->whole, lower, upper, n.same);
    P4_NAME(close_in)(s, &n);
    if (s->stopped == P4_NEEDS_HELP)
        P4_NAME(close_in_together)(s, &n);
    P4_WIDTH(count)(s);
    if (s->stopped)
        return P4_NO_SCORE;
    const p4_bounds found = p4_bounds_of(s->whole);
    score = found.lower > upper ? found.lower : found.upper;
    return n.same ? -score : score;
}
