// A wave that is taken step by step and left where it lives, for algorithms that look at several waves in
// lockstep: imaging is written once over this interface, and back ends make the steppers.
//
//   forward:   p(n+1) = g [ 2 p(n) - g p(n-1) + V (L p(n) + pads + sources(n)) ],   V = v^2 dt^2
//   backward:  p(n-1) = 2 p(n) - p(n+1) + V (L p(n) + sources(n))   in the user's grid
//
// Going back takes no pads: near absorbing faces, where they have acted, the values that were recorded on the
// way forward (StripRecord) take the place of what is computed. It undoes the way forward but for rounding.
//
// Traces as sources: sample n, or reversed samples - 1 - n, is given at step n with the weights that read it
// (Hicks 2002), times scale V / cell. With `adjoint` the stepper is the transpose of reading a forward
// stepper that has the same model: R' d in reversed time, pads and density included, so that
//
//   < F m, d > = < m, F' d >   for   F: m -> traces of the Born wave, scatter() below,
//   F' d = (1 / V) sum over n of (p(n+1) - p(n)) (q(n+1) - q(n)),  scale = cell,  q(samples - 1) = 0
//
// (1 / (V rho) where there is a density): summation by parts of -p_tt q. m is the relative change of 1 / v^2,
// zero on the outermost nodes, as pads repeat their velocity. Plessix 2006 has the adjoint of the wave
// equation; that of the CPML is at wave/cpu/cpu_cpml_adjoint.hpp.
//
// All of one stepper's calls come from one thread at a time. Steppers of one device may meet in a WaveSink.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/wave/padded_grid.hpp"
#include "core/wave/wave_model.hpp"

namespace foldwave {

// Receivers as one block of sources that shares a gather.
struct TraceSources {
  std::shared_ptr<const Gather> gather;
  std::vector<int> receivers;  // of the gather, ascending; empty: all
  bool reversed = false;
  double scale = 1.0;
};

struct StepperSetup {
  WaveModel model;  // steps and snapshots count for nothing; receivers are read at every step
  std::optional<TraceSources> traces;
  bool adjoint = false;  // see above; not with the CPML at fourth order in time
  NodeField scattering;  // m of scatter()
};

// Both time levels and what the pads remember.
class WaveLevels {
 public:
  virtual ~WaveLevels() = default;
  virtual std::int64_t bytes() const = 0;
};

// How the strips near absorbing faces are kept: as they are, or every few steps, rounded to 16 or 8 bits and
// interpolated in time (Yang, Brossier and Virieux 2016).
enum class StripPrecision { exact, bits16, bits8 };

struct StripOptions {
  StripPrecision precision = StripPrecision::exact;
  int every = 1;           // steps between those that are kept, of 16 and 8 bits
  int steps = 0;           // that will be recorded at most
  std::string folder;      // not empty: in a file there, which is gone when the record is
  double on_device = 1.0;  // a device's: the share of levels that may lie there; the host has the others
};

// What a stepper has recorded of every level from the start on; it lives on the stepper's device.
class StripRecord {
 public:
  virtual ~StripRecord() = default;
  virtual std::int64_t bytes() const = 0;  // taken by now, in memory or in the file
};

// Levels of the user's grid as floats, on the stepper's device: each packed within an error of its own peak
// by the codec wave or quick of volume/codec, to be looked at in any order; or exact, the last one first.
struct FieldRecordOptions {
  double error = 1e-3;  // of a level's largest magnitude
  bool quick = false;
  bool exact = false;  // nothing is packed
  int levels = 0;      // of exact ones: that will be kept at most
};

class FieldRecord {
 public:
  virtual ~FieldRecord() = default;
  virtual std::int64_t bytes() const = 0;
  virtual int levels() const = 0;
};

class WaveStepper;

// What is added up, at each user's node, over the times it is called. With a and b the steppers given:
enum class SinkKind {
  largest,  // of |p|, and its step; of several steppers (|p_a p_b ..|)^(1 / count), 0 where signs differ
  product,  // p_a p_b ..: zero-lag correlation of two, the groups' product of more (Nakata and Beroza 2016)
  energy,   // p_a^2: illumination
  rates,    // (p_a - its past) (p_b - its past): dt^2 times the correlation of their time derivatives
  rate_energy,  // (p_a - its past)^2
  opposed       // p_a p_b where their energy flows -p_t grad p part by more than a right angle (Yoon, 2006)
};

class WaveSink {
 public:
  virtual ~WaveSink() = default;
  virtual SinkKind kind() const = 0;
  virtual void clear() = 0;
  // The present levels; all of the sink's device and grid.
  virtual void add(std::span<const WaveStepper* const> steppers) = 0;
  virtual Field<float> values() const = 0;
  virtual Field<double> exact_values() const = 0;  // in the stepper's own precision
  virtual Field<int> steps() const = 0;            // of `largest`: step() when it was so, -1: never above 0
};

class WaveStepper {
 public:
  virtual ~WaveStepper() = default;

  virtual const PaddedGrid& padded() const = 0;
  virtual int step() const = 0;  // of the present level
  virtual bool backward() const = 0;
  virtual double largest() const = 0;  // magnitude of the present level; infinity: not a number

  // As many steps as asked, on or, after turn_back, back; fewer, given back, when a stop token was set: the
  // stepper is then of no use.
  virtual int advance(int steps, const std::stop_token& stop = {}) = 0;

  // Samples of the model's receivers at steps 0 .. step(), as they were on the way forward.
  virtual Gather gather() const = 0;
  virtual std::vector<double> exact_samples() const = 0;  // the same, receivers x samples

  virtual void pressure(Field<float>& user_part) const = 0;  // of the present level, the user's grid
  virtual std::unique_ptr<WaveLevels> levels() const = 0;
  // Of a stepper of the same setup, at this step. Reversed: the past is present, as on the way back, and
  // step() one less; to be looked at, not advanced.
  virtual void restore(const WaveLevels& levels, int step, bool reversed = false) = 0;

  // Records each level from the present one on, until turn_back. Throws
  // ResourceError where there is not the memory, or the disk is full.
  virtual std::unique_ptr<StripRecord> make_strip_record(const StripOptions& options) const = 0;
  virtual void record(StripRecord& strips) = 0;
  // From here on `advance` goes back, by the levels that were recorded up to now; the present level becomes
  // the one before, and step() that of it.
  virtual void turn_back(StripRecord& strips) = 0;

  // Keeps the present level by its step(), and makes the one of a step that was kept the present one: to be
  // looked at by sinks of present levels, not advanced. Throws InputError for a step that was not kept.
  virtual std::unique_ptr<FieldRecord> make_field_record(const FieldRecordOptions& options) const = 0;
  virtual void keep(FieldRecord& record) const = 0;
  virtual void show(const FieldRecord& record, int step) = 0;

  // A sink is added to by the algorithm, or, attached, at each step whose number `every` divides, within the
  // step's own pass over memory.
  virtual std::unique_ptr<WaveSink> make_sink(SinkKind kind) const = 0;
  virtual void attach(WaveSink& sink, int every) = 0;  // of one stepper: largest, energy, rate_energy

  // Born: the next step, one alone, gives -m (p(n+1) - 2 p(n) + p(n-1)) of the background, whose present
  // level n+1 is then. To be called after each of the background's steps from its first one on.
  virtual void scatter(const WaveStepper& background) = 0;
};

// How algorithms get theirs; a Backend has it.
using StepperMaker = std::function<std::unique_ptr<WaveStepper>(const StepperSetup&)>;

}  // namespace foldwave
