#include "core/engine/forecast/distant_machine.hpp"

#include <limits>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/engine/forecast/step_terms.hpp"
#include "core/formats/read_file.hpp"
#include "core/wave/cpml_slabs.hpp"

namespace foldwave {

namespace {

[[noreturn]] void refuse_work() {
  throw InputError("--device", "is of another machine, and nothing runs there", "run it on that machine");
}

// What a device's wave takes: two levels and v^2 dt^2, four of pairs of steps, what stages take, psi and
// zeta.
class DistantWave final : public WavePropagator {
 public:
  explicit DistantWave(int shares) : shares_(shares) {}
  std::string name() const override { return "distant"; }
  std::int64_t memory_bytes(const WaveModel& model) const override {
    const PaddedGrid padded(model);
    StepCount count;
    count.model = model;
    count.density = model.density != nullptr;
    const bool fourth = model.time_order == 4;
    double fields = device_step_kind(count) == "pairs" ? 5.0 : 3.0;
    if (count.density || fourth) fields += 1.0 + (count.density ? 1.0 : 0.0) + (fourth ? 1.0 : 0.0);
    double values = fields * static_cast<double>(padded.size());
    for (const CpmlSlab& slab : cpml_slab_layouts(padded))
      values += 2.0 * static_cast<double>(slab.size());
    return static_cast<std::int64_t>(values * (model.precision == Precision::binary64 ? 8.0 : 4.0) /
                                     (is_cut(model, shares_) ? shares_ : 1));
  }
  WaveRun run(const WaveModel&, const WaveWatch&, const Job&) const override { refuse_work(); }

 private:
  int shares_;  // of it each device has one
};

class DistantBackend final : public Backend {
 public:
  explicit DistantBackend(const MachineStamp& stamp) : stamp_(stamp) {}
  std::string name() const override { return stamp_.backend; }
  std::string description() const override { return stamp_text(stamp_); }
  bool on_host() const override { return stamp_.backend == cpu_backend()->name(); }
  int wave_shares() const override { return stamp_.shares; }
  WorkDevices devices() const override { return {.count = stamp_.devices}; }
  // Nobody knows.
  std::int64_t free_memory_bytes() const override { return std::numeric_limits<std::int64_t>::max(); }
  std::vector<FoldMethod> fold_methods() const override { return cpu_backend()->fold_methods(); }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod) const override { refuse_work(); }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    if (on_host()) return cpu_backend()->make_wave_propagator();
    return std::make_unique<DistantWave>(stamp_.shares);
  }
  std::unique_ptr<WavePropagator> make_lone_propagator() const override {
    if (on_host()) return cpu_backend()->make_lone_propagator();
    return std::make_unique<DistantWave>(1);
  }
  double triad_bytes_per_second() const override { return 0.0; }

 private:
  MachineStamp stamp_;
};

}  // namespace

std::string stamp_text(const MachineStamp& stamp) {
  const std::string host = stamp.machine + " (" + stamp.processor + ")";
  if (stamp.backend == cpu_backend()->name()) return host + ", " + std::to_string(stamp.threads) + " threads";
  return stamp.device + " of " + host;
}

DistantMachine distant_machine(const std::filesystem::path& file) {
  const Calibration there = parse_calibration(read_regular_file(file, most_bytes::small), file.string());
  if (!there.measured())
    throw InputError(file.string(), "holds no measurement of a machine",
                     "measure it there: " + std::string(calibrate_command));
  MachineStamp as_there = there.stamp;
  as_there.program = program_version();
  DistantMachine distant;
  distant.backend = std::make_shared<const DistantBackend>(there.stamp);
  distant.machine = machine_rates(find_calibration(file, as_there), *distant.backend);
  return distant;
}

}  // namespace foldwave
