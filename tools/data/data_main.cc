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

  coherent::DataInfoOptions info;
  CLI::App& show = *app.add_subcommand("info", "verifies packages and sums them up");
  show.add_option("packages", info.packages)->required();
  show.add_flag("--json", info.json, "a JSON object a line instead of text");

  coherent::DataImportOptions from;
  CLI::App& import = *app.add_subcommand("import", "makes a package of a file");
  import.add_option("file", from.file)->required();
  import.add_option("--format", from.format)->required()->transform(to_format);
  import.add_option("--out", from.package, "the package")->required();
  import.add_option("--note", from.note, "kept in the package");
  import.add_flag("--json", from.json, "one JSON object instead of text");

  coherent::DataExportOptions to;
  CLI::App& out = *app.add_subcommand("export", "writes the games of a package to stdout");
  out.add_option("package", to.package)->required();
  out.add_option("--format", to.format)->required()->transform(to_format);

  return coherent::RunTool(app, argc, argv, [&] {
    if (show.parsed()) return coherent::ShowPackages(info, std::cout);
    if (import.parsed()) return coherent::ImportPackage(from, std::cout);
    return coherent::ExportPackage(to, std::cout);
  });
}
