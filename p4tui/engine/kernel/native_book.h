/* Reads scores from an opening book (see p4tui/engine/book/format.py), in C11, for keys of 64 bits.
 *
 * The book lies in memory; Python has checked it.
 */
#ifndef P4_NATIVE_BOOK_H
#define P4_NATIVE_BOOK_H

#include <stdint.h>
#include <string.h>

enum {
    P4_BOOK_HEADER = 32, /* bytes of the header, of a ply's entry, of a shard's */
    P4_BOOK_PLY = 16,
    P4_BOOK_SHARD = 16,
    P4_BOOK_BAND = 57,
};

static inline uint64_t p4_book_word(const uint8_t *bytes)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
#else
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
#endif
}

static inline uint32_t p4_book_number(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t p4_book_mix(uint64_t word)
{
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

/* Return 1 if an odd number of bits is set, else 0. */
static inline unsigned p4_book_parity(uint64_t word)
{
    word ^= word >> 32, word ^= word >> 16, word ^= word >> 8, word ^= word >> 4;
    return 0x6996u >> (word & 15) & 1;
}

/* Return the most discs of the book's positions. */
static inline int p4_book_depth(const uint8_t *book)
{
    return book[13];
}

/* Return the score of a position of `ply` discs. The key is the smaller of its own (own discs added to the occupied cells)
 * and its mirror image's. The answer is meaningless for a position that the book does not hold: one that is unreachable,
 * settled at a glance, or of more than p4_book_depth discs. */
static inline int p4_book_score(const uint8_t *book, uint64_t key, int ply)
{
    const uint8_t *row = book + P4_BOOK_HEADER + P4_BOOK_PLY * ply;
    const uint64_t shards = p4_book_number(row + 8), planes = row[13];
    int score = (int8_t)row[12];
    if (!shards)
        return score;
    const uint64_t hash = p4_book_mix(key), number = p4_book_number(row + 4) + ((hash >> 32) * shards >> 32);
    const uint8_t *shard = book + P4_BOOK_HEADER + P4_BOOK_PLY * (p4_book_depth(book) + 1) + P4_BOOK_SHARD * number;
    const uint64_t slots = p4_book_number(shard + 4), seed = p4_book_number(shard + 8);
    const uint64_t place = p4_book_mix(hash + seed * 0x9e3779b97f4a7c15u);
    const uint64_t start = (place >> 32) * (slots - P4_BOOK_BAND + 1) >> 32;
    const uint64_t bits = (p4_book_mix(place) & (((uint64_t)1 << P4_BOOK_BAND) - 1)) | 1;
    const uint8_t *plane = book + p4_book_number(shard) + start / 8;
    for (unsigned i = 0; i < planes; i++, plane += (slots + 7) / 8)
        score += (int)(p4_book_parity(p4_book_word(plane) >> start % 8 & bits) << i);
    return score;
}

#endif
