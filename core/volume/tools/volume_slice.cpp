#include "core/volume/tools/volume_slice.hpp"

#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#ifdef FOLDWAVE_HAS_VTK
#include "core/formats/vtk/image_writer.hpp"
#endif

namespace foldwave {

namespace {

// NumPy's format 1.0: a line that describes the array, padded so that the values begin at a multiple of 64.
std::string npy_header(const std::array<int, 2>& size) {
  std::string line = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(size[1]) + ", " +
                     std::to_string(size[0]) + "), }";
  constexpr std::size_t before = 10, block = 64;
  line.append((block - (before + line.size() + 1) % block) % block, ' ');
  line += '\n';
  const auto length = static_cast<unsigned>(line.size());
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xFFU) +
         static_cast<char>(length >> 8U) + line;
}

double first_place(const Grid3& grid, int axis) {
  return axis == 0 ? grid.origin.x : axis == 1 ? grid.origin.y : grid.origin.z;
}

// The axis as an index.
std::size_t require_plane(const VolumeSource& source, int axis, int node) {
  const auto a = static_cast<std::size_t>(axis);
  const std::array<int, 3>& n = source.grid().n;
  if (axis < 0 || axis > 2 || node < 0 || node >= n[a])
    throw InputError(source.name(), "has no node " + std::to_string(node) + " along " + "xyz"[a % 3],
                     "give 0 to " + std::to_string(n[a % 3] - 1));
  return a;
}

}  // namespace

std::array<int, 2> VolumeSlice::size() const {
  return {grid.n[axis == 0 ? 1 : 0], grid.n[axis == 2 ? 1 : 2]};
}

int node_at(const VolumeSource& source, int axis, double metres) {
  const Grid3& grid = source.grid();
  const auto a = static_cast<std::size_t>(axis);
  const double first = first_place(grid, axis), node = (metres - first) / grid.h[a];
  if (!(node >= -0.5 && node <= grid.n[a] - 0.5))
    throw InputError(source.name(),
                     number_text(metres, 9) + " m is outside: its " + (axis == 2 ? "depths" : "places") +
                         " along " + "xyz"[axis] + " are " + number_text(first, 9) + " to " +
                         number_text(first + (grid.n[a] - 1) * grid.h[a], 9) + " m",
                     "give a place within it");
  return std::min(static_cast<int>(std::lround(std::max(node, 0.0))), grid.n[a] - 1);
}

VolumeSlice read_slice(const VolumeSource& source, int axis, int node, const Job& job) {
  const auto a = require_plane(source, axis, node);
  const Grid3& whole = source.grid();
  VolumeSlice slice{axis, node, whole, source.array(), {}};
  slice.grid.n[a] = 1;
  slice.grid.origin[axis] += node * whole.h[a];
  NodeBox box{{0, 0, 0}, slice.grid.n};
  box.low[a] = node;
  slice.values.resize(static_cast<std::size_t>(box.size()));
  slice.damaged = source.read(box, slice.values, job);
  return slice;
}

VolumeSlice read_coarse_slice(const VolumeSource& source, int axis, int node) {
  const auto coarse = source.coarse();
  if (!coarse)
    throw InputError(source.name(), "keeps no coarse level",
                     "pack it again: volumes of 64 million nodes and more get one");
  const auto a = require_plane(source, axis, node);
  VolumeSlice slice{axis, node, source.grid(), source.array(), {}};
  for (std::size_t b = 0; b < 3; ++b) {
    const int m = coarse->shape()[b];
    if (b != a && m > 1) slice.grid.h[b] *= static_cast<double>(slice.grid.n[b] - 1) / (m - 1);
    slice.grid.n[b] = b == a ? 1 : m;
  }
  slice.grid.origin[axis] += node * source.grid().h[a];
  slice.values = coarse_values(*coarse, source.grid().n, axis, node);
  return slice;
}

void write_slice(const VolumeSlice& slice, const std::filesystem::path& to) {
  const auto bytes = std::as_bytes(std::span(slice.values));
  const std::string suffix = to.extension().string();
  if (suffix == ".f32") return write_file_atomically(to, bytes);
  if (suffix == ".npy") {
    AtomicFile file(to);
    file.write(npy_header(slice.size()));
    file.write(bytes);
    return file.commit();
  }
  if (suffix != ".vti")
    throw InputError(to.string(), "\"" + suffix + "\" is no suffix of a slice",
                     "use .vti, .f32, .npy or .png");
#ifdef FOLDWAVE_HAS_VTK
  write_image(to, slice.grid, {{slice.array, slice.values}});
#else
  throw InputError(to.string(), "this build has no VTK, which .vti files need", "write .f32 or .npy");
#endif
}

}  // namespace foldwave
