// A position for people to look at: the answer to `d`.
#ifndef COHERENT_LIB_UCI_DISPLAY_H_
#define COHERENT_LIB_UCI_DISPLAY_H_

#include <string>

#include "lib/chess/position.h"

namespace coherent::uci {

// The board, White below; FEN, key, and who gives check. Lines without a last end of line.
std::string DisplayText(const chess::Position& position);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_DISPLAY_H_
