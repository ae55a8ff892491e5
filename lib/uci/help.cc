#include "lib/uci/help.h"

#include "absl/strings/str_cat.h"

namespace coherent::uci {

std::string HelpText(absl::string_view name) {
  return absl::StrCat(name, R"(, a chess engine. It speaks UCI: a GUI starts it without arguments.
Commands, a line each on stdin, or as arguments, each to its end before the next:
  uci                              name, options
  setoption name N [value V]       sets one of them
  position startpos|fen F [moves M ...]
  go depth N|nodes N|movetime MS|wtime MS btime MS winc MS binc MS|infinite
  stop                             ends the search
  go perft N                       counts the leaves N plies down
  eval                             what the net says of the position, piece by piece
  d                                the board and its FEN
  bench [depth N|nodes N]          the node signature, and the speed
  genfens N seed S book FILE|None  openings for making training games
  help, --help, -h                 this
  quit

Example: coherent "position startpos moves e2e4" "go depth 12")");
}

}  // namespace coherent::uci
