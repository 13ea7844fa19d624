#include "core/volume/view/volume_plane.hpp"

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr std::size_t kept_bytes = 32U * 1024 * 1024;  // of planes, an axis

}  // namespace

int plane_u(int axis) {
  return axis == 0 ? 1 : 0;
}

int plane_v(int axis) {
  return axis == 2 ? 1 : 2;
}

PlaneReader::PlaneReader(Volume volume) : volume_(std::move(volume)) {
  if (const VolumeFile* const file = volume_->file())
    for (int axis = 0; axis < 3; ++axis)
      slices_.emplace_back(*file, kept_bytes);
}

VolumePlane PlaneReader::read(int axis, int node, const Job& job) {
  const auto a = static_cast<std::size_t>(axis);
  const std::array<int, 3>& n = volume_->grid().n;
  VolumePlane plane{
      axis, node, n[static_cast<std::size_t>(plane_u(axis))], n[static_cast<std::size_t>(plane_v(axis))], {}};
  if (!slices_.empty()) {
    plane.values = slices_[a].slice(axis, node, job);
    damaged_[a] = slices_[a].damaged();
    return plane;
  }
  if (node < 0 || node >= n[a])
    throw InputError(volume_->name(), "it has no plane " + std::to_string(node) + " there",
                     "ask for one within its grid");
  NodeBox box{{0, 0, 0}, n};
  box.low[a] = node;
  box.n[a] = 1;
  plane.values.resize(static_cast<std::size_t>(box.size()));
  damaged_[a] = volume_->read(box, plane.values, job);
  return plane;
}

std::string PlaneReader::damage() const {
  std::vector<DamagedBrick> all;
  for (const auto& some : damaged_)
    all.insert(all.end(), some.begin(), some.end());
  return all.empty() ? std::string() : damage_text(all);
}

VolumePlane difference(const VolumePlane& a, const VolumePlane& b) {
  if (a.nu != b.nu || a.nv != b.nv)
    throw InputError("difference", "the planes have other nodes", "compare volumes of the same nodes");
  VolumePlane made{a.axis, a.node, a.nu, a.nv, a.values};
  for (std::size_t m = 0; m < made.values.size(); ++m)
    made.values[m] -= b.values[m];
  return made;
}

}  // namespace foldwave
