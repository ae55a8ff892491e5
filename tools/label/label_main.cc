#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/label/label.h"

int main(int argc, char** argv) {
  CLI::App app{"Scores the positions of a package anew, by a deeper search.", "coherent-label"};
  app.footer("Example: coherent-label run1.games --out better.games --net main.net");
  app.option_defaults()->always_capture_default();
  coherent::LabelOptions options;
  app.add_option("source", options.source, "the package")->required();
  app.add_option("--out", options.package, "the new package; continued if it is there")->required();
  app.add_option("--nodes", options.nodes, "for each position")->check(CLI::PositiveNumber);
  app.add_option("--hash", options.hash_mib, "MiB a thread");
  app.add_option("--net", options.net, "file of the net that judges; none: piece-square rules");
  app.add_option("--threads", options.threads, "0: one for each CPU")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--hold-back", options.held, "files of positions that get no score, FEN or EPD");
  app.add_flag("--quiet-only", options.quiet_only,
               "no score in check and where a capture or promotion was played");
  app.add_option("--note", options.note, "kept in the package, e.g. the commit");
  app.add_flag("--json", options.json, "one JSON object instead of text");
  return coherent::RunTool(app, argc, argv,
                           [&] { return coherent::LabelGames(options, std::cout); });
}
