#include "tools/net/commands.h"

#include <memory>

#include "tools/net/net.h"
#include "tools/net/searches.h"
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
  };
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  const CLI::App& info = AddNetInfo(app, options->info);
  const CLI::App& eval = AddNetEval(app, options->eval);
  const CLI::App& verify = AddNetVerify(app, options->verify);
  const CLI::App& searches = AddNetSearches(app, options->searches);
  const CLI::App& dump = AddNetDump(app, options->dump);
  const CLI::App& random = AddNetRandom(app, options->random);
  AddNetDiff(app, options->diff);
  return
      [=, &info, &eval, &verify, &searches, &dump, &random](std::istream& in, std::ostream& out) {
        if (info.parsed()) return NetInfo(options->info, out);
        if (eval.parsed()) return NetEval(options->eval, in, out);
        if (verify.parsed()) return NetVerify(options->verify, out);
        if (searches.parsed()) return NetSearches(options->searches, out);
        if (dump.parsed()) return NetDump(options->dump, out);
        if (random.parsed()) return NetRandom(options->random, out);
        return NetDiff(options->diff, out);
      };
}

}  // namespace coherent
