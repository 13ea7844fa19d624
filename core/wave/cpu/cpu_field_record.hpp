// Levels of the user's grid in host memory, as they are or packed in bricks of at most 64 nodes a side by a
// codec of volume/codec (wave/stepper.hpp, FieldRecord).
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "core/base/grid.hpp"
#include "core/volume/codec/codec.hpp"
#include "core/wave/stepper.hpp"

namespace foldwave {

inline constexpr int field_record_brick = 64;

// Throws InputError for options that make no sense.
void check_field_record_options(const FieldRecordOptions& options);
[[noreturn]] void throw_not_kept(int step);

class CpuFieldRecord final : public FieldRecord {
 public:
  // Throws as check_field_record_options, and ResourceError for exact levels that memory does not hold.
  CpuFieldRecord(const std::array<int, 3>& nodes, const FieldRecordOptions& options);

  std::int64_t bytes() const override { return bytes_; }
  int levels() const override { return static_cast<int>(kept_.size() + exact_.size()); }

  // A level of the user's grid, by its step; it takes the place of what was kept there.
  void keep(int step, Field<float> level);
  // The level, unpacked into `room` where it was packed. Throws InputError for a step that was not kept.
  const Field<float>& level(int step, Field<float>& room) const;

 private:
  struct Brick {
    std::array<int, 3> low{}, n{};
  };
  using Packed = std::vector<std::vector<std::byte>>;

  void pack(const Field<float>& level, Packed& packed);

  std::array<int, 3> nodes_;
  FieldRecordOptions options_;
  const Codec* codec_;
  std::vector<Brick> bricks_;
  std::map<int, Packed> kept_;
  std::map<int, Field<float>> exact_;
  std::int64_t bytes_ = 0;
};

}  // namespace foldwave
