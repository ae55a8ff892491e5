#include "tools/gate/determination.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "lib/base/json.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "tools/gate/git.h"
#include "tools/gate/words.h"

namespace coherent::gate {
namespace {

constexpr char kFormat[] = "coherent-gate-determination 1";

struct Field {
  const char* name;
  std::string Determination::*value;
  size_t digits;  // hexadecimal; 0: the purpose
};
constexpr Field kFields[] = {
    {"purpose", &Determination::purpose, 0},
    {"candidate_commit", &Determination::candidate_commit, 40},
    {"candidate_source_sha256", &Determination::candidate_source_sha256, 64},
    {"predecessor_commit", &Determination::predecessor_commit, 40},
    {"predecessor_binary_sha256", &Determination::predecessor_binary_sha256, 64},
    {"diff_sha256", &Determination::diff_sha256, 64},
};

absl::Status Wrong(absl::string_view path, absl::string_view field, absl::string_view found,
                   absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": field ", field, ": found ", found, ", expected ", expected));
}

// Whether the value has the form that belongs to the field.
absl::Status CheckForm(absl::string_view path, const Field& field, const Json& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  if (field.digits == 0) {
    if (text == kFinalLinePurpose) return absl::OkStatus();
    return Wrong(path, field.name, value.dump(), absl::StrCat("\"", kFinalLinePurpose, "\""));
  }
  if (IsHex(text, field.digits)) return absl::OkStatus();
  return Wrong(path, field.name, value.dump(),
               absl::StrCat(field.digits, " hexadecimal digits, small letters"));
}

}  // namespace

absl::StatusOr<Determination> ParseDetermination(absl::string_view path, absl::string_view text) {
  ASSIGN_OR_RETURN(const Json json, ParseJson(path, text));
  if (!json.is_object()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": expected an object"));
  }
  if (json.value("format", Json()) != Json(kFormat)) {
    return Wrong(path, "format", json.value("format", Json()).dump(), kFormat);
  }
  for (const auto& item : json.items()) {
    const std::string& name = item.key();
    const bool is_known =
        name == "format" || std::any_of(std::begin(kFields), std::end(kFields),
                                        [&](const Field& field) { return name == field.name; });
    if (!is_known) return Wrong(path, name, "it", "no such field");
  }
  Determination determination{.path = std::string(path), .sha256 = Sha256Hex(text)};
  for (const Field& field : kFields) {
    const Json value = json.value(field.name, Json());
    RETURN_IF_ERROR(CheckForm(path, field, value));
    determination.*field.value = value.get<std::string>();
  }
  return determination;
}

absl::Status CheckDetermination(const Determination& determination, const std::string& repository,
                                absl::string_view base_sha256) {
  const std::string& path = determination.path;
  ASSIGN_OR_RETURN(const std::string head, ResolveCommit(repository, "HEAD"));
  if (head != determination.candidate_commit) {
    return Wrong(path, "candidate_commit", determination.candidate_commit,
                 absl::StrCat(head, ", which is checked out in ", repository));
  }
  ASSIGN_OR_RETURN(const std::string changes, RunGit(repository, {"status", "--porcelain"}));
  if (!changes.empty()) {
    return Wrong(path, "candidate_commit", "changes that are not committed",
                 absl::StrCat("a clean work tree in ", repository, ":\n", changes));
  }
  ASSIGN_OR_RETURN(const std::string source,
                   Sha256OfGit(repository, absl::StrCat("archive --format=tar ", head)));
  if (source != determination.candidate_source_sha256) {
    return Wrong(path, "candidate_source_sha256", determination.candidate_source_sha256, source);
  }
  const std::string& predecessor = determination.predecessor_commit;
  ASSIGN_OR_RETURN(const std::string ancestor,
                   RunGit(repository, {"merge-base", predecessor, head}));
  if (ancestor != predecessor || predecessor == head) {
    return Wrong(path, "predecessor_commit", predecessor, absl::StrCat("an ancestor of ", head));
  }
  ASSIGN_OR_RETURN(const std::string diff,
                   Sha256OfGit(repository, absl::StrCat("diff-tree -p --binary --full-index ",
                                                        predecessor, " ", head)));
  if (diff != determination.diff_sha256) {
    return Wrong(path, "diff_sha256", determination.diff_sha256, diff);
  }
  if (base_sha256 != determination.predecessor_binary_sha256) {
    return Wrong(path, "predecessor_binary_sha256", determination.predecessor_binary_sha256,
                 absl::StrCat(base_sha256, ", the base"));
  }
  return absl::OkStatus();
}

}  // namespace coherent::gate
