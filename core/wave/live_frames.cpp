#include "core/wave/live_frames.hpp"

#include <algorithm>
#include <utility>

namespace foldwave {

PlaneNodes plane_nodes(const PaddedGrid& padded, int axis, int node) {
  const std::array<Index, 3> stride{1, padded.row(), padded.plane()};
  const std::size_t across = static_cast<std::size_t>(axis), u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  return {padded.user_index(0, 0, 0) + node * stride[across], stride[u], stride[v], padded.grid.n[u],
          padded.grid.n[v]};
}

LiveWish within(const LiveWish& wish, const Grid3& grid) {
  LiveWish there = wish;
  for (std::size_t a = 0; a < 3; ++a)
    there.node[a] = std::min(wish.node[a], grid.n[a] - 1);
  return there;
}

std::int64_t frame_bytes(const LiveFrame& frame) {
  std::size_t values = frame.traces.size();
  for (const std::vector<float>& plane : frame.plane)
    values += plane.size();
  return static_cast<std::int64_t>(values * sizeof(float));
}

namespace {

// By all threads: a plane across the rows takes a cache line for each value, and the others would wait.
template <class Real>
std::vector<float> plane_values(const Field<Real>& field, const PlaneNodes& nodes) {
  std::vector<float> values(static_cast<std::size_t>(nodes.nu) * static_cast<std::size_t>(nodes.nv));
#pragma omp parallel for schedule(static)
  for (int v = 0; v < nodes.nv; ++v) {
    const Real* const from = field.data() + nodes.base + v * nodes.along_v;
    float* const to = values.data() + static_cast<std::size_t>(v) * static_cast<std::size_t>(nodes.nu);
    for (int u = 0; u < nodes.nu; ++u)
      to[u] = static_cast<float>(from[u * nodes.along_u]);
  }
  return values;
}

}  // namespace

LiveFrames::LiveFrames(LiveView* view, const PaddedGrid& padded, const WaveModel& model)
    : view_(view), padded_(padded), dt_(model.dt) {
  if (view_ != nullptr) view_->begin(model);
}

template <class Real>
void LiveFrames::offer(int step, const Field<Real>& present, const Gather& gather) {
  if (view_ == nullptr) return;
  const double begin = clock_.seconds();
  if (!pace_.due(begin)) return;
  const std::optional<LiveWish> wish = view_->wish();
  if (!wish) return;
  LiveFrame frame;
  frame.step = step;
  frame.time = step * dt_;
  frame.node = within(*wish, padded_.grid).node;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (frame.node[a] >= 0) frame.plane[a] = plane_values(present, plane_nodes(padded_, axis, frame.node[a]));
  }
  if (wish->traces) {
    frame.first_sample = std::exchange(next_sample_, step + 1);
    frame.samples = step + 1 - frame.first_sample;
    for (int r = 0; r < static_cast<int>(gather.receivers.size()); ++r) {
      const float* const from = gather.trace(r) + frame.first_sample;
      frame.traces.insert(frame.traces.end(), from, from + frame.samples);
    }
  }
  part_.bytes += frame_bytes(frame);
  view_->show(std::move(frame));
  const double spent = clock_.seconds() - begin;
  part_.seconds += spent;
  pace_.made(begin, spent);
}
template void LiveFrames::offer<float>(int, const Field<float>&, const Gather&);
template void LiveFrames::offer<double>(int, const Field<double>&, const Gather&);

}  // namespace foldwave
