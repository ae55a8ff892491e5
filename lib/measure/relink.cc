#include "lib/measure/relink.h"

#include <elf.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/file.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"

namespace coherent::measure {
namespace {

constexpr char kPadding[] = "tempo_padding";
constexpr auto kTimeout = std::chrono::minutes(5);

// What the command prints; Internal, with the end of its stderr, if it fails.
absl::StatusOr<std::vector<std::string>> LinesOf(const std::vector<std::string>& command) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Subprocess> child, Subprocess::Start({.argv = command}));
  const Deadline deadline = In(kTimeout);
  std::vector<std::string> lines;
  absl::StatusOr<std::string> line;
  while ((line = child->ReadLine(deadline)).ok()) lines.push_back(*std::move(line));
  if (!absl::IsOutOfRange(line.status())) return line.status();
  ASSIGN_OR_RETURN(const ExitStatus exit, child->Wait(deadline));
  if (exit.ok()) return lines;
  return absl::InternalError(
      absl::StrCat(absl::StrJoin(command, " "), ": ", exit.ToString(), "\n", child->stderr_tail()));
}

// The symbols that an object defines, each once.
absl::StatusOr<std::vector<std::string>> SymbolsOf(const std::string& object) {
  ASSIGN_OR_RETURN(const std::vector<std::string> lines,
                   LinesOf({"nm", "--defined-only", "-P", object}));
  std::vector<std::string> symbols;
  symbols.reserve(lines.size());
  for (const std::string& line : lines) symbols.push_back(line.substr(0, line.find(' ')));
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  return symbols;
}

// A function of nothing but the draw's bytes. It comes first and so moves all others.
std::string PaddingSource(const Draw& draw) {
  return absl::StrCat(".section .text.", kPadding, ",\"axR\",@progbits\n.globl ", kPadding,
                      "\n.type ", kPadding, ",@function\n", kPadding, ":\n.fill ", draw.link_bytes,
                      ",1,0x90\n.size ", kPadding, ",.-", kPadding,
                      "\n.section .note.GNU-stack,\"\",@progbits\n");
}

}  // namespace

bool IsObject(absl::string_view bytes) {
  Elf64_Ehdr header;
  if (!absl::StartsWith(bytes, ELFMAG) || bytes.size() < sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header.e_type == ET_REL;
}

absl::StatusOr<std::string> Relink(const Draw& draw, const std::vector<std::string>& command,
                                   absl::string_view object, const std::string& directory) {
  const std::string input = absl::StrCat(directory, "/object.o");
  const std::string order = absl::StrCat(directory, "/order");
  const std::string padding = absl::StrCat(directory, "/padding.s");
  const std::string program = absl::StrCat(directory, "/program");
  RETURN_IF_ERROR(WriteFileAtomically(input, object));
  ASSIGN_OR_RETURN(std::vector<std::string> symbols, SymbolsOf(input));
  const std::vector<std::string> ordered = KeyedOrder(draw, std::move(symbols));
  RETURN_IF_ERROR(
      WriteFileAtomically(order, absl::StrCat(kPadding, "\n", absl::StrJoin(ordered, "\n"), "\n")));
  RETURN_IF_ERROR(WriteFileAtomically(padding, PaddingSource(draw)));
  std::vector<std::string> argv = command;
  argv.insert(argv.begin() + 1, {input, padding});
  argv.insert(argv.end(), {"-fuse-ld=lld", absl::StrCat("-Wl,--symbol-ordering-file=", order),
                           "-Wl,--no-warn-symbol-ordering", "-o", program});
  RETURN_IF_ERROR(LinesOf(argv).status());
  return ReadFile(program);
}

}  // namespace coherent::measure
