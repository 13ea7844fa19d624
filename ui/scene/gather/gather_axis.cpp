#include "ui/scene/gather/gather_axis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace foldwave {

double trace_offset(const Gather& gather, int trace, const Vec3& source) {
  const Vec3 d = gather.receivers[static_cast<std::size_t>(trace)] - source;
  return std::hypot(d.x, d.y);
}

GatherAxis gather_axis(const Gather& gather, const Vec3& source, TraceOrder by) {
  GatherAxis axis;
  const std::size_t count = gather.receivers.size();
  axis.order.resize(count);
  std::iota(axis.order.begin(), axis.order.end(), 0);
  axis.value.resize(count);
  switch (by) {
    case TraceOrder::number:
      axis.title = "trace number";
      std::iota(axis.value.begin(), axis.value.end(), 1.0);
      return axis;
    case TraceOrder::distance:
      axis.title = "distance along the line (m)";
      for (std::size_t i = 1; i < count; ++i)
        axis.value[i] = axis.value[i - 1] + norm(gather.receivers[i] - gather.receivers[i - 1]);
      return axis;
    case TraceOrder::offset:
      break;
  }
  axis.title = "offset from the source (m)";
  if (count == 0) return axis;
  const Vec3 line = gather.receivers.back() - gather.receivers.front();
  std::vector<double> offset(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 d = gather.receivers[i] - source;
    const bool before = d.x * line.x + d.y * line.y < 0.0;
    offset[i] = (before ? -1.0 : 1.0) * trace_offset(gather, static_cast<int>(i), source);
  }
  std::stable_sort(axis.order.begin(), axis.order.end(), [&](int a, int b) {
    return offset[static_cast<std::size_t>(a)] < offset[static_cast<std::size_t>(b)];
  });
  for (std::size_t i = 0; i < count; ++i)
    axis.value[i] = offset[static_cast<std::size_t>(axis.order[i])];
  return axis;
}

double place_of(const GatherAxis& axis, double value) {
  const auto after = std::lower_bound(axis.value.begin(), axis.value.end(), value);
  if (after == axis.value.begin()) return 0.0;
  if (after == axis.value.end()) return static_cast<double>(axis.value.size()) - 1.0;
  const double before = *(after - 1);
  return static_cast<double>(after - axis.value.begin()) - (*after - value) / (*after - before);
}

double value_at(const GatherAxis& axis, double place) {
  const double last = static_cast<double>(axis.value.size()) - 1.0;
  const double at = std::clamp(place, 0.0, std::max(last, 0.0));
  const auto i = static_cast<std::size_t>(at);
  const auto next = std::min(i + 1, axis.value.size() - 1);
  return std::lerp(axis.value[i], axis.value[next], at - static_cast<double>(i));
}

}  // namespace foldwave
