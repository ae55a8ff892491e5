#include "tools/selfplay/selfplay.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/random.h"
#include "lib/base/run_tool.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/repetition.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"
#include "lib/data/summary.h"
#include "lib/data/writer.h"
#include "lib/match/game.h"
#include "lib/match/opening.h"
#include "lib/match/player.h"
#include "lib/search/limits.h"
#include "tools/selfplay/game_queue.h"

namespace coherent {
namespace {

using Clock = std::chrono::steady_clock;

absl::Status CheckRange(absl::string_view name, i64 value, i64 least, i64 most) {
  if (least <= value && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--", name, ": found ", value, ", expected ", least, " to ", most));
}

absl::Status CheckOptions(const SelfplayOptions& o) {
  constexpr i64 kMost = i64{1} << 40;
  RETURN_IF_ERROR(CheckRange("threads", o.threads, 0, 1'024));
  RETURN_IF_ERROR(CheckRange("nodes", static_cast<i64>(o.nodes), 1, kMost));
  RETURN_IF_ERROR(CheckRange("hard-factor", static_cast<i64>(o.hard_factor), 1, 1'000));
  RETURN_IF_ERROR(CheckRange("min-random-plies", o.min_random_plies, 0, 100));
  RETURN_IF_ERROR(CheckRange("max-random-plies", o.max_random_plies, o.min_random_plies, 100));
  RETURN_IF_ERROR(CheckRange("max-opening-score", o.max_opening_score_cp, 0, data::kMateScore));
  RETURN_IF_ERROR(CheckRange("win-plies", o.adjudication.win_plies, 0, 1'000));
  RETURN_IF_ERROR(CheckRange("win-score", o.adjudication.win_score_cp, 1, data::kMateScore));
  RETURN_IF_ERROR(CheckRange("draw-plies", o.adjudication.draw_plies, 0, 1'000));
  RETURN_IF_ERROR(CheckRange("max-plies", o.adjudication.max_plies, 1, 10'000));
  return CheckRange("play-out", o.play_out_pct, 0, 100);
}

// Everything that decides what is played.
absl::StatusOr<Json> MakeManifest(const SelfplayOptions& o, u64 seed) {
  ASSIGN_OR_RETURN(const std::string program, Sha256HexOfFile("/proc/self/exe"));
  Json openings = {{"book", o.book.empty() ? "" : o.book}};
  if (!o.book.empty()) {
    ASSIGN_OR_RETURN(openings["book_sha256"], Sha256HexOfFile(o.book));
  }
  openings["min_random_plies"] = o.min_random_plies;
  openings["max_random_plies"] = o.max_random_plies;
  openings["max_score_cp"] = o.max_opening_score_cp;
  openings["nodes"] = o.opening_nodes;
  const match::AdjudicationRules& rules = o.adjudication;
  return Json{{"kind", "self-play"},
              {"note", o.note},
              {"program_sha256", program},
              {"net", "piece-square"},
              {"seed", seed},
              {"soft_nodes", o.nodes},
              {"hard_nodes", o.nodes * o.hard_factor},
              {"hash_mib", o.hash_mib},
              {"openings", openings},
              {"adjudication",
               {{"win_plies", rules.win_plies},
                {"win_score_cp", rules.win_score_cp},
                {"draw_plies", rules.draw_plies},
                {"draw_score_cp", rules.draw_score_cp},
                {"draw_from_ply", rules.draw_from_ply},
                {"max_plies", rules.max_plies},
                {"play_out_pct", o.play_out_pct}}}};
}

u64 RandomSeed() {
  std::random_device device;
  return (u64{device()} << 32 | device()) >> 16;  // short enough to be typed again
}

struct OpenPackage {
  data::PackageWriter writer;
  u64 seed;
};

absl::StatusOr<OpenPackage> OpenOrContinue(const SelfplayOptions& options) {
  if (access(options.package.c_str(), F_OK) != 0) {
    const u64 seed = options.seed ? *options.seed : RandomSeed();
    ASSIGN_OR_RETURN(const Json manifest, MakeManifest(options, seed));
    ASSIGN_OR_RETURN(data::PackageWriter writer,
                     data::PackageWriter::Create(options.package, manifest));
    return OpenPackage{std::move(writer), seed};
  }
  ASSIGN_OR_RETURN(const data::PackageReader package, data::PackageReader::Open(options.package));
  const Json& kept = package.manifest();
  const bool has_seed = kept.contains("seed") && kept["seed"].is_number_unsigned();
  const u64 seed = options.seed ? *options.seed : has_seed ? kept["seed"].get<u64>() : 0;
  ASSIGN_OR_RETURN(const Json manifest, MakeManifest(options, seed));
  ASSIGN_OR_RETURN(data::PackageWriter writer,
                   data::PackageWriter::Continue(options.package, manifest));
  return OpenPackage{std::move(writer), seed};
}

// The generator of one game: of numbers that lie close together, nothing alike is left.
Random RandomOfGame(u64 seed, u64 number) {
  return Random(Random(seed).Next() ^ Random(number).Next());
}

// Plays the games of one thread.
class Worker {
 public:
  static absl::StatusOr<std::unique_ptr<Worker>> Create(const SelfplayOptions& options, u64 seed,
                                                        const match::OpeningRules& openings) {
    const search::Limits limits = {.nodes = options.nodes * options.hard_factor,
                                   .soft_nodes = options.nodes};
    ASSIGN_OR_RETURN(auto player, match::SearchPlayer::Create(limits, options.hash_mib));
    return std::unique_ptr<Worker>(new Worker(options, seed, openings, std::move(player)));
  }

  void Run(GameQueue& queue) {
    while (const std::optional<u64> number = queue.Take()) {
      absl::StatusOr<data::Game> game = Play(*number);
      if (game.ok()) {
        queue.Add(*number, *std::move(game));
      } else {
        queue.Fail(game.status());
      }
    }
  }

 private:
  Worker(const SelfplayOptions& options, u64 seed, const match::OpeningRules& openings,
         std::unique_ptr<match::SearchPlayer> player)
      : options_(options), seed_(seed), openings_(openings), player_(std::move(player)) {}

  absl::StatusOr<data::Game> Play(u64 number) {
    Random random = RandomOfGame(seed_, number);
    match::AdjudicationRules rules = options_.adjudication;
    if (static_cast<int>(random.Below(100)) < options_.play_out_pct) {
      rules.win_plies = rules.draw_plies = 0;
    }
    const auto score = [this](const chess::Position& position) { return Score(position); };
    ASSIGN_OR_RETURN(const chess::Position start, match::MakeOpening(openings_, score, random));
    return match::PlayGame(start, rules, *player_, *player_);
  }

  int Score(const chess::Position& position) {
    (void)player_->NewGame();  // so that it depends on the position alone
    const search::Limits limits = {.soft_nodes = options_.opening_nodes};
    return player_->Search(position, chess::KeyHistory(position), limits).score;
  }

  const SelfplayOptions& options_;
  const u64 seed_;
  const match::OpeningRules& openings_;
  const std::unique_ptr<match::SearchPlayer> player_;
};

std::string DurationText(double seconds) {
  const auto whole = static_cast<i64>(seconds);
  if (whole >= 3'600) return absl::StrFormat("%d h %02d min", whole / 3'600, whole / 60 % 60);
  return whole >= 60 ? absl::StrFormat("%d min %02d s", whole / 60, whole % 60)
                     : absl::StrFormat("%d s", whole);
}

// Tells on stderr how far the run has come: a line that is drawn anew on a terminal, otherwise one
// a minute.
class Meter {
 public:
  Meter(const GameQueue& queue, u64 games)
      : queue_(queue), games_(games), begin_(queue.state()), thread_([this] { Loop(); }) {}
  ~Meter() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    done_.notify_all();
    thread_.join();
    if (on_terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  void Loop() {
    const auto pause = on_terminal_ ? std::chrono::seconds(1) : std::chrono::seconds(60);
    std::unique_lock lock(mutex_);
    while (!done_.wait_for(lock, pause, [this] { return is_done_; })) {
      std::fprintf(stderr, on_terminal_ ? "\r%s\033[K" : "%s\n", Line().c_str());
    }
  }

  std::string Line() const {
    const GameQueue::State now = queue_.state();
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const auto played = static_cast<double>(now.games - begin_.games);
    std::string line = absl::StrCat(now.games);
    if (games_ > 0) absl::StrAppend(&line, "/", games_);
    const double rate = static_cast<double>(now.positions - begin_.positions) / seconds;
    absl::StrAppend(&line,
                    absl::StrFormat(" games, %d positions, %.0f positions/s", now.positions, rate));
    if (games_ > now.games && played > 0) {
      const double left = seconds * static_cast<double>(games_ - now.games) / played;
      absl::StrAppend(&line, ", ", DurationText(left), " left");
    }
    return line;
  }

  const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
  const GameQueue& queue_;
  const u64 games_;
  const GameQueue::State begin_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_;  // last: it uses all the others
};

absl::Status PlayAll(const SelfplayOptions& options, u64 seed, const match::OpeningRules& openings,
                     int threads, GameQueue& queue) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (int i = 0; i < threads; ++i) {
    ASSIGN_OR_RETURN(workers.emplace_back(), Worker::Create(options, seed, openings));
  }
  SetSignalAction([&queue] { (void)queue.Close(); });
  {
    const Meter meter(queue, options.games);
    std::vector<std::thread> running;
    for (const auto& worker : workers) {
      running.emplace_back([&queue, &worker] { worker->Run(queue); });
    }
    for (std::thread& thread : running) thread.join();
  }
  SetSignalAction({});
  return queue.Close();
}

// Games that were played out, and those of them that adjudication would have ended wrongly.
struct PlayedOut {
  u64 games = 0;
  u64 ended = 0;  // by adjudication, if it had been on
  u64 wrong = 0;
};

void Count(const match::AdjudicationRules& rules, const data::Game& game, PlayedOut& counts) {
  using data::Ending;
  if (game.ending == Ending::kAdjudicatedWin || game.ending == Ending::kAdjudicatedDraw) return;
  ++counts.games;
  if (const auto verdict = match::WouldBeVerdict(rules, game)) {
    ++counts.ended;
    if (verdict->outcome != game.outcome) ++counts.wrong;
  }
}

absl::Status SumUp(const SelfplayOptions& options, u64 seed, std::ostream& out) {
  ASSIGN_OR_RETURN(const data::PackageReader package, data::PackageReader::Open(options.package));
  data::Summarizer summarizer(package.positions());
  PlayedOut played_out;
  RETURN_IF_ERROR(data::ForEachGame(package, [&](const data::Game& game) {
    summarizer.Add(game);
    Count(options.adjudication, game, played_out);
    return absl::OkStatus();
  }));
  data::Summary summary = summarizer.summary();
  summary.file_bytes = package.file_bytes();
  ASSIGN_OR_RETURN(const std::string sha256, Sha256HexOfFile(options.package));
  if (options.json) {
    Json json = {{"package", options.package}, {"sha256", sha256}, {"seed", seed}};
    json.update(data::ToJson(summary));
    json["played_out"] = {{"games", played_out.games},
                          {"would_be_adjudicated", played_out.ended},
                          {"wrongly", played_out.wrong}};
    out << json.dump() << "\n";
    return absl::OkStatus();
  }
  out << "package    " << options.package << "\nsha256     " << sha256 << "\nseed       " << seed
      << "\n"
      << data::ToText(summary)
      << absl::StrFormat("played out %d games; adjudication would have ended %d, %d wrongly\n",
                         played_out.games, played_out.ended, played_out.wrong);
  return absl::OkStatus();
}

}  // namespace

absl::Status PlayGames(const SelfplayOptions& options, std::ostream& out) {
  RETURN_IF_ERROR(CheckOptions(options));
  match::OpeningRules openings = {.min_random_plies = options.min_random_plies,
                                  .max_random_plies = options.max_random_plies,
                                  .max_score_cp = options.max_opening_score_cp};
  if (!options.book.empty()) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(options.book));
    ASSIGN_OR_RETURN(const auto records, chess::ParseEpdFile(options.book, text));
    for (const chess::EpdRecord& record : records) openings.book.push_back(record.position);
  }
  int threads = options.threads;
  if (threads == 0) {
    ASSIGN_OR_RETURN(const std::vector<int> cpus, AllowedCpus());
    threads = static_cast<int>(cpus.size());
  }
  ASSIGN_OR_RETURN(OpenPackage open, OpenOrContinue(options));
  const std::string began = absl::StrCat("seed ", open.seed, ", ", open.writer.games(),
                                         " games there, ", threads, " threads\n");
  std::fputs(began.c_str(), stderr);
  GameQueue queue(std::move(open.writer), options.games);
  RETURN_IF_ERROR(PlayAll(options, open.seed, openings, threads, queue));
  return SumUp(options, open.seed, out);
}

}  // namespace coherent
