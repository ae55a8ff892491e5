#include "lib/net/format.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "lib/base/bytes.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/net/fold.h"
#include "lib/net/proof32.h"
#include "lib/net/rows8.h"

namespace coherent::net {
namespace {

using absl::string_view;

constexpr string_view kMagic = "COHRNET1";
constexpr u32 kFormatVersion = 1;
constexpr size_t kHeaderBytes = 112;
constexpr size_t kHashOffset = 64;
constexpr size_t kHashBytes = 32;
constexpr size_t kReservedBytes = 8;
constexpr size_t kTagBytes = 8;

constexpr string_view kZeroPointTag = "ZEROPNT1";
constexpr string_view kFoldTag = "FOLD___1";
constexpr string_view kRows8Tag = "ROWS8__1";

template <class Found, class Expected>
absl::Status Wrong(string_view name, string_view field, const Found& found,
                   const Expected& expected) {
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": ", field, ": found ", found, ", expected ", expected));
}

std::string Quoted(string_view bytes) { return absl::StrCat("\"", absl::CHexEscape(bytes), "\""); }

template <class T>
absl::Status Expect(string_view name, string_view field, T found, T expected) {
  if (found == expected) return absl::OkStatus();
  return Wrong(name, field, +found, +expected);
}

// Reading, field after field.

absl::Status ExpectNumber32(ByteReader& reader, string_view name, string_view field, u32 expected) {
  ASSIGN_OR_RETURN(const u32 found, reader.ReadNumber<u32>(field));
  return Expect(name, field, found, expected);
}

absl::Status ExpectByte(ByteReader& reader, string_view name, string_view field, u8 expected) {
  ASSIGN_OR_RETURN(const u8 found, reader.ReadNumber<u8>(field));
  return Expect(name, field, found, expected);
}

absl::Status ExpectBytes(ByteReader& reader, string_view name, string_view field,
                         string_view expected) {
  ASSIGN_OR_RETURN(const string_view found, reader.Read(expected.size(), field));
  if (found == expected) return absl::OkStatus();
  return Wrong(name, field, Quoted(found), Quoted(expected));
}

// A number of 32 bits that has to be a plain int: what is far too large is refused here, with its
// true value.
absl::StatusOr<int> ReadInt(ByteReader& reader, string_view name, string_view field) {
  ASSIGN_OR_RETURN(const u32 found, reader.ReadNumber<u32>(field));
  constexpr u32 kMax = std::numeric_limits<i32>::max();
  if (found > kMax) return Wrong(name, field, found, absl::StrCat("at most ", kMax));
  return static_cast<int>(found);
}

struct Header {
  Architecture architecture;
  std::string hash;
  u64 payload_bytes = 0;
};

absl::Status ReadShape(ByteReader& reader, string_view name, Architecture& architecture) {
  ASSIGN_OR_RETURN(architecture.width, ReadInt(reader, name, "width"));
  ASSIGN_OR_RETURN(architecture.threat_rows, ReadInt(reader, name, "threat rows"));
  ASSIGN_OR_RETURN(architecture.hidden2, reader.ReadNumber<u16>("hidden 2"));
  ASSIGN_OR_RETURN(architecture.hidden3, reader.ReadNumber<u16>("hidden 3"));
  ASSIGN_OR_RETURN(architecture.output_scale, ReadInt(reader, name, "output scale"));
  ASSIGN_OR_RETURN(architecture.buckets, reader.ReadNumber<u8>("buckets"));
  RETURN_IF_ERROR(ExpectByte(reader, name, "mirrored", 1));
  RETURN_IF_ERROR(ExpectByte(reader, name, "shift", kWeightShift));
  RETURN_IF_ERROR(ExpectByte(reader, name, "activation maximum", kActivationMax));
  for (u8& bucket : architecture.bucket_table) {
    ASSIGN_OR_RETURN(bucket, reader.ReadNumber<u8>("bucket table"));
  }
  return CheckArchitecture(name, architecture);
}

absl::StatusOr<Header> ReadHeader(ByteReader& reader, string_view name) {
  Header header;
  RETURN_IF_ERROR(ExpectBytes(reader, name, "magic", kMagic));
  RETURN_IF_ERROR(ExpectNumber32(reader, name, "format version", kFormatVersion));
  RETURN_IF_ERROR(ReadShape(reader, name, header.architecture));
  ASSIGN_OR_RETURN(const string_view hash, reader.Read(kHashBytes, "hash"));
  header.hash = absl::BytesToHexString(hash);
  ASSIGN_OR_RETURN(header.payload_bytes, reader.ReadNumber<u64>("payload bytes"));
  RETURN_IF_ERROR(
      Expect(name, "payload bytes", header.payload_bytes, PayloadBytes(header.architecture)));
  RETURN_IF_ERROR(ExpectBytes(reader, name, "reserved", std::string(kReservedBytes, '\0')));
  return header;
}

// Calls `visit` with every array of the payload and its name, in the order of the file.
template <class NetworkType, class Visitor>
void ForEachArray(NetworkType& network, Visitor visit) {
  visit("piece rows", network.piece_rows.span());
  visit("threat rows", network.threat_rows.span());
  visit("input bias", std::span(network.input_bias));
  visit("hidden 2 weights", std::span(network.hidden2_weights));
  visit("hidden 2 bias", std::span(network.hidden2_bias));
  visit("hidden 3 weights", std::span(network.hidden3_weights));
  visit("hidden 3 bias", std::span(network.hidden3_bias));
  visit("output weights", std::span(network.output_weights));
  visit("output bias", std::span(&network.output_bias, 1));
}

absl::StatusOr<Network> ReadPayload(ByteReader& reader, const Architecture& architecture) {
  Network network(architecture);
  absl::Status status;
  ForEachArray(network, [&](string_view field, auto numbers) {
    if (!status.ok() || numbers.empty()) return;
    const absl::StatusOr<string_view> bytes = reader.Read(numbers.size_bytes(), field);
    status = bytes.status();
    if (status.ok()) std::memcpy(numbers.data(), bytes->data(), bytes->size());
  });
  RETURN_IF_ERROR(status);
  return network;
}

struct Section {
  string_view tag;
  string_view data;
};

absl::StatusOr<Section> ReadSection(ByteReader& reader, string_view name, string_view bytes) {
  const size_t begin = reader.offset();
  ASSIGN_OR_RETURN(const string_view tag, reader.Read(kTagBytes, "section tag"));
  const std::string field = absl::StrCat("section ", Quoted(tag));
  ASSIGN_OR_RETURN(const u64 length, reader.ReadNumber<u64>(absl::StrCat(field, ", length")));
  const string_view head = bytes.substr(begin, reader.offset() - begin);
  ASSIGN_OR_RETURN(const string_view hash, reader.Read(kHashBytes, absl::StrCat(field, ", hash")));
  ASSIGN_OR_RETURN(const string_view data, reader.Read(length, absl::StrCat(field, ", data")));
  const std::string actual = Sha256Hex(absl::StrCat(head, data));
  if (absl::BytesToHexString(hash) != actual) {
    return Wrong(name, absl::StrCat(field, ", hash"), absl::BytesToHexString(hash), actual);
  }
  return Section{tag, data};
}

// Contents of the sections.

std::string EncodeZeroPoints(const ZeroPoints& points) {
  std::string bytes;
  for (const std::vector<i32>* numbers : {&points.zero, &points.lower, &points.upper}) {
    for (const i32 number : *numbers) PutLittleEndian<i32>(bytes, number);
  }
  return bytes;
}

std::string EncodeFold(const Fold& fold) {
  std::string bytes;
  PutLittleEndian<u32>(bytes, static_cast<u32>(fold.pairs().size()));
  for (const FoldPair& pair : fold.pairs()) {
    PutLittleEndian<u32>(bytes, pair.kept);
    PutLittleEndian<u32>(bytes, pair.dropped);
  }
  return bytes;
}

absl::StatusOr<ZeroPoints> DecodeZeroPoints(string_view name, string_view data, int width) {
  RETURN_IF_ERROR(Expect<u64>(name, "ZEROPNT1, bytes", data.size(), 3 * sizeof(i32) * width));
  ByteReader reader(name, data);
  ZeroPoints points;
  for (std::vector<i32>* numbers : {&points.zero, &points.lower, &points.upper}) {
    for (int j = 0; j < width; ++j) {
      ASSIGN_OR_RETURN(const i32 number, reader.ReadNumber<i32>("ZEROPNT1"));
      numbers->push_back(number);
    }
  }
  for (int j = 0; j < width; ++j) {
    const i32 lower = points.lower[j], upper = points.upper[j];
    if (lower > upper) {
      return Wrong(name, absl::StrCat("ZEROPNT1, lower bound of neuron ", j), lower,
                   absl::StrCat("at most the upper bound, ", upper));
    }
    RETURN_IF_ERROR(Expect(name, absl::StrCat("ZEROPNT1, zero point of neuron ", j), points.zero[j],
                           Midpoint(lower, upper)));
  }
  return points;
}

absl::Status ExpectDerived(string_view name, string_view tag, string_view data,
                           string_view expected) {
  if (data == expected) return absl::OkStatus();
  return Wrong(name, tag, absl::StrCat("data with SHA-256 ", Sha256Hex(data)),
               absl::StrCat(Sha256Hex(expected), ", which follows from the payload"));
}

Fold FoldFor(const Network& network, const Sections& sections) {
  return sections.fold ? Fold::Of(network) : Fold::None(network.architecture);
}

// In the order in which they may stand.
constexpr auto kKnownTags = std::to_array({kZeroPointTag, kFoldTag, kRows8Tag});

// Takes up a section with a known tag.
absl::Status AcceptSection(string_view name, const Section& section, NetFile& file) {
  const Network& network = file.network;
  Sections& sections = file.sections;
  if (section.tag == kZeroPointTag) {
    ASSIGN_OR_RETURN(sections.zero_points,
                     DecodeZeroPoints(name, section.data, network.architecture.width));
    return absl::OkStatus();
  }
  if (!network.architecture.has_threats()) {
    return Wrong(name, "section", Quoted(section.tag), "no such section in a net without threats");
  }
  if (section.tag == kFoldTag) {
    sections.fold = true;
    return ExpectDerived(name, kFoldTag, section.data, EncodeFold(Fold::Of(network)));
  }
  sections.rows8 = true;
  return ExpectDerived(name, kRows8Tag, section.data,
                       EncodeRows8(network, FoldFor(network, sections)));
}

absl::Status ReadSections(ByteReader& reader, string_view name, string_view bytes, NetFile& file) {
  std::vector<string_view> tags;
  auto next_known = kKnownTags.begin();
  while (reader.remaining() > 0) {
    ASSIGN_OR_RETURN(const Section section, ReadSection(reader, name, bytes));
    if (std::find(tags.begin(), tags.end(), section.tag) != tags.end()) {
      return Wrong(name, "section", absl::StrCat(Quoted(section.tag), " again"), "each once");
    }
    tags.push_back(section.tag);
    if (std::find(kKnownTags.begin(), kKnownTags.end(), section.tag) == kKnownTags.end()) continue;
    next_known = std::find(next_known, kKnownTags.end(), section.tag);
    if (next_known == kKnownTags.end()) {
      return Wrong(name, "section", Quoted(section.tag), "it before the sections read so far");
    }
    RETURN_IF_ERROR(AcceptSection(name, section, file));
  }
  return absl::OkStatus();
}

void AppendSection(string_view tag, string_view data, std::string& bytes) {
  std::string head(tag);
  PutLittleEndian<u64>(head, data.size());
  absl::StrAppend(&bytes, head, absl::HexStringToBytes(Sha256Hex(absl::StrCat(head, data))), data);
}

std::string SerializeHeader(const Architecture& architecture) {
  std::string bytes(kMagic);
  PutLittleEndian<u32>(bytes, kFormatVersion);
  PutLittleEndian<u32>(bytes, architecture.width);
  PutLittleEndian<u32>(bytes, architecture.threat_rows);
  PutLittleEndian<u16>(bytes, architecture.hidden2);
  PutLittleEndian<u16>(bytes, architecture.hidden3);
  PutLittleEndian<u32>(bytes, architecture.output_scale);
  PutLittleEndian<u8>(bytes, architecture.buckets);
  PutLittleEndian<u8>(bytes, 1);
  PutLittleEndian<u8>(bytes, kWeightShift);
  PutLittleEndian<u8>(bytes, kActivationMax);
  for (const u8 bucket : architecture.bucket_table) PutLittleEndian<u8>(bytes, bucket);
  bytes.append(kHashBytes, '\0');
  PutLittleEndian<u64>(bytes, PayloadBytes(architecture));
  bytes.append(kReservedBytes, '\0');
  return bytes;
}

}  // namespace

absl::StatusOr<NetFile> ParseNetwork(string_view name, std::string bytes) {
  ByteReader reader(name, bytes);
  ASSIGN_OR_RETURN(const Header header, ReadHeader(reader, name));
  if (reader.remaining() < header.payload_bytes) {
    return absl::DataLossError(absl::StrCat(name, ": payload: found ", reader.remaining(),
                                            " bytes, expected ", header.payload_bytes));
  }
  bytes.replace(kHashOffset, kHashBytes, kHashBytes, '\0');
  NetFile file;
  file.hash = Sha256Hex(string_view(bytes).substr(0, kHeaderBytes + header.payload_bytes));
  if (file.hash != header.hash) return Wrong(name, "hash", header.hash, file.hash);
  ASSIGN_OR_RETURN(file.network, ReadPayload(reader, header.architecture));
  RETURN_IF_ERROR(ProveSumsFit32Bits(name, file.network));
  RETURN_IF_ERROR(ReadSections(reader, name, bytes, file));
  return file;
}

absl::StatusOr<NetFile> ReadNetwork(string_view path) {
  ASSIGN_OR_RETURN(std::string bytes, ReadFile(path));
  return ParseNetwork(path, std::move(bytes));
}

std::string SerializeNetwork(const Network& network, const Sections& sections) {
  std::string bytes = SerializeHeader(network.architecture);
  ForEachArray(network, [&bytes](string_view, auto numbers) {
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  });
  bytes.replace(kHashOffset, kHashBytes, absl::HexStringToBytes(Sha256Hex(bytes)));
  if (sections.zero_points) {
    AppendSection(kZeroPointTag, EncodeZeroPoints(*sections.zero_points), bytes);
  }
  if (sections.fold) AppendSection(kFoldTag, EncodeFold(Fold::Of(network)), bytes);
  if (sections.rows8) {
    AppendSection(kRows8Tag, EncodeRows8(network, FoldFor(network, sections)), bytes);
  }
  return bytes;
}

}  // namespace coherent::net
