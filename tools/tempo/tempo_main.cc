// coherent-tempo: flags only.
#include <iostream>

#include "lib/base/run_tool.h"
#include "tools/tempo/flags.h"
#include "tools/tempo/options.h"
#include "tools/tempo/plan_command.h"
#include "tools/tempo/tempo.h"

int main(int argc, char** argv) {
  using namespace coherent;
  CLI::App app{"Does each speed-up of a bundle earn its place?", "coherent-tempo"};
  app.footer(
      "Example: coherent-tempo plan t.plan --base old --bundle new --without prefetch=new-a "
      "--lane 1\n         coherent-tempo run t.plan && coherent-tempo verdict t.plan");
  app.require_subcommand(1);

  tempo::PlanOptions plan_options;
  CLI::App& plan = *app.add_subcommand("plan", "fixes everything, by hashes, before measuring");
  tempo::AddPlanFlags(plan, plan_options);
  tempo::RunOptions run_options;
  CLI::App& run = *app.add_subcommand("run", "measures, or goes on with it");
  tempo::AddRunFlags(run, run_options);
  tempo::ReportOptions report_options;
  CLI::App& verdict = *app.add_subcommand("verdict", "who passes, after the last run");
  CLI::App& report = *app.add_subcommand("report", "the verdict and everything beside it");
  report.add_option("--html", report_options.html, "A page to be written");
  CLI::App& show = *app.add_subcommand("show", "what is fixed, and how far it is measured");
  CLI::App& whole = *app.add_subcommand("whole", "measures bundle against base");
  for (CLI::App* command : {&verdict, &report, &show, &whole}) {
    tempo::AddReportFlags(*command, report_options);
  }

  return RunTool(app, argc, argv, [&] {
    if (plan.parsed()) return tempo::WritePlan(plan_options, std::cout);
    if (run.parsed()) return tempo::RunPlan(run_options, std::cout);
    if (verdict.parsed()) return tempo::GiveVerdict(report_options, std::cout);
    if (report.parsed()) return tempo::WriteReport(report_options, std::cout);
    if (show.parsed()) return tempo::ShowPlan(report_options, std::cout);
    return tempo::MeasureWhole(report_options, std::cout);
  });
}
