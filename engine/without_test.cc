// Engines without one speed mechanism each: slower, but the same.
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

// The programs beside this test.
std::vector<std::string> ProgramsWithout() {
  const std::filesystem::path engine = TestdataPath("../engine");
  std::vector<std::string> programs;
  for (const auto& entry : std::filesystem::directory_iterator(engine.lexically_normal())) {
    const std::string name = entry.path().filename();
    if (name.rfind("coherent-without-", 0) == 0) programs.push_back(entry.path());
  }
  return programs;
}

// The node count of the program's bench.
std::string Signature(const std::string& program) {
  const auto child = Subprocess::Start({.argv = {program, "bench depth 8"}});
  EXPECT_THAT(child, IsOk());
  std::string last;
  for (absl::StatusOr<std::string> line;
       (line = (*child)->ReadLine(In(std::chrono::seconds(300)))).ok();) {
    last = *line;
  }
  EXPECT_NE(last.find(" nodes "), std::string::npos) << program << ": " << last;
  return last.substr(0, last.find(" nodes "));
}

TEST(WithoutTest, WhateverIsLeftOutTheSignatureIsTheSame) {
  const std::vector<std::string> programs = ProgramsWithout();
  ASSERT_FALSE(programs.empty());
  const std::string expected =
      Signature(std::filesystem::path(TestdataPath("../engine/coherent")).lexically_normal());
  for (const std::string& program : programs) EXPECT_EQ(Signature(program), expected) << program;
}

}  // namespace
}  // namespace coherent
