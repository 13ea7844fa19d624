#include "core/imaging/locate/velocity_scan.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/imaging/rtm/shots.hpp"

namespace foldwave {

namespace {

NodeField scaled_by(const Field<float>& field, double factor) {
  auto scaled = std::make_shared<Field<float>>(field.clone());
  for (float& value : scaled->values())
    value *= static_cast<float>(factor);
  return scaled;
}

double merit(const ScannedVelocity& scanned) {
  return scanned.explained > 0.0 ? scanned.explained : scanned.z;
}

}  // namespace

std::vector<ScannedVelocity> scan_velocity(const LocateWaves& waves, const Gather& gather,
                                           const LocateSetup& setup, LocateOptions options,
                                           std::span<const double> factors, const Job& job) {
  options.gain = nullptr;
  for (const double factor : factors)
    if (!(factor > 0.0) || !std::isfinite(factor))
      throw InputError("velocity factor", number_text(factor) + " scales no velocity",
                       "give factors above 0");
  std::vector<ScannedVelocity> scan(factors.size());
  const int count = static_cast<int>(factors.size());
  const auto work = [&](int number) {
    const auto at = static_cast<std::size_t>(number);
    LocateSetup scaled = setup;
    scaled.medium.velocity = scaled_by(*setup.medium.velocity, factors[at]);
    const LocateResult located = locate(waves, gather, scaled, options, {nullptr, job.stop});
    scan[at] = {.factor = factors[at], .found = !located.events.empty()};
    if (located.events.empty()) return;
    scan[at].state = located.events.front().state;
    scan[at].z = located.events.front().z;
    scan[at].explained = located.explained;
  };
  const auto done = [&](int number) {
    job.report({"imaging: velocities tried", number + 1, count, 0.0, ""});
  };
  for_each_shot(count, PaddedGrid(setup.medium).nodes(), job, work, done, waves.devices);
  std::ranges::sort(scan, {}, &ScannedVelocity::factor);
  return scan;
}

double best_factor(std::span<const ScannedVelocity> scan) {
  std::vector<ScannedVelocity> found;
  std::ranges::copy_if(scan, std::back_inserter(found), &ScannedVelocity::found);
  if (found.empty()) return 1.0;
  const auto best = std::ranges::max_element(found, {}, merit);
  if (best == found.begin() || best + 1 == found.end()) return best->factor;
  // Newton's form through three factors, which need not be equally far apart.
  const auto &a = *(best - 1), &b = *best, &c = *(best + 1);
  const double rise = (merit(b) - merit(a)) / (b.factor - a.factor);
  const double fall = (merit(c) - merit(b)) / (c.factor - b.factor);
  const double bend = (fall - rise) / (c.factor - a.factor);
  if (!(bend < 0.0)) return b.factor;
  return std::clamp(0.5 * (a.factor + b.factor - rise / bend), a.factor, c.factor);
}

Vec3 place_at_factor(std::span<const ScannedVelocity> scan, double factor) {
  const ScannedVelocity* below = nullptr;
  const ScannedVelocity* above = nullptr;
  for (const ScannedVelocity& one : scan) {
    if (!one.found) continue;
    if (one.factor <= factor) below = &one;
    if (one.factor >= factor && above == nullptr) above = &one;
  }
  if (below == nullptr && above == nullptr)
    throw InputError("velocity scan", "nothing was located in it", "give other factors or other traces");
  if (below == nullptr) return above->state.position;
  if (above == nullptr || above == below) return below->state.position;
  const double share = (factor - below->factor) / (above->factor - below->factor);
  return below->state.position + share * (above->state.position - below->state.position);
}

}  // namespace foldwave
