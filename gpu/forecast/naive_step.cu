#include "gpu/forecast/naive_step.hpp"

#include <algorithm>
#include <string>

#include "core/base/error.hpp"
#include "gpu/forecast/bench_graph.cuh"

namespace foldwave {

namespace {

constexpr int x_halo = 32;  // a line of the cache
constexpr int largest_radius = 8;

struct NaiveWeights {
  float centre = 0.0F;
  float side[largest_radius]{};
};

struct NaiveLayout {
  int n[3]{};
  int row = 0, plane = 0;
  int first = 0;  // of the first node
};

template <int Radius>
__global__ void naive_kernel(const float* __restrict__ p, const float* __restrict__ q, float* __restrict__ r,
                             const float* __restrict__ c, NaiveLayout at, NaiveWeights w) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z * blockDim.z + threadIdx.z);
  if (x >= at.n[0] || y >= at.n[1] || z >= at.n[2]) return;
  const int m = at.first + x + y * at.row + z * at.plane;
  const float here = q[m];
  float sum = 3.0F * w.centre * here;
#pragma unroll
  for (int k = 1; k <= Radius; ++k) {
    const float across = q[m - k] + q[m + k] + q[m - k * at.row] + q[m + k * at.row] + q[m - k * at.plane] +
                         q[m + k * at.plane];
    sum += w.side[k - 1] * across;
  }
  r[m] = 2.0F * here - p[m] + c[m] * sum;
}

// Small waves everywhere, as zeros are kinder to a device than a wave.
__global__ void noise_kernel(float* field, NaiveLayout at, unsigned salt, float amplitude, float mean) {
  const unsigned m = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned points = static_cast<unsigned>(at.n[0]) * static_cast<unsigned>(at.n[1] * at.n[2]);
  if (m >= points) return;
  const int x = static_cast<int>(m % at.n[0]), y = static_cast<int>(m / at.n[0] % at.n[1]);
  const int z = static_cast<int>(m / at.n[0] / at.n[1]);
  const unsigned mixed = (m + salt) * 2654435761U;
  const float share = static_cast<float>((mixed ^ (mixed >> 15)) & 0xffffU) / 65536.0F - 0.5F;
  field[at.first + x + y * at.row + z * at.plane] = mean + amplitude * share;
}

using NaiveKernel = void (*)(const float*, const float*, float*, const float*, NaiveLayout, NaiveWeights);

NaiveKernel kernel_of(int order) {
  switch (order) {
    case 2:
      return naive_kernel<1>;
    case 4:
      return naive_kernel<2>;
    case 8:
      return naive_kernel<4>;
    case 16:
      return naive_kernel<8>;
    default:
      throw InputError("order", std::to_string(order) + " has no kernel of one thread a point",
                       "use 2, 4, 8 or 16");
  }
}

NaiveWeights weights_of(int order) {
  NaiveWeights w;
  const std::vector<double> c = naive_coefficients(order);
  w.centre = static_cast<float>(c[0]);
  for (std::size_t k = 1; k < c.size(); ++k)
    w.side[k - 1] = static_cast<float>(c[k]);
  return w;
}

class NaiveFields {
 public:
  explicit NaiveFields(const LaunchShape& shape)
      : kernel_(kernel_of(shape.order)),
        weights_(weights_of(shape.order)),
        block_(static_cast<unsigned>(shape.block[0]), static_cast<unsigned>(shape.block[1]),
               static_cast<unsigned>(shape.block[2])) {
    const int radius = shape.order / 2;
    unsigned blocks[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      at_.n[axis] = shape.nodes[axis];
      blocks[axis] = static_cast<unsigned>((shape.nodes[axis] + shape.block[axis] - 1) / shape.block[axis]);
    }
    blocks_ = dim3(blocks[0], blocks[1], blocks[2]);
    const double all = (shape.nodes[0] + 2.0 * x_halo + 31.0) * (shape.nodes[1] + 2.0 * radius) *
                       (shape.nodes[2] + 2.0 * radius);
    if (all > 2147483647.0) throw InputError("nodes", "the bench counts nodes in 32 bits", "use fewer nodes");
    at_.row = (shape.nodes[0] + 31) / 32 * 32 + 2 * x_halo;
    at_.plane = at_.row * (shape.nodes[1] + 2 * radius);
    at_.first = x_halo + radius * (at_.row + at_.plane);
    const auto size =
        static_cast<std::size_t>(at_.plane) * static_cast<std::size_t>(shape.nodes[2] + 2 * radius);
    for (DeviceArray<float>& field : fields_) {
      field = DeviceArray<float>(size);
      field.clear();
    }
    turn_ = {fields_[0].data(), fields_[1].data(), fields_[2].data()};
  }

  void step(cudaStream_t stream = nullptr) {
    kernel_<<<blocks_, block_, 0, stream>>>(turn_[0], turn_[1], turn_[2], fields_[3].data(), at_, weights_);
    std::ranges::rotate(turn_, turn_.begin() + 1);
  }

  void fill(std::size_t field, const std::vector<float>& values) {
    copy(values.data(), fields_[field].data() + at_.first, cudaMemcpyHostToDevice);
  }
  std::vector<float> present() const {
    std::vector<float> values(static_cast<std::size_t>(at_.n[0]) * static_cast<std::size_t>(at_.n[1]) *
                              static_cast<std::size_t>(at_.n[2]));
    copy(turn_[1] + at_.first, values.data(), cudaMemcpyDeviceToHost);
    return values;
  }
  void fill_with_noise() {
    const auto points = static_cast<unsigned>(at_.n[0]) * static_cast<unsigned>(at_.n[1] * at_.n[2]);
    const unsigned blocks = (points + 255) / 256;
    noise_kernel<<<blocks, 256>>>(fields_[0].data(), at_, 1U, 2.0F, 0.0F);
    noise_kernel<<<blocks, 256>>>(fields_[1].data(), at_, 2U, 2.0F, 0.0F);
    // Well below the stability limit of every order: 4 over 3 times the largest eigenvalue, pi^2.
    noise_kernel<<<blocks, 256>>>(fields_[3].data(), at_, 3U, 0.02F, 0.05F);
    check_cuda(cudaGetLastError(), "the fields cannot be filled");
    check_cuda(cudaDeviceSynchronize(), "the fields cannot be filled");
  }
  NaiveRun resources() const {
    NaiveRun run;
    cudaFuncAttributes attributes{};
    check_cuda(cudaFuncGetAttributes(&attributes, kernel_), "the kernel cannot be asked");
    run.registers = attributes.numRegs;
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                   &run.active_blocks, kernel_, static_cast<int>(block_.x * block_.y * block_.z), 0),
               "the device does not take this block");
    if (run.active_blocks < 1)
      throw InputError("block", "the device does not take so large a block", "use fewer threads");
    return run;
  }

 private:
  // Rows of one field, which lie apart on the device.
  template <class From, class To>
  void copy(From* from, To* to, cudaMemcpyKind kind) const {
    const bool up = kind == cudaMemcpyHostToDevice;
    const auto width = static_cast<std::size_t>(at_.n[0]) * sizeof(float);
    const auto pitch = static_cast<std::size_t>(at_.row) * sizeof(float);
    for (int z = 0; z < at_.n[2]; ++z) {
      const std::ptrdiff_t there = std::ptrdiff_t{z} * at_.plane,
                           here = std::ptrdiff_t{z} * at_.n[0] * at_.n[1];
      check_cuda(cudaMemcpy2D(to + (up ? there : here), up ? pitch : width, from + (up ? here : there),
                              up ? width : pitch, width, static_cast<std::size_t>(at_.n[1]), kind),
                 "a copy failed");
    }
  }

  NaiveKernel kernel_;
  NaiveWeights weights_;
  dim3 block_, blocks_;
  NaiveLayout at_;
  std::array<DeviceArray<float>, 4> fields_;  // of these the last is v^2 dt^2 / h^2
  std::array<float*, 3> turn_{};              // past, present, future
};

}  // namespace

std::vector<double> naive_coefficients(int order) {
  const int radius = order / 2;
  std::vector<double> c(static_cast<std::size_t>(radius) + 1, 0.0);
  for (int k = 1; k <= radius; ++k) {
    double value = 1.0 / (k * k);
    for (int j = 1; j <= radius; ++j)
      if (j != k) value *= static_cast<double>(j * j) / (j * j - k * k);
    c[static_cast<std::size_t>(k)] = value;
    c[0] -= 2.0 * value;
  }
  return c;
}

NaiveRun run_naive_step(const LaunchShape& shape, int repeat, const Job& job) {
  NaiveFields fields(shape);
  NaiveRun run = fields.resources();
  fields.fill_with_noise();
  DeviceTimer timer;
  // Three at a time, after which the fields are back in their places.
  const auto graph_of = [&](int steps) {
    return BenchGraph(steps / 3 * 3, [&](cudaStream_t stream) { fields.step(stream); });
  };
  BenchGraph few = graph_of(9);
  few.seconds_once(timer);
  // Long enough for the events' own resolution, which is half a microsecond.
  BenchGraph graph = graph_of(std::clamp(static_cast<int>(3e-3 / few.seconds_once(timer)), 9, 300));
  graph.seconds_once(timer);
  std::vector<double> seconds;
  for (int r = 0; r < repeat; ++r) {
    job.throw_if_stopped();
    seconds.push_back(graph.seconds_once(timer));
  }
  std::ranges::nth_element(seconds, seconds.begin() + repeat / 2);
  run.seconds = seconds[static_cast<std::size_t>(repeat / 2)];
  return run;
}

std::vector<float> naive_steps(const LaunchShape& shape, const std::vector<float>& start, float scale,
                               int steps) {
  if (static_cast<double>(start.size()) != shape.points())
    throw InputError("start", "it has another number of values than nodes", "give one value a node");
  NaiveFields fields(shape);
  fields.resources();
  fields.fill(0, start);
  fields.fill(1, start);
  fields.fill(3, std::vector<float>(start.size(), scale));
  for (int s = 0; s < steps; ++s)
    fields.step();
  check_cuda(cudaGetLastError(), "the step does not start");
  return fields.present();
}

}  // namespace foldwave
