// Levels of the user's grid in host memory, packed in bricks of at most 64 nodes a side by a codec of
// volume/codec (wave/stepper.hpp, FieldRecord).
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

class CpuFieldRecord final : public FieldRecord {
 public:
  CpuFieldRecord(const std::array<int, 3>& nodes, const FieldRecordOptions& options);

  std::int64_t bytes() const override { return bytes_; }
  int levels() const override { return static_cast<int>(kept_.size()); }

  // A level of the user's grid, by its step; it takes the place of what was kept there.
  void keep(int step, const Field<float>& level);
  // Throws InputError for a step that was not kept.
  void bring(int step, Field<float>& level) const;

 private:
  struct Brick {
    std::array<int, 3> low{}, n{};
  };
  using Packed = std::vector<std::vector<std::byte>>;

  std::array<int, 3> nodes_;
  FieldRecordOptions options_;
  const Codec* codec_;
  std::vector<Brick> bricks_;
  std::map<int, Packed> kept_;
  std::int64_t bytes_ = 0;
};

}  // namespace foldwave
