#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/export/export.h"

int main(int argc, char** argv) {
  CLI::App app{"Writes a trained checkpoint as a net file.", "coherent-export"};
  app.footer("Example: coherent-export build/net/net.safetensors --out my.net --page my.html");
  coherent::ExportOptions options;
  app.add_option("checkpoint", options.checkpoint, "a .safetensors file")->required();
  app.add_option("--out", options.out, "the net file")->required();
  app.add_option("--scale", options.output_scale,
                 "centipawns of an output of 1.0, if not the checkpoint's");
  app.add_option("--sections", options.sections, "all, none, or of zero-point,int8,fold")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--reorder", options.reorder,
                 "positions, for an order of neurons that makes more pairs of them zero");
  app.add_option("--check", options.check, "positions, to compare with the float net");
  app.add_option("--report", options.report, "a file for the report as JSON");
  app.add_option("--page", options.page, "a file for the report as HTML, with pictures");
  app.add_option("--embed", options.embed, "a header that puts the net into the engine");
  app.add_option("--witness-steps", options.witness_steps,
                 "how long to look for positions that show why a net is refused")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  app.add_flag("--clip", options.clip, "set weights that do not fit to the nearest that does");
  app.add_flag("--json", options.json, "one JSON object instead of text");
  return coherent::RunTool(app, argc, argv,
                           [&] { return coherent::ExportNet(options, std::cout); });
}
