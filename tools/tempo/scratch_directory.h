// A place for programs that are written, run and forgotten.
#ifndef COHERENT_TOOLS_TEMPO_SCRATCH_DIRECTORY_H_
#define COHERENT_TOOLS_TEMPO_SCRATCH_DIRECTORY_H_

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace coherent::tempo {

// A directory that is there, with all that is in it, while the object is.
class ScratchDirectory {
 public:
  explicit ScratchDirectory(std::string path) : path_(std::move(path)) {
    std::filesystem::remove_all(path_, error_);  // Of a process that was killed.
    std::filesystem::create_directories(path_, error_);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory() { std::filesystem::remove_all(path_, error_); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::error_code error_;
};

}  // namespace coherent::tempo

#endif  // COHERENT_TOOLS_TEMPO_SCRATCH_DIRECTORY_H_
