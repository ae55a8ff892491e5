// coherent-bench: flags only.
#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/bench/bench.h"
#include "tools/bench/flags.h"
#include "tools/bench/options.h"

int main(int argc, char** argv) {
  CLI::App app{"What node signature do these engines have, and how fast are they?",
               "coherent-bench"};
  app.footer("Example: coherent-bench build/bin/coherent stockfish --nodes 100000 --runs 8");
  coherent::bench::BenchOptions options;
  coherent::bench::AddFlags(app, options);
  return coherent::RunTool(app, argc, argv,
                           [&] { return coherent::bench::RunBench(options, std::cout); });
}
