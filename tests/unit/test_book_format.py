"""The file of a book: what is written is read again, and what is damaged is refused."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p4tui.core.geometry import Geometry
from p4tui.engine.book import format as book_format
from p4tui.engine.book import retrieval
from p4tui.engine.book.format import Book, BookError, BookProblem, write
from p4tui.engine.book.positions import positions
from tests.tools.books import book_of, plies_of, written

SMALL = Geometry(4, 4)
DEPTH = 5
KEYS_OF_64_BITS = st.integers(0, 2**64 - 1)


@given(
    st.dictionaries(KEYS_OF_64_BITS, st.integers(-60, 60), max_size=300),
    st.integers(0, 2**32 - 1),
)
def test_values_are_found_again(scores: dict[int, int], salt: int) -> None:
    hashes = [retrieval.mix(key ^ salt) for key in scores]
    values = [score + 60 for score in scores.values()]
    slots, seed, data = retrieval.solve(hashes, values, 7)
    planes = len(data) // 7
    for hashed, value in zip(hashes, values, strict=True):
        start, bits = retrieval.place_of(hashed, slots, seed)
        found = 0
        for plane in range(7):
            whole = int.from_bytes(data[plane * planes : (plane + 1) * planes], "little")
            found |= ((whole >> start & bits).bit_count() & 1) << plane
        assert found == value


def test_keys_that_cannot_be_told_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieval, "MAX_SLOTS", 70)
    with pytest.raises(ValueError, match="same hash"):
        retrieval.solve([5, 5], [0, 1], 1)
    assert retrieval.solve([5, 5], [1, 1], 1).slots < 70


@st.composite
def books(
    draw: st.DrawFn,
) -> tuple[Geometry, list[tuple[list[int], list[int]]]]:
    """A board, and for some of its positions of each ply any scores."""
    geometry = draw(st.sampled_from([SMALL, Geometry(6, 4, 3), Geometry(7, 6), Geometry(9, 7)]))
    plies = []
    for keys in positions(geometry).plies(draw(st.integers(0, 3))):
        kept = draw(st.sets(st.sampled_from(list(keys))))
        scores = st.lists(st.integers(-18, 18), min_size=len(kept), max_size=len(kept))
        plies.append((sorted(kept), draw(scores)))
    return geometry, plies


@given(books())
@settings(max_examples=60)
def test_what_is_written_is_read_again(
    given_book: tuple[Geometry, list[tuple[list[int], list[int]]]],
) -> None:
    geometry, plies = given_book
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a book"
        write(path, geometry, plies)
        book = Book(path)
        assert (book.geometry, book.depth) == (geometry, len(plies) - 1)
        assert book.counts == tuple(len(keys) for keys, _ in plies)
        board = positions(geometry)
        for keys, scores in plies:
            for key, score in zip(keys, scores, strict=True):
                own, other = board.sides(key)
                assert book.score(own, other) == score
                assert book.score(board.mirrored(own), board.mirrored(other)) == score


def test_a_book_of_many_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_format, "SHARD_KEYS", 50)
    geometry = Geometry(5, 4)
    book = book_of(geometry, 6, tmp_path)
    for ply in plies_of(geometry, 6):
        for key, score in zip(ply.keys, ply.scores, strict=True):
            assert book.score(*positions(geometry).sides(key)) == score


def test_a_position_that_a_book_does_not_hold_gets_some_answer(tmp_path: Path) -> None:
    write(tmp_path / "book", SMALL, [([], []), ([1], [2]), ([], [])])
    book = Book(tmp_path / "book")
    board = positions(SMALL)
    for keys in board.plies(2):
        for key in keys:
            assert book.score(*board.sides(key)) in {0, 2}


def test_an_entry_takes_few_bits(tmp_path: Path) -> None:
    """Scores of 5 bits take a little more than that."""
    keys = list(positions(Geometry()).plies(7))[-1]
    scores = [key * 31 % 29 - 14 for key in keys]
    write(tmp_path / "book", Geometry(), [([], [])] * 7 + [(keys, scores)])
    assert (tmp_path / "book").stat().st_size * 8 < 5.5 * len(keys)


def test_the_file_is_what_the_module_says(tmp_path: Path) -> None:
    """A reader written after the description alone."""
    data = written(SMALL, DEPTH, tmp_path).read_bytes()
    magic, version, columns, rows, connect, depth = struct.unpack_from("<8sH4B", data)
    assert (magic, version, columns, rows, connect, depth) == (b"p4tui-bk", 1, 4, 4, 4, DEPTH)
    assert struct.unpack_from("<HQ", data, 14) == (0, len(data))
    shards, crc = struct.unpack_from("<II", data, 24)
    end = 32 + 16 * (depth + 1) + 16 * shards
    assert struct.unpack_from("<I", data, end) == (zlib.crc32(data[:end]),)
    assert crc == zlib.crc32(data[end + 4 :])

    def mix(word: int) -> int:
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
        return word ^ (word >> 31)

    for number, ply in enumerate(plies_of(SMALL, DEPTH)):
        count, first, many, min_score, planes, zero = struct.unpack_from(
            "<IIIbBH", data, 32 + 16 * number
        )
        assert (count, zero) == (len(ply.keys), 0)
        for key, score in zip(ply.keys, ply.scores, strict=True):
            hashed = mix(key)
            shard = first + (hashed >> 32) * many // 2**32
            offset, slots, seed, zero = struct.unpack_from(
                "<IIII", data, 32 + 16 * (depth + 1) + 16 * shard
            )
            place = mix((hashed + seed * 0x9E3779B97F4A7C15) % 2**64)
            start = (place >> 32) * (slots - 56) >> 32
            bits = mix(place) % 2**57 | 1
            value = 0
            for plane in range(planes):
                begin = offset + plane * ((slots + 7) // 8)
                whole = int.from_bytes(data[begin : begin + (slots + 7) // 8], "little")
                value += (((whole >> start) & bits).bit_count() % 2) << plane
            assert min_score + value == score


def test_no_byte_can_be_damaged_unnoticed(tmp_path: Path) -> None:
    path = written(SMALL, DEPTH, tmp_path)
    data = path.read_bytes()
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        with pytest.raises(BookError):
            Book(path)


@pytest.mark.parametrize("drop", [1, 8, 100])
def test_a_file_of_another_length_is_refused(tmp_path: Path, drop: int) -> None:
    path = written(SMALL, DEPTH, tmp_path)
    data = path.read_bytes()
    for changed in (data[:-drop], data + bytes(drop)):
        path.write_bytes(changed)
        with pytest.raises(BookError) as caught:
            Book(path)
        assert caught.value.problem is BookProblem.DAMAGED
        assert caught.value.path == path


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_refused(data: bytes, magic: bool) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book"
        path.write_bytes(b"p4tui-bk\1\0" + data if magic else data)
        with pytest.raises(BookError):
            Book(path)


def checksummed(change: Callable[[bytearray], None]) -> Callable[[bytes], bytes]:
    """A change of a book that its checksums do not show."""

    def changed(data: bytes) -> bytes:
        book = bytearray(data)
        change(book)
        (shards,) = struct.unpack_from("<I", book, 24)
        end = 32 + 16 * (book[13] + 1) + 16 * shards
        book[end : end + 4] = struct.pack("<I", zlib.crc32(book[:end]))
        return bytes(book)

    return changed


def put(offset: int, packed: bytes) -> Callable[[bytearray], None]:
    def change(book: bytearray) -> None:
        book[offset : offset + len(packed)] = packed

    return change


LAST_SHARD = 32 + 16 * (DEPTH + 1) + 16 * DEPTH
CONTRADICTIONS = {
    "a board of no columns": put(10, b"\0"),
    "a line longer than the board": put(12, b"\x09"),
    "values of too many bits": put(32 + 13, b"\x08"),
    "more shards than there are": put(32 + 16 * DEPTH + 8, struct.pack("<I", 1000)),
    "no slots": put(LAST_SHARD + 4, bytes(4)),
    "more slots than there are": put(LAST_SHARD + 4, struct.pack("<I", 1 << 20)),
    "planes in the header": put(LAST_SHARD, struct.pack("<I", 8)),
    "planes behind the end": put(LAST_SHARD, struct.pack("<I", 1 << 31)),
}


@pytest.mark.parametrize("case", CONTRADICTIONS)
def test_a_file_that_contradicts_itself_is_refused(tmp_path: Path, case: str) -> None:
    path = written(SMALL, DEPTH, tmp_path)
    path.write_bytes(checksummed(CONTRADICTIONS[case])(path.read_bytes()))
    with pytest.raises(BookError):
        Book(path)


def test_a_path_without_a_book_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "empty").touch()
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(1 << 40)
    for name in ("pipe", "empty", "huge", "."):
        with pytest.raises(BookError) as caught:
            Book(tmp_path / name)
        assert caught.value.problem is BookProblem.FOREIGN
    with pytest.raises(BookError):
        Book(Path("\0"))
    with pytest.raises(FileNotFoundError):
        Book(tmp_path / "missing")


def test_a_file_that_cannot_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(SMALL, DEPTH, tmp_path)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(BookError) as caught:
        Book(path)
    assert caught.value.problem is BookProblem.UNREADABLE


def test_a_file_that_is_cut_short_later_does_no_harm(tmp_path: Path) -> None:
    path = written(SMALL, DEPTH, tmp_path)
    book = Book(path)
    before = bytes(book.data)
    os.truncate(path, 0)
    assert bytes(book.data) == before


def test_a_file_longer_than_any_book_is_refused_unread(tmp_path: Path) -> None:
    """Its header says its length, a hole does the rest."""
    path = written(SMALL, DEPTH, tmp_path)
    length = 1 << 42
    with path.open("r+b") as file:
        file.seek(16)
        file.write(length.to_bytes(8, "little"))
        file.truncate(length)
    with pytest.raises(BookError) as caught:
        Book(path)
    assert caught.value.problem is BookProblem.DAMAGED


def test_a_file_that_memory_has_no_room_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(SMALL, DEPTH, tmp_path)

    def refuse(_descriptor: int) -> None:
        raise MemoryError

    monkeypatch.setattr(os, "fstat", refuse)
    with pytest.raises(BookError) as caught:
        Book(path)
    assert caught.value.problem is BookProblem.UNREADABLE


def test_scores_too_far_apart_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="from -70 to 70"):
        write(tmp_path / "book", SMALL, [([1, 2], [-70, 70])])
    assert not list(tmp_path.iterdir())


def test_a_book_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(SMALL, DEPTH, tmp_path)
    before = path.read_bytes()

    def refuse(_descriptor: int) -> None:
        raise OSError

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError):
        write(path, SMALL, [([0], [0])])
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == before
