// coherent-suite: flags only.
#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/suite/flags.h"
#include "tools/suite/options.h"
#include "tools/suite/suite.h"

int main(int argc, char** argv) {
  CLI::App app{"Which positions of these test suites do these engines solve?", "coherent-suite"};
  app.footer("Example: coherent-suite --engine build/bin/coherent --epd wac.epd --nodes 50000");
  coherent::suite::SuiteOptions options;
  coherent::suite::AddFlags(app, options);
  return coherent::RunTool(app, argc, argv,
                           [&] { return coherent::suite::RunSuites(options, std::cout); });
}
