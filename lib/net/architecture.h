// The shape of a net, as its file's header states it (docs/net_format.md, sections 1 and 4).
#ifndef COHERENT_LIB_NET_ARCHITECTURE_H_
#define COHERENT_LIB_NET_ARCHITECTURE_H_

#include <array>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::net {

inline constexpr int kPieceRowsOfBucket = 768;  // two colours, six kinds, 64 squares
inline constexpr int kThreatRows = 86'808;

inline constexpr int kActivationMax = 255;  // stands for 1.0
inline constexpr int kWeightShift = 14;     // weights after the first layer carry 2^14
inline constexpr int kOutputUnit = kActivationMax << kWeightShift;

// The bucket of the own king's square in its view, index 4 * rank + file: the king always stands on
// files a to d there.
using BucketTable = std::array<u8, 32>;

struct Architecture {
  int width = 0;  // neurons of the first layer, a view
  int buckets = 0;
  int threat_rows = 0;  // none or kThreatRows
  int hidden2 = 0;      // neurons of the hidden layers
  int hidden3 = 0;
  int output_scale = 0;  // centipawns of an output of 1.0
  BucketTable bucket_table = {};

  bool has_threats() const { return threat_rows > 0; }
  int piece_rows() const { return buckets * kPieceRowsOfBucket; }

  friend bool operator==(const Architecture&, const Architecture&) = default;
};

// The project's table for 4 or 8 buckets; for another number, bands of equal size along the ranks.
BucketTable DefaultBuckets(int buckets);

// Whether a net may have this shape. `name` stands before the message: a file, a flag.
absl::Status CheckArchitecture(absl::string_view name, const Architecture& architecture);

u64 CountParameters(const Architecture& architecture);
u64 PayloadBytes(const Architecture& architecture);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_ARCHITECTURE_H_
