#!/usr/bin/python3
"""The net's value of a position, by docs/net_format.md and nothing else.

The second opinion: it shares no code, no tables and no tricks with the C++ programs. Commands:

  coherent_reference.py eval NET [FENS]         one value a line, for each FEN (standard input: -)
  coherent_reference.py check NET FENS VALUES   exit 0 if VALUES holds exactly these values, else 1

With --sections both take threat rows from the file's sections and hold sums to the bounds there.
FENS has one position a line; an EPD's operations after the fourth field are ignored.
Example: coherent_reference.py eval main.net testdata/gate/256.epd
"""

import argparse
import hashlib
import struct
import sys
from dataclasses import dataclass
from typing import Iterator

import numpy as np

HEADER_BYTES = 112
THREAT_ROWS = 86_808
LETTERS = "PNBRQK"
STEPS = {
    1: [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    2: [(1, 1), (1, -1), (-1, -1), (-1, 1)],
    3: [(1, 0), (0, 1), (-1, 0), (0, -1)],
}
STEPS[4] = STEPS[5] = STEPS[2] + STEPS[3]


class BadInput(Exception):
    """What is wrong with a file, and where."""


# --- Section 2: a view of a position.


@dataclass
class Position:
    """pieces[square] is (is_white, kind) for each occupied square."""

    pieces: dict[int, tuple[bool, int]]
    white_to_move: bool


def parse_fen(text: str) -> Position:
    """The first two fields of a FEN; the rest is not seen by the net."""
    fields = text.split()
    if len(fields) < 2 or fields[1] not in ("w", "b"):
        raise BadInput(f"'{text}': expected a FEN with a side to move")
    ranks = fields[0].split("/")
    if len(ranks) != 8:
        raise BadInput(f"'{text}': ranks: found {len(ranks)}, expected 8")
    pieces = {}
    for down, rank in enumerate(ranks):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
                continue
            if letter.upper() not in LETTERS or file > 7:
                raise BadInput(f"'{text}': rank {8 - down}: found '{rank}'")
            pieces[8 * (7 - down) + file] = (letter.isupper(), LETTERS.index(letter.upper()))
            file += 1
        if file != 8:
            raise BadInput(f"'{text}': rank {8 - down}: found {file} files, expected 8")
    for white in (True, False):
        kings = sum(piece == (white, 5) for piece in pieces.values())
        if kings != 1:
            raise BadInput(f"'{text}': {'white' if white else 'black'} kings: found {kings}")
    return Position(pieces, fields[1] == "w")


def view_of(position: Position, white: bool) -> dict[int, int]:
    """Square of the view → number of the piece, 0 … 11."""
    flip = 0 if white else 56
    king = next(s for s, piece in position.pieces.items() if piece == (white, 5)) ^ flip
    mirror = 7 if king % 8 >= 4 else 0
    return {
        square ^ flip ^ mirror: kind if is_white == white else 6 + kind
        for square, (is_white, kind) in position.pieces.items()
    }


def piece_rows(view: dict[int, int], bucket_table: list[int]) -> list[int]:
    king = next(square for square, piece in view.items() if piece == 5)
    bucket = bucket_table[4 * (king // 8) + king % 8]
    return [768 * bucket + 64 * piece + square for square, piece in view.items()]


def attacked(piece: int, square: int, occupied) -> Iterator[int]:
    """The squares a piece attacks: on each ray up to the first occupied one, included."""
    file, rank = square % 8, square // 8
    kind = piece % 6
    if kind == 0:
        steps = [(-1, 1), (1, 1)] if piece == 0 else [(-1, -1), (1, -1)]
    else:
        steps = STEPS[kind]
    for file_step, rank_step in steps:
        f, r = file + file_step, rank + rank_step
        while 0 <= f < 8 and 0 <= r < 8:
            yield 8 * r + f
            if kind not in (2, 3, 4) or 8 * r + f in occupied:
                break
            f, r = f + file_step, r + rank_step


def number_threats() -> dict[tuple[int, int, int, int], int]:
    """(attacker, its square, target square, target) → row, by counting as the page says."""
    rows: dict[tuple[int, int, int, int], int] = {}
    for attacker in range(12):
        squares = range(8, 56) if attacker in (0, 6) else range(64)
        for square in squares:
            for target_square in sorted(attacked(attacker, square, ())):
                for target in range(12):
                    if target in (0, 6) and target_square // 8 in (0, 7):
                        continue
                    rows[attacker, square, target_square, target] = len(rows)
    return rows


THREAT_NUMBERS = number_threats()
assert len(THREAT_NUMBERS) == THREAT_ROWS


def threat_rows(view: dict[int, int]) -> list[int]:
    return sorted(
        THREAT_NUMBERS[attacker, square, target_square, view[target_square]]
        for square, attacker in view.items()
        for target_square in attacked(attacker, square, view)
        if target_square in view
    )


# --- Section 4: the file.


@dataclass
class Net:
    width: int
    scale: int
    bucket_table: list[int]
    piece: np.ndarray
    threat: np.ndarray
    b1: np.ndarray
    v2: np.ndarray
    c2: np.ndarray
    v3: np.ndarray
    c3: np.ndarray
    v4: np.ndarray
    c4: int
    sections: dict[bytes, bytes]


def expect(path: str, field: str, found, expected) -> None:
    if found != expected:
        raise BadInput(f"{path}: {field}: found {found!r}, expected {expected!r}")


def read_sections(path: str, data: bytes) -> dict[bytes, bytes]:
    """Tag → data of whole sections with right hashes and no tag twice."""
    sections: dict[bytes, bytes] = {}
    while data:
        if len(data) < 48:
            raise BadInput(f"{path}: after the sections: found {len(data)} bytes, expected 0")
        tag, length = data[:8], struct.unpack_from("<Q", data, 8)[0]
        body = data[48 : 48 + length]
        expect(path, f"section {tag!r}: bytes", len(body), length)
        digest = hashlib.sha256(data[:16] + body).digest()
        expect(path, f"section {tag!r}: hash", data[16:48].hex(), digest.hex())
        if tag in sections:
            raise BadInput(f"{path}: section {tag!r}: found twice")
        sections[tag] = body
        data = data[48 + length :]
    return sections


def read_net(path: str) -> Net:
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < HEADER_BYTES:
        raise BadInput(f"{path}: bytes: found {len(data)}, expected at least {HEADER_BYTES}")
    magic, version, width, threats, k2, k3, scale, buckets, mirrored, shift, maximum = (
        struct.unpack_from("<8sIIIHHIBBBB", data)
    )
    expect(path, "magic", magic, b"COHRNET1")
    expect(path, "format version", version, 1)
    expect(path, "mirrored, shift, activation maximum", (mirrored, shift, maximum), (1, 14, 255))
    if threats not in (0, THREAT_ROWS):
        raise BadInput(f"{path}: threat rows: found {threats}, expected 0 or {THREAT_ROWS}")
    bucket_table = list(data[32:64])
    if not 1 <= buckets <= 32 or max(bucket_table) >= buckets:
        raise BadInput(f"{path}: bucket table: found {bucket_table} for {buckets} buckets")
    payload_bytes = struct.unpack_from("<Q", data, 96)[0]
    expect(path, "reserved", data[104:112], bytes(8))

    shapes = [
        ("<i2", (768 * buckets, width)), ("<i2", (threats, width)), ("<i2", (width,)),
        ("<i2", (k2, 2 * width)), ("<i4", (k2,)), ("<i2", (k3, k2)), ("<i4", (k3,)),
        ("<i2", (k3,)), ("<i4", (1,)),
    ]  # fmt: skip
    expected = sum(int(np.prod(shape)) * int(kind[-1]) for kind, shape in shapes)
    expect(path, "payload bytes", payload_bytes, expected)
    payload = data[HEADER_BYTES : HEADER_BYTES + payload_bytes]
    expect(path, "payload", len(payload), payload_bytes)
    digest = hashlib.sha256(data[:64] + bytes(32) + data[96:HEADER_BYTES] + payload).hexdigest()
    expect(path, "hash", data[64:96].hex(), digest)
    sections = read_sections(path, data[HEADER_BYTES + payload_bytes :])

    arrays, offset = [], 0
    for kind, shape in shapes:
        count = int(np.prod(shape))
        arrays.append(np.frombuffer(payload, kind, count, offset).reshape(shape))
        offset += count * int(kind[-1])
    piece, threat, b1, v2, c2, v3, c3, v4, c4 = arrays
    return Net(width, scale, bucket_table, piece, threat, b1.astype(np.int64),
               v2.astype(np.int64), c2.astype(np.int64), v3.astype(np.int64),
               c3.astype(np.int64), v4.astype(np.int64), int(c4[0]), sections)  # fmt: skip


# --- Section 5: what the sections hold. Values do not need it.


@dataclass
class Sections:
    """The threat rows as the sections give them, and the bounds, where there are such."""

    place: dict[int, int]  # threat row → row of the table; dropped rows have none
    table: np.ndarray
    lower: np.ndarray | None
    upper: np.ndarray | None


def fold_pairs(net: Net) -> list[tuple[int, int]]:
    data = net.sections.get(b"FOLD___1", bytes(4))
    numbers = np.frombuffer(data, "<u4").tolist()
    expect("FOLD___1", "numbers", len(numbers), 1 + 2 * numbers[0])
    pairs = list(zip(numbers[1::2], numbers[2::2]))
    names = {row: name for name, row in THREAT_NUMBERS.items()}
    for kept, dropped in pairs:
        attacker, square, target_square, target = names[kept]
        twin = (target, target_square, square, attacker)
        expect("FOLD___1", f"twin of {kept}", names[dropped], twin)
    return pairs


def rows8_of(net: Net, rows: int, wide_rows: np.ndarray) -> np.ndarray:
    """The folded table: from the section where its bit is 0, from `wide_rows` otherwise."""
    data = net.sections[b"ROWS8__1"]
    bitmap = np.frombuffer(data, np.uint8, (rows + 7) // 8)
    wide = np.unpackbits(bitmap, bitorder="little")[:rows].astype(bool)
    narrow = np.frombuffer(data, np.int8, offset=len(bitmap)).reshape(-1, net.width)
    expect("ROWS8__1", "rows of 8 bits", len(narrow), int(rows - wide.sum()))
    table = wide_rows.copy()
    table[~wide] = narrow
    return table


def sections_of(net: Net) -> Sections:
    pairs = fold_pairs(net)
    table = net.threat.astype(np.int64)
    for kept, dropped in pairs:
        table[kept] += table[dropped]
    gone = {dropped for _, dropped in pairs}
    kept_rows = [row for row in range(len(net.threat)) if row not in gone]
    place = {row: index for index, row in enumerate(kept_rows)}
    table = table[kept_rows]
    if b"ROWS8__1" in net.sections:
        table = rows8_of(net, len(kept_rows), table)
    lower = upper = None
    if b"ZEROPNT1" in net.sections:
        numbers = np.frombuffer(net.sections[b"ZEROPNT1"], "<i4").astype(np.int64)
        zero, lower, upper = numbers.reshape(3, net.width)
        expect("ZEROPNT1", "zero points", zero.tolist(), ((lower + upper) // 2).tolist())
    return Sections(place, table, lower, upper)


# --- Section 3: the value.


def row_sum(net: Net, view: dict[int, int], sections: Sections | None) -> np.ndarray:
    total = net.piece[piece_rows(view, net.bucket_table)].sum(axis=0, dtype=np.int64)
    if len(net.threat):
        rows, table = threat_rows(view), net.threat
        if sections:
            table = sections.table
            rows = [sections.place[row] for row in rows if row in sections.place]
        total = total + table[rows].sum(axis=0, dtype=np.int64)
    if sections and sections.lower is not None:
        if (total < sections.lower).any() or (total > sections.upper).any():
            raise BadInput(f"sums outside the bounds of ZEROPNT1: {total.tolist()}")
    return total


def accumulate(
    net: Net, position: Position, white: bool, sections: Sections | None = None
) -> np.ndarray:
    return np.clip(net.b1 + row_sum(net, view_of(position, white), sections), 0, 255)


def evaluate(net: Net, position: Position, sections: Sections | None = None) -> int:
    us = position.white_to_move
    x = np.concatenate([accumulate(net, position, view, sections) for view in (us, not us)])
    h2 = np.clip((net.c2 + net.v2 @ x) >> 14, 0, 255)
    h3 = np.clip((net.c3 + net.v3 @ h2) >> 14, 0, 255)
    product = (net.c4 + int(net.v4 @ h3)) * net.scale
    magnitude = abs(product) // (255 * 16_384)
    return magnitude if product >= 0 else -magnitude


# --- Commands.


def read_lines(path: str) -> list[str]:
    """The lines of a file, or of stdin for "-", without blank ones and those that begin with #."""
    if path == "-":
        lines = [line.strip() for line in sys.stdin]
    else:
        with open(path, encoding="utf-8") as file:
            lines = [line.strip() for line in file]
    return [line for line in lines if line and not line.startswith("#")]


def values_of(
    net: Net, path: str, sections: Sections | None = None
) -> Iterator[tuple[int, str, int]]:
    for number, line in enumerate(read_lines(path), 1):
        try:
            yield number, line, evaluate(net, parse_fen(line), sections)
        except BadInput as error:
            raise BadInput(f"{path}:{number}: {error}") from error


def named_values(arguments: argparse.Namespace) -> Iterator[tuple[int, str, int]]:
    net = read_net(arguments.net)
    return values_of(net, arguments.fens, sections_of(net) if arguments.sections else None)


def run_eval(arguments: argparse.Namespace) -> int:
    for _, _, value in named_values(arguments):
        print(value)
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    found = [int(line) for line in read_lines(arguments.values)]
    expected = list(named_values(arguments))
    if len(found) != len(expected):
        raise BadInput(f"{arguments.values}: values: found {len(found)}, expected {len(expected)}")
    wrong = 0
    for value, (number, line, right) in zip(found, expected):
        if value != right:
            wrong += 1
            if wrong <= 10:
                print(f"{arguments.values}:{number}: found {value}, expected {right}: {line}")
    print(f"{len(expected) - wrong} of {len(expected)} values equal")
    return 0 if wrong == 0 and expected else 1


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    evaluator = commands.add_parser("eval", help="print the value of each position")
    evaluator.add_argument("net")
    evaluator.add_argument("fens", nargs="?", default="-")
    evaluator.set_defaults(run=run_eval)
    checker = commands.add_parser("check", help="compare values with the right ones")
    checker.add_argument("net")
    checker.add_argument("fens")
    checker.add_argument("values")
    checker.set_defaults(run=run_check)
    for command in (evaluator, checker):
        command.add_argument("--sections", action="store_true")
    arguments = parser.parse_args()
    try:
        return arguments.run(arguments)
    except (BadInput, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
