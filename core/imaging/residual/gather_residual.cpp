#include "core/imaging/residual/gather_residual.hpp"

#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

double relative(double apart, double size) {
  if (size > 0.0) return std::sqrt(apart / size);
  return apart > 0.0 ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(apart);
}

}  // namespace

GatherResidual gather_residual(const Gather& predicted, const Gather& recorded) {
  const std::string place = "gathers";
  if (predicted.receivers.size() != recorded.receivers.size() || predicted.samples != recorded.samples)
    throw InputError(place,
                     std::to_string(predicted.receivers.size()) + " traces of " +
                         std::to_string(predicted.samples) + " samples stand against " +
                         std::to_string(recorded.receivers.size()) + " of " +
                         std::to_string(recorded.samples),
                     "give gathers of one survey");
  if (!(std::abs(predicted.dt - recorded.dt) <= 1e-6 * recorded.dt))
    throw InputError(place,
                     "a sample every " + number_text(predicted.dt) + " s stands against one every " +
                         number_text(recorded.dt) + " s",
                     "resample one of them");
  for (std::size_t r = 0; r < recorded.receivers.size(); ++r)
    if (!(norm(predicted.receivers[r] - recorded.receivers[r]) <= 1e-3))
      throw InputError(place + ", trace " + std::to_string(r + 1), "its receivers are at different places",
                       "give gathers of one survey, in one order");
  GatherResidual residual;
  residual.difference = predicted;
  double all_apart = 0.0, all_size = 0.0;
  for (std::size_t r = 0; r < recorded.receivers.size(); ++r) {
    double apart = 0.0, size = 0.0;
    for (int n = 0; n < recorded.samples; ++n) {
      const std::size_t at = r * static_cast<std::size_t>(recorded.samples) + static_cast<std::size_t>(n);
      const double d = static_cast<double>(recorded.traces[at]);
      const double difference = static_cast<double>(predicted.traces[at]) - d;
      residual.difference.traces[at] = static_cast<float>(difference);
      apart += difference * difference;
      size += d * d;
    }
    residual.rms.push_back(relative(apart, size));
    all_apart += apart;
    all_size += size;
  }
  residual.all = relative(all_apart, all_size);
  return residual;
}

std::optional<std::size_t> worst_trace(const GatherResidual& residual) {
  std::optional<std::size_t> worst;
  for (std::size_t r = 0; r < residual.rms.size(); ++r)
    if (std::isfinite(residual.rms[r]) && (!worst || residual.rms[r] > residual.rms[*worst])) worst = r;
  return worst;
}

}  // namespace foldwave
