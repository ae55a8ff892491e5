#include "tools/net/transform.h"

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/export/activity.h"
#include "lib/export/bounds.h"
#include "lib/export/reshape.h"
#include "lib/net/format.h"
#include "lib/net/proof32.h"
#include "tools/net/diff.h"

namespace coherent {
namespace {

// Placements tried to show why a net is refused.
constexpr int kWitnessSteps = 200'000;

absl::Status Write(const std::string& path, const net::Network& network,
                   const net::Sections& sections, std::ostream& out) {
  const std::string bytes = net::SerializeNetwork(network, sections);
  RETURN_IF_ERROR(WriteFileAtomically(path, bytes));
  out << path << ": " << bytes.size() << " bytes, SHA-256 of the file " << Sha256Hex(bytes) << "\n";
  return absl::OkStatus();
}

// Proves the new net's sums as the exporter does, and writes it with the sections of the old file.
absl::Status WriteProved(const std::string& path, const net::Network& network,
                         net::Sections sections, std::ostream& out) {
  RETURN_IF_ERROR(net::CheckArchitecture(path, network.architecture));
  RETURN_IF_ERROR(net::ProveSumsFit32Bits(path, network));
  ASSIGN_OR_RETURN(const net::ZeroPoints points,
                   exporting::ProveSumsFit16Bits(path, network, kWitnessSteps));
  if (sections.zero_points) sections.zero_points = points;
  return Write(path, network, sections, out);
}

absl::Status SetFold(const NetFoldOptions& options, bool fold, std::ostream& out) {
  ASSIGN_OR_RETURN(net::NetFile file, net::ReadNetwork(options.net));
  if (!file.network.architecture.has_threats()) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.net, ": threat rows: found 0, expected some to fold"));
  }
  file.sections.fold = fold;
  return Write(options.out, file.network, file.sections, out);
}

CLI::App& AddFold(CLI::App& app, const char* name, const char* description,
                  NetFoldOptions& options) {
  CLI::App& command = *app.add_subcommand(name, description);
  command.footer(absl::StrCat("Example: coherent-net ", name, " my.net --out other.net"));
  command.add_option("net", options.net, "a net file")->required();
  command.add_option("--out", options.out, "the file to be written")->required();
  return command;
}

// The new width must be one a net may have, and lie on the right side of the old one.
absl::Status CheckWidth(const std::string& net, const net::Architecture& old, int width) {
  net::Architecture shape = old;
  shape.width = width;
  return net::CheckArchitecture(absl::StrCat(net, ": --width"), shape);
}

}  // namespace

CLI::App& AddNetFold(CLI::App& app, NetFoldOptions& options) {
  return AddFold(app, "fold", "adds the section of folded rows", options);
}

CLI::App& AddNetUnfold(CLI::App& app, NetFoldOptions& options) {
  return AddFold(app, "unfold", "removes the section of folded rows", options);
}

absl::Status NetFold(const NetFoldOptions& options, std::ostream& out) {
  return SetFold(options, true, out);
}

absl::Status NetUnfold(const NetFoldOptions& options, std::ostream& out) {
  return SetFold(options, false, out);
}

CLI::App& AddNetWiden(CLI::App& app, NetWidenOptions& options) {
  CLI::App& command = *app.add_subcommand("widen", "adds neurons without changing a value");
  command.footer("Example: coherent-net widen my.net --width 512 --out wide.net");
  command.add_option("net", options.net, "a net file")->required();
  command.add_option("--width", options.width, "neurons of each side")->required();
  command.add_option("--seed", options.seed, "of the new neurons' weights")->capture_default_str();
  command.add_option("--out", options.out, "the file to be written")->required();
  return command;
}

absl::Status NetWiden(const NetWidenOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const net::NetFile file, net::ReadNetwork(options.net));
  const net::Architecture& old = file.network.architecture;
  RETURN_IF_ERROR(CheckWidth(options.net, old, options.width));
  if (options.width < old.width) {
    return absl::InvalidArgumentError(absl::StrCat(options.net, ": --width: found ", options.width,
                                                   ", expected at least ", old.width));
  }
  return WriteProved(options.out, exporting::Widened(file.network, options.width, options.seed),
                     file.sections, out);
}

CLI::App& AddNetPrune(CLI::App& app, NetPruneOptions& options) {
  CLI::App& command = *app.add_subcommand("prune", "drops the neurons that matter least");
  command.footer(
      "Example: coherent-net prune my.net --width 128 --fens positions.epd --out narrow.net");
  command.add_option("net", options.net, "a net file")->required();
  command.add_option("--width", options.width, "neurons of each side")->required();
  command.add_option("--fens", options.fens, "positions on which that is measured")->required();
  command.add_option("--out", options.out, "the file to be written")->required();
  return command;
}

absl::Status NetPrune(const NetPruneOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const net::NetFile file, net::ReadNetwork(options.net));
  const net::Architecture& old = file.network.architecture;
  RETURN_IF_ERROR(CheckWidth(options.net, old, options.width));
  if (options.width > old.width) {
    return absl::InvalidArgumentError(absl::StrCat(options.net, ": --width: found ", options.width,
                                                   ", expected at most ", old.width));
  }
  ASSIGN_OR_RETURN(const std::string text, ReadFile(options.fens));
  ASSIGN_OR_RETURN(const std::vector<chess::EpdRecord> positions,
                   chess::ParseEpdFile(options.fens, text));
  const exporting::Activity activity = exporting::MeasureActivity(file.network, positions);
  ASSIGN_OR_RETURN(const exporting::Pruned pruned,
                   exporting::Prune(options.net, file.network, activity, options.width));
  RETURN_IF_ERROR(WriteProved(options.out, pruned.network, file.sections, out));
  out << "neurons dropped: " << absl::StrJoin(pruned.dropped, " ") << "\n"
      << "values: " << CompareValues(file.network, pruned.network, positions).ToString() << "\n";
  return absl::OkStatus();
}

}  // namespace coherent
