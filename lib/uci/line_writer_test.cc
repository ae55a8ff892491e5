#include "lib/uci/line_writer.h"

#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace coherent::uci {
namespace {

TEST(LineWriterTest, LinesOfSeveralThreadsNeverMix) {
  std::ostringstream out;
  LineWriter writer(out);
  std::vector<std::thread> threads;
  for (const char letter : {'a', 'b', 'c', 'd'}) {
    threads.emplace_back([&writer, letter] {
      for (int i = 0; i < 1'000; ++i) writer.Write(std::string(50, letter));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string text = out.str();
  int lines = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    EXPECT_EQ(line, std::string(50, line[0]));
    ++lines;
  }
  EXPECT_EQ(lines, 4'000);
}

TEST(LineWriterTest, SeveralLinesOfOneCallStandTogether) {
  std::ostringstream out;
  LineWriter writer(out);
  writer.Write("info nodes 1\nbestmove e2e4");
  EXPECT_EQ(out.str(), "info nodes 1\nbestmove e2e4\n");
}

}  // namespace
}  // namespace coherent::uci
