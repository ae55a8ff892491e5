#include "lib/uci/in_process_peer.h"

#include <istream>
#include <ostream>
#include <utility>

#include "absl/strings/str_cat.h"

namespace coherent::uci {
namespace {

class InputBuffer : public std::streambuf {
 public:
  explicit InputBuffer(Channel& channel) : channel_(channel) {}

 protected:
  int_type underflow() override {
    bytes_ = channel_.ReadSome();
    if (bytes_.empty()) return traits_type::eof();
    setg(bytes_.data(), bytes_.data(), bytes_.data() + bytes_.size());
    return traits_type::to_int_type(bytes_.front());
  }

 private:
  Channel& channel_;
  std::string bytes_;
};

class OutputBuffer : public std::streambuf {
 public:
  explicit OutputBuffer(Channel& channel) : channel_(channel) {}

 protected:
  std::streamsize xsputn(const char* bytes, std::streamsize size) override {
    waiting_.append(bytes, static_cast<size_t>(size));
    return size;
  }
  int_type overflow(int_type byte) override {
    waiting_ += traits_type::to_char_type(byte);
    return byte;
  }
  // What is never flushed is never seen.
  int sync() override {
    channel_.Write(std::exchange(waiting_, ""));
    return 0;
  }

 private:
  Channel& channel_;
  std::string waiting_;
};

}  // namespace

void Channel::Write(absl::string_view bytes) {
  const std::lock_guard lock(mutex_);
  bytes_.append(bytes.data(), bytes.size());
  changed_.notify_all();
}

void Channel::Close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

std::string Channel::ReadSome() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || !bytes_.empty(); });
  return std::exchange(bytes_, "");
}

absl::StatusOr<std::string> Channel::ReadLine(Deadline deadline) {
  std::unique_lock lock(mutex_);
  size_t end = std::string::npos;
  const bool in_time = changed_.wait_until(lock, deadline, [&] {
    end = bytes_.find('\n');
    return is_closed_ || end != std::string::npos;
  });
  if (!in_time) return absl::DeadlineExceededError("no line");
  if (end == std::string::npos) return absl::OutOfRangeError("no more lines");
  std::string line = bytes_.substr(0, end);
  bytes_.erase(0, end + 1);
  return line;
}

InProcessPeer::InProcessPeer(Driver& driver)
    : thread_([this, &driver] {
        InputBuffer input(to_engine_);
        OutputBuffer output(from_engine_);
        std::istream in(&input);
        std::ostream out(&output);
        Server(driver, out).Run(in);
        from_engine_.Close();
      }) {}

InProcessPeer::~InProcessPeer() {
  to_engine_.Close();
  thread_.join();
}

absl::Status InProcessPeer::Send(absl::string_view line) {
  to_engine_.Write(absl::StrCat(line, "\n"));
  return absl::OkStatus();
}

absl::StatusOr<std::string> InProcessPeer::ReadLine(Deadline deadline) {
  return from_engine_.ReadLine(deadline);
}

void InProcessPeer::CloseInput() { to_engine_.Close(); }

// The output has ended, so only the destructors of two streams are left to wait for.
absl::Status InProcessPeer::WaitForEnd(Deadline) { return absl::OkStatus(); }

}  // namespace coherent::uci
