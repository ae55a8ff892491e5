#include "lib/chess/testing.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"

namespace coherent::chess {
namespace {

// The value, or an end of the test that says why there is none.
template <class T>
T ValueOf(absl::StatusOr<T> value) {
  EXPECT_THAT(value, IsOk());
  CHECK(value.ok());
  return *std::move(value);
}

}  // namespace

Position PositionOf(absl::string_view fen) { return ValueOf(ParseFen(fen)); }

Position After(const Position& position, Move move) {
  Position after = position;
  after.Make(move);
  return after;
}

Move MoveOf(const Position& position, absl::string_view uci) {
  return ValueOf(ParseUciMove(position, uci));
}

std::vector<EpdRecord> ReadPositions(absl::string_view name) {
  const std::string text = ValueOf(ReadFile(TestdataPath(name)));
  return ValueOf(ParseEpdFile(name, text));
}

std::vector<EpdRecord> ReadPerftSuites() {
  std::vector<EpdRecord> all;
  for (const absl::string_view suite : {"standard", "chess960", "tricky", "impossible"}) {
    for (EpdRecord& record : ReadPositions(absl::StrCat("perft/", suite, ".epd"))) {
      all.push_back(std::move(record));
    }
  }
  return all;
}

}  // namespace coherent::chess
