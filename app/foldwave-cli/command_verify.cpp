#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/foldwave-cli/commands.hpp"
#include "app/foldwave-cli/stop_signal.hpp"
#include "core/base/text.hpp"
#include "core/engine/verify.hpp"

namespace foldwave::cli {

namespace {

void print_row(const Check& check) {
  std::string name = check.name;
  name.resize(std::max<std::size_t>(name.size(), 26), ' ');
  std::string figures = number_text(check.value, 3) + " <= " + number_text(check.limit, 3) + " " + check.unit;
  figures.resize(std::max<std::size_t>(figures.size(), 38), ' ');
  std::cout << (check.passed() ? "pass  " : "FAIL  ") << name << figures << check.note << std::endl;
}

// JSON has no infinity and no not-a-number: such a value is null, and never passes.
nlohmann::ordered_json json_row(const Check& check) {
  return {{"name", check.name},
          {"value", std::isfinite(check.value) ? nlohmann::ordered_json(check.value) : nullptr},
          {"limit", check.limit},
          {"unit", check.unit},
          {"note", check.note},
          {"passed", check.passed()}};
}

}  // namespace

int verify(const VerifyOptions& options) {
  const StopSignal signal;
  const auto backend = select_backend(options.backend);
  const VerifyScope scope = options.quick ? VerifyScope::quick : VerifyScope::full;
  const Job job{nullptr, signal.token()};
  Checks checks;
  for (const auto& part : {verify_fold, verify_wave}) {
    for (Check& check : part(*backend, scope, job)) {
      if (!options.json) print_row(check);
      checks.push_back(std::move(check));
    }
  }
  const auto failed = std::count_if(checks.begin(), checks.end(), [](const Check& c) { return !c.passed(); });
  if (options.json) {
    nlohmann::ordered_json j{{"backend", backend->name()},
                             {"device", backend->description()},
                             {"checks", nlohmann::ordered_json::array()}};
    for (const Check& check : checks)
      j["checks"].push_back(json_row(check));
    std::cout << j.dump(2) << "\n";
  } else {
    std::cout << checks.size() - static_cast<std::size_t>(failed) << " of " << checks.size()
              << " checks pass on " << backend->name() << " (" << backend->description() << ")\n";
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace foldwave::cli
