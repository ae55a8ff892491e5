// coherent-gate: flags only.
#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/gate/flags.h"
#include "tools/gate/options.h"

int main(int argc, char** argv) {
  CLI::App app{"Does an engine search and report exactly as another, or as its record?",
               "coherent-gate"};
  app.footer("Example: coherent-gate run old/coherent build/bin/coherent");
  coherent::gate::GateOptions options;
  const coherent::gate::Command command = coherent::gate::AddFlags(app, options);
  return coherent::RunTool(app, argc, argv, [&] { return command(std::cout); });
}
