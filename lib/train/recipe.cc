#include "lib/train/recipe.h"

#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"
#include "lib/net/architecture.h"

namespace coherent::train {
namespace {

constexpr int kMaxBatch = 1 << 20;
constexpr double kMaxSteps = 1e12;

// The members of a JSON object, each asked for by name; what nobody asked for is an error. Keeps
// the first error and gives defaults from then on, so that a reader need not look at each.
class Fields {
 public:
  Fields(std::string name, const Json& json) : name_(std::move(name)), json_(json) {
    if (!json.is_object()) Fail("", "expected an object");
  }

  bool Has(const char* field) {
    known_.insert(field);
    return json_.is_object() && json_.contains(field);
  }

  // A number from `min` to `max`; absent fields keep their value.
  template <class T>
  void Number(const char* field, T& value, double min, double max) {
    if (!Has(field)) return;
    const Json& found = json_[field];
    const bool fits = std::is_integral_v<T> ? found.is_number_integer() : found.is_number();
    if (!fits || found.get<double>() < min || found.get<double>() > max) {
      Fail(field, absl::StrCat("found ", found.dump(), ", expected a ",
                               std::is_integral_v<T> ? "whole number" : "number", " from ", min,
                               " to ", max));
      return;
    }
    value = found.get<T>();
  }

  void Truth(const char* field, bool& value) {
    if (!Has(field)) return;
    if (json_[field].is_boolean()) {
      value = json_[field].get<bool>();
    } else {
      Fail(field, "expected true or false");
    }
  }

  const Json& operator[](const char* field) const { return json_[field]; }
  std::string NameOf(const char* field) const { return absl::StrCat(name_, ": ", field); }

  void Fail(absl::string_view field, absl::string_view what) {
    Fail(absl::InvalidArgumentError(
        absl::StrCat(name_, field.empty() ? "" : ": ", field, ": ", what)));
  }
  void Fail(const absl::Status& status) {
    if (status_.ok()) status_ = status;
  }

  absl::Status Finish() {
    if (!status_.ok()) return status_;
    for (const auto& [key, value] : json_.items()) {
      if (!known_.contains(key)) Fail(key, "unknown field");
    }
    return status_;
  }

 private:
  std::string name_;
  const Json& json_;
  std::set<std::string> known_;
  absl::Status status_ = absl::OkStatus();
};

absl::StatusOr<Shape> ParseShape(const std::string& name, const Json& json) {
  Fields fields(name, json);
  Shape shape;
  net::Architecture& a = shape.architecture;
  a.hidden2 = 16;
  a.hidden3 = 32;
  a.buckets = 8;
  a.output_scale = 205;  // until one is fitted
  bool threats = false;
  fields.Number("width", a.width, 1, 1e6);
  fields.Number("buckets", a.buckets, 1, 32);
  fields.Number("hidden2", a.hidden2, 1, 1e6);
  fields.Number("hidden3", a.hidden3, 1, 1e6);
  fields.Truth("threats", threats);
  fields.Truth("shared_piece_rows", shape.shared_piece_rows);
  RETURN_IF_ERROR(fields.Finish());
  a.threat_rows = threats ? net::kThreatRows : 0;
  a.bucket_table = net::DefaultBuckets(a.buckets);
  RETURN_IF_ERROR(net::CheckArchitecture(name, a));
  return shape;
}

absl::StatusOr<SchedulePiece> ParsePiece(const std::string& name, const Json& json,
                                         bool* has_steps) {
  Fields fields(name, json);
  SchedulePiece piece;
  *has_steps = fields.Has("steps");
  fields.Number("steps", piece.steps, 1, kMaxSteps);
  fields.Number("from", piece.from, 0, 1);
  fields.Number("to", piece.to, 0, 1);
  for (const char* field : {"from", "to"}) {
    if (!fields.Has(field)) fields.Fail(field, "missing");
  }
  if (fields.Has("curve")) {
    const Json& curve = fields["curve"];
    if (curve != "linear" && curve != "cosine") {
      fields.Fail("curve", R"(expected "linear" or "cosine")");
    }
    piece.curve = curve == "cosine" ? Curve::kCosine : Curve::kLinear;
  }
  RETURN_IF_ERROR(fields.Finish());
  return piece;
}

// A number from 0 to 1, or a list of pieces.
absl::StatusOr<ScheduleSpec> ParseSchedule(const std::string& name, const Json& json) {
  if (json.is_number() && json.get<double>() >= 0 && json.get<double>() <= 1) {
    const double value = json.get<double>();
    return ScheduleSpec{.pieces = {{.from = value, .to = value}}, .last_takes_rest = true};
  }
  if (!json.is_array() || json.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, ": expected a number from 0 to 1 or a list of pieces"));
  }
  ScheduleSpec schedule;
  for (size_t i = 0; i < json.size(); ++i) {
    const std::string piece_name = absl::StrCat(name, "[", i, "]");
    bool has_steps = false;
    ASSIGN_OR_RETURN(const SchedulePiece piece, ParsePiece(piece_name, json[i], &has_steps));
    schedule.last_takes_rest = !has_steps;
    if (!has_steps && i + 1 < json.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat(piece_name, ": steps: missing, and not the last piece"));
    }
    schedule.pieces.push_back(piece);
  }
  return schedule;
}

void ParseInto(Fields& fields, const char* field, ScheduleSpec& schedule) {
  if (!fields.Has(field)) return fields.Fail(field, "missing");
  const auto parsed = ParseSchedule(fields.NameOf(field), fields[field]);
  if (parsed.ok()) {
    schedule = *parsed;
  } else {
    fields.Fail(parsed.status());
  }
}

absl::Status ParseAdam(const std::string& name, const Json& json, AdamOptions& adam) {
  Fields fields(name, json);
  fields.Number("decay1", adam.decay1, 0, 0.999999);
  fields.Number("decay2", adam.decay2, 0, 0.999999);
  fields.Number("epsilon", adam.epsilon, 1e-30, 1);
  fields.Number("weight_decay", adam.weight_decay, 0, 1);
  return fields.Finish();
}

absl::Status ParseFilter(const std::string& name, const Json& json, data::FilterRules& filter) {
  Fields fields(name, json);
  fields.Truth("keep_in_check", filter.keep_in_check);
  fields.Truth("keep_noisy", filter.keep_noisy);
  fields.Number("min_ply", filter.min_ply, 0, 255);
  fields.Number("max_score_cp", filter.max_score_cp, 0, 32'000);
  fields.Number("min_pieces", filter.min_pieces, 2, 32);
  fields.Number("decided_plies", filter.decided_plies, 0, 10'000);
  fields.Number("decided_cp", filter.decided_cp, 1, 32'000);
  return fields.Finish();
}

}  // namespace

absl::StatusOr<Schedule> ScheduleSpec::Resolve(absl::string_view field, i64 total_steps) const {
  std::vector<SchedulePiece> resolved = pieces;
  i64 steps = 0;
  for (const SchedulePiece& piece : pieces) steps += piece.steps;
  if (steps > total_steps) {
    return absl::InvalidArgumentError(
        absl::StrCat(field, ": its pieces have ", steps, " steps, the whole run ", total_steps));
  }
  if (last_takes_rest) resolved.back().steps = total_steps - steps;
  return Schedule(std::move(resolved));
}

absl::StatusOr<Recipe> ParseRecipe(absl::string_view name, absl::string_view text) {
  ASSIGN_OR_RETURN(const Json json, ParseJson(name, text));
  Fields fields{std::string(name), json};
  Recipe recipe;
  if (fields.Has("net")) {
    const auto shape = ParseShape(fields.NameOf("net"), fields["net"]);
    if (shape.ok()) recipe.shape = *shape;
    fields.Fail(shape.status());
  }
  fields.Number("seed", recipe.seed, 0, 9e15);
  fields.Number("batch", recipe.batch, 1, kMaxBatch);
  fields.Number("epochs", recipe.epochs, 1, 1e6);
  fields.Number("check_every", recipe.check_every, 1, kMaxSteps);
  ParseInto(fields, "rate", recipe.rate);
  ParseInto(fields, "result_share", recipe.result_share);
  if (fields.Has("adam")) {
    fields.Fail(ParseAdam(fields.NameOf("adam"), fields["adam"], recipe.adam));
  }
  if (fields.Has("filter")) {
    fields.Fail(ParseFilter(fields.NameOf("filter"), fields["filter"], recipe.filter));
  }
  RETURN_IF_ERROR(fields.Finish());
  return recipe;
}

}  // namespace coherent::train
