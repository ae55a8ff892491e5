#include "lib/uci/display.h"

#include "gtest/gtest.h"
#include "lib/chess/fen.h"

namespace coherent::uci {
namespace {

TEST(DisplayTest, ShowsTheBoardFromWhitesSideAndWhoGivesCheck) {
  const std::string text = DisplayText(chess::ParseFen("4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1").value());
  EXPECT_EQ(text.substr(0, text.find("Key")),
            "8  . . . . k . . .\n"
            "7  . . . . . . . .\n"
            "6  . . . . . N . .\n"
            "5  . . . . . . . .\n"
            "4  . . . . . . . .\n"
            "3  . . . . . . . .\n"
            "2  . . . . . . . .\n"
            "1  K . . . R . . .\n"
            "\n"
            "   a b c d e f g h\n"
            "\n"
            "Fen: 4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1\n");
  EXPECT_NE(text.find("\nCheckers: e1 f6"), std::string::npos);
}

}  // namespace
}  // namespace coherent::uci
