#include "tools/net/commands.h"

#include <memory>
#include <utility>
#include <vector>

#include "tools/net/diff.h"
#include "tools/net/net.h"
#include "tools/net/searches.h"
#include "tools/net/transform.h"
#include "tools/net/verify.h"

namespace coherent {

std::function<absl::Status(std::istream& in, std::ostream& out)> AddNetCommands(CLI::App& app) {
  struct Options {
    NetInfoOptions info;
    NetEvalOptions eval;
    NetVerifyOptions verify;
    NetSearchesOptions searches;
    NetDumpOptions dump;
    NetRandomOptions random;
    NetDiffOptions diff;
    NetFoldOptions fold;
    NetFoldOptions unfold;
    NetWidenOptions widen;
    NetPruneOptions prune;
  };
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  using Run = std::function<absl::Status(std::istream & in, std::ostream & out)>;
  std::vector<std::pair<const CLI::App*, Run>> commands;
  // Adds a command that reads only files.
  const auto add = [&](auto add_flags, auto run, auto& command_options) {
    const CLI::App& command = add_flags(app, command_options);
    commands.emplace_back(&command,
                          [options, run, &command_options](std::istream&, std::ostream& out) {
                            return run(command_options, out);
                          });
  };
  add(AddNetInfo, NetInfo, options->info);
  const CLI::App& eval = AddNetEval(app, options->eval);
  commands.emplace_back(&eval, [options](std::istream& in, std::ostream& out) {
    return NetEval(options->eval, in, out);
  });
  add(AddNetVerify, NetVerify, options->verify);
  add(AddNetSearches, NetSearches, options->searches);
  add(AddNetDump, NetDump, options->dump);
  add(AddNetRandom, NetRandom, options->random);
  add(AddNetDiff, NetDiff, options->diff);
  add(AddNetFold, NetFold, options->fold);
  add(AddNetUnfold, NetUnfold, options->unfold);
  add(AddNetWiden, NetWiden, options->widen);
  add(AddNetPrune, NetPrune, options->prune);
  return [commands](std::istream& in, std::ostream& out) {
    for (const auto& [command, run] : commands) {
      if (command->parsed()) return run(in, out);
    }
    return absl::InternalError("no command");  // CLI11 asks for one
  };
}

}  // namespace coherent
