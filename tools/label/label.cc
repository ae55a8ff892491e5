#include "tools/label/label.h"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "lib/base/cpu.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/data/make_games.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"
#include "lib/data/writer.h"
#include "lib/match/game.h"
#include "lib/match/player.h"
#include "lib/net/load.h"
#include "lib/search/limits.h"

namespace coherent {
namespace {

using chess::Position;
using data::Game;
using data::PackageReader;
using data::PackageWriter;
using data::ScoredMove;

using Keys = absl::flat_hash_set<u64>;

struct Held {
  Keys keys;
  Json files = Json::array();  // for the manifest
};

absl::StatusOr<Held> ReadHeld(const std::vector<std::string>& files) {
  Held held;
  for (const std::string& file : files) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(file));
    ASSIGN_OR_RETURN(const auto records, chess::ParseEpdFile(file, text));
    for (const chess::EpdRecord& record : records) held.keys.insert(record.position.key());
    held.files.push_back({{"file", file}, {"sha256", Sha256Hex(text)}});
  }
  return held;
}

absl::StatusOr<Json> MakeManifest(const LabelOptions& options, const PackageReader& source,
                                  const Held& held, const std::string& net_hash) {
  ASSIGN_OR_RETURN(const std::string sha256, Sha256HexOfFile(options.source));
  ASSIGN_OR_RETURN(const std::string program, Sha256HexOfFile("/proc/self/exe"));
  return Json{{"kind", "labels"},
              {"note", options.note},
              {"program_sha256", program},
              {"net", net_hash.empty() ? "piece-square" : net_hash},
              {"nodes", options.nodes},
              {"hash_mib", options.hash_mib},
              {"quiet_only", options.quiet_only},
              {"held_back", held.files},
              {"source", {{"sha256", sha256}, {"manifest", source.manifest()}}}};
}

// Hands the games of a package to several threads that ask for numbers close together: a block is
// read once.
class Games {
 public:
  explicit Games(const PackageReader& package) : package_(package) {
    u64 games = 0;
    for (const data::BlockInfo& block : package.blocks()) {
      first_.push_back(games);
      games += block.games;
    }
  }

  absl::StatusOr<Game> Get(u64 number) {
    const auto after = std::upper_bound(first_.begin(), first_.end(), number);
    const size_t block = static_cast<size_t>(after - first_.begin()) - 1;
    const std::lock_guard lock(mutex_);
    if (games_.empty() || block != block_) {
      ASSIGN_OR_RETURN(games_, package_.ReadBlock(block));
      block_ = block;
    }
    return games_[number - first_[block]];
  }

 private:
  const PackageReader& package_;
  std::vector<u64> first_;  // game of each block
  std::mutex mutex_;
  size_t block_ = 0;
  std::vector<Game> games_;  // of that block
};

bool IsQuiet(const Position& position, chess::Move move) {
  return !position.InCheck() && position.IsQuiet(move);
}

// The same game with its scores made anew; none where the position is held back or of no use.
absl::StatusOr<Game> Label(Game game, const LabelOptions& options, const Keys& held,
                           match::SearchPlayer& player) {
  RETURN_IF_ERROR(player.NewGame());
  Position position = game.start;
  chess::KeyHistory keys(position);
  for (ScoredMove& played : game.moves) {
    const bool is_wanted = !options.quiet_only || IsQuiet(position, played.move);
    played.score = data::kNoScore;
    if (is_wanted && !held.contains(position.key())) {
      ASSIGN_OR_RETURN(const match::Choice choice, player.Choose(position, keys));
      played.score = match::ToDataScore(choice.score, position.side_to_move());
    }
    position.Make(played.move);
    keys.Push(position);
  }
  return game;
}

absl::StatusOr<PackageWriter> OpenOrContinue(const std::string& path, const Json& manifest) {
  return access(path.c_str(), F_OK) == 0 ? PackageWriter::Continue(path, manifest)
                                         : PackageWriter::Create(path, manifest);
}

absl::Status SumUp(const LabelOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const PackageReader package, PackageReader::Open(options.package));
  u64 labelled = 0;
  RETURN_IF_ERROR(data::ForEachGame(package, [&](const Game& game) {
    labelled += std::count_if(game.moves.begin(), game.moves.end(),
                              [](const ScoredMove& played) { return played.has_score(); });
    return absl::OkStatus();
  }));
  ASSIGN_OR_RETURN(const std::string sha256, Sha256HexOfFile(options.package));
  if (options.json) {
    out << Json{{"package", options.package},
                {"sha256", sha256},
                {"games", package.games()},
                {"positions", package.positions()},
                {"labelled", labelled}}
               .dump()
        << "\n";
    return absl::OkStatus();
  }
  out << "package    " << options.package << "\nsha256     " << sha256 << "\ngames      "
      << package.games() << "\npositions  " << package.positions() << ", " << labelled
      << " labelled\n";
  return absl::OkStatus();
}

}  // namespace

absl::Status LabelGames(const LabelOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const PackageReader source, PackageReader::Open(options.source));
  if (!source.damage().empty()) return absl::DataLossError(source.damage().front().message);
  if (!source.is_finished()) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.source, ": found an unfinished package, expected a finished one"));
  }
  ASSIGN_OR_RETURN(const Held held, ReadHeld(options.held));
  ASSIGN_OR_RETURN(const net::LoadedNetwork net, net::LoadNetworkIfNamed(options.net));
  ASSIGN_OR_RETURN(const Json manifest, MakeManifest(options, source, held, net.hash));
  ASSIGN_OR_RETURN(const int threads, ThreadsOrAll(options.threads));
  Games games(source);
  std::vector<data::GameMaker> makers;
  makers.reserve(threads);
  for (int i = 0; i < threads; ++i) {
    ASSIGN_OR_RETURN(
        std::shared_ptr<match::SearchPlayer> player,
        match::SearchPlayer::Create({.nodes = options.nodes}, options.hash_mib, net.network));
    makers.emplace_back([&, player](u64 number) -> absl::StatusOr<Game> {
      ASSIGN_OR_RETURN(Game game, games.Get(number));
      return Label(std::move(game), options, held.keys, *player);
    });
  }
  ASSIGN_OR_RETURN(PackageWriter writer, OpenOrContinue(options.package, manifest));
  RETURN_IF_ERROR(data::MakeGames(std::move(writer), source.games(), makers));
  return SumUp(options, out);
}

}  // namespace coherent
