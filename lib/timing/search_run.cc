#include "lib/timing/search_run.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "lib/base/file.h"
#include "lib/base/status_macros.h"
#include "lib/base/subprocess.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/measure/lane.h"
#include "lib/timing/counters.h"
#include "lib/uci/client.h"
#include "lib/uci/info.h"

namespace coherent::timing {
namespace {

double Seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

// Beyond this an engine does not heed `go nodes`; most look at the clock or the count only every
// few thousand nodes.
bool IgnoresNodeLimit(const Workload& workload, const uci::Info& info) {
  return workload.by_nodes && info.nodes().value_or(0) > 10 * workload.limit + 1'000'000;
}

// Others take an unknown limit for none at all and answer at once. A forced move or a mate may end
// a few searches early, but not most of them.
bool EndsEarly(const Workload& workload, const RunResult& result) {
  const auto early = std::count_if(result.position_nodes.begin(), result.position_nodes.end(),
                                   [&](i64 nodes) { return nodes < workload.limit / 10; });
  return 2 * early > static_cast<std::ptrdiff_t>(result.position_nodes.size());
}

// Whether the last line of the search has the node count and nothing else.
bool EndsWithCount(const uci::SearchResult& result) {
  return !result.lines.empty() && result.lines.back().info.fields().size() == 1 &&
         result.lines.back().info.nodes().has_value();
}

// The KiB that a file of /proc states as `name`; 0 if it does not.
i64 KibOf(const std::string& path, absl::string_view name) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return 0;
  for (absl::string_view line : absl::StrSplit(*text, '\n')) {
    i64 kib = 0;
    if (!absl::ConsumePrefix(&line, name) || !absl::ConsumePrefix(&line, ":")) continue;
    if (absl::ConsumeSuffix(&line, " kB") && absl::SimpleAtoi(line, &kib)) return kib;
  }
  return 0;
}

// The bare `info nodes N` at the end if there is one, else the last report's count.
i64 NodesOf(const uci::SearchResult& result) {
  for (auto line = result.lines.rbegin(); line != result.lines.rend(); ++line) {
    if (line->info.nodes().has_value()) return *line->info.nodes();
  }
  return 0;  // A forced move or a book's, played without a report.
}

}  // namespace

absl::StatusOr<SearchRun> SearchRun::Start(const Place& place, const Workload& workload,
                                           Counting counting) {
  uci::Client::Options options;
  options.name = "engine";
  options.argv = {place.program};
  options.cpu = place.cpus.front();
  options.environment = place.environment;
  options.fixed_addresses = place.fixed_addresses;
  options.timeout = workload.timeout;
  const Clock::time_point start = Clock::now();
  ASSIGN_OR_RETURN(std::unique_ptr<uci::Client> client, uci::Client::Start(std::move(options)));
  SearchRun run(workload, std::move(client));
  run.result_.engine_name = run.client_->greeting().name;
  if (place.cpus.size() > 1) RETURN_IF_ERROR(measure::PinProcess(run.client_->pid(), place.cpus));
  RETURN_IF_ERROR(run.SetOptions());
  run.result_.start_up_seconds = Seconds(Clock::now() - start);
  RETURN_IF_ERROR(run.WarmUp());
  if (counting == Counting::kOn) {
    ASSIGN_OR_RETURN(run.counters_, Counters::Attach(run.client_->pid()));
  }
  return run;
}

// Without UCI_Chess960 an engine would search another position than the one meant.
bool SearchRun::LeavesOut(const BenchPosition& position) const {
  return position.chess960 && client_->greeting().Find("UCI_Chess960") == nullptr;
}

absl::Status SearchRun::SetWhereOffered(const std::string& name, const std::string& value) {
  if (client_->greeting().Find(name) == nullptr) {
    result_.not_offered.push_back(name);
    return absl::OkStatus();
  }
  return client_->SetOption(name, value);
}

absl::Status SearchRun::SetOptions() {
  RETURN_IF_ERROR(SetWhereOffered("Threads", absl::StrCat(workload_->threads)));
  if (workload_->threads > 1 && !result_.not_offered.empty()) {
    return client_->Error(absl::StatusCode::kInvalidArgument, "does not offer Threads");
  }
  RETURN_IF_ERROR(SetWhereOffered("Hash", absl::StrCat(workload_->hash_mib)));
  if (workload_->NeedsChess960()) RETURN_IF_ERROR(SetWhereOffered("UCI_Chess960", "true"));
  for (const auto& [name, value] : workload_->options) {
    RETURN_IF_ERROR(client_->SetOption(name, value));
  }
  return absl::OkStatus();
}

absl::Status SearchRun::End() {
  const std::string process = absl::StrCat("/proc/", client_->pid(), "/");
  result_.peak_memory_kib = KibOf(process + "status", "VmHWM");
  result_.huge_memory_kib = KibOf(process + "smaps_rollup", "AnonHugePages");
  ASSIGN_OR_RETURN(const std::chrono::nanoseconds cpu, measure::CpuTimeOf(client_->pid()));
  result_.process_cpu_seconds = Seconds(cpu);
  return client_->Quit();
}

absl::StatusOr<i64> SearchRun::Search(const BenchPosition& position) {
  uci::SearchRequest request;
  request.fen = position.fen;
  request.limits = workload_->LimitText();
  ASSIGN_OR_RETURN(const uci::SearchResult searched,
                   client_->Search(request, [&](const uci::Info& info) {
                     return !IgnoresNodeLimit(*workload_, info);
                   }));
  last_elapsed_ = searched.elapsed;
  result_.final_counts &= EndsWithCount(searched);
  if (searched.stopped) {
    return client_->Error(absl::StatusCode::kInvalidArgument,
                          "ignores `go nodes`; try --depth instead");
  }
  const uci::BestMove& answer = searched.best_move;
  const bool answers = answer.IsNull() ? chess::LegalMoves(position.position).empty()
                                       : chess::ParseUciMove(position.position, answer.move).ok();
  if (!answers) {
    return client_->Error(absl::StatusCode::kInternal,
                          absl::StrCat("position ", position.id, ": bestmove ", answer.move,
                                       " is not legal there: has the position arrived?"));
  }
  return NodesOf(searched);
}

absl::Status SearchRun::WarmUp() {
  for (int i = 0; i < workload_->warm_up; ++i) {
    const BenchPosition& position = workload_->positions[i];
    warm_up_nodes_.push_back(0);
    if (LeavesOut(position)) continue;
    RETURN_IF_ERROR(client_->NewGame());
    ASSIGN_OR_RETURN(warm_up_nodes_.back(), Search(position));
  }
  return absl::OkStatus();
}

absl::Status SearchRun::MeasureNext() {
  const BenchPosition& position = workload_->positions[result_.position_nodes.size()];
  if (LeavesOut(position)) {
    result_.left_out.push_back(position.id);
    result_.position_nodes.push_back(0);
    result_.position_seconds.push_back(0);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(client_->NewGame());
  Counts counts_before;
  if (counters_.has_value()) {
    ASSIGN_OR_RETURN(counts_before, counters_->Read());
  }
  ASSIGN_OR_RETURN(const std::chrono::nanoseconds cpu_before, measure::CpuTimeOf(client_->pid()));
  ASSIGN_OR_RETURN(const i64 nodes, Search(position));
  ASSIGN_OR_RETURN(const std::chrono::nanoseconds cpu_after, measure::CpuTimeOf(client_->pid()));
  if (counters_.has_value()) {
    ASSIGN_OR_RETURN(const Counts counts_after, counters_->Read());
    if (!result_.counts.has_value()) result_.counts = Counts();
    *result_.counts += counts_after - counts_before;
  }
  result_.nodes += nodes;
  result_.position_nodes.push_back(nodes);
  result_.position_seconds.push_back(Seconds(last_elapsed_));
  result_.seconds += Seconds(last_elapsed_);
  result_.cpu_seconds += Seconds(cpu_after - cpu_before);
  return absl::OkStatus();
}

// Refuses what cannot be a measurement, and names the positions that were not repeated.
absl::Status SearchRun::CheckAndCompare() {
  if (result_.nodes < 1) return client_->Error(absl::StatusCode::kInternal, "reports no nodes");
  if (workload_->by_nodes && EndsEarly(*workload_, result_)) {
    return client_->Error(absl::StatusCode::kInvalidArgument,
                          absl::StrCat(result_.nodes, " nodes in ", workload_->positions.size(),
                                       " positions: it ignores `go ", workload_->LimitText(),
                                       "`; try --depth instead"));
  }
  for (size_t i = 0; i < warm_up_nodes_.size(); ++i) {
    if (warm_up_nodes_[i] != result_.position_nodes[i]) {
      result_.unrepeated.push_back(workload_->positions[i].id);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<RunResult> SearchRun::Finish() {
  RETURN_IF_ERROR(CheckAndCompare());
  RETURN_IF_ERROR(End());
  return std::move(result_);
}

absl::StatusOr<RunResult> RunSearches(const Place& place, const Workload& workload,
                                      Counting counting, const std::function<void()>& on_search) {
  ASSIGN_OR_RETURN(SearchRun run, SearchRun::Start(place, workload, counting));
  for (size_t i = 0; i < workload.positions.size(); ++i) {
    RETURN_IF_ERROR(run.MeasureNext());
    on_search();
  }
  return run.Finish();
}

}  // namespace coherent::timing
