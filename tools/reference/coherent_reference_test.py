"""Holds the reference to the worked examples of docs/net_format.md."""

import unittest

from tools.reference import coherent_reference as reference

EIGHT_BUCKETS = [0, 1, 2, 3, 4, 4, 5, 5] + 8 * [6] + 16 * [7]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EXAMPLE = "6k1/8/5n2/3q4/2B1P3/8/8/3R2K1 w - - 0 1"


class ReferenceTest(unittest.TestCase):
    def rows(self, fen: str, white: bool) -> tuple[list[int], list[int]]:
        view = reference.view_of(reference.parse_fen(fen), white)
        return sorted(reference.piece_rows(view, EIGHT_BUCKETS)), reference.threat_rows(view)

    def test_counts_the_threat_rows_of_the_page(self):
        reaches = {key[:3] for key in reference.THREAT_NUMBERS}
        on_last_ranks = [key for key in reaches if key[2] // 8 in (0, 7)]
        self.assertEqual((len(reaches), len(on_last_ranks)), (7_504, 1_620))
        first = [min(row for key, row in reference.THREAT_NUMBERS.items() if key[0] == attacker)
                 for attacker in range(12)]  # fmt: skip
        self.assertEqual(first, [0, 980, 4908, 11404, 21708, 38508, 43404, 44384, 48312, 54808,
                                 65112, 81912])  # fmt: skip

    def test_sees_the_start_position_alike_from_both_sides(self):
        pieces, threats = self.rows(START, True)
        self.assertEqual((len(pieces), len(threats)), (32, 40))
        self.assertEqual(threats[:4] + threats[-2:], [1004, 1232, 5074, 5086, 86592, 86604])
        self.assertEqual(self.rows(START, False), (pieces, threats))

    def test_sees_the_example_as_worked_out(self):
        self.assertEqual(
            self.rows(EXAMPLE, True),
            ([795, 925, 964, 1089, 1258, 1444, 1529],
             [418, 7912, 12026, 12128, 47098, 47132, 47167, 74642, 74722, 74748, 74923]),
        )  # fmt: skip
        self.assertEqual(
            self.rows(EXAMPLE, False),
            ([850, 1052, 1089, 1187, 1317, 1404, 1529],
             [1842, 1898, 1924, 28994, 29182, 29208, 29301, 43956, 52222, 64542, 64605]),
        )  # fmt: skip

    def test_names_what_is_wrong_with_a_fen(self):
        for fen, fragment in [("8/8 w", "ranks"), ("k7/8/8/8/8/8/8/8 w", "white kings"),
                              ("k8/8/8/8/8/8/8/K7 w", "rank 8"), (START[:-13], "side to move")]:
            with self.assertRaisesRegex(reference.BadInput, fragment):
                reference.parse_fen(fen)


if __name__ == "__main__":
    unittest.main()
