// The positions the gate searches, from a file of FEN or EPD lines.
#ifndef COHERENT_TOOLS_GATE_POSITIONS_H_
#define COHERENT_TOOLS_GATE_POSITIONS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/chess/position.h"

namespace coherent::gate {

struct GatePosition {
  std::string id;   // of the EPD line, else "line N"
  std::string fen;  // as sent
  chess::Position position;
  // Of a logged search the commands, if they are known.
  std::string position_line = {};
  std::string go_line = {};
};

// Positions and the file they are from.
struct PositionSet {
  std::string path;
  std::string sha256;  // of the file
  std::vector<GatePosition> positions;

  // Whether any of them castles as only Chess960 does.
  bool NeedsChess960() const;
};

// An error names file and line. Two positions of one id are an error: reports go by it.
absl::StatusOr<PositionSet> ReadPositions(absl::string_view path);

// Every N-th, so that `count` are left and the whole file is sampled.
void Thin(size_t count, PositionSet* set);

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_POSITIONS_H_
