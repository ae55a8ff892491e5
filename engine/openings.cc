#include "engine/openings.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
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

absl::StatusOr<std::vector<chess::Position>> ReadBook(const std::string& path) {
  std::vector<chess::Position> book;
  if (path.empty()) return book;
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
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
  match::OpeningRules rules;
  ASSIGN_OR_RETURN(rules.book, ReadBook(request_.book));
  ASSIGN_OR_RETURN(const auto player, match::SearchPlayer::Create({}, kHashMib, network_));
  // Not beginning as an opening does: OpenBench would take it for one.
  if (!request_.extra.empty()) print("info string ignored: " + Quoted(request_.extra));
  // Once stopped any opening will do, as it is not printed.
  const auto score = [&](const chess::Position& position) {
    return stopped_ ? 0 : player->ScoreAlone(position, match::kOpeningNodes);
  };
  Random random(request_.seed);
  for (int i = 0; i < request_.count; ++i) {
    ASSIGN_OR_RETURN(const chess::Position opening, match::MakeOpening(rules, score, random));
    if (stopped_) return absl::CancelledError("genfens stopped");
    print(absl::StrCat("info string genfens ", chess::ToFen(opening)));
  }
  return absl::OkStatus();
}

}  // namespace coherent
