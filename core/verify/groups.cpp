#include "core/verify/groups.hpp"

#include <limits>
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"

#include "core/base/error.hpp"
#include "core/fold/mesh_fold.hpp"

namespace foldwave {

Verified::Verified(const Backend& asked)
    : backend(asked),
      mesh_fold([](const FoldProblem& problem, const Job& job) { return solve_mesh_fold(problem, {}, job); }),
      folds_in_a_row(
          [](const Scenario& scenario, const Job& job) { return run_fold(scenario, *cpu_backend(), job); }),
      make_stepper([&asked](const StepperSetup& setup) { return asked.make_wave_stepper(setup); }) {}

const std::vector<CheckGroup>& check_groups() {
  static const std::vector<CheckGroup> groups{
      {"fold.plane", true, check_planes},
      {"fold.thickness", true, check_thickness},
      {"fold.exact", true, check_exact},
      {"geology", true, check_geology},
      {"fold.point", true, check_point},
      {"fold.order", true, check_order},
      {"fold.same", true, check_schedules},
      {"fold.varying", true, check_varying},
      {"fold.godunov", true, check_references},
      {"fold.mesh", false, check_mesh},
      {"fold.refold", false, check_refold},
      {"fold.unconformity", false, check_unconformity},
      {"wave.standing", true, check_standing},
      {"wave.point", true, check_point_source},
      {"wave.error_budget", true, check_error_budget},
      {"wave.stability", true, check_stability},
      {"wave.sponge", true, check_sponge},
      {"wave.cpml", true, check_cpml},
      {"wave.free_surface", true, check_free_surface},
      {"wave.reflector", true, check_reflector},
      {"wave.reciprocity", true, check_reciprocity},
      {"image.location", true, check_location},
      {"image", true, check_imaging},
  };
  return groups;
}

Checks run_checks(const CheckGroup& group, const Verified& verified, VerifyScope scope, const Job& job) {
  Checks checks;
  const auto failed = [&](const Error& error) {
    checks.push_back({group.name, std::numeric_limits<double>::infinity(), 0.0, "error", error.what()});
  };
  try {
    group.make(verified, scope, job, checks);
  } catch (const InputError& error) {
    failed(error);
  } catch (const NumericError& error) {
    failed(error);
  }
  for (Check& check : checks)
    check.backend = group.by_backend ? verified.backend.name() : cpu_backend()->name();
  return checks;
}

}  // namespace foldwave
