#include "core/volume/codec/transform/chain.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/volume/codec/lossless/shuffled.hpp"
#include "core/volume/codec/outliers.hpp"
#include "core/volume/codec/seal.hpp"

namespace foldwave {

namespace {

enum class ChainMode : std::uint8_t { lossless, silent, transformed };

constexpr float largest_transformed = 0x1p100F;
// Below, steps vanish in single precision; above, they overflow.
constexpr double least_chain_bound = 1e-30, greatest_chain_bound = 1e30;
constexpr float quantum_of_bound = 1.5F;

bool goes_around(float value) {
  return !(std::abs(value) <= largest_transformed);
}

// The values with what goes around replaced.
void fill_gaps(std::span<const float> values, std::vector<float>& filled) {
  filled.resize(values.size());
  float before = 0.0F;
  for (std::size_t i = 0; i < values.size(); ++i)
    filled[i] = before = goes_around(values[i]) ? before : values[i];
}

void put_chain(const Chain& chain, std::vector<std::byte>& bytes) {
  put(bytes, chain.transform.kind);
  put(bytes, static_cast<std::uint8_t>(chain.transform.dimensions));
  put(bytes, chain.quantiser.kind);
  put(bytes, chain.quantiser.parameter);
  put(bytes, chain.encoding);
}

Chain take_chain(ByteReader& reader) {
  Chain chain;
  chain.transform.kind = reader.take<TransformKind>();
  chain.transform.dimensions = reader.take<std::uint8_t>();
  chain.quantiser.kind = reader.take<QuantiserKind>();
  chain.quantiser.parameter = reader.take<float>();
  chain.encoding = reader.take<Encoding>();
  return chain;
}

void check_chain(const Chain& chain) {
  check_quantiser(chain.quantiser);
  if (chain.transform.kind > TransformKind::general_lapped || chain.transform.dimensions < 1 ||
      chain.transform.dimensions > 3)
    throw InputError("transform", "it is none", "choose one of 1 to 3 dimensions");
  if (!has_encoding(chain.encoding))
    throw InputError("encoding", "this build does not have it", "choose another, such as huffman");
}

// What mends a value: by quanta of the bound when that is within it, else whole.
Outlier mended(std::uint32_t position, float value, float decoded, float quantum, double strict) {
  Outlier o{position, 0, value};
  const float quanta = (value - decoded) / quantum;
  if (!(std::abs(quanta) < static_cast<float>(most_quanta) + 0.5F)) return o;
  const auto k = static_cast<std::int32_t>(quanta + (quanta < 0.0F ? -0.5F : 0.5F));
  const float near = decoded + static_cast<float>(k) * quantum;
  if (k != 0 && std::abs(k) <= most_quanta && std::abs(double{value} - double{near}) <= strict) o.quanta = k;
  return o;
}

// The decoder's result for what was quantised; uses the coefficients up.
void decode_coefficients(const Chain& chain, BrickShape shape, std::span<float> coefficients,
                         std::span<float> values) {
  restore(chain.quantiser, coefficients);
  transform_back(chain.transform, coefficients, shape, values);
}

struct ChainRoom {
  std::vector<float> filled, coefficients, decoded;
  std::vector<Outlier> outliers;
};
ChainRoom& chain_room() {
  thread_local ChainRoom room;
  return room;
}

// `strict`: the largest error that a value of a step quantiser may have.
std::vector<std::byte> pack_transformed(const Chain& chain, std::span<const float> values, BrickShape shape,
                                        double strict) {
  ChainRoom& room = chain_room();
  fill_gaps(values, room.filled);
  room.coefficients.resize(coefficient_shape(chain.transform, shape).values());
  transform_forward<float>(chain.transform, room.filled, shape, room.coefficients);
  quantise(chain.quantiser, chain.transform, shape, room.coefficients);
  std::vector<std::byte> bytes;
  put(bytes, ChainMode::transformed);
  put_chain(chain, bytes);
  std::vector<std::byte> stream;
  pack_words(chain.encoding, chain.transform, shape, room.coefficients, stream);
  put(bytes, static_cast<std::uint32_t>(stream.size()));
  put_all(bytes, std::span<const std::byte>(stream));
  room.outliers.clear();
  if (chain.quantiser.kind == QuantiserKind::step) {
    room.decoded.resize(values.size());
    decode_coefficients(chain, shape, room.coefficients, room.decoded);
    const float quantum = quantum_of_bound * chain.quantiser.parameter;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!(std::abs(double{values[i]} - double{room.decoded[i]}) <= strict))
        room.outliers.push_back(
            mended(static_cast<std::uint32_t>(i), values[i], room.decoded[i], quantum, strict));
  } else {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (goes_around(values[i])) room.outliers.push_back({static_cast<std::uint32_t>(i), 0, values[i]});
  }
  put_outliers(room.outliers, bytes);
  return bytes;
}

std::vector<std::byte> shuffled_bytes(std::span<const float> values) {
  std::vector<std::byte> bytes;
  put(bytes, ChainMode::lossless);
  pack_shuffled(values, bytes);
  return bytes;
}

std::vector<std::byte> pack_within(Chain chain, std::span<const float> values, BrickShape shape,
                                   double bound) {
  // The largest number below: a difference that was rounded to the bound may have been larger.
  const double strict = std::nextafter(bound, 0.0);
  if (std::all_of(values.begin(), values.end(),
                  [&](float v) { return std::isfinite(v) && std::abs(double{v}) <= strict; }))
    return {static_cast<std::byte>(ChainMode::silent)};
  if (bound < least_chain_bound) return shuffled_bytes(values);
  chain.quantiser = within(static_cast<float>(std::min(bound, greatest_chain_bound)));
  std::vector<std::byte> bytes = pack_transformed(chain, values, shape, strict);
  if (bytes.size() < values.size_bytes() / 2) return bytes;
  std::vector<std::byte> kept = shuffled_bytes(values);
  return kept.size() <= bytes.size() ? kept : bytes;
}

void unpack_transformed(ByteReader& reader, BrickShape shape, std::span<float> values,
                        const ChainCodec* only) {
  const Chain chain = take_chain(reader);
  try {
    check_chain(chain);
  } catch (const InputError& e) {
    refuse_brick(e.problem().c_str());
  }
  if (only != nullptr && ChainCodec(chain.transform, chain.encoding).name() != only->name())
    refuse_brick("another chain made it");
  const ByteReader words(reader.take_bytes(reader.take<std::uint32_t>()));
  const auto outliers =
      take_outliers(reader.take_bytes(reader.left()), static_cast<std::uint32_t>(values.size()));
  ChainRoom& room = chain_room();
  room.coefficients.resize(coefficient_shape(chain.transform, shape).values());
  unpack_words(chain.encoding, chain.transform, shape, words, room.coefficients);
  decode_coefficients(chain, shape, room.coefficients, values);
  const float quantum = quantum_of_bound * chain.quantiser.parameter;
  for (const Outlier& o : outliers)
    values[o.position] =
        o.quanta == 0 ? o.exact : values[o.position] + static_cast<float>(o.quanta) * quantum;
}

void unpack_any(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values,
                const ChainCodec* only) {
  check_brick(values.size(), shape);
  ByteReader reader(unseal(bytes, shape));
  switch (reader.take<ChainMode>()) {
    case ChainMode::lossless:
      return unpack_shuffled(reader, values);
    case ChainMode::silent:
      if (reader.left() != 0) refuse_brick("it is longer than silence");
      std::fill(values.begin(), values.end(), 0.0F);
      return;
    case ChainMode::transformed:
      return unpack_transformed(reader, shape, values, only);
  }
  refuse_brick("its kind is unknown");
}

}  // namespace

std::vector<std::byte> pack_chain(const Chain& chain, std::span<const float> values, BrickShape shape) {
  check_brick(values.size(), shape);
  check_chain(chain);
  std::vector<std::byte> bytes =
      chain.quantiser.kind == QuantiserKind::step
          ? pack_within(chain, values, shape, static_cast<double>(chain.quantiser.parameter))
          : pack_transformed(chain, values, shape, 0.0);
  seal(bytes, shape);
  return bytes;
}

void unpack_chain(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) {
  unpack_any(bytes, shape, values, nullptr);
}

std::string encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::none:
      return "none";
    case Encoding::rle:
      return "rle";
    case Encoding::huffman:
      return "huffman";
    case Encoding::huffman_fixed:
      return "huffman-fixed";
    case Encoding::zstd:
      return "zstd";
  }
  return "unknown";
}

std::string transform_name(const Transform& transform) {
  const char* const kind = transform.kind == TransformKind::cosine        ? "dct-"
                           : transform.kind == TransformKind::fast_cosine ? "fast-dct-"
                           : transform.kind == TransformKind::lapped      ? "lot-"
                                                                          : "genlot-";
  return kind + std::to_string(transform.dimensions) + "d";
}

std::string ChainCodec::name() const {
  const std::string transform = transform_name(transform_);
  return encoding_ == Encoding::huffman ? transform : transform + "-" + encoding_name(encoding_);
}

std::vector<std::byte> ChainCodec::encode(std::span<const float> values, BrickShape shape,
                                          ErrorBound bound) const {
  check_brick(values.size(), shape);
  check_bound(bound);
  std::vector<std::byte> bytes =
      bound.absolute == 0.0 ? shuffled_bytes(values)
                            : pack_within({transform_, {}, encoding_}, values, shape, bound.absolute);
  seal(bytes, shape);
  return bytes;
}

void ChainCodec::decode(std::span<const std::byte> bytes, BrickShape shape, std::span<float> values) const {
  unpack_any(bytes, shape, values, this);
}

std::span<const ChainCodec> chain_codecs() {
  static const std::vector<ChainCodec> all = [] {
    std::vector<ChainCodec> made;
    for (const TransformKind kind : {TransformKind::cosine, TransformKind::fast_cosine, TransformKind::lapped,
                                     TransformKind::general_lapped})
      for (int dimensions = 1; dimensions <= 3; ++dimensions)
        for (const Encoding encoding :
             {Encoding::huffman, Encoding::rle, Encoding::huffman_fixed, Encoding::zstd})
          if (has_encoding(encoding)) made.emplace_back(Transform{kind, dimensions}, encoding);
    return made;
  }();
  return all;
}

}  // namespace foldwave
