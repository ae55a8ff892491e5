// What a float net says about a position, computed in double: what the rounded net is compared with
// (docs/export.md, "--check").
#ifndef COHERENT_LIB_EXPORT_FLOAT_NET_H_
#define COHERENT_LIB_EXPORT_FLOAT_NET_H_

#include "lib/net/board.h"
#include "lib/train/checkpoint.h"

namespace coherent::exporting {

// In centipawns for `side_to_move`, neither rounded nor limited. Equal on every machine.
double FloatValue(const train::Checkpoint& checkpoint, const net::Board& board,
                  net::Color side_to_move);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_FLOAT_NET_H_
