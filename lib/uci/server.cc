#include "lib/uci/server.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/check.h"
#include "lib/base/status_macros.h"
#include "lib/chess/movegen.h"
#include "lib/chess/perft.h"
#include "lib/uci/display.h"
#include "lib/uci/help.h"
#include "lib/uci/reply.h"

namespace coherent::uci {
Server::Server(Driver& driver, std::ostream& out) : driver_(driver), out_(out) {}

Server::~Server() { EndWork(); }

void Server::Run(std::istream& in) {
  std::string line;
  while (std::getline(in, line) && Handle(line)) {
  }
  EndWork();
}

bool Server::Handle(absl::string_view line) {
  const absl::StatusOr<Command> command = ParseCommand(line);
  const absl::Status status =
      command.ok() ? std::visit([this](const auto& known) { return Do(known); }, *command)
                   : command.status();
  if (!status.ok()) PrintError(status);
  return !command.ok() || !std::holds_alternative<Quit>(*command);
}

void Server::WaitUntilIdle() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !is_running_; });
}

void Server::PrintError(const absl::Status& error) {
  ++refused_;
  // Messages show what was found, and that may be anything.
  constexpr size_t kShown = 300;
  std::string message(error.message().substr(0, kShown));
  std::replace_if(message.begin(), message.end(), absl::ascii_iscntrl, '?');
  out_.Write(absl::StrCat("info string error: ", message));
}

absl::Status Server::Do(const Nothing&) { return absl::OkStatus(); }

absl::Status Server::Do(const Identify&) {
  std::vector<std::string> lines = {Print(Id{"name", driver_.name()}),
                                    Print(Id{"author", driver_.author()})};
  for (std::string& line : driver_.options().Lines()) lines.push_back(std::move(line));
  lines.push_back("uciok");
  out_.Write(absl::StrJoin(lines, "\n"));
  return absl::OkStatus();
}

// There is nothing more to say than what is always said.
absl::Status Server::Do(const SetDebug&) { return absl::OkStatus(); }

absl::Status Server::Do(const AskReady&) {
  out_.Write("readyok");
  return absl::OkStatus();
}

absl::Status Server::Do(const SetOption& command) {
  ASSIGN_OR_RETURN(const OptionChange change, driver_.options().Check(command.name, command.value));
  if (change.timing == OptionTiming::kBetweenSearches) EndWork();
  return change.apply();
}

absl::Status Server::Do(const NewGame&) {
  EndWork();
  driver_.NewGame();
  return absl::OkStatus();
}

absl::Status Server::Do(const SetPosition& command) {
  ASSIGN_OR_RETURN(game_, PlayGame(command));
  return absl::OkStatus();
}

absl::Status Server::Do(const Go& go) {
  std::vector<chess::Move> search_moves = LegalSearchMoves(go.search_moves);
  EndWork();
  if (!chess::HasLegalMove(game_.position)) {
    Begin(go, [this, in_check = game_.position.InCheck()] { AnswerWithoutMoves(in_check); });
    return absl::OkStatus();
  }
  const chess::CastlingStyle style = driver_.castling_style();
  auto search = driver_.PlanSearch(
      {.game = game_, .go = go, .search_moves = std::move(search_moves), .castling_style = style});
  Begin(go, [this, search = std::move(search), style] { AnswerSearch(search, style); });
  return absl::OkStatus();
}

absl::Status Server::Do(const Stop&) {
  RequestStop();
  return absl::OkStatus();
}

absl::Status Server::Do(const PonderHit&) {
  const std::lock_guard lock(mutex_);
  if (is_running_ && is_pondering_ && !stop_requested_) {
    is_pondering_ = false;
    driver_.PonderHit();
    changed_.notify_all();
  }
  return absl::OkStatus();
}

absl::Status Server::Do(const Quit&) {
  EndWork();
  return absl::OkStatus();
}

absl::Status Server::Do(const Perft& command) {
  EndWork();
  Begin({}, [this, position = game_.position, depth = command.depth,
             style = driver_.castling_style()] { PrintPerft(position, depth, style); });
  return absl::OkStatus();
}

absl::Status Server::Do(const Bench& bench) {
  EndWork();
  Begin(driver_.PlanBench(bench));
  return absl::OkStatus();
}

absl::Status Server::Do(const MakeOpenings& openings) {
  EndWork();
  Begin(driver_.PlanOpenings(openings));
  return absl::OkStatus();
}

absl::Status Server::Do(const Evaluate&) {
  out_.Write(driver_.Evaluate(game_.position));
  return absl::OkStatus();
}

absl::Status Server::Do(const Display&) {
  out_.Write(DisplayText(game_.position));
  return absl::OkStatus();
}

absl::Status Server::Do(const Help&) {
  out_.Write(HelpText(driver_.name()));
  return absl::OkStatus();
}

std::vector<chess::Move> Server::LegalSearchMoves(const std::vector<std::string>& texts) {
  std::vector<chess::Move> moves;
  for (const std::string& text : texts) {
    const absl::StatusOr<chess::Move> move = chess::ParseUciMove(game_.position, text);
    if (!move.ok()) {
      PrintError(
          absl::InvalidArgumentError(absl::StrCat("go searchmoves: ", move.status().message())));
    } else if (std::find(moves.begin(), moves.end(), *move) == moves.end()) {
      moves.push_back(*move);
    }
  }
  return moves;
}

void Server::Begin(const Go& go, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    CHECK(!is_running_);
    is_running_ = true;
    is_infinite_ = go.infinite;
    is_pondering_ = go.ponder;
    was_in_vain_ = false;
    stop_requested_ = false;
  }
  thread_ = std::thread([this, work = std::move(work)] {
    work();
    const std::lock_guard lock(mutex_);
    is_running_ = false;
    changed_.notify_all();
  });
}

void Server::Begin(std::function<absl::Status(const PrintLine&)> work) {
  Begin({}, [this, work = std::move(work)] {
    const absl::Status status = work([this](absl::string_view line) { out_.Write(line); });
    if (!status.ok()) PrintError(status);
  });
}

void Server::RequestStop() {
  const std::lock_guard lock(mutex_);
  if (!is_running_ || stop_requested_) return;
  stop_requested_ = true;
  was_in_vain_ = is_pondering_;
  driver_.Stop();
  changed_.notify_all();
}

void Server::EndWork() {
  RequestStop();
  if (thread_.joinable()) thread_.join();
}

void Server::AnswerSearch(const std::function<SearchResult(const PrintLine&)>& search,
                          chess::CastlingStyle style) {
  const SearchResult result = search([this](absl::string_view line) {
    {
      const std::lock_guard lock(mutex_);
      if (was_in_vain_) return;
    }
    out_.Write(line);
  });
  const u64 nodes = WaitUntilAnswerIsDue() ? 0 : result.nodes;
  const std::string ponder =
      result.ponder.IsNone() ? "" : absl::StrCat(" ponder ", chess::ToUci(result.ponder, style));
  out_.Write(
      absl::StrCat("info nodes ", nodes, "\nbestmove ", chess::ToUci(result.best, style), ponder));
}

void Server::AnswerWithoutMoves(bool in_check) {
  out_.Write(in_check ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
  WaitUntilAnswerIsDue();
  out_.Write("info nodes 0\nbestmove (none)");
}

bool Server::WaitUntilAnswerIsDue() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stop_requested_ || (!is_infinite_ && !is_pondering_); });
  return was_in_vain_;
}

void Server::PrintPerft(const chess::Position& position, int depth, chess::CastlingStyle style) {
  u64 total = depth == 0 ? 1 : 0;
  for (const chess::Move move : depth == 0 ? chess::MoveList() : chess::LegalMoves(position)) {
    chess::Position next = position;
    next.Make(move);
    u64 leaves = 0;
    if (!CountLeaves(next, depth - 1, leaves)) {
      out_.Write("info string perft stopped");
      return;
    }
    out_.Write(absl::StrCat(chess::ToUci(move, style), ": ", leaves));
    total += leaves;
  }
  out_.Write(absl::StrCat("\nNodes searched: ", total));
}

// Looks for `stop` above small subtrees only, which costs nothing.
bool Server::CountLeaves(const chess::Position& position, int depth, u64& leaves) const {
  constexpr int kSmallDepth = 3;
  if (stop_requested_) return false;
  if (depth <= kSmallDepth) {
    leaves += chess::Perft(position, depth);
    return true;
  }
  for (const chess::Move move : chess::LegalMoves(position)) {
    chess::Position next = position;
    next.Make(move);
    if (!CountLeaves(next, depth - 1, leaves)) return false;
  }
  return true;
}

}  // namespace coherent::uci
