#include "tools/tempo/report_html.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "lib/stats/summary.h"

namespace coherent::tempo {
namespace {

constexpr double kWidth = 860;
constexpr double kHeight = 190;
constexpr double kLeft = 44;  // for the scale

constexpr char kStyle[] =
    R"(body{font:15px/1.45 system-ui,sans-serif;max-width:920px;margin:2em auto;
padding:0 1em;color:#1b1f24}h1{font-size:1.5em}h2{font-size:1.1em;margin:1.6em 0 .2em}
.yes{color:#0a6b2d}.no{color:#a01818}.note{color:#555}pre{background:#f6f6f4;padding:1em;
overflow-x:auto;font-size:12px}svg{display:block;max-width:100%;height:auto}
svg text{font:11px system-ui,sans-serif;fill:#555})";

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
}

// The points that a picture shows, zero among them; a line at every step.
struct Range {
  double low = 0;
  double high = 0;
  double step = 0;

  // The height of so many points in the picture.
  double Y(double points) const { return kHeight * (high - points) / (high - low); }
};

std::string Line(double x1, double y1, double x2, double y2, absl::string_view style) {
  return absl::StrFormat("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' %s/>", x1, y1, x2, y2,
                         style);
}

// Shows every phase, with at most six round steps.
Range RangeOf(const Series& series) {
  double low = 0;
  double high = 0;
  for (const std::vector<double>& run : series.phases) {
    for (const double value : run) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  double step = 0.1;
  for (int i = 0; high - low > 5 * step; ++i) step *= i % 3 == 1 ? 2.5 : 2;  // 1, 2, 5, 10, ...
  return {step * std::floor(low / step), step * std::max(1.0, std::ceil(high / step)), step};
}

std::string Scale(const Range& range) {
  std::string svg;
  for (double at = std::round(range.low / range.step); at * range.step <= range.high; ++at) {
    const double points = at * range.step;
    const double y = range.Y(points);
    svg += Line(kLeft, y, kWidth, y, at == 0 ? "stroke='#888'" : "stroke='#e4e4e0'");
    absl::StrAppendFormat(&svg, "<text x='%.0f' y='%.1f' text-anchor='end'>%s</text>", kLeft - 6,
                          y + 4, at == 0 ? "0" : absl::StrFormat("%+.3g", points));
  }
  return svg;
}

// A run: a shade where phases may lie, a dot a phase, a bar at c.
std::string RunStrip(const Series& series, size_t run, const Range& range) {
  const double width = (kWidth - kLeft) / static_cast<double>(series.phases.size());
  const double left = kLeft + width * static_cast<double>(run);
  const std::vector<double>& phases = series.phases[run];
  const double median = stats::Median(phases);
  const double top = std::max(0.0, range.Y(median + measure::kMaxDistancePoints));
  const double bottom = std::min(kHeight, range.Y(median - measure::kMaxDistancePoints));
  std::string svg =
      absl::StrFormat("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#f1f4f8'/>",
                      left + 5, top, width - 10, std::max(0.0, bottom - top));
  const double step = (width - 20) / static_cast<double>(phases.size());
  for (size_t phase = 0; phase < phases.size(); ++phase) {
    const bool far = std::abs(phases[phase] - median) > measure::kMaxDistancePoints;
    absl::StrAppendFormat(
        &svg,
        "<circle cx='%.1f' cy='%.1f' r='2.6' fill='%s'><title>phase %d: %+.3f</title></circle>",
        left + 10 + step * (static_cast<double>(phase) + 0.5), range.Y(phases[phase]),
        far ? "#c62828" : "#4a7fb5", phase + 1, phases[phase]);
  }
  const double c = series.c[run];
  svg += Line(left + 8, range.Y(c), left + width - 8, range.Y(c),
              absl::StrCat("stroke-width='2.5' stroke='", c > 0 ? "#0a6b2d" : "#a01818", "'"));
  absl::StrAppendFormat(&svg, "<text x='%.1f' y='%.0f' text-anchor='middle'>%d%s %+.2f</text>",
                        left + width / 2, kHeight + 20, run + 1,
                        series.bundle_later[run] ? "↓" : "↑", c);
  return svg;
}

std::string Strip(const Series& series) {
  const Range range = RangeOf(series);
  std::string svg =
      absl::StrFormat("<svg viewBox='0 -6 %.0f %.0f' role='img' aria-label='%s, lane %s'>", kWidth,
                      kHeight + 32, Escaped(series.arm), Escaped(series.lane));
  std::string runs;
  for (size_t run = 0; run < series.phases.size(); ++run) runs += RunStrip(series, run, range);
  absl::StrAppend(&svg, runs, Scale(range), "</svg>\n");
  return svg;
}

std::string Section(const Series& series, const SeriesStatistics& s) {
  const bool control = series.arm == "control";
  std::string html = absl::StrCat("<h2>", control ? "A/A control" : Escaped(series.arm), ", lane ",
                                  Escaped(series.lane), ": ");
  if (control) {
    absl::StrAppend(&html, series.worst_distance <= measure::kMaxDistancePoints
                               ? "<span class='yes'>within 2.0 points"
                               : "<span class='no'>not within 2.0 points");
  } else {
    absl::StrAppend(&html,
                    series.passes ? "<span class='yes'>passes" : "<span class='no'>does not pass");
  }
  absl::StrAppendFormat(&html,
                        "</span></h2>\n<div class='note'>%d of %d above zero, second smallest "
                        "%+.3f; mean %+.3f (95 %%: %+.3f to %+.3f), median %+.3f; furthest phase "
                        "%.2f points from its run's median, phase deviation %.3f</div>\n",
                        series.above_zero, measure::kRuns, s.second_smallest, s.mean.mean,
                        s.mean.low, s.mean.high, s.median, series.worst_distance,
                        s.phase_deviation);
  return html + Strip(series);
}

}  // namespace

std::string ReportHtml(const Report& report) {
  const Evaluation& evaluation = report.evaluation;
  std::string html = absl::StrCat(
      "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n"
      "<meta name='viewport' content='width=device-width'>\n<title>coherent-tempo</title>\n<style>",
      kStyle, "</style></head><body>\n<h1>The bundle ",
      evaluation.BundlePasses() ? "<span class='yes'>passes" : "<span class='no'>does not pass",
      "</span></h1>\n<p>Undeclared losses: ",
      evaluation.HasUndeclaredLoss() ? "<span class='no'>yes</span>" : "none",
      ". One column a run, one dot a phase, a bar at c: how many points (about percent) the bundle "
      "is faster than without the component. The shade is what a phase may differ by from the "
      "median of its run. ↓: the bundle ran later, ↑: earlier.</p>\n");
  for (size_t i = 0; i < evaluation.series.size(); ++i) {
    html += Section(evaluation.series[i], evaluation.statistics[i]);
  }
  absl::StrAppend(&html, "<h2>The report in full</h2>\n<pre>", Escaped(ReportText(report)),
                  "</pre>\n</body></html>\n");
  return html;
}

}  // namespace coherent::tempo
