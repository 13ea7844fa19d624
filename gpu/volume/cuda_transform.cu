#include "gpu/volume/cuda_transform.hpp"

#include "core/base/clock.hpp"
#include "gpu/base/staging.cuh"
#include "gpu/volume/transform_lines.cuh"
#include "gpu/volume/transform_tiles.cuh"

namespace foldwave {

namespace {

using namespace device_transform;

unsigned blocks_for(long long work, long long a_block) {
  return static_cast<unsigned>((work + a_block - 1) / a_block);
}

template <TransformKind kind, bool back>
void launch_tiles(const DeviceBricks& bricks, const DeviceQuantiser& quantiser, long long count,
                  float* volume, float* words, cudaStream_t stream) {
  const auto tiles = [&](int axis, int of) { return (bricks.padded[axis] + of - 1) / of; };
  const auto grid = static_cast<unsigned>(count * tiles(0, tile_x) * tiles(1, side) * tiles(2, side));
  if constexpr (back)
    tiles_back<kind><<<grid, 256, 0, stream>>>(bricks, quantiser, words, volume);
  else
    tiles_forward<kind><<<grid, 256, 0, stream>>>(bricks, quantiser, volume, words);
}

template <TransformKind kind, bool back>
void launch_lines(const DeviceBricks& bricks, const DeviceQuantiser& quantiser, long long count,
                  float* volume, float* words, cudaStream_t stream) {
  constexpr int whole = brick_side / side;
  // The quantiser's turn is the last axis that is transformed, forward, and the first, back.
  const int last = bricks.transformed[2] ? 2 : bricks.transformed[1] ? 1 : 0;
  const auto rows = [&] {
    const unsigned grid = blocks_for(count * bricks.padded[1] * bricks.padded[2], row_threads);
    if (bricks.padded[0] == brick_side)
      rows_pass<kind, back, whole>
          <<<grid, row_threads, 0, stream>>>(bricks, quantiser, last == 0, volume, words);
    else
      rows_pass<kind, back, 0><<<grid, row_threads, 0, stream>>>(bricks, quantiser, last == 0, volume, words);
  };
  const auto lines = [&](int axis) {
    if (!bricks.transformed[axis]) return;
    const unsigned grid = blocks_for(count * (bricks.words / bricks.padded[axis]), 128);
    if (bricks.padded[axis] == brick_side)
      lines_pass<kind, back, whole><<<grid, 128, 0, stream>>>(bricks, quantiser, last == axis, axis, words);
    else
      lines_pass<kind, back, 0><<<grid, 128, 0, stream>>>(bricks, quantiser, last == axis, axis, words);
  };
  if (!back) rows();
  for (const int axis : {back ? 2 : 1, back ? 1 : 2})
    lines(axis);
  if (back) rows();
}

template <bool back>
void launch_transform(TransformKind kind, const DeviceBricks& bricks, const DeviceQuantiser& quantiser,
                      long long count, float* volume, float* words, cudaStream_t stream) {
  switch (kind) {
    case TransformKind::cosine:
      return launch_tiles<TransformKind::cosine, back>(bricks, quantiser, count, volume, words, stream);
    case TransformKind::fast_cosine:
      return launch_tiles<TransformKind::fast_cosine, back>(bricks, quantiser, count, volume, words, stream);
    case TransformKind::lapped:
      return launch_lines<TransformKind::lapped, back>(bricks, quantiser, count, volume, words, stream);
    case TransformKind::general_lapped:
      return launch_lines<TransformKind::general_lapped, back>(bricks, quantiser, count, volume, words,
                                                               stream);
  }
}

class CudaVolumeTransform final : public VolumeTransform {
 public:
  TransformSeconds forward(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                           std::span<const float> volume, std::span<float> words) const override {
    check(transform, quantiser, bricks, volume.size(), words.size());
    return run<false>(transform, quantiser, bricks, volume, words);
  }
  TransformSeconds back(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                        std::span<const float> words, std::span<float> volume) const override {
    check(transform, quantiser, bricks, volume.size(), words.size());
    return run<true>(transform, quantiser, bricks, words, volume);
  }

 private:
  static void check(const Transform& transform, const Quantiser& quantiser, const VolumeBricks& bricks,
                    std::size_t volume, std::size_t words) {
    check_quantiser(quantiser);
    std::size_t nodes = 1;
    for (const int n : bricks.n)
      nodes *= static_cast<std::size_t>(n);
    if (volume != nodes || words != bricks.words(transform))
      throw InputError("transform", "its words and the volume's sizes do not fit",
                       "give as many as the bricks say");
  }

  template <bool back>
  static TransformSeconds run(const Transform& transform, const Quantiser& quantiser,
                              const VolumeBricks& bricks, std::span<const float> from, std::span<float> to) {
    const BrickShape padded = coefficient_shape(transform, bricks.brick);
    DeviceBricks on_device{};
    for (int a = 0; a < 3; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      on_device.n[a] = bricks.n[axis];
      on_device.counts[a] = bricks.counts[axis];
      on_device.brick[a] = bricks.brick.n[axis];
      on_device.padded[a] = padded.n[axis];
      on_device.transformed[a] = is_transformed(transform, bricks.brick, axis);
    }
    on_device.words = static_cast<long long>(padded.values());
    const StepSizes sizes =
        quantiser.kind == QuantiserKind::step ? step_sizes(quantiser.parameter) : StepSizes{};
    const DeviceQuantiser device_quantiser{
        quantiser.kind, quantiser.parameter, sizes.step, sizes.inverse,
        quantiser.kind == QuantiserKind::zonal ? static_cast<int>(quantiser.parameter) : side};
    TransformSeconds seconds;
    DeviceArray<float> input(from.size()), output(to.size());
    const DeviceStream stream;
    // Copies go in the kernels' stream: a plain one may return before its last part has arrived.
    const Clock up;
    check_cuda(cudaMemcpyAsync(input.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice, stream),
               "cannot copy to the device");
    check_cuda(cudaStreamSynchronize(stream), "cannot copy to the device");
    seconds.transfer = up.seconds();
    DeviceEvent begin, end;
    begin.record(stream);
    const auto count = static_cast<long long>(bricks.count());
    launch_transform<back>(transform.kind, on_device, device_quantiser, count,
                           back ? output.data() : input.data(), back ? input.data() : output.data(), stream);
    check_cuda(cudaGetLastError(), "cannot start the transform");
    end.record(stream);
    end.wait();
    seconds.device = end.seconds_since(begin);
    const Clock down;
    check_cuda(cudaMemcpyAsync(to.data(), output.data(), to.size_bytes(), cudaMemcpyDeviceToHost, stream),
               "cannot read the device");
    check_cuda(cudaStreamSynchronize(stream), "cannot read the device");
    seconds.transfer += down.seconds();
    return seconds;
  }
};

}  // namespace

std::unique_ptr<VolumeTransform> make_cuda_volume_transform() {
  return std::make_unique<CudaVolumeTransform>();
}

}  // namespace foldwave
