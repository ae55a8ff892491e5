#include "tools/tune/tune.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/progress.h"
#include "lib/base/random.h"
#include "lib/base/status_macros.h"
#include "lib/net/load.h"
#include "lib/search/params.h"
#include "lib/stats/pentanomial.h"
#include "lib/tune/spsa.h"
#include "tools/tune/pairs.h"

namespace coherent {
namespace {

using search::ParamSpec;
using search::SearchParams;

constexpr char kSchema[] = "coherent-tune/1";
// Pairs that are played before anything is learnt from them: enough for all threads.
constexpr i64 kBatch = 32;
constexpr SearchParams kDefaults;

// A run as its file has it.
struct Run {
  Json settings;
  i64 played = 0;  // pairs
  std::vector<const ParamSpec*> specs;
  std::vector<double> values;
};

// The clock is never asked where nodes are the limit.
bool IsOfClock(absl::string_view name) { return absl::StartsWith(name, "clock_"); }

bool BeginsWithOneOf(absl::string_view name, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(), [name](const std::string& beginning) {
    return absl::StartsWith(name, beginning);
  });
}

absl::StatusOr<std::vector<const ParamSpec*>> SpecsFor(const TuneOptions& options) {
  std::vector<const ParamSpec*> specs;
  for (const ParamSpec& spec : search::kParamSpecs) {
    const bool is_wanted =
        options.only.empty() ? !IsOfClock(spec.name) : BeginsWithOneOf(spec.name, options.only);
    if (is_wanted && !BeginsWithOneOf(spec.name, options.except)) specs.push_back(&spec);
  }
  if (specs.empty()) {
    return absl::InvalidArgumentError(
        "--only, --except: found no parameter, expected beginnings of names in "
        "lib/search/params.h");
  }
  return specs;
}

const ParamSpec* FindSpec(absl::string_view name) {
  const auto* const spec =
      std::find_if(search::kParamSpecs.begin(), search::kParamSpecs.end(),
                   [name](const ParamSpec& candidate) { return candidate.name == name; });
  return spec == search::kParamSpecs.end() ? nullptr : spec;
}

absl::Status BadRun(absl::string_view file, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(file, ": ", what));
}

absl::StatusOr<Run> ReadRun(const std::string& file) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
  ASSIGN_OR_RETURN(const Json json, ParseJson(file, text));
  if (!json.is_object() || json.value("schema", Json()) != kSchema) {
    return BadRun(file, absl::StrCat("schema: found another, expected ", kSchema));
  }
  const Json settings = json.value("settings", Json()), values = json.value("values", Json());
  const Json played = json.value("pairs_played", Json());
  if (!played.is_number_unsigned() || !values.is_object() || !settings.is_object() ||
      !settings.contains("pairs")) {
    return BadRun(file, "found no settings, pairs_played and values, expected a run's file");
  }
  Run run = {.settings = settings, .played = played.get<i64>()};
  for (const auto& [name, value] : values.items()) {
    const ParamSpec* spec = FindSpec(name);
    if (spec == nullptr || !value.is_number() || value.get<double>() < spec->min ||
        value.get<double>() > spec->max) {
      return BadRun(
          file,
          absl::StrCat("values: found \"", name, "\": ", value.dump(),
                       ", expected parameters of lib/search/params.h, each within its range"));
    }
    run.specs.push_back(spec);
    run.values.push_back(value.get<double>());
  }
  return run;
}

absl::Status WriteRun(const std::string& file, const Run& run) {
  Json values = Json::object();
  for (size_t i = 0; i < run.specs.size(); ++i) values[run.specs[i]->name] = run.values[i];
  const Json json = {{"schema", kSchema},
                     {"settings", run.settings},
                     {"pairs_played", run.played},
                     {"values", values}};
  return WriteFileAtomically(file, json.dump(1) + "\n");
}

// The run as the options want it, or as far as its file has it.
absl::StatusOr<Run> OpenRun(const TuneOptions& options, const std::string& net_hash) {
  Run run = {.settings = {{"net", net_hash.empty() ? "piece-square" : net_hash},
                          {"pairs", options.pairs},
                          {"nodes", options.nodes},
                          {"rate", options.rate},
                          {"seed", options.seed}}};
  ASSIGN_OR_RETURN(run.specs, SpecsFor(options));
  for (const ParamSpec* spec : run.specs) run.values.push_back(kDefaults.*spec->field);
  if (access(options.run.c_str(), F_OK) != 0) return run;
  ASSIGN_OR_RETURN(Run kept, ReadRun(options.run));
  for (const auto& [name, value] : run.settings.items()) {
    if (kept.settings.value(name, Json()) == value) continue;
    return BadRun(options.run,
                  absl::StrCat("settings: ", name, ": found ",
                               kept.settings.value(name, Json()).dump(), ", expected ",
                               value.dump(), " as given: the same, or another file for a new run"));
  }
  if (kept.specs != run.specs) {
    return BadRun(options.run, "values: found other parameters than --only and --except choose");
  }
  return kept;
}

std::vector<tune::Parameter> ParametersOf(const Run& run) {
  std::vector<tune::Parameter> parameters;
  for (const ParamSpec* spec : run.specs) {
    parameters.push_back({.start = static_cast<double>(kDefaults.*spec->field),
                          .min = static_cast<double>(spec->min),
                          .max = static_cast<double>(spec->max),
                          .step = spec->c_end});
  }
  return parameters;
}

SearchParams WithValues(const Run& run, const std::vector<int>& values) {
  SearchParams params;
  for (size_t i = 0; i < run.specs.size(); ++i) params.*run.specs[i]->field = values[i];
  return params;
}

std::vector<int> Rounded(const std::vector<double>& values) {
  std::vector<int> rounded;
  rounded.reserve(values.size());
  for (const double value : values) rounded.push_back(static_cast<int>(std::lround(value)));
  return rounded;
}

// Of what happens at pair `number`: of numbers that lie close together, nothing alike is left.
u64 SeedOfPair(u64 seed, i64 number) {
  return Random(seed).Next() ^ Random(static_cast<u64>(number)).Next();
}

absl::Status LearnBatch(PairPlayer& player, u64 seed, i64 count, tune::Spsa& spsa, Run& run) {
  std::vector<tune::Probe> probes;
  std::vector<Pair> pairs;
  for (i64 i = run.played; i < run.played + count; ++i) {
    const u64 pair_seed = SeedOfPair(seed, i);
    Random random(~pair_seed);  // the openings' generator begins at the seed itself
    probes.push_back(spsa.MakeProbe(i, random));
    pairs.push_back({.first = WithValues(run, probes.back().plus),
                     .second = WithValues(run, probes.back().minus),
                     .seed = pair_seed});
  }
  ASSIGN_OR_RETURN(const std::vector<int> points, player.Play(pairs));
  for (size_t i = 0; i < probes.size(); ++i) spsa.Learn(probes[i], points[i] - 2);
  run.played += count;
  run.values = spsa.values();
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<PairPlayer>> MakePlayer(u64 nodes, int threads,
                                                       const net::LoadedNetwork& net) {
  ASSIGN_OR_RETURN(const int count, ThreadsOrAll(threads));
  return PairPlayer::Create(nodes, count, net.network);
}

std::string ToText(const Run& run) {
  std::string text = absl::StrFormat("%d of %s pairs\n", run.played, run.settings["pairs"].dump());
  for (size_t i = 0; i < run.specs.size(); ++i) {
    const ParamSpec& spec = *run.specs[i];
    absl::StrAppend(&text, absl::StrFormat("%-28s %6d -> %6d  (%+.2f steps)\n", spec.name,
                                           kDefaults.*spec.field, std::lround(run.values[i]),
                                           (run.values[i] - kDefaults.*spec.field) / spec.c_end));
  }
  return text;
}

}  // namespace

absl::Status Tune(const TuneOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const net::LoadedNetwork net, net::LoadNetworkIfNamed(options.net));
  ASSIGN_OR_RETURN(Run run, OpenRun(options, net.hash));
  ASSIGN_OR_RETURN(const auto player, MakePlayer(options.nodes, options.threads, net));
  tune::Spsa spsa(ParametersOf(run), options.pairs, options.rate);
  spsa.set_values(run.values);
  Progress progress(options.pairs, "pairs");
  progress.Advance(run.played);
  const i64 end = options.stop_after > 0 ? std::min(run.played + options.stop_after, options.pairs)
                                         : options.pairs;
  while (run.played < end) {
    const i64 count = std::min(kBatch, options.pairs - run.played);
    RETURN_IF_ERROR(LearnBatch(*player, options.seed, count, spsa, run));
    RETURN_IF_ERROR(WriteRun(options.run, run));
    progress.Advance(count);
  }
  out << ToText(run);
  return absl::OkStatus();
}

absl::Status ShowTuning(const ShowTuningOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Run run, ReadRun(options.run));
  if (!options.json) {
    out << ToText(run);
    return absl::OkStatus();
  }
  Json values = Json::object();
  for (size_t i = 0; i < run.specs.size(); ++i) {
    const ParamSpec& spec = *run.specs[i];
    values[spec.name] = {{"default", kDefaults.*spec.field},
                         {"value", run.values[i]},
                         {"rounded", std::lround(run.values[i])}};
  }
  const Json json = {{"settings", run.settings}, {"pairs_played", run.played}, {"values", values}};
  out << json.dump() << "\n";
  return absl::OkStatus();
}

absl::Status PlayTuningMatch(const TuningMatchOptions& options, std::ostream& out) {
  if (options.pairs < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("--pairs: found ", options.pairs, ", expected at least 1"));
  }
  ASSIGN_OR_RETURN(const Run run, ReadRun(options.run));
  ASSIGN_OR_RETURN(const net::LoadedNetwork net, net::LoadNetworkIfNamed(options.net));
  ASSIGN_OR_RETURN(const auto player, MakePlayer(options.nodes, options.threads, net));
  const SearchParams tuned = WithValues(run, Rounded(run.values));
  stats::PairCounts counts = {};
  Progress progress(options.pairs, "pairs");
  for (i64 played = 0; played < options.pairs; played += kBatch) {
    const i64 count = std::min(kBatch, options.pairs - played);
    std::vector<Pair> pairs;
    for (i64 i = played; i < played + count; ++i) {
      pairs.push_back({.first = tuned, .second = kDefaults, .seed = SeedOfPair(options.seed, i)});
    }
    ASSIGN_OR_RETURN(const std::vector<int> points, player->Play(pairs));
    for (const int score : points) ++counts[static_cast<size_t>(score)];
    progress.Advance(count);
  }
  const stats::EloEstimate estimate = stats::EstimateElo(counts);
  if (options.json) {
    const Json json = {
        {"pairs", options.pairs}, {"nodes", options.nodes}, {"seed", options.seed},
        {"pentanomial", counts},  {"elo", estimate.elo},    {"margin", estimate.margin},
    };
    out << json.dump() << "\n";
    return absl::OkStatus();
  }
  out << absl::StrFormat("tuned against defaults, %d games of %d nodes a move\n", 2 * options.pairs,
                         options.nodes)
      << absl::StrFormat("pairs by half points 0 to 4: %d %d %d %d %d\n", counts[0], counts[1],
                         counts[2], counts[3], counts[4])
      << absl::StrFormat("Elo %+.1f +- %.1f (95 %%)\n", estimate.elo, estimate.margin);
  return absl::OkStatus();
}

}  // namespace coherent
