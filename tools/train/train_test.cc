#include "tools/train/train.h"

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/base/random.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/chess/types.h"
#include "lib/data/record.h"
#include "lib/data/writer.h"
#include "lib/train/checkpoint.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

// Games of random moves, scored by who has more pieces.
std::string WritePackage(const std::string& name, u64 seed) {
  std::string path = TemporaryPath(name);
  std::filesystem::remove(path);
  auto writer = data::PackageWriter::Create(path, Json{{"kind", "import"}});
  EXPECT_THAT(writer, IsOk());
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    data::Game game = {.outcome = static_cast<data::Outcome>(random.Below(3))};
    chess::PlayRandomly(
        chess::Position(), 100, random,
        [&](const chess::Position& before, chess::Move move, const chess::Position&) {
          const int more = before.Pieces(chess::Color::kWhite).Count() -
                           before.Pieces(chess::Color::kBlack).Count();
          game.moves.push_back({move, static_cast<i16>(150 * more)});
        });
    EXPECT_THAT(writer->Add(game), IsOk());
  }
  EXPECT_THAT(writer->Finish(), IsOk());
  return path;
}

std::string WriteText(const std::string& name, const std::string& text) {
  std::string path = TemporaryPath(name);
  EXPECT_THAT(WriteFileAtomically(path, text), IsOk());
  return path;
}

class TrainTest : public ::testing::Test {
 protected:
  TrainOptions OptionsFor(const std::string& folder) {
    const std::string out = TemporaryPath(folder);
    std::filesystem::remove_all(out);
    return {.recipe = recipe_, .data = data_, .check = check_, .out = out, .threads = 2};
  }

  const std::string recipe_ = WriteText("recipe.json", R"({
      "net": {"width": 32}, "batch": 256, "epochs": 6, "check_every": 7, "result_share": 0.1,
      "rate": [{"steps": 5, "from": 0, "to": 2e-3}, {"from": 2e-3, "to": 0}]})");
  const std::vector<std::string> data_ = {WritePackage("a", 1), WritePackage("b", 2)};
  const std::vector<std::string> check_ = {WritePackage("c", 3), WritePackage("d", 4)};
  std::ostringstream out_;
};

TEST_F(TrainTest, LeavesNetStateAndCurve) {
  const TrainOptions options = OptionsFor("run");
  ASSERT_THAT(TrainNet(options, out_), IsOk());
  EXPECT_THAT(out_.str(), HasSubstr("error on packages held out: 0."));
  ASSERT_THAT(train::ReadCheckpoint(options.out + "/net.safetensors"), IsOk());
  EXPECT_THAT(*ReadFile(options.out + "/curve.jsonl"), HasSubstr("\"check_low\""));
  EXPECT_THAT(*ReadFile(options.out + "/curve.html"), HasSubstr("<svg"));
  EXPECT_THAT(TrainNet(options, out_),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr("--resume")));
}

TEST_F(TrainTest, HasNothingToDoWhenResumedAtTheEnd) {
  TrainOptions options = OptionsFor("ended");
  ASSERT_THAT(TrainNet(options, out_), IsOk());
  const std::string curve = *ReadFile(options.out + "/curve.jsonl");
  options.resume = true;
  ASSERT_THAT(TrainNet(options, out_), IsOk());
  EXPECT_EQ(*ReadFile(options.out + "/curve.jsonl"), curve);
}

TEST_F(TrainTest, ResumesToTheBitWhatASignalStopped) {
  const std::string recipe = WriteText("long.json", R"({
      "net": {"width": 32}, "batch": 256, "epochs": 60, "check_every": 50, "result_share": 0.1,
      "rate": [{"steps": 5, "from": 0, "to": 2e-3}, {"from": 2e-3, "to": 0}]})");
  TrainOptions whole = OptionsFor("whole");
  whole.recipe = recipe;
  ASSERT_THAT(TrainNet(whole, out_), IsOk());

  TrainOptions stopped = OptionsFor("stopped");
  stopped.recipe = recipe;
  auto child = Subprocess::Start(
      {.argv = {"tools/train/coherent-train", recipe, "--data", data_[0], data_[1], "--check",
                check_[0], check_[1], "--out", stopped.out, "--threads", "1"}});
  ASSERT_THAT(child, IsOk());
  const std::string state = stopped.out + "/state.safetensors";
  const Deadline deadline = In(std::chrono::minutes(3));
  while (!std::filesystem::exists(state) && Clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  kill((*child)->pid(), SIGINT);
  const auto status = (*child)->Wait(deadline);
  ASSERT_THAT(status, IsOk());
  EXPECT_EQ(status->ToString(), "exited with code 130");

  stopped.resume = true;
  ASSERT_THAT(TrainNet(stopped, out_), IsOk());
  for (const char* file : {"/net.safetensors", "/state.safetensors"}) {
    EXPECT_EQ(*ReadFile(stopped.out + file), *ReadFile(whole.out + file));
  }
}

TEST_F(TrainTest, RefusesToResumeWithOtherData) {
  TrainOptions options = OptionsFor("other");
  ASSERT_THAT(TrainNet(options, out_), IsOk());
  options.resume = true;
  options.data.pop_back();
  EXPECT_THAT(TrainNet(options, out_), StatusIs(kInvalid, HasSubstr("another run")));
}

TEST_F(TrainTest, RefusesToHoldOutWhatItTrainsOn) {
  TrainOptions options = OptionsFor("both");
  options.check.push_back(data_[0]);
  EXPECT_THAT(TrainNet(options, out_), StatusIs(kInvalid, HasSubstr("held out and trained on")));
}

TEST_F(TrainTest, SaysWhatIsMissing) {
  EXPECT_THAT(TrainNet(TrainOptions(), out_), StatusIs(kInvalid, "the recipe is missing"));
  EXPECT_THAT(TrainNet({.recipe = recipe_}, out_), StatusIs(kInvalid, "--data is missing"));
}

TEST_F(TrainTest, WidensAndTellsHowFarOutputsDeviate) {
  const TrainOptions narrow = OptionsFor("narrow");
  ASSERT_THAT(TrainNet(narrow, out_), IsOk());
  TrainOptions wide = OptionsFor("wide");
  wide.recipe = WriteText("wide.json", R"({"net": {"width": 64}, "rate": 1e-4, "batch": 256,
      "result_share": 0.1})");
  wide.widen_from = narrow.out + "/net.safetensors";
  ASSERT_THAT(TrainNet(wide, out_), IsOk());
  EXPECT_THAT(out_.str(), HasSubstr("widened: outputs deviate by at most"));
  EXPECT_EQ(train::ReadCheckpoint(wide.out + "/net.safetensors")->shape.architecture.width, 64);
}

TEST_F(TrainTest, ComparesNetsOnPackagesHeldOut) {
  const TrainOptions a = OptionsFor("first");
  TrainOptions b = OptionsFor("second");
  b.recipe = WriteText(
      "short.json", R"({"net": {"width": 32}, "rate": 1e-6, "batch": 256, "result_share": 0.1})");
  ASSERT_THAT(TrainNet(a, out_), IsOk());
  ASSERT_THAT(TrainNet(b, out_), IsOk());
  CheckOptions options = {.recipe = recipe_,
                          .nets = {a.out + "/net.safetensors", b.out + "/net.safetensors"},
                          .check = check_,
                          .threads = 2,
                          .json = true};
  std::ostringstream out;
  ASSERT_THAT(CheckNets(options, out), IsOk());
  const Json result = *ParseJson("result", out.str());
  const Json& more = result["nets"][1]["more_than_first"];
  EXPECT_LT(more["low"].get<double>(), more["mean"].get<double>());
  EXPECT_GT(more["high"].get<double>(), more["mean"].get<double>());
  EXPECT_NEAR(result["nets"][1]["error"]["mean"].get<double>(),
              result["nets"][0]["error"]["mean"].get<double>() + more["mean"].get<double>(), 1e-9);
  options.json = false;
  ASSERT_THAT(CheckNets(options, out), IsOk());
  EXPECT_THAT(out.str(), HasSubstr("more than the first"));
}

}  // namespace
}  // namespace coherent
