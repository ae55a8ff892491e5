// Small questions about text that several files ask.
#ifndef COHERENT_TOOLS_GATE_WORDS_H_
#define COHERENT_TOOLS_GATE_WORDS_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace coherent::gate {

// The words, separated by single blanks: blanks, tabs and carriage returns never matter.
inline std::string WithSingleBlanks(absl::string_view text) {
  return absl::StrJoin(absl::StrSplit(text, absl::ByAnyChar(" \t\r"), absl::SkipEmpty()), " ");
}

// Whether the text is a number of just so many hexadecimal digits, in small letters.
inline bool IsHex(absl::string_view text, size_t digits) {
  return text.size() == digits && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f');
         });
}

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_WORDS_H_
