#include <atomic>
#include <string>
#include <vector>

#include "core/base/system.hpp"
#include "core/fold/reference/schedules.hpp"

namespace foldwave {

namespace {

// One Gauss-Seidel pass over all nodes in one direction; whether it brought news. Ends early when stopped.
template <class Real>
bool sweep_once(const GodunovGrid<Real>& g, Real* T, const std::uint8_t* fixed, Walk walk,
                const std::stop_token& stop) {
  bool news = false;
  for (int c = 0; c < g.n[2]; ++c) {
    if (stop.stop_requested()) return news;
    const int k = walk.back[2] ? g.n[2] - 1 - c : c;
    for (int r = 0; r < g.n[1]; ++r) {
      const int j = walk.back[1] ? g.n[1] - 1 - r : r;
      const Index row = j * g.stride[1] + k * g.stride[2];
      for (int s = 0; s < g.n[0]; ++s) {
        const int i = walk.back[0] ? g.n[0] - 1 - s : s;
        if (fixed[row + i] != 0) continue;
        if (update_node(g, T, i, j, k, row + i) == Update::news) news = true;
      }
    }
  }
  return news;
}

void report_sweep(const Job& job, int sweep, int part, int parts, const FoldOptions& options, Index nodes) {
  const std::string step = "fold: sweep " + std::to_string(sweep + 1);
  const int sweeps = options.to_convergence ? std::max(2, sweep + 1) : options.max_sweeps;
  job.report({step, std::int64_t{1} * sweep * parts + part, std::int64_t{1} * sweeps * parts,
              static_cast<double>(nodes), "nodes"});
}

}  // namespace

template <class Real>
int fast_sweeping(GodunovWork<Real>& work, const FoldOptions& options, const Job& job) {
  const int directions = direction_count(work.grid.n);
  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    for (int d = 0; d < directions; ++d) {
      report_sweep(job, sweep, d, directions, options, work.T.size());
      const bool news =
          sweep_once(work.grid, work.T.data(), work.fixed.data(), walk_of(d, work.grid.n), job.stop);
      job.throw_if_stopped();
      // A pass without news in one direction leaves none for another.
      if (options.to_convergence && !news) return sweep + 1;
    }
  }
  return options.max_sweeps;
}
template int fast_sweeping<float>(GodunovWork<float>&, const FoldOptions&, const Job&);
template int fast_sweeping<double>(GodunovWork<double>&, const FoldOptions&, const Job&);

template <class Real>
int parallel_fast_sweeping(GodunovWork<Real>& work, const FoldOptions& options, const Job& job) {
  const int directions = direction_count(work.grid.n);
  const Index size = work.T.size();
  const std::int64_t bytes = std::int64_t{directions} * size * static_cast<std::int64_t>(sizeof(Real));
  // More than there is would be granted at first, and end the program later.
  if (bytes > available_memory_bytes()) throw_out_of_memory(static_cast<std::size_t>(bytes));
  std::vector<Field<Real>> copies;
  for (int d = 0; d < directions; ++d) {
    job.throw_if_stopped();
    copies.emplace_back(work.T.shape());
  }
  Real* const T = work.T.data();
  const Index plane = work.grid.stride[2];

  for (int sweep = 0; sweep < options.max_sweeps; ++sweep) {
    report_sweep(job, sweep, 0, 1, options, size * directions);
#pragma omp parallel for schedule(static, 1)
    for (int d = 0; d < directions; ++d) {
      if (job.stop.stop_requested()) continue;
      Real* const own = copies[static_cast<std::size_t>(d)].data();
      std::copy(T, T + size, own);
      sweep_once(work.grid, own, work.fixed.data(), walk_of(d, work.grid.n), job.stop);
    }
    job.throw_if_stopped();
    bool news = false;
#pragma omp parallel for schedule(static) reduction(|| : news)
    for (Index first = 0; first < size; first += plane) {
      if (job.stop.stop_requested()) continue;
      for (Index m = first; m < first + plane; ++m) {
        const Real old = std::abs(T[m]);
        Real least = old;
        for (const Field<Real>& copy : copies)
          least = std::min(least, std::abs(copy[m]));
        news = news || least < old * (Real(1) - godunov_rounding<Real>);
        T[m] = std::copysign(least, T[m]);
      }
    }
    job.throw_if_stopped();
    if (options.to_convergence && !news) return sweep + 1;
  }
  return options.max_sweeps;
}
template int parallel_fast_sweeping<float>(GodunovWork<float>&, const FoldOptions&, const Job&);
template int parallel_fast_sweeping<double>(GodunovWork<double>&, const FoldOptions&, const Job&);

}  // namespace foldwave
