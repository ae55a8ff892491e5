// A server in this process, talked to over two streams as a GUI would over pipes. For tests.
#ifndef COHERENT_LIB_UCI_IN_PROCESS_PEER_H_
#define COHERENT_LIB_UCI_IN_PROCESS_PEER_H_

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <streambuf>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/subprocess.h"
#include "lib/uci/script.h"
#include "lib/uci/server.h"

namespace coherent::uci {

// Bytes from one thread to another.
class Channel {
 public:
  void Write(absl::string_view bytes);
  void Close();
  // All that is there, waiting until something is; empty at the end.
  std::string ReadSome();
  // The next line without its end. DeadlineExceeded, or OutOfRange at the end.
  absl::StatusOr<std::string> ReadLine(Deadline deadline);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string bytes_;
  bool is_closed_ = false;
};

class InProcessPeer : public Peer {
 public:
  // The driver is not owned.
  explicit InProcessPeer(Driver& driver);
  ~InProcessPeer() override;

  absl::Status Send(absl::string_view line) override;
  absl::StatusOr<std::string> ReadLine(Deadline deadline) override;
  void CloseInput() override;
  absl::Status WaitForEnd(Deadline deadline) override;

 private:
  Channel to_engine_;
  Channel from_engine_;
  std::thread thread_;
};

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_IN_PROCESS_PEER_H_
