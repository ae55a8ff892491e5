// The engine's side of the protocol: reads commands, keeps the game and one search thread, and
// drives whatever searches. Specified by docs/uci.md.
//
// Two threads. The caller's thread carries out commands and never waits for a search that it has
// not told to stop; so every command is answered while a search runs. The search thread does one
// piece of work (a search, a perft, a bench or making openings) and prints it.
#ifndef COHERENT_LIB_UCI_SERVER_H_
#define COHERENT_LIB_UCI_SERVER_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <istream>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/chess/move_text.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"
#include "lib/uci/command.h"
#include "lib/uci/game.h"
#include "lib/uci/line_writer.h"
#include "lib/uci/options.h"

namespace coherent::uci {

// What an accepted `go` asks for. The root has a legal move.
struct SearchRequest {
  Game game;
  Go go;
  std::vector<chess::Move> search_moves;  // legal; none: every move may be searched
  chess::CastlingStyle castling_style = {};
};

struct SearchResult {
  chess::Move best;    // legal in the root
  chess::Move ponder;  // or none
  u64 nodes = 0;
};

// Prints one line, or several in one piece. Any thread may call it.
using PrintLine = std::function<void(absl::string_view line)>;

// An engine, seen from the protocol. Only Stop, PonderHit and the returned work are ever called
// while such work is running, and at most one piece of work is.
class Driver {
 public:
  virtual ~Driver() = default;

  virtual std::string name() const = 0;
  virtual std::string author() const = 0;
  virtual const OptionTable& options() const = 0;
  virtual chess::CastlingStyle castling_style() const = 0;

  // Forgets all that earlier searches have learned.
  virtual void NewGame() = 0;
  // What the engine thinks of a position without searching it, as text for people. May be called
  // at any time.
  virtual std::string Evaluate(const chess::Position& position) = 0;

  // Take note of what is asked for and return the work for the search thread. Stop and PonderHit
  // count for that work from then on, also when they come before it has begun.
  virtual std::function<SearchResult(const PrintLine&)> PlanSearch(SearchRequest request) = 0;
  virtual std::function<absl::Status(const PrintLine&)> PlanBench(const Bench& bench) = 0;
  virtual std::function<absl::Status(const PrintLine&)> PlanOpenings(
      const MakeOpenings& openings) = 0;

  // Any thread. Work planned last ends soon; without such work they do nothing.
  virtual void Stop() = 0;
  virtual void PonderHit() = 0;
};

class Server {
 public:
  // Neither is owned; both outlive the server.
  Server(Driver& driver, std::ostream& out);
  // Ends what runs.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Carries out the commands of `in` until `quit` or its end, then ends what runs.
  void Run(std::istream& in);

  // Carries out one command; false once it is `quit`.
  bool Handle(absl::string_view line);

  // Returns when the work that the last command began is done.
  void WaitUntilIdle();

  // How many commands were refused so far.
  int refused() const { return refused_; }

 private:
  // Each carries out a command of its type.
  absl::Status Do(const Nothing&);
  absl::Status Do(const Identify&);
  absl::Status Do(const SetDebug&);
  absl::Status Do(const AskReady&);
  absl::Status Do(const SetOption& command);
  absl::Status Do(const NewGame&);
  absl::Status Do(const SetPosition& command);
  absl::Status Do(const Go& go);
  absl::Status Do(const Stop&);
  absl::Status Do(const PonderHit&);
  absl::Status Do(const Quit&);
  absl::Status Do(const Perft& command);
  absl::Status Do(const Bench& bench);
  absl::Status Do(const MakeOpenings& openings);
  absl::Status Do(const Evaluate&);
  absl::Status Do(const Display&);
  absl::Status Do(const Help&);

  // Any thread.
  void PrintError(const absl::Status& error);
  // The legal ones of `go searchmoves`; the others are reported.
  std::vector<chess::Move> LegalSearchMoves(const std::vector<std::string>& texts);

  // Runs `work` on the search thread; no other work is running.
  void Begin(const Go& go, std::function<void()> work);
  // The same for work that prints its own answer, and says why if it fails.
  void Begin(std::function<absl::Status(const PrintLine&)> work);
  // Asks running work to stop. A search that still ponders has then been in vain.
  void RequestStop();
  // The same, and returns when it has.
  void EndWork();

  // On the search thread.
  void AnswerSearch(const std::function<SearchResult(const PrintLine&)>& search,
                    chess::CastlingStyle style);
  void AnswerWithoutMoves(bool in_check);
  // Returns when the GUI may be answered; true if the search was in vain.
  bool WaitUntilAnswerIsDue();
  void PrintPerft(const chess::Position& position, int depth, chess::CastlingStyle style);
  bool CountLeaves(const chess::Position& position, int depth, u64& leaves) const;

  Driver& driver_;
  LineWriter out_;
  Game game_;
  std::atomic<int> refused_ = 0;

  std::thread thread_;
  std::mutex mutex_;                 // guards the next four
  std::condition_variable changed_;  // told of every change to them
  bool is_running_ = false;
  bool is_infinite_ = false;   // no answer before `stop`
  bool is_pondering_ = false;  // no answer before `stop` or `ponderhit`
  bool was_in_vain_ = false;   // stopped while pondering
  std::atomic<bool> stop_requested_ = false;
};

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_SERVER_H_
