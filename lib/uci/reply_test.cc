#include "lib/uci/reply.h"

#include <string>
#include <variant>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace coherent::uci {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Reply Parsed(absl::string_view line) {
  absl::StatusOr<Reply> reply = ParseReply(line);
  EXPECT_TRUE(reply.ok()) << reply.status();
  return reply.value_or(Unknown{"not parsed"});
}

template <class T>
T ParsedAs(absl::string_view line) {
  const Reply reply = Parsed(line);
  EXPECT_TRUE(std::holds_alternative<T>(reply)) << line;
  return std::holds_alternative<T>(reply) ? std::get<T>(reply) : T();
}

std::string ErrorOf(absl::string_view line) {
  return std::string(ParseReply(line).status().message());
}

TEST(ReplyTest, TrimsBlanksAroundSingleWords) {
  EXPECT_EQ(Parsed(" readyok"), Reply(ReadyOk{}));
  EXPECT_EQ(Parsed("uciok \r"), Reply(UciOk{}));
}

TEST(ReplyTest, KeepsWhatTheProtocolDoesNotKnow) {
  EXPECT_EQ(Parsed(" hash=16MB\r\n"), Reply(Unknown{"hash=16MB"}));
  EXPECT_EQ(Parsed("  \t"), Reply(Unknown{""}));
  EXPECT_EQ(Parsed("readyokuciok"), Reply(Unknown{"readyokuciok"}));
}

TEST(ReplyTest, ReadsWhoTheEngineIs) {
  EXPECT_EQ(Parsed("id name  Stockfish\t15.1"), Reply(Id{"name", "Stockfish 15.1"}));
}

TEST(ReplyTest, ReadsSpinOptionsWithBlanksInTheName) {
  const auto option = ParsedAs<OptionOffer>(
      "option name Move  Overhead type spin default 10 "
      "min -5 max 5000");
  EXPECT_EQ(option.name, "Move Overhead");
  EXPECT_EQ(option.type, OptionOffer::Type::kSpin);
  EXPECT_EQ(option.default_value, "10");
  EXPECT_EQ(option.min, -5);
  EXPECT_EQ(option.max, 5000);
}

TEST(ReplyTest, ReadsComboOptionsWithBlanksInTheChoices) {
  const auto option = ParsedAs<OptionOffer>(
      "option name Style type combo default Very Solid var Very Solid var Wild");
  EXPECT_EQ(option.default_value, "Very Solid");
  EXPECT_THAT(option.choices, ElementsAre("Very Solid", "Wild"));
}

TEST(ReplyTest, AStringOptionMayHoldAnyWord) {
  const auto option = ParsedAs<OptionOffer>("option name File type string default a var of min");
  EXPECT_EQ(option.default_value, "a var of min");
  EXPECT_EQ(ParsedAs<OptionOffer>("option name Log type string default ").default_value, "");
  EXPECT_EQ(ParsedAs<OptionOffer>("option name Log type string").default_value, std::nullopt);
}

TEST(ReplyTest, AcceptsExactlyTheValuesAnOptionOffers) {
  const auto hash = ParsedAs<OptionOffer>("option name Hash type spin default 16 min 2 max 64");
  EXPECT_TRUE(hash.Accepts("2").ok());
  EXPECT_THAT(std::string(hash.Accepts("1").message()), HasSubstr("from 2 to 64"));
  EXPECT_FALSE(hash.Accepts("65").ok());
  EXPECT_FALSE(hash.Accepts("many").ok());
  const auto ponder = ParsedAs<OptionOffer>("option name Ponder type check default false");
  EXPECT_TRUE(ponder.Accepts("true").ok());
  EXPECT_FALSE(ponder.Accepts("1").ok());
  const auto style =
      ParsedAs<OptionOffer>("option name S type combo default Wild var Wild var Off");
  EXPECT_TRUE(style.Accepts("off").ok());
  EXPECT_THAT(std::string(style.Accepts("tame").message()), HasSubstr("Wild, Off"));
  const auto clear = ParsedAs<OptionOffer>("option name Clear Hash type button");
  EXPECT_TRUE(clear.Accepts("").ok());
  EXPECT_FALSE(clear.Accepts("now").ok());
  const auto file = ParsedAs<OptionOffer>("option name File type string default <empty>");
  EXPECT_TRUE(file.Accepts("any thing").ok());
  EXPECT_FALSE(file.Accepts("two\nlines").ok());
}

TEST(ReplyTest, ReadsTheAnswerToGo) {
  EXPECT_EQ(Parsed("bestmove e2e4 ponder e7e5"), Reply(BestMove{"e2e4", "e7e5"}));
  EXPECT_EQ(Parsed("bestmove e2e4"), Reply(BestMove{"e2e4", std::nullopt}));
  EXPECT_EQ(Parsed("bestmove e2e4 ponder"), Reply(BestMove{"e2e4", std::nullopt}));
  EXPECT_TRUE(ParsedAs<BestMove>("bestmove (none)").IsNull());
  EXPECT_TRUE(ParsedAs<BestMove>("bestmove 0000").IsNull());
  EXPECT_FALSE(ParsedAs<BestMove>("bestmove a1a1").IsNull());
}

TEST(ReplyTest, RefusesKnownLinesThatGoOnWrongly) {
  EXPECT_THAT(ErrorOf("bestmove"), HasSubstr("expected a move"));
  EXPECT_THAT(ErrorOf("bestmove e2e4 e7e5"), HasSubstr("expected ponder"));
  EXPECT_THAT(ErrorOf("bestmove e2e4 ponder e7e5 info"), HasSubstr("end of the line"));
  EXPECT_THAT(ErrorOf("readyok info depth 3"), HasSubstr("found \"info\""));
  EXPECT_THAT(ErrorOf("option Hash"), HasSubstr("expected name"));
  EXPECT_THAT(ErrorOf("option name type spin"), HasSubstr("expected a name"));
  EXPECT_THAT(ErrorOf("option name Hash"), HasSubstr("Hash: type"));
  EXPECT_THAT(ErrorOf("option name Hash type number"), HasSubstr("found \"number\""));
  EXPECT_THAT(ErrorOf("option name Hash type spin min few"), HasSubstr("found \"few\""));
  EXPECT_THAT(ErrorOf("option name Hash type spin 16"), HasSubstr("found \"16\""));
  EXPECT_THAT(ErrorOf("id"), HasSubstr("name or author"));
  EXPECT_THAT(ErrorOf("info depth deep"), HasSubstr("depth"));
}

TEST(ReplyTest, PrintsWhatItParsed) {
  for (const char* const line : {
           "id name Coherent 1.2.3",
           "id author somebody",
           "option name Clear Hash type button",
           "option name Hash type spin default 16 min 1 max 33554432",
           "option name Ponder type check default false",
           "option name EvalFile type string default <empty>",
           "option name Log type string default",
           "option name Style type combo default Solid var Solid var Wild",
           "uciok",
           "readyok",
           "info depth 3 nodes 12",
           "bestmove e2e4 ponder e7e5",
           "bestmove (none)",
           "Coherent by nobody",
           "",
       }) {
    EXPECT_EQ(Print(Parsed(line)), line);
  }
}

}  // namespace
}  // namespace coherent::uci
