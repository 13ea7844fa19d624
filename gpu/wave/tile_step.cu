#include "gpu/wave/tile_step.cuh"

#include "gpu/wave/tensor_map.cuh"

namespace foldwave {

namespace {

// Tiles of at most Width x Height nodes, a thread for Rows rows of a quad. How wide they are is chosen by the
// grid.
template <int Radius_, int Width_, int Height_, int Rows_, int Ahead, int OldStages_>
struct TileShape {
  static constexpr int Radius = Radius_, Width = Width_, Height = Height_, Rows = Rows_;
  static constexpr int Lines = Height + 2 * Radius;
  static constexpr int Ring = Radius + 1 + Ahead, OldStages = OldStages_;
  static constexpr int Threads = Width / 4 * Height / Rows;
  // What free faces reflect is made in shared memory: of radius 1 nothing sees it, wide stencils have no
  // registers to spare.
  static constexpr bool Reflects = Radius > 1 && Radius <= 5;
  static constexpr int plane_values(int width) { return ((width + 2 * margin) * Lines + 31) / 32 * 32; }
  static constexpr int tile_values(int width) { return width * Height; }
  static constexpr std::size_t shared_bytes(int width) {
    return sizeof(float) *
               static_cast<std::size_t>(Ring * plane_values(width) + 2 * OldStages * tile_values(width)) +
           8 * (Ring + OldStages);
  }
  static_assert(Width % 8 == 0 && Height % 8 == 0 && Height % Rows == 0 && shared_bytes(Width) <= 227 * 1024);
};

// Puts the odd images behind the free faces of x and y into a plane in shared memory, of a tile that begins
// at (x0, y0). The copy engine's next turn at these values must come after a barrier.
template <class Shape>
__device__ void reflect_at_faces(float* plane, int pitch, int x0, int y0, const TileGrid& grid) {
  constexpr int R = Shape::Radius;
  // The place of the last face's node.
  const int face_x = grid.last[0] - x0 + margin, face_y = grid.last[1] - y0 + R;
  const bool low_x = grid.free_low[0] && x0 == 0, high_x = grid.free_high[0] && face_x + 1 < pitch;
  const bool low_y = grid.free_low[1] && y0 == 0, high_y = grid.free_high[1] && face_y + 1 < Shape::Lines;
  const int worker = static_cast<int>(threadIdx.x), workers = static_cast<int>(blockDim.x);
  // Rows and columns behind the other axis' faces are left alone: no star reaches them.
  const int height = min(Shape::Height, grid.last[1] - y0), width = min(grid.width, grid.last[0] - x0);
  if (low_x || high_x)
    for (int m = worker; m < height * (R - 1); m += workers) {
      float* const row = plane + (R + m / (R - 1)) * pitch;
      const int k = m % (R - 1) + 1;
      if (low_x) row[margin - k] = -row[margin + k];
      if (high_x && face_x + k < pitch) row[face_x + k] = -row[face_x - k];
    }
  if (low_y || high_y)
    for (int m = worker; m < width * (R - 1); m += workers) {
      float* const column = plane + margin + m % width;
      const int k = m / width + 1;
      if (low_y) column[(R - k) * pitch] = -column[(R + k) * pitch];
      if (high_y && face_y + k < Shape::Lines) column[(face_y + k) * pitch] = -column[(face_y - k) * pitch];
    }
#if __CUDA_ARCH__ >= 900
  if (low_x || high_x || low_y || high_y) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

__device__ inline float4 negated(const float4& quad) {
  return make_float4(-quad.x, -quad.y, -quad.z, -quad.w);
}

template <class Shape, bool Sponge>
__global__ __launch_bounds__(Shape::Threads) void tile_kernel(const __grid_constant__ CUtensorMap present_map,
                                                              const __grid_constant__ CUtensorMap old_map,
                                                              const __grid_constant__ CUtensorMap v2dt2_map,
                                                              float* next, TileGrid grid,
                                                              AxisStencils<Shape::Radius, float> c) {
  constexpr int R = Shape::Radius, Ring = Shape::Ring, Stages = Shape::OldStages;
  const int pitch = grid.width + 2 * margin;
  const int plane_values = Shape::plane_values(grid.width), tile_values = Shape::tile_values(grid.width);
  extern __shared__ __align__(128) float shared[];
  float* const planes = shared;
  float* const old = planes + Ring * plane_values;
  float* const speeds = old + Stages * tile_values;
  auto* const plane_here = reinterpret_cast<std::uint64_t*>(speeds + Stages * tile_values);
  std::uint64_t* const old_here = plane_here + Ring;
  const int quad = static_cast<int>(threadIdx.x) % (grid.width / 4);
  const int line = static_cast<int>(threadIdx.x) / (grid.width / 4) * Shape::Rows;
  const bool leads = threadIdx.x == 0;
  if (leads) {
    for (int i = 0; i < Ring + Stages; ++i)
      barrier_init(plane_here + i);
    barriers_ready();
  }
  __syncthreads();
  const CUtensorMap* const maps[3] = {&present_map, &old_map, &v2dt2_map};
  std::uint32_t planes_used = 0, old_used = 0;  // over all items: slots and parities follow from them

  for (int item = static_cast<int>(blockIdx.x); item < grid.items; item += static_cast<int>(gridDim.x)) {
    const int x0 = item % grid.tiles_x * grid.width;
    const int y0 = item / grid.tiles_x % grid.tiles_y * Shape::Height;
    const int z0 = grid.first[2] + item / (grid.tiles_x * grid.tiles_y) * grid.chunk;
    const int z1 = min(z0 + grid.chunk, grid.last[2]);
    const int plane_count = z1 - z0 + 2 * R;
    // Then a quad may hold images, which are in shared memory alone.
    const bool holds_face = Shape::Reflects && grid.free_high[0] && x0 + grid.width > grid.last[0];
    int planes_asked = 0, old_asked = 0;
    // Behind a free face of z the field is the odd image.
    const auto is_behind = [&](int z) {
      return Shape::Reflects && ((z < 0 && grid.free_low[2]) || (z > grid.last[2] && grid.free_high[2]));
    };
    const auto mirrored = [&](int z) { return !is_behind(z) ? z : z < 0 ? -z : 2 * grid.last[2] - z; };
    const auto ask_plane = [&] {
      if (planes_asked == plane_count) return;
      const std::uint32_t slot = (planes_used + static_cast<std::uint32_t>(planes_asked)) % Ring;
      barrier_expect(plane_here + slot, static_cast<std::uint32_t>(sizeof(float)) *
                                            static_cast<std::uint32_t>(pitch * Shape::Lines));
      copy_box(planes + slot * plane_values, maps[0], grid.lead[0] + x0 - margin, grid.lead[1] + y0 - R,
               grid.lead[2] + mirrored(z0 - R + planes_asked), plane_here + slot);
      ++planes_asked;
    };
    const auto ask_old = [&] {
      if (old_asked == z1 - z0) return;
      const std::uint32_t slot = (old_used + static_cast<std::uint32_t>(old_asked)) % Stages;
      barrier_expect(old_here + slot,
                     2 * static_cast<std::uint32_t>(sizeof(float)) * static_cast<std::uint32_t>(tile_values));
      copy_box_once(old + slot * tile_values, maps[1], grid.lead[0] + x0, grid.lead[1] + y0,
                    grid.lead[2] + z0 + old_asked, old_here + slot);
      copy_box_once(speeds + slot * tile_values, maps[2], grid.lead[0] + x0, grid.lead[1] + y0,
                    grid.lead[2] + z0 + old_asked, old_here + slot);
      ++old_asked;
    };
    if (leads) {
      for (int i = 0; i < Ring; ++i)
        ask_plane();
      for (int i = 0; i < Stages; ++i)
        ask_old();
    }

    float4 gx{};
    if constexpr (Sponge) gx = sponge_quad(grid, x0 + 4 * quad);
    float4 column[Shape::Rows][2 * R + 1];
    const int own = margin + 4 * quad + pitch * (R + line);
    // The first planes only fill the columns; those below the first centre are free again at once.
#pragma unroll
    for (int i = 0; i < 2 * R; ++i) {
      const std::uint32_t at = planes_used + i;
      barrier_wait(plane_here + at % Ring, at / Ring & 1);
#pragma unroll
      for (int r = 0; r < Shape::Rows; ++r) {
        column[r][i + 1] = load_quad(planes + at % Ring * plane_values + own + r * pitch);
        if (is_behind(z0 - R + i)) column[r][i + 1] = negated(column[r][i + 1]);
      }
      if (i >= R) continue;
      __syncthreads();
      if (leads) ask_plane();
    }
    // A plane is reflected when everybody has taken his own values of it, and used as a centre after that.
    if constexpr (Shape::Reflects) {
      __syncthreads();
      for (int i = R; i < 2 * R - 1; ++i)
        reflect_at_faces<Shape>(planes + (planes_used + i) % Ring * plane_values, pitch, x0, y0, grid);
      __syncthreads();
    }
    for (int z = z0; z < z1; ++z) {
      const std::uint32_t newest = planes_used + static_cast<std::uint32_t>(z - z0) + 2 * R;
      barrier_wait(plane_here + newest % Ring, newest / Ring & 1);
#pragma unroll
      for (int r = 0; r < Shape::Rows; ++r) {
#pragma unroll
        for (int k = 0; k < 2 * R; ++k)
          column[r][k] = column[r][k + 1];
        column[r][2 * R] = load_quad(planes + newest % Ring * plane_values + own + r * pitch);
        if (is_behind(z + R)) column[r][2 * R] = negated(column[r][2 * R]);
      }
      if constexpr (Shape::Reflects)
        reflect_at_faces<Shape>(planes + (newest - 1) % Ring * plane_values, pitch, x0, y0, grid);
      const std::uint32_t stage = old_used + static_cast<std::uint32_t>(z - z0);
      barrier_wait(old_here + stage % Stages, stage / Stages & 1);
      const float* const centre = planes + (newest - R) % Ring * plane_values + own;
      // The rows that the thread's own rows need, R above the first and R below the last.
      float4 rows[Shape::Rows + 2 * R];
#pragma unroll
      for (int k = 0; k < Shape::Rows + 2 * R; ++k)
        rows[k] = k >= R && k < R + Shape::Rows ? column[k - R][R] : load_quad(centre + (k - R) * pitch);
#pragma unroll
      for (int r = 0; r < Shape::Rows; ++r) {
        const int x = x0 + 4 * quad, y = y0 + line + r;
        float4 above[R], below[R];
#pragma unroll
        for (int k = 0; k < R; ++k) {
          above[k] = rows[R + r - 1 - k];
          below[k] = rows[R + r + 1 + k];
        }
        const std::uint32_t tile = stage % Stages * tile_values + (line + r) * grid.width + 4 * quad;
        const bool inside = y >= grid.first[1] && y < grid.last[1];
        float4 g{};
        if constexpr (Sponge) g = scaled(gx, inside ? grid.gy[y] * grid.gz[z] : 0.0F);
        const float4 value = leapfrog_quad<R, Sponge>(
            centre + r * pitch, holds_face ? load_quad(centre + r * pitch) : column[r][R], column[r], above,
            below, load_quad(old + tile), load_quad(speeds + tile), g, c);
        if (inside) store_quad(next + x + y * grid.row + z * grid.plane, value, x, grid);
      }
      __syncthreads();
      if (leads) {
        ask_plane();
        ask_old();
      }
    }
    planes_used += static_cast<std::uint32_t>(plane_count);
    old_used += static_cast<std::uint32_t>(z1 - z0);
  }
}

template <class Shape, bool Sponge>
class TileStepOf final : public TileStep {
 public:
  TileStepOf(const PaddedGrid& padded, float* a, float* b, const float* v2dt2, const TileGrid& grid)
      : grid_(grid),
        stencils_(axis_stencils<Shape::Radius>(leapfrog_stencils<float>(padded))),
        origin_{a + padded.index(0, 0, 0), b + padded.index(0, 0, 0)} {
    grid_.width = even_width(padded.last[0], Shape::Width);
    const int pitch = grid_.width + 2 * margin;
    for (int field = 0; field < 2; ++field) {
      planes_[field] = tensor_map(field == 0 ? a : b, padded.shape, pitch, Shape::Lines);
      tiles_[field] = tensor_map(field == 0 ? a : b, padded.shape, grid_.width, Shape::Height);
    }
    speeds_ = tensor_map(v2dt2, padded.shape, grid_.width, Shape::Height);
    threads_ = grid_.width / 4 * Shape::Height / Shape::Rows;
    shared_ = Shape::shared_bytes(grid_.width);
    slots_ = block_slots(tile_kernel<Shape, Sponge>, threads_, shared_, Shape::shared_bytes(Shape::Width));
    cut_tiles(grid_, grid_.width, Shape::Height, slots_, 1.5 * Shape::Radius);
  }

  bool reflects() const override { return Shape::Reflects || Shape::Radius == 1; }

  void launch(bool present_is_a, cudaStream_t stream) override {
    const int present = present_is_a ? 0 : 1;
    tile_kernel<Shape, Sponge><<<std::min(grid_.items, slots_), threads_, shared_, stream>>>(
        planes_[present], tiles_[1 - present], speeds_, origin_[1 - present], grid_, stencils_);
    check_cuda(cudaGetLastError(), "the tiled step does not start");
  }

 private:
  TileGrid grid_;
  AxisStencils<Shape::Radius, float> stencils_;
  CUtensorMap planes_[2], tiles_[2], speeds_;
  float* origin_[2];
  int slots_ = 1, threads_ = 0;
  std::size_t shared_ = 0;
};

}  // namespace

bool tile_step_fits(const PaddedGrid& padded) {
  if (padded.section) return false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool reflects =
        padded.boundaries[2 * axis] == Boundary::free || padded.boundaries[2 * axis + 1] == Boundary::free;
    if (padded.last[axis] <= padded.first[axis] || (reflects && padded.n[axis] <= padded.radius))
      return false;
  }
  return true;
}

std::unique_ptr<TileStep> make_tile_step(const PaddedGrid& padded, float* a, float* b, const float* v2dt2,
                                         const std::array<const float*, 3>& g) {
  if (!has_tensor_copies() || !tile_step_fits(padded)) return nullptr;
  TileGrid grid = tile_grid(padded);
  grid.gx = g[0];
  grid.gy = g[1];
  grid.gz = g[2];
  const auto make = [&]<class Shape>(Shape) -> std::unique_ptr<TileStep> {
    cudaFuncAttributes compiled{};
    check_cuda(cudaFuncGetAttributes(&compiled, tile_kernel<Shape, true>), "the device does not answer");
    if (compiled.ptxVersion < 90) return nullptr;
    if (g[0] != nullptr) return std::make_unique<TileStepOf<Shape, true>>(padded, a, b, v2dt2, grid);
    return std::make_unique<TileStepOf<Shape, false>>(padded, a, b, v2dt2, grid);
  };
  switch (padded.radius) {
    case 1:
      return make(TileShape<1, 192, 16, 2, 2, 2>{});
    case 2:
      return make(TileShape<2, 192, 16, 2, 2, 2>{});
    case 3:
      return make(TileShape<3, 192, 16, 2, 2, 2>{});
    case 4:
      return make(TileShape<4, 192, 16, 2, 2, 2>{});
    case 5:
      return make(TileShape<5, 192, 16, 2, 2, 2>{});
    case 6:
      return make(TileShape<6, 128, 16, 2, 2, 2>{});
    case 7:
      return make(TileShape<7, 128, 16, 2, 2, 2>{});
    case 8:
      return make(TileShape<8, 128, 8, 1, 2, 2>{});
    default:
      return nullptr;
  }
}

}  // namespace foldwave
