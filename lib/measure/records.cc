#include "lib/measure/records.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"

namespace coherent::measure {
namespace {

constexpr absl::string_view kHashKey = ",\"sha256\":\"";

// The line without its end. The hash covers all that stands before it, the previous hash too.
std::string MakeLine(size_t number, absl::string_view previous, const Json& item,
                     std::string* hash) {
  std::string line = absl::StrCat("{\"record\":", number, ",\"previous\":\"", previous,
                                  "\",\"data\":", item.dump());
  *hash = Sha256Hex(line);
  absl::StrAppend(&line, kHashKey, *hash, "\"}");
  return line;
}

absl::Status TakeLine(absl::string_view where, absl::string_view line, Records* records) {
  const auto damaged = [&](absl::string_view what) {
    return absl::DataLossError(absl::StrCat(where, ": ", what));
  };
  ASSIGN_OR_RETURN(const Json json, ParseJson(where, line));
  const size_t number = records->items.size() + 1;
  const auto data = json.is_object() ? json.find("data") : json.end();
  if (!json.is_object() || data == json.end()) return damaged("no record");
  if (json.value("record", Json()) != Json(number)) {
    return damaged(absl::StrCat("found record ", json.value("record", Json()).dump(), ", expected ",
                                number, ": records were removed or moved"));
  }
  if (json.value("previous", Json()) != Json(records->head)) {
    return damaged(number == 1 ? "does not begin with the plan's hash: another plan's records?"
                               : "does not follow the record before it: one of them was replaced");
  }
  std::string hash;
  if (MakeLine(number, records->head, *data, &hash) != line) {
    return damaged(absl::StrCat("record ", number, " was edited"));
  }
  records->items.push_back(*data);
  records->head = hash;
  return absl::OkStatus();
}

absl::Status ErrnoError(const std::string& path, absl::string_view action) {
  return absl::ErrnoToStatus(errno, absl::StrCat(path, ": ", action));
}

}  // namespace

absl::StatusOr<Records> ParseRecords(absl::string_view name, absl::string_view text,
                                     absl::string_view anchor) {
  Records records;
  records.head = std::string(anchor);
  size_t begin = 0;
  for (size_t end = text.find('\n'); end != absl::string_view::npos; end = text.find('\n', begin)) {
    const std::string where = absl::StrCat(name, ":", records.items.size() + 1);
    RETURN_IF_ERROR(TakeLine(where, text.substr(begin, end - begin), &records));
    begin = end + 1;
  }
  records.finished_bytes = static_cast<i64>(begin);
  return records;
}

absl::StatusOr<Records> ReadRecords(absl::string_view path, absl::string_view anchor) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParseRecords(path, text, anchor);
}

absl::StatusOr<RecordLog> RecordLog::Open(absl::string_view path, absl::string_view anchor) {
  std::string name(path);
  UniqueFd fd(open(name.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!fd.open()) return ErrnoError(name, "cannot open");
  if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    return absl::UnavailableError(absl::StrCat(path, ": another process is writing it"));
  }
  ASSIGN_OR_RETURN(const std::string text, ReadToEnd(path, fd.get()));
  ASSIGN_OR_RETURN(Records records, ParseRecords(path, text, anchor));
  if (ftruncate(fd.get(), records.finished_bytes) != 0) return ErrnoError(name, "cannot repair");
  return RecordLog(std::move(name), std::move(fd), std::move(records));
}

absl::Status RecordLog::Append(const Json& item) {
  std::string hash;
  const std::string line =
      absl::StrCat(MakeLine(records_.items.size() + 1, records_.head, item, &hash), "\n");
  // One call: a crash leaves the beginning of a line at most, which the next Open removes.
  if (write(fd_.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return ErrnoError(path_, "cannot append");
  }
  if (fsync(fd_.get()) != 0) return ErrnoError(path_, "cannot sync");
  records_.items.push_back(item);
  records_.head = hash;
  records_.finished_bytes += static_cast<i64>(line.size());
  return absl::OkStatus();
}

}  // namespace coherent::measure
