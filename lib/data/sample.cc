#include "lib/data/sample.h"

#include <algorithm>
#include <cstring>

#include "lib/base/check.h"
#include "lib/base/int.h"
#include "lib/chess/types.h"

namespace coherent::data {

Sample MakeSample(const chess::Position& position, const ScoredMove& played, Outcome outcome,
                  int ply) {
  CHECK(played.has_score());
  const bool is_white = position.side_to_move() == chess::Color::kWhite;
  const int white_half_points = static_cast<int>(outcome);
  return {.position = position,
          .score_cp = is_white ? played.score : -played.score,
          .half_points = is_white ? white_half_points : 2 - white_half_points,
          .ply = std::min(ply, 255)};
}

PackedSample::PackedSample(const Sample& sample) : bytes_(PackPosition(sample.position)) {
  const auto score = static_cast<i16>(sample.score_cp);
  std::memcpy(&bytes_[28], &score, sizeof(score));
  bytes_[30] = static_cast<u8>(sample.half_points);
  bytes_[31] = static_cast<u8>(sample.ply);
}

Sample PackedSample::Unpack() const {
  i16 score = 0;
  std::memcpy(&score, &bytes_[28], sizeof(score));
  return {.position = UnpackTrusted(bytes_),
          .score_cp = score,
          .half_points = bytes_[30],
          .ply = bytes_[31]};
}

}  // namespace coherent::data
