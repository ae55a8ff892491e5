#include "lib/base/sha256.h"

#include <openssl/evp.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/base/file.h"
#include "lib/base/status_macros.h"

namespace coherent {
namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    CHECK(context_ != nullptr);
    CHECK(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void Update(const char* data, size_t size) {
    CHECK(EVP_DigestUpdate(context_.get(), data, size) == 1);
  }

  std::string FinalHex() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    CHECK(EVP_DigestFinal_ex(context_.get(), digest, &size) == 1);
    return absl::BytesToHexString(absl::string_view(reinterpret_cast<char*>(digest), size));
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string Sha256Hex(absl::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes.data(), bytes.size());
  return hash.FinalHex();
}

absl::StatusOr<std::string> Sha256HexOfFile(absl::string_view path) {
  ASSIGN_OR_RETURN(const UniqueFd fd, OpenForReading(path));
  Sha256 hash;
  std::string piece(size_t{1} << 20, '\0');
  while (true) {
    const ssize_t got = read(fd.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return absl::ErrnoToStatus(errno, absl::StrCat(path, ": cannot read"));
    if (got == 0) return hash.FinalHex();
    hash.Update(piece.data(), got);
  }
}

}  // namespace coherent
