// Threat rows in 8 bits where nothing is lost, and a marker where something would be
// (docs/net_format.md, ROWS8__1).
#ifndef COHERENT_LIB_NET_ROWS8_H_
#define COHERENT_LIB_NET_ROWS8_H_

#include <span>
#include <string>

#include "lib/base/int.h"
#include "lib/net/fold.h"
#include "lib/net/network.h"

namespace coherent::net {

inline constexpr int kNarrowMax = 127;

// Whether every weight lies in -127 ... 127.
bool IsNarrow(std::span<const i16> row);

// The bytes of the section: a bitmap of the rows that are not narrow, then the others in 8 bits.
std::string EncodeRows8(const Network& network, const Fold& fold);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_ROWS8_H_
