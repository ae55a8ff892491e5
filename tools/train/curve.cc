#include "tools/train/curve.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "lib/base/status_macros.h"

namespace coherent {
namespace {

constexpr int kWidth = 960, kHeight = 420, kLeft = 80, kRight = 20, kTop = 20, kBottom = 40;

// Steps and errors to points of the picture.
class Scale {
 public:
  explicit Scale(const std::vector<Json>& reports) {
    for (const Json& report : reports) {
      last_step_ = std::max(last_step_, report["step"].get<double>());
      for (const char* key : {"training_error", "check_error", "check_low", "check_high"}) {
        if (!report.contains(key) || report[key].is_null()) continue;
        low_ = std::min(low_, report[key].get<double>());
        high_ = std::max(high_, report[key].get<double>());
      }
    }
    if (!(low_ < high_)) high_ = low_ + 1;
  }

  double X(double step) const { return kLeft + (kWidth - kLeft - kRight) * step / last_step_; }
  double Y(double error) const {
    return kTop + (kHeight - kTop - kBottom) * (high_ - error) / (high_ - low_);
  }
  double last_step() const { return last_step_; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double last_step_ = 1;
  double low_ = std::numeric_limits<double>::max();
  double high_ = 0;
};

// The points of one series, where it has a value.
std::vector<std::string> PointsOf(const std::vector<Json>& reports, const char* key,
                                  const Scale& scale) {
  std::vector<std::string> points;
  for (const Json& report : reports) {
    if (!report.contains(key) || report[key].is_null()) continue;
    points.push_back(absl::StrFormat("%.1f,%.1f", scale.X(report["step"].get<double>()),
                                     scale.Y(report[key].get<double>())));
  }
  return points;
}

std::string Line(const std::vector<std::string>& points, absl::string_view color) {
  return absl::StrCat("<polyline fill='none' stroke='", color, "' stroke-width='2' points='",
                      absl::StrJoin(points, " "), "'/>\n");
}

std::string Axes(const Scale& scale) {
  std::string svg;
  for (int i = 0; i <= 4; ++i) {
    const double error = scale.low() + (scale.high() - scale.low()) * i / 4;
    const double step = scale.last_step() * i / 4;
    absl::StrAppend(&svg,
                    absl::StrFormat("<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ccc'/>"
                                    "<text x='%d' y='%.1f' text-anchor='end'>%.5f</text>\n",
                                    kLeft, kWidth - kRight, scale.Y(error), scale.Y(error),
                                    kLeft - 8, scale.Y(error) + 4, error),
                    absl::StrFormat("<text x='%.1f' y='%d' text-anchor='middle'>%.0f</text>\n",
                                    scale.X(step), kHeight - kBottom + 20, step));
  }
  return svg;
}

std::string Picture(const std::vector<Json>& reports) {
  const Scale scale(reports);
  std::vector<std::string> band = PointsOf(reports, "check_low", scale);
  const std::vector<std::string> upper = PointsOf(reports, "check_high", scale);
  band.insert(band.end(), upper.rbegin(), upper.rend());
  return absl::StrCat("<svg viewBox='0 0 ", kWidth, " ", kHeight, "' font-size='12'>\n",
                      Axes(scale), "<polygon fill='#1f77b4' fill-opacity='0.2' points='",
                      absl::StrJoin(band, " "), "'/>\n",
                      Line(PointsOf(reports, "training_error", scale), "#aaaaaa"),
                      Line(PointsOf(reports, "check_error", scale), "#1f77b4"), "</svg>\n");
}

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
}

std::string Table(const std::vector<Json>& reports) {
  std::string html = "<table>\n<tr>";
  if (reports.empty()) return "";
  for (const auto& [key, value] : reports.back().items()) absl::StrAppend(&html, "<th>", key);
  for (auto report = reports.rbegin(); report != reports.rend(); ++report) {
    absl::StrAppend(&html, "\n<tr>");
    for (const auto& [key, value] : report->items()) {
      absl::StrAppend(
          &html, "<td>",
          value.is_number_float() ? absl::StrFormat("%.6g", value.get<double>()) : value.dump());
    }
  }
  return absl::StrCat(html, "\n</table>\n");
}

}  // namespace

absl::Status LearningCurve::TakeOver(absl::string_view name, absl::string_view lines, i64 step) {
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(lines, '\n', absl::SkipEmpty())) {
    ASSIGN_OR_RETURN(Json json, ParseJson(absl::StrCat(name, ", line ", ++number), line));
    if (!json.is_object() || !json.contains("step") || !json["step"].is_number()) continue;
    if (json["step"].get<double>() <= static_cast<double>(step)) {
      reports_.push_back(std::move(json));
    }
  }
  return absl::OkStatus();
}

void LearningCurve::Add(const train::TrainingReport& report, double seconds,
                        double positions_per_second) {
  Json line = {{"step", report.step},
               {"epoch", report.epoch},
               {"rate", report.rate},
               {"result_share", report.result_share},
               {"training_error", report.training_error}};
  if (report.check_error.has_value()) line["check_error"] = *report.check_error;
  if (report.check_interval.has_value()) {
    line["check_low"] = report.check_interval->low;
    line["check_high"] = report.check_interval->high;
  }
  if (report.output_scale.has_value()) line["output_scale"] = *report.output_scale;
  line["seconds"] = seconds;
  line["positions_per_second"] = positions_per_second;
  reports_.push_back(std::move(line));
}

std::string LearningCurve::ToLines() const {
  std::string lines = run_.dump() + "\n";
  for (const Json& report : reports_) absl::StrAppend(&lines, report.dump(), "\n");
  return lines;
}

std::string LearningCurve::ToPage() const {
  return absl::StrCat(
      "<!DOCTYPE html>\n<meta charset='utf-8'>\n<title>Learning curve</title>\n"
      "<style>body{font-family:sans-serif;max-width:60em;margin:auto}"
      "td,th{padding:0 0.6em;text-align:right;font-size:0.8em}pre{white-space:pre-wrap}</style>\n"
      "<h1>Learning curve</h1>\n<p>Mean error over steps: on the positions trained on (grey), on "
      "the packages held out (blue, with the 95 % interval).</p>\n",
      Picture(reports_), Table(reports_), "<h2>Run</h2>\n<pre>", Escaped(run_.dump(2)), "</pre>\n");
}

}  // namespace coherent
