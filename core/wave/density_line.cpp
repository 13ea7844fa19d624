#include "core/wave/density_line.hpp"

#include <algorithm>

#include "core/wave/edge_kernel.hpp"

namespace foldwave {

template <class Real>
Field<Real> padded_density(const PaddedGrid& padded, const Field<float>& density) {
  Field<Real> values(padded.shape);
  const auto& m = padded.grid.n;
  const auto& lead = padded.lead;
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = -lead[2]; k < padded.shape[2] - lead[2]; ++k)
    for (int j = -lead[1]; j < padded.shape[1] - lead[1]; ++j)
      for (int i = -lead[0]; i < padded.shape[0] - lead[0]; ++i)
        values[padded.index(i, j, k)] = static_cast<Real>(
            density(std::clamp(i - padded.user[0], 0, m[0] - 1), std::clamp(j - padded.user[1], 0, m[1] - 1),
                    std::clamp(k - padded.user[2], 0, m[2] - 1)));
  return values;
}
template Field<float> padded_density<float>(const PaddedGrid&, const Field<float>&);
template Field<double> padded_density<double>(const PaddedGrid&, const Field<float>&);

std::vector<MirrorPlane> density_line(const PaddedGrid& padded, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  const int reach = 2 * padded.radius;
  std::vector<MirrorPlane> line;
  const int last = padded.n[a] - 1;
  const bool free_low = padded.boundaries[2 * a] == Boundary::free;
  const bool free_high = padded.boundaries[2 * a + 1] == Boundary::free;
  for (int t = -reach; t <= last + reach; ++t) {
    const EdgeImage image = t >= 0 && t <= last ? EdgeImage{t, 1} : edge_image(t, last, free_low, free_high);
    // Where no field goes on, the density does: straight on, or from a free face back to the other end.
    const bool at_last = t < 0 ? free_low : !free_high;
    line.push_back({axis, t, image.sign != 0 ? image.from : at_last ? last : 0, image.sign});
  }
  return line;
}

}  // namespace foldwave
