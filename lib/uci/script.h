// Conversations between a GUI and an engine as text files, for tests. One step a line:
//
//   # text        a remark
//   > text        the GUI sends a line
//   < start       wait for the next line that begins so
//   / pattern     wait for the next line that the regular expression matches as a whole
//   ! start       no line that began so has come, but for those waited for
//   within N      the next wait fails after N ms instead of 60 s
//   ~ N           wait N ms
//   #EOF          the GUI closes its end
//   exit          wait until the engine has ended, which has to be in good order
//
// A time of day before '>' and '<', as recorders write it, means nothing.
//
// Whatever the steps are, every `go` has to be answered exactly once, in order, by a move that is
// legal where it was searched, with the count of nodes just before; and every variation printed
// has to be one of legal moves.
#ifndef COHERENT_LIB_UCI_SCRIPT_H_
#define COHERENT_LIB_UCI_SCRIPT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/subprocess.h"

namespace coherent::uci {

// An engine to talk to.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual absl::Status Send(absl::string_view line) = 0;
  // DeadlineExceeded if there is none in time, OutOfRange after the last.
  virtual absl::StatusOr<std::string> ReadLine(Deadline deadline) = 0;
  virtual void CloseInput() = 0;
  // An error unless it has ended in good order by then.
  virtual absl::Status WaitForEnd(Deadline deadline) = 0;
};

// Plays the GUI's part, then sends `quit` unless the script has, and reads to the end. An error
// names the line of the script and shows what came last.
absl::Status RunScript(absl::string_view name, absl::string_view text, Peer& engine);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_SCRIPT_H_
