#include "lib/net/format.h"

#include <functional>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "lib/base/bytes.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"
#include "lib/net/fold.h"
#include "lib/net/rows8.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"

namespace coherent::net {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const Network& SmallNet() {
  static const auto& network = *new Network(SyntheticNetwork(SmallArchitecture(32, 0), /*seed=*/1));
  return network;
}

const Network& ThreatNet() {
  static const auto& network =
      *new Network(SyntheticNetwork(SmallArchitecture(32, kThreatRows), /*seed=*/1));
  return network;
}

void ExpectEqual(const Network& a, const Network& b) {
  EXPECT_EQ(a.architecture, b.architecture);
  // Serializing names every array once.
  EXPECT_TRUE(SerializeNetwork(a, {}) == SerializeNetwork(b, {}));
}

// Gives the file the hash its bytes now have.
std::string Rehashed(std::string bytes, size_t payload_end) {
  bytes.replace(64, 32, 32, '\0');
  const std::string hash = Sha256Hex(absl::string_view(bytes).substr(0, payload_end));
  return bytes.replace(64, 32, absl::HexStringToBytes(hash));
}

std::string SectionBytes(absl::string_view tag, absl::string_view data) {
  std::string head(tag);
  PutLittleEndian<u64>(head, data.size());
  return absl::StrCat(head, absl::HexStringToBytes(Sha256Hex(absl::StrCat(head, data))), data);
}

TEST(FormatTest, ReadsWhatItWrites) {
  for (const Network* network : {&SmallNet(), &ThreatNet()}) {
    const std::string bytes = SerializeNetwork(*network, {});
    EXPECT_EQ(bytes.size(), 112 + PayloadBytes(network->architecture));
    const auto file = ParseNetwork("n", bytes);
    ASSERT_THAT(file, IsOk());
    ExpectEqual(file->network, *network);
    EXPECT_EQ(file->sections, Sections{});
  }
}

TEST(FormatTest, ReadsAllSectionsItWrites) {
  for (const bool fold : {false, true}) {
    const Sections sections = {ChargeBounds(ThreatNet()), fold, /*rows8=*/true};
    const auto file = ParseNetwork("n", SerializeNetwork(ThreatNet(), sections));
    ASSERT_THAT(file, IsOk());
    EXPECT_EQ(file->sections, sections);
  }
}

TEST(FormatTest, HashCoversHeaderAndPayloadOnly) {
  const auto plain = ParseNetwork("n", SerializeNetwork(SmallNet(), {}));
  const auto with_section =
      ParseNetwork("n", SerializeNetwork(SmallNet(), {.zero_points = ChargeBounds(SmallNet())}));
  ASSERT_THAT(plain, IsOk());
  ASSERT_THAT(with_section, IsOk());
  EXPECT_EQ(plain->hash, with_section->hash);
  EXPECT_EQ(plain->hash.size(), 64U);
}

TEST(FormatTest, RefusesABadHeaderAndSaysWhatWasExpected) {
  struct Case {
    size_t offset;
    std::string bytes;
    std::string message;
  };
  const std::vector<Case> cases = {
      {0, "X", "n: magic: found \"XOHRNET1\", expected \"COHRNET1\""},
      {8, "\2", "n: format version: found 2, expected 1"},
      {12, "\1", "n: width: found 1, expected 32 to 4096"},
      {15, "\xFF", "n: width: found 4278190112, expected at most 2147483647"},
      {16, "\1", "n: threat rows: found 1"},
      {20, "\1", "n: hidden 2: found 1"},
      {29, std::string(1, '\0'), "n: mirrored: found 0, expected 1"},
      {30, "\15", "n: shift: found 13, expected 14"},
      {31, "\177", "n: activation maximum: found 127, expected 255"},
      {63, "\10", "n: bucket table, entry 31: found 8, expected below 8"},
      {64, "abc", "n: hash: found 616263"},
      {96, "\1", "n: payload bytes: found "},
      {111, "\1", "n: reserved: found "},
      {112, "\1\2\3", "n: hash: found "},
  };
  for (const Case& c : cases) {
    std::string bytes = SerializeNetwork(SmallNet(), {});
    bytes.replace(c.offset, c.bytes.size(), c.bytes);
    EXPECT_THAT(ParseNetwork("n", bytes),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.message)));
  }
}

TEST(FormatTest, RefusesATruncatedFileWhereverItEnds) {
  const std::string bytes = SerializeNetwork(SmallNet(), {});
  for (size_t size = 0; size < 112; ++size) {
    EXPECT_THAT(ParseNetwork("n", bytes.substr(0, size)),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("n: ")));
  }
  EXPECT_THAT(ParseNetwork("n", bytes.substr(0, bytes.size() - 1)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("n: payload: found ")));
}

TEST(FormatTest, RefusesANetWhoseSumsMayLeave32Bits) {
  std::string bytes = SerializeNetwork(SmallNet(), {});
  // The output bias stands last.
  bytes.replace(bytes.size() - 4, 4, "\xFF\xFF\xFF\x7F");
  EXPECT_THAT(ParseNetwork("n", Rehashed(bytes, bytes.size())),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("n: output, neuron 0")));
}

TEST(FormatTest, SkipsUnknownSections) {
  const std::string bytes = SerializeNetwork(SmallNet(), {});
  const std::string zero =
      SerializeNetwork(SmallNet(), {.zero_points = ChargeBounds(SmallNet())}).substr(bytes.size());
  const auto file = ParseNetwork("n", absl::StrCat(bytes, SectionBytes("UNKNOWN1", "abc"), zero,
                                                   SectionBytes("UNKNOWN2", "")));
  ASSERT_THAT(file, IsOk());
  EXPECT_TRUE(file->sections.zero_points.has_value());
}

TEST(FormatTest, RefusesBytesThatAreNoSection) {
  const std::string bytes = SerializeNetwork(SmallNet(), {});
  const std::string section = SectionBytes("UNKNOWN1", "abc");
  for (size_t size = 1; size < section.size(); ++size) {
    EXPECT_THAT(ParseNetwork("n", bytes + section.substr(0, size)),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("n: section")));
  }
  std::string changed = section;
  changed.back() = 'd';
  EXPECT_THAT(ParseNetwork("n", bytes + changed),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("n: section \"UNKNOWN1\", hash: found ")));
}

TEST(FormatTest, RefusesSectionsTwiceOrOutOfOrder) {
  const std::string bytes = SerializeNetwork(ThreatNet(), {});
  const Sections all = {ChargeBounds(ThreatNet()), true, true};
  const auto only = [&bytes](const Sections& sections) {
    return SerializeNetwork(ThreatNet(), sections).substr(bytes.size());
  };
  const std::string zero = only({.zero_points = all.zero_points});
  const std::string fold = only({.fold = true});
  const std::string rows8 = only({.rows8 = true});
  EXPECT_THAT(ParseNetwork("n", absl::StrCat(bytes, zero, zero)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("n: section: found \"ZEROPNT1\" again, expected each once")));
  for (const std::string& order : {fold + zero, rows8 + fold, rows8 + zero}) {
    EXPECT_THAT(ParseNetwork("n", bytes + order),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("expected it before")));
  }
}

TEST(FormatTest, RefusesSectionsThatContradictThePayload) {
  const std::string bytes = SerializeNetwork(ThreatNet(), {});
  const std::string unfolded = EncodeRows8(ThreatNet(), Fold::None(ThreatNet().architecture));
  const auto refuses = [&bytes](absl::string_view tag, absl::string_view data,
                                absl::string_view message) {
    EXPECT_THAT(ParseNetwork("n", bytes + SectionBytes(tag, data)),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
  };
  refuses("FOLD___1", std::string(4, '\0'), "n: FOLD___1: found data with SHA-256");
  refuses("ROWS8__1", unfolded + "x", "n: ROWS8__1: found data with SHA-256");
  refuses("ZEROPNT1", "abc", "n: ZEROPNT1, bytes: found 3, expected 384");
  std::string points(384, '\0');
  points[0] = 1;
  refuses("ZEROPNT1", points, "n: ZEROPNT1, zero point of neuron 0: found 1, expected 0");
  points[0] = 0;
  points[128] = 1;
  refuses("ZEROPNT1", points,
          "n: ZEROPNT1, lower bound of neuron 0: found 1, expected at most the upper bound, 0");
  EXPECT_THAT(ParseNetwork("n", SerializeNetwork(SmallNet(), {}) + SectionBytes("FOLD___1", "")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("without threats")));
}

TEST(FormatTest, NamesTheFileThatIsNotThere) {
  EXPECT_THAT(ReadNetwork("/no/such.net"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/no/such.net")));
}

}  // namespace
}  // namespace coherent::net
