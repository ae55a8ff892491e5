// What is in a net file, and what does it say about positions?
#include <CLI/CLI.hpp>
#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/net/net.h"
#include "tools/net/verify.h"

int main(int argc, char** argv) {
  CLI::App app{"Looks into net files.", "coherent-net"};
  app.require_subcommand(1);
  coherent::NetInfoOptions info;
  const CLI::App& info_command = coherent::AddNetInfo(app, info);
  coherent::NetEvalOptions eval;
  const CLI::App& eval_command = coherent::AddNetEval(app, eval);
  coherent::NetVerifyOptions verify;
  const CLI::App& verify_command = coherent::AddNetVerify(app, verify);
  coherent::NetRandomOptions random;
  const CLI::App& random_command = coherent::AddNetRandom(app, random);
  coherent::NetDiffOptions diff;
  coherent::AddNetDiff(app, diff);
  return coherent::RunTool(app, argc, argv, [&] {
    if (info_command.parsed()) return coherent::NetInfo(info, std::cout);
    if (eval_command.parsed()) return coherent::NetEval(eval, std::cin, std::cout);
    if (verify_command.parsed()) return coherent::NetVerify(verify, std::cout);
    if (random_command.parsed()) return coherent::NetRandom(random, std::cout);
    return coherent::NetDiff(diff, std::cout);
  });
}
