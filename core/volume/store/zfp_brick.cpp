#include "core/volume/store/zfp_brick.hpp"

#include <zfp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

using ZfpField = std::unique_ptr<zfp_field, decltype(&zfp_field_free)>;
using ZfpStream = std::unique_ptr<zfp_stream, decltype(&zfp_stream_close)>;
using ZfpBits = std::unique_ptr<bitstream, decltype(&stream_close)>;

// Axes of one value do not count.
ZfpField field_over(float* values, const std::array<int, 3>& brick) {
  std::vector<std::size_t> n;
  for (const int side : brick)
    if (side > 1) n.push_back(static_cast<std::size_t>(side));
  zfp_field* const field = n.size() == 3   ? zfp_field_3d(values, zfp_type_float, n[0], n[1], n[2])
                           : n.size() == 2 ? zfp_field_2d(values, zfp_type_float, n[0], n[1])
                                           : zfp_field_1d(values, zfp_type_float, n.empty() ? 1 : n[0]);
  return {field, &zfp_field_free};
}

ZfpStream stream_for(double error_bound) {
  ZfpStream zfp(zfp_stream_open(nullptr), &zfp_stream_close);
  if (error_bound > 0.0)
    zfp_stream_set_accuracy(zfp.get(), error_bound);
  else
    zfp_stream_set_reversible(zfp.get());
  return zfp;
}

ZfpBits bits_over(zfp_stream& zfp, void* bytes, std::size_t size) {
  ZfpBits bits(stream_open(bytes, size), &stream_close);
  zfp_stream_set_bit_stream(&zfp, bits.get());
  zfp_stream_rewind(&zfp);
  return bits;
}

void decompress(zfp_stream& zfp, zfp_field& field, std::span<const std::byte> packed, const char* what) {
  // zfp reads on where bytes are missing, up to what its mode can need; there it finds zeros.
  std::vector<std::byte> padded(std::max(zfp_stream_maximum_size(&zfp, &field), packed.size()) + 64);
  std::copy(packed.begin(), packed.end(), padded.begin());
  const ZfpBits bits = bits_over(zfp, padded.data(), padded.size());
  if (zfp_decompress(&zfp, &field) == 0)
    throw InputError({}, std::string(what) + " cannot be unpacked: its bytes are damaged",
                     "take it from its source again");
}

bool kept(std::span<const float> values, std::span<const float> back, double error_bound) {
  if (!(error_bound > 0.0)) return std::memcmp(values.data(), back.data(), values.size_bytes()) == 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(std::abs(static_cast<double>(values[i]) - static_cast<double>(back[i])) <= error_bound))
      return false;
  return true;
}

class BareZfp final : public Codec {
 public:
  std::string name() const override { return "zfp"; }
  std::vector<std::byte> encode(std::span<const float> values, BrickShape shape,
                                ErrorBound bound) const override {
    const ZfpStream zfp = stream_for(bound.absolute);
    const ZfpField field = field_over(const_cast<float*>(values.data()), shape.n);
    // One a thread: what is new is zeroed first.
    thread_local std::vector<std::byte> room;
    room.resize(sizeof(double) + zfp_stream_maximum_size(zfp.get(), field.get()));
    std::memcpy(room.data(), &bound.absolute, sizeof(double));
    const ZfpBits bits = bits_over(*zfp, room.data() + sizeof(double), room.size() - sizeof(double));
    const std::size_t size = sizeof(double) + zfp_compress(zfp.get(), field.get());
    return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(size)};
  }
  void decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const override {
    double bound = 0.0;
    std::memcpy(&bound, bytes.data(), sizeof(double));
    const ZfpStream zfp = stream_for(bound);
    const ZfpField field = field_over(values.data(), shape.n);
    const auto own = const_cast<std::byte*>(bytes.data());
    const ZfpBits bits = bits_over(*zfp, own + sizeof(double), bytes.size() - sizeof(double));
    if (zfp_decompress(zfp.get(), field.get()) == 0)
      throw InputError("zfp", "it cannot unpack its own bytes", "take another tolerance");
  }
};

}  // namespace

const Codec* bare_zfp() {
  static const BareZfp zfp;
  return &zfp;
}

std::vector<unsigned> zfp_parameters(const std::array<int, 3>& brick, double error_bound) {
  const ZfpStream zfp = stream_for(error_bound);
  const ZfpField field = field_over(nullptr, brick);
  std::array<unsigned, 64> header{};
  const ZfpBits bits = bits_over(*zfp, header.data(), sizeof header);
  const std::size_t length = zfp_write_header(zfp.get(), field.get(), ZFP_HEADER_FULL);
  zfp_stream_flush(zfp.get());
  // The versions of zfp, of its codec and of the filter that the header is for.
  std::vector<unsigned> parameters{ZFP_VERSION << 16U | static_cast<unsigned>(ZFP_CODEC) << 12U | 0x110U};
  parameters.insert(parameters.end(), header.begin(),
                    header.begin() + static_cast<std::ptrdiff_t>((length + 31) / 32));
  return parameters;
}

PackedBrick zfp_pack(const std::array<int, 3>& brick, double error_bound, std::span<const float> values) {
  const std::span<const std::byte> raw = std::as_bytes(values);
  const ZfpStream zfp = stream_for(error_bound);
  const ZfpField field = field_over(const_cast<float*>(values.data()), brick);
  PackedBrick packed;
  packed.bytes.resize(zfp_stream_maximum_size(zfp.get(), field.get()));
  std::size_t size = 0;
  {
    const ZfpBits bits = bits_over(*zfp, packed.bytes.data(), packed.bytes.size());
    size = zfp_compress(zfp.get(), field.get());
  }
  if (size > 0 && size < raw.size()) {
    packed.bytes.resize(size);
    std::vector<float> back(values.size());
    const ZfpField to = field_over(back.data(), brick);
    decompress(*zfp, *to, packed.bytes, "zfp");
    if (kept(values, back, error_bound)) return packed;
  }
  return {{raw.begin(), raw.end()}, 1U};
}

void zfp_unpack(std::span<const unsigned> parameters, std::span<const std::byte> packed,
                std::span<std::byte> raw) {
  const ZfpStream zfp(zfp_stream_open(nullptr), &zfp_stream_close);
  const ZfpField field(zfp_field_alloc(), &zfp_field_free);
  std::array<unsigned, 64> header{};
  const std::size_t words = parameters.empty() ? 0 : std::min(parameters.size() - 1, header.size() - 4);
  std::copy_n(parameters.begin() + (words > 0 ? 1 : 0), words, header.begin());
  {
    const ZfpBits bits = bits_over(*zfp, header.data(), sizeof header);
    if (words == 0 || zfp_read_header(zfp.get(), field.get(), ZFP_HEADER_FULL) == 0)
      throw InputError({}, "zfp's header in the file is damaged or of another version of zfp",
                       "write it again");
  }
  if (zfp_field_type(field.get()) != zfp_type_float ||
      zfp_field_size(field.get(), nullptr) * sizeof(float) != raw.size())
    throw InputError({}, "zfp's header does not fit the bricks", "write it again");
  // A mode that pads its blocks is none of HDF5's filter, and would ask for any memory.
  if (zfp_stream_maximum_size(zfp.get(), field.get()) > 4 * raw.size() + 4096)
    throw InputError({}, "zfp's header asks for more bytes than its bricks can need", "write it again");
  zfp_field_set_pointer(field.get(), raw.data());
  decompress(*zfp, *field, packed, "zfp");
}

}  // namespace foldwave
