// How fast the codec quick is on a device, and that it does what it must there: JSON of its rates on data
// that lie on the device (medians of events), beside a copy's, and the checks of tests/gpu/quick_checks.hpp
// and huffman_checks.hpp, which need no Qt here. Arguments: nodes a side (512; 0: no rates), volumes of 2^24
// hostile values (64: 1.07e9 values; none: a quarter of the odd shapes alone, for compute-sanitizer).
//
//   cmake --build build/release --target quick_pace
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "gpu/base/staging.cuh"
#include "gpu/volume/device_quick.cuh"
#include "tests/bench/event_seconds.cuh"
#include "tests/gpu/huffman_checks.hpp"

namespace {

using namespace foldwave;
using namespace foldwave::test;

// Three waves that cross, of `nodes` to a wavelength, silent beyond `reach` of the size.
std::vector<float> waves(int n, double nodes, double reach) {
  std::vector<float> field(static_cast<std::size_t>(n) * static_cast<std::size_t>(n) *
                           static_cast<std::size_t>(n));
  const auto k = static_cast<float>(2.0 * 3.14159265358979 / nodes);
#pragma omp parallel for
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const auto fx = static_cast<float>(x), fy = static_cast<float>(y), fz = static_cast<float>(z);
        const float sum = std::sin(k * (0.6F * fy + 0.8F * fz)) +
                          std::cos(k * (0.48F * fx - 0.6F * fy + 0.64F * fz)) +
                          std::cos(k * (0.28F * fz - 0.96F * fx));
        const std::size_t at =
            (static_cast<std::size_t>(z) * static_cast<std::size_t>(n) + static_cast<std::size_t>(y)) *
                static_cast<std::size_t>(n) +
            static_cast<std::size_t>(x);
        field[at] = x < reach * n ? sum / 3.0F : 0.0F;
      }
  return field;
}

void copy_row(std::size_t bytes) {
  DeviceArray<char> from(bytes), to(bytes);
  const double seconds = median_seconds([&](cudaStream_t stream) {
    cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream);
  });
  const double filling =
      median_seconds([&](cudaStream_t stream) { cudaMemsetAsync(to.data(), 0, bytes, stream); });
  std::printf("  \"copy_gb_s\": %.1f, \"fill_gb_s\": %.1f,\n", 2e-9 * static_cast<double>(bytes) / seconds,
              1e-9 * static_cast<double>(bytes) / filling);
}

void rate_row(const char* name, int n, const std::vector<float>& field, double bound, bool last) {
  const BrickLayout layout = brick_layout({n, n, n});
  const QuickVolume volume = quick_volume(layout);
  DeviceQuick quick(volume, field.size() + field.size() / 8 + (std::size_t{1} << 20));
  const DeviceArray<float> values(field.data(), field.size());
  DeviceArray<float> back(field.size());
  DeviceArray<std::uint32_t> damaged(quick.bricks());
  check_cuda(cudaDeviceSynchronize(), "cannot copy to the device");
  const QuickSteps steps = quick_steps({bound});
  const double packing =
      median_seconds([&](cudaStream_t stream) { quick.pack(values.data(), steps, stream); });
  back.clear();
  check_cuda(cudaDeviceSynchronize(), "cannot clear device memory");
  const double unpacking =
      median_seconds([&](cudaStream_t stream) { quick.unpack(back.data(), damaged.data(), stream); });
  std::uint64_t words = 0;
  check_cuda(
      cudaMemcpy(&words, quick.starts().data() + quick.bricks(), sizeof(words), cudaMemcpyDeviceToHost),
      "cannot read the device");
  std::vector<float> found(field.size());
  check_cuda(cudaMemcpy(found.data(), back.data(), field.size() * sizeof(float), cudaMemcpyDeviceToHost),
             "cannot read the device");
  const double bytes = 4.0 * static_cast<double>(field.size());
  std::printf(
      "    {\"field\": \"%s\", \"n\": %d, \"bound\": %g, \"ratio\": %.3f, \"pack_gb_s\": %.1f, "
      "\"unpack_gb_s\": %.1f, \"error_over_bound\": %.6f}%s\n",
      name, n, bound, bytes / (4.0 * static_cast<double>(words)), 1e-9 * bytes / packing,
      1e-9 * bytes / unpacking,
      bound > 0.0 ? largest_error(field, found) / bound : largest_error(field, found), last ? "" : ",");
  std::fflush(stdout);
}

void rates(int n) {
  copy_row(std::size_t{1} << 30);
  std::printf("  \"rates\": [\n");
  {
    const std::vector<float> filled = waves(n, 10.0, 1.0);
    for (const double bound : {2e-2, 2e-3, 2e-4})
      rate_row("filled", n, filled, bound, false);
    rate_row("filled", n, filled, 0.0, false);
  }
  rate_row("mostly silent", n, waves(n, 10.0, 0.25), 2e-3, false);
  rate_row("filled", 256, waves(256, 10.0, 1.0), 2e-3, false);
  rate_row("filled", 250, waves(250, 10.0, 1.0), 2e-3, true);
  std::printf("  ],\n");
}

int run(int n, int volumes) {
  cudaDeviceProp device{};
  check_cuda(cudaGetDeviceProperties(&device, 0), "no device");
  std::printf("{\n  \"device\": \"%s\",\n", device.name);
  if (n > 0) rates(n);
  const QuickFound odd = check_odd_shapes(volumes > 0 ? 4 : 1);
  std::printf("  \"odd_shapes\": {\"good\": %s, \"text\": \"%s\"},\n", odd.good() ? "true" : "false",
              odd.text().c_str());
  const int missed = bricks_whose_damage_is_missed();
  std::printf("  \"damage_missed\": %d,\n", missed);
  const QuickFound huffman = check_huffman_shapes(volumes > 0 ? 4 : 1);
  const int huffman_missed = huffman_bricks_whose_damage_is_missed() + huffman_bricks_judged_otherwise();
  std::printf("  \"huffman_fixed\": {\"good\": %s, \"text\": \"%s\", \"damage_missed\": %d},\n",
              huffman.good() ? "true" : "false", huffman.text().c_str(), huffman_missed);
  std::fflush(stdout);
  QuickFound hostile;
  const double bounds[] = {1e-3, 1.0, 1e-25, 1e20, 1e-39, 0.0, 1e-7, 1e38, 4e-31, 3e-6};
  for (int v = 0; v < volumes; ++v) {
    const std::array<int, 3> side{256, 256, 256};
    hostile.add(compare_with_processor(hostile_field(side, v % 4, 1000U + static_cast<unsigned>(v)),
                                       brick_layout(side), bounds[v / 4 % 10]));
  }
  std::printf("  \"hostile\": {\"good\": %s, \"text\": \"%s\"}\n}\n", hostile.good() ? "true" : "false",
              hostile.text().c_str());
  return odd.good() && missed == 0 && huffman.good() && huffman_missed == 0 && hostile.good() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  return run(argc > 1 ? std::atoi(argv[1]) : 512, argc > 2 ? std::atoi(argv[2]) : 64);
} catch (const foldwave::Error& error) {
  std::printf("%s\n", error.what());
  return 2;
}
