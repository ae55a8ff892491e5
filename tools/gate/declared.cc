#include "tools/gate/declared.h"

#include "absl/strings/str_cat.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"
#include "lib/measure/records.h"

namespace coherent::gate {
namespace {

// What the register's chain begins with.
constexpr char kRegisterAnchor[] = "coherent-gate-register 1";
constexpr char kHashKey[] = "determination_sha256";

absl::Status CheckUnused(const measure::Records& records, const Determination& determination,
                         const std::string& path) {
  for (size_t i = 0; i < records.items.size(); ++i) {
    const Json& item = records.items[i];
    const auto hash = item.find(kHashKey);
    if (hash == item.end() || *hash != determination.sha256) continue;
    return absl::AlreadyExistsError(absl::StrCat(determination.path, ": has served already: ", path,
                                                 ":", i + 1, " has its sha256 ",
                                                 determination.sha256));
  }
  return absl::OkStatus();
}

absl::StatusOr<Determination> ReadDetermination(const GateOptions& options,
                                                const Manifest& manifest, ProtectedFiles* files) {
  if (options.determination.empty() || options.register_file.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        manifest.path, ": names a determination: --determination and --register are needed"));
  }
  if (options.quick || options.stages.has_value() || !options.ignored_fields.empty()) {
    return absl::InvalidArgumentError(
        "--determination: found --quick, --stages or --ignore-field, expected none: what serves "
        "once has to be compared in full");
  }
  RETURN_IF_ERROR(files->Add(options.determination));
  ASSIGN_OR_RETURN(const ProtectedBytes file, ReadProtectedFile(options.determination));
  ASSIGN_OR_RETURN(Determination determination,
                   ParseDetermination(options.determination, file.bytes));
  if (determination.sha256 != manifest.determination_sha256) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.determination, ": found sha256 ", determination.sha256, ", expected ",
                     manifest.determination_sha256, " as in ", manifest.path));
  }
  ASSIGN_OR_RETURN(const measure::Records records,
                   measure::ReadRecords(options.register_file, kRegisterAnchor));
  RETURN_IF_ERROR(CheckUnused(records, determination, options.register_file));
  return determination;
}

}  // namespace

absl::Status ProtectedFiles::Add(absl::string_view path) {
  ASSIGN_OR_RETURN(const FileAttributes attributes, ReadFileAttributes(path));
  files_.emplace_back(std::string(path), attributes);
  return absl::OkStatus();
}

absl::Status ProtectedFiles::Verify() const {
  for (const auto& [path, attributes] : files_) RETURN_IF_ERROR(VerifyUnchanged(path, attributes));
  return absl::OkStatus();
}

absl::StatusOr<Declared> ReadDeclared(const GateOptions& options, ProtectedFiles* files) {
  Declared declared;
  if (!options.manifest.empty()) {
    RETURN_IF_ERROR(files->Add(options.manifest));
    ASSIGN_OR_RETURN(const ProtectedBytes file, ReadProtectedFile(options.manifest));
    ASSIGN_OR_RETURN(declared.manifest, ParseManifest(options.manifest, file.bytes));
    if (!declared.manifest->determination_sha256.empty()) {
      ASSIGN_OR_RETURN(declared.determination,
                       ReadDetermination(options, *declared.manifest, files));
      return declared;
    }
  }
  if (!options.determination.empty() || !options.register_file.empty()) {
    return absl::InvalidArgumentError(
        "--determination, --register: only with a manifest that names a determination");
  }
  return declared;
}

absl::Status Apply(const Declared& declared, const GateOptions& options, Report* report) {
  if (!declared.manifest.has_value()) return absl::OkStatus();
  RETURN_IF_ERROR(CheckManifest(*declared.manifest, report->positions, report->settings));
  report->declared = ManifestTally(*declared.manifest);
  if (!declared.determination.has_value()) return absl::OkStatus();
  RETURN_IF_ERROR(
      CheckDetermination(*declared.determination, options.repository, report->base.sha256));
  report->version_rule = true;
  report->count_rule = CountRule::kNew;
  return absl::OkStatus();
}

absl::Status EnterInRegister(const Declared& declared, const GateOptions& options,
                             const Report& report) {
  if (!declared.determination.has_value()) return absl::OkStatus();
  const Determination& determination = *declared.determination;
  ASSIGN_OR_RETURN(measure::RecordLog log,
                   measure::RecordLog::Open(options.register_file, kRegisterAnchor));
  RETURN_IF_ERROR(CheckUnused(log.records(), determination, options.register_file));
  return log.Append({{kHashKey, determination.sha256},
                     {"purpose", determination.purpose},
                     {"candidate_commit", determination.candidate_commit},
                     {"candidate_binary_sha256", report.candidate.sha256},
                     {"predecessor_commit", determination.predecessor_commit},
                     {"predecessor_binary_sha256", report.base.sha256},
                     {"positions_sha256", report.positions.sha256}});
}

}  // namespace coherent::gate
