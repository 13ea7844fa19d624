// How fast the migration that `foldwave-cli bench imaging --case marmousi.fine` times goes with deepwave's
// own kernels (https://pypi.org/project/deepwave), without PyTorch: scalar.cu, which its wheel brings,
// compiled at order 8, and its forward and backward calls over several shots at once, in the whole section
// or a window about each shot, every eighth step of the source's wave kept on the device. JSON of the median
// of three.
//
//   pip download --no-deps deepwave==0.1.0 && unzip deepwave-*.whl
//   d="-I deepwave -DDW_NDIM=2 -DDW_ACCURACY=8 -DDW_DTYPE=float -DDW_DEVICE=cuda"
//   nvcc -O3 -std=c++17 -arch=sm_90 $d -o deepwave_pace tests/bench/deepwave_pace.cu \
//     deepwave/storage_utils.cu deepwave/simple_compress.cu deepwave/cuda_config_lock.cpp
//   ./deepwave_pace marmousi-vp-1601x401-7.5m-kmps.f32 [SHOTS [AT ONCE [METRES TO EITHER SIDE]]]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <vector>
#include "scalar.cu"  // deepwave's

namespace {

constexpr int model_x = 1601, model_z = 401, margin = FD_PAD, pad = 20, every = 8;
constexpr double h = 7.5, seconds = 3.2, frequency = 10.0, pi = 3.14159265358979;

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(2);
}

template <class T>
T* on_device(std::size_t count) {
  T* data = nullptr;
  check(cudaMalloc(&data, count * sizeof(T)));
  check(cudaMemset(data, 0, count * sizeof(T)));
  return data;
}

template <class T>
T* on_device(const std::vector<T>& values) {
  T* const data = on_device<T>(values.size());
  check(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return data;
}

// Factors of convolutional PML along an axis of n nodes: psi = a psi + b dp/dx.
struct Profile {
  float *a, *b, *slope;
  Profile(int n, double dt, double fastest) {
    std::vector<float> decay(n, 0.0F), gain(n, 0.0F), derivative(n, 0.0F);
    const double strongest = 3.0 * fastest * std::log(1e3) / (2.0 * pad * h), alpha = pi * frequency;
    for (int i = 0; i < n; ++i) {
      const double in = std::max({0.0, 1.0 * margin + pad - i, i - (n - 1.0 - margin - pad)}) / pad;
      const double sigma = strongest * in * in;
      decay[i] = static_cast<float>(std::exp(-(sigma + alpha) * dt));
      gain[i] = in > 0.0 ? static_cast<float>(sigma / (sigma + alpha) * (decay[i] - 1.0)) : 0.0F;
    }
    for (int i = 1; i + 1 < n; ++i)
      derivative[i] = static_cast<float>((gain[i + 1] - gain[i - 1]) / (2.0 * h));
    a = on_device(decay), b = on_device(gain), slope = on_device(derivative);
  }
};

// What a batch of shots computes on.
struct Batch {
  int count, steps, window, ny, nx;
  double dt, fastest;
  std::vector<float> v, v2dt2, wavelet;  // batch x ny x nx, steps x batch
  std::vector<std::int64_t> sources, receivers;
};

Batch batch_of(const std::vector<float>& file, int count, int reach) {
  Batch b{};
  b.count = count;
  b.fastest = 1000.0 * *std::max_element(file.begin(), file.end());
  // That of the program's own run: nine tenths of the limit of order 8 in a section.
  b.dt = 0.9 * h / b.fastest * 2.0 / std::sqrt(2.0 * 6.5016);
  b.steps = static_cast<int>(seconds / b.dt);
  b.window = std::min(model_x, 2 * reach + 1);
  b.ny = model_z + 2 * (pad + margin), b.nx = b.window + 2 * (pad + margin);
  for (int s = 0; s < count; ++s) {
    const int at = static_cast<int>((s + 0.5) * model_x / count);
    const int first = std::clamp(at - b.window / 2, 0, model_x - b.window);
    for (int y = 0; y < b.ny; ++y)
      for (int x = 0; x < b.nx; ++x) {
        const int i = first + std::clamp(x - pad - margin, 0, b.window - 1);
        const int k = std::clamp(y - pad - margin, 0, model_z - 1);
        const float speed = 1000.0F * file[static_cast<std::size_t>(i) * model_z + k];
        b.v.push_back(speed);
        b.v2dt2.push_back(static_cast<float>(speed * speed * b.dt * b.dt));
      }
    const std::int64_t row = static_cast<std::int64_t>(margin + pad + 1) * b.nx + margin + pad;
    b.sources.push_back(row + at - first);
    for (int r = 0; r < b.window; ++r)
      b.receivers.push_back(row + r);
  }
  for (int n = 0; n < b.steps; ++n) {
    const double u = std::pow(pi * frequency * (n * b.dt - 1.5 / frequency), 2.0);
    b.wavelet.insert(b.wavelet.end(), count, static_cast<float>(-1e3 * (1.0 - 2.0 * u) * std::exp(-u)));
  }
  return b;
}

// Forward, with every eighth step kept, and back with what was recorded: a gradient's residual. Gives the
// gradient on the device, and the call that makes it.
std::function<void()> gradient_of(const Batch& b, float*& image) {
  const std::size_t nodes = static_cast<std::size_t>(b.ny) * b.nx, all = nodes * b.count;
  const Profile py(b.ny, b.dt, b.fastest), px(b.nx, b.dt, b.fastest);
  float *const v = on_device(b.v), *const v2dt2 = on_device(b.v2dt2), *const f = on_device(b.wavelet);
  auto *const sources = on_device(b.sources), *const receivers = on_device(b.receivers);
  float* const r = on_device<float>(static_cast<std::size_t>(b.steps) * b.count * b.window);
  float* const grad_f = on_device<float>(static_cast<std::size_t>(b.steps) * b.count);
  float* const store = on_device<float>(all * ((b.steps + every - 1) / every));
  image = on_device<float>(all);
  std::vector<float*> w(10);
  for (float*& field : w)
    field = on_device<float>(all);
  return [=, gradient = image, steps = b.steps, count = b.count, ny = b.ny, nx = b.nx, window = b.window,
          dt2 = static_cast<float>(b.dt * b.dt)] {
    const auto rd = static_cast<float>(1.0 / h), rd2 = static_cast<float>(1.0 / (h * h));
    const std::int64_t low = margin + pad, high_y = ny - margin - pad, high_x = nx - margin - pad;
    const std::size_t bytes = nodes * sizeof(float);
    const auto silence = [&] {
      for (float* const field : w)
        check(cudaMemset(field, 0, all * sizeof(float)));
    };
    silence();
    int failed = FUNC(forward)(
        v, f, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], store, nullptr, nullptr, nullptr, nullptr, r,
        py.a, py.b, py.slope, px.a, px.b, px.slope, sources, receivers, rd, rd, rd2, rd2, dt2, steps, count,
        ny, nx, 1, window, every, STORAGE_DEVICE, bytes, 0, true, true, false, 0, low, low, high_y, high_x, 0,
        0, 0, 0, nullptr, nullptr, nullptr, nullptr, nullptr, false, STORAGE_NONE, 0, 0, false, 0, nullptr);
    silence();
    failed += FUNC(backward)(v2dt2, r, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], store,
                             nullptr, nullptr, nullptr, nullptr, grad_f, gradient, gradient, py.a, py.b,
                             py.slope, px.a, px.b, px.slope, sources, receivers, rd, rd, rd2, rd2, steps,
                             count, ny, nx, 1, window, every, STORAGE_DEVICE, bytes, 0, true, true, false,
                             steps, low, low, high_y, high_x, 0, 0, 0, 0, nullptr, nullptr, nullptr, nullptr,
                             nullptr, false, STORAGE_NONE, 0, 0, false, 0, nullptr);
    check(cudaDeviceSynchronize());
    if (failed != 0) std::exit(3);
  };
}

double median_seconds(int runs, const std::function<void()>& work) {
  std::vector<double> times;
  for (int run = 0; run <= runs; ++run) {  // the first one warms up
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    check(cudaEventRecord(begin));
    work();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0.0F;
    check(cudaEventElapsedTime(&ms, begin, end));
    if (run > 0) times.push_back(1e-3 * ms);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int count, char** values) {
  if (count < 2) return 2;
  const int shots = count > 2 ? std::atoi(values[2]) : 60, at_once = count > 3 ? std::atoi(values[3]) : shots;
  const int reach = count > 4 ? static_cast<int>(std::atof(values[4]) / h) : model_x;
  std::vector<float> file(static_cast<std::size_t>(model_x) * model_z);
  std::ifstream in(values[1], std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(file.data()), static_cast<std::streamsize>(4 * file.size()))) return 2;
  if (shots % at_once != 0) return 2;
  const Batch batch = batch_of(file, at_once, reach);
  float* image = nullptr;
  const auto gradient = gradient_of(batch, image);
  const double median = median_seconds(3, [&] {
    for (int done = 0; done < shots; done += at_once)
      gradient();
  });
  std::vector<float> found(batch.v.size());
  check(cudaMemcpy(found.data(), image, found.size() * sizeof(float), cudaMemcpyDeviceToHost));
  double sum = 0.0;
  for (const float value : found)
    sum += std::fabs(value);
  const bool good = std::isfinite(sum) && sum > 0.0;
  std::printf(
      "{\"shots\": %d, \"at_once\": %d, \"nodes\": [%d, %d], \"steps\": %d, \"every\": %d, \"seconds\": "
      "%.4g, "
      "\"image_is_a_number\": %s}\n",
      shots, at_once, batch.nx, batch.ny, batch.steps, every, median, good ? "true" : "false");
  return good ? 0 : 1;
}
