#include "lib/base/json.h"

#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace coherent {
namespace {

// Walks over the text and tells how far the parser has come.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    *furthest_ = ++at_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** furthest_;
};

// Notices a key that its object already has.
class DuplicateFinder {
 public:
  void OnEvent(Json::parse_event_t event, const Json& value, size_t offset) {
    switch (event) {
      case Json::parse_event_t::object_start:
        open_objects_.emplace_back();
        break;
      case Json::parse_event_t::object_end:
        open_objects_.pop_back();
        break;
      case Json::parse_event_t::key:
        if (!open_objects_.back().insert(value.get<std::string>()).second && !found_) {
          found_ = Duplicate{offset, value.dump()};
        }
        break;
      default:
        break;
    }
  }

  struct Duplicate {
    size_t offset;  // Just after the key.
    std::string key;
  };
  const std::optional<Duplicate>& found() const { return found_; }

 private:
  std::vector<std::set<std::string>> open_objects_;
  std::optional<Duplicate> found_;
};

absl::Status ErrorAt(absl::string_view name, absl::string_view text, size_t offset,
                     absl::string_view what) {
  const absl::string_view before = text.substr(0, offset);
  int line = 1;
  size_t line_start = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] != '\n') continue;
    ++line;
    line_start = i + 1;
  }
  return absl::InvalidArgumentError(
      absl::StrCat(name, ":", line, ":", before.size() - line_start + 1, ": ", what));
}

// "[json.exception.…] parse error at line 1, column 2: what" -> "what"
absl::string_view WithoutPrefix(absl::string_view message) {
  const size_t colon = message.find(": ");
  return colon == absl::string_view::npos ? message : message.substr(colon + 2);
}

}  // namespace

absl::StatusOr<Json> ParseJson(absl::string_view name, absl::string_view text) {
  const char* furthest = text.data();
  const CountingIterator begin(text.data(), &furthest);
  const CountingIterator end(text.data() + text.size(), &furthest);
  DuplicateFinder duplicates;
  // Looks only; true keeps the value.
  const auto look = [&](int /*depth*/, Json::parse_event_t event, const Json& value) {
    duplicates.OnEvent(event, value, furthest - text.data());
    return true;
  };
  Json value;
  try {
    value = Json::parse(begin, end, look);
  } catch (const Json::parse_error& error) {
    return ErrorAt(name, text, error.byte == 0 ? 0 : error.byte - 1, WithoutPrefix(error.what()));
  } catch (const Json::exception& error) {
    return ErrorAt(name, text, furthest - text.data(), error.what());
  }
  if (duplicates.found().has_value()) {
    const auto& [offset, key] = *duplicates.found();
    return ErrorAt(name, text, offset - 1, absl::StrCat("duplicate key ", key));
  }
  return value;
}

}  // namespace coherent
