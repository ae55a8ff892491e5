// A net as one page of HTML that needs nothing else: the report as a table, and pictures of
// weights, bounds and activity (docs/export.md).
#ifndef COHERENT_LIB_EXPORT_PAGE_H_
#define COHERENT_LIB_EXPORT_PAGE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "lib/base/json.h"
#include "lib/export/activity.h"
#include "lib/net/network.h"
#include "lib/net/zero_point.h"

namespace coherent::exporting {

// `activity` may be null: then that picture is missing.
std::string ReportPage(absl::string_view title, const Json& report, const net::Network& network,
                       const net::ZeroPoints& points, const Activity* activity);

}  // namespace coherent::exporting

#endif  // COHERENT_LIB_EXPORT_PAGE_H_
