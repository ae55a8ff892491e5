#include "tools/gate/log_file.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/uci/command.h"
#include "lib/uci/game.h"
#include "lib/uci/info.h"
#include "lib/uci/reply.h"
#include "tools/gate/words.h"

namespace coherent::gate {
namespace {

constexpr absl::string_view kWords[] = {"id",       "option", "uciok",      "readyok",   "info",
                                        "bestmove", "uci",    "isready",    "setoption", "position",
                                        "go",       "stop",   "ucinewgame", "ponderhit", "quit"};

absl::string_view FirstWord(absl::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

bool BeginsWithWord(absl::string_view text) {
  return std::find(std::begin(kWords), std::end(kWords), FirstWord(text)) != std::end(kWords);
}

class LogParser {
 public:
  LogParser(absl::string_view path, absl::string_view text) : lines_(absl::StrSplit(text, '\n')) {
    log_.path = std::string(path);
    log_.sha256 = Sha256Hex(text);
    has_commands_ = std::any_of(lines_.begin(), lines_.end(), [](absl::string_view line) {
      return FirstWord(MessageOf(line)) == "go";
    });
  }

  absl::StatusOr<UciLog> Parse() {
    for (const absl::string_view line : lines_) {
      ++number_;
      RETURN_IF_ERROR(Take(MessageOf(line)));
    }
    if (is_searching_ || !answer_.lines.empty()) return Wrong("the log ends within a search");
    if (log_.searches.empty()) return Wrong("the log has no search that ended");
    return std::move(log_);
  }

 private:
  absl::Status Wrong(absl::string_view problem) const {
    return absl::InvalidArgumentError(absl::StrCat(log_.path, ":", number_, ": ", problem));
  }

  absl::Status Take(absl::string_view message) {
    const absl::string_view word = FirstWord(message);
    if (word == "id" || word == "option") {
      TakeGreeting(message);
    } else if (word == "setoption") {
      return TakeOption(message);
    } else if (word == "position") {
      return TakePosition(message);
    } else if (word == "go") {
      if (is_searching_) return Wrong("a go while a search is running");
      is_searching_ = true;
      go_line_ = WithSingleBlanks(message);
      answer_ = Answer();
    } else if (word == "info" || word == "bestmove") {
      return TakeReply(message);
    }
    return absl::OkStatus();
  }

  void TakeGreeting(absl::string_view message) {
    std::string line = WithSingleBlanks(message);
    absl::string_view name = line;
    if (absl::ConsumePrefix(&name, "id name ")) log_.name = std::string(name);
    log_.greeting.push_back(std::move(line));
  }

  absl::Status TakeOption(absl::string_view message) {
    const absl::StatusOr<uci::Command> command = uci::ParseCommand(message);
    if (!command.ok()) return Wrong(command.status().message());
    const auto* const option = std::get_if<uci::SetOption>(&*command);
    if (option == nullptr) return absl::OkStatus();
    log_.options.push_back({option->name, option->value.value_or("")});
    return absl::OkStatus();
  }

  absl::Status TakePosition(absl::string_view message) {
    const absl::StatusOr<uci::Command> command = uci::ParseCommand(message);
    if (!command.ok()) return Wrong(command.status().message());
    const auto* const position = std::get_if<uci::SetPosition>(&*command);
    if (position == nullptr) return Wrong("no position");
    const absl::StatusOr<uci::Game> game = uci::PlayGame(*position);
    if (!game.ok()) return Wrong(game.status().message());
    position_line_ = WithSingleBlanks(message);
    root_ = game->position;
    return absl::OkStatus();
  }

  absl::Status TakeReply(absl::string_view message) {
    absl::StatusOr<uci::Reply> reply = uci::ParseReply(message);
    if (!reply.ok()) return Wrong(reply.status().message());
    if (auto* const info = std::get_if<uci::Info>(&*reply)) {
      if (is_searching_ || !has_commands_) {
        answer_.lines.push_back(std::move(*info));
      } else if (!info->Has("string")) {
        return Wrong("a line of a search while none is running");
      }
    } else if (auto* const best_move = std::get_if<uci::BestMove>(&*reply)) {
      if (!is_searching_ && has_commands_) return Wrong("a bestmove while no search is running");
      answer_.best_move = std::move(*best_move);
      log_.searches.push_back({number_, has_commands_ ? position_line_ : "", go_line_, root_,
                               std::exchange(answer_, Answer())});
      is_searching_ = false;
    }
    return absl::OkStatus();
  }

  const std::vector<absl::string_view> lines_;
  UciLog log_;
  int number_ = 0;
  bool has_commands_ = false;
  bool is_searching_ = false;
  std::string position_line_ = "position startpos";
  std::string go_line_;
  chess::Position root_;
  Answer answer_;
};

}  // namespace

absl::string_view MessageOf(absl::string_view line) {
  line = absl::StripAsciiWhitespace(line);
  if (BeginsWithWord(line)) return line;
  for (size_t i = line.find_first_of(":><]"); i != absl::string_view::npos;
       i = line.find_first_of(":><]", i + 1)) {
    const absl::string_view rest = absl::StripLeadingAsciiWhitespace(line.substr(i + 1));
    if (BeginsWithWord(rest)) return rest;
  }
  return "";
}

absl::StatusOr<UciLog> ParseLog(absl::string_view path, absl::string_view text) {
  return LogParser(path, text).Parse();
}

}  // namespace coherent::gate
