#include "tools/gate/difference.h"

#include "gtest/gtest.h"

namespace coherent::gate {
namespace {

TEST(DifferenceTest, MarksAPartOfALine) {
  const MarkedText text{"info nodes 12 time 3", 11, 13};
  EXPECT_EQ(text.Part(), "12");
  EXPECT_EQ(text.Marked(), "info nodes >12< time 3");
  EXPECT_EQ((MarkedText{"info nodes 12", 0, 0}.Marked()), "info nodes 12");
  EXPECT_EQ(MarkedText().Marked(), "");
}

TEST(DifferenceTest, NamesEveryKind) {
  EXPECT_EQ(NameOf(Kind::kGreeting), "greeting");
  EXPECT_EQ(NameOf(Kind::kTechnical), "technical");
}

}  // namespace
}  // namespace coherent::gate
