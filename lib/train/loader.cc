#include "lib/train/loader.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"
#include "lib/data/reader.h"
#include "lib/data/sample.h"

namespace coherent::train {
namespace {

using Positions = std::vector<TrainingPosition>;

absl::StatusOr<Positions> LoadBlock(const data::PackageReader& package, size_t block,
                                    const data::FilterRules& filter) {
  ASSIGN_OR_RETURN(const std::vector<data::Game> games, package.ReadBlock(block));
  data::FilterCounts counts;
  std::vector<data::PackedSample> samples;
  for (const data::Game& game : games) data::AppendSamples(game, filter, samples, counts);
  Positions positions;
  for (const data::PackedSample& packed : samples) {
    const data::Sample sample = packed.Unpack();
    positions.emplace_back(sample.position, sample.score_cp, sample.half_points);
  }
  return positions;
}

absl::StatusOr<Positions> LoadPackage(const std::string& path, const data::FilterRules& filter,
                                      ThreadPool& pool) {
  ASSIGN_OR_RETURN(const data::PackageReader package, data::PackageReader::Open(path));
  if (!package.damage().empty()) return absl::DataLossError(package.damage()[0].message);
  std::vector<absl::StatusOr<Positions>> blocks(package.blocks().size());
  pool.For(static_cast<int>(blocks.size()),
           [&](int block) { blocks[block] = LoadBlock(package, block, filter); });
  Positions positions;
  for (const absl::StatusOr<Positions>& block : blocks) {
    RETURN_IF_ERROR(block.status());
    positions.insert(positions.end(), block->begin(), block->end());
  }
  if (positions.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": no position passes the filter"));
  }
  return positions;
}

}  // namespace

absl::StatusOr<Dataset> LoadPackages(const std::vector<std::string>& paths,
                                     const data::FilterRules& filter, ThreadPool& pool) {
  Dataset dataset;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(const Positions positions, LoadPackage(path, filter, pool));
    dataset.Add(path, positions);
  }
  return dataset;
}

}  // namespace coherent::train
