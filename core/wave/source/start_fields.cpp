#include "core/wave/source/start_fields.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

constexpr int lanes = 16;  // columns side by side, a cache line of floats
// From a Ricker wavelet's peak; beyond it is below 1e-8 of it.
constexpr double wavelet_periods = 1.5;

// Calls work(i, end, j) for the columns i .. end - 1 of row j, on all threads, a section's too.
template <class Work>
void for_column_groups(const Grid3& grid, const Job& job, const char* step, const Work& work) {
  const int across = (grid.n[0] + lanes - 1) / lanes;
  const int groups = across * grid.n[1];
  std::atomic<int> done{0};
#pragma omp parallel for schedule(dynamic, 1)
  for (int g = 0; g < groups; ++g) {
    if (job.stop.stop_requested()) continue;
    const int first = g % across * lanes;
    work(first, std::min(first + lanes, grid.n[0]), g / across);
    const int now = ++done;
    if (omp_get_thread_num() == 0)
      job.report({step, now, groups, static_cast<double>(lanes) * grid.n[2], "nodes"});
  }
  job.throw_if_stopped();
}

// One column: what its interfaces let go of, by the time from the uppermost node.
class Column {
 public:
  explicit Column(int nodes)
      : velocity(static_cast<std::size_t>(nodes)),
        impedance(velocity.size()),
        time_(velocity.size()),
        sum_(velocity.size()) {}

  std::vector<double> velocity, impedance;

  const std::vector<double>& explode(double h, double frequency) {
    const std::size_t n = velocity.size();
    const double reach = wavelet_periods / frequency;
    double time = 0.0, half_cell = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      time += half_cell;
      half_cell = 0.5 * h / velocity[k];
      time += k == 0 ? 0.0 : half_cell;
      time_[k] = time;
      sum_[k] = 0.0;
    }
    for (std::size_t k = 0; k + 1 < n; ++k) {
      const double above = impedance[k], below = impedance[k + 1];
      if (above == below) continue;
      const double reflectivity = (below - above) / (below + above);
      const double at = time_[k] + 0.5 * h / velocity[k];
      for (std::size_t z = k + 1; z-- > 0 && at - time_[z] < reach;)
        sum_[z] += reflectivity * ricker(frequency, at - time_[z]);
      for (std::size_t z = k + 1; z < n && time_[z] - at < reach; ++z)
        sum_[z] += reflectivity * ricker(frequency, time_[z] - at);
    }
    return sum_;
  }

 private:
  std::vector<double> time_, sum_;
};

}  // namespace

StartFields plane_wave_start(const Grid3& grid, const TimeFunction& s, double velocity, Vec3 direction,
                             Vec3 at, double dt, const Job& job) {
  StartFields fields{Field<float>(grid.n), Field<float>(grid.n)};
  for_column_groups(grid, job, "wave: plane wave", [&](int first, int end, int j) {
    for (int k = 0; k < grid.n[2] && !job.stop.stop_requested(); ++k)
      for (int i = first; i < end; ++i) {
        const double early = -dot(direction, grid.local(i, j, k) - at) / velocity;
        fields.start(i, j, k) = static_cast<float>(s(early));
        fields.past(i, j, k) = static_cast<float>(s(early - dt));
      }
  });
  return fields;
}

StartFields exploding_reflector_start(const Grid3& grid, const Field<float>& velocity,
                                      const Field<float>* density, double frequency, const Job& job) {
  StartFields fields{Field<float>(grid.n), {}};
  const int n = grid.n[2];
  for_column_groups(grid, job, "wave: exploding reflectors", [&](int first, int end, int j) {
    std::vector<Column> columns(static_cast<std::size_t>(end - first), Column(n));
    for (int k = 0; k < n; ++k)
      for (int i = first; i < end; ++i) {
        Column& column = columns[static_cast<std::size_t>(i - first)];
        const auto at = static_cast<std::size_t>(k);
        column.velocity[at] = double{velocity(i, j, k)};
        column.impedance[at] = column.velocity[at] * (density == nullptr ? 1.0 : double{(*density)(i, j, k)});
      }
    std::array<const double*, lanes> sums{};
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (job.stop.stop_requested()) return;
      sums[c] = columns[c].explode(grid.h[2], frequency).data();
    }
    for (int k = 0; k < n; ++k)
      for (int i = first; i < end; ++i)
        fields.start(i, j, k) = static_cast<float>(sums[static_cast<std::size_t>(i - first)][k]);
  });
  return fields;
}

}  // namespace foldwave
