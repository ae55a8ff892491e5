// Choosing a move: iterative deepening over a principal variation search. Specified by
// docs/search.md.
#ifndef COHERENT_LIB_SEARCH_SEARCH_H_
#define COHERENT_LIB_SEARCH_SEARCH_H_

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/chess/movegen.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/net/evaluator.h"
#include "lib/net/kernels/kernels.h"
#include "lib/net/prepared.h"
#include "lib/search/control.h"
#include "lib/search/correction.h"
#include "lib/search/endgame_tables.h"
#include "lib/search/history.h"
#include "lib/search/limits.h"
#include "lib/search/move_picker.h"
#include "lib/search/params.h"
#include "lib/search/report.h"
#include "lib/search/stack.h"
#include "lib/search/tt.h"

namespace coherent::search {

using Watcher = std::function<void(const chess::Position& before, chess::Move move,
                                   const chess::Position& after, net::Evaluator& evaluator)>;

// One search thread with all it has learnt. About 6 MiB: keep it on the heap. With equal calls
// since Clear() it gives equal results, but for clocks.
template <class Params>
class Searcher {
 public:
  // The least hash budget, in MiB: the tables that are not the transposition table fit in it.
  static constexpr int kMinHashMib = 4;

  explicit Searcher(Params params = {});
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  // Becomes a helper of `main`: searches with its table, and counts its nodes in `nodes` for it.
  // Before anything else is asked of this searcher.
  void Help(Searcher& main, std::atomic<u64>& nodes);

  // The transposition table gets what the budget leaves after the other tables, and is cleared.
  // ResourceExhausted, with the old table kept, if there is not so much memory.
  absl::Status SetHash(int mib);
  // Evaluates by a net from now on, or by piece-square rules if it is null. What was learnt stays:
  // it is the caller's to forget.
  void SetNetwork(std::shared_ptr<const net::PreparedNetwork> network,
                  const net::Kernels& kernels = net::ChosenKernels()) {
    evaluator_.SetNetwork(std::move(network), kernels);
  }
  // Searches with other parameters from the next Begin() on.
  void SetParams(const Params& params) { params_ = params; }
  // Whether the net's values are kept for positions that come again. Changes time only.
  void KeepValues(bool keep) { evaluator_.KeepValues(keep); }
  // Called at every node below the root that is reached by a move, with the evaluator that has
  // followed there. For WatchedParams; it changes nothing.
  void Watch(Watcher watcher) { watcher_ = std::move(watcher); }
  // Asks these from now on; null: none.
  void SetEndgameTables(std::shared_ptr<EndgameTables> tables) {
    endgame_tables_ = std::move(tables);
  }
  // Forgets everything: a new game.
  void Clear();

  // Prepares a search: call it on the thread that will call Stop(), before Run().
  void Begin(const Limits& limits);
  // Searches the last position of `game`, which is `root`. Reports each finished line.
  Result Run(const chess::Position& root, const chess::KeyHistory& game,
             const ReportFunction& report);
  // From any thread.
  void Stop() { control_.Stop(); }
  void PonderHit() { control_.PonderHit(); }

 private:
  enum class Node { kRoot, kPv, kNonPv };
  static constexpr bool IsPv(Node node) { return node != Node::kNonPv; }
  // Plies before the root that the tables may look back to.
  static constexpr int kPliesBefore = 4;

  struct RootMove {
    chess::Move move;
    bool is_quiet = false;
    int score = -kInfinite;
    bool is_lower_bound = false;  // `score`
    int average = kNoScore;       // of the rounds so far
    u64 nodes = 0;                // spent below it, in all rounds
    u64 round_nodes = 0;          // in the last round
    int times_best = 0;           // rounds that ended with it
    int selective_depth = 0;
    std::vector<chess::Move> pv = {};
  };
  const SearchParams& params() const { return params_.params; }
  Ply& At(int ply) { return stack_[ply + kPliesBefore]; }

  // Rounds, in rounds.h.
  void SetUpRoot(const chess::Position& root, const chess::KeyHistory& game);
  // Leaves the moves that keep the result, if endgame tables know it.
  void AskEndgameTables(const chess::Position& root);
  // A root move's score as it is reported.
  int Reported(int score) const { return known_score_ && !IsMate(score) ? *known_score_ : score; }
  Result Deepen(const chess::Position& root, const ReportFunction& report);
  // One round; false if it was cut short.
  bool SearchRound(const chess::Position& root, int depth, const ReportFunction& report);
  void EndPartOfRound(int depth, const ReportFunction& report, Result& result);
  void SearchWithAspiration(const chess::Position& root, int depth);
  void OrderRootMoves();
  Report LineOf(const RootMove& move, int depth, int multi_pv) const;
  void ReportRound(int depth, const ReportFunction& report);
  // How many root moves get a line of their own.
  size_t Lines() const;
  RoundHistory HistoryOfRounds() const;
  bool IsMateFound() const;

  // The score of `position` within [alpha, beta], `depth` plies deep.
  template <Node kNode>
  int Search(const chess::Position& position, int alpha, int beta, int depth, int ply,
             bool cut_node);
  // The same at the horizon: captures, promotions and evasions until the position is quiet.
  template <Node kNode>
  int Quiesce(const chess::Position& position, int alpha, int beta, int ply);
  // Its moves; `best` so far is the value of taking nothing, `futility` what a capture adds to.
  template <Node kNode>
  int QuiesceMoves(const chess::Position& position, int alpha, int beta, int ply,
                   const std::optional<TableHit>& hit, int raw, int best, int futility);

  // What can be said of a node without looking at its moves; nullopt if nothing.
  std::optional<int> ScoreWithoutMoves(const chess::Position& position, int ply);
  // The evaluator's value, then scaled by material, then with all that the search adds to it.
  int RawEvaluation(const chess::Position& position, const std::optional<TableHit>& hit);
  int Scaled(const chess::Position& position, int raw) const;
  int Corrected(const chess::Position& position, int scaled, int ply);
  // The null move's verdict, nullopt if it proves nothing.
  std::optional<int> TryNullMove(const chess::Position& position, int beta, int depth, int ply,
                                 int eval, bool cut_node);
  std::optional<int> TryProbCut(const chess::Position& position, int beta, int depth, int ply,
                                bool improving, const std::optional<TableHit>& hit, int raw,
                                bool cut_node);

  // A move and its undoing. `next` is the position after it.
  void Make(const chess::Position& position, chess::Move move, int ply, chess::Position& next);
  void MakeNull(const chess::Position& position, int ply, chess::Position& next);
  void Unmake();

  // What the order of a node's moves rests on; the stack keeps what the opponent attacks there.
  OrderingContext Ordering(const chess::Position& position, int ply);
  // Tables of the moves 1, 2 and 4 plies before `ply`.
  std::array<PieceToTable*, 3> FollowUps(int ply);
  // The quiet move before `position`, in the table of quiet moves.
  void RewardLastMove(const chess::Position& position, int ply, int bonus);
  // How much shallower a late move is searched, in 1/1024 of a ply.
  int Reduction(bool quiet, int depth, int move_count) const;

  void ClearPv(int ply) { pv_lengths_[ply] = 0; }
  void ExtendPv(int ply, chess::Move move);

  [[no_unique_address]] Params params_;
  Control control_;
  std::shared_ptr<TranspositionTable> table_ = std::make_shared<TranspositionTable>();
  bool is_helper_ = false;
  Histories histories_;
  Corrections corrections_;
  PieceToTable no_follow_up_;  // stands in where no move led here; learns nothing of use

  Limits limits_;
  net::Evaluator evaluator_;
  Watcher watcher_;
  std::shared_ptr<EndgameTables> endgame_tables_;
  int table_pieces_ = 0;            // positions with more are not looked up below the root
  std::optional<int> known_score_;  // of the root, by endgame tables
  chess::KeyHistory keys_;
  std::vector<RootMove> root_moves_;
  size_t pv_index_ = 0;  // root moves before it are settled in this round
  u64 nodes_ = 0;
  int round_depth_ = 0;
  chess::Move round_best_;  // of the round so far, None before one has raised alpha
  int finished_depth_ = 0;
  int selective_depth_ = 0;
  int stable_rounds_ = 0;
  int null_move_from_ply_ = 0;  // no null moves before it, while one is verified
  bool aborted_ = false;
  chess::Color root_side_ = chess::Color::kWhite;
  int optimism_cp_ = 0;  // what the root's side sees in its positions beyond their evaluation
  std::array<Ply, kMaxPly + kPliesBefore + 4> stack_;
  std::array<std::array<chess::Move, kMaxPly + 1>, kMaxPly + 1> pv_;
  std::array<int, kMaxPly + 2> pv_lengths_;
};

extern template class Searcher<FixedParams>;
extern template class Searcher<WatchedParams>;
extern template class Searcher<TunableParams>;

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_SEARCH_H_
