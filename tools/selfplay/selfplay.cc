#include "tools/selfplay/selfplay.h"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/random.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/data/make_games.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"
#include "lib/data/summary.h"
#include "lib/data/writer.h"
#include "lib/match/game.h"
#include "lib/match/opening.h"
#include "lib/match/player.h"
#include "lib/net/load.h"
#include "lib/search/limits.h"

namespace coherent {
namespace {

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
absl::StatusOr<Json> MakeManifest(const SelfplayOptions& o, u64 seed, const std::string& net_hash) {
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
              {"net", net_hash.empty() ? "piece-square" : net_hash},
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

absl::StatusOr<OpenPackage> OpenOrContinue(const SelfplayOptions& options,
                                           const std::string& net_hash) {
  if (access(options.package.c_str(), F_OK) != 0) {
    const u64 seed = options.seed ? *options.seed : RandomSeed();
    ASSIGN_OR_RETURN(const Json manifest, MakeManifest(options, seed, net_hash));
    ASSIGN_OR_RETURN(data::PackageWriter writer,
                     data::PackageWriter::Create(options.package, manifest));
    return OpenPackage{std::move(writer), seed};
  }
  ASSIGN_OR_RETURN(const data::PackageReader package, data::PackageReader::Open(options.package));
  const Json& kept = package.manifest();
  const bool has_seed = kept.contains("seed") && kept["seed"].is_number_unsigned();
  const u64 seed = options.seed ? *options.seed : has_seed ? kept["seed"].get<u64>() : 0;
  ASSIGN_OR_RETURN(const Json manifest, MakeManifest(options, seed, net_hash));
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
  static absl::StatusOr<std::shared_ptr<Worker>> Create(const SelfplayOptions& options, u64 seed,
                                                        const match::OpeningRules& openings,
                                                        const net::LoadedNetwork& net) {
    const search::Limits limits = {.nodes = options.nodes * options.hard_factor,
                                   .soft_nodes = options.nodes};
    ASSIGN_OR_RETURN(auto player,
                     match::SearchPlayer::Create(limits, options.hash_mib, net.network));
    return std::shared_ptr<Worker>(new Worker(options, seed, openings, std::move(player)));
  }

  absl::StatusOr<data::Game> Play(u64 number) {
    Random random = RandomOfGame(seed_, number);
    match::AdjudicationRules rules = options_.adjudication;
    if (static_cast<int>(random.Below(100)) < options_.play_out_pct) {
      rules.win_plies = rules.draw_plies = 0;
    }
    const auto score = [this](const chess::Position& position) {
      return player_->ScoreAlone(position, options_.opening_nodes);
    };
    ASSIGN_OR_RETURN(const chess::Position start, match::MakeOpening(openings_, score, random));
    return match::PlayGame(start, rules, *player_, *player_);
  }

 private:
  Worker(const SelfplayOptions& options, u64 seed, const match::OpeningRules& openings,
         std::unique_ptr<match::SearchPlayer> player)
      : options_(options), seed_(seed), openings_(openings), player_(std::move(player)) {}

  const SelfplayOptions& options_;
  const u64 seed_;
  const match::OpeningRules& openings_;
  const std::unique_ptr<match::SearchPlayer> player_;
};

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
  ASSIGN_OR_RETURN(const int threads, ThreadsOrAll(options.threads));
  ASSIGN_OR_RETURN(const net::LoadedNetwork net, net::LoadNetworkIfNamed(options.net));
  ASSIGN_OR_RETURN(OpenPackage open, OpenOrContinue(options, net.hash));
  const std::string began = absl::StrCat("seed ", open.seed, ", ", open.writer.games(),
                                         " games there, ", threads, " threads\n");
  std::fputs(began.c_str(), stderr);
  std::vector<data::GameMaker> makers;
  makers.reserve(threads);
  for (int i = 0; i < threads; ++i) {
    ASSIGN_OR_RETURN(auto worker, Worker::Create(options, open.seed, openings, net));
    makers.emplace_back([worker](u64 number) { return worker->Play(number); });
  }
  RETURN_IF_ERROR(data::MakeGames(std::move(open.writer), options.games, makers));
  return SumUp(options, open.seed, out);
}

}  // namespace coherent
