#include "core/volume/store/hdf_filters.hpp"

#include <blosc.h>
#include <lz4.h>
#include <zlib.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/base/error.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"
#include "core/volume/store/plugin/own_filter.hpp"
#include "core/volume/store/zfp_brick.hpp"

namespace foldwave {
namespace {

// Registered numbers of HDF5's filters.
enum FilterId : int {
  deflate_filter = 1,
  shuffle_filter = 2,
  fletcher_filter = 3,
  blosc_filter = 32001,
  lz4_filter = 32004,
  zfp_filter = 32013
};

constexpr std::size_t float_bytes = sizeof(float);
// Blosc's own: the revision of its filter, of its format, and which of its packers, how hard.
constexpr unsigned blosc_revision = 2;
struct BloscPacker {
  unsigned number, level;
  const char* name;
};
constexpr BloscPacker blosc_lz4{1, 1, BLOSC_LZ4_COMPNAME}, blosc_zstd{5, 3, BLOSC_ZSTD_COMPNAME};

std::size_t bytes_of_brick(const std::array<int, 3>& brick) {
  return float_bytes * static_cast<std::size_t>(brick[0]) * static_cast<std::size_t>(brick[1]) *
         static_cast<std::size_t>(brick[2]);
}

[[noreturn]] void throw_damaged(const std::string& what) {
  throw InputError({}, what + " cannot be unpacked: its bytes are damaged", "take it from its source again");
}

void append_big_endian(std::vector<std::byte>& to, std::uint64_t value, int bytes) {
  for (int b = bytes - 1; b >= 0; --b)
    to.push_back(static_cast<std::byte>((value >> (8 * b)) & 0xFFU));
}

std::uint64_t big_endian(std::span<const std::byte> from, std::size_t at, std::size_t bytes) {
  if (at > from.size() || from.size() - at < bytes) throw_damaged("LZ4");
  std::uint64_t value = 0;
  for (std::size_t b = 0; b < bytes; ++b)
    value = value << 8U | std::to_integer<std::uint64_t>(from[at + b]);
  return value;
}

// All first bytes of the values, then all second ones, as HDF5's shuffle has it.
std::vector<std::byte> shuffled(std::span<const std::byte> raw, std::size_t item) {
  std::vector<std::byte> out(raw.begin(), raw.end());
  const std::size_t count = raw.size() / item;
  for (std::size_t b = 0; b < item; ++b)
    for (std::size_t i = 0; i < count; ++i)
      out[b * count + i] = raw[i * item + b];
  return out;
}

void unshuffle(std::span<const std::byte> from, std::size_t item, std::span<std::byte> raw) {
  const std::size_t count = raw.size() / item;
  std::copy(from.begin(), from.end(), raw.begin());
  for (std::size_t b = 0; b < item; ++b)
    for (std::size_t i = 0; i < count; ++i)
      raw[i * item + b] = from[b * count + i];
}

std::vector<std::byte> deflated(std::span<const std::byte> raw) {
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  std::vector<std::byte> out(size);
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
                static_cast<uLong>(raw.size()), 1) != Z_OK)
    throw_out_of_memory(out.size());
  out.resize(size);
  return out;
}

void inflate(std::span<const std::byte> packed, std::span<std::byte> raw) {
  uLongf size = static_cast<uLongf>(raw.size());
  if (uncompress(reinterpret_cast<Bytef*>(raw.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                 static_cast<uLong>(packed.size())) != Z_OK ||
      size != raw.size())
    throw_damaged("deflate");
}

// One block that holds the whole brick.
std::vector<std::byte> lz4_packed(std::span<const std::byte> raw) {
  const int size = static_cast<int>(raw.size());
  std::vector<std::byte> block(static_cast<std::size_t>(LZ4_compressBound(size)));
  const int packed =
      LZ4_compress_default(reinterpret_cast<const char*>(raw.data()), reinterpret_cast<char*>(block.data()),
                           size, static_cast<int>(block.size()));
  // A block as long as its values stands for the values themselves.
  const bool pays = packed > 0 && packed < size;
  const std::span<const std::byte> kept =
      pays ? std::span<const std::byte>(block).first(static_cast<std::size_t>(packed)) : raw;
  std::vector<std::byte> out;
  out.reserve(16 + kept.size());
  append_big_endian(out, raw.size(), 8);
  append_big_endian(out, raw.size(), 4);
  append_big_endian(out, kept.size(), 4);
  out.insert(out.end(), kept.begin(), kept.end());
  return out;
}

void lz4_unpack(std::span<const std::byte> packed, std::span<std::byte> raw) {
  const std::uint64_t block = std::min<std::uint64_t>(big_endian(packed, 8, 4), raw.size());
  if (big_endian(packed, 0, 8) != raw.size() || block == 0) throw_damaged("LZ4");
  std::size_t at = 12;
  for (std::size_t done = 0; done < raw.size();) {
    const std::size_t part = std::min<std::size_t>(block, raw.size() - done);
    const std::uint64_t size = big_endian(packed, at, 4);
    at += 4;
    if (size > packed.size() - at) throw_damaged("LZ4");
    if (size == part)
      std::copy_n(packed.data() + at, part, raw.data() + done);
    else if (size > std::numeric_limits<int>::max() || part > std::numeric_limits<int>::max() ||
             LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data() + at),
                                 reinterpret_cast<char*>(raw.data() + done), static_cast<int>(size),
                                 static_cast<int>(part)) != static_cast<int>(part))
      throw_damaged("LZ4");
    at += size;
    done += part;
  }
}

std::vector<std::byte> blosc_packed(std::span<const std::byte> raw, const BloscPacker& packer) {
  // One a thread: what is new is zeroed first.
  thread_local std::vector<std::byte> out;
  if (out.size() < raw.size() + BLOSC_MAX_OVERHEAD) out.resize(raw.size() + BLOSC_MAX_OVERHEAD);
  const int size = blosc_compress_ctx(static_cast<int>(packer.level), BLOSC_BITSHUFFLE, float_bytes,
                                      raw.size(), raw.data(), out.data(), out.size(), packer.name, 0, 1);
  if (size <= 0) throw_out_of_memory(out.size());
  return {out.begin(), out.begin() + size};
}

void blosc_unpack(std::span<const std::byte> packed, std::span<std::byte> raw) {
  std::size_t size = 0;
  if (packed.size() < BLOSC_MIN_HEADER_LENGTH ||
      blosc_cbuffer_validate(packed.data(), packed.size(), &size) != 0 || size != raw.size() ||
      blosc_decompress_ctx(packed.data(), raw.data(), raw.size(), 1) != static_cast<int>(raw.size()))
    throw_damaged("Blosc");
}

// HDF5's sum of 16-bit words, the first byte of each the higher one, after the data, little-endian.
void check_fletcher(std::span<const std::byte> data, std::span<const std::byte> sum) {
  std::uint32_t a = 0, b = 0;
  for (std::size_t i = 0; i < data.size(); i += 2) {
    const auto low = i + 1 < data.size() ? std::to_integer<std::uint32_t>(data[i + 1]) : 0U;
    a = (a + (std::to_integer<std::uint32_t>(data[i]) << 8U | low)) % 65535U;
    b = (b + a) % 65535U;
  }
  std::uint32_t stored = 0;
  for (std::size_t i = 0; i < 4; ++i)
    stored |= std::to_integer<std::uint32_t>(sum[i]) << (8U * i);
  // 0 and 65535 are one.
  if (((stored >> 16U) % 65535U) != b || ((stored & 0xFFFFU) % 65535U) != a) throw_damaged("Fletcher's sum");
}

bool is_packer(int id) {
  return id == deflate_filter || id == blosc_filter || id == lz4_filter || id == zfp_filter ||
         id == own_filter_id;
}

[[noreturn]] void throw_unknown(int id) {
  const std::string package = id == 307 || id == 32008 || id == 32015
                                  ? "use h5repack with the package hdf5-filter-plugin to write it with "
                                  : "use h5repack where its plugin is to write it with ";
  throw InputError({}, "packed by HDF5's filter " + std::to_string(id) + ", which this program does not have",
                   package + "deflate, LZ4, Blosc or zfp");
}

void own_unpack(std::span<const unsigned> parameters, std::span<const std::byte> packed,
                std::span<std::byte> raw) {
  const OwnPacking packing = own_packing(parameters);
  if (packing.shape.values() * float_bytes != raw.size())
    throw InputError({}, "filter 479 is for bricks of another size", "write it again");
  // Bytes of a buffer need not lie where floats may.
  std::vector<float> values(packing.shape.values());
  packing.codec->decode(packed, packing.shape, values);
  std::memcpy(raw.data(), values.data(), raw.size());
}

PackedBrick own_packed(const std::string& codec, const std::array<int, 3>& brick, double error_bound,
                       std::span<const float> values) {
  PackedBrick packed{find_codec(codec)->encode(values, {brick}, {error_bound})};
  const std::span<const std::byte> raw = std::as_bytes(values);
  if (packed.bytes.size() >= raw.size()) return {{raw.begin(), raw.end()}, 1U};
  return packed;
}

bool keeps_bound(const std::string& codec) {
  return codec == "zfp" || codec == "wave" || codec == "quick" || is_transform_codec(codec);
}

// Of damaged parameters the number alone; who reads a brick is told.
std::string own_name(const HdfFilter& filter) {
  try {
    return own_packing(filter.values).codec->name();
  } catch (const InputError&) {
    return "filter " + std::to_string(filter.id);
  }
}

// What one filter leaves of `bytes`, which is `size` long before it.
void undo(const HdfFilter& filter, std::span<const std::byte> packed, std::size_t item,
          std::span<std::byte> raw) {
  switch (filter.id) {
    case deflate_filter:
      return inflate(packed, raw);
    case shuffle_filter:
      if (packed.size() != raw.size()) throw_damaged("shuffle");
      return unshuffle(packed, filter.values.empty() ? item : filter.values[0], raw);
    case fletcher_filter:
      if (packed.size() != raw.size() + 4) throw_damaged("Fletcher's sum");
      check_fletcher(packed.first(raw.size()), packed.last(4));
      std::copy_n(packed.data(), raw.size(), raw.data());
      return;
    case blosc_filter:
      return blosc_unpack(packed, raw);
    case lz4_filter:
      return lz4_unpack(packed, raw);
    case zfp_filter:
      if (item != float_bytes) throw_unknown(filter.id);
      return zfp_unpack(filter.values, packed, raw);
    case own_filter_id:
      if (item != float_bytes) throw_unknown(filter.id);
      return own_unpack(filter.values, packed, raw);
    default:
      throw_unknown(filter.id);
  }
}

// The greatest power of two of a step that keeps the bound, as an exponent; none: nothing can be rounded.
std::optional<int> step_exponent(double error_bound) {
  if (!(error_bound > 0.0) || !std::isfinite(error_bound)) return {};
  const int exponent = std::ilogb(error_bound) + 1;
  // The step's 2^22-fold must be a normal float.
  if (exponent < std::numeric_limits<float>::min_exponent) return {};
  return std::min(exponent, std::numeric_limits<float>::max_exponent - 26);
}

bool is_zero(std::span<const float> values) {
  std::uint32_t bits = 0;
  for (const float v : values)
    bits |= std::bit_cast<std::uint32_t>(v);
  return bits == 0;
}

bool is_within(std::span<const float> values, double error_bound) {
  if (!(error_bound > 0.0)) return is_zero(values);
  const auto largest = static_cast<float>(error_bound);
  const float bound = static_cast<double>(largest) > error_bound ? std::nextafter(largest, 0.0F) : largest;
  int loud = 0;
  for (const float v : values)
    loud |= static_cast<int>(!(std::abs(v) <= bound));
  return loud == 0;
}

}  // namespace

float rounding_step(double error_bound) {
  const std::optional<int> exponent = step_exponent(error_bound);
  return exponent ? std::ldexp(1.0F, *exponent) : 0.0F;
}

void round_to_bound(std::span<float> values, double error_bound) {
  const std::optional<int> exponent = step_exponent(error_bound);
  if (!exponent) return;
  // Adding and taking away 1.5 * 2^23 steps rounds to whole steps.
  const float shift = std::ldexp(1.5F, *exponent + 23);
  const float limit = std::ldexp(1.0F, *exponent + 22);
  for (float& v : values) {
    const float rounded = (v + shift) - shift;
    v = std::abs(v) < limit ? rounded : v;
  }
}

std::vector<HdfFilter> filters_of(const std::string& codec, const std::array<int, 3>& brick,
                                  double error_bound) {
  const HdfFilter shuffle{shuffle_filter, {float_bytes}};
  if (codec == "none") return {};
  if (codec == "deflate") return {shuffle, {deflate_filter, {1}}};
  if (codec == "lz4") return {shuffle, {lz4_filter, {}}};
  if (codec == "blosc" || codec == "blosc-zstd") {
    const BloscPacker& packer = codec == "blosc" ? blosc_lz4 : blosc_zstd;
    return {{blosc_filter,
             {blosc_revision, BLOSC_VERSION_FORMAT, float_bytes, static_cast<unsigned>(bytes_of_brick(brick)),
              packer.level, BLOSC_BITSHUFFLE, packer.number}}};
  }
  if (is_own_codec(codec)) return {{own_filter_id, own_parameters(codec, {brick}, {error_bound})}};
  if (codec == "zfp") return {{zfp_filter, zfp_parameters(brick, error_bound)}};
  throw InputError("codec", "\"" + codec + "\" is not known", "use " + hdf_codecs_text());
}

std::string codec_of(std::span<const HdfFilter> filters) {
  const auto is = [&](std::initializer_list<int> ids) {
    return std::equal(filters.begin(), filters.end(), ids.begin(), ids.end(),
                      [](const HdfFilter& f, int id) { return f.id == id; });
  };
  if (is({})) return "none";
  if (is({shuffle_filter, deflate_filter})) return "deflate";
  if (is({shuffle_filter, lz4_filter})) return "lz4";
  if (is({blosc_filter}))
    return filters[0].values.size() > 6 && filters[0].values[6] == blosc_zstd.number ? "blosc-zstd" : "blosc";
  if (is({zfp_filter})) return "zfp";
  if (is({own_filter_id})) return own_name(filters[0]);
  std::string chain;
  for (const HdfFilter& f : filters) {
    const char* const name = f.id == deflate_filter    ? "deflate"
                             : f.id == shuffle_filter  ? "shuffle"
                             : f.id == fletcher_filter ? "Fletcher's sum"
                             : f.id == lz4_filter      ? "lz4"
                                                       : nullptr;
    chain += (chain.empty() ? "" : ", ") + (name != nullptr ? name : "filter " + std::to_string(f.id));
  }
  return chain;
}

PackedBrick pack_brick(const std::string& codec, const std::array<int, 3>& brick, double error_bound,
                       std::span<float> values) {
  if (keeps_bound(codec)) {
    if (is_within(values, error_bound)) return {};
    return codec == "zfp" ? zfp_pack(brick, error_bound, values)
                          : own_packed(codec, brick, error_bound, values);
  }
  round_to_bound(values, error_bound);
  if (is_zero(values)) return {};
  const std::span<const std::byte> raw = std::as_bytes(values);
  if (is_own_codec(codec)) return own_packed(codec, brick, error_bound, values);
  if (codec == "blosc") return {blosc_packed(raw, blosc_lz4)};
  if (codec == "blosc-zstd") return {blosc_packed(raw, blosc_zstd)};
  if (codec == "lz4") return {lz4_packed(shuffled(raw, float_bytes))};
  if (codec == "deflate") return {deflated(shuffled(raw, float_bytes))};
  return {{raw.begin(), raw.end()}};
}

void undo_filters(std::span<const HdfFilter> filters, std::uint32_t skipped,
                  std::span<const std::byte> packed, std::size_t item, std::span<std::byte> raw) {
  std::vector<std::size_t> used, sizes;
  std::size_t size = raw.size();  // before the filter that is looked at
  bool packs = false;
  for (std::size_t f = 0; f < filters.size(); ++f) {
    if (f < 32 && (skipped >> f & 1U) != 0) continue;
    // What a second packer was given is told nowhere.
    if (packs && filters[f].id != fletcher_filter) throw_unknown(filters[f].id);
    packs = packs || is_packer(filters[f].id);
    used.push_back(f);
    sizes.push_back(size);
    if (packs && filters[f].id == fletcher_filter)
      size = packed.size() - std::min<std::size_t>(packed.size(), 4);
    else if (filters[f].id == fletcher_filter)
      size += 4;
  }
  if (used.empty()) {
    if (packed.size() != raw.size()) throw_damaged("it");
    std::copy(packed.begin(), packed.end(), raw.begin());
    return;
  }
  std::vector<std::byte> now, next;
  std::span<const std::byte> from = packed;
  for (std::size_t u = used.size(); u-- > 0;) {
    const HdfFilter& filter = filters[used[u]];
    if (u == 0) return undo(filter, from, item, raw);
    std::size_t out = sizes[u];
    // A sum over packed bytes leaves these.
    if (filter.id == fletcher_filter && is_packer(filters[used[u - 1]].id))
      out = from.size() - std::min<std::size_t>(from.size(), 4);
    next.resize(out);
    undo(filter, from, item, next);
    std::swap(now, next);
    from = now;
  }
}

}  // namespace foldwave
