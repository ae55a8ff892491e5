// What the evaluation makes of a position, for people to read.
#ifndef COHERENT_ENGINE_EVALUATION_TEXT_H_
#define COHERENT_ENGINE_EVALUATION_TEXT_H_

#include <memory>
#include <string>

#include "lib/chess/position.h"
#include "lib/net/prepared.h"

namespace coherent {

// A board on which each piece but the kings shows what it is worth in pawns from White's view: the
// value less the value without it. Below it the values that a search begins with, centipawns for
// the side to move.
std::string EvaluationText(const chess::Position& position,
                           std::shared_ptr<const net::PreparedNetwork> network);

}  // namespace coherent

#endif  // COHERENT_ENGINE_EVALUATION_TEXT_H_
