#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/volumes/scalar_volume.hpp"

namespace foldwave {

namespace {

float value_at(const char* bytes, bool big_endian) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const bool here_big = std::endian::native == std::endian::big;
  if (big_endian != here_big)
    word = (word >> 24) | ((word >> 8) & 0xff00U) | ((word << 8) & 0xff0000U) | (word << 24);
  return std::bit_cast<float>(word);
}

}  // namespace

void check_raw_size(std::uintmax_t bytes, const VolumeLayout& layout, const std::string& name) {
  double wanted = sizeof(float);
  std::string product;
  for (const int n : layout.nodes) {
    if (n < 1) throw InputError(name, "how many nodes it has is not given", "give nodes along x, y and z");
    wanted *= n;
    product += std::to_string(n) + " x ";
  }
  for (const double h : layout.spacing)
    if (!(h > 0.0)) throw InputError(name, "its spacing is not given", "give metres along x, y and z");
  std::string letters = layout.axes;
  std::sort(letters.begin(), letters.end());
  if (!letters.empty() && letters != "xyz")
    throw InputError(name, "its axes \"" + layout.axes + "\" are no order of x, y and z",
                     "give them as the file has them, the fastest first: \"zxy\"");
  if (static_cast<double>(bytes) != wanted)
    throw InputError(name,
                     "holds " + std::to_string(bytes) + " bytes; " + product +
                         "4 = " + number_text(wanted, 15) + " are expected",
                     "correct the nodes; the file is 4-byte floats alone");
}

ScalarVolume parse_raw_volume(std::string_view bytes, const VolumeLayout& layout, const std::string& name,
                              const Job& job) {
  check_raw_size(bytes.size(), layout, name);
  const std::string axes = layout.axes.empty() ? "xyz" : layout.axes;
  ScalarVolume volume{{layout.nodes, layout.spacing, layout.origin, {}, {}, 0}, {}, {}};
  volume.values = Field<float>(volume.grid.n);
  std::array<Index, 3> step{};  // of x, y and z in the file
  Index stride = 1;
  for (const char axis : axes) {
    const auto a = static_cast<std::size_t>(axis - 'x');
    step[a] = stride;
    stride *= layout.nodes[a];
  }
#pragma omp parallel for schedule(static)
  for (int k = 0; k < layout.nodes[2]; ++k) {
    if (job.stop.stop_requested()) continue;
    for (int j = 0; j < layout.nodes[1]; ++j)
      for (int i = 0; i < layout.nodes[0]; ++i)
        volume.values(i, j, k) = value_at(
            bytes.data() + sizeof(float) * static_cast<std::size_t>(i * step[0] + j * step[1] + k * step[2]),
            layout.big_endian);
  }
  job.throw_if_stopped();
  return volume;
}

ScalarVolume read_raw_volume(const std::filesystem::path& path, const VolumeLayout& layout, const Job& job) {
  std::error_code unseen;
  // Said before the file is read, which may be large and something else; who cannot see it says why.
  const std::uintmax_t size = std::filesystem::file_size(path, unseen);
  if (!unseen) check_raw_size(size, layout, path.string());
  return parse_raw_volume(read_whole_file(path, most_bytes::volume, job), layout, path.string(), job);
}

}  // namespace foldwave
