#include "lib/uci/client.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"

namespace coherent::uci {
namespace {

constexpr size_t kLastLines = 8;
constexpr size_t kMaxShownBytes = 300;
// An engine that prints more than this before `bestmove` is not searching.
constexpr size_t kMaxOddLines = 1000;
constexpr size_t kMaxSearchLines = 1'000'000;
constexpr absl::string_view kUnasked = "a line of a search, but no search is running";
// For an engine that has closed its output: is it dead, or only silent?
constexpr auto kEndWait = std::chrono::seconds(1);
// How often a wait looks whether its caller has given up.
constexpr auto kCancelInterval = std::chrono::milliseconds(100);

std::vector<absl::string_view> WordsOf(absl::string_view line) {
  return absl::StrSplit(line, absl::ByAnyChar(" \t\r\n\v\f"), absl::SkipEmpty());
}

std::string Shortened(absl::string_view text) {
  if (text.size() <= kMaxShownBytes) return std::string(text);
  return absl::StrCat(text.substr(0, kMaxShownBytes), "...");
}

bool IsErrorText(const Info& info) {
  return info.text().has_value() && absl::StartsWithIgnoreCase(*info.text(), "error");
}

// Whether the reply may only come while a search is running; `info string` may come at any time.
bool BelongsToSearch(const Reply& reply) {
  const auto* const info = std::get_if<Info>(&reply);
  return std::holds_alternative<BestMove>(reply) || (info != nullptr && !info->text().has_value());
}

// Whether the line is the word and nothing else.
bool IsAlone(absl::string_view word, absl::string_view line) {
  return absl::StripAsciiWhitespace(line) == word;
}

void TakeGreetingLine(absl::string_view line, Greeting* greeting) {
  const std::vector<absl::string_view> words = WordsOf(line);
  if (words.empty() || (words[0] != "id" && words[0] != "option")) return;
  greeting->lines.push_back(absl::StrJoin(words, " "));
  const absl::StatusOr<Reply> reply = ParseReply(line);
  if (!reply.ok()) return;
  if (const auto* id = std::get_if<Id>(&*reply); id != nullptr && id->field == "name") {
    greeting->name = id->text;
  }
  if (const auto* option = std::get_if<OptionOffer>(&*reply); option != nullptr) {
    greeting->options.push_back(*option);
  }
}

}  // namespace

const OptionOffer* Greeting::Find(absl::string_view option) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](const OptionOffer& offer) {
    return absl::EqualsIgnoreCase(offer.name, option);
  });
  return found == options.end() ? nullptr : &*found;
}

std::string SearchRequest::PositionLine() const {
  return absl::StrCat("position fen ", fen, moves.empty() ? "" : " moves ",
                      absl::StrJoin(moves, " "));
}

std::string SearchRequest::GoLine() const { return absl::StrCat("go ", limits); }

absl::StatusOr<std::unique_ptr<Client>> Client::Start(Options options) {
  std::unique_ptr<Client> client(new Client(std::move(options)));
  const Options& kept = client->options_;
  ASSIGN_OR_RETURN(client->process_,
                   Subprocess::Start({.argv = kept.argv,
                                      .cpu = kept.cpu,
                                      .environment_overrides = kept.environment_overrides,
                                      .environment = kept.environment,
                                      .fixed_addresses = kept.fixed_addresses}));
  RETURN_IF_ERROR(client->Greet());
  return client;
}

absl::Status Client::Greet() {
  RETURN_IF_ERROR(Send("uci"));
  const Deadline first = DeadlineNow();
  while (true) {
    ASSIGN_OR_RETURN(const std::string line, ReadLine(first, "uciok"));
    if (IsAlone("uciok", line)) break;
    TakeGreetingLine(line, &greeting_);
  }
  // A second `uciok` before the answer to `isready` means that the first one came unasked, and what
  // stood before it too.
  RETURN_IF_ERROR(Send("isready"));
  const Deadline second = DeadlineNow();
  Greeting later;
  while (true) {
    ASSIGN_OR_RETURN(const std::string line, ReadLine(second, "readyok"));
    if (IsAlone("readyok", line)) return absl::OkStatus();
    TakeGreetingLine(line, &later);
    if (IsAlone("uciok", line)) greeting_ = std::exchange(later, Greeting());
  }
}

absl::Status Client::SetOption(absl::string_view name, absl::string_view value) {
  BeginTask();
  const auto refused = [&](absl::string_view why) {
    return absl::InvalidArgumentError(absl::StrCat(options_.name, " (", options_.argv[0],
                                                   "): option ", name, "=", value, ": ", why));
  };
  const OptionOffer* const offer = greeting_.Find(name);
  if (offer == nullptr) return refused("not offered");
  if (const absl::Status allowed = offer->Accepts(value); !allowed.ok()) {
    return refused(allowed.message());
  }
  const bool is_button = offer->type == OptionOffer::Type::kButton;
  RETURN_IF_ERROR(
      Send(absl::StrCat("setoption name ", offer->name, is_button ? "" : " value ", value)));
  ASSIGN_OR_RETURN(const std::vector<std::string> errors, AwaitReady());
  if (!errors.empty()) return refused(absl::StrJoin(errors, "; "));
  return absl::OkStatus();
}

absl::Status Client::NewGame() {
  BeginTask();
  RETURN_IF_ERROR(Send("ucinewgame"));
  return ExpectReady();
}

absl::Status Client::WaitUntilReady() {
  BeginTask();
  return ExpectReady();
}

absl::Status Client::ExpectReady() {
  ASSIGN_OR_RETURN(const std::vector<std::string> errors, AwaitReady());
  if (!errors.empty()) return Error(absl::StatusCode::kInternal, absl::StrJoin(errors, "; "));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> Client::AwaitReady() {
  RETURN_IF_ERROR(Send("isready"));
  const Deadline deadline = DeadlineNow();
  std::vector<std::string> errors;
  while (true) {
    ASSIGN_OR_RETURN(const std::string line, ReadLine(deadline, "readyok"));
    const absl::StatusOr<Reply> reply = ParseReply(line);
    if (!reply.ok()) return Error(absl::StatusCode::kInternal, reply.status().message());
    if (std::holds_alternative<ReadyOk>(*reply)) return errors;
    if (BelongsToSearch(*reply)) return Error(absl::StatusCode::kInternal, kUnasked);
    const auto* const info = std::get_if<Info>(&*reply);
    if (info != nullptr && IsErrorText(*info)) errors.emplace_back(*info->text());
  }
}

absl::StatusOr<SearchResult> Client::Search(const SearchRequest& request, const Watch& watch) {
  BeginTask();
  RETURN_IF_ERROR(Send(request.PositionLine()));
  RETURN_IF_ERROR(Send(request.GoLine()));
  const Clock::time_point start = Clock::now();
  Deadline deadline = DeadlineNow();
  SearchResult result;
  while (result.best_move.move.empty()) {
    ASSIGN_OR_RETURN(const std::string line, ReadLine(deadline, "bestmove"));
    const size_t lines_before = result.lines.size();
    RETURN_IF_ERROR(TakeSearchLine(line, &result));
    const bool is_new = result.lines.size() > lines_before;
    if (is_new && !result.stopped && watch != nullptr && !watch(result.lines.back().info)) {
      result.stopped = true;
      RETURN_IF_ERROR(Send("stop"));
      deadline = DeadlineNow();
    }
  }
  result.elapsed = Clock::now() - start;
  return result;
}

absl::Status Client::TakeSearchLine(absl::string_view line, SearchResult* result) {
  absl::StatusOr<Reply> reply = ParseReply(line);
  if (!reply.ok()) {
    result->odd_lines.push_back(
        {lines_received_, Shortened(line), std::string(reply.status().message())});
  } else if (auto* const info = std::get_if<Info>(&*reply); info != nullptr) {
    if (IsErrorText(*info)) return Error(absl::StatusCode::kInternal, *info->text());
    result->lines.push_back({lines_received_, std::move(*info)});
  } else if (auto* const best_move = std::get_if<BestMove>(&*reply); best_move != nullptr) {
    result->best_move = std::move(*best_move);
  } else if (!absl::StripAsciiWhitespace(line).empty()) {
    result->odd_lines.push_back(
        {lines_received_, Shortened(line), "no line that belongs to a search"});
  }
  if (result->odd_lines.size() > kMaxOddLines || result->lines.size() > kMaxSearchLines) {
    return Error(absl::StatusCode::kInternal, "too many lines before bestmove");
  }
  return absl::OkStatus();
}

absl::Status Client::Quit() {
  BeginTask();
  RETURN_IF_ERROR(Send("quit"));
  const Deadline deadline = DeadlineNow();
  absl::StatusOr<std::string> line;
  while ((line = NextLine(deadline)).ok()) {
    const absl::StatusOr<Reply> reply = ParseReply(*line);
    if (reply.ok() && BelongsToSearch(*reply)) return Error(absl::StatusCode::kInternal, kUnasked);
  }
  if (!absl::IsOutOfRange(line.status())) return Error(line.status().code(), "does not end");
  const absl::StatusOr<ExitStatus> exit = process_->Wait(deadline);
  if (!exit.ok()) return Error(exit.status().code(), "does not end");
  if (exit->signal != 0) return Error(absl::StatusCode::kUnavailable, exit->ToString());
  return absl::OkStatus();
}

absl::Status Client::Send(absl::string_view command) {
  commands_.emplace_back(command);
  const absl::Status status = process_->Write(absl::StrCat(command, "\n"), DeadlineNow());
  if (status.ok()) return absl::OkStatus();
  if (absl::IsUnavailable(status)) return EndedEarly("to read its input");
  return Error(status.code(), "does not read its input");
}

void Client::Remember(absl::string_view line) {
  ++lines_received_;
  last_lines_.push_back(absl::StrCat(lines_received_, ": ", Shortened(line)));
  if (last_lines_.size() > kLastLines) last_lines_.pop_front();
}

absl::StatusOr<std::string> Client::NextLine(Deadline deadline) {
  while (Clock::now() < deadline) {  // also for an engine that never stops printing
    absl::StatusOr<std::string> line = process_->ReadLine(std::min(deadline, In(kCancelInterval)));
    if (line.ok()) Remember(*line);
    if (!absl::IsDeadlineExceeded(line.status())) return line;
    if (options_.cancelled != nullptr && *options_.cancelled) {
      return absl::AbortedError("given up");
    }
  }
  return absl::DeadlineExceededError(
      absl::StrCat("nothing within ", options_.timeout.count(), " ms"));
}

absl::StatusOr<std::string> Client::ReadLine(Deadline deadline, absl::string_view wanted) {
  absl::StatusOr<std::string> line = NextLine(deadline);
  if (line.ok()) return line;
  if (absl::IsOutOfRange(line.status())) return EndedEarly(absl::StrCat("to send ", wanted));
  if (absl::IsDeadlineExceeded(line.status())) {
    return Error(absl::StatusCode::kDeadlineExceeded,
                 absl::StrCat("no ", wanted, " within ", options_.timeout.count(), " ms"));
  }
  return Error(line.status().code(), line.status().message());
}

absl::Status Client::EndedEarly(absl::string_view expected) {
  const absl::StatusOr<ExitStatus> exit = process_->Wait(In(kEndWait));
  absl::StatusOr<std::string> line;
  while ((line = process_->ReadLine(Clock::now())).ok()) Remember(*line);
  const bool is_cut = absl::StrContains(line.status().message(), "within the line");
  return Error(absl::StatusCode::kUnavailable,
               absl::StrCat(exit.ok() ? exit->ToString() : "has closed its pipe, but still runs",
                            "; it was expected ", expected, is_cut ? "; " : "",
                            is_cut ? line.status().message() : ""));
}

absl::Status Client::Error(absl::StatusCode code, absl::string_view what) const {
  std::string message = absl::StrCat(options_.name, " (", options_.argv[0], "): ", what);
  absl::StrAppend(&message, "\n  sent:");
  for (const std::string& command : commands_) absl::StrAppend(&message, "\n    ", command);
  absl::StrAppend(&message, "\n  last lines received:");
  for (const std::string& line : last_lines_) absl::StrAppend(&message, "\n    ", line);
  if (last_lines_.empty()) absl::StrAppend(&message, " none");
  const std::string errors = process_->stderr_tail();
  if (!errors.empty()) absl::StrAppend(&message, "\n  end of its stderr:\n", errors);
  return {code, message};
}

}  // namespace coherent::uci
