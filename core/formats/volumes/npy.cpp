#include "core/formats/volumes/npy.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/formats/segy/segy_bytes.hpp"

namespace foldwave {

namespace {

constexpr const char* write_again = "write it again by numpy.save";

struct NpyHeader {
  char kind = 'f';  // f, i, u
  std::size_t bytes = 4;
  bool is_little = true, is_fortran = false;
  std::vector<std::int64_t> shape;
  std::string_view values;
};

// What stands behind 'key': in the header's Python dict.
std::string_view npy_entry(std::string_view dict, const char* key, const std::string& name) {
  for (const char quote : {'\'', '"'}) {
    const std::string named = quote + std::string(key) + quote;
    const std::size_t at = dict.find(named);
    if (at == std::string_view::npos) continue;
    std::string_view rest = dict.substr(at + named.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" :"), rest.size()));
    return rest;
  }
  throw InputError(name, std::string("its header has no '") + key + "'", write_again);
}

void take_npy_type(std::string_view entry, const std::string& name, NpyHeader& header) {
  if (entry.empty() || (entry.front() != '\'' && entry.front() != '"'))
    throw InputError(name, "it holds records, not numbers", "save an array of one number a node");
  entry.remove_prefix(1);
  const std::string type(entry.substr(0, entry.find_first_of("'\"")));
  const auto known = [&] {
    if (type.size() != 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos) return false;
    header.kind = type[1];
    header.bytes = static_cast<std::size_t>(type[2] - '0');
    header.is_little = type[0] != '>';
    if (type[1] == 'f') return type[2] == '4' || type[2] == '8';
    return (type[1] == 'i' || type[1] == 'u') &&
           std::string_view("1248").find(type[2]) != std::string_view::npos;
  };
  if (!known())
    throw InputError(name, "its numbers are of the type \"" + type.substr(0, 20) + "\"",
                     "save floats of 4 or 8 bytes, or integers");
}

void take_npy_shape(std::string_view entry, const std::string& name, NpyHeader& header) {
  const std::size_t end = entry.find(')');
  if (entry.empty() || entry.front() != '(' || end == std::string_view::npos)
    throw InputError(name, "its header has no shape", write_again);
  const char* at = entry.data() + 1;
  const char* const last = entry.data() + end;
  while (at < last) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    std::int64_t size = 0;
    const auto [next, problem] = std::from_chars(at, last, size);
    if (problem != std::errc()) throw InputError(name, "its shape is not numbers", write_again);
    if (size < 1 || size > 1'000'000)
      throw InputError(name, "an axis of " + std::to_string(size) + " nodes", "save 1 to 1000000 along each");
    header.shape.push_back(size);
    at = next;
  }
  if (header.shape.size() != 2 && header.shape.size() != 3)
    throw InputError(name, "it has " + std::to_string(header.shape.size()) + " axes",
                     "save an array of 2 or 3");
}

NpyHeader npy_header(std::string_view bytes, const std::string& name) {
  constexpr std::string_view magic = "\x93NUMPY";
  if (!bytes.starts_with(magic))
    throw InputError(name, "does not begin as a .npy file", "give one of numpy.save");
  const auto byte = [&](std::size_t at) {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0u;
  };
  const unsigned major = byte(6);
  if (major < 1 || major > 3)
    throw InputError(name, "is of .npy version " + std::to_string(major), "save version 1, 2 or 3");
  const std::size_t before = major == 1 ? 10 : 12;
  const std::size_t length = major == 1
                                 ? byte(8) | byte(9) << 8
                                 : byte(8) | byte(9) << 8 | byte(10) << 16 | std::size_t{byte(11)} << 24;
  if (bytes.size() < before || length > bytes.size() - before)
    throw InputError(name, "ends in its header: the file is cut", "copy it again");
  const std::string_view dict = bytes.substr(before, length);
  NpyHeader header;
  take_npy_type(npy_entry(dict, "descr", name), name, header);
  header.is_fortran = npy_entry(dict, "fortran_order", name).starts_with("True");
  take_npy_shape(npy_entry(dict, "shape", name), name, header);
  header.values = bytes.substr(before + length);
  double count = 1.0;
  for (const std::int64_t size : header.shape)
    count *= static_cast<double>(size);
  if (static_cast<double>(header.values.size()) != count * static_cast<double>(header.bytes))
    throw InputError(name,
                     "holds " + std::to_string(header.values.size()) + " bytes of values; " +
                         number_text(count * static_cast<double>(header.bytes), 15) + " are expected",
                     "copy it again: the file is cut or damaged");
  return header;
}

float npy_value(const NpyHeader& header, std::size_t index) {
  const auto* const at = reinterpret_cast<const unsigned char*>(header.values.data()) + index * header.bytes;
  const bool little = header.is_little;
  const std::uint64_t word = header.bytes == 1   ? *at
                             : header.bytes == 2 ? segy::load_word<2>(at, little)
                             : header.bytes == 4 ? segy::load_word<4>(at, little)
                                                 : segy::load_word<8>(at, little);
  if (header.kind == 'f')
    return header.bytes == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(word))
                             : static_cast<float>(std::bit_cast<double>(word));
  if (header.kind == 'u') return static_cast<float>(word);
  const int unused = 64 - 8 * static_cast<int>(header.bytes);
  return static_cast<float>(static_cast<std::int64_t>(word << unused) >> unused);
}

// Nodes along x, y, z, and the steps between neighbours in the file.
struct NpyNodes {
  std::array<int, 3> n{1, 1, 1};
  std::array<std::size_t, 3> step{0, 0, 0};
};

NpyNodes npy_nodes(const NpyHeader& header, const VolumeLayout& layout, const std::string& name) {
  std::string letters = layout.axes;
  std::ranges::sort(letters);
  if (!letters.empty() && letters != "xyz")
    throw InputError(name, "its axes \"" + layout.axes + "\" are no order of x, y and z",
                     "give them as the file has them, the fastest first: \"zxy\"");
  std::vector<std::int64_t> sizes = header.shape;  // the fastest first
  if (!header.is_fortran) std::ranges::reverse(sizes);
  std::string axes = layout.axes.empty() ? "xyz" : layout.axes;
  if (sizes.size() == 2) std::erase(axes, 'y');
  NpyNodes nodes;
  std::size_t stride = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto a = static_cast<std::size_t>(axes[i] - 'x');
    nodes.n[a] = static_cast<int>(sizes[i]);
    nodes.step[a] = stride;
    stride *= static_cast<std::size_t>(sizes[i]);
  }
  if (layout.nodes != VolumeLayout{}.nodes && layout.nodes != nodes.n) {
    const auto by = [](const std::array<int, 3>& n) {
      return std::to_string(n[0]) + " x " + std::to_string(n[1]) + " x " + std::to_string(n[2]);
    };
    throw InputError(name, "has " + by(nodes.n) + " nodes, not " + by(layout.nodes),
                     "correct the nodes or the axes, or leave the nodes out");
  }
  return nodes;
}

}  // namespace

bool is_npy(const std::filesystem::path& file) {
  return file.extension() == ".npy" || file.extension() == ".NPY";
}

ScalarVolume parse_npy(std::string_view bytes, const VolumeLayout& layout, const std::string& name,
                       const Job& job) {
  const NpyHeader header = npy_header(bytes, name);
  const NpyNodes nodes = npy_nodes(header, layout, name);
  for (const double h : layout.spacing)
    if (!(h > 0.0)) throw InputError(name, "its spacing is not given", "give metres along x, y and z");
  ScalarVolume volume{{nodes.n, layout.spacing, layout.origin, {}, {}, 0}, {}, {}};
  volume.values = Field<float>(nodes.n);
  if (header.bytes == 8 || (header.bytes == 4 && header.kind != 'f'))
    volume.warnings.emplace_back("its numbers have more digits than 4-byte floats, and are rounded to them");
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nodes.n[2]; ++k) {
    if (job.stop.stop_requested()) continue;
    for (int j = 0; j < nodes.n[1]; ++j)
      for (int i = 0; i < nodes.n[0]; ++i)
        volume.values(i, j, k) = npy_value(header, static_cast<std::size_t>(i) * nodes.step[0] +
                                                       static_cast<std::size_t>(j) * nodes.step[1] +
                                                       static_cast<std::size_t>(k) * nodes.step[2]);
  }
  job.throw_if_stopped();
  return volume;
}

ScalarVolume read_npy(const std::filesystem::path& path, const VolumeLayout& layout, const Job& job) {
  return parse_npy(read_whole_file(path, most_bytes::volume, job), layout, path.string(), job);
}

}  // namespace foldwave
