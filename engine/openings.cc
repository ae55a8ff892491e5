#include "engine/openings.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/quoted.h"
#include "lib/base/random.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/match/opening.h"
#include "lib/match/player.h"

namespace coherent {
namespace {

// Some of a book with very many lines, the others blank so that errors name the right line:
// OpenBench waits 15 seconds for an opening, and it takes longer to read millions of them.
std::string Thinned(std::string text, Random& random) {
  constexpr u64 kLines = 100'000;
  const u64 lines = std::count(text.begin(), text.end(), '\n');
  if (lines <= kLines) return text;
  std::string thinned;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    absl::StrAppend(&thinned, random.Below(lines) < kLines ? line : "", "\n");
  }
  return thinned;
}

absl::StatusOr<std::vector<chess::Position>> ReadBook(const std::string& path, Random& random) {
  std::vector<chess::Position> book;
  if (path.empty()) return book;
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  text = Thinned(std::move(text), random);
  ASSIGN_OR_RETURN(const auto records, chess::ParseEpdFile(path, text));
  for (const chess::EpdRecord& record : records) book.push_back(record.position);
  return book;
}

}  // namespace

OpeningMaker::OpeningMaker(uci::MakeOpenings request,
                           std::shared_ptr<const net::PreparedNetwork> network)
    : request_(std::move(request)), network_(std::move(network)) {}

absl::Status OpeningMaker::Run(const uci::PrintLine& print) {
  constexpr int kHashMib = 8;
  Random random(request_.seed);
  match::OpeningRules rules;
  ASSIGN_OR_RETURN(rules.book, ReadBook(request_.book, random));
  ASSIGN_OR_RETURN(const auto player, match::SearchPlayer::Create({}, kHashMib, network_));
  // Not beginning as an opening does: OpenBench would take it for one.
  if (!request_.extra.empty()) print("info string ignored: " + Quoted(request_.extra));
  // Once stopped any opening will do, as it is not printed.
  const auto score = [&](const chess::Position& position) {
    return stopped_ ? 0 : player->ScoreAlone(position, match::kOpeningNodes);
  };
  for (int i = 0; i < request_.count; ++i) {
    ASSIGN_OR_RETURN(const chess::Position opening, match::MakeOpening(rules, score, random));
    if (stopped_) return absl::CancelledError("genfens stopped");
    print(absl::StrCat("info string genfens ", chess::ToFen(opening)));
  }
  return absl::OkStatus();
}

}  // namespace coherent
