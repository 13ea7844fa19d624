// Where solvers run. A Backend makes the solvers of one kind of device; the registry lists those that this
// build has.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/devices/work_devices.hpp"
#include "core/fold/solver.hpp"
#include "core/scale/ranks/communicator.hpp"
#include "core/volume/codec/transform/volume_transform.hpp"
#include "core/volume/filter/filters.hpp"
#include "core/volume/store/volume_packer.hpp"
#include "core/wave/propagator.hpp"
#include "core/wave/stepper.hpp"

namespace foldwave {

class RankEngine;

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;           // "cpu", "cuda"
  virtual std::string description() const = 0;    // the device's own name and size
  virtual bool on_host() const { return false; }  // the processor and its memory, not a device beside them
  // Who shares its work: "2 ranks", "devices 0,1"; empty: nobody. Times of such runs are no other's.
  virtual std::string shared_by() const { return {}; }
  virtual int wave_shares() const { return 1; }  // into how many slabs a wave is cut
  // Its devices, to which whole shots go in turn.
  virtual WorkDevices devices() const { return {}; }
  virtual std::int64_t free_memory_bytes() const = 0;  // of a device
  virtual bool falls_back() const { return false; }    // on the CPU: engine/fallback_backend.hpp

  // The fold methods that it has; the first is the one that `automatic` stands for. Another method throws
  // InputError.
  virtual std::vector<FoldMethod> fold_methods() const = 0;
  virtual std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const = 0;

  virtual std::unique_ptr<WavePropagator> make_wave_propagator() const = 0;

  // Of waves that are shared with nobody, as those of shots are.
  virtual std::unique_ptr<WavePropagator> make_lone_propagator() const { return make_wave_propagator(); }

  // A wave step by step, for imaging; the processor's, where it has none.
  virtual std::unique_ptr<WaveStepper> make_wave_stepper(const StepperSetup& setup) const;

  // The variants of a wave's step that a model may ask for by name.
  virtual std::vector<WaveKernel> wave_kernels() const { return {}; }

  // Of a device; null: the processor does it brick by brick (core/volume/codec/transform/chain.hpp).
  virtual std::unique_ptr<VolumeTransform> make_volume_transform() const { return nullptr; }
  // Of a codec that a device has; null: the processor does it brick by brick.
  virtual std::unique_ptr<VolumePacker> make_volume_packer(const std::string& /*codec*/) const {
    return nullptr;
  }
  virtual std::unique_ptr<VolumeFilters> make_volume_filters() const;  // the processor's, where it has none

  virtual double triad_bytes_per_second() const;  // of its memory: core/base/bandwidth.hpp
  // Of a device, in single precision, and of a launch that waits for nothing: 0 where it is the processor's,
  // which measures its own (engine/forecast/machine/machine_bounds.hpp).
  virtual double operations_per_second() const { return 0.0; }
  virtual double launch_seconds() const { return 0.0; }
};

std::shared_ptr<const Backend> cpu_backend();

// From here on the waves of back ends, not their steppers, go over these ranks (core/wave/ranks), whose rank
// 0 this process is. To be called once at start; they outlive all waves. With `write_part`, as the ranks
// serve with, they write their parts of .vti snapshots.
void share_waves_with(Communicator& ranks, WriteFieldPart write_part = {});
int rank_count();                // 1: there are none
std::string ranks_that_share();  // "2 ranks"; empty: there are none
// Of a back end's engine; null: there are no ranks.
std::unique_ptr<WavePropagator> make_shared_propagator(const RankEngine& engine);

// A back end that may or may not be usable on this machine: `make` gives null and says why when it is not.
struct BackendCandidate {
  std::string name;
  std::shared_ptr<const Backend> (*make)(std::string& why_not);
  // Of some of its devices, "0,1" after the name and a colon; null: it has but one.
  std::shared_ptr<const Backend> (*make_of)(const std::string& devices, std::string& why_not) = nullptr;
  int (*count)() = nullptr;  // of its devices, where make_of is there
};
void register_backend(const BackendCandidate& candidate);  // best first; called once at start

// auto: the first registered that works, with the CPU to fall back on, else the CPU. A named back end that is
// not there is an InputError that says why.
std::shared_ptr<const Backend> select_backend(const std::string& name);

struct BackendStatus {
  std::string name;
  bool available = false;
  std::string text;  // description, or why not
};
std::vector<BackendStatus> list_backends();  // all devices of one together, too: "cuda:0,1"

// The InputError of a back end that is asked for a fold method it does not have.
[[noreturn]] void throw_no_fold_method(const Backend& backend, FoldMethod method);

}  // namespace foldwave
