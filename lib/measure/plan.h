// Everything that a measurement of a bundle of speed-ups fixes before it begins. Specified by
// docs/tempo.md.
#ifndef COHERENT_LIB_MEASURE_PLAN_H_
#define COHERENT_LIB_MEASURE_PLAN_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/base/json.h"

namespace coherent::measure {

inline constexpr int kRuns = 8;
inline constexpr int kNeededRuns = 7;            // above zero
inline constexpr double kMaxDistancePoints = 2;  // of a phase from the median of its run and lane

// How a component is judged, in words; its hash is part of every plan.
absl::string_view RuleText();

// Whether the arms of a phase take turns with every position, or one does all before the next.
inline constexpr char kTurnsOfPositions[] = "positions";
inline constexpr char kTurnsOfPrograms[] = "programs";

// A file at the time of planning.
struct PlannedFile {
  std::string path;
  std::string sha256;
  i64 bytes = 0;
};

absl::StatusOr<PlannedFile> PlanFile(absl::string_view path);

// The file's bytes, if they are those that were planned; else Aborted.
absl::StatusOr<std::string> ReadPlanned(const PlannedFile& file);

// By how much the bundle may be worse in some respect on account of a component.
struct Loss {
  std::string quantity;  // one of kQuantities
  double limit_percent = 0;
};

inline constexpr absl::string_view kQuantities[] = {"binary_size", "peak_memory", "start_up",
                                                    "rate_many",   "rate_some",   "rate_few"};

struct Component {
  std::string name;
  PlannedFile without;  // the bundle without this component
  std::vector<Loss> losses;
};

// CPUs on which one measured process runs.
struct PlannedLane {
  std::string name;
  std::vector<int> cpus;
};

// What every arm has to do.
struct Kit {
  PlannedFile tool;       // this program: it measures and evaluates
  PlannedFile positions;  // FEN or EPD
  std::string limit;      // "nodes 20000"
  i64 hash_mib = 16;
  i64 threads = 1;
  std::vector<std::string> options;  // NAME=VALUE
  int warm_up = 3;
  double timeout_s = 60;
  std::vector<std::string> environment;  // the whole of it, but for padding
  std::vector<std::string> link;         // what links programs given as objects; else empty
  std::vector<PlannedFile> files;        // others that the engines read
};

struct Plan {
  std::string account;        // in whose account the bundle is entered
  std::string determination;  // what fixes this attempt from outside
  i64 attempt = 1;
  PlannedFile base;
  PlannedFile bundle;
  std::vector<Component> components;
  bool control = true;  // The bundle once more, against itself.
  std::vector<std::string> runs;
  i64 phases = 12;  // of a run
  std::vector<PlannedLane> lanes;
  bool side_by_side = false;              // lanes; else one after the other
  std::string turns = kTurnsOfPositions;  // within a phase and lane; or kTurnsOfPrograms
  // For each run and lane the arms as executed in each of its phases.
  std::vector<std::vector<std::vector<std::string>>> orders;
  double foreign_percent = 10;     // of a lane's time taken by others in a phase: more is marked
  bool stop_when_foreign = false;  // ... or else a technical stop
  std::string estimator =
      "mean";                  // of the whole bundle's gain: "mean", "median", "second_smallest"
  double bound_percent = 1.5;  // that it has to reach on every lane
  Kit kit;

  // "bundle", the components' names, and "control" if there is one.
  std::vector<std::string> Arms() const;
  // Arms that are compared with the bundle.
  std::vector<std::string> Compared() const;
  const PlannedFile& FileOf(absl::string_view arm) const;  // "base" too
  // Base, bundle, and the bundle without each component.
  std::vector<const PlannedFile*> Programs() const;
};

// Four random orders and their reverses for each lane, so that every arm comes before every other
// in half of the runs.
std::vector<std::vector<std::vector<std::string>>> BalancedOrders(
    const std::vector<std::string>& arms, size_t lanes, u64 seed);

// InvalidArgument names what is missing, ambiguous or not balanced.
absl::Status CheckPlan(const Plan& plan);

// The file's text; its hash is the plan's.
std::string PlanText(const Plan& plan);

struct HashedPlan {
  Plan plan;
  std::string sha256;
};

// Only what PlanText writes is accepted, so that a plan has one text and one hash.
absl::StatusOr<HashedPlan> ParsePlan(absl::string_view name, absl::string_view text);
absl::StatusOr<HashedPlan> ReadPlan(absl::string_view path);

}  // namespace coherent::measure

#endif  // COHERENT_LIB_MEASURE_PLAN_H_
