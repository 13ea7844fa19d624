#include "ui/views/volume/volume_looks.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "core/volume/filter/derivative.hpp"
#include "core/volume/filter/gaussian.hpp"
#include "core/volume/view/volume_lines.hpp"
#include "core/volume/view/volume_plane.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {

namespace {

constexpr int look_order = 4;  // of derivatives

QString look_word(const char* text) {
  return QCoreApplication::translate("VolumeLook", text);
}

void apply_look(const VolumeLook& look, std::span<const float> in, const Grid3& grid, std::span<float> out,
                const Job& job) {
  if (look.kind == VolumeLook::gradient) return gradient_size(in, grid, look_order, out, job);
  if (look.kind == VolumeLook::laplacian) return laplacian(in, grid, look_order, out, job);
  if (look.kind == VolumeLook::kernel) return convolve(in, grid.n, *look.weights, out, job);
  GaussianFilter filter;
  filter.sigma = look.sigma;
  if (look.kind == VolumeLook::gaussian) filter.sigma.fill(look.spacings * *std::ranges::min_element(grid.h));
  gaussian(in, grid, filter, out, job);
}

std::shared_ptr<const Kernel3> kernel_in_plane(const Kernel3& kernel, int axis) {
  const auto u = static_cast<std::size_t>(plane_u(axis)), v = static_cast<std::size_t>(plane_v(axis));
  auto seen = std::make_shared<Kernel3>();
  seen->reach = {kernel.reach[u], 0, kernel.reach[v]};
  seen->weights.resize(static_cast<std::size_t>(seen->size()));
  const auto n = kernel.n();
  std::array<int, 3> at{};
  Index m = 0;
  for (at[2] = 0; at[2] < n[2]; ++at[2])
    for (at[1] = 0; at[1] < n[1]; ++at[1])
      for (at[0] = 0; at[0] < n[0]; ++at[0], ++m)
        seen->weights[static_cast<std::size_t>(at[u] + Index{1} * n[u] * at[v])] +=
            kernel.weights[static_cast<std::size_t>(m)];
  return seen;
}

}  // namespace

QString VolumeLook::name() const {
  if (kind == kernel) return look_word("Kernel %1").arg(file);
  if (kind == as_it_is) return look_word("As it is");
  if (kind == gradient) return look_word("Gradient");
  if (kind == laplacian) return look_word("Laplacian");
  if (kind == own_gaussian)
    return look_word("Gaussian of %1, %2, %3 m")
        .arg(number_string(sigma[0]), number_string(sigma[1]), number_string(sigma[2]));
  return spacings == 1.0 ? look_word("Gaussian, 1 spacing")
                         : look_word("Gaussian, %1 spacings").arg(spacings);
}

QString VolumeLook::word() const {
  QString word = name();
  // The others are names of people.
  if (kind == gradient || kind == kernel) word[0] = word[0].toLower();
  return word;
}

const std::vector<VolumeLook>& volume_looks() {
  static const std::vector<VolumeLook> looks{{},
                                             {VolumeLook::gaussian, 1.0},
                                             {VolumeLook::gaussian, 2.0},
                                             {VolumeLook::gaussian, 4.0},
                                             {VolumeLook::gaussian, 8.0},
                                             {VolumeLook::gradient},
                                             {VolumeLook::laplacian}};
  return looks;
}

VolumePlanes::Filter plane_filter(const VolumeLook& look) {
  if (look.kind == VolumeLook::as_it_is || (look.kind == VolumeLook::kernel && !look.weights)) return {};
  return [look](VolumePlane plane, double hu, double hv, const Job& job) {
    Grid3 grid;
    grid.n = {plane.nu, 1, plane.nv};
    grid.h = {hu, std::max(hu, hv), hv};
    VolumeLook within = look;
    within.sigma = {look.sigma[static_cast<std::size_t>(plane_u(plane.axis))], 0.0,
                    look.sigma[static_cast<std::size_t>(plane_v(plane.axis))]};
    if (look.weights) within.weights = kernel_in_plane(*look.weights, plane.axis);
    std::vector<float> out(plane.values.size());
    apply_look(within, plane.values, grid, out, job);
    plane.values = std::move(out);
    return plane;
  };
}

Volume filtered_volume(const Volume& volume, const VolumeLook& look, const Job& job) {
  const Grid3& grid = volume->grid();
  const Field<float> in =
      whole_volume(*volume, 3.0, "filter its file with foldwave-cli volume filter, or a smaller one", job);
  const auto out = std::make_shared<Field<float>>(grid.n);
  apply_look(look, in.values(), grid, out->values(), job);
  return volume_of(out, grid, volume->array(), {look.name().toStdString()});
}

}  // namespace foldwave
