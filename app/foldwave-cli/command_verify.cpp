#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/terminal/commands.hpp"
#include "app/foldwave-cli/terminal/options.hpp"
#include "app/foldwave-cli/terminal/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/verify/verify.hpp"

namespace foldwave::cli {

namespace {

struct VerifyOptions {
  std::string backend = "auto";
  bool quick = false;
  bool json = false;
};

void print_row(const Check& check) {
  std::string name = check.name, backend = check.backend;
  name.resize(std::max<std::size_t>(name.size(), 28), ' ');
  backend.resize(std::max<std::size_t>(backend.size(), 4), ' ');
  std::string figures = number_text(check.value, 3) + " <= " + number_text(check.limit, 3) + " " + check.unit;
  figures.resize(std::max<std::size_t>(figures.size(), 38), ' ');
  std::cout << (check.passed() ? "pass  " : "FAIL  ") << backend << "  " << name << figures << check.note
            << std::endl;
}

// JSON has no infinity and no not-a-number: such a value is null, and never passes.
nlohmann::ordered_json json_row(const Check& check) {
  return {{"name", check.name},
          {"backend", check.backend},
          {"value", std::isfinite(check.value) ? nlohmann::ordered_json(check.value) : nullptr},
          {"limit", check.limit},
          {"unit", check.unit},
          {"note", check.note},
          {"passed", check.passed()}};
}

std::string tally(const Checks& checks, const std::string& backend, const std::string& device) {
  int all = 0, pass = 0;
  for (const Check& check : checks)
    if (check.backend == backend) {
      ++all;
      pass += check.passed() ? 1 : 0;
    }
  return std::to_string(pass) + " of " + std::to_string(all) + " checks pass on " + backend + " (" + device +
         ")\n";
}

int verify(const VerifyOptions& options) {
  const StopSignal signal;
  const auto backend = select_backend(options.backend);
  const VerifyScope scope = options.quick ? VerifyScope::quick : VerifyScope::full;
  const Job job{nullptr, signal.token()};
  const Verified verified(*backend);
  Checks checks;
  for (const CheckGroup& group : check_groups()) {
    for (Check& check : run_checks(group, verified, scope, job)) {
      if (!options.json) print_row(check);
      checks.push_back(std::move(check));
    }
  }
  if (options.json) {
    nlohmann::ordered_json j{{"backend", backend->name()},
                             {"device", backend->description()},
                             {"checks", nlohmann::ordered_json::array()}};
    for (const Check& check : checks)
      j["checks"].push_back(json_row(check));
    std::cout << j.dump(2) << "\n";
  } else {
    std::cout << tally(checks, backend->name(), backend->description());
    const auto cpu = cpu_backend();
    if (backend->name() != cpu->name())
      std::cout << "besides, of what the CPU does whatever the back end: "
                << tally(checks, cpu->name(), cpu->description());
  }
  return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.passed(); }) ? 0 : 1;
}

}  // namespace

void add_verify(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App* const command = app.add_subcommand("verify", "the physics checked against exact answers");
  command->add_flag("--json", options->json, "as JSON");
  command->add_flag("--quick", options->quick, "smaller grids, under half a minute");
  add_backend_option(*command, options->backend);
  command->callback([&chosen, options] { chosen = [options] { return verify(*options); }; });
}

}  // namespace foldwave::cli
