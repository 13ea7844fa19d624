#include <algorithm>
#include <iostream>

#include "app/foldwave-cli/commands.hpp"
#include "core/engine/preflight.hpp"
#include "core/model/scenario_json.hpp"

namespace foldwave::cli {

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

}  // namespace foldwave::cli
