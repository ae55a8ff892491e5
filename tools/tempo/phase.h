// What a phase leaves behind: every arm's work on every lane under one draw. A record of
// docs/tempo.md.
#ifndef COHERENT_TOOLS_TEMPO_PHASE_H_
#define COHERENT_TOOLS_TEMPO_PHASE_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/measure/arrange.h"
#include "lib/measure/plan.h"
#include "lib/measure/records.h"

namespace coherent::tempo {

struct Work {
  i64 nodes = 0;
  i64 wall_ns = 0;  // from `go` to `bestmove`
};

// Positions by the men on the board.
inline constexpr std::array<absl::string_view, 3> kGroups = {"many", "some", "few"};
inline constexpr std::array<int, 3> kLeastMen = {24, 12, 0};

struct ArmRecord {
  std::string arm;
  std::string program_sha256;  // as copied or linked
  i64 program_bytes = 0;
  Work all;
  std::array<Work, kGroups.size()> groups;
  i64 cpu_ns = 0;
  std::optional<i64> instructions;
  std::string tree;  // SHA-256 of the node count of every position
  i64 start_up_us = 0;
  i64 peak_memory_kib = 0;
  i64 huge_memory_kib = 0;
  bool final_counts = false;  // by the bare `info nodes N`; else by the last report
};

struct LaneRecord {
  std::string lane;
  measure::Draw draw;
  std::string environment_sha256;
  std::vector<ArmRecord> arms;  // in the order executed
  double foreign_percent = 0;   // of the lane's time, used by others or stolen
  bool marked = false;          // More than the plan likes.
  double steal_percent = 0;
  double load_before = 0;
  double load_after = 0;
  std::optional<double> mhz_before;
  std::optional<double> mhz_after;

  const ArmRecord& ArmOf(absl::string_view arm) const;  // It must be there.
};

struct PhaseRecord {
  std::string run;
  i64 phase = 0;                  // from 1
  i64 began_s = 0;                // since 1970
  std::vector<LaneRecord> lanes;  // in the plan's order
};

Json ToJson(const PhaseRecord& phase);
absl::StatusOr<PhaseRecord> ParsePhase(const Json& json);

// Why a measurement ended without a result.
Json StopRecord(absl::string_view run, i64 phase, absl::string_view why);

struct History {
  std::vector<PhaseRecord> phases;
  std::string stop;  // why; empty: none
  std::string head;  // hash of the last record
};

// What the records tell. They must be those of the plan, in its order: DataLoss otherwise.
absl::StatusOr<History> ReadHistory(const measure::Plan& plan, const measure::Records& records);

// Internal, naming the arms, if two of them did not search the same tree. `first` is the record of
// an earlier phase.
absl::Status CheckTrees(const PhaseRecord& phase, const PhaseRecord& first);

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_PHASE_H_
