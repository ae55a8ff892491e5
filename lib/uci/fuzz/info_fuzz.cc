// Whatever an engine prints is read without harm, and what is understood prints back to the same.
#include <cstddef>
#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/check.h"
#include "lib/uci/info.h"
#include "lib/uci/reply.h"

namespace coherent::uci {
namespace {

// Every typed view of a line that parsed gives what the line holds.
void CheckTypes(const Info& info) {
  CHECK(info.depth().has_value() == info.Has("depth"));
  CHECK(info.nodes().has_value() == info.Has("nodes"));
  CHECK(info.score().has_value() == info.Has("score"));
  CHECK(info.wdl().has_value() == info.Has("wdl"));
  CHECK(info.Has("pv") || info.pv().empty());
}

}  // namespace
}  // namespace coherent::uci

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view line(reinterpret_cast<const char*>(data), size);
  const auto info = coherent::uci::ParseInfo(line);
  if (info.ok()) {
    coherent::uci::CheckTypes(*info);
    const auto again = coherent::uci::ParseInfo(Print(*info));
    CHECK(again.ok() && *again == *info);
  }
  const auto reply = coherent::uci::ParseReply(line);
  if (reply.ok()) {
    const auto again = coherent::uci::ParseReply(Print(*reply));
    CHECK(again.ok() && *again == *reply);
  }
  return 0;
}
