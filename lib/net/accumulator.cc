#include "lib/net/accumulator.h"

#include <algorithm>

#include "lib/base/check.h"
#include "lib/base/mechanism.h"
#include "lib/net/features.h"

namespace coherent::net {

// Rows of one direction of an update: pieces, a sum or two from the cache, threat pairs.
struct Accumulator::Rows {
  StaticVector<const i16*, kMaxThreatPairs + 8> wide;
  StaticVector<const i8*, kMaxThreatPairs> narrow;

  RowList List() const {
    return {wide.data(), static_cast<int>(wide.size()), narrow.data(),
            static_cast<int>(narrow.size())};
  }
};

Accumulator::Accumulator(const PreparedNetwork& network, const Kernels& kernels, int max_moves)
    : network_(network),
      kernels_(kernels),
      frames_(max_moves + 1),
      sums_(size_t{2} * (max_moves + 1) * network.architecture.width),
      cache_(size_t{4} * network.architecture.buckets),
      cache_sums_(cache_.size() * network.architecture.width) {
  const size_t width = network.architecture.width;
  for (size_t i = 0; i < cache_.size(); ++i) {
    cache_[i].sums = &cache_sums_[i * width];
    std::copy(network.start.begin(), network.start.end(), cache_[i].sums);
  }
}

void Accumulator::Reset(const Board& board) {
  top_ = computed_ = 0;
  Frame& frame = frames_[0];
  frame.changes.clear();
  frame.kings = {board.King(Color::kWhite), board.King(Color::kBlack)};
  frame.has_sums = {false, false};
  frame.has_board = true;
  frame.board = board;
}

void Accumulator::Push() {
  DCHECK(top_ + 1 < static_cast<int>(frames_.size()));
  Frame& frame = frames_[top_ + 1];
  frame.changes.clear();
  frame.kings = frames_[top_].kings;
  frame.has_sums = {false, false};
  frame.has_board = false;
  ++top_;
}

void Accumulator::OnAdd(Piece piece, Square square) {
  Frame& frame = frames_[top_];
  frame.changes.push_back({piece, square, /*added=*/true});
  if (piece.kind() == Kind::kKing) frame.kings[Index(piece.color())] = square;
}

void Accumulator::OnRemove(Piece piece, Square square) {
  frames_[top_].changes.push_back({piece, square, /*added=*/false});
}

int Accumulator::BucketOf(int frame, Color color) const {
  const Square king = frames_[frame].kings[Index(color)];
  return KingBucket(network_.architecture.bucket_table, View(color, king).Of(king));
}

const i16* Accumulator::PieceWeights(int bucket, Piece piece, Square square) const {
  const size_t row = PieceRow(bucket, piece, square);
  return &network_.piece_rows[row * network_.architecture.width];
}

void Accumulator::Update(i16* out, const i16* in, const Rows& added, const Rows& removed) const {
  kernels_.update(out, in, added.List(), removed.List(), network_.architecture.width);
}

void Accumulator::MakeBoards(int frame) {
  int made = frame;
  while (!frames_[made].has_board) --made;
  for (; made < frame; ++made) {
    Frame& next = frames_[made + 1];
    next.board = frames_[made].board;
    for (const Change& change : next.changes) {
      if (change.added) {
        next.board.Add(change.piece, change.square);
      } else {
        next.board.Remove(change.piece, change.square);
      }
    }
    next.has_board = true;
  }
}

const Board& Accumulator::board() {
  MakeBoards(top_);
  return frames_[top_].board;
}

void Accumulator::Compute() {
  int last = top_;
  // Moves that change nothing share the sums of the one before.
  while (last > 0 && frames_[last].changes.empty()) --last;
  computed_ = last;
  if (frames_[last].has_sums[0] && frames_[last].has_sums[1]) return;
  if (network_.architecture.has_threats()) MakeBoards(last);
  const int white = FirstWithSums(last, Color::kWhite), black = FirstWithSums(last, Color::kBlack);
  for (int frame = std::min(white, black) + 1; frame <= last; ++frame) {
    ThreatChanges changes;
    if (network_.architecture.has_threats()) {
      Bitboard changed;
      const Board& before = frames_[frame - 1].board;
      const Board& after = frames_[frame].board;
      for (const Change& change : frames_[frame].changes) {
        // In Chess960 a castling king or rook may stay where it is.
        if (before.PieceAt(change.square) == after.PieceAt(change.square)) continue;
        changed |= Bitboard(change.square);
      }
      FindThreatChanges(before, after, changed, changes);
    }
    if (frame > white) Step(frame, Color::kWhite, changes);
    if (frame > black) Step(frame, Color::kBlack, changes);
  }
}

int Accumulator::FirstWithSums(int frame, Color color) {
  for (;; --frame) {
    if (frames_[frame].has_sums[Index(color)]) return frame;
    // Across the mirror every row is another one.
    if (frame == 0 || ViewOf(frame, color) != ViewOf(frame - 1, color)) {
      Rebuild(frame, color);
      return frame;
    }
  }
}

const i16* Accumulator::PieceSums(int frame, Color color) {
  MakeBoards(frame);
  const View view = ViewOf(frame, color);
  const int bucket = BucketOf(frame, color);
  const int mirrored = view.mirrored() ? 1 : 0;
  CacheEntry& entry =
      cache_[(2 * Index(color) + mirrored) * network_.architecture.buckets + bucket];
  if (!Has(Mechanism::kSumsCache)) {
    entry.board = Board();
    std::copy(network_.start.begin(), network_.start.end(), entry.sums);
  }
  const Board& board = frames_[frame].board;
  Rows added, removed;
  for (int i = 0; i < Piece::kCount; ++i) {
    const Piece piece = Piece::FromIndex(i);
    const Bitboard now = board.Pieces(piece), then = entry.board.Pieces(piece);
    for (const Square square : now & ~then) {
      added.wide.push_back(PieceWeights(bucket, view.Of(piece), view.Of(square)));
    }
    for (const Square square : then & ~now) {
      removed.wide.push_back(PieceWeights(bucket, view.Of(piece), view.Of(square)));
    }
  }
  Update(entry.sums, entry.sums, added, removed);
  entry.board = board;
  return entry.sums;
}

void Accumulator::AppendThreats(const View& view, const ThreatList& pairs, Rows& rows) const {
  for (const ThreatPair& pair : pairs) {
    network_.threats.Visit(
        ThreatRow(Of(view, pair)), [&rows](const i16* row) { rows.wide.push_back(row); },
        [&rows](const i8* row) { rows.narrow.push_back(row); });
  }
}

void Accumulator::Rebuild(int frame, Color color) {
  Rows added, removed;
  if (network_.architecture.has_threats()) {
    ThreatList pairs;
    FindThreatPairs(frames_[frame].board, pairs);
    AppendThreats(ViewOf(frame, color), pairs, added);
  }
  Update(SumsOf(frame, color), PieceSums(frame, color), added, removed);
  frames_[frame].has_sums[Index(color)] = true;
}

void Accumulator::Step(int frame, Color color, const ThreatChanges& changes) {
  Frame& after = frames_[frame];
  const View view = ViewOf(frame, color);
  const int bucket = BucketOf(frame, color);
  const bool same_king = after.kings[Index(color)] == frames_[frame - 1].kings[Index(color)];
  Rows added, removed;
  if (same_king || bucket == BucketOf(frame - 1, color)) {
    for (const Change& change : after.changes) {
      Rows& rows = change.added ? added : removed;
      rows.wide.push_back(PieceWeights(bucket, view.Of(change.piece), view.Of(change.square)));
    }
  } else {
    // All piece rows change, no threat row does for that: exchange the pieces' part of the sums.
    removed.wide.push_back(PieceSums(frame - 1, color));
    added.wide.push_back(PieceSums(frame, color));
  }
  if (network_.architecture.has_threats()) {
    AppendThreats(view, changes.removed, removed);
    AppendThreats(view, changes.added, added);
  }
  Update(SumsOf(frame, color), SumsOf(frame - 1, color), added, removed);
  after.has_sums[Index(color)] = true;
}

}  // namespace coherent::net
