#include "core/volume/store/volume_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/volume/store/coarse_level.hpp"
#include "core/volume/store/hdf_file.hpp"
#include "core/volume/store/part_of_brick.hpp"

namespace foldwave {

namespace {

constexpr std::size_t most_damages_told = 3;

template <class T>
void convert(std::span<const std::byte> raw, bool big_endian, std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::array<std::byte, sizeof(T)> item{};
    std::copy_n(raw.data() + i * sizeof(T), sizeof(T), item.data());
    if (big_endian) std::reverse(item.begin(), item.end());
    values[i] = static_cast<float>(std::bit_cast<T>(item));
  }
}

void to_floats(std::span<const std::byte> raw, const StoredItem& item, std::span<float> values) {
  const bool natural = item.kind == StoredItem::natural;
  if (item.kind == StoredItem::real)
    return item.bytes == 8 ? convert<double>(raw, item.big_endian, values)
                           : convert<float>(raw, item.big_endian, values);
  if (item.bytes == 1)
    return natural ? convert<std::uint8_t>(raw, false, values) : convert<std::int8_t>(raw, false, values);
  if (item.bytes == 2)
    return natural ? convert<std::uint16_t>(raw, item.big_endian, values)
                   : convert<std::int16_t>(raw, item.big_endian, values);
  return natural ? convert<std::uint32_t>(raw, item.big_endian, values)
                 : convert<std::int32_t>(raw, item.big_endian, values);
}

// Grid nodes of a brick, those beyond the volume left out.
NodeBox nodes_of(const BrickLayout& layout, Index number) {
  NodeBox box;
  const auto first = layout.first(number);
  for (std::size_t a = 0; a < 3; ++a) {
    const int end = std::min(first[a] + layout.brick[a], layout.nodes[a]);
    box.low[a] = a == 2 ? layout.nodes[2] - end : first[a];
    box.n[a] = end - first[a];
  }
  return box;
}

// What of a brick holds nodes of the box.
BrickPart part_in(const BrickLayout& layout, Index number, const NodeBox& box) {
  const auto first = layout.first(number);
  BrickPart part;
  for (std::size_t a = 0; a < 3; ++a) {
    // The deepest layer is the first one.
    const int low = a == 2 ? layout.nodes[2] - box.low[2] - box.n[2] : box.low[a];
    part.low[a] = std::max(first[a], low) - first[a];
    part.n[a] = std::min(first[a] + layout.brick[a], low + box.n[a]) - first[a] - part.low[a];
  }
  return part;
}

void read_at(int descriptor, std::span<std::byte> to, std::uint64_t offset) {
  while (!to.empty()) {
    const ssize_t got = ::pread(descriptor, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw InputError({}, got == 0 ? "its bytes are missing" : "its bytes cannot be read", "write it again");
    to = to.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
}

void require_memory(double bytes, const std::string& name) {
  if (bytes > static_cast<double>(available_memory_bytes()))
    throw ResourceError(name, bytes_text(bytes) + " of it do not fit into memory", "read a part of it");
}

}  // namespace

std::string StoredItem::name() const {
  const char* const kinds[] = {"float", "int", "uint"};
  return kinds[kind] + std::to_string(8 * bytes);
}

std::uint64_t VolumeIndex::packed_bytes() const {
  std::uint64_t sum = 0;
  for (const StoredBrick& brick : bricks)
    sum += brick.bytes;
  return sum;
}

VolumeFile::VolumeFile(const std::filesystem::path& path, const std::string& array) : name_(path.string()) {
  size_on_disk(path);  // refuses what is no regular file
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0)
    throw InputError(name_, std::string("cannot be read (") + std::strerror(errno) + ")",
                     "give a file that can");
  try {
    index_ = read_volume_index(descriptor_, name_, array);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

VolumeFile::~VolumeFile() {
  ::close(descriptor_);
}

void VolumeFile::unpack(const StoredBrick& brick, const BrickPart& wanted, std::vector<std::byte>& packed,
                        std::vector<std::byte>& raw, std::span<float> values) const {
  // No packer makes more of a brick than that.
  if (brick.bytes > 2 * index_.item.bytes * values.size() + 65536)
    throw InputError({}, "it is longer than its values can be", "write it again");
  packed.resize(brick.bytes);
  read_at(descriptor_, packed, brick.offset);
  if (index_.summed && sum_of(packed) != brick.sum)
    throw InputError({}, "its bytes do not have the sum that they were written with", "write it again");
  const StoredItem& item = index_.item;
  if (item.kind == StoredItem::real && item.bytes == 4 && !item.big_endian) {
    if (index_.summed &&
        unpack_part(index_.filters, brick.skipped, packed, {index_.layout.brick}, wanted, values))
      return;
    return undo_filters(index_.filters, brick.skipped, packed, item.bytes, std::as_writable_bytes(values));
  }
  raw.resize(values.size() * item.bytes);
  undo_filters(index_.filters, brick.skipped, packed, item.bytes, raw);
  to_floats(raw, item, values);
}

std::vector<DamagedBrick> VolumeFile::read_box(const NodeBox& box, std::span<float> out,
                                               const Job& job) const {
  const BrickLayout& layout = index_.layout;
  for (std::size_t a = 0; a < 3; ++a)
    if (box.low[a] < 0 || box.n[a] < 1 || box.n[a] > layout.nodes[a] - box.low[a])
      throw InputError(name_, "has no such nodes", "ask for nodes within its grid");
  if (static_cast<Index>(out.size()) != box.size())
    throw InputError(name_, "has " + std::to_string(box.size()) + " nodes there", "give a place for each");
  const std::vector<Index> numbers = bricks_of(layout, box);
  std::vector<DamagedBrick> damaged;
  std::exception_ptr failed;
  std::atomic<std::int64_t> done = 0;
  const auto all = static_cast<Index>(numbers.size());
#pragma omp parallel
  {
    std::vector<std::byte> packed, raw;
    std::vector<float> values;
#pragma omp for schedule(dynamic)
    for (Index b = 0; b < all; ++b) {
      if (job.stop.stop_requested()) continue;
      const Index number = numbers[static_cast<std::size_t>(b)];
      try {
        values.resize(static_cast<std::size_t>(layout.brick_nodes()));
        const auto at = std::ranges::lower_bound(index_.bricks, number, {}, &StoredBrick::number);
        try {
          if (at != index_.bricks.end() && at->number == number)
            unpack(*at, part_in(layout, number, box), packed, raw, values);
          else
            std::ranges::fill(values, index_.silence);
        } catch (const InputError& error) {
          std::ranges::fill(values, std::numeric_limits<float>::quiet_NaN());
#pragma omp critical(volume_file_damaged)
          damaged.push_back({number, nodes_of(layout, number), error.problem(), error.remedy()});
        }
        scatter_brick(values, layout, number, box, out);
      } catch (...) {
#pragma omp critical(volume_file_damaged)
        failed = std::current_exception();
      }
      ++done;
    }
  }
  if (failed) std::rethrow_exception(failed);
  job.throw_if_stopped();
  std::ranges::sort(damaged, {}, &DamagedBrick::number);
  return damaged;
}

std::shared_ptr<const Field<float>> VolumeFile::read_coarse() const {
  if (!index_.coarse) return nullptr;
  std::vector<std::byte> bytes(index_.coarse->bytes);
  try {
    read_at(descriptor_, bytes, index_.coarse->offset);
  } catch (const InputError&) {
    return nullptr;
  }
  if (sum_of(bytes) != index_.coarse->sum) return nullptr;
  const auto level = std::make_shared<Field<float>>(index_.coarse->n);
  if (!unpack_coarse(bytes, *level)) return nullptr;
  return level;
}

Field<float> VolumeFile::read_all(const Job& job) const {
  require_memory(sizeof(float) * static_cast<double>(index_.layout.nodes[0]) * index_.layout.nodes[1] *
                     index_.layout.nodes[2],
                 name_);
  Field<float> field(index_.layout.nodes);
  const auto damaged = read_box({{0, 0, 0}, index_.layout.nodes}, field.values(), job);
  if (!damaged.empty()) {
    // What helps one brick helps the others only where all say so.
    const std::string& first = damaged.front().remedy;
    const bool one = std::ranges::all_of(damaged, [&](const DamagedBrick& d) { return d.remedy == first; });
    throw InputError(name_, damage_text(damaged),
                     (one && !first.empty() ? first : "write it again") + ", or read its other bricks");
  }
  return field;
}

std::string damage_text(const std::vector<DamagedBrick>& damaged) {
  std::string text;
  for (std::size_t d = 0; d < std::min(damaged.size(), most_damages_told); ++d) {
    const NodeBox& box = damaged[d].nodes;
    text += (d == 0 ? "" : "; ") + ("brick " + std::to_string(damaged[d].number)) + " (nodes";
    for (std::size_t a = 0; a < 3; ++a)
      text += std::string(" ") + "xyz"[a] + " " + std::to_string(box.low[a]) + "-" +
              std::to_string(box.low[a] + box.n[a] - 1);
    text += "): " + damaged[d].problem;
  }
  if (damaged.size() > most_damages_told)
    text += "; and " + std::to_string(damaged.size() - most_damages_told) + " more";
  return text;
}

std::vector<float> VolumeSlices::slice(int axis, int at, const Job& job) {
  const auto a = static_cast<std::size_t>(axis);
  const std::array<int, 3> n = file_.index().layout.nodes;
  if (axis < 0 || axis > 2 || at < 0 || at >= n[a])
    throw InputError(file_.name(), "has no plane " + std::to_string(at) + " there",
                     "ask for one within its grid");
  if (axis != axis_ || at < kept_.low[a] || at >= kept_.low[a] + kept_.n[a]) {
    NodeBox box{{0, 0, 0}, n};
    box.n[a] = 1;
    // Planes of one row of bricks, as many as fit.
    const std::size_t plane = sizeof(float) * static_cast<std::size_t>(box.size());
    const int fit = static_cast<int>(std::bit_floor(std::clamp<std::size_t>(most_ / plane, 1, usual_brick)));
    const int stored = axis == 2 ? n[a] - 1 - at : at, first = stored / fit * fit;
    box.n[a] = std::min(fit, n[a] - first);
    box.low[a] = axis == 2 ? n[a] - first - box.n[a] : first;
    require_memory(static_cast<double>(plane) * box.n[a], file_.name());
    axis_ = -1;
    values_.resize(static_cast<std::size_t>(box.size()));
    damaged_ = file_.read_box(box, values_, job);
    axis_ = axis;
    kept_ = box;
  }
  const std::array<std::size_t, 3> m{static_cast<std::size_t>(kept_.n[0]),
                                     static_cast<std::size_t>(kept_.n[1]),
                                     static_cast<std::size_t>(kept_.n[2])};
  const auto plane = static_cast<std::size_t>(at - kept_.low[a]);
  std::vector<float> out;
  out.reserve(values_.size() / m[a]);
  if (axis == 2)
    return {values_.begin() + static_cast<std::ptrdiff_t>(plane * m[0] * m[1]),
            values_.begin() + static_cast<std::ptrdiff_t>((plane + 1) * m[0] * m[1])};
  for (std::size_t k = 0; k < m[2]; ++k) {
    if (axis == 1) {
      const float* const row = values_.data() + m[0] * (plane + m[1] * k);
      out.insert(out.end(), row, row + m[0]);
    } else {
      for (std::size_t j = 0; j < m[1]; ++j)
        out.push_back(values_[plane + m[0] * (j + m[1] * k)]);
    }
  }
  return out;
}

}  // namespace foldwave
