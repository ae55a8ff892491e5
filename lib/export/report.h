// A net in numbers, as JSON: what coherent-export reports and coherent-net prints
// (docs/export.md, "Report").
#ifndef COHERENT_LIB_EXPORT_REPORT_H_
#define COHERENT_LIB_EXPORT_REPORT_H_

#include <string>
#include <vector>

#include "lib/base/json.h"
#include "lib/net/network.h"
#include "lib/net/zero_point.h"

namespace coherent::exporting {

Json ShapeToJson(const net::Architecture& architecture);

// Rows that are all zero or do not fit 8 bits, folded and not.
Json RowsToJson(const net::Network& network);

// The extremes over all neurons.
Json BoundsToJson(const net::ZeroPoints& points);

// The layers whose weights are all equal: they say nothing about a position, which is hardly meant.
std::vector<std::string> ConstantLayers(const net::Network& network);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_REPORT_H_
