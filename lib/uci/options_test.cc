#include "lib/uci/options.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent::uci {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// An option of each type, and what was set last.
class OptionsTest : public testing::Test {
 protected:
  OptionsTest() {
    table_.AddCheck("Ponder", false, OptionTiming::kAnyTime, [this](bool on) {
      ponder_ = on;
      return absl::OkStatus();
    });
    table_.AddSpin("Hash", {.initial = 64, .min = 1, .max = 1024}, OptionTiming::kBetweenSearches,
                   [this](i64 mib) {
                     if (mib > 512) return absl::ResourceExhaustedError("no memory");
                     hash_ = mib;
                     return absl::OkStatus();
                   });
    table_.AddCombo("Style", "Solid", {"Solid", "Very Risky"}, OptionTiming::kAnyTime,
                    [this](const std::string& style) {
                      text_ = style;
                      return absl::OkStatus();
                    });
    table_.AddText("File", "", OptionTiming::kAnyTime, [this](const std::string& path) {
      text_ = path;
      return absl::OkStatus();
    });
    table_.AddButton("Clear Hash", OptionTiming::kBetweenSearches, [this] {
      ++presses_;
      return absl::OkStatus();
    });
  }

  absl::Status Set(absl::string_view name, const std::optional<std::string>& value) {
    const absl::StatusOr<OptionChange> change = table_.Check(name, value);
    return change.ok() ? change->apply() : change.status();
  }

  OptionTable table_;
  bool ponder_ = false;
  i64 hash_ = 64;
  std::string text_ = "unset";
  int presses_ = 0;
};

TEST_F(OptionsTest, ListsThemselvesInTheOrderAdded) {
  EXPECT_THAT(table_.Lines(),
              ElementsAre("option name Ponder type check default false",
                          "option name Hash type spin default 64 min 1 max 1024",
                          "option name Style type combo default Solid var Solid var Very Risky",
                          "option name File type string default <empty>",
                          "option name Clear Hash type button"));
}

TEST_F(OptionsTest, NamesCompareWithoutCase) {
  EXPECT_TRUE(Set("hAsH", "8").ok());
  EXPECT_EQ(hash_, 8);
}

TEST_F(OptionsTest, BadNumbersKeepTheOldValueAndSayWhatIsAllowed) {
  for (const char* const value : {"abc", "", "99999999999999999999", "-3", "0", "1025", "8x"}) {
    EXPECT_THAT(Set("Hash", value).message(),
                AllOf(HasSubstr("Hash"), HasSubstr("found \"" + std::string(value) + "\"")));
  }
  EXPECT_THAT(Set("Hash", "1025").message(), HasSubstr("expected a number from 1 to 1024"));
  EXPECT_EQ(Set("Hash", std::nullopt).message(), "option Hash: no value");
  EXPECT_EQ(hash_, 64);
}

TEST_F(OptionsTest, AValueThatCannotBeAppliedIsReportedAndALaterOneTakesEffect) {
  EXPECT_EQ(Set("Hash", "1024").message(), "no memory");
  EXPECT_TRUE(Set("Hash", "2").ok());
  EXPECT_EQ(hash_, 2);
}

TEST_F(OptionsTest, ChecksTakeTrueAndFalseOnly) {
  EXPECT_TRUE(Set("Ponder", "TRUE").ok());
  EXPECT_TRUE(ponder_);
  EXPECT_FALSE(Set("Ponder", "yes").ok());
  EXPECT_FALSE(Set("Ponder", std::nullopt).ok());
  EXPECT_TRUE(ponder_);
  EXPECT_TRUE(Set("Ponder", "false").ok());
  EXPECT_FALSE(ponder_);
}

TEST_F(OptionsTest, CombosTakeTheirChoicesOnly) {
  EXPECT_TRUE(Set("Style", "very risky").ok());
  EXPECT_EQ(text_, "Very Risky");
  EXPECT_THAT(Set("Style", "Wild").message(), HasSubstr("expected one of: Solid, Very Risky"));
}

TEST_F(OptionsTest, TextsKeepTheirBlanksAndMayBeEmpty) {
  EXPECT_TRUE(Set("File", "nets/my net/a  b.bin").ok());
  EXPECT_EQ(text_, "nets/my net/a  b.bin");
  EXPECT_TRUE(Set("File", "<empty>").ok());
  EXPECT_EQ(text_, "");
  EXPECT_FALSE(Set("File", std::nullopt).ok());
}

TEST_F(OptionsTest, ButtonsArePressedWithOrWithoutAValue) {
  EXPECT_TRUE(Set("Clear Hash", std::nullopt).ok());
  EXPECT_TRUE(Set("clear hash", "true").ok());
  EXPECT_EQ(presses_, 2);
}

TEST_F(OptionsTest, UnknownNamesAreRefused) {
  EXPECT_THAT(Set("UCI_Variant", "chess").message(), HasSubstr("no option UCI_Variant"));
}

TEST_F(OptionsTest, NothingHappensBeforeTheChangeIsApplied) {
  const absl::StatusOr<OptionChange> change = table_.Check("Hash", "5");
  ASSERT_TRUE(change.ok());
  EXPECT_EQ(change->timing, OptionTiming::kBetweenSearches);
  EXPECT_EQ(hash_, 64);
}

}  // namespace
}  // namespace coherent::uci
