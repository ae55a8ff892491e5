// What is in a package, and packages from other formats and back. Specified by docs/data.md.
#ifndef COHERENT_TOOLS_DATA_DATA_H_
#define COHERENT_TOOLS_DATA_DATA_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace coherent {

enum class DataFormat { kViriformat, kText, kPgn };

struct DataInfoOptions {
  std::vector<std::string> packages;
  bool json = false;
};

struct DataImportOptions {
  std::string file;
  DataFormat format = DataFormat::kViriformat;
  std::string package;
  std::string note;
  bool json = false;
};

struct DataExportOptions {
  std::string package;
  DataFormat format = DataFormat::kViriformat;
};

// Reads packages through and sums each up; DataLoss if one is damaged.
absl::Status ShowPackages(const DataInfoOptions& options, std::ostream& out);
// Makes a package of a whole file, or nothing.
absl::Status ImportPackage(const DataImportOptions& options, std::ostream& out);
// Writes all games to `out`.
absl::Status ExportPackage(const DataExportOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_DATA_DATA_H_
