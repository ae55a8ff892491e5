#include "lib/uci/scripted_link.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/base/testing.h"

namespace coherent::uci {

std::string ScriptedEngine(absl::string_view name, absl::string_view script) {
  std::string path = TemporaryPath(name);
  const std::string program =
      std::filesystem::absolute(TestdataPath("../lib/uci/scripted_engine")).lexically_normal();
  std::filesystem::remove(path);
  std::filesystem::create_symlink(program, path);
  std::ofstream file(absl::StrCat(path, ".script"));
  file << script;
  CHECK(file.flush().good());
  return path;
}

}  // namespace coherent::uci
