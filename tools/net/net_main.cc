// What is in a net file, and what does it say about positions?
#include <CLI/CLI.hpp>
#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/net/net.h"
#include "tools/net/shape.h"
#include "tools/net/verify.h"

int main(int argc, char** argv) {
  CLI::App app{"Looks into net files."};
  app.require_subcommand(1);
  coherent::NetInfoOptions info;
  auto* info_command =
      app.add_subcommand("info", "shape, hash, sections, rows and bounds of a file");
  info_command->add_option("net", info.net)->required();
  info_command->add_flag("--json", info.json);
  coherent::NetEvalOptions eval;
  auto* eval_command = app.add_subcommand("eval", "raw values of positions, one a line");
  eval_command->add_option("--net", eval.net)->required();
  eval_command->add_option("--fens", eval.fens, "a file of positions; without it stdin");
  coherent::NetVerifyOptions verify;
  auto* verify_command = app.add_subcommand("verify", "holds the engine's path to the slow path");
  verify_command->add_option("--net", verify.net)->required();
  verify_command->add_option("--fens", verify.fens)->required();
  verify_command->add_option("--plies", verify.plies, "random moves from each position")
      ->capture_default_str();
  verify_command->add_option("--seed", verify.seed, "of the random moves")->capture_default_str();
  coherent::NetRandomOptions random;
  auto* random_command = app.add_subcommand("random", "writes a synthetic net");
  random_command->add_option("--shape", random.shape, coherent::ShapeNames())->required();
  random_command->add_option("--seed", random.seed)->required();
  random_command->add_option("--out", random.out)->required();
  random_command->add_option("--sections", random.sections, "of zero-points, fold, rows8");
  coherent::NetDiffOptions diff;
  auto* diff_command = app.add_subcommand("diff", "what differs between two nets");
  diff_command->add_option("a", diff.a)->required();
  diff_command->add_option("b", diff.b)->required();
  return coherent::RunTool(app, argc, argv, [&]() -> absl::Status {
    if (*info_command) return coherent::NetInfo(info, std::cout);
    if (*eval_command) return coherent::NetEval(eval, std::cin, std::cout);
    if (*verify_command) return coherent::NetVerify(verify, std::cout);
    if (*random_command) return coherent::NetRandom(random, std::cout);
    return coherent::NetDiff(diff, std::cout);
  });
}
