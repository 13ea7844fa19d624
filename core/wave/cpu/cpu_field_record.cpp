#include "core/wave/cpu/cpu_field_record.hpp"
#include "core/volume/codec/registry/codec_registry.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/wave/run_control.hpp"

namespace foldwave {

namespace {

template <class Use>
void each_brick_row(const std::array<int, 3>& low, const std::array<int, 3>& n, const Use& use) {
  std::size_t at = 0;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j, at += static_cast<std::size_t>(n[0]))
      use(low[0], low[1] + j, low[2] + k, at);
}

std::size_t values_of(const std::array<int, 3>& n) {
  return BrickShape{n}.values();
}

// The first thing that was thrown by threads side by side.
template <class Work>
void each_by_threads(std::size_t count, const Work& work) {
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t b = 0; b < count; ++b) {
    try {
      work(b);
    } catch (...) {
#pragma omp critical(foldwave_field_record)
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

void check_field_record_options(const FieldRecordOptions& options) {
  if (!(options.error > 0.0) || !(options.error < 1.0))
    throw InputError("packed levels", number_text(options.error) + " of the peak is no error to keep within",
                     "give more than 0 and less than 1");
  if (options.levels < 0)
    throw InputError("kept levels", std::to_string(options.levels) + " are no number of levels",
                     "give 0 or more");
}

void throw_not_kept(int step) {
  throw InputError("kept levels", "step " + std::to_string(step) + " was not kept",
                   "look at steps that were");
}

CpuFieldRecord::CpuFieldRecord(const std::array<int, 3>& nodes, const FieldRecordOptions& options)
    : nodes_(nodes), options_(options), codec_(find_codec(options.quick ? "quick" : "wave")) {
  check_field_record_options(options);
  if (options.exact) {
    const double each = sizeof(float) * static_cast<double>(values_of(nodes));
    check_memory(static_cast<std::int64_t>(each * options.levels), available_memory_bytes());
    return;
  }
  constexpr int side = field_record_brick;
  for (int k = 0; k < nodes[2]; k += side)
    for (int j = 0; j < nodes[1]; j += side)
      for (int i = 0; i < nodes[0]; i += side)
        bricks_.push_back(
            {{i, j, k},
             {std::min(side, nodes[0] - i), std::min(side, nodes[1] - j), std::min(side, nodes[2] - k)}});
}

void CpuFieldRecord::keep(int step, Field<float> level) {
  if (!options_.exact) return pack(level, kept_[step]);
  const auto bytes = static_cast<std::int64_t>(level.values().size_bytes());
  if (exact_.insert_or_assign(step, std::move(level)).second) bytes_ += bytes;
}

void CpuFieldRecord::pack(const Field<float>& level, Packed& packed) {
  float most = 0.0F;
#pragma omp parallel for schedule(static) reduction(max : most)
  for (Index m = 0; m < level.size(); ++m)
    most = std::max(most, std::abs(level[m]));
  // Silence is kept as it is.
  const double bound = std::isfinite(most) ? options_.error * static_cast<double>(most) : 0.0;
  for (const auto& brick : packed)
    bytes_ -= static_cast<std::int64_t>(brick.size());
  packed.resize(bricks_.size());
  each_by_threads(bricks_.size(), [&](std::size_t b) {
    const Brick& brick = bricks_[b];
    std::vector<float> values(values_of(brick.n));
    each_brick_row(brick.low, brick.n, [&](int i, int j, int k, std::size_t at) {
      std::copy_n(&level(i, j, k), brick.n[0], values.data() + at);
    });
    packed[b] = codec_->encode(values, {brick.n}, {bound});
    packed[b].shrink_to_fit();
  });
  for (const auto& brick : packed)
    bytes_ += static_cast<std::int64_t>(brick.size());
}

const Field<float>& CpuFieldRecord::level(int step, Field<float>& room) const {
  const auto exact = exact_.find(step);
  if (exact != exact_.end()) return exact->second;
  const auto found = kept_.find(step);
  if (found == kept_.end()) throw_not_kept(step);
  room = Field<float>(nodes_);
  each_by_threads(bricks_.size(), [&](std::size_t b) {
    const Brick& brick = bricks_[b];
    std::vector<float> values(values_of(brick.n));
    codec_->decode(found->second[b], {brick.n}, values);
    each_brick_row(brick.low, brick.n, [&](int i, int j, int k, std::size_t at) {
      std::copy_n(values.data() + at, brick.n[0], &room(i, j, k));
    });
  });
  return room;
}

}  // namespace foldwave
