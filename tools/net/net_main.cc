// What is in a net file, and what does it say about positions?
#include <CLI/CLI.hpp>
#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/net/commands.h"

int main(int argc, char** argv) {
  CLI::App app{"Looks into net files.", "coherent-net"};
  app.footer("Example: coherent-net info testdata/nets/main.net");
  const auto run = coherent::AddNetCommands(app);
  return coherent::RunTool(app, argc, argv, [&] { return run(std::cin, std::cout); });
}
