// An engine for tests of the tools: plays the first legal move and reports a made-up search, except
// where a script says otherwise. The script lies beside the program: `<path of the program>.script`
// (tests run it through a link of their own). One statement a line, blocks first come first served:
//
//   # text              a remark
//   at start            begins what happens before anything is read
//   on COMMAND          begins what answers a line whose first word is COMMAND
//   on COMMAND number N     only the N-th such line
//   on COMMAND with TEXT    only if the line, or the last `position` line, contains TEXT
//
//   answer              does what an engine without a script would do
//   change A -> B       from here on `answer` prints B where A would stand
//   say TEXT            prints a line; {move} is the first legal move, {number} counts this command
//   half TEXT           prints without ending the line
//   warn TEXT           prints a line on stderr
//   flood N             prints N KiB on stderr
//   wait N              waits N ms
//   hang                waits for ever
//   forever TEXT        prints the line again and again
//   touch PATH          leaves an empty file, so that a test knows
//   close               closes stdout and lives on
//   exit N              ends with this code
//   signal N            ends by this signal
//
// In a TEXT \r and \t are what they are in C. Words after the program's name are one command, after
// which it ends: `engine bench`.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"

namespace coherent::uci {
namespace {

struct Block {
  std::string command;  // "start" for what is done at the start
  std::optional<int> number;
  std::string with;
  std::vector<std::pair<std::string, std::string>> steps;  // verb, rest of the line
};

std::pair<std::string, std::string> SplitOnce(absl::string_view line, absl::string_view mark) {
  return absl::StrSplit(line, absl::MaxSplits(mark, 1));
}

int ToInt(absl::string_view text) {
  int number = 0;
  if (absl::SimpleAtoi(text, &number)) return number;
  std::cerr << "script: no number: " << text << std::endl;
  std::exit(2);
}

std::vector<Block> ReadScript(const std::string& path) {
  std::vector<Block> blocks;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto [verb, rest] = SplitOnce(absl::StripAsciiWhitespace(line), " ");
    if (verb.empty() || verb[0] == '#') continue;
    if (verb == "at") {
      blocks.push_back({"start", std::nullopt, "", {}});
    } else if (verb == "on") {
      const auto [command, condition] = SplitOnce(rest, " ");
      const auto [kind, value] = SplitOnce(condition, " ");
      Block block{command, std::nullopt, "", {}};
      if (kind == "number") block.number = ToInt(value);
      if (kind == "with") block.with = value;
      blocks.push_back(block);
    } else {
      blocks.back().steps.emplace_back(verb, rest);
    }
  }
  return blocks;
}

class ScriptedEngine {
 public:
  explicit ScriptedEngine(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}

  // Answers one line.
  void Handle(const std::string& line);

 private:
  void Run(const Block& block, const std::string& line);
  // What an engine without a script does.
  void Answer(const std::string& line);
  void AnswerGo(const std::string& line);
  void SetPosition(absl::string_view line);
  void Say(absl::string_view text) {
    std::cout << absl::StrReplaceAll(text, changes_) << std::endl;
  }
  std::string Expand(absl::string_view text) const;
  std::string FirstMove(chess::Position* position) const;

  const std::vector<Block> blocks_;
  std::map<std::string, int> counts_;
  std::string command_;
  std::string position_line_;
  chess::Position position_;
  std::vector<std::pair<std::string, std::string>> changes_;
};

void ScriptedEngine::Handle(const std::string& line) {
  command_ = SplitOnce(line, " ").first;
  const int number = ++counts_[command_];
  if (command_ == "position") SetPosition(line);
  for (const Block& block : blocks_) {
    const bool fits =
        block.command == command_ && block.number.value_or(number) == number &&
        (absl::StrContains(line, block.with) || absl::StrContains(position_line_, block.with));
    if (fits) return Run(block, line);
  }
  Answer(line);
}

void ScriptedEngine::Run(const Block& block, const std::string& line) {
  changes_.clear();
  for (const auto& [verb, rest] : block.steps) {
    if (verb == "answer") Answer(line);
    if (verb == "change") changes_.push_back(SplitOnce(rest, " -> "));
    if (verb == "say") std::cout << Expand(rest) << std::endl;
    if (verb == "half") std::cout << Expand(rest) << std::flush;
    if (verb == "warn") std::cerr << rest << std::endl;
    if (verb == "flood") std::cerr << std::string(size_t{1024} * ToInt(rest), 'x') << std::endl;
    if (verb == "wait") std::this_thread::sleep_for(std::chrono::milliseconds(ToInt(rest)));
    if (verb == "touch") std::ofstream(rest).flush();
    if (verb == "close") close(STDOUT_FILENO);
    if (verb == "exit") std::exit(ToInt(rest));
    if (verb == "signal") {
      std::signal(ToInt(rest), SIG_DFL);  // a sanitizer may have taken it
      raise(ToInt(rest));
    }
    while (verb == "forever") std::cout << rest << std::endl;
    while (verb == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  }
  changes_.clear();
}

void ScriptedEngine::Answer(const std::string& line) {
  if (command_ == "uci") {
    Say("id name Scripted 1.0.0");
    Say("id author nobody");
    Say("option name Hash type spin default 16 min 1 max 1024");
    Say("option name Threads type spin default 1 min 1 max 8");
    Say("option name Style type combo default Solid var Solid var Wild");
    Say("uciok");
  } else if (command_ == "isready") {
    Say("readyok");
  } else if (command_ == "go") {
    AnswerGo(line);
  } else if (command_ == "bench") {
    Say("12345 nodes 100000 nps");
  } else if (command_ == "quit") {
    std::exit(0);
  }
}

// Depth 1 to the limit, or 1 to 6 with the limit's nodes at the end.
void ScriptedEngine::AnswerGo(const std::string& line) {
  const std::vector<std::string> words = absl::StrSplit(line, ' ');
  const bool by_nodes = words.size() == 3 && words[1] == "nodes";
  const int limit = words.size() == 3 ? ToInt(words[2]) : 1;
  const int depth = by_nodes ? 6 : limit;
  chess::Position position = position_;
  const std::string move = FirstMove(&position);
  if (move == "(none)") {
    Say(absl::StrCat("info depth 0 score ", position_.InCheck() ? "mate 0" : "cp 0"));
    return Say("bestmove (none)");
  }
  const std::string ponder = FirstMove(&position);
  const std::string second = ponder == "(none)" ? "" : absl::StrCat(" ", ponder);
  for (int i = 1; i <= depth; ++i) {
    const int nodes = by_nodes ? limit * i / depth : 10 * i;
    Say(absl::StrCat("info depth ", i, " seldepth ", i + 2, " score cp ", 10 + i, " nodes ", nodes,
                     " time ", i, " pv ", move, second));
  }
  Say(absl::StrCat("bestmove ", move, second.empty() ? "" : " ponder", second));
}

void ScriptedEngine::SetPosition(absl::string_view line) {
  position_line_ = std::string(line);
  absl::ConsumePrefix(&line, "position ");
  const auto [setup, moves] = SplitOnce(line, " moves ");
  absl::string_view fen = setup;
  if (!absl::ConsumePrefix(&fen, "fen ")) fen = chess::kStartFen;
  const auto position = chess::ParseFen(fen);
  if (!position.ok()) return;
  position_ = *position;
  for (const absl::string_view text : absl::StrSplit(moves, ' ', absl::SkipEmpty())) {
    const auto move = chess::ParseUciMove(position_, text);
    if (move.ok()) position_.Make(*move);
  }
}

std::string ScriptedEngine::Expand(absl::string_view text) const {
  chess::Position position = position_;
  const auto count = counts_.find(command_);
  return absl::StrReplaceAll(
      text, {{"{move}", FirstMove(&position)},
             {"{number}", absl::StrCat(count == counts_.end() ? 0 : count->second)},
             {"\\r", "\r"},
             {"\\t", "\t"}});
}

// Plays the move too.
std::string ScriptedEngine::FirstMove(chess::Position* position) const {
  const chess::MoveList moves = chess::LegalMoves(*position);
  if (moves.empty()) return "(none)";
  const chess::Move move = moves[0];
  position->Make(move);
  return chess::ToUci(move, chess::CastlingStyle::kKingMoves);
}

int Main(int argc, char** argv) {
  ScriptedEngine engine(ReadScript(absl::StrCat(argv[0], ".script")));
  engine.Handle("start");
  if (argc > 1) {
    engine.Handle(absl::StrJoin(argv + 1, argv + argc, " "));
    return 0;
  }
  for (std::string line; std::getline(std::cin, line);) engine.Handle(line);
  return 0;
}

}  // namespace
}  // namespace coherent::uci

int main(int argc, char** argv) { return coherent::uci::Main(argc, argv); }
