/* The search, written once for every instruction set.
 *
 * native_search.h includes this file once for each, with
 *     P4_NAME(x)   the name of x in this version
 *     P4_VECTOR    1 where the four directions are worth one vector, else 0
 */

/* --- Lines --------------------------------------------------------------------------------------------------- */

#if P4_VECTOR
typedef uint64_t P4_NAME(lanes) __attribute__((vector_size(4 * sizeof(uint64_t))));

/* The four directions at once: one lane each, as `steps` orders them. */
static inline P4_NAME(lanes) P4_NAME(spread)(uint64_t word)
{
    return (P4_NAME(lanes)){word, word, word, word};
}

static inline P4_NAME(lanes) P4_NAME(steps)(const p4_geometry *g)
{
    P4_NAME(lanes) steps;
    memcpy(&steps, g->steps, sizeof steps);
    return steps;
}

static inline uint64_t P4_NAME(any_lane)(P4_NAME(lanes) found)
{
    return (found[0] | found[1]) | (found[2] | found[3]);
}
#endif

/* The cells, on the board or off it, that complete a line of four with `discs`; those occupied included. */
static inline uint64_t P4_NAME(completing)(const p4_geometry *g, uint64_t discs)
{
#if P4_VECTOR
    const P4_NAME(lanes) step = P4_NAME(steps)(g), all = P4_NAME(spread)(discs);
    const P4_NAME(lanes) up1 = all << step, up2 = up1 << step, up3 = up2 << step;
    const P4_NAME(lanes) down1 = all >> step, down2 = down1 >> step, down3 = down2 >> step;
    return P4_NAME(any_lane)((up1 & up2 & (up3 | down1)) | (down1 & down2 & (up1 | down3)));
#else
    uint64_t found = 0;
    for (int i = 0; i < 4; i++) {
        const int step = (int)g->steps[i];
        const uint64_t up1 = discs << step, up2 = up1 << step, up3 = up2 << step;
        const uint64_t down1 = discs >> step, down2 = down1 >> step, down3 = down2 >> step;
        found |= (up1 & up2 & (up3 | down1)) | (down1 & down2 & (up1 | down3));
    }
    return found;
#endif
}

/* Whether `discs` holds four in line. */
static inline int P4_NAME(has_line)(const p4_geometry *g, uint64_t discs)
{
#if P4_VECTOR
    const P4_NAME(lanes) step = P4_NAME(steps)(g), all = P4_NAME(spread)(discs);
    const P4_NAME(lanes) pairs = all & (all >> step);
    return P4_NAME(any_lane)(pairs & (pairs >> (step + step))) != 0;
#else
    uint64_t found = 0;
    for (int i = 0; i < 4; i++) {
        const int step = (int)g->steps[i];
        const uint64_t pairs = discs & (discs >> step);
        found |= pairs & (pairs >> (2 * step));
    }
    return found != 0;
#endif
}

/* --- Positions ----------------------------------------------------------------------------------------------- */

/* A quiet position, from the side to move: it can't win at once, the other side doesn't threaten to, and there is a
 * choice of two moves or more that don't let the other side win with its next disc. */
typedef struct {
    uint64_t own, other;  /* discs of the side to move and of the other side */
    uint64_t other_wins;  /* cells that complete a line of the other side */
    uint64_t safe;        /* the moves to choose from */
    uint64_t hash;       /* of the position, see P4_NAME(hash) */
    int left;            /* empty cells */
    int order;           /* the larger, the earlier it is searched */
    int goal;            /* the question about it: is its score at least this? */
    int same;            /* whether the side to move is that of the position it was reached from */
} P4_NAME(node);

/* What is known of a score: the least and the most it can be. */
typedef struct {
    int lower, upper;
} P4_NAME(bounds);

static inline uint64_t P4_NAME(playable)(const p4_geometry *g, uint64_t mask)
{
    return (mask + g->bottom) & g->board;
}

/* Play on while there is no choice: answer threats, and take the only move that doesn't lose at once.
 *
 * In: own, other, left, same of a position whose side to move can't win at once. Returns 1 and the score for the
 * side then to move in `score` if that settles it (own, other are not kept then); else 0 with a quiet position.
 * `same` is turned over at each move. */
static inline int P4_NAME(settled_by_force)(const p4_geometry *g, P4_NAME(node) *n, int *score)
{
    for (;;) {
        const uint64_t moves = P4_NAME(playable)(g, n->own | n->other);
        if (!moves) {
            *score = 0;
            return 1;
        }
        n->other_wins = P4_NAME(completing)(g, n->other) & g->board;
        uint64_t safe = moves & ~(n->other_wins >> 1);
        const uint64_t forced = moves & n->other_wins;
        if (forced)
            safe = forced & (forced - 1) ? 0 : safe & forced;
        if (!safe) {
            *score = -(n->left / 2);
            return 1;
        }
        if (safe & (safe - 1)) {
            n->safe = safe;
            return 0;
        }
        const uint64_t moved = n->own | safe;
        n->own = n->other;
        n->other = moved;
        n->left--;
        n->same ^= 1;
    }
}

/* The cells above those given. */
static inline uint64_t P4_NAME(above)(const p4_geometry *g, uint64_t cells)
{
    uint64_t found = 0;
    for (int i = 1; i < g->rows; i++)
        found |= cells = cells << 1 & g->board;
    return found;
}

/* Whether the side not to move keeps the score below n->goal by following up: answering in the column just played.
 *
 * An even number of empty cells: it gets every cell at an even distance from the top that isn't playable now (where a
 * column has an odd number of empty cells, the playable one is such a cell, and their number is even: it answers
 * one with another). The side to move gets the rest at most. */
static inline int P4_NAME(held_by_following)(const p4_geometry *g, const P4_NAME(node) *n)
{
    const uint64_t mask = n->own | n->other;
    const uint64_t follower = g->follow & ~mask & ~P4_NAME(playable)(g, mask);
    if (n->goal <= 0) {
        const int highest = g->rows + 2 * n->goal;
        if (highest < 1 || !P4_NAME(has_line)(g, n->other | (follower & g->lowest[highest])))
            return 0;
    }
    const uint64_t useless = P4_NAME(above)(g, follower & n->other_wins);
    return !P4_NAME(has_line)(g, g->board & ~(n->other | follower | useless));
}

/* The same with an odd number of empty cells, by a threat of the side not to move at an odd distance from the top.
 *
 * It follows up everywhere, as above, but never plays the cell below the threat: that is left for the side to move,
 * which runs out of other moves. In the column of the threat it gets the cells at an odd distance from the top that
 * aren't playable now. What lies above a threat of its own on a cell it gets is of no use to the other side. */
static inline int P4_NAME(held_by_threat)(const p4_geometry *g, const P4_NAME(node) *n)
{
    const uint64_t mask = n->own | n->other, playable = P4_NAME(playable)(g, mask);
    uint64_t threats = n->other_wins & ~(mask | playable | g->follow);
    if (n->goal < 0) {
        const int highest = g->rows + 2 * n->goal;
        threats &= highest < 1 ? 0 : g->lowest[highest];
    }
    if (!threats)
        return 0;
    const uint64_t follower = g->follow & ~(mask | playable);
    const uint64_t rest = g->board & ~(mask | follower | P4_NAME(above)(g, follower & n->other_wins));
    do {
        const uint64_t threat = threats & (0 - threats);
        threats ^= threat;
        const uint64_t column = g->column[p4_lowest_bit(threat) / g->stride];
        const uint64_t below = column & (threat - 1) & ~mask & (g->follow | playable);
        if (!P4_NAME(has_line)(g, n->own | (rest & ~column) | below))
            return 1;
    } while (threats);
    return 0;
}

/* What is certain about the score of a quiet position without a search, as far as n->goal asks for it. */
static inline P4_NAME(bounds) P4_NAME(certain)(const p4_geometry *g, const P4_NAME(node) *n)
{
    P4_NAME(bounds) b = {-(n->left / 2 - 1), (n->left - 1) / 2};
    if (b.lower < n->goal && n->goal <= b.upper)
        if (n->left % 2 ? P4_NAME(held_by_threat)(g, n) : P4_NAME(held_by_following)(g, n))
            b.upper = n->goal > 0 ? 0 : n->goal - 1;
    return b;
}

/* --- Table --------------------------------------------------------------------------------------------------- */

/* An entry, from the highest bit: the part of the hash that its place doesn't give, the generation, then work (5 bits),
 * and the two bounds (7 bits each, stored so that 0 means nothing is known). p4_prepare says how many bits are left for
 * the generation; an entry of another one counts as empty. */

/* The board seen in a mirror. */
static inline uint64_t P4_NAME(mirrored)(const p4_geometry *g, uint64_t word)
{
    const uint64_t column = ((uint64_t)1 << g->stride) - 1;
    uint64_t seen = 0;
    for (int shift = 0; shift < g->columns * g->stride; shift += g->stride)
        seen = seen << g->stride | (word >> shift & column);
    return seen;
}

/* The key, own discs added to the occupied cells, spread over the table: one to one on the highest key bits. While the
 * board is less than half full, mirror images share an entry. */
static inline uint64_t P4_NAME(hash)(const p4_search *s, const P4_NAME(node) *n)
{
    const p4_geometry *g = &s->geometry;
    uint64_t key = n->own + n->own + n->other;
    if (2 * n->left > g->cells) {
        const uint64_t seen = P4_NAME(mirrored)(g, key);
        if (seen < key)
            key = seen;
    }
    return key * s->multiplier;
}

static inline p4_entry *P4_NAME(bucket)(const p4_search *s, uint64_t hash)
{
    return s->entries + 2 * (hash >> s->bucket_shift);
}

static inline uint64_t P4_NAME(tag)(const p4_search *s, uint64_t hash)
{
    return hash << s->bucket_bits | s->generation;
}

static inline P4_NAME(bounds) P4_NAME(unpacked)(uint64_t entry)
{
    return (P4_NAME(bounds)){(int)(entry >> 7 & 127) - P4_NO_BOUND, P4_NO_BOUND - (int)(entry & 127)};
}

/* What the table knows of a position. */
static inline P4_NAME(bounds) P4_NAME(probe)(const p4_search *s, uint64_t hash)
{
    p4_entry *bucket = P4_NAME(bucket)(s, hash);
    const uint64_t tag = P4_NAME(tag)(s, hash);
    for (int i = 0; i < 2; i++) {
        const uint64_t entry = p4_load(bucket + i);
        if ((entry ^ tag) >> P4_DATA_BITS == 0)
            return P4_NAME(unpacked)(entry);
    }
    return P4_NAME(unpacked)(0);
}

/* The work below an entry, as its binary logarithm. */
static inline unsigned P4_NAME(work)(const p4_search *s, uint64_t entry)
{
    return (entry ^ s->generation) & s->generation_mask ? 0 : (unsigned)(entry >> P4_WORK_SHIFT) & 31;
}

/* Keep what was found with 2^work nodes; of two entries in a bucket the one with less work gives way. */
static inline void P4_NAME(store)(const p4_search *s, uint64_t hash, P4_NAME(bounds) b, unsigned work)
{
    p4_entry *bucket = P4_NAME(bucket)(s, hash);
    const uint64_t tag = P4_NAME(tag)(s, hash);
    const uint64_t first = p4_load(bucket), second = p4_load(bucket + 1);
    int place = P4_NAME(work)(s, first) > P4_NAME(work)(s, second);
    uint64_t old = 0;
    if ((first ^ tag) >> P4_DATA_BITS == 0)
        place = 0, old = first;
    else if ((second ^ tag) >> P4_DATA_BITS == 0)
        place = 1, old = second;
    const P4_NAME(bounds) known = P4_NAME(unpacked)(old);
    if (known.lower > b.lower)
        b.lower = known.lower;
    if (known.upper < b.upper)
        b.upper = known.upper;
    p4_store(bucket + place, tag | (uint64_t)(work < 31 ? work : 31) << P4_WORK_SHIFT
                                 | (uint64_t)(b.lower + P4_NO_BOUND) << 7 | (uint64_t)(P4_NO_BOUND - b.upper));
}

/* --- Search -------------------------------------------------------------------------------------------------- */

/* Whether the position of `n` is known to answer n->goal; if so, `score` is a bound on the parent's score: at least
 * its goal or below it. */
static inline int P4_NAME(answers)(const P4_NAME(node) *n, P4_NAME(bounds) b, int *score)
{
    if (b.lower >= n->goal)
        *score = n->same ? b.lower : -b.lower;
    else if (b.upper < n->goal)
        *score = n->same ? b.upper : -b.upper;
    else
        return 0;
    return 1;
}

/* How promising it is to have moved to `child` from a position with `left` empty cells, by a move in `column`: its
 * threats first, those that a lack of other moves will turn into wins half as much again, then how central it is. */
static inline int P4_NAME(promise)(const p4_geometry *g, const P4_NAME(node) *child, int left, int column)
{
    const uint64_t wins = child->same ? P4_NAME(completing)(g, child->own) : child->other_wins;
    const uint64_t threats = wins & g->board & ~(child->own | child->other);
    const uint64_t lasting = threats & (left % 2 ? g->follow : ~g->follow);
    return 4 * p4_count_bits(threats) + 2 * p4_count_bits(lasting) + g->centrality[column];
}

/* The positions after each safe move of `n`, as far as they have to be searched, into `children`; their number.
 *
 * `best` is raised to the bounds of those that needn't be, and the rest left out once it reaches the goal. */
static inline int P4_NAME(expand)(p4_search *s, const P4_NAME(node) *n, P4_NAME(node) *children, int *best)
{
    const p4_geometry *g = &s->geometry;
    int count = 0;
    for (uint64_t moves = n->safe; moves; moves &= moves - 1) {
        P4_NAME(node) *child = children + count;
        int score;
        child->own = n->other;
        child->other = n->own | (moves & (0 - moves));
        child->left = n->left - 1;
        child->same = 0;
        if (P4_NAME(settled_by_force)(g, child, &score)) {
            score = child->same ? score : -score;
        } else {
            child->goal = child->same ? n->goal : 1 - n->goal;
            if (!P4_NAME(answers)(child, P4_NAME(certain)(g, child), &score)) {
                child->hash = P4_NAME(hash)(s, child);
                p4_prefetch(P4_NAME(bucket)(s, child->hash));
                child->order = P4_NAME(promise)(g, child, n->left, p4_lowest_bit(moves) / g->stride);
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

/* Keep those of `count` children that the table doesn't answer, the most promising first; their number. `best` as
 * above. */
static inline int P4_NAME(select)(p4_search *s, P4_NAME(node) *children, int count, int goal, int *best)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const P4_NAME(node) child = children[i];
        int score;
        if (P4_NAME(answers)(&child, P4_NAME(probe)(s, child.hash), &score)) {
            if (score > *best)
                *best = score;
            if (score >= goal)
                break;
            continue;
        }
        int place = kept++;
        for (; place > 0 && children[place - 1].order < child.order; place--)
            children[place] = children[place - 1];
        children[place] = child;
    }
    return kept;
}

/* A bound on the score of a quiet position: at least n->goal, or an upper bound below it. No meaning once s->stopped. */
static int P4_NAME(test)(p4_search *s, const P4_NAME(node) *n)
{
    const uint64_t before = s->nodes;
    if (before >= s->poll_at && p4_must_stop(s))
        return 0;
    s->nodes++;
    p4_prefetch_to_write(P4_NAME(bucket)(s, n->hash));

    P4_NAME(node) children[P4_MAX_COLUMNS];
    int best = -P4_NO_BOUND;
    int count = P4_NAME(expand)(s, n, children, &best);
    if (best < n->goal)
        count = P4_NAME(select)(s, children, count, n->goal, &best);
    for (int i = 0; i < count && best < n->goal; i++) {
        int score = P4_NAME(test)(s, children + i);
        if (s->stopped)
            return 0;
        if (!children[i].same)
            score = -score;
        if (score > best)
            best = score;
    }

    const P4_NAME(bounds) b = best >= n->goal ? (P4_NAME(bounds)){best, P4_NO_BOUND} : (P4_NAME(bounds)){-P4_NO_BOUND, best};
    P4_NAME(store)(s, n->hash, b, p4_highest_bit(s->nodes - before));
    return best;
}

/* The score, for the side to move, of a position that isn't finished, where it lies between `lower` and `upper`; else a
 * bound of it on its side of them. No meaning once s->stopped. */
static int P4_NAME(solve)(p4_search *s, uint64_t own, uint64_t other, int lower, int upper)
{
    const p4_geometry *g = &s->geometry;
    P4_NAME(node) n = {.own = own, .other = other, .left = g->cells - p4_count_bits(own | other)};
    int score;
    if (P4_NAME(completing)(g, own) & P4_NAME(playable)(g, own | other))
        return (n.left + 1) / 2;
    if (P4_NAME(settled_by_force)(g, &n, &score))
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
    score = lower = lower > least ? lower : least;
    upper = upper < most ? upper : most;
    n.hash = P4_NAME(hash)(s, &n);
    while (lower < upper) {
        n.goal = p4_next_goal(lower, upper);
        score = P4_NAME(test)(s, &n);
        if (s->stopped)
            return 0;
        if (score >= n.goal)
            lower = score;
        else
            upper = score;
    }
    return n.same ? -score : score;
}
