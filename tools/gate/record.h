// A recorded engine: its greeting, its bench and its answers to every search, to be compared with
// another engine later. The format is specified by docs/gate.md.
#ifndef COHERENT_TOOLS_GATE_RECORD_H_
#define COHERENT_TOOLS_GATE_RECORD_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "tools/gate/answer.h"
#include "tools/gate/answer_source.h"
#include "tools/gate/positions.h"
#include "tools/gate/settings.h"

namespace coherent::gate {

// Who was recorded, and how.
struct RecordHead {
  std::string engine_name;  // of `id name`
  std::string version;      // a.b.c in it, or empty
  std::string source_hash;  // as given by whoever recorded
  std::string binary_sha256;
  std::vector<std::string> greeting;
  std::vector<EngineOption> options;
  std::string positions_sha256;
  size_t positions = 0;
  Settings settings;

  friend bool operator==(const RecordHead&, const RecordHead&) = default;
};

struct RecordedSearch {
  Stage stage = Stage::kNodes;
  std::string id;
  std::string fen;
  Answer answer;

  friend bool operator==(const RecordedSearch&, const RecordedSearch&) = default;
};

struct Record {
  RecordHead head;
  std::vector<RecordedSearch> searches;  // in the order of AnswerSource
  std::optional<u64> bench_nodes;

  friend bool operator==(const Record&, const Record&) = default;
};

// Collects the text of a record as it comes. The ignored fields of info lines are left out: they
// hold times, and the same engine has to give the same bytes.
class RecordWriter {
 public:
  explicit RecordWriter(const RecordHead& head);
  void Add(const RecordedSearch& search);
  // The whole text. To be called once, last.
  std::string Finish(std::optional<u64> bench_nodes);

 private:
  std::set<std::string> ignored_fields_;
  std::string text_;
  i64 searches_ = 0;
};

// An error names file, line and field.
absl::StatusOr<Record> ParseRecord(absl::string_view name, absl::string_view text);

// Files are compressed; ReadRecord takes no other.
absl::Status WriteRecord(absl::string_view path, absl::string_view text);
absl::StatusOr<Record> ReadRecord(absl::string_view path);

// The positions of a record, checked to be the same in every stage.
absl::StatusOr<PositionSet> PositionsOf(absl::string_view path, const Record& record);

// Takes the answers out of a record for the wanted positions and stages.
class RecordSource : public AnswerSource {
 public:
  RecordSource(const Record& record, const std::set<Stage>& stages, const PositionSet& positions);
  absl::StatusOr<std::optional<Answer>> Next() override;

 private:
  std::vector<const RecordedSearch*> searches_;
  size_t next_ = 0;
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_RECORD_H_
