#include "lib/chess/epd.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "lib/base/quoted.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"

namespace coherent::chess {
namespace {

constexpr size_t kEpdFields = 4;
// What a field that is not there stands for; the first two must be there.
constexpr absl::string_view kMissingFields[] = {"", "", "-", "-", "0", "1"};

// The bytes of the UTF-8 character that begins with `lead`, or 0 if none does.
size_t Utf8Length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

bool IsUtf8(absl::string_view text) {
  while (!text.empty()) {
    const size_t length = Utf8Length(static_cast<unsigned char>(text[0]));
    if (length == 0 || length > text.size()) return false;
    for (const char c : text.substr(1, length - 1)) {
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

// A compressed, binary or damaged file must not be taken for a list of odd positions.
absl::Status CheckIsText(absl::string_view line) {
  if (!IsUtf8(line)) return absl::InvalidArgumentError("not a text file: no UTF-8");
  for (const char c : line) {
    if (absl::ascii_iscntrl(c) && c != '\t') {
      return absl::InvalidArgumentError(
          absl::StrCat("not a text file: found byte ", Quoted({&c, 1})));
    }
  }
  return absl::OkStatus();
}

// Cuts at semicolons outside quotes; the pieces are stripped of blanks, empty ones left out except
// the first.
absl::StatusOr<std::vector<absl::string_view>> SplitAtSemicolons(absl::string_view line) {
  std::vector<absl::string_view> parts;
  size_t begin = 0;
  bool quoted = false;
  for (size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != ';')) continue;
    const absl::string_view part = absl::StripAsciiWhitespace(line.substr(begin, i - begin));
    if (parts.empty() || !part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  if (quoted) return absl::InvalidArgumentError("EPD: a quote is not closed");
  return parts;
}

absl::StatusOr<EpdOperation> ParseOperation(absl::string_view text) {
  const size_t end = text.find_first_of(" \t");
  const absl::string_view opcode = text.substr(0, end);
  if (!absl::ascii_isalpha(opcode[0])) {
    return absl::InvalidArgumentError(absl::StrCat("EPD: operation: found ", Quoted(opcode),
                                                   ", expected a name that begins with a letter"));
  }
  absl::string_view operand =
      end == absl::string_view::npos ? "" : absl::StripAsciiWhitespace(text.substr(end));
  const bool is_one_quote =
      operand.size() >= 2 && operand.front() == '"' && operand.find('"', 1) == operand.size() - 1;
  if (is_one_quote) operand = operand.substr(1, operand.size() - 2);
  return EpdOperation{std::string(opcode), std::string(operand)};
}

bool IsNumber(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), absl::ascii_isdigit);
}

// Splits what stands before the first semicolon into FEN fields and the first operation, if any:
// after four fields come up to two numbers, and then what is no number is an operation.
struct Head {
  std::vector<absl::string_view> fields;
  absl::string_view operation;
};
Head SplitHead(absl::string_view text) {
  Head head;
  while (!text.empty() && head.fields.size() < kEpdFields + 2) {
    const absl::string_view field = text.substr(0, text.find_first_of(" \t"));
    if (head.fields.size() >= kEpdFields && !IsNumber(field)) break;
    head.fields.push_back(field);
    text = absl::StripLeadingAsciiWhitespace(text.substr(field.size()));
  }
  head.operation = text;
  return head;
}

// Lets the operation `opcode`, if it is there, stand for the FEN field number `index`.
absl::Status ApplyCounter(const EpdRecord& record, absl::string_view opcode, size_t index,
                          std::vector<std::string>& fields) {
  const std::string* operand = record.Find(opcode);
  if (operand == nullptr) return absl::OkStatus();
  if (!IsNumber(*operand)) {
    return absl::InvalidArgumentError(
        absl::StrCat("EPD: ", opcode, ": found ", Quoted(*operand), ", expected a number"));
  }
  while (fields.size() <= index) fields.emplace_back(kMissingFields[fields.size()]);
  fields[index] = *operand;
  return absl::OkStatus();
}

}  // namespace

const std::string* EpdRecord::Find(absl::string_view opcode) const {
  const auto found =
      std::find_if(operations.begin(), operations.end(),
                   [&](const EpdOperation& operation) { return operation.opcode == opcode; });
  return found == operations.end() ? nullptr : &found->operand;
}

absl::StatusOr<EpdRecord> ParseEpd(absl::string_view line) {
  RETURN_IF_ERROR(CheckIsText(line));
  ASSIGN_OR_RETURN(std::vector<absl::string_view> parts, SplitAtSemicolons(line));
  const Head head = SplitHead(parts.front());
  parts.front() = head.operation;
  EpdRecord record;
  for (const absl::string_view part : parts) {
    if (part.empty()) continue;
    ASSIGN_OR_RETURN(EpdOperation operation, ParseOperation(part));
    record.operations.push_back(std::move(operation));
  }
  std::vector<std::string> fields(head.fields.begin(), head.fields.end());
  RETURN_IF_ERROR(ApplyCounter(record, "hmvc", kEpdFields, fields));
  RETURN_IF_ERROR(ApplyCounter(record, "fmvn", kEpdFields + 1, fields));
  ASSIGN_OR_RETURN(record.position, ParseFen(absl::StrJoin(fields, " ")));
  return record;
}

absl::StatusOr<std::vector<EpdRecord>> ParseEpdFile(absl::string_view name,
                                                    absl::string_view text) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");
  std::vector<EpdRecord> records;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    absl::ConsumeSuffix(&line, "\r");
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line.front() == '#') continue;
    absl::StatusOr<EpdRecord> record = ParseEpd(line);
    if (!record.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, ":", number, ": ", record.status().message()));
    }
    record->line = number;
    records.push_back(*std::move(record));
  }
  if (records.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(name, ": no position in the file"));
  }
  return records;
}

}  // namespace coherent::chess
