#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/engine/backend.hpp"
#include "core/volume/filter/split_filters.hpp"
#include "core/volume/store/split_packer.hpp"
#include "gpu/backend.hpp"
#include "gpu/base/on_device.cuh"
#include "gpu/base/triad.cuh"
#include "gpu/fold/cuda_foot.hpp"
#include "gpu/fold/cuda_pmm.hpp"
#include "gpu/fold/split_pmm.hpp"
#include "gpu/imaging/cuda_stepper.hpp"
#include "gpu/volume/cuda_filters.hpp"
#include "gpu/volume/cuda_huffman.hpp"
#include "gpu/volume/cuda_quick.hpp"
#include "gpu/volume/cuda_transform.hpp"
#include "gpu/volume/cuda_wave.hpp"
#include "gpu/wave/cuda_propagator.hpp"
#include "gpu/wave/slabs/device_rank_slab.hpp"
#include "gpu/wave/slabs/split_propagator.hpp"
#include "gpu/wave/tensor_map.cuh"

namespace foldwave {

namespace {

// Compiled for the same devices as the solvers' kernels.
__global__ void probe() {}

// A multiply-add is two; a processor has lanes for 64 of them up to compute capability 8.0, for 128 since.
double device_operations_per_second() {
  int processors = 0, kilohertz = 0, major = 0, minor = 0;
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0),
             "the device does not answer");
  check_cuda(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0),
             "the device does not answer");
  check_cuda(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0),
             "the device does not answer");
  check_cuda(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0), "the device does not answer");
  const double lanes = 10 * major + minor <= 80 ? 64.0 : 128.0;
  return 2.0 * lanes * processors * 1e3 * kilohertz;
}

double device_launch_seconds() {
  constexpr int launches = 500;
  const auto of_all = [] {
    const Clock clock;
    for (int i = 0; i < launches; ++i)
      probe<<<1, 1>>>();
    check_cuda(cudaDeviceSynchronize(), "the device does not answer");
    return clock.seconds();
  };
  of_all();
  return of_all() / launches;
}

class CudaBackend final : public Backend {
 public:
  // `devices`: that share its work; empty: the first alone.
  explicit CudaBackend(std::string description, std::vector<int> devices = {})
      : description_(std::move(description)), devices_(std::move(devices)) {}
  std::string name() const override { return "cuda"; }
  std::string description() const override {
    const std::string ranks = ranks_that_share();
    return description_ + (ranks.empty() ? "" : ", waves over " + ranks);
  }
  std::string shared_by() const override {
    std::string numbers = ranks_that_share();
    for (const int device : devices_)
      numbers += (numbers.empty() ? "devices " : ",") + std::to_string(device);
    return numbers;
  }
  int wave_shares() const override {
    return devices_.empty() ? rank_count() : static_cast<int>(devices_.size());
  }
  WorkDevices devices() const override {
    if (devices_.empty()) return {};
    return {
        static_cast<int>(devices_.size()), [devices = devices_](int piece) {
          return std::make_shared<const OnDevice>(devices[static_cast<std::size_t>(piece) % devices.size()]);
        }};
  }
  std::int64_t free_memory_bytes() const override {
    const auto there = devices().on(0);
    std::size_t free_bytes = 0;
    std::size_t total = 0;
    check_cuda(cudaMemGetInfo(&free_bytes, &total), "cannot ask for the device's memory");
    return static_cast<std::int64_t>(free_bytes);
  }
  std::vector<FoldMethod> fold_methods() const override { return {FoldMethod::foot_point, FoldMethod::pmm}; }
  std::unique_ptr<FoldSolver> make_fold_solver(FoldMethod method) const override {
    switch (method) {
      case FoldMethod::automatic:
      case FoldMethod::foot_point:
        return make_cuda_foot_solver(devices());
      case FoldMethod::pmm:
        return devices_.empty() ? make_cuda_pmm_solver() : make_split_pmm_solver(devices_);
      default:
        throw_no_fold_method(*this, method);
    }
  }
  std::unique_ptr<WavePropagator> make_wave_propagator() const override {
    if (auto shared = make_shared_propagator(device_rank_engine())) return shared;
    return devices_.empty() ? make_cuda_wave_propagator() : make_split_propagator(devices_);
  }
  std::unique_ptr<WavePropagator> make_lone_propagator() const override {
    return make_cuda_wave_propagator();
  }
  std::unique_ptr<WaveStepper> make_wave_stepper(const StepperSetup& setup) const override {
    return make_cuda_stepper(setup);
  }
  std::unique_ptr<VolumeTransform> make_volume_transform() const override {
    return make_cuda_volume_transform();
  }
  std::unique_ptr<VolumePacker> make_volume_packer(const std::string& codec) const override {
    const auto of_one = [codec]() -> std::unique_ptr<VolumePacker> {
      return codec == "wave"            ? make_cuda_wave_packer()
             : codec == "quick"         ? make_cuda_quick_packer()
             : codec == "huffman-fixed" ? make_cuda_huffman_packer()
                                        : nullptr;
    };
    return devices_.empty() ? of_one() : make_split_packer(devices(), of_one);
  }
  std::vector<WaveKernel> wave_kernels() const override {
    std::vector<WaveKernel> all = device_wave_kernels();
    if (!has_tensor_copies())
      std::erase_if(all, [](WaveKernel k) { return k == WaveKernel::tiles || k == WaveKernel::two_steps; });
    return all;
  }
  std::unique_ptr<VolumeFilters> make_volume_filters() const override {
    return devices_.empty() ? make_cuda_filters() : make_split_filters(devices(), make_cuda_filters);
  }
  double triad_bytes_per_second() const override { return device_triad_bytes_per_second(); }
  double operations_per_second() const override { return device_operations_per_second(); }
  double launch_seconds() const override { return device_launch_seconds(); }

 private:
  std::string description_;
  std::vector<int> devices_;
};

std::shared_ptr<const Backend> make_backend(std::string& why_not) {
  int count = 0;
  const cudaError_t found = cudaGetDeviceCount(&count);
  if (found != cudaSuccess || count == 0) {
    cudaGetLastError();
    why_not = found == cudaErrorInsufficientDriver
                  ? "this machine has no NVIDIA driver, or one that is too old"
              : found != cudaSuccess ? cudaGetErrorString(found)
                                     : "this machine has no CUDA device";
    return nullptr;
  }
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    cudaGetLastError();
    why_not = "the CUDA device does not answer";
    return nullptr;
  }
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, probe) != cudaSuccess) {
    cudaGetLastError();
    why_not = std::string("this build has no code for ") + properties.name + " (compute capability " +
              std::to_string(properties.major) + "." + std::to_string(properties.minor) +
              "): build it with -DCMAKE_CUDA_ARCHITECTURES=" +
              std::to_string(10 * properties.major + properties.minor);
    return nullptr;
  }
  int driver = 0;
  cudaDriverGetVersion(&driver);
  return std::make_shared<const CudaBackend>(
      std::string(properties.name) + ", " + bytes_text(static_cast<double>(properties.totalGlobalMem)) +
      ", compute capability " + std::to_string(properties.major) + "." + std::to_string(properties.minor) +
      ", driver for CUDA " + std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10));
}

int device_count() {
  int count = 0;
  check_cuda(cudaGetDeviceCount(&count), "the devices do not answer");
  return count;
}

// Numbers between commas; empty where it is anything else.
std::vector<int> device_numbers(const std::string& words) {
  std::vector<int> numbers;
  std::string digits;
  for (const char c : words + ",") {
    if (c >= '0' && c <= '9' && digits.size() < 4) {
      digits += c;
    } else if (c == ',' && !digits.empty()) {
      numbers.push_back(std::stoi(digits));
      digits.clear();
    } else {
      return {};
    }
  }
  return numbers;
}

std::shared_ptr<const Backend> make_split_backend(const std::string& words, std::string& why_not) {
  const auto first = make_backend(why_not);
  if (!first) return nullptr;
  if (const std::string ranks = ranks_that_share(); !ranks.empty()) {
    why_not = "there are " + ranks + ", each of which takes a device of its own";
    return nullptr;
  }
  const std::vector<int> devices = device_numbers(words);
  const int count = device_count();
  if (devices.size() < 2) {
    why_not = "\"" + words + "\" does not name two devices or more, as in cuda:0,1";
    return nullptr;
  }
  for (std::size_t d = 0; d < devices.size(); ++d) {
    if (devices[d] >= count) {
      why_not =
          "there is no device " + std::to_string(devices[d]) + ": this machine has " + std::to_string(count);
      return nullptr;
    }
    if (std::find(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(d), devices[d]) !=
        devices.begin() + static_cast<std::ptrdiff_t>(d)) {
      why_not = "device " + std::to_string(devices[d]) + " is named twice";
      return nullptr;
    }
  }
  return std::make_shared<const CudaBackend>(first->description() + "; shared by the devices " + words,
                                             devices);
}

}  // namespace

const RankEngine& cuda_rank_engine() {
  return device_rank_engine();
}

void register_cuda_backend() {
  register_backend({"cuda", make_backend, make_split_backend, device_count});
}

}  // namespace foldwave
