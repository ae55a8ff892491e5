#include "lib/syzygy/tables.h"

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/testing.h"

namespace coherent::syzygy {
namespace {

using chess::PositionOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

// A folder with one file in it.
std::string FolderWith(const std::string& file, const std::string& bytes) {
  static int folders = 0;
  std::string folder = TemporaryPath(absl::StrCat("syzygy", folders++));
  std::filesystem::create_directory(folder);
  EXPECT_THAT(WriteFileAtomically(absl::StrCat(folder, "/", file), bytes), IsOk());
  return folder;
}

std::string BytesOf(const std::string& file) {
  return ReadFile(TestdataPath(absl::StrCat("syzygy/", file))).value();
}

TEST(TablesTest, FindsTheTablesOfAllFolders) {
  const auto tables = Tables::Load(TestdataPath("syzygy"));
  ASSERT_THAT(tables, IsOk());
  EXPECT_EQ((*tables)->wdl_count(), 5);
  EXPECT_EQ((*tables)->dtz_count(), 5);
  EXPECT_EQ((*tables)->max_pieces(), 3);
  const std::string folders = absl::StrCat(FolderWith("KQvK.rtbw", BytesOf("KQvK.rtbw")), ":",
                                           FolderWith("KRvK.rtbw", BytesOf("KRvK.rtbw")));
  const auto two = Tables::Load(folders);
  ASSERT_THAT(two, IsOk());
  EXPECT_EQ((*two)->wdl_count(), 2);
  EXPECT_EQ((*two)->dtz_count(), 0);
}

TEST(TablesTest, FindsATableForEitherColor) {
  const auto tables = Tables::Load(TestdataPath("syzygy"));
  ASSERT_THAT(tables, IsOk());
  EXPECT_NE((*tables)->Wdl(PositionOf("8/8/4k3/8/8/3K4/8/6R1 w - - 0 1")), nullptr);
  EXPECT_NE((*tables)->Wdl(PositionOf("8/8/4k3/8/8/3K4/8/6r1 w - - 0 1")), nullptr);
  EXPECT_EQ((*tables)->Wdl(PositionOf("8/8/4k3/8/8/3K4/8/R5r1 w - - 0 1")), nullptr);
}

TEST(TablesTest, NamesAFolderThatIsNotThere) {
  EXPECT_THAT(Tables::Load("/nowhere/to/be/found"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nowhere/to/be/found")));
}

TEST(TablesTest, ReportsAFileOfAnotherKind) {
  EXPECT_THAT(Tables::Load(FolderWith("KQvK.rtbw", BytesOf("KQvK.rtbz"))),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("KQvK.rtbw: magic number: found a50c66d7"),
                             HasSubstr("expected 5d23e871"))));
}

TEST(TablesTest, ReportsATableOfOtherMaterial) {
  EXPECT_THAT(
      Tables::Load(FolderWith("KQvK.rtbw", BytesOf("KRvK.rtbw"))),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("KQvK.rtbw: order of pieces")));
  EXPECT_THAT(Tables::Load(FolderWith("KQvK.rtbw", BytesOf("KPvK.rtbw"))),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("KQvK.rtbw: flags")));
}

TEST(TablesTest, ReportsAFileOfTheWrongSizeWhereverItIsCut) {
  for (const char* file : {"KPvK.rtbw", "KRvK.rtbz"}) {
    const std::string bytes = BytesOf(file);
    EXPECT_THAT(Tables::Load(FolderWith(file, bytes + std::string(64, '\0'))),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr(file)));
    for (size_t size = 0; size < bytes.size(); size += size % 64 == 15 ? 1 : 509) {
      const auto tables = Tables::Load(FolderWith(file, bytes.substr(0, size)));
      EXPECT_THAT(tables, StatusIs(absl::StatusCode::kDataLoss, HasSubstr(file))) << size;
    }
  }
}

// What a damaged file says is anybody's guess, but asking is harmless.
TEST(TablesTest, DamagedBytesAreRefusedOrHarmless) {
  Random random(11);
  const auto positions = {
      PositionOf("8/8/4k3/8/8/3K4/3P4/8 w - - 0 1"), PositionOf("8/8/4k3/8/8/3K4/3P4/8 b - - 0 1"),
      PositionOf("8/5k2/8/8/8/P7/8/7K b - - 0 1"), PositionOf("8/p7/8/2k5/8/8/8/K7 b - - 0 1")};
  const Material material = *Material::FromName("KPvK");
  int parsed = 0;
  for (const TableKind kind : {TableKind::kWdl, TableKind::kDtz}) {
    const std::string good = BytesOf(kind == TableKind::kWdl ? "KPvK.rtbw" : "KPvK.rtbz");
    for (int i = 0; i < 2'000; ++i) {
      std::string bytes = good;
      // Half of the damage near the beginning, where it changes what the rest means.
      const size_t end = i % 2 == 0 ? 600 : bytes.size();
      for (int j = 0; j < 3; ++j)
        bytes[5 + random.Below(end - 5)] = static_cast<char>(random.Next());
      const auto table = Table::Parse("damaged", bytes, kind, material);
      if (!table.ok()) continue;
      ++parsed;
      for (const chess::Position& position : positions) {
        if (kind == TableKind::kWdl) {
          table->WdlOf(position);
        } else if (table->Knows(position)) {
          table->DtzOf(position, Wdl::kWin);
        }
      }
    }
  }
  EXPECT_GT(parsed, 100);
}

}  // namespace
}  // namespace coherent::syzygy
