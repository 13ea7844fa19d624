#include "core/fold/pmm/varying_fold.hpp"

#include <cmath>
#include <type_traits>

#include "core/fold/foot/initial.hpp"
#include "core/fold/pmm/pmm_check.hpp"
#include "core/fold/unreached.hpp"

namespace foldwave {

template <class Real>
VaryingProblem<Real> prepare_varying(FoldProblem& problem, const Job& job) {
  const bool given = !std::holds_alternative<std::monostate>(problem.start) || !problem.horizon;
  EnlargedBox box{problem.grid, {}, false};
  if (!given) box = enlarged_box(*problem.horizon, problem.grid, *problem.speeds);
  StartValues<Real> start = given ? take_start_values<Real>(problem, job)
                                  : make_varying_start<Real>(*problem.horizon, box, *problem.speeds, job);
  check_pmm_start(start, box.grid);
  SpeedVolume speeds = problem.speeds->on(box.grid, box.first(), job);
  // A section does not see b.y.
  if (box.grid.is_section()) speeds.b[1] = Field<float>(box.grid.n);
  return {box, std::move(speeds), std::move(start)};
}
template VaryingProblem<float> prepare_varying<float>(FoldProblem&, const Job&);
template VaryingProblem<double> prepare_varying<double>(FoldProblem&, const Job&);

void add_box_warning(const EnlargedBox& box, FoldSolution& solution) {
  if (box.cut_short)
    solution.warnings.push_back(
        "fold: the front leans so far that parts of it come from beyond what was solved around the box; near "
        "the sides that it comes in by, layers may bend for no geological reason");
}

template <class Real>
void put_arrival(Field<Real> time, const std::array<int, 3>& before, const Grid3& grid,
                 FoldSolution& solution) {
  if (time.shape() != grid.n) time = cut_out<Real>(time, before, grid);
  solution.unreached = unreached_nodes(time);
  if constexpr (std::is_same_v<Real, float>) {
    solution.arrival = std::move(time);
  } else {
    solution.arrival = cut_out<float>(time, {}, grid);
    solution.arrival64 = std::move(time);
  }
}
template void put_arrival<float>(Field<float>, const std::array<int, 3>&, const Grid3&, FoldSolution&);
template void put_arrival<double>(Field<double>, const std::array<int, 3>&, const Grid3&, FoldSolution&);

}  // namespace foldwave
