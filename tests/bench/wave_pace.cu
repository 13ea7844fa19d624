// How fast the codec wave is on a device, and that it does what it must there: JSON of its rates on data that
// lie on the device (medians of events), and the checks of tests/gpu/wave_checks.hpp, which need no Qt here.
// Arguments: nodes a side (512; 0: no rates), volumes of 2^24 values with hostile ones among them (64: 1.07e9
// values; none: the odd shapes without hostile ones alone, for compute-sanitizer).
//
//   cmake --build build/release --target wave_pace
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "gpu/base/staging.cuh"
#include "gpu/volume/device_wave_codec.cuh"
#include "tests/bench/event_seconds.cuh"
#include "tests/gpu/wave_checks.hpp"

namespace {

using namespace foldwave;
using namespace foldwave::test;

template <class T>
std::vector<T> read_back(const DeviceArray<T>& device, std::size_t size) {
  std::vector<T> values(size);
  check_cuda(cudaMemcpy(values.data(), device.data(), size * sizeof(T), cudaMemcpyDeviceToHost),
             "cannot read the device");
  return values;
}

// How many bricks the device left to the processor is told too: they have no part in the rates.
void rate_row(const char* name, int n, const std::vector<float>& field, double bound, bool last) {
  const WaveVolume volume = wave_volume(brick_layout({n, n, n}));
  DeviceWavePacker packer(volume);
  DeviceWaveUnpacker unpacker(volume);
  const DeviceArray<float> values(field.data(), field.size());
  DeviceArray<float> back(field.size());
  check_cuda(cudaDeviceSynchronize(), "cannot copy to the device");
  const float strict = strict_wave_bound(bound);
  const double packing =
      median_seconds([&](cudaStream_t stream) { packer.pack(values.data(), strict, stream); });
  back.clear();
  const double unpacking = median_seconds([&](cudaStream_t stream) {
    unpacker.unpack(packer.bytes().data(), packer.starts().data(), back.data(), stream);
  });
  std::size_t left = 0, damaged = 0;
  for (const WaveState s : read_back(packer.states(), packer.bricks()))
    left += s != WaveState::done ? 1 : 0;
  for (const WaveState s : read_back(unpacker.states(), unpacker.bricks()))
    damaged += s != WaveState::done ? 1 : 0;
  const std::uint64_t size = read_back(packer.starts(), packer.bricks() + 1).back();
  const double bytes = 4.0 * static_cast<double>(field.size());
  std::printf(
      "    {\"field\": \"%s\", \"n\": %d, \"bound\": %g, \"ratio\": %.3f, \"pack_gb_s\": %.1f, "
      "\"unpack_gb_s\": %.1f, \"bricks\": %zu, \"left_to_the_processor\": %zu, \"not_unpacked\": %zu, "
      "\"error_over_bound\": %.6f}%s\n",
      name, n, bound, bytes / static_cast<double>(size), 1e-9 * bytes / packing, 1e-9 * bytes / unpacking,
      packer.bricks(), left, damaged, largest_error(field, read_back(back, field.size())) / bound,
      last ? "" : ",");
  std::fflush(stdout);
}

void rates(int n) {
  std::printf("  \"rates\": [\n");
  {
    const std::vector<float> filled = wave_volume_field({n, n, n}, 10.0);
    for (const double bound : {2e-2, 2e-3, 2e-4})
      rate_row("filled", n, filled, bound, false);
  }
  rate_row("mostly silent", n, wave_volume_field({n, n, n}, 10.0, 0.25), 2e-3, false);
  rate_row("filled", 256, wave_volume_field({256, 256, 256}, 10.0), 2e-3, false);
  rate_row("filled", 250, wave_volume_field({250, 250, 250}, 10.0), 2e-3, true);
  std::printf("  ],\n");
}

int run(int n, int volumes) {
  cudaDeviceProp device{};
  check_cuda(cudaGetDeviceProperties(&device, 0), "no device");
  std::printf("{\n  \"device\": \"%s\",\n", device.name);
  if (n > 0) rates(n);
  const WaveFound odd = check_odd_wave_shapes(volumes > 0);
  std::printf("  \"odd_shapes\": {\"good\": %s, \"text\": \"%s\"},\n", odd.good() ? "true" : "false",
              odd.text().c_str());
  std::fflush(stdout);
  const int missed = wave_bricks_whose_damage_is_missed(), otherwise = wave_bricks_judged_otherwise();
  std::printf("  \"damage_missed\": %d, \"judged_otherwise\": %d,\n", missed, otherwise);
  std::fflush(stdout);
  WaveFound hostile;
  const double bounds[] = {1e-2, 1e-3, 3e-2, 1e-1};
  for (int v = 0; v < volumes; ++v) {
    const std::array<int, 3> side{256, 256, 256};
    hostile.add(compare_wave_with_processor(
        v % 8 == 7 ? hostile_field(side, v / 8 % 4, 1000U + static_cast<unsigned>(v))
                   : wave_volume_field(side, 6.0 + v % 7, v % 2 == 0 ? 1.0 : 0.6, v % 3 == 0 ? 300 : 20000,
                                       static_cast<unsigned>(v)),
        brick_layout(side), bounds[v % 4]));
  }
  std::printf("  \"hostile\": {\"good\": %s, \"text\": \"%s\"}\n}\n", hostile.good() ? "true" : "false",
              hostile.text().c_str());
  return odd.good() && missed == 0 && otherwise == 0 && hostile.good() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  return run(argc > 1 ? std::atoi(argv[1]) : 512, argc > 2 ? std::atoi(argv[2]) : 64);
} catch (const foldwave::Error& error) {
  std::printf("%s\n", error.what());
  return 2;
}
