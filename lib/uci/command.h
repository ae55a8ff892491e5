// What a GUI says to the engine, one type a command. Reading is pure: it knows no position and no
// option. Specified by docs/uci.md.
#ifndef COHERENT_LIB_UCI_COMMAND_H_
#define COHERENT_LIB_UCI_COMMAND_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::uci {

// A line that asks for nothing: blank, or `register`, which free software does not need.
struct Nothing {};

struct Identify {};  // uci
struct SetDebug {    // debug
  bool on = false;
};
struct AskReady {};  // isready
struct SetOption {   // setoption
  std::string name;  // runs of blanks are one blank
  // As written, inner blanks intact; absent where there is no word `value`.
  std::optional<std::string> value;
};
struct NewGame {};    // ucinewgame
struct SetPosition {  // position
  std::string fen;    // empty: the start position
  std::vector<std::string> moves;
};

// `go`. A limit that is there always bounds the search: depth, nodes, mate and movetime are at
// least 1, clocks at least 0. Too large a number is the largest one that is useful.
struct Go {
  std::vector<std::string> search_moves;
  bool ponder = false;
  bool infinite = false;
  std::optional<i64> wtime_ms;
  std::optional<i64> btime_ms;
  std::optional<i64> winc_ms;
  std::optional<i64> binc_ms;
  std::optional<int> moves_to_go;  // at least 1
  std::optional<int> depth;
  std::optional<u64> nodes;
  std::optional<int> mate;
  std::optional<i64> movetime_ms;
};

struct Stop {};       // stop
struct PonderHit {};  // ponderhit
struct Quit {};       // quit

// Our own.
struct Perft {  // go perft N
  int depth = 0;
};
struct Bench {  // bench [depth N | nodes N]; neither: the depth of the signature
  std::optional<int> depth;
  std::optional<u64> nodes;
};
struct MakeOpenings {  // genfens N seed S book FILE|None ...
  int count = 1;       // at least 1
  u64 seed = 0;
  std::string book;   // empty: none
  std::string extra;  // the rest of the line
};
struct Evaluate {};  // eval
struct Display {};   // d
struct Help {};      // help, --help, -h

using Command =
    std::variant<Nothing, Identify, SetDebug, AskReady, SetOption, NewGame, SetPosition, Go, Stop,
                 PonderHit, Quit, Perft, Bench, MakeOpenings, Evaluate, Display, Help>;

// Reads one line. Unknown words before a command are skipped, as UCI asks; a line without any
// command, or with one that is incomplete, is an error that says what was found and expected.
absl::StatusOr<Command> ParseCommand(absl::string_view line);

// Whether a line that begins with `word` begins with a command.
bool IsCommandWord(absl::string_view word);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_COMMAND_H_
