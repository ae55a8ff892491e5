// What is in a package, in numbers.
#ifndef COHERENT_LIB_DATA_SUMMARY_H_
#define COHERENT_LIB_DATA_SUMMARY_H_

#include <array>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"

namespace coherent::data {

struct Summary {
  u64 games = 0;
  u64 positions = 0;
  std::array<u64, 3> outcomes = {};        // by Outcome
  std::array<u64, kEndings> endings = {};  // by Ending
  u64 distinct_starts = 0;
  // Positions seen before, counted among `duplicates_of`: every position of a small package, one
  // key in sixteen of a large one.
  u64 duplicates = 0;
  u64 duplicates_of = 0;
  u64 file_bytes = 0;
};

// Adds games one by one.
class Summarizer {
 public:
  // How many positions there will be.
  explicit Summarizer(u64 positions) : samples_(positions > kCountAll) {}

  void Add(const Game& game);
  const Summary& summary() const { return summary_; }

 private:
  static constexpr u64 kCountAll = 4'000'000;

  bool samples_;
  Summary summary_;
  absl::flat_hash_set<u64> starts_;
  absl::flat_hash_set<u64> seen_;
};

// Lines of text, and the same as JSON.
std::string ToText(const Summary& summary);
Json ToJson(const Summary& summary);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_SUMMARY_H_
