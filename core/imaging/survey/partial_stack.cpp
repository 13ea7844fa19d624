#include "core/imaging/survey/partial_stack.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <fstream>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"
#include "core/volume/codec/byte_stream.hpp"
#include "core/volume/codec/seal.hpp"

namespace foldwave {

namespace {

constexpr std::uint64_t partial_mark = 0x314B43545357464CU;  // "LFWSTCK1"
constexpr std::array<int, 3> no_shape{1, 1, 1};

class KeySum {
 public:
  template <class Value>
  void add(const Value& value) {
    add_bytes(std::as_bytes(std::span(&value, 1)));
  }
  void add_field(const NodeField& field) {
    add(field ? field->size() : Index{0});
    if (field) add_bytes(std::as_bytes(field->values()));
  }
  template <class Value>
  void add_all(const std::vector<Value>& values) {
    add(values.size());
    add_bytes(std::as_bytes(std::span(values)));
  }
  std::uint64_t sum() const { return sum_; }

 private:
  void add_bytes(std::span<const std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
      sum_ = brick_checksum_with(sum_, word);
    }
  }
  std::uint64_t sum_ = partial_mark;
};

// Every field of a stack in the order of the file.
template <class Stack, class Use>
void each_field(Stack& stack, const Use& use) {
  use(stack.sums.image);
  use(stack.sums.illumination);
  for (auto* const gathers : {&stack.gathers, &stack.angle_gathers})
    for (auto& gather : *gathers) {
      use(gather.image);
      use(gather.illumination);
    }
}

std::size_t file_bytes(const SurveyStack& stack) {
  std::size_t bytes = 3 * sizeof(std::uint64_t) + sizeof(std::uint32_t);
  each_field(stack, [&](const Field<float>& field) { bytes += field.values().size_bytes(); });
  return bytes;
}

}  // namespace

std::uint64_t survey_key(const SurveySetup& setup) {
  KeySum sum;
  const WaveModel& m = setup.medium;
  sum.add(m.grid.n);
  sum.add(m.grid.h);
  sum.add_field(m.velocity);
  sum.add_field(m.density);
  sum.add_field(setup.truth);
  sum.add_field(setup.true_density);
  sum.add(m.stencil.second);
  const SourceField kept =
      setup.source_field == SourceField::strip_file ? SourceField::strips : setup.source_field;
  for (const int whole :
       {m.stencil.radius, m.time_order, static_cast<int>(m.precision), m.steps, m.pad_cells,
        static_cast<int>(m.interpolation), static_cast<int>(setup.condition),
        static_cast<int>(setup.illumination), static_cast<int>(setup.direct), setup.correlate_every,
        static_cast<int>(kept), setup.gathers.places, setup.gathers.offsets, setup.gathers.angles})
    sum.add(whole);
  sum.add(m.boundaries);
  for (const double number : {m.dt, m.frequency, setup.damping, setup.mute.velocity, setup.mute.delay,
                              setup.mute.taper, setup.gathers.most_offset, setup.gathers.most_angle})
    sum.add(number);
  // Stacks from before there was one go on, but not those whose waves were made beyond it.
  if (setup.aperture > 0.0) {
    sum.add(setup.aperture);
    sum.add(1);
  }
  sum.add_all(setup.gathers.normals);
  for (const Shot& shot : setup.shots) {
    sum.add(shot.source.position);
    sum.add_all(shot.source.series);
    sum.add_all(shot.receivers);
  }
  for (const ShotData& data : setup.recorded)
    sum.add_all(data->traces);
  return sum.sum();
}

std::optional<std::uint64_t> partial_stack_key(const std::filesystem::path& file) {
  std::array<std::uint64_t, 2> head{};  // as write_partial_stack begins
  std::ifstream from(file, std::ios::binary);
  if (!from.read(reinterpret_cast<char*>(head.data()), sizeof head) || head[0] != partial_mark)
    return std::nullopt;
  return head[1];
}

void write_partial_stack(const std::filesystem::path& file, std::uint64_t key, const SurveyStack& stack) {
  std::vector<std::byte> bytes;
  put(bytes, partial_mark);
  put(bytes, key);
  put(bytes, static_cast<std::int64_t>(stack.shots));
  each_field(stack, [&](const Field<float>& field) { put_all(bytes, field.values()); });
  seal(bytes, {no_shape});
  write_file_atomically(file, bytes);
}

SurveyStack parse_partial_stack(std::span<const std::byte> bytes, std::uint64_t key,
                                const SurveySetup& setup) {
  const auto refuse = [](const std::string& problem) {
    throw InputError("stack", problem, "make the image anew");
  };
  SurveyStack stack = empty_stack(setup);
  if (bytes.size() != file_bytes(stack)) refuse("it is of another survey, or cut");
  ByteReader reader(unseal(bytes, {no_shape}));
  const auto mark = reader.take<std::uint64_t>(), its_key = reader.take<std::uint64_t>();
  if (mark != partial_mark || its_key != key) refuse("it is of another survey");
  const auto shots = reader.take<std::int64_t>();
  if (shots < 1 || shots > static_cast<std::int64_t>(setup.shots.size()))
    refuse("it has " + std::to_string(shots) + " shots of " + std::to_string(setup.shots.size()));
  stack.shots = static_cast<int>(shots);
  each_field(stack, [&](Field<float>& field) {
    const auto held = reader.take_bytes(field.values().size_bytes());
    if (!held.empty()) std::memcpy(field.data(), held.data(), held.size());
  });
  return stack;
}

std::optional<SurveyStack> read_partial_stack(const std::filesystem::path& file, const SurveySetup& setup,
                                              std::string& why) {
  why.clear();
  std::error_code unseen;
  if (!std::filesystem::exists(file, unseen)) return std::nullopt;
  try {
    const std::string text = read_regular_file(file, file_bytes(empty_stack(setup)));
    return parse_partial_stack(std::as_bytes(std::span(text)), survey_key(setup), setup);
  } catch (const InputError& e) {
    why = e.problem();
    return std::nullopt;
  }
}

}  // namespace foldwave
