// All tables of some folders. Specified by docs/syzygy.md.
#ifndef COHERENT_LIB_SYZYGY_TABLES_H_
#define COHERENT_LIB_SYZYGY_TABLES_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/syzygy/mapped_file.h"
#include "lib/syzygy/material.h"
#include "lib/syzygy/table.h"

namespace coherent::syzygy {

// Finds and maps. Once loaded it does not change, so any number of threads may read it.
class Tables {
 public:
  // The tables in `folders`, separated by colons; of two for the same material the first counts. A
  // folder or table that cannot be used is an error.
  static absl::StatusOr<std::unique_ptr<const Tables>> Load(absl::string_view folders);

  // Pairs of colours count once.
  int wdl_count() const { return wdl_count_; }
  int dtz_count() const { return dtz_count_; }
  // The most pieces of any of them, kings included; 0 if there are none.
  int max_pieces() const { return max_pieces_; }

  // The table for the position's material; null if there is none.
  const Table* Wdl(const chess::Position& position) const { return Find(wdl_, position); }
  const Table* Dtz(const chess::Position& position) const { return Find(dtz_, position); }

 private:
  using Map = absl::flat_hash_map<u64, const Table*>;

  Tables() = default;
  absl::Status AddFolder(const std::string& folder);
  absl::Status AddFile(const std::string& path, TableKind kind, Material material);
  static const Table* Find(const Map& map, const chess::Position& position);

  std::vector<MappedFile> files_;
  std::vector<std::unique_ptr<const Table>> tables_;
  Map wdl_;
  Map dtz_;
  int wdl_count_ = 0;
  int dtz_count_ = 0;
  int max_pieces_ = 0;
};

}  // namespace coherent::syzygy

#endif  // COHERENT_LIB_SYZYGY_TABLES_H_
