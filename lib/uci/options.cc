#include "lib/uci/options.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace coherent::uci {
namespace {

constexpr absl::string_view kEmptyText = "<empty>";

absl::Status Refused(const std::optional<std::string>& value, absl::string_view expected) {
  constexpr size_t kShown = 60;
  const std::string found =
      value.has_value()
          ? absl::StrCat("\"", absl::CHexEscape(absl::string_view(*value).substr(0, kShown)), "\"")
          : "no value";
  return absl::InvalidArgumentError(absl::StrCat("found ", found, ", expected ", expected));
}

}  // namespace

void OptionTable::AddCheck(absl::string_view name, bool initial, OptionTiming timing,
                           std::function<absl::Status(bool)> set) {
  auto read =
      [set = std::move(set)](const std::optional<std::string>& value) -> absl::StatusOr<Apply> {
    const std::string word = absl::AsciiStrToLower(value.value_or(""));
    if (word != "true" && word != "false") return Refused(value, "true or false");
    return Apply([set, on = word == "true"] { return set(on); });
  };
  options_.push_back({std::string(name),
                      absl::StrCat("type check default ", initial ? "true" : "false"), timing,
                      std::move(read)});
}

void OptionTable::AddSpin(absl::string_view name, SpinRange range, OptionTiming timing,
                          std::function<absl::Status(i64)> set) {
  auto read = [range, set = std::move(set)](
                  const std::optional<std::string>& value) -> absl::StatusOr<Apply> {
    i64 number = 0;
    if (!absl::SimpleAtoi(value.value_or(""), &number) || number < range.min ||
        number > range.max) {
      return Refused(value, absl::StrCat("a whole number from ", range.min, " to ", range.max));
    }
    return Apply([set, number] { return set(number); });
  };
  options_.push_back(
      {std::string(name),
       absl::StrCat("type spin default ", range.initial, " min ", range.min, " max ", range.max),
       timing, std::move(read)});
}

void OptionTable::AddCombo(absl::string_view name, absl::string_view initial,
                           std::vector<std::string> choices, OptionTiming timing,
                           std::function<absl::Status(const std::string&)> set) {
  const std::string type =
      absl::StrCat("type combo default ", initial, " var ", absl::StrJoin(choices, " var "));
  auto read = [choices = std::move(choices), set = std::move(set)](
                  const std::optional<std::string>& value) -> absl::StatusOr<Apply> {
    const auto chosen =
        std::find_if(choices.begin(), choices.end(), [&](const std::string& choice) {
          return absl::EqualsIgnoreCase(choice, value.value_or(""));
        });
    if (chosen == choices.end()) {
      return Refused(value, absl::StrCat("one of ", absl::StrJoin(choices, ", ")));
    }
    return Apply([set, choice = *chosen] { return set(choice); });
  };
  options_.push_back({std::string(name), type, timing, std::move(read)});
}

void OptionTable::AddText(absl::string_view name, absl::string_view initial, OptionTiming timing,
                          std::function<absl::Status(const std::string&)> set) {
  auto read =
      [set = std::move(set)](const std::optional<std::string>& value) -> absl::StatusOr<Apply> {
    if (!value.has_value()) return Refused(value, absl::StrCat("a text or ", kEmptyText));
    return Apply([set, text = *value == kEmptyText ? "" : *value] { return set(text); });
  };
  options_.push_back({std::string(name),
                      absl::StrCat("type string default ", initial.empty() ? kEmptyText : initial),
                      timing, std::move(read)});
}

void OptionTable::AddButton(absl::string_view name, OptionTiming timing,
                            std::function<absl::Status()> press) {
  auto read = [press = std::move(press)](
                  const std::optional<std::string>&) -> absl::StatusOr<Apply> { return press; };
  options_.push_back({std::string(name), "type button", timing, std::move(read)});
}

absl::StatusOr<OptionChange> OptionTable::Check(absl::string_view name,
                                                const std::optional<std::string>& value) const {
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const Option& candidate) {
    return absl::EqualsIgnoreCase(candidate.name, name);
  });
  if (option == options_.end()) {
    return absl::NotFoundError(absl::StrCat("no option ", absl::CHexEscape(name.substr(0, 60))));
  }
  absl::StatusOr<Apply> apply = option->read(value);
  if (!apply.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("option ", option->name, ": ", apply.status().message()));
  }
  return OptionChange{option->timing, *std::move(apply)};
}

std::vector<std::string> OptionTable::Lines() const {
  std::vector<std::string> lines;
  for (const Option& option : options_) {
    lines.push_back(absl::StrCat("option name ", option.name, " ", option.type));
  }
  return lines;
}

}  // namespace coherent::uci
