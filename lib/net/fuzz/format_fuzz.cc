// Whatever is read as a net file writes back to the same bytes, and nothing crashes.
//
// Hashes and a payload of thousands of weights would keep random bytes out for ever. So the input
// is also read as a header and sections, between which a payload is put, and all hashes are made
// right.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "lib/base/bytes.h"
#include "lib/base/check.h"
#include "lib/base/int.h"
#include "lib/base/sha256.h"
#include "lib/net/format.h"

namespace coherent::net {
namespace {

constexpr size_t kHeaderBytes = 112;
constexpr size_t kHashOffset = 64;
constexpr size_t kHashBytes = 32;
constexpr size_t kPayloadBytesOffset = 96;
constexpr u64 kMaxPayloadBytes = 200'000;
constexpr size_t kSectionHeadBytes = 16;

std::string Sha256(absl::string_view bytes) { return absl::HexStringToBytes(Sha256Hex(bytes)); }

// The sections with the hashes they should have; what is no whole section stays as it is.
std::string WithRightHashes(absl::string_view sections) {
  std::string right;
  while (sections.size() >= kSectionHeadBytes + kHashBytes) {
    const absl::string_view head = sections.substr(0, kSectionHeadBytes);
    const absl::string_view rest = sections.substr(kSectionHeadBytes + kHashBytes);
    const u64 length = GetLittleEndian<u64>(head, 8);
    if (length > rest.size()) break;
    const absl::string_view data = rest.substr(0, length);
    absl::StrAppend(&right, head, Sha256(absl::StrCat(head, data)), data);
    sections = rest.substr(length);
  }
  return absl::StrCat(right, sections);
}

// The file whose header and sections are `input`, its payload the pattern of the header's bytes.
std::string FileOf(absl::string_view input) {
  std::string bytes(input.substr(0, kHeaderBytes));
  const u64 payload_bytes = GetLittleEndian<u64>(bytes, kPayloadBytesOffset);
  if (payload_bytes > kMaxPayloadBytes) return bytes;
  bytes.replace(kHashOffset, kHashBytes, kHashBytes, '\0');
  // Small weights, so that sums stay inside 32 bits.
  for (u64 i = 0; i < payload_bytes; ++i) {
    bytes.push_back(i % 2 == 0 ? bytes[i / 2 % kHeaderBytes] : '\0');
  }
  bytes.replace(kHashOffset, kHashBytes, Sha256(bytes));
  return absl::StrCat(bytes, WithRightHashes(input.substr(kHeaderBytes)));
}

void Try(const std::string& bytes) {
  const auto file = ParseNetwork("corpus", bytes);
  if (!file.ok()) return;
  const std::string written = SerializeNetwork(file->network, file->sections);
  // Unknown sections are not kept.
  CHECK(written.size() <= bytes.size());
  const auto again = ParseNetwork("written", written);
  CHECK(again.ok() && again->hash == file->hash && again->sections == file->sections);
  CHECK(SerializeNetwork(again->network, again->sections) == written);
}

}  // namespace
}  // namespace coherent::net

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view input(reinterpret_cast<const char*>(data), size);
  coherent::net::Try(std::string(input));
  if (size >= coherent::net::kHeaderBytes) coherent::net::Try(coherent::net::FileOf(input));
  return 0;
}
