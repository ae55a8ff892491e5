#include "tools/data/data.h"

#include <unistd.h>

#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using testing::HasSubstr;

std::string Imported(const std::string& file, DataFormat format, absl::string_view name) {
  std::string package = TemporaryPath(name);
  unlink(package.c_str());
  std::ostringstream out;
  EXPECT_THAT(ImportPackage({.file = file, .format = format, .package = package}, out), IsOk());
  return package;
}

std::string Exported(const std::string& package, DataFormat format) {
  std::ostringstream out;
  EXPECT_THAT(ExportPackage({.package = package, .format = format}, out), IsOk());
  return out.str();
}

TEST(DataTest, EveryFormatComesBack) {
  const std::string pgn = TestdataPath("pgn/own_fastchess_tc_all_fields.pgn");
  const std::string package = Imported(pgn, DataFormat::kPgn, "pgn.games");
  for (const DataFormat format : {DataFormat::kViriformat, DataFormat::kText}) {
    const std::string exported = Exported(package, format);
    const std::string file = TemporaryPath("exported");
    ASSERT_THAT(WriteFileAtomically(file, exported), IsOk());
    EXPECT_EQ(Exported(Imported(file, format, "again.games"), format), exported);
  }
  std::ostringstream out;
  EXPECT_FALSE(ExportPackage({.package = package, .format = DataFormat::kPgn}, out).ok());
}

TEST(DataTest, InfoTellsWhatIsThere) {
  const std::string pgn = TestdataPath("pgn/own_fastchess_nodes_adjudicated.pgn");
  const std::string package = Imported(pgn, DataFormat::kPgn, "info.games");
  std::ostringstream out;
  ASSERT_THAT(ShowPackages({.packages = {package}, .json = true}, out), IsOk());
  const Json info = Json::parse(out.str());
  EXPECT_EQ(info["games"], 2);
  EXPECT_EQ(info["endings"]["adjudicated_win"], 2);
  EXPECT_EQ(info["manifest"]["format"], "pgn");
  std::ostringstream text;
  ASSERT_THAT(ShowPackages({.packages = {package}}, text), IsOk());
  EXPECT_THAT(text.str(), HasSubstr("adjudicated win 100.0 %"));
}

TEST(DataTest, InfoFindsDamageAndNoGames) {
  const std::string pgn = TestdataPath("pgn/own_fastchess_nodes_adjudicated.pgn");
  const std::string package = Imported(pgn, DataFormat::kPgn, "damaged.games");
  std::string bytes = *ReadFile(package);
  bytes[bytes.size() / 2] ^= 1;
  ASSERT_THAT(WriteFileAtomically(package, bytes), IsOk());
  std::ostringstream out;
  EXPECT_THAT(ShowPackages({.packages = {package}}, out),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("damaged.games: block 1 at byte ")));
  ASSERT_THAT(WriteFileAtomically(package, ""), IsOk());
  EXPECT_FALSE(ShowPackages({.packages = {package}}, out).ok());
}

TEST(DataTest, ImportCountsWhatItPassedOver) {
  const std::string package = TemporaryPath("counted.games");
  std::ostringstream out;
  ASSERT_THAT(ImportPackage({.file = TestdataPath("pgn/edge/multiple.pgn"),
                             .format = DataFormat::kPgn,
                             .package = package,
                             .json = true},
                            out),
              IsOk());
  const Json counts = Json::parse(out.str());
  EXPECT_EQ(counts["package"], package);
  EXPECT_GT(counts["games"], 0);
  EXPECT_GT(counts["positions"], counts["games"]);
  EXPECT_EQ(counts["passed_over"]["without_moves"], 0);
}

TEST(DataTest, AFailedImportLeavesNoPackage) {
  const std::string file = TestdataPath("pgn/edge/corrupted.pgn");
  const std::string package = TemporaryPath("none.games");
  std::ostringstream out;
  const DataImportOptions options = {.file = file, .format = DataFormat::kPgn, .package = package};
  EXPECT_FALSE(ImportPackage(options, out).ok());
  EXPECT_NE(access(package.c_str(), F_OK), 0);
  EXPECT_NE(access((package + ".partial").c_str(), F_OK), 0);
}

TEST(DataTest, AnImportReplacesWhatAKilledOneLeftButNoPackage) {
  const std::string package = TemporaryPath("imported_once.games");
  ASSERT_THAT(WriteFileAtomically(package + ".partial", "half a package"), IsOk());
  std::ostringstream out;
  const DataImportOptions options = {
      .file = TestdataPath("pgn/edge/book.pgn"), .format = DataFormat::kPgn, .package = package};
  ASSERT_THAT(ImportPackage(options, out), IsOk());
  EXPECT_NE(access((package + ".partial").c_str(), F_OK), 0);
  const std::string bytes = *ReadFile(package);
  EXPECT_THAT(ImportPackage(options, out),
              StatusIs(absl::StatusCode::kAlreadyExists, testing::HasSubstr(package)));
  EXPECT_EQ(*ReadFile(package), bytes);
}

}  // namespace
}  // namespace coherent
