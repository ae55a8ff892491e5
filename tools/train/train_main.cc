#include <iostream>

#include "absl/status/status.h"
#include "lib/base/run_tool.h"
#include "tools/train/train.h"

int main(int argc, char** argv) {
  CLI::App app{"Fits a net to packages of games.", "coherent-train"};
  app.footer(
      "Example: coherent-train recipe.json --data run1.games --check run2.games --out build/run");
  coherent::TrainOptions train;
  app.add_option("recipe", train.recipe, "JSON, see docs/training.md");
  app.add_option("--data", train.data, "packages to train on");
  app.add_option("--check", train.check, "packages held out");
  app.add_option("--out", train.out, "folder of the run");
  app.add_option("--start-from", train.start_from, "checkpoint of the same shape");
  app.add_option("--widen-from", train.widen_from, "checkpoint of a narrower net");
  app.add_flag("--resume", train.resume, "go on with the run in the folder");
  app.add_option("--threads", train.threads, "0: one for each CPU");
  app.add_flag("--json", train.json, "one JSON object instead of text");
  CLI::App* check = app.add_subcommand("check", "compares checkpoints on packages held out");
  check->footer(
      "Example: coherent-train check recipe.json a.safetensors b.safetensors --check run2.games");
  coherent::CheckOptions compare;
  check->add_option("recipe", compare.recipe, "whose filter and result share count")->required();
  check->add_option("nets", compare.nets, "checkpoints")->required();
  check->add_option("--check", compare.check, "packages")->required();
  check->add_option("--threads", compare.threads, "0: one for each CPU");
  check->add_flag("--json", compare.json, "one JSON object instead of text");
  return coherent::RunTool(app, argc, argv, [&] {
    return check->parsed() ? coherent::CheckNets(compare, std::cout)
                           : coherent::TrainNet(train, std::cout);
  });
}
