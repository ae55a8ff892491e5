#include "engine/evaluation_text.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/chess/types.h"
#include "lib/net/adjust.h"
#include "lib/net/evaluator.h"
#include "lib/search/params.h"
#include "lib/search/score.h"

namespace coherent {
namespace {

using chess::Color;
using chess::Kind;
using chess::Piece;
using chess::Square;

constexpr char kLetters[] = "PNBRQKpnbrqk";

// What is lost for White, in centipawns, if the piece on `square` is taken off the board.
int Worth(const chess::Position& position, Square square, int value, net::Evaluator& evaluator) {
  evaluator.Push();
  evaluator.OnRemove(position.PieceAt(square), square);
  const int difference = value - evaluator.Evaluate(position);
  evaluator.Pop();
  return position.side_to_move() == Color::kWhite ? difference : -difference;
}

std::string Cell(const chess::Position& position, Square square, int value,
                 net::Evaluator& evaluator) {
  const Piece piece = position.PieceAt(square);
  if (piece.IsNone()) return "      .";
  const char letter = kLetters[6 * Index(piece.color()) + Index(piece.kind())];
  if (piece.kind() == Kind::kKing) return absl::StrFormat("      %c", letter);
  return absl::StrFormat(" %c%+5.2f", letter, Worth(position, square, value, evaluator) / 100.0);
}

}  // namespace

std::string EvaluationText(const chess::Position& position,
                           std::shared_ptr<const net::PreparedNetwork> network) {
  const auto evaluator = std::make_unique<net::Evaluator>();
  evaluator->SetNetwork(std::move(network));
  evaluator->KeepValues(false);  // pieces are taken off a position whose key stays
  evaluator->Reset(position);
  const int raw = evaluator->Evaluate(position);
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    absl::StrAppend(&text, rank + 1, " ");
    for (int file = 0; file < 8; ++file) {
      absl::StrAppend(&text, Cell(position, Square(file, rank), raw, *evaluator));
    }
    text += '\n';
  }
  text += "        a      b      c      d      e      f      g      h\n";
  constexpr int kPerMillion = search::FixedParams::params.material_per_million;
  const int material = net::Material(position);
  const int value = net::Limit(net::ScaleByMaterial(raw, material, kPerMillion), search::kMaxEval);
  absl::StrAppend(&text, "Net: ", raw, " cp\n");
  absl::StrAppend(&text, "Scaled by material of ", material, ": ", value, " cp\n");
  const int damped = net::DampByClock(value, position.halfmove_clock());
  absl::StrAppend(&text, "Evaluation: ", damped, " cp for the side to move");
  return text;
}

}  // namespace coherent
