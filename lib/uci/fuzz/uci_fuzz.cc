// Whatever a GUI sends, the server survives, and answers every `go` it accepted exactly once.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "lib/base/check.h"
#include "lib/uci/command.h"
#include "lib/uci/fake_driver.h"
#include "lib/uci/server.h"

namespace coherent::uci {
namespace {

int CountGo(const std::string& input) {
  std::istringstream lines(input);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const absl::StatusOr<Command> command = ParseCommand(line);
    if (!command.ok()) continue;
    if (std::holds_alternative<Quit>(*command)) break;
    if (std::holds_alternative<Go>(*command)) ++count;
  }
  return count;
}

int CountAnswers(const std::string& output) {
  int count = 0;
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    if (absl::StartsWith(line, "bestmove ")) ++count;
  }
  return count;
}

}  // namespace
}  // namespace coherent::uci

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  std::istringstream in(input);
  std::ostringstream out;
  coherent::uci::FakeDriver driver;
  coherent::uci::Server(driver, out).Run(in);
  CHECK(coherent::uci::CountAnswers(out.str()) == coherent::uci::CountGo(input));
  return 0;
}
