#include <cstring>

#include "core/base/error.hpp"
#include "core/volume/codec/byte_stream.hpp"
#include "core/wave/ranks/slab_plan.hpp"

namespace foldwave {

namespace {

template <class Value>
void put_list(std::vector<std::byte>& bytes, const std::vector<Value>& values) {
  put(bytes, static_cast<std::uint64_t>(values.size()));
  put_all(bytes, std::span(values));
}

template <class Value>
std::vector<Value> taken_list(ByteReader& reader) {
  const auto size = reader.take<std::uint64_t>();
  const auto held = reader.take_bytes(size * sizeof(Value));
  std::vector<Value> values(size);
  if (size > 0) std::memcpy(values.data(), held.data(), held.size());
  return values;
}

NodeField taken_field(ByteReader& reader, const Grid3& grid) {
  if (reader.take<std::uint8_t>() == 0) return nullptr;
  auto field = std::make_shared<Field<float>>(grid.n);
  const auto held = reader.take_bytes(field->values().size_bytes());
  std::memcpy(field->data(), held.data(), held.size());
  return field;
}

// Every plain member in one order, for both ways.
template <class Model, class Use>
void each_plain(Model& model, const Use& use) {
  use(model.grid);
  use(model.stencil.radius);
  use(model.stencil.second);
  use(model.stencil.first);
  use(model.time_order);
  use(model.precision);
  use(model.dt);
  use(model.steps);
  use(model.boundaries);
  use(model.pad_cells);
  use(model.frequency);
  use(model.interpolation);
  use(model.snapshot_every);
  use(model.kernel);
  use(model.face_speed);
  use(model.margin);
  use(model.check_stability);
}

}  // namespace

std::vector<std::byte> wave_model_bytes(const WaveModel& model) {
  std::vector<std::byte> bytes;
  each_plain(model, [&](const auto& value) { put(bytes, value); });
  put_list(bytes, std::vector<char>(model.stencil.name.begin(), model.stencil.name.end()));
  put_list(bytes, model.snapshot_steps);
  put_list(bytes, model.receivers);
  put(bytes, static_cast<std::uint64_t>(model.sources.size()));
  for (const PointSource& source : model.sources) {
    put(bytes, source.position);
    put_list(bytes, source.series);
  }
  for (const NodeField& field : {model.velocity, model.density, model.start, model.start_past}) {
    put(bytes, static_cast<std::uint8_t>(field != nullptr ? 1 : 0));
    if (field != nullptr) put_all(bytes, field->values());
  }
  return bytes;
}

WaveModel parse_wave_model(std::span<const std::byte> bytes) {
  WaveModel model;
  ByteReader reader(bytes);
  each_plain(model, [&](auto& value) { value = reader.take<std::remove_reference_t<decltype(value)>>(); });
  const auto name = taken_list<char>(reader);
  model.stencil.name.assign(name.begin(), name.end());
  model.snapshot_steps = taken_list<int>(reader);
  model.receivers = taken_list<Vec3>(reader);
  model.sources.resize(reader.take<std::uint64_t>());
  for (PointSource& source : model.sources) {
    source.position = reader.take<Vec3>();
    source.series = taken_list<float>(reader);
  }
  for (NodeField* const field : {&model.velocity, &model.density, &model.start, &model.start_past})
    *field = taken_field(reader, model.grid);
  if (reader.left() > 0)
    throw ResourceError("ranks", "two ranks do not speak of the same wave", "use one version everywhere");
  return model;
}

}  // namespace foldwave
