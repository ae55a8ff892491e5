#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/export/export.h"

int main(int argc, char** argv) {
  CLI::App app{"Writes a trained checkpoint as a net file.", "coherent-export"};
  coherent::ExportOptions options;
  app.add_option("checkpoint", options.checkpoint, "a .safetensors file")->required();
  app.add_option("--out", options.out, "the net file")->required();
  app.add_option("--scale", options.output_scale,
                 "centipawns of an output of 1.0, if not the checkpoint's");
  app.add_flag("--clip", options.clip, "set weights that do not fit to the nearest that does");
  app.add_flag("--json", options.json, "one JSON object instead of text");
  return coherent::RunTool(app, argc, argv,
                           [&] { return coherent::ExportNet(options, std::cout); });
}
