#include "lib/syzygy/tables.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"

namespace coherent::syzygy {

absl::StatusOr<std::unique_ptr<const Tables>> Tables::Load(absl::string_view folders) {
  auto tables = std::unique_ptr<Tables>(new Tables);
  for (const absl::string_view folder : absl::StrSplit(folders, ':', absl::SkipEmpty())) {
    RETURN_IF_ERROR(tables->AddFolder(std::string(folder)));
  }
  return tables;
}

absl::Status Tables::AddFolder(const std::string& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    paths.push_back(it->path());
  }
  if (error) {
    return absl::NotFoundError(absl::StrCat(folder, ": cannot read folder: ", error.message()));
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    const bool is_wdl = path.extension() == ".rtbw";
    if (!is_wdl && path.extension() != ".rtbz") continue;
    const std::optional<Material> material = Material::FromName(path.stem().string());
    if (!material) continue;
    RETURN_IF_ERROR(AddFile(path.string(), is_wdl ? TableKind::kWdl : TableKind::kDtz, *material));
  }
  return absl::OkStatus();
}

absl::Status Tables::AddFile(const std::string& path, TableKind kind, Material material) {
  const bool is_wdl = kind == TableKind::kWdl;
  Map& map = is_wdl ? wdl_ : dtz_;
  if (map.contains(material.key())) return absl::OkStatus();
  ASSIGN_OR_RETURN(MappedFile file, MappedFile::Open(path));
  ASSIGN_OR_RETURN(Table table, Table::Parse(path, file.bytes(), kind, material));
  files_.push_back(std::move(file));
  tables_.push_back(std::make_unique<const Table>(std::move(table)));
  map[material.key()] = map[material.Swapped().key()] = tables_.back().get();
  ++(is_wdl ? wdl_count_ : dtz_count_);
  if (is_wdl) max_pieces_ = std::max(max_pieces_, material.pieces());
  return absl::OkStatus();
}

const Table* Tables::Find(const Map& map, const chess::Position& position) {
  const auto it = map.find(Material::Of(position).key());
  return it == map.end() ? nullptr : it->second;
}

}  // namespace coherent::syzygy
