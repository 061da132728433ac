/* Scores out of an opening book, in C11: the reader of p4tui/engine/book/format.py, for keys of 64 bits.
 *
 * The book lies in memory and has been checked, checksums and all; nothing is checked here.
 */
#ifndef P4_NATIVE_BOOK_H
#define P4_NATIVE_BOOK_H

#include <stdint.h>
#include <string.h>

enum {
    P4_BOOK_HEADER = 32, /* bytes of the header, of what is said of a ply, of a shard */
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

/* Whether an odd number of bits is set. */
static inline unsigned p4_book_parity(uint64_t word)
{
    word ^= word >> 32, word ^= word >> 16, word ^= word >> 8, word ^= word >> 4;
    return 0x6996u >> (word & 15) & 1;
}

/* The most discs that a position of the book has. */
static inline int p4_book_depth(const uint8_t *book)
{
    return book[13];
}

/* The score of a position of `ply` discs, by the smaller one of its key (own discs added to the occupied cells) and that
 * of its mirror image. It is for positions that the book holds, those that play can reach and that aren't settled at a
 * glance, with at most p4_book_depth discs; for others it means nothing. */
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
