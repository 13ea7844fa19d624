// The source's wave, kept on its way forward and brought back in reversed time, one step after the other.
//
//   strips        the values near absorbing faces of every step; the wave itself runs backward
//   strip_file    the same, in a file of StripOptions::folder
//   strips16, 8   the strips at a few samples a period, rounded (StripOptions::every)
//   checkpoints   both levels every sqrt(steps) steps; from each the wave runs forward again, and its levels
//                 are kept for that while: what comes back is bit for bit what went forward
//
//   levels        every few steps, as they are (wave/stepper.hpp, FieldRecord): nothing runs backward, and
//                 only steps that were kept, those of `every`, can be come back to. An image takes no others
//                 where two waves of the band 2.5 f are correlated at 5 f or more
//   packed        the same, packed within an error
//
// Memory of a section of n x m nodes and N steps, floats: strips 4 R (n + m) N / every; checkpoints 4 sqrt(N)
// fields; levels N / every fields.
#pragma once

#include <array>
#include <memory>

#include "core/wave/stepper.hpp"

namespace foldwave {

enum class SourceField { strips, strips16, strips8, checkpoints, packed, levels, strip_file };
inline constexpr std::array<const char*, 7> source_field_words{"strips", "strips16", "strips8", "checkpoints",
                                                               "packed", "levels",   "file"};
constexpr bool keeps_levels(SourceField field) {
  return field == SourceField::packed || field == SourceField::levels;
}

// What a history of the model's steps takes of memory, foretold: of packed levels a 20th of their floats. And
// of the disk, as a strip_file alone does.
double source_field_bytes(const WaveModel& model, SourceField field, int every);
double source_field_disk_bytes(const WaveModel& model, SourceField field);

// The first of levels of at most `most_level_bytes`, strips, packed levels (`rates`: no levels) and
// checkpoints that takes no more than so many bytes; the last where none does.
inline constexpr double most_level_bytes = 4e9;
SourceField source_field_that_fits(const WaveModel& model, int every, bool rates, double bytes);

class SourceHistory {
 public:
  virtual ~SourceHistory() = default;
  virtual void forward(int steps, const std::stop_token& stop) = 0;  // once
  // Steps before where it is, 1 or more. The wave then has that level and as its past the one after it, so
  // that its rates are those of reversed time; a level that was kept has no past.
  virtual void back(int steps, const std::stop_token& stop) = 0;
  virtual std::int64_t bytes() const = 0;  // kept besides the wave
};

// The wave stands at step 0, has no sinks attached and outlives the history. `options` are those of strips,
// whose precision the field's kind sets; of levels `every` and `steps` alone count. `packed` is for what is
// packed.
std::unique_ptr<SourceHistory> make_source_history(WaveStepper& wave, SourceField field,
                                                   const StripOptions& options,
                                                   const FieldRecordOptions& packed = {});

}  // namespace foldwave
