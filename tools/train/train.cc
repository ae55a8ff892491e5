#include "tools/train/train.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/base/progress.h"
#include "lib/base/run_tool.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/train/check_set.h"
#include "lib/train/checkpoint.h"
#include "lib/train/dataset.h"
#include "lib/train/initial.h"
#include "lib/train/kernels/dispatch.h"
#include "lib/train/loader.h"
#include "lib/train/model.h"
#include "lib/train/recipe.h"
#include "lib/train/thread_pool.h"
#include "lib/train/trainer.h"
#include "tools/train/curve.h"

namespace coherent {
namespace {

using train::Checkpoint;
using train::Dataset;
using train::Recipe;
using train::ThreadPool;
using train::Trainer;
using Clock = std::chrono::steady_clock;

// Positions over which a widened net is held against the one it came from.
constexpr size_t kWideningPositions = 1'000'000;

absl::StatusOr<Recipe> ReadRecipe(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return train::ParseRecipe(path, text);
}

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The files of a run.
struct Folder {
  std::string path;

  std::string net() const { return path + "/net.safetensors"; }
  std::string state() const { return path + "/state.safetensors"; }
  std::string curve() const { return path + "/curve.jsonl"; }
  std::string page() const { return path + "/curve.html"; }
};

absl::StatusOr<Json> HashesOf(const std::vector<std::string>& paths) {
  Json files = Json::array();
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(const std::string hash, Sha256HexOfFile(path));
    files.push_back({{"file", path}, {"sha256", hash}});
  }
  return files;
}

// All that the result depends on, by hash.
absl::StatusOr<Json> DescribeRun(const TrainOptions& options) {
  Json run;
  ASSIGN_OR_RETURN(run["recipe"], HashesOf({options.recipe}));
  ASSIGN_OR_RETURN(run["data"], HashesOf(options.data));
  ASSIGN_OR_RETURN(run["check"], HashesOf(options.check));
  std::set<std::string> trained_on;
  for (const Json& file : run["data"]) trained_on.insert(file["sha256"].get<std::string>());
  for (const Json& file : run["check"]) {
    if (!trained_on.contains(file["sha256"].get<std::string>())) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(file["file"].get<std::string>(), ": held out and trained on"));
  }
  for (const std::string& start : {options.start_from, options.widen_from}) {
    if (start.empty()) continue;
    ASSIGN_OR_RETURN(run[start == options.start_from ? "start_from" : "widen_from"],
                     HashesOf({start}));
  }
  return run;
}

// The hashes alone: a run may be resumed after its files have been moved.
std::string NameOfRun(const Json& run) {
  std::string hashes;
  for (const auto& [kind, files] : run.items()) {
    for (const Json& file : files) {
      absl::StrAppend(&hashes, kind, " ", file["sha256"].get<std::string>(), "\n");
    }
  }
  return Sha256Hex(hashes);
}

absl::Status CheckOptionsOf(const TrainOptions& options) {
  const auto needed = [](bool given, absl::string_view what) {
    return given ? absl::OkStatus() : absl::InvalidArgumentError(absl::StrCat(what, " is missing"));
  };
  RETURN_IF_ERROR(needed(!options.recipe.empty(), "the recipe"));
  RETURN_IF_ERROR(needed(!options.data.empty(), "--data"));
  RETURN_IF_ERROR(needed(!options.out.empty(), "--out"));
  if (options.start_from.empty() || options.widen_from.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError("--start-from and --widen-from exclude each other");
}

// A run, with what it needs to live.
struct Run {
  Recipe recipe;
  std::unique_ptr<ThreadPool> pool;
  Dataset training;
  Dataset check;
  Json description;

  Trainer::Input input() const { return {recipe, training, check, *pool, NameOfRun(description)}; }
};

// The largest difference of outputs, on the check set or else on what is trained on.
double LargestDeviation(const Run& run, const Checkpoint& a, const Checkpoint& b) {
  const Dataset& set = run.check.size() > 0 ? run.check : run.training;
  const auto positions = set.positions().first(std::min(set.size(), kWideningPositions));
  const auto outputs = [&](const Checkpoint& net) {
    train::Model model(net, train::BestKernels(), *run.pool);
    return train::Outputs(model, positions, *run.pool);
  };
  const std::vector<float> before = outputs(a), after = outputs(b);
  double largest = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(before[i]) - after[i]));
  }
  return largest;
}

absl::StatusOr<Checkpoint> FirstNet(const TrainOptions& options, const Run& run,
                                    std::ostream& log) {
  const Recipe& recipe = run.recipe;
  if (!options.start_from.empty()) {
    ASSIGN_OR_RETURN(Checkpoint net, train::ReadCheckpoint(options.start_from));
    train::Shape shape = recipe.shape.value_or(net.shape);
    shape.architecture.output_scale = net.shape.architecture.output_scale;
    if (shape == net.shape) return net;
    return absl::InvalidArgumentError(
        absl::StrCat(options.start_from, ": its shape is not the recipe's"));
  }
  if (!recipe.shape.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(options.recipe, ": net: missing"));
  }
  if (options.widen_from.empty()) return train::InitialNet(*recipe.shape, recipe.seed);
  ASSIGN_OR_RETURN(const Checkpoint narrow, train::ReadCheckpoint(options.widen_from));
  ASSIGN_OR_RETURN(Checkpoint wide, train::Widen(narrow, *recipe.shape, recipe.seed));
  log << absl::StrFormat("widened: outputs deviate by at most %.2e\n",
                         LargestDeviation(run, narrow, wide));
  return wide;
}

absl::Status Save(const Folder& folder, const Trainer& trainer, const LearningCurve& curve) {
  RETURN_IF_ERROR(WriteFileAtomically(folder.curve(), curve.ToLines()));
  RETURN_IF_ERROR(WriteFileAtomically(folder.page(), curve.ToPage()));
  const train::TrainingState state = trainer.State();
  RETURN_IF_ERROR(train::WriteCheckpoint(folder.net(), state.net));
  return train::WriteState(folder.state(), state);
}

// A signal that ends the process waits until the run has been saved.
class StopRequest {
 public:
  StopRequest() {
    SetSignalAction([this] { Ask(); });
  }
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;
  ~StopRequest() {
    Answer();
    SetSignalAction({});
  }

  bool asked() const { return asked_; }

 private:
  void Ask() {
    asked_ = true;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return answered_; });
  }
  void Answer() {
    {
      const std::lock_guard lock(mutex_);
      answered_ = true;
    }
    changed_.notify_all();
  }

  std::atomic<bool> asked_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool answered_ = false;
};

// Steps to the end of the run. The curve is saved before the state: what is behind the state is
// dropped when the run is resumed.
absl::Status Fit(const Folder& folder, const Recipe& recipe, Trainer& trainer,
                 LearningCurve& curve) {
  const StopRequest stop;
  Progress progress(trainer.total_steps() - trainer.step(), "steps");
  const double seconds_before =
      curve.reports().empty() ? 0 : curve.reports().back()["seconds"].get<double>();
  const Clock::time_point start = Clock::now();
  double stepping = 0;  // seconds since the last report
  i64 steps = 0;
  while (!trainer.done()) {
    const Clock::time_point step_start = Clock::now();
    trainer.Step();
    stepping += SecondsSince(step_start);
    ++steps;
    progress.Advance();
    if (stop.asked()) {
      RETURN_IF_ERROR(Save(folder, trainer, curve));
      return absl::AbortedError("stopped by a signal");
    }
    if (trainer.step() % recipe.check_every != 0 && !trainer.done()) continue;
    const double positions = static_cast<double>(steps) * trainer.batch_positions();
    curve.Add(trainer.Report(), seconds_before + SecondsSince(start), positions / stepping);
    RETURN_IF_ERROR(Save(folder, trainer, curve));
    stepping = 0;
    steps = 0;
  }
  return absl::OkStatus();
}

absl::StatusOr<Run> Prepare(const TrainOptions& options) {
  Run run;
  ASSIGN_OR_RETURN(run.recipe, ReadRecipe(options.recipe));
  ASSIGN_OR_RETURN(run.description, DescribeRun(options));
  ASSIGN_OR_RETURN(const int threads, ThreadsOrAll(options.threads));
  run.pool = std::make_unique<ThreadPool>(threads);
  ASSIGN_OR_RETURN(run.training, train::LoadPackages(options.data, run.recipe.filter, *run.pool));
  ASSIGN_OR_RETURN(run.check, train::LoadPackages(options.check, run.recipe.filter, *run.pool));
  return run;
}

absl::StatusOr<std::unique_ptr<Trainer>> StartOrResume(const TrainOptions& options,
                                                       const Folder& folder, const Run& run,
                                                       LearningCurve& curve, std::ostream& log) {
  const bool is_there = std::filesystem::exists(folder.state());
  if (!options.resume && is_there) {
    return absl::AlreadyExistsError(
        absl::StrCat(folder.path, ": there is a run already; --resume goes on with it"));
  }
  // A run that was stopped before its first check begins anew.
  if (!is_there) {
    ASSIGN_OR_RETURN(const Checkpoint net, FirstNet(options, run, log));
    return Trainer::Start(run.input(), net);
  }
  ASSIGN_OR_RETURN(const train::TrainingState state, train::ReadState(folder.state()));
  ASSIGN_OR_RETURN(std::unique_ptr<Trainer> trainer, Trainer::Resume(run.input(), state));
  ASSIGN_OR_RETURN(const std::string lines, ReadFile(folder.curve()));
  RETURN_IF_ERROR(curve.TakeOver(folder.curve(), lines, trainer->step()));
  return trainer;
}

std::string PackageCount(const Dataset& set) {
  return absl::StrCat(set.size(), " in ", set.packages().size(), " packages");
}

std::string ErrorText(const Json& report) {
  if (!report.contains("check_error")) return "no packages held out";
  std::string text =
      absl::StrFormat("error on packages held out: %.6f", report["check_error"].get<double>());
  if (report.contains("check_low")) {
    absl::StrAppendFormat(&text, " (95 %%: %.6f to %.6f)", report["check_low"].get<double>(),
                          report["check_high"].get<double>());
  }
  return text;
}

// A checkpoint's results on the check set.
struct Judged {
  train::PackageSums errors;
  int output_scale;
};

absl::StatusOr<Judged> Judge(const std::string& path, const Dataset& set, const Recipe& recipe,
                             ThreadPool& pool) {
  ASSIGN_OR_RETURN(const Checkpoint net, train::ReadCheckpoint(path));
  train::Model model(net, train::BestKernels(), pool);
  const std::vector<float> outputs = train::Outputs(model, set.positions(), pool);
  return Judged{.errors = train::Errors(set, outputs, recipe.final_result_share()),
                .output_scale = train::FitOutputScale(set.positions(), outputs)};
}

Json WithInterval(const train::PackageSums& sums, u64 seed) {
  Json json = {{"mean", sums.Mean()}};
  const std::optional<train::Interval> interval = train::BootstrapMean(sums, seed);
  if (interval.has_value()) {
    json["low"] = interval->low;
    json["high"] = interval->high;
  }
  return json;
}

std::string IntervalText(const Json& json) {
  std::string text = absl::StrFormat("%.6f", json["mean"].get<double>());
  if (!json.contains("low")) return text;
  absl::StrAppendFormat(&text, " (95 %%: %.6f to %.6f)", json["low"].get<double>(),
                        json["high"].get<double>());
  return text;
}

}  // namespace

absl::Status TrainNet(const TrainOptions& options, std::ostream& out) {
  RETURN_IF_ERROR(CheckOptionsOf(options));
  const Folder folder = {options.out};
  std::error_code error;
  std::filesystem::create_directories(folder.path, error);
  if (error) return absl::InvalidArgumentError(absl::StrCat(folder.path, ": ", error.message()));
  ASSIGN_OR_RETURN(const Run run, Prepare(options));
  std::ostringstream log;
  log << "trained on " << PackageCount(run.training) << ", held out " << PackageCount(run.check)
      << "\n";
  LearningCurve curve(run.description);
  ASSIGN_OR_RETURN(const std::unique_ptr<Trainer> trainer,
                   StartOrResume(options, folder, run, curve, log));
  RETURN_IF_ERROR(Fit(folder, run.recipe, *trainer, curve));
  ASSIGN_OR_RETURN(const std::string hash, Sha256HexOfFile(folder.net()));
  const Json report = curve.reports().empty() ? Json::object() : curve.reports().back();
  if (options.json) {
    const Json result = {
        {"run", run.description}, {"net", folder.net()}, {"net_sha256", hash}, {"report", report}};
    out << result.dump() << "\n";
    return absl::OkStatus();
  }
  out << log.str() << ErrorText(report) << "\n" << folder.net() << ": sha256 " << hash << "\n";
  return absl::OkStatus();
}

absl::Status CheckNets(const CheckOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Recipe recipe, ReadRecipe(options.recipe));
  ASSIGN_OR_RETURN(const int threads, ThreadsOrAll(options.threads));
  ThreadPool pool(threads);
  ASSIGN_OR_RETURN(const Dataset set, train::LoadPackages(options.check, recipe.filter, pool));
  Json nets = Json::array();
  std::optional<train::PackageSums> first;
  for (const std::string& path : options.nets) {
    ASSIGN_OR_RETURN(const Judged judged, Judge(path, set, recipe, pool));
    Json net = {{"net", path},
                {"error", WithInterval(judged.errors, recipe.seed)},
                {"output_scale", judged.output_scale}};
    if (first.has_value()) {
      train::PackageSums difference = judged.errors;
      for (size_t i = 0; i < difference.sums.size(); ++i) difference.sums[i] -= first->sums[i];
      net["more_than_first"] = WithInterval(difference, recipe.seed);
    } else {
      first = judged.errors;
    }
    nets.push_back(std::move(net));
  }
  if (options.json) {
    out << Json({{"positions", set.size()}, {"nets", nets}}).dump() << "\n";
    return absl::OkStatus();
  }
  out << "positions: " << PackageCount(set) << "\n";
  for (const Json& net : nets) {
    out << net["net"].get<std::string>() << ": error " << IntervalText(net["error"])
        << ", output scale " << net["output_scale"] << "\n";
    if (net.contains("more_than_first")) {
      out << "  more than the first: " << IntervalText(net["more_than_first"]) << "\n";
    }
  }
  return absl::OkStatus();
}

}  // namespace coherent
