#include "tools/bench/baseline.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "tools/bench/comparison.h"

namespace coherent::bench {
namespace {

// The member `name` of an object if it is there and `is` what is wanted.
absl::StatusOr<const Json*> Member(const std::string& path, const Json& object, const char* name,
                                   bool (Json::*is)() const noexcept) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  if (!object.is_object() || found == object.end() || !((*found).*is)()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": no usable \"", name, "\": not made by coherent-bench --json?"));
  }
  return &*found;
}

}  // namespace

std::string DescribeWork(const Measurement& measurement) {
  if (!measurement.workload.has_value()) {
    return absl::StrCat("own bench: ", measurement.options.bench_command);
  }
  const timing::Workload& workload = *measurement.workload;
  return absl::StrCat("positions ", workload.sha256, ", go ", workload.LimitText(), ", Hash ",
                      workload.hash_mib, ", Threads ", workload.threads,
                      workload.options.empty() ? "" : ", ",
                      absl::StrJoin(workload.options, ", ", absl::PairFormatter("=")));
}

absl::StatusOr<Baseline> ReadBaseline(absl::string_view path) {
  Baseline baseline;
  baseline.path = std::string(path);
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  baseline.sha256 = Sha256Hex(text);
  ASSIGN_OR_RETURN(const Json root, ParseJson(path, text));
  const std::string& name = baseline.path;
  ASSIGN_OR_RETURN(const Json* const schema, Member(name, root, "schema", &Json::is_string));
  if (schema->get<std::string>() != kSchema) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": schema: found ", schema->dump(), ", expected \"", kSchema, "\""));
  }
  ASSIGN_OR_RETURN(const Json* const work, Member(name, root, "work", &Json::is_string));
  ASSIGN_OR_RETURN(const Json* const machine, Member(name, root, "machine", &Json::is_object));
  ASSIGN_OR_RETURN(const Json* const model, Member(name, *machine, "cpu_model", &Json::is_string));
  ASSIGN_OR_RETURN(const Json* const engines, Member(name, root, "engines", &Json::is_array));
  if (engines->size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": engines: found ", engines->size(), ", expected 1"));
  }
  const Json& engine = engines->front();
  ASSIGN_OR_RETURN(const Json* const rate, Member(name, engine, "steady_rate", &Json::is_object));
  ASSIGN_OR_RETURN(const Json* const median, Member(name, *rate, "median", &Json::is_number));
  baseline.work = work->get<std::string>();
  baseline.cpu_model = model->get<std::string>();
  baseline.rate = median->get<double>();
  if (!(baseline.rate > 0)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": a rate of ", baseline.rate));
  }
  const auto signature = engine.find("signature");
  if (signature != engine.end() && signature->is_number_integer()) {
    baseline.signature = signature->get<i64>();
  }
  return baseline;
}

absl::StatusOr<double> DropFrom(const Baseline& baseline, const Measurement& measurement) {
  const std::string work = DescribeWork(measurement);
  if (work != baseline.work) {
    return absl::InvalidArgumentError(absl::StrCat(baseline.path, ": other work: found \"",
                                                   baseline.work, "\", expected \"", work, "\""));
  }
  const double rate = DigestOf(measurement.engines[0].SteadyRates()).median;
  return 100 * (1 - rate / baseline.rate);
}

}  // namespace coherent::bench
