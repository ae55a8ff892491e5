#include <iostream>
#include <map>
#include <string>

#include "lib/base/run_tool.h"
#include "tools/data/data.h"

int main(int argc, char** argv) {
  using coherent::DataFormat;
  CLI::App app{"Shows packages of games; makes them from other formats and back.", "coherent-data"};
  app.footer("Example: coherent-data import match.pgn --format pgn --out match.games");
  app.require_subcommand(1);
  const std::map<std::string, DataFormat> formats = {{"viriformat", DataFormat::kViriformat},
                                                     {"text", DataFormat::kText},
                                                     {"pgn", DataFormat::kPgn}};
  const CLI::Transformer to_format(formats);
  const CLI::Transformer to_exported_format(std::map<std::string, DataFormat>{
      {"viriformat", DataFormat::kViriformat}, {"text", DataFormat::kText}});

  coherent::DataInfoOptions info;
  CLI::App& show = *app.add_subcommand("info", "verifies packages and sums them up");
  show.footer("Example: coherent-data info run1.games");
  show.add_option("packages", info.packages, "the files")->required();
  show.add_flag("--json", info.json, "a JSON object a line instead of text");

  coherent::DataImportOptions from;
  CLI::App& import = *app.add_subcommand("import", "makes a package of a file");
  import.add_option("file", from.file, "games of that format")->required();
  import.add_option("--format", from.format, "of the file")->required()->transform(to_format);
  import.add_option("--out", from.package, "the package")->required();
  import.add_option("--note", from.note, "kept in the package");
  import.add_flag("--json", from.json, "one JSON object instead of text");

  coherent::DataExportOptions to;
  CLI::App& out = *app.add_subcommand("export", "writes the games of a package to stdout");
  out.footer("Example: coherent-data export run1.games --format text | head");
  out.add_option("package", to.package, "the file")->required();
  out.add_option("--format", to.format, "to be written")->required()->transform(to_exported_format);

  return coherent::RunTool(app, argc, argv, [&] {
    if (show.parsed()) return coherent::ShowPackages(info, std::cout);
    if (import.parsed()) return coherent::ImportPackage(from, std::cout);
    return coherent::ExportPackage(to, std::cout);
  });
}
