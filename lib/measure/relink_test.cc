#include "lib/measure/relink.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"

namespace coherent::measure {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kItems = 40;
const char* const kKinds[] = {"function", "constant", "datum", "zero"};

std::vector<std::string> LinesOf(const std::vector<std::string>& command) {
  const auto child = Subprocess::Start({.argv = command});
  EXPECT_THAT(child, IsOk());
  std::vector<std::string> lines;
  absl::StatusOr<std::string> line;
  while ((line = (*child)->ReadLine(In(std::chrono::seconds(120)))).ok()) lines.push_back(*line);
  EXPECT_TRUE((*child)->Wait(In(std::chrono::seconds(120)))->ok()) << (*child)->stderr_tail();
  return lines;
}

// Compiles an object with kItems of every kind and returns its bytes. The `other` one has a
// function more, and one that is not the same.
std::string Compiled(bool other) {
  std::string source = "extern \"C\" int printf(const char*, ...);\nextern \"C\" {\n";
  std::string calls;
  for (int i = 0; i < kItems; ++i) {
    absl::StrAppend(&source, "volatile int datum", i, " = ", i + 1, ", zero", i,
                    ";\nextern const volatile int constant", i, " = ", i,
                    ";\n[[gnu::noinline]] int function", i, "(int x) { zero", i, " += x; return (x",
                    other && i == 20 ? " + x * x - x * x" : "", ") * datum", i, " + zero", i,
                    " + constant", i, "; }\n");
    absl::StrAppend(&calls, "  sum += function", i, "(sum % 7);\n");
  }
  if (other) source += "[[gnu::noinline, gnu::used]] int another(int x) { return x + datum3; }\n";
  absl::StrAppend(&source, "}\nint main() {\n  int sum = 1;\n", calls,
                  "  printf(\"%d\\n\", sum);\n}\n");
  const std::string file = TemporaryPath(absl::StrCat("object", other, ".cc"));
  EXPECT_THAT(WriteFileAtomically(file, source), IsOk());
  const std::string object = TemporaryPath(absl::StrCat("object", other, ".o"));
  LinesOf({"g++", "-O1", "-ffunction-sections", "-fdata-sections", "-c", file, "-o", object});
  return *ReadFile(object);
}

const std::string& Object() {
  static const auto& object = *new std::string(Compiled(false));
  return object;
}

// The path of the object linked under the draw of a phase.
std::string Linked(const std::string& object, int phase, const std::string& name) {
  const std::string directory = TemporaryPath(name + ".link");
  std::filesystem::create_directory(directory);
  const absl::StatusOr<std::string> program =
      Relink(DrawFor("plan", "run", phase, "lane"), {"g++"}, object, directory);
  EXPECT_THAT(program, IsOk());
  return directory + "/program";
}

struct Symbol {
  u64 address = 0;
  u64 size = 0;
};

// The program's symbols of one kind.
std::map<std::string, Symbol> Symbols(const std::string& program, absl::string_view kind) {
  std::map<std::string, Symbol> symbols;
  for (const std::string& line : LinesOf({"nm", "-P", program})) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (!absl::StartsWith(words[0], kind)) continue;
    Symbol& symbol = symbols[words[0]];
    EXPECT_TRUE(absl::SimpleHexAtoi(words[2], &symbol.address));
    EXPECT_TRUE(absl::SimpleHexAtoi(words[3], &symbol.size));
  }
  return symbols;
}

std::vector<std::string> InOrder(const std::string& program, absl::string_view kind) {
  const std::map<std::string, Symbol> symbols = Symbols(program, kind);
  std::vector<std::string> names;
  names.reserve(symbols.size());
  for (const auto& [name, symbol] : symbols) names.push_back(name);
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return symbols.at(a).address < symbols.at(b).address;
  });
  return names;
}

// Spearman's, of the places of the same names.
double RankCorrelation(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  double squares = 0;
  for (size_t i = 0; i < one.size(); ++i) {
    const auto at = std::find(other.begin(), other.end(), one[i]) - other.begin();
    const double difference = static_cast<double>(at) - static_cast<double>(i);
    squares += difference * difference;
  }
  const auto n = static_cast<double>(one.size());
  return 1 - 6 * squares / (n * (n * n - 1));
}

TEST(RelinkTest, ADrawOrdersBothArmsAlikeAndDrawsAreUnrelated) {
  const std::string first = Linked(Object(), 1, "first");
  const std::string other = Linked(Compiled(true), 1, "other");
  const std::string second = Linked(Object(), 2, "second");
  for (const char* const kind : kKinds) {
    const std::vector<std::string> order = InOrder(first, kind);
    ASSERT_EQ(order.size(), kItems) << kind;
    EXPECT_EQ(RankCorrelation(order, InOrder(other, kind)), 1) << kind;
    EXPECT_LT(std::abs(RankCorrelation(order, InOrder(second, kind))), 0.5) << kind;
  }
}

TEST(RelinkTest, TheProgramHasTheSameFunctionsAndDoesTheSame) {
  const std::string plain = TemporaryPath("plain");
  const std::string object = TemporaryPath("plain.o");
  ASSERT_THAT(WriteFileAtomically(object, Object()), IsOk());
  LinesOf({"g++", object, "-o", plain});
  const std::string program = Linked(Object(), 1, "again");
  EXPECT_EQ(LinesOf({program}), LinesOf({plain}));
  for (const char* const kind : kKinds) {
    const std::map<std::string, Symbol> symbols = Symbols(program, kind);
    for (const auto& [name, symbol] : Symbols(plain, kind)) {
      EXPECT_EQ(symbols.at(name).size, symbol.size) << name;
    }
  }
}

TEST(RelinkTest, PaddingComesBeforeAllFunctions) {
  const std::string program = Linked(Object(), 1, "padded");
  const Symbol padding = Symbols(program, "tempo_padding").at("tempo_padding");
  EXPECT_EQ(padding.size, DrawFor("plan", "run", 1, "lane").link_bytes);
  for (const auto& [name, symbol] : Symbols(program, "function")) {
    EXPECT_GE(symbol.address, padding.address + padding.size) << name;
  }
}

TEST(RelinkTest, AnObjectIsToldFromAProgram) {
  EXPECT_TRUE(IsObject(Object()));
  EXPECT_FALSE(IsObject(*ReadFile("/proc/self/exe")));
  EXPECT_FALSE(IsObject("#!/bin/sh\n"));
  EXPECT_FALSE(IsObject("\177ELF"));
}

TEST(RelinkTest, WhatCannotBeLinkedIsAnErrorThatSaysWhy) {
  const absl::StatusOr<std::string> program = Relink({}, {"g++"}, "no object", TemporaryPath(""));
  EXPECT_THAT(program, StatusIs(absl::StatusCode::kInternal, HasSubstr("object.o")));
  EXPECT_THAT(Relink({}, {"no-such-compiler"}, Object(), TemporaryPath("")), Not(IsOk()));
}

}  // namespace
}  // namespace coherent::measure
