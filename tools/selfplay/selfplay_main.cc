#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/selfplay/selfplay.h"

int main(int argc, char** argv) {
  CLI::App app{"Plays games against itself and keeps them as training data.", "coherent-selfplay"};
  app.footer("Example: coherent-selfplay run1.games --games 1000 --net testdata/nets/main.net");
  app.option_defaults()->always_capture_default();
  coherent::SelfplayOptions options;
  coherent::match::AdjudicationRules& end = options.adjudication;
  app.add_option("package", options.package, "file of the games; continued if it is there")
      ->required();
  app.add_option("--games", options.games, "games in the package at the end; 0: until stopped");
  app.add_option("--seed", options.seed, "random if not given");
  app.add_option("--threads", options.threads, "0: one for each CPU");
  app.add_option("--nodes", options.nodes, "after so many no new round begins");
  app.add_option("--hard-factor", options.hard_factor, "a search ends at so many times --nodes");
  app.add_option("--hash", options.hash_mib, "MiB a thread");
  app.add_option("--net", options.net, "file of the net that plays; none: piece-square rules");
  app.add_option("--book", options.book, "positions to begin with, FEN or EPD");
  app.add_option("--min-random-plies", options.min_random_plies, "played to begin a game");
  app.add_option("--max-random-plies", options.max_random_plies, "the same, at most");
  app.add_option("--max-opening-score", options.max_opening_score_cp, "centipawns");
  app.add_option("--opening-nodes", options.opening_nodes, "of the search that scores an opening");
  app.add_option("--win-score", end.win_score_cp, "centipawns, for --win-plies in a row: won");
  app.add_option("--win-plies", end.win_plies, "0: never");
  app.add_option("--draw-score", end.draw_score_cp, "centipawns, for --draw-plies in a row: drawn");
  app.add_option("--draw-plies", end.draw_plies, "0: never");
  app.add_option("--draw-from-ply", end.draw_from_ply, "of the game");
  app.add_option("--max-plies", end.max_plies, "then it is a draw");
  app.add_option("--play-out", options.play_out_pct, "percent of games that are not adjudicated");
  app.add_option("--note", options.note, "kept in the package, e.g. the commit");
  app.add_flag("--json", options.json, "one JSON object instead of text");
  return coherent::RunTool(app, argc, argv,
                           [&] { return coherent::PlayGames(options, std::cout); });
}
