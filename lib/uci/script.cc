#include "lib/uci/script.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"
#include "lib/uci/command.h"
#include "lib/uci/game.h"

namespace coherent::uci {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{60'000};

// Knows what was asked, and checks every line that comes against it.
class Referee {
 public:
  void Sent(absl::string_view line) {
    const absl::StatusOr<Command> command = ParseCommand(line);
    if (!command.ok()) return;
    if (const auto* const position = std::get_if<SetPosition>(&*command)) {
      if (absl::StatusOr<Game> game = PlayGame(*position); game.ok()) game_ = *std::move(game);
    } else if (std::holds_alternative<Go>(*command)) {
      roots_.push_back(game_.position);
    }
  }

  absl::Status Received(const std::string& line) {
    absl::Status status = absl::OkStatus();
    const std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (!words.empty() && words[0] == "bestmove") {
      status = ReceivedAnswer(words);
    } else if (!words.empty() && words[0] == "info") {
      status = CheckVariation(words);
    }
    last_ = line;
    return status;
  }

  absl::Status CheckAllAnswered() const {
    if (answers_ == roots_.size()) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat(answers_, " answers to ", roots_.size(), " go commands"));
  }

 private:
  absl::Status ReceivedAnswer(const std::vector<std::string>& words) {
    if (answers_ == roots_.size()) return absl::FailedPreconditionError("bestmove without a go");
    chess::Position root = roots_[answers_++];
    if (!absl::StartsWith(last_, "info nodes ")) {
      return absl::FailedPreconditionError("bestmove without the count of nodes before it");
    }
    if (!chess::HasLegalMove(root)) {
      if (words.size() == 2 && words[1] == "(none)") return absl::OkStatus();
      return absl::FailedPreconditionError("a move where there is none");
    }
    if (words.size() != 2 && !(words.size() == 4 && words[2] == "ponder")) {
      return absl::FailedPreconditionError("neither one move nor a move and its ponder move");
    }
    RETURN_IF_ERROR(PlayAll(root, {words[1]}));
    if (words.size() == 4) return PlayAll(root, {words[3]});
    return absl::OkStatus();
  }

  absl::Status CheckVariation(const std::vector<std::string>& words) const {
    const auto pv = std::find(words.begin(), words.end(), "pv");
    if (pv == words.end() || words[1] == "string") return absl::OkStatus();
    if (answers_ == roots_.size()) return absl::FailedPreconditionError("a report without a go");
    chess::Position position = roots_[answers_];
    return PlayAll(position, {pv + 1, words.end()});
  }

  static absl::Status PlayAll(chess::Position& position, const std::vector<std::string>& moves) {
    for (const std::string& text : moves) {
      const absl::StatusOr<chess::Move> move = chess::ParseUciMove(position, text);
      if (!move.ok()) {
        return absl::FailedPreconditionError(
            absl::StrCat(chess::ToFen(position), ": ", move.status().message()));
      }
      position.Make(*move);
    }
    return absl::OkStatus();
  }

  Game game_;
  std::vector<chess::Position> roots_;  // of every go sent
  size_t answers_ = 0;
  std::string last_;
};

class Conversation {
 public:
  explicit Conversation(Peer& engine) : engine_(engine) {}

  absl::Status Step(absl::string_view step) {
    const absl::string_view argument =
        absl::StripPrefix(step.substr(std::min<size_t>(step.size(), 1)), " ");
    if (step == "#EOF") return CloseInput();
    if (step.empty() || step[0] == '#') return absl::OkStatus();
    if (step == "exit") return ReadToTheEnd();
    if (absl::ConsumePrefix(&step, "within ")) return SetPatience(step);
    switch (step[0]) {
      case '>':
        return Send(argument);
      case '<':
        // What an engine moves and how it ponders differs from the one that was recorded.
        return WaitFor([start = std::string(argument)](const std::string& line) {
          return absl::StartsWith(line, start);
        });
      case '/':
        return WaitFor(testing::Matches(testing::MatchesRegex(std::string(argument))));
      case '!':
        return CheckAbsent(argument);
      case '~':
        return Sleep(argument);
      default:
        return absl::InvalidArgumentError("no such step");
    }
  }

  absl::Status Finish() {
    if (is_open_) RETURN_IF_ERROR(Send("quit"));
    if (!has_ended_) RETURN_IF_ERROR(ReadToTheEnd());
    return referee_.CheckAllAnswered();
  }

  std::string LastLines() const {
    const size_t shown = std::min<size_t>(received_.size(), 5);
    return absl::StrJoin(received_.end() - static_cast<std::ptrdiff_t>(shown), received_.end(),
                         "\n  ");
  }

 private:
  absl::Status Send(absl::string_view line) {
    referee_.Sent(line);
    // After `quit` an engine may be gone before it has read what some hosts send on top.
    const bool may_be_gone = std::exchange(has_quit_, has_quit_ || line == "quit");
    if (has_quit_) is_open_ = false;
    const absl::Status status = engine_.Send(line);
    return may_be_gone ? absl::OkStatus() : status;
  }

  absl::Status CloseInput() {
    is_open_ = false;
    engine_.CloseInput();
    return absl::OkStatus();
  }

  absl::Status SetPatience(absl::string_view text) {
    int ms = 0;
    if (!absl::SimpleAtoi(text, &ms)) return absl::InvalidArgumentError("within what?");
    patience_ = milliseconds(ms);
    return absl::OkStatus();
  }

  static absl::Status Sleep(absl::string_view text) {
    int ms = 0;
    if (!absl::SimpleAtoi(text, &ms)) return absl::InvalidArgumentError("wait how long?");
    std::this_thread::sleep_for(milliseconds(ms));
    return absl::OkStatus();
  }

  absl::Status Read(Deadline deadline) {
    ASSIGN_OR_RETURN(std::string line, engine_.ReadLine(deadline));
    received_.push_back(line);
    unclaimed_.push_back(std::move(line));
    return referee_.Received(received_.back());
  }

  template <class Matcher>
  absl::Status WaitFor(Matcher matches) {
    const Deadline deadline = In(std::exchange(patience_, kPatience));
    do {
      RETURN_IF_ERROR(Read(deadline));
    } while (!matches(received_.back()));
    unclaimed_.pop_back();
    return absl::OkStatus();
  }

  absl::Status CheckAbsent(absl::string_view start) {
    absl::Status status;
    while (status.ok()) status = Read(Clock::now());
    if (!absl::IsDeadlineExceeded(status) && !absl::IsOutOfRange(status)) return status;
    for (const std::string& line : unclaimed_) {
      if (absl::StartsWith(line, start)) {
        return absl::FailedPreconditionError(absl::StrCat("unexpected: ", line));
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadToTheEnd() {
    const Deadline deadline = In(std::exchange(patience_, kPatience));
    absl::Status status;
    while (status.ok()) status = Read(deadline);
    if (!absl::IsOutOfRange(status)) return status;
    is_open_ = false;
    has_ended_ = true;
    return engine_.WaitForEnd(deadline);
  }

  Peer& engine_;
  Referee referee_;
  std::vector<std::string> received_;
  std::vector<std::string> unclaimed_;  // received and not waited for
  milliseconds patience_ = kPatience;
  bool is_open_ = true;
  bool has_quit_ = false;
  bool has_ended_ = false;
};

// The step without the time before it. The text of a recorded answer is its first word alone: the
// moves were another engine's.
std::string WithoutRecordedTime(absl::string_view line) {
  const size_t digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == absl::string_view::npos) return std::string(line);
  const absl::string_view step = absl::StripLeadingAsciiWhitespace(line.substr(digits));
  if (!absl::StartsWith(step, "<")) return std::string(step);
  const std::vector<std::string> words = absl::StrSplit(step, absl::MaxSplits(' ', 2));
  return words.size() < 2 ? std::string(step) : absl::StrCat("< ", words[1]);
}

absl::Status Annotated(const absl::Status& status, absl::string_view where,
                       const Conversation& conversation) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(where, ": ", status.message(),
                                                  "\nlast lines:\n  ", conversation.LastLines()));
}

}  // namespace

absl::Status RunScript(absl::string_view name, absl::string_view text, Peer& engine) {
  Conversation conversation(engine);
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    RETURN_IF_ERROR(Annotated(conversation.Step(WithoutRecordedTime(line)),
                              absl::StrCat(name, ":", number, ": ", line), conversation));
  }
  return Annotated(conversation.Finish(), absl::StrCat(name, ": end"), conversation);
}

}  // namespace coherent::uci
