#include "core/volume/store/plugin/own_filter.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

constexpr unsigned parameters_version = 1;
constexpr std::size_t parameter_count = 7;
// 256 MiB of floats: no brick is larger, whatever a file says.
constexpr std::size_t most_own_values = std::size_t{1} << 26;

constexpr std::size_t first_transform = 16;
using NumberedNames = std::vector<std::pair<unsigned, std::string>>;

// Of all that a file may name; a build without zstd does not have each.
const NumberedNames& numbered_names() {
  static const NumberedNames names = [] {
    NumberedNames all{{1, "wave"}, {2, "rle"}, {3, "huffman"}, {4, "huffman-fixed"}, {5, "quick"}};
    unsigned number = first_transform;
    for (const char* const transform : {"dct", "fast-dct", "lot", "genlot"})
      for (const char* const dimensions : {"-1d", "-2d", "-3d"})
        for (const char* const encoding : {"", "-rle", "-huffman-fixed", "-zstd"})
          all.emplace_back(number++, std::string(transform) + dimensions + encoding);
    return all;
  }();
  return names;
}

[[noreturn]] void refuse_parameters(const char* problem) {
  throw InputError("filter 479", problem, "the file is damaged, or of a newer version");
}

const Codec& codec_numbered(unsigned number) {
  for (const auto& [its, name] : numbered_names())
    if (its == number)
      if (const Codec* const codec = find_codec(name)) return *codec;
  refuse_parameters("its codec is not known");
}

}  // namespace

const std::vector<std::string>& own_codecs() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [number, name] : numbered_names())
      if (find_codec(name) != nullptr) all.push_back(name);
    return all;
  }();
  return names;
}

bool is_own_codec(const std::string& name) {
  return std::ranges::find(own_codecs(), name) != own_codecs().end();
}

unsigned number_of_codec(const std::string& name) {
  for (const auto& [number, its] : numbered_names())
    if (its == name) return is_own_codec(name) ? number : 0U;
  return 0U;
}

std::vector<unsigned> own_parameters(const std::string& codec, BrickShape shape, ErrorBound bound) {
  const unsigned number = number_of_codec(codec);
  if (number == 0U) throw InputError("codec", "\"" + codec + "\" is not known");
  const auto bits = std::bit_cast<std::uint64_t>(bound.absolute);
  return {parameters_version,
          number,
          static_cast<unsigned>(shape.n[0]),
          static_cast<unsigned>(shape.n[1]),
          static_cast<unsigned>(shape.n[2]),
          static_cast<unsigned>(bits & 0xFFFFFFFFU),
          static_cast<unsigned>(bits >> 32U)};
}

OwnPacking own_packing(std::span<const unsigned> parameters) {
  if (parameters.size() != parameter_count || parameters[0] != parameters_version)
    refuse_parameters("its parameters are none of this version");
  OwnPacking packing;
  packing.codec = &codec_numbered(parameters[1]);
  for (std::size_t a = 0; a < 3; ++a) {
    if (parameters[2 + a] > static_cast<unsigned>(std::numeric_limits<int>::max()))
      refuse_parameters("its chunks have no size that can be");
    packing.shape.n[a] = static_cast<int>(parameters[2 + a]);
  }
  if (packing.shape.values() > most_own_values) refuse_parameters("its chunks are of more than 256 MiB");
  packing.bound.absolute = std::bit_cast<double>(std::uint64_t{parameters[6]} << 32U | parameters[5]);
  check_bound(packing.bound);
  return packing;
}

std::vector<unsigned> asked_parameters(std::span<const unsigned> asked, BrickShape shape) {
  if (asked.size() == parameter_count) {
    const OwnPacking stored = own_packing(asked);
    return own_parameters(stored.codec->name(), shape, stored.bound);
  }
  if (asked.size() != 0 && asked.size() != 1 && asked.size() != 3)
    refuse_parameters("its parameters are not none, a codec, or a codec and the two words of a bound");
  const Codec& codec = codec_numbered(asked.empty() ? 1U : asked[0]);
  const std::uint64_t bits = asked.size() == 3 ? std::uint64_t{asked[2]} << 32U | asked[1] : 0U;
  const std::vector<unsigned> parameters = own_parameters(codec.name(), shape, {std::bit_cast<double>(bits)});
  own_packing(parameters);
  return parameters;
}

}  // namespace foldwave
