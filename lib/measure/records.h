// Records that show whether somebody edited or cut them: JSON lines in a hash chain, each one
// synced before the next is made. Specified by docs/tempo.md.
#ifndef COHERENT_LIB_MEASURE_RECORDS_H_
#define COHERENT_LIB_MEASURE_RECORDS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/json.h"

namespace coherent::measure {

struct Records {
  std::vector<Json> items;
  std::string head;        // The last record's SHA-256; without one, the anchor.
  i64 finished_bytes = 0;  // What follows is a line that a crash cut off, and no record.
};

// Verifies the chain, which begins with `anchor`, the hash of what the records are about. DataLoss
// names the first line that was edited, moved, or follows a gap. A cut at the end shows only in
// that records are missing: whoever reads them knows how many there must be.
absl::StatusOr<Records> ParseRecords(absl::string_view name, absl::string_view text,
                                     absl::string_view anchor);
absl::StatusOr<Records> ReadRecords(absl::string_view path, absl::string_view anchor);

// Appends. Held by one process at a time.
class RecordLog {
 public:
  // Goes on with the file that is there, or begins one. Removes a line that a crash cut off.
  // Unavailable while another process has it open.
  static absl::StatusOr<RecordLog> Open(absl::string_view path, absl::string_view anchor);

  const Records& records() const { return records_; }

  // On the disk when this returns.
  absl::Status Append(const Json& item);

 private:
  RecordLog(std::string path, UniqueFd fd, Records records)
      : path_(std::move(path)), fd_(std::move(fd)), records_(std::move(records)) {}

  std::string path_;
  UniqueFd fd_;
  Records records_;
};

}  // namespace coherent::measure

#endif  // COHERENT_LIB_MEASURE_RECORDS_H_
