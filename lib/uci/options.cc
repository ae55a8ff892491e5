#include "lib/uci/options.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/base/status_macros.h"

namespace coherent::uci {
namespace {

using Type = OptionOffer::Type;

constexpr absl::string_view kEmptyText = "<empty>";

// The value as the offer writes it.
std::string Canonical(const OptionOffer& offer, const std::string& value) {
  if (offer.type == Type::kString) return value;
  if (offer.type == Type::kButton) return "";
  if (offer.type == Type::kCheck) return absl::AsciiStrToLower(value);
  for (const std::string& choice : offer.choices) {
    if (absl::EqualsIgnoreCase(choice, value)) return choice;
  }
  return value;
}

}  // namespace

void OptionTable::AddCheck(absl::string_view name, bool initial, OptionTiming timing,
                           std::function<absl::Status(bool)> set) {
  options_.push_back(
      {.offer = {.name = std::string(name),
                 .type = Type::kCheck,
                 .default_value = initial ? "true" : "false"},
       .timing = timing,
       .set = [set = std::move(set)](const std::string& value) { return set(value == "true"); }});
}

void OptionTable::AddSpin(absl::string_view name, SpinRange range, OptionTiming timing,
                          std::function<absl::Status(i64)> set) {
  options_.push_back({.offer = {.name = std::string(name),
                                .type = Type::kSpin,
                                .default_value = absl::StrCat(range.initial),
                                .min = range.min,
                                .max = range.max},
                      .timing = timing,
                      .set = [set = std::move(set)](const std::string& value) {
                        i64 number = 0;
                        CHECK(absl::SimpleAtoi(value, &number));
                        return set(number);
                      }});
}

void OptionTable::AddCombo(absl::string_view name, absl::string_view initial,
                           std::vector<std::string> choices, OptionTiming timing,
                           std::function<absl::Status(const std::string&)> set) {
  options_.push_back({.offer = {.name = std::string(name),
                                .type = Type::kCombo,
                                .default_value = std::string(initial),
                                .choices = std::move(choices)},
                      .timing = timing,
                      .set = std::move(set)});
}

void OptionTable::AddText(absl::string_view name, absl::string_view initial, OptionTiming timing,
                          std::function<absl::Status(const std::string&)> set) {
  options_.push_back(
      {.offer = {.name = std::string(name),
                 .type = Type::kString,
                 .default_value = std::string(initial.empty() ? kEmptyText : initial)},
       .timing = timing,
       .set = [set = std::move(set)](const std::string& value) {
         return set(value == kEmptyText ? "" : value);
       }});
}

void OptionTable::AddButton(absl::string_view name, OptionTiming timing,
                            std::function<absl::Status()> press) {
  options_.push_back({.offer = {.name = std::string(name), .type = Type::kButton},
                      .timing = timing,
                      .set = [press = std::move(press)](const std::string&) { return press(); }});
}

absl::StatusOr<OptionChange> OptionTable::Check(absl::string_view name,
                                                const std::optional<std::string>& value) const {
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const Option& candidate) {
    return absl::EqualsIgnoreCase(candidate.offer.name, name);
  });
  if (option == options_.end()) return absl::NotFoundError(absl::StrCat("no option ", name));
  const OptionOffer& offer = option->offer;
  if (!value.has_value() && offer.type != Type::kButton) {
    return absl::InvalidArgumentError(absl::StrCat("option ", offer.name, ": no value"));
  }
  const std::string wanted = Canonical(offer, value.value_or(""));
  RETURN_IF_ERROR(offer.Accepts(wanted));
  return OptionChange{option->timing, [set = option->set, wanted] { return set(wanted); }};
}

std::vector<std::string> OptionTable::Lines() const {
  std::vector<std::string> lines;
  for (const Option& option : options_) lines.push_back(Print(option.offer));
  return lines;
}

}  // namespace coherent::uci
