#include <algorithm>
#include <iostream>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "core/engine/preflight/preflight.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave::cli {

namespace {

int validate(const std::string& file, const std::string& backend) {
  const Scenario scenario = load_scenario(file);
  const Findings findings = preflight(scenario, *select_backend(backend));
  for (const Finding& f : findings)
    std::cout << file << ": " << f.line() << "\n";
  if (std::none_of(findings.begin(), findings.end(),
                   [](const Finding& f) { return f.severity > Severity::note; }))
    std::cout << file << ": nothing to complain of\n";
  return has_errors(findings) ? 1 : 0;
}

}  // namespace

void add_validate(CLI::App& app, Command& chosen) {
  struct Options {
    std::string scenario, backend = "auto";
  };
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("validate", "the checks alone");
  command->add_option("scenario", options->scenario, "the scenario file")->required();
  add_backend_option(*command, options->backend);
  command->callback(
      [&chosen, options] { chosen = [options] { return validate(options->scenario, options->backend); }; });
}

}  // namespace foldwave::cli
