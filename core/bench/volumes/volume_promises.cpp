#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <span>

#include "core/base/text.hpp"
#include "core/bench/brick_codec.hpp"
#include "core/bench/volumes/hostile_values.hpp"
#include "core/bench/volumes/volume_groups.hpp"
#include "core/volume/codec/quality.hpp"

namespace foldwave {

namespace {

std::vector<float> there_and_back(const std::string& codec, const std::array<int, 3>& shape, double bound,
                                  std::span<const float> values) {
  const BrickCodec brick(codec, shape, bound);
  std::vector<float> given(values.begin(), values.end()), back(values.size(), 7.0F);
  brick.unpack(brick.pack(given), back);
  return back;
}

bool is_same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// What is no finite number must come back bit by bit.
bool is_kept(float value, float back, double bound) {
  if (is_same(value, back)) return true;
  return std::isfinite(value) && std::abs(double{value} - double{back}) <= bound;
}

double changed_by(const std::string& codec, const std::vector<float>& values) {
  const auto back = there_and_back(codec, {static_cast<int>(values.size()), 1, 1}, 0.0, values);
  double changed = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
    changed += is_same(values[i], back[i]) ? 0.0 : 1.0;
  return changed;
}

void measure_lossless(const std::string& codec, const VolumesBenchPlan& plan, VolumeRows& rows,
                      const Job& job) {
  const std::string name = "lossless." + codec;
  rows.measure({at_most(name, 0.0, "values")}, "cpu", [&](const VolumeRows::Tell& tell) {
    double changed = 0.0;
    std::mt19937 random(9);
    for (std::size_t n = 1; n <= 70; ++n)
      for (int kind = 0; kind < 4; ++kind)
        changed += changed_by(codec, hostile_brick(random, n, kind));
    for (const std::vector<float>& values : lossless_traps())
      changed += changed_by(codec, values);
    job.throw_if_stopped();
    const auto size = static_cast<std::size_t>(plan.size);
    std::vector<float> run(size * size * size + 3, 0.0F);
    run.front() = 1.0F;
    changed += changed_by(codec, run);
    tell(name, changed,
         "whose bits differ: NaN with a payload, -0, all lengths to 70, no zeros, a run of " +
             std::to_string(run.size() - 1));
  });
}

// Bricks of hostile values in three shapes, each from a seed of its own.
struct HostileCount {
  double values = 0.0, broken = 0.0;
};
HostileCount count_broken(const std::string& codec, bool relative, double most, const Job& job) {
  constexpr std::array<std::array<int, 3>, 4> shapes{{{64, 64, 64}, {19, 17, 12}, {70, 1, 60}, {1, 4099, 1}}};
  constexpr std::array<double, 9> bounds{1e-3, 1.0, 1e-25, 1e20, 1e-39, 1e-7, 1e38, 4e-31, 1e-44};
  constexpr std::array<double, 3> shares{1e-2, 1e-3, 1e-4};
  // Of the four shapes in turn.
  constexpr double a_round = 64.0 * 64.0 * 64.0 + 19.0 * 17.0 * 12.0 + 70.0 * 60.0 + 4099.0;
  const auto count = 4 * static_cast<std::int64_t>(std::ceil(most / a_round));
  double values_seen = 0.0, broken = 0.0;
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic) reduction(+ : values_seen, broken)
  for (std::int64_t b = 0; b < count; ++b)
    try {
      if (job.stop.stop_requested()) continue;
      std::mt19937 random(static_cast<unsigned>(b) + 17U);
      const auto& shape = shapes[static_cast<std::size_t>(b % 4)];
      const auto turn = static_cast<std::size_t>(b / 4);
      const auto values =
          hostile_brick(random, BrickShape{shape}.values(), static_cast<int>((b / 4 + b) % 4));
      const double range = quality_of(values, values).range;
      const double bound = relative ? shares[turn % shares.size()] * range : bounds[turn % bounds.size()];
      const auto back = there_and_back(codec, shape, bound, values);
      for (std::size_t i = 0; i < values.size(); ++i)
        broken += is_kept(values[i], back[i], bound) ? 0.0 : 1.0;
      values_seen += static_cast<double>(values.size());
    } catch (...) {
#pragma omp critical(bench_promises_failure)
      failure = std::current_exception();
    }
  if (failure) std::rethrow_exception(failure);
  job.throw_if_stopped();
  return {values_seen, broken};
}

void measure_bound(const std::string& codec, const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job) {
  for (const bool relative : {false, true}) {
    const std::string name = "bound." + codec + (relative ? ".relative" : ".absolute");
    rows.measure({at_most(name, 0.0, "values")}, "cpu", [&](const VolumeRows::Tell& tell) {
      const HostileCount count = count_broken(codec, relative, plan.values, job);
      tell(name, count.broken,
           std::string("beyond the bound or, not finite, of other bits, of ") + number_text(count.values, 3) +
               " random bit patterns" +
               (relative ? ", 1e-2 to 1e-4 of the range" : ", bounds from 1e-44 to 1e38"));
    });
  }
}

}  // namespace

void bench_volume_promises(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job) {
  for (const char* const codec :
       {"rle", "huffman", "huffman-fixed", "wave", "quick", "fast-dct-3d", "blosc", "zfp"})
    measure_lossless(codec, plan, rows, job);
  for (const char* const codec : {"wave", "quick", "fast-dct-3d", "lot-3d", "genlot-3d", "blosc", "zfp"})
    measure_bound(codec, plan, rows, job);
}

}  // namespace foldwave
