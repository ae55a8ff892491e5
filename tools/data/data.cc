#include "tools/data/data.h"

#include <unistd.h>

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/run_tool.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/data/import.h"
#include "lib/data/pgn.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"
#include "lib/data/summary.h"
#include "lib/data/writer.h"

namespace coherent {
namespace {

using data::Game;
using data::ImportCounts;
using data::PackageReader;
using data::PackageWriter;

absl::string_view Name(DataFormat format) {
  static constexpr absl::string_view kNames[] = {"viriformat", "text", "pgn"};
  return kNames[static_cast<int>(format)];
}

absl::StatusOr<ImportCounts> Import(const DataImportOptions& options, absl::string_view bytes,
                                    const data::GameSink& sink) {
  switch (options.format) {
    case DataFormat::kViriformat:
      return data::ImportViriformat(options.file, bytes, sink);
    case DataFormat::kText:
      return data::ImportText(options.file, bytes, sink);
    case DataFormat::kPgn:
      return data::ImportPgn(options.file, bytes, sink);
  }
  return absl::InternalError("unknown format");
}

absl::StatusOr<ImportCounts> WritePackage(const DataImportOptions& options, PackageWriter& writer,
                                          absl::string_view bytes) {
  const data::GameSink add = [&writer](const Game& game) { return writer.Add(game); };
  ASSIGN_OR_RETURN(const ImportCounts counts, Import(options, bytes, add));
  RETURN_IF_ERROR(writer.Finish());
  return counts;
}

// What is wrong with a package that can be opened: all of it, one line each.
std::string DamageText(const PackageReader& package) {
  std::string text;
  for (const auto& damage : package.damage()) absl::StrAppend(&text, damage.message, "\n");
  for (size_t block = 0; block < package.blocks().size(); ++block) {
    const absl::Status status = package.ReadBlock(block).status();
    if (!status.ok()) absl::StrAppend(&text, absl::string_view(status.message()), "\n");
  }
  return text;
}

absl::Status ShowPackage(const std::string& path, bool json, std::ostream& out) {
  ASSIGN_OR_RETURN(const PackageReader package, PackageReader::Open(path));
  ASSIGN_OR_RETURN(const std::string sha256, Sha256HexOfFile(path));
  if (const std::string damage = DamageText(package); !damage.empty()) {
    return absl::DataLossError(damage.substr(0, damage.size() - 1));
  }
  if (package.games() == 0) return absl::InvalidArgumentError(absl::StrCat(path, ": no games"));
  data::Summarizer summarizer(package.positions());
  RETURN_IF_ERROR(data::ForEachGame(package, [&](const Game& game) {
    summarizer.Add(game);
    return absl::OkStatus();
  }));
  data::Summary summary = summarizer.summary();
  summary.file_bytes = package.file_bytes();
  if (json) {
    Json shown = {{"package", path},
                  {"sha256", sha256},
                  {"finished", package.is_finished()},
                  {"unfinished_bytes", package.unfinished_bytes()}};
    shown.update(data::ToJson(summary));
    shown["manifest"] = package.manifest();
    out << shown.dump() << "\n";
    return absl::OkStatus();
  }
  out << "package    " << path << (package.is_finished() ? "" : ", unfinished") << "\nsha256     "
      << sha256 << "\n"
      << data::ToText(summary) << "manifest   " << package.manifest().dump() << "\n";
  return absl::OkStatus();
}

}  // namespace

absl::Status ShowPackages(const DataInfoOptions& options, std::ostream& out) {
  for (const std::string& path : options.packages) {
    RETURN_IF_ERROR(ShowPackage(path, options.json, out));
  }
  return absl::OkStatus();
}

absl::Status ImportPackage(const DataImportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(options.file));
  const Json manifest = {{"kind", "import"},
                         {"note", options.note},
                         {"source", options.file},
                         {"source_sha256", Sha256Hex(bytes)},
                         {"format", std::string(Name(options.format))}};
  if (access(options.package.c_str(), F_OK) == 0) {
    return absl::AlreadyExistsError(absl::StrCat(options.package, ": is there already"));
  }
  // Under another name until it is whole.
  const std::string partial = options.package + ".partial";
  SetSignalAction([&partial] { unlink(partial.c_str()); });
  unlink(partial.c_str());
  ASSIGN_OR_RETURN(PackageWriter writer, PackageWriter::Create(partial, manifest));
  const absl::StatusOr<ImportCounts> counts = WritePackage(options, writer, bytes);
  const bool is_there = counts.ok() && std::rename(partial.c_str(), options.package.c_str()) == 0;
  if (!is_there) unlink(partial.c_str());
  SetSignalAction({});
  RETURN_IF_ERROR(counts.status());
  if (!is_there) return absl::InternalError(absl::StrCat(options.package, ": cannot be named so"));
  if (options.json) {
    out << Json{{"package", options.package},
                {"games", counts->games},
                {"positions", writer.positions()},
                {"passed_over",
                 {{"without_moves", counts->without_moves},
                  {"without_result", counts->without_result}}}}
               .dump()
        << "\n";
    return absl::OkStatus();
  }
  out << counts->games << " games, " << writer.positions() << " positions; passed over "
      << counts->without_moves << " without a move, " << counts->without_result
      << " without a result\n";
  return absl::OkStatus();
}

absl::Status ExportPackage(const DataExportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const PackageReader package, PackageReader::Open(options.package));
  if (!package.damage().empty()) return absl::DataLossError(package.damage().front().message);
  if (package.games() == 0) {
    return absl::InvalidArgumentError(absl::StrCat(options.package, ": no games"));
  }
  switch (options.format) {
    case DataFormat::kViriformat:
      for (size_t block = 0; block < package.blocks().size(); ++block) {
        ASSIGN_OR_RETURN(const std::string games, package.ReadBlockBytes(block));
        out << games;
      }
      return absl::OkStatus();
    case DataFormat::kText:
      return data::ForEachGame(package, [&](const Game& game) {
        out << data::ToText(game);
        return absl::OkStatus();
      });
    case DataFormat::kPgn:
      break;
  }
  return absl::InvalidArgumentError(absl::StrCat("cannot export to ", Name(options.format)));
}

}  // namespace coherent
