#include "core/imaging/survey/shot_file.hpp"

#include <array>
#include <cstring>
#include <string>

#include "core/base/error.hpp"
#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/seal.hpp"

namespace foldwave {

namespace {

constexpr std::uint64_t shot_mark = 0x31544F485357464CU;  // "LFWSHOT1"
constexpr std::array<int, 3> shapeless{1, 1, 1};

struct ShotShapes {
  std::array<int, 3> image{}, illumination{}, angles{};
};

ShotShapes shot_shapes(const SurveySetup& setup) {
  const auto n = setup.medium.grid.n;
  ShotShapes shapes{n, {}, {}};
  if (setup.illumination) shapes.illumination = n;
  if (setup.gathers.places > 0 && setup.gathers.angles > 0) shapes.angles = {setup.gathers.places, 1, n[2]};
  return shapes;
}

Field<float> taken(ByteReader& reader, std::array<int, 3> shape) {
  if (reader.take<std::array<int, 3>>() != shape)
    throw InputError("shot", "its image has another shape than the survey's", "remove it: it is made anew");
  if (shape[0] == 0) return {};
  Field<float> field(shape);
  const auto held = reader.take_bytes(field.values().size_bytes());
  if (!held.empty()) std::memcpy(field.data(), held.data(), held.size());
  return field;
}

}  // namespace

std::vector<std::byte> shot_file_bytes(std::uint64_t key, int shot, const ImagedShot& one) {
  std::vector<std::byte> bytes;
  put(bytes, shot_mark);
  put(bytes, key);
  put(bytes, static_cast<std::int64_t>(shot));
  for (const Field<float>* const field : {&one.image.image, &one.image.illumination, &one.angles}) {
    put(bytes, field->shape());
    put_all(bytes, field->values());
  }
  seal(bytes, {shapeless});
  return bytes;
}

std::size_t shot_file_size(const SurveySetup& setup) {
  const ShotShapes shapes = shot_shapes(setup);
  std::size_t bytes = 3 * sizeof(std::uint64_t) + sizeof(std::uint32_t);
  for (const auto& n : {shapes.image, shapes.illumination, shapes.angles})
    bytes += sizeof n + sizeof(float) * static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) *
                            static_cast<std::size_t>(n[2]);
  return bytes;
}

ImagedShot parse_shot_file(std::span<const std::byte> bytes, std::uint64_t key, int shot,
                           const SurveySetup& setup) {
  const auto refuse = [](const std::string& problem) {
    throw InputError("shot", problem, "remove it: it is made anew");
  };
  if (bytes.size() != shot_file_size(setup)) refuse("it is of another survey, or cut");
  ByteReader reader(unseal(bytes, {shapeless}));
  const auto mark = reader.take<std::uint64_t>(), its_key = reader.take<std::uint64_t>();
  if (mark != shot_mark || its_key != key) refuse("it is of another survey");
  if (const auto number = reader.take<std::int64_t>(); number != shot)
    refuse("it holds shot " + std::to_string(number));
  const ShotShapes shapes = shot_shapes(setup);
  ImagedShot one;
  one.image.image = taken(reader, shapes.image);
  one.image.illumination = taken(reader, shapes.illumination);
  one.angles = taken(reader, shapes.angles);
  return one;
}

}  // namespace foldwave
