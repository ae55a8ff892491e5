#include "lib/net/architecture.h"

#include "absl/strings/str_cat.h"
#include "lib/base/status_macros.h"

namespace coherent::net {
namespace {

constexpr BucketTable kEightBuckets = {
    0, 1, 2, 3,  // rank 1, files a to d
    4, 4, 5, 5,  // rank 2
    6, 6, 6, 6,  //
    6, 6, 6, 6,  //
    7, 7, 7, 7,  //
    7, 7, 7, 7,  //
    7, 7, 7, 7,  //
    7, 7, 7, 7,
};
constexpr BucketTable kFourBuckets = {
    0, 0, 1, 1,  // rank 1, files a to d
    2, 2, 2, 2,  // rank 2
    3, 3, 3, 3,  //
    3, 3, 3, 3,  //
    3, 3, 3, 3,  //
    3, 3, 3, 3,  //
    3, 3, 3, 3,  //
    3, 3, 3, 3,
};

struct Range {
  absl::string_view field;
  int value;
  int min;
  int max;
  int multiple_of;
};

absl::Status CheckRange(absl::string_view name, const Range& range) {
  if (range.value >= range.min && range.value <= range.max &&
      range.value % range.multiple_of == 0) {
    return absl::OkStatus();
  }
  std::string expected = absl::StrCat(range.min, " to ", range.max);
  if (range.multiple_of > 1) absl::StrAppend(&expected, ", a multiple of ", range.multiple_of);
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": ", range.field, ": found ", range.value, ", expected ", expected));
}

}  // namespace

BucketTable DefaultBuckets(int buckets) {
  if (buckets == 4) return kFourBuckets;
  if (buckets == 8) return kEightBuckets;
  BucketTable table;
  for (size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<u8>(i * buckets / table.size());
  }
  return table;
}

absl::Status CheckArchitecture(absl::string_view name, const Architecture& architecture) {
  const Architecture& a = architecture;
  for (const Range& range : {
           Range{"width", a.width, 32, 4096, 32},
           Range{"buckets", a.buckets, 1, 32, 1},
           Range{"hidden 2", a.hidden2, 8, 128, 8},
           Range{"hidden 3", a.hidden3, 8, 128, 8},
           Range{"output scale", a.output_scale, 1, kOutputUnit, 1},
       }) {
    RETURN_IF_ERROR(CheckRange(name, range));
  }
  if (a.threat_rows != 0 && a.threat_rows != kThreatRows) {
    return absl::InvalidArgumentError(absl::StrCat(name, ": threat rows: found ", a.threat_rows,
                                                   ", expected 0 or ", kThreatRows));
  }
  for (size_t i = 0; i < a.bucket_table.size(); ++i) {
    if (a.bucket_table[i] < a.buckets) continue;
    return absl::InvalidArgumentError(absl::StrCat(name, ": bucket table, entry ", i, ": found ",
                                                   a.bucket_table[i], ", expected below ",
                                                   a.buckets));
  }
  return absl::OkStatus();
}

u64 CountParameters(const Architecture& architecture) {
  const u64 w = architecture.width, k2 = architecture.hidden2, k3 = architecture.hidden3;
  const u64 rows = architecture.piece_rows() + architecture.threat_rows;
  return w * (rows + 1) + k2 * (2 * w + 1) + k3 * (k2 + 1) + k3 + 1;
}

u64 PayloadBytes(const Architecture& architecture) {
  const u64 wide_biases = architecture.hidden2 + architecture.hidden3 + 1;
  return sizeof(i16) * (CountParameters(architecture) - wide_biases) + sizeof(i32) * wide_biases;
}

}  // namespace coherent::net
