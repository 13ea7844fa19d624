#include "core/engine/forecast/machine/machine_bounds.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/forecast/machine/disk_speed.hpp"

// The widest vectors that this processor has, where the compiler can choose them at run time.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define FOLDWAVE_WIDEST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOLDWAVE_WIDEST
#endif

namespace foldwave {

namespace {

constexpr int lanes = 128, rounds = 200'000;

// 2 lanes operations a round, in chains long enough to fill the pipes.
FOLDWAVE_WIDEST float multiply_add(float start) {
  std::array<float, lanes> sum{};
  sum.fill(start);
  for (int r = 0; r < rounds; ++r)
    for (float& s : sum)
      s = s * 0.999F + 0.001F;
  float all = 0.0F;
  for (const float s : sum)
    all += s;
  return all;
}

double operations_a_second() {
  const int threads = thread_count();
  double best = 0.0;
  float kept = 0.0F;
  for (int run = 0; run < 3; ++run) {
    const Clock clock;
#pragma omp parallel for schedule(static, 1) reduction(+ : kept)
    for (int t = 0; t < threads; ++t)
      kept += multiply_add(1.0F + 0.1F * static_cast<float>(t));
    best = std::max(best, 2.0 * lanes * rounds * threads / clock.seconds());
  }
  return kept > 0.0F ? best : 0.0;
}

// Of a parallel loop with nothing in it.
double loop_seconds() {
  constexpr int loops = 200;
  std::vector<int> seen(static_cast<std::size_t>(thread_count()), 0);
  const Clock clock;
  for (int i = 0; i < loops; ++i) {
#pragma omp parallel for schedule(static, 1)
    for (int& s : seen)
      s += 1;
  }
  return seen.front() == loops ? clock.seconds() / loops : 0.0;
}

}  // namespace

MachineBounds measure_bounds(const Backend& backend, const std::filesystem::path& folder, const Job& job) {
  MachineBounds bounds;
  try {
    bounds.triad = backend.triad_bytes_per_second();
  } catch (const ResourceError&) {
    // Memory is full: rates that are measured say the rest.
  }
  job.throw_if_stopped();
  bounds.arithmetic = backend.on_host() ? operations_a_second() : backend.operations_per_second();
  bounds.launch = backend.on_host() ? loop_seconds() : backend.launch_seconds();
  try {
    const DiskSpeed disk = measure_disk(folder, std::size_t{64} << 20, job);
    bounds.disk_write = disk.write;
    bounds.disk_read = disk.read;
    bounds.disk_way = disk_way_name(disk.way);
  } catch (const ResourceError&) {
    // A disk that is full has no speed.
  }
  return bounds;
}

}  // namespace foldwave
