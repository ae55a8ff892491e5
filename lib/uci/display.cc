#include "lib/uci/display.h"

#include "absl/strings/str_cat.h"
#include "lib/chess/fen.h"
#include "lib/chess/types.h"

namespace coherent::uci {

std::string DisplayText(const chess::Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    absl::StrAppend(&text, rank + 1, " ");
    for (int file = 0; file < 8; ++file) {
      text += ' ';
      text += position.PieceAt(chess::Square(file, rank)).letter();
    }
    text += '\n';
  }
  absl::StrAppend(&text, "\n   a b c d e f g h\n\nFen: ", chess::ToFen(position),
                  "\nKey: ", absl::Hex(position.key(), absl::kZeroPad16), "\nCheckers:");
  for (const chess::Square square : position.checkers()) {
    absl::StrAppend(&text, " ", square.ToString());
  }
  return text;
}

}  // namespace coherent::uci
