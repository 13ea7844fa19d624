#include "core/engine/backend.hpp"

#include <utility>

#include "core/base/bandwidth.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/fold/foot/foot_point.hpp"
#include "core/fold/pmm/pmm.hpp"
#include "core/fold/reference/reference_solver.hpp"
#include "core/wave/cpu/cpu_propagator.hpp"
#include "core/wave/cpu/cpu_stepper.hpp"
#include "core/wave/ranks/ranked_propagator.hpp"

namespace foldwave {

namespace {

struct WaveRanks {
  Communicator* ranks = nullptr;
  WriteFieldPart write_part;
};
WaveRanks& wave_ranks() {
  static WaveRanks shared;
  return shared;
}

class CpuBackend final : public Backend {
 public:
  std::string name() const override { return "cpu"; }
  bool on_host() const override { return true; }
  std::string description() const override {
    return cpu_name() + ", " + std::to_string(thread_count()) + " threads, " +
           bytes_text(static_cast<double>(total_memory_bytes())) +
           (shared_by().empty() ? "" : ", waves over " + shared_by());
  }
  std::string shared_by() const override { return ranks_that_share(); }
  int wave_shares() const override { return rank_count(); }
  std::int64_t free_memory_bytes() const override { return available_memory_bytes(); }
  std::vector<FoldMethod> fold_methods() const override {
    return {FoldMethod::foot_point, FoldMethod::pmm,          FoldMethod::fmm,
            FoldMethod::fsm,        FoldMethod::parallel_fsm, FoldMethod::fim};
  }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    switch (method) {
      case FoldMethod::automatic:
      case FoldMethod::foot_point:
        return make_foot_point_solver();
      case FoldMethod::pmm:
        return make_pmm_solver();
      case FoldMethod::fmm:
      case FoldMethod::fsm:
      case FoldMethod::parallel_fsm:
      case FoldMethod::fim:
        return make_reference_solver(method);
      default:
        throw_no_fold_method(*this, method);
    }
  }
  std::vector<WaveKernel> wave_kernels() const override { return cpu_wave_kernels(); }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    auto shared = make_shared_propagator(cpu_rank_engine());
    return shared ? std::move(shared) : make_lone_propagator();
  }
  std::unique_ptr<WavePropagator> make_lone_propagator() const override { return make_cpu_wave_propagator(); }
};

std::vector<BackendCandidate>& candidates() {
  static std::vector<BackendCandidate> all;
  return all;
}

}  // namespace

std::unique_ptr<VolumeFilters> Backend::make_volume_filters() const {
  return make_cpu_filters();
}

std::unique_ptr<WaveStepper> Backend::make_wave_stepper(const StepperSetup& setup) const {
  return make_cpu_stepper(setup);
}

double Backend::triad_bytes_per_second() const {
  return foldwave::triad_bytes_per_second();
}

std::shared_ptr<const Backend> cpu_backend() {
  static const auto backend = std::make_shared<const CpuBackend>();
  return backend;
}

void share_waves_with(Communicator& ranks, WriteFieldPart write_part) {
  wave_ranks() = {&ranks, std::move(write_part)};
}

int rank_count() {
  const Communicator* const ranks = wave_ranks().ranks;
  return ranks != nullptr ? ranks->size() : 1;
}

std::string ranks_that_share() {
  return wave_ranks().ranks != nullptr ? std::to_string(rank_count()) + " ranks" : std::string();
}

std::unique_ptr<WavePropagator> make_shared_propagator(const RankEngine& engine) {
  const WaveRanks& shared = wave_ranks();
  if (shared.ranks == nullptr) return nullptr;
  return make_ranked_propagator(*shared.ranks, shared.write_part, engine);
}

void register_backend(const BackendCandidate& candidate) {
  candidates().push_back(candidate);
}

std::shared_ptr<const Backend> select_backend(const std::string& name) {
  std::string known = "auto, cpu";
  for (const BackendCandidate& candidate : candidates()) {
    known += ", " + candidate.name;
    if (candidate.make_of != nullptr && name.starts_with(candidate.name + ":")) {
      std::string why_none;
      if (auto backend = candidate.make_of(name.substr(candidate.name.size() + 1), why_none)) return backend;
      throw InputError("--backend " + name, why_none, "use --backend " + candidate.name);
    }
    if (name != "auto" && name != candidate.name) continue;
    std::string why_not;
    if (auto backend = candidate.make(why_not))
      return name == "auto" ? with_cpu_to_fall_back_on(std::move(backend)) : backend;
    if (name != "auto") throw InputError("--backend " + name, why_not, "use --backend cpu");
  }
  if (name == "auto" || name == "cpu") return cpu_backend();
  if (name == "cuda" || name.starts_with("cuda:"))
    throw InputError("--backend " + name, "this build has no CUDA back end",
                     "build with -DFOLDWAVE_CUDA=ON, or use --backend cpu");
  throw InputError("--backend", "\"" + name + "\" is not known", "use one of: " + known);
}

void throw_no_fold_method(const Backend& backend, FoldMethod method) {
  std::string known;
  for (const FoldMethod m : backend.fold_methods())
    known += (known.empty() ? "" : ", ") + std::string(fold_method_name(m));
  throw InputError(
      "fold method",
      std::string("\"") + fold_method_name(method) + "\" is not in the " + backend.name() + " back end",
      "use one of: auto, " + known);
}

std::vector<BackendStatus> list_backends() {
  std::vector<BackendStatus> all;
  for (const BackendCandidate& candidate : candidates()) {
    std::string why_not;
    const auto backend = candidate.make(why_not);
    all.push_back({candidate.name, backend != nullptr, backend ? backend->description() : why_not});
    const int count = backend && candidate.count != nullptr ? candidate.count() : 1;
    if (count < 2) continue;
    std::string numbers;
    for (int device = 0; device < count; ++device)
      numbers += (device > 0 ? "," : "") + std::to_string(device);
    const auto together = candidate.make_of(numbers, why_not);
    all.push_back(
        {candidate.name + ":" + numbers, together != nullptr, together ? together->description() : why_not});
  }
  all.push_back({"cpu", true, cpu_backend()->description()});
  return all;
}

}  // namespace foldwave
