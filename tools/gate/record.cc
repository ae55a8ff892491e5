#include "tools/gate/record.h"

#include <set>
#include <unordered_map>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"
#include "lib/base/zstd.h"
#include "lib/chess/fen.h"
#include "lib/uci/info.h"
#include "lib/uci/reply.h"

namespace coherent::gate {
namespace {

constexpr absl::string_view kFormat = "coherent-gate-record 1";

// One JSON object of the file, read with errors that say where.
class Reader {
 public:
  static absl::StatusOr<Reader> Parse(absl::string_view name, absl::string_view line) {
    ASSIGN_OR_RETURN(Json json, ParseJson(name, line));
    return Reader(std::string(name), std::move(json));
  }

  bool Has(const char* field) const { return json_.is_object() && json_.contains(field); }

  absl::StatusOr<std::string> Text(const char* field) const {
    ASSIGN_OR_RETURN(const Json* value, Find(field));
    if (!value->is_string()) return Wrong(field, *value, "a text");
    return value->get<std::string>();
  }

  absl::StatusOr<i64> Number(const char* field) const {
    ASSIGN_OR_RETURN(const Json* value, Find(field));
    if (!value->is_number_integer()) return Wrong(field, *value, "a whole number");
    return value->get<i64>();
  }

  absl::StatusOr<std::vector<std::string>> Texts(const char* field) const {
    ASSIGN_OR_RETURN(const Json* value, Find(field));
    if (!value->is_array()) return Wrong(field, *value, "a list of texts");
    std::vector<std::string> texts;
    for (const Json& entry : *value) {
      if (!entry.is_string()) return Wrong(field, *value, "a list of texts");
      texts.push_back(entry.get<std::string>());
    }
    return texts;
  }

  absl::Status Wrong(absl::string_view field, const Json& found, absl::string_view expected) const {
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": field ", field, ": found ", found.dump(), ", expected ", expected));
  }

 private:
  Reader(std::string name, Json json) : name_(std::move(name)), json_(std::move(json)) {}

  absl::StatusOr<const Json*> Find(const char* field) const {
    if (!Has(field)) {
      return absl::InvalidArgumentError(absl::StrCat(name_, ": field ", field, " is missing"));
    }
    return &json_.find(field).value();
  }

  std::string name_;
  Json json_;
};

Json ToJson(const RecordHead& head) {
  const Settings& settings = head.settings;
  Json options = Json::array();
  for (const EngineOption& option : head.options) {
    options.push_back(absl::StrCat(option.name, "=", option.value));
  }
  Json stages = Json::array();
  for (const Stage stage : settings.stages) stages.push_back(std::string(NameOf(stage)));
  return {{"format", std::string(kFormat)},
          {"engine", head.engine_name},
          {"version", head.version},
          {"source_hash", head.source_hash},
          {"binary_sha256", head.binary_sha256},
          {"options", std::move(options)},
          {"stages", std::move(stages)},
          {"nodes", settings.nodes},
          {"depth", settings.depth},
          {"hash_mib", settings.hash_mib},
          {"threads", settings.threads},
          {"bench_command", settings.bench_command},
          {"ignored_fields", settings.ignored_fields},
          {"positions_sha256", head.positions_sha256},
          {"positions", head.positions},
          {"greeting", head.greeting}};
}

absl::Status ParseSettings(const Reader& reader, Settings* settings) {
  ASSIGN_OR_RETURN(settings->nodes, reader.Number("nodes"));
  ASSIGN_OR_RETURN(settings->depth, reader.Number("depth"));
  ASSIGN_OR_RETURN(settings->hash_mib, reader.Number("hash_mib"));
  ASSIGN_OR_RETURN(settings->threads, reader.Number("threads"));
  ASSIGN_OR_RETURN(settings->bench_command, reader.Text("bench_command"));
  ASSIGN_OR_RETURN(const std::vector<std::string> ignored, reader.Texts("ignored_fields"));
  settings->ignored_fields = {ignored.begin(), ignored.end()};
  ASSIGN_OR_RETURN(const std::vector<std::string> stages, reader.Texts("stages"));
  ASSIGN_OR_RETURN(settings->stages, ParseStages(absl::StrJoin(stages, ",")));
  return absl::OkStatus();
}

absl::StatusOr<RecordHead> ParseHead(const Reader& reader) {
  RecordHead head;
  ASSIGN_OR_RETURN(const std::string format, reader.Text("format"));
  if (format != kFormat) return reader.Wrong("format", format, kFormat);
  ASSIGN_OR_RETURN(head.engine_name, reader.Text("engine"));
  ASSIGN_OR_RETURN(head.version, reader.Text("version"));
  ASSIGN_OR_RETURN(head.source_hash, reader.Text("source_hash"));
  ASSIGN_OR_RETURN(head.binary_sha256, reader.Text("binary_sha256"));
  ASSIGN_OR_RETURN(head.greeting, reader.Texts("greeting"));
  ASSIGN_OR_RETURN(const std::vector<std::string> options, reader.Texts("options"));
  for (const std::string& text : options) {
    ASSIGN_OR_RETURN(EngineOption option, ParseEngineOption(text));
    head.options.push_back(std::move(option));
  }
  ASSIGN_OR_RETURN(head.positions_sha256, reader.Text("positions_sha256"));
  ASSIGN_OR_RETURN(const i64 positions, reader.Number("positions"));
  head.positions = static_cast<size_t>(positions);
  RETURN_IF_ERROR(ParseSettings(reader, &head.settings));
  return head;
}

absl::StatusOr<RecordedSearch> ParseSearch(const Reader& reader) {
  RecordedSearch search;
  ASSIGN_OR_RETURN(const std::string stage, reader.Text("stage"));
  ASSIGN_OR_RETURN(const std::set<Stage> stages, ParseStages(stage));
  search.stage = *stages.begin();
  ASSIGN_OR_RETURN(search.id, reader.Text("id"));
  ASSIGN_OR_RETURN(search.fen, reader.Text("fen"));
  ASSIGN_OR_RETURN(const std::vector<std::string> lines, reader.Texts("lines"));
  for (const std::string& line : lines) {
    absl::StatusOr<uci::Info> info = uci::ParseInfo(line);
    if (!info.ok()) return reader.Wrong("lines", line, info.status().message());
    search.answer.lines.push_back(*std::move(info));
  }
  ASSIGN_OR_RETURN(const std::string best_move, reader.Text("answer"));
  const absl::StatusOr<uci::Reply> reply = uci::ParseReply(best_move);
  if (!reply.ok() || !std::holds_alternative<uci::BestMove>(*reply)) {
    return reader.Wrong("answer", best_move, "a bestmove line");
  }
  search.answer.best_move = std::get<uci::BestMove>(*reply);
  return search;
}

absl::Status ParseEnd(const Reader& reader, Record* record) {
  ASSIGN_OR_RETURN(const i64 searches, reader.Number("searches"));
  if (searches != static_cast<i64>(record->searches.size())) {
    return reader.Wrong("searches", searches, absl::StrCat(record->searches.size()));
  }
  if (!reader.Has("bench_nodes")) return absl::OkStatus();
  ASSIGN_OR_RETURN(const i64 nodes, reader.Number("bench_nodes"));
  record->bench_nodes = static_cast<u64>(nodes);
  return absl::OkStatus();
}

// An engine may print what is no UTF-8.
std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

uci::Info Without(const std::set<std::string>& ignored_fields, const uci::Info& info) {
  uci::Info kept;
  for (const uci::InfoField& field : info.fields()) {
    if (ignored_fields.count(field.name) == 0) kept.Add(field.name, field.value);
  }
  return kept;
}

}  // namespace

RecordWriter::RecordWriter(const RecordHead& head)
    : ignored_fields_(head.settings.ignored_fields), text_(Dump(ToJson(head))) {}

void RecordWriter::Add(const RecordedSearch& search) {
  Json lines = Json::array();
  for (const uci::Info& info : search.answer.lines) {
    const uci::Info kept = Without(ignored_fields_, info);
    if (!kept.fields().empty()) lines.push_back(Print(kept));
  }
  const Json json = {{"stage", std::string(NameOf(search.stage))},
                     {"id", search.id},
                     {"fen", search.fen},
                     {"lines", std::move(lines)},
                     {"answer", Print(search.answer.best_move)}};
  text_ += Dump(json);
  ++searches_;
}

std::string RecordWriter::Finish(std::optional<u64> bench_nodes) {
  Json end = {{"searches", searches_}};
  if (bench_nodes.has_value()) end["bench_nodes"] = *bench_nodes;
  text_ += Dump(end);
  return std::move(text_);
}

absl::StatusOr<Record> ParseRecord(absl::string_view name, absl::string_view text) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.size() < 2) return absl::InvalidArgumentError(absl::StrCat(name, ": no whole record"));
  Record record;
  for (size_t i = 0; i < lines.size(); ++i) {
    ASSIGN_OR_RETURN(const Reader reader, Reader::Parse(absl::StrCat(name, ":", i + 1), lines[i]));
    if (i == 0) {
      ASSIGN_OR_RETURN(record.head, ParseHead(reader));
    } else if (i + 1 == lines.size()) {
      RETURN_IF_ERROR(ParseEnd(reader, &record));
    } else {
      ASSIGN_OR_RETURN(RecordedSearch search, ParseSearch(reader));
      record.searches.push_back(std::move(search));
    }
  }
  return record;
}

absl::Status WriteRecord(absl::string_view path, absl::string_view text) {
  return WriteFileAtomically(path, Compress(text));
}

absl::StatusOr<Record> ReadRecord(absl::string_view path) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  ASSIGN_OR_RETURN(const std::string text, Decompress(path, bytes));
  return ParseRecord(path, text);
}

absl::StatusOr<PositionSet> PositionsOf(absl::string_view path, const Record& record) {
  PositionSet set{std::string(path), record.head.positions_sha256, {}};
  const size_t count = record.head.positions;
  const std::set<Stage>& stages = record.head.settings.stages;
  const size_t search_stages = stages.size() - stages.count(Stage::kBench);
  if (record.searches.size() != count * search_stages) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": found ", record.searches.size(),
                                                   " searches, expected ", count * search_stages));
  }
  for (size_t i = 0; i < record.searches.size(); ++i) {
    const RecordedSearch& search = record.searches[i];
    if (i >= count) {
      const RecordedSearch& first = record.searches[i % count];
      if (first.id == search.id && first.fen == search.fen) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": search ", i + 1, " is of ", search.id, ", expected ", first.id));
    }
    absl::StatusOr<chess::Position> position = chess::ParseFen(search.fen);
    if (!position.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": ", search.id, ": ", position.status().message()));
    }
    set.positions.push_back({search.id, search.fen, *std::move(position)});
  }
  return set;
}

RecordSource::RecordSource(const Record& record, const std::set<Stage>& stages,
                           const PositionSet& positions) {
  std::set<std::string> ids;
  for (const GatePosition& position : positions.positions) ids.insert(position.id);
  for (const RecordedSearch& search : record.searches) {
    if (stages.count(search.stage) != 0 && ids.count(search.id) != 0) searches_.push_back(&search);
  }
}

absl::StatusOr<std::optional<Answer>> RecordSource::Next() {
  if (next_ == searches_.size()) return absl::InternalError("the record has no further search");
  return std::optional<Answer>(searches_[next_++]->answer);
}

}  // namespace coherent::gate
