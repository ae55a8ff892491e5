#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/tune/tune.h"

int main(int argc, char** argv) {
  CLI::App app{"Tunes the search by games against itself.", "coherent-tune"};
  app.footer("Example: coherent-tune run tuning.json --net testdata/nets/main.net");
  app.option_defaults()->always_capture_default();
  app.require_subcommand(1);
  constexpr char kNet[] = "file of the net that plays; none: piece-square rules";

  coherent::TuneOptions tune;
  CLI::App& run = *app.add_subcommand("run", "plays a run, or goes on with it");
  run.add_option("file", tune.run, "the run's file")->required();
  run.add_option("--net", tune.net, kNet);
  run.add_option("--pairs", tune.pairs, "of games, in all")->check(CLI::PositiveNumber);
  run.add_option("--nodes", tune.nodes, "a move")->check(CLI::PositiveNumber);
  run.add_option("--rate", tune.rate, "steps that a won game moves a parameter by at the end")
      ->check(CLI::PositiveNumber);
  run.add_option("--only", tune.only, "beginnings of the names of parameters to tune");
  run.add_option("--except", tune.except, "beginnings of the names of others");
  run.add_option("--seed", tune.seed, "of games and directions");
  run.add_option("--stop-after", tune.stop_after, "pairs of this call; 0: plays to the end");
  run.add_option("--threads", tune.threads, "0: one for each CPU")->check(CLI::NonNegativeNumber);

  coherent::ShowTuningOptions show;
  CLI::App& values = *app.add_subcommand("show", "the values so far");
  values.add_option("file", show.run, "the run's file")->required();
  values.add_flag("--json", show.json, "one JSON object instead of text");

  coherent::TuningMatchOptions match;
  CLI::App& play = *app.add_subcommand("match", "plays the values so far against the defaults");
  play.add_option("file", match.run, "the run's file")->required();
  play.add_option("--net", match.net, kNet);
  play.add_option("--pairs", match.pairs, "of games");
  play.add_option("--nodes", match.nodes, "a move")->check(CLI::PositiveNumber);
  play.add_option("--seed", match.seed, "of the games");
  play.add_option("--threads", match.threads, "0: one for each CPU")->check(CLI::NonNegativeNumber);
  play.add_flag("--json", match.json, "one JSON object instead of text");

  return coherent::RunTool(app, argc, argv, [&] {
    if (run.parsed()) return coherent::Tune(tune, std::cout);
    if (values.parsed()) return coherent::ShowTuning(show, std::cout);
    return coherent::PlayTuningMatch(match, std::cout);
  });
}
