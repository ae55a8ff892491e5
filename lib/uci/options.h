// The table of options an engine offers: how `uci` lists them, and what `setoption` may do.
// Specified by docs/uci.md.
#ifndef COHERENT_LIB_UCI_OPTIONS_H_
#define COHERENT_LIB_UCI_OPTIONS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/uci/reply.h"

namespace coherent::uci {

// When an option may take effect.
enum class OptionTiming {
  kAnyTime,          // noticed by the next search
  kBetweenSearches,  // takes something away from a running search, which has to end first
};

struct SpinRange {
  i64 initial = 0;
  i64 min = 0;
  i64 max = 0;
};

// What one `setoption` asks for, found to be allowed. `apply` may still fail, for lack of memory
// say; whatever it changes is then as before.
struct OptionChange {
  OptionTiming timing = OptionTiming::kAnyTime;
  std::function<absl::Status()> apply;
};

// Options in the order in which they were added. Each `set` gets a value of the right type and
// range; it owns the value and reports why it cannot be taken.
class OptionTable {
 public:
  void AddCheck(absl::string_view name, bool initial, OptionTiming timing,
                std::function<absl::Status(bool)> set);
  void AddSpin(absl::string_view name, SpinRange range, OptionTiming timing,
               std::function<absl::Status(i64)> set);
  // `initial` is one of `choices`; choices compare without case and are set as listed.
  void AddCombo(absl::string_view name, absl::string_view initial, std::vector<std::string> choices,
                OptionTiming timing, std::function<absl::Status(const std::string&)> set);
  // The empty text is written <empty> on both ways.
  void AddText(absl::string_view name, absl::string_view initial, OptionTiming timing,
               std::function<absl::Status(const std::string&)> set);
  void AddButton(absl::string_view name, OptionTiming timing, std::function<absl::Status()> press);

  // Names compare without case. An unknown name, or a value that is missing, of the wrong type or
  // out of range, is an error; nothing is changed before `apply` is called.
  absl::StatusOr<OptionChange> Check(absl::string_view name,
                                     const std::optional<std::string>& value) const;

  // `option name ...` lines.
  std::vector<std::string> Lines() const;

 private:
  struct Option {
    OptionOffer offer;
    OptionTiming timing = OptionTiming::kAnyTime;
    std::function<absl::Status(const std::string& value)> set;  // of what the offer accepts
  };
  std::vector<Option> options_;
};

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_OPTIONS_H_
