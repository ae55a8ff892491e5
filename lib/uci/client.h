// The tools' side of the protocol: one engine process, asked one thing at a time. Every wait has a
// deadline, and whatever goes wrong is told with the engine, the position, the command that was
// sent, and the last lines received.
#ifndef COHERENT_LIB_UCI_CLIENT_H_
#define COHERENT_LIB_UCI_CLIENT_H_

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/base/subprocess.h"
#include "lib/uci/reply.h"

namespace coherent::uci {

// What an engine says of itself after `uci`.
struct Greeting {
  std::vector<std::string> lines;    // every `id` and `option` line, blanks made single
  std::string name;                  // of `id name`
  std::vector<OptionOffer> options;  // those whose line parses

  // Names compare without case.
  const OptionOffer* Find(absl::string_view option) const;
};

// A search to be done.
struct SearchRequest {
  std::string fen;
  std::vector<std::string> moves;
  std::string limits;  // what follows `go`: "depth 6"

  // The two commands, as sent and as anyone may paste them into an engine.
  std::string PositionLine() const;
  std::string GoLine() const;
};

// A line of a search, counted from the start of the process.
struct SearchLine {
  i64 number = 0;
  Info info;
};

// A line that is not the protocol's, and why.
struct OddLine {
  i64 number = 0;
  std::string text;
  std::string problem;
};

struct SearchResult {
  std::vector<SearchLine> lines;
  std::vector<OddLine> odd_lines;  // what the engine printed besides: the caller judges
  BestMove best_move;
  bool stopped = false;  // by the caller's wish, not by the limits
  std::chrono::nanoseconds elapsed = {};
};

class Client {
 public:
  struct Options {
    std::string name;               // how errors call the engine: "candidate"
    std::vector<std::string> argv;  // argv[0]: the program
    std::optional<int> cpu = {};
    std::vector<std::string> environment_overrides = {};
    std::optional<std::vector<std::string>> environment = {};      // The whole of it instead.
    bool fixed_addresses = false;                                  // As Subprocess::Options says.
    std::chrono::milliseconds timeout = std::chrono::seconds(60);  // of each wait
    const std::atomic<bool>* cancelled = nullptr;  // if it becomes true, waits end as Aborted
  };

  // Starts the engine and greets it. The greeting is complete only with a `uciok` that answers
  // `uci`: what was printed before, a `uciok` too, is ignored, and so are unknown lines.
  static absl::StatusOr<std::unique_ptr<Client>> Start(Options options);

  const Greeting& greeting() const { return greeting_; }

  // Sets an option that the engine offers to a value that it allows, and waits until it is ready.
  // InvalidArgument if it does not, or answers with `info string error`.
  absl::Status SetOption(absl::string_view name, absl::string_view value);

  // isready. Before the answer only unknown lines and `info string` may come.
  absl::Status WaitUntilReady();

  // ucinewgame, isready.
  absl::Status NewGame();

  // Decides, on each line of a search, whether to go on.
  using Watch = std::function<bool(const Info&)>;

  // position, go, and all lines up to `bestmove`. Stops the search early only where `watch` says
  // so. `info string error` is an error: the engine has not searched what was asked.
  absl::StatusOr<SearchResult> Search(const SearchRequest& request, const Watch& watch = nullptr);

  // quit; waits for the end of the process. An engine that prints a line of a search here, does
  // not end or crashes is an error.
  absl::Status Quit();

  // An error about this engine with everything a reader needs to repeat it: `what`, the commands of
  // the task at hand, the last lines received, the end of stderr.
  absl::Status Error(absl::StatusCode code, absl::string_view what) const;

  int pid() const { return process_->pid(); }

 private:
  explicit Client(Options options) : options_(std::move(options)) {}

  absl::Status Greet();
  // Writes a line; `commands_` tells errors what has been sent for the task at hand.
  absl::Status Send(absl::string_view command);
  void BeginTask() { commands_.clear(); }
  // The next line, remembered for errors. OutOfRange at the end of the output, DeadlineExceeded, or
  // Aborted if the caller has given up.
  absl::StatusOr<std::string> NextLine(Deadline deadline);
  // The same with errors that tell all; `wanted` is what the engine owes.
  absl::StatusOr<std::string> ReadLine(Deadline deadline, absl::string_view wanted);
  // isready; returns what the engine reports as `info string error` before its answer.
  absl::StatusOr<std::vector<std::string>> AwaitReady();
  absl::Status ExpectReady();  // the same, without errors
  absl::Status TakeSearchLine(absl::string_view line, SearchResult* result);
  // How the process ended, for an output that has.
  absl::Status EndedEarly(absl::string_view expected);
  void Remember(absl::string_view line);
  Deadline DeadlineNow() const { return In(options_.timeout); }

  const Options options_;
  std::unique_ptr<Subprocess> process_;
  Greeting greeting_;
  std::vector<std::string> commands_;
  std::deque<std::string> last_lines_;  // with their numbers
  i64 lines_received_ = 0;
};

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_CLIENT_H_
