// What the bench searches: positions of games an engine played with itself, from the opening to the
// last pieces, and one of Chess960. testdata/bench.epd holds the same for other tools.
#ifndef COHERENT_LIB_BENCH_POSITIONS_H_
#define COHERENT_LIB_BENCH_POSITIONS_H_

#include <array>

#include "absl/strings/string_view.h"

namespace coherent::bench {

inline constexpr auto kPositions = std::to_array<absl::string_view>({
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r2qkb1r/pp1n1ppp/2p1p3/3nPb2/2B5/P4N2/1PP1QPPP/RNB2RK1 b kq - 0 9",
    "rn1qk2r/pbp1bppp/1p1ppn2/8/3P1B2/PP3N1P/2P1PPP1/RN1QKB1R w KQkq - 1 7",
    "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2",
    "rnbqk2r/pp2nppp/2pbp3/3p4/P2P4/1P3N2/2PNPPPP/R1BQKB1R b KQkq - 2 6",
    "rnbqk1nr/1p3pbp/2pp2p1/p3p3/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 b kq - 1 7",
    "r2qkb1r/pp1np2p/2ppb1pn/5p2/P4P2/2PP1NP1/1PQNP2P/R1B1KB1R b KQkq - 2 8",
    "r3kb1r/p1qnpppp/2pp4/2p5/3PP1b1/2P1BN2/P2N1PPP/1R1Q1RK1 w kq - 3 12",
    "3r1k2/1pN1np2/7r/p2n2P1/3B1p1p/P6B/1P2PP1P/3R2K1 w - - 0 29",
    "rnb1k2r/p1Qp1p1p/6p1/1pp5/2P2P2/5qP1/PP5P/RNB1KB1R b KQkq - 0 13",
    "r3k2r/1pq3p1/2pb1npp/p2np3/P2B2PP/NPP2P2/4R3/3QK1NR b Kkq - 1 22",
    "5rk1/1q4bp/bn1p2p1/2pP2N1/1pN5/1Q2B2P/1P3PP1/3BK2R w - - 1 32",
    "1r4rk/4bn2/pn2PpB1/5P2/2p2QP1/PP3RN1/4p1P1/3R2K1 b - - 0 36",
    "7k/2p2rp1/pbQ2q2/1r1B4/1P5p/P2RPPN1/5KPP/2B5 w - - 0 36",
    "2kr3r/pppn1pbp/3p2p1/3P4/2P5/4BP2/P1P2P1P/1R2KB1R b K - 2 14",
    "r3qr1k/1pN4p/p2p2p1/Pbp2p2/1R1P1P1P/1Q2PNn1/1PPK2P1/6R1 b - - 3 23",
    "1k6/1p4p1/p1prbp2/6P1/4PN1p/1P3PnP/P1P3B1/2K1R3 w - - 2 34",
    "1k1r3r/ppp2pp1/4bn2/2q1b3/N3B1Pp/1P2P2P/PBP1QP2/1K1R3R b - - 2 22",
    "2r1k1nr/p2b1p1p/3Pp1p1/bp1qP3/2n5/BQ4NP/PPR2PP1/3K1BNR w k - 1 21",
    "rn5r/1p2kppp/2qppnN1/p2p4/2PP4/Q3P3/PP1N1PPP/R3KB1R b KQ - 0 12",
    "r3kb1r/pp1n1ppp/3q1n2/3pp3/6b1/1P1P1NP1/PB1NPPBP/R2QK2R w KQkq - 2 10",
    "r3kbr1/1b1p4/np2pq2/p1pP1p2/2P2Ppp/4P1P1/PPQNB1P1/R3KN1R w KQq - 4 18",
    "r3k2r/1b1p1ppp/3b1q2/pB2pP2/P2pP2P/1P4Q1/1BPP2P1/2KR3R b kq - 0 17",
    "r3kb1r/1pq2ppp/2p5/p1nPp1B1/P1Q1P3/5N2/1P3PPP/R4RK1 w k e6 0 19",
    "5q1k/1P6/3r1n2/p3Q1pB/P2Np1P1/4Pb1P/5P2/R1R3K1 w - - 7 50",
    "4r1kb/p1P2q2/1p4pp/3r4/6bP/8/Q2N1P2/2R3K1 b - - 2 37",
    "3Q4/5p1k/1p2b3/pP4p1/8/4qN2/6P1/5R1K b - - 12 52",
    "6k1/pp3rpp/8/3p1b2/2PP1p2/2P4P/P1KB3Q/4n1R1 w - - 1 37",
    "5bk1/2R5/1p4p1/p3p1B1/Pp1pn2P/1P1Q2Pq/8/6K1 b - - 3 42",
    "r7/1p2k1p1/2pNpb1p/2P4P/4RP2/1p4P1/8/3K4 w - - 98 69",
    "1n3rk1/5p2/6p1/1pR3P1/3BBP2/1p1P2p1/P3P1Kn/2R5 b - - 1 39",
    "7r/1bR3pp/1Qn1k3/5p2/1p2pP2/8/P5PP/6K1 b - f3 0 38",
    "8/1p2bkp1/2p1p2p/1pP1R2P/4NP2/6P1/r7/5K2 b - - 0 45",
    "5rk1/p5p1/4Q2p/3P4/3Pb3/K1P4P/P7/4B3 b - - 8 49",
    "4r1k1/bp3pp1/pq5p/8/P1P1pN2/6PP/6PK/R2Q4 b - - 0 33",
    "Q7/4b1kp/6p1/5q2/R1N4P/4P3/4K3/8 w - - 3 52",
    "8/P4p2/4k3/1p6/1P2q3/K7/3Q4/8 w - - 21 101",
    "8/3k4/6Kp/p5PP/P7/8/B7/8 b - - 80 70",
    "8/2R5/5p2/p1b2P2/P5P1/6kn/8/6K1 w - - 0 73",
    "4k3/7p/6p1/P7/2R1N3/b3P2P/6q1/4K3 b - - 1 38",
    "Q7/4bk1p/6p1/2q5/R1N5/4P2P/8/2K5 w - - 1 49",
    "2r5/7k/p6P/1p4P1/7P/8/2p5/2K5 w - - 0 56",
    "8/B7/5k1P/5b1P/8/1N3P2/5K2/8 w - - 3 64",
    "8/8/5p2/P4P2/5bP1/8/1R3k2/5n1K b - - 4 90",
    "8/5k2/8/2n5/6N1/4K3/8/8 w - - 96 110",
    "4k3/8/P7/8/8/2R3K1/8/8 w - - 11 89",
    "8/8/4k3/8/3K4/8/8/2Q5 w - - 65 119",
    "8/2Q5/5pk1/8/8/8/6K1/8 b - - 2 102",
    "1k6/6Q1/2K5/8/8/8/8/8 w - - 87 130",
    "rbqknrbn/ppp1pppp/8/3p4/8/1P6/P1PPPPPP/BRQBNKRN w GBfa - 0 2",
});

}  // namespace coherent::bench

#endif  // COHERENT_LIB_BENCH_POSITIONS_H_
