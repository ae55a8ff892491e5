// A stream that several threads write whole lines to.
#ifndef COHERENT_LIB_UCI_LINE_WRITER_H_
#define COHERENT_LIB_UCI_LINE_WRITER_H_

#include <mutex>
#include <ostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace coherent::uci {

// One lock, one write and one flush a call: lines never mix, and none waits in a buffer.
class LineWriter {
 public:
  // The stream is not owned, and nobody else writes to it.
  explicit LineWriter(std::ostream& out) : out_(out) {}

  // Adds the end of line. `line` may hold several lines, which then stand together.
  void Write(absl::string_view line) {
    const std::string text = absl::StrCat(line, "\n");
    const std::lock_guard lock(mutex_);
    out_.write(text.data(), static_cast<std::streamsize>(text.size()));
    out_.flush();
  }

 private:
  std::mutex mutex_;
  std::ostream& out_;
};

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_LINE_WRITER_H_
