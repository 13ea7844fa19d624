#include "gpu/wave/tile_step.cuh"

#include "gpu/wave/tensor_map.cuh"

namespace foldwave {

namespace {

// Tiles of at most Width x Height nodes, a thread for Rows rows of a quad. How wide they are is chosen by the
// grid.
template <int Radius_>
struct TileShape {
  static constexpr int Radius = Radius_;
  static constexpr int Width = widest_tile(Radius), Height = tile_height(Radius), Rows = tile_rows(Radius);
  static constexpr int Lines = Height + 2 * Radius;
  static constexpr int Ring = Radius + 1 + tile_ahead, OldStages = tile_old_stages;
  static constexpr int Threads = Width / 4 * Height / Rows;
  // What free faces reflect is made in shared memory: of radius 1 nothing sees it, wide stencils have no
  // registers to spare.
  static constexpr bool Reflects = Radius > 1 && Radius <= 5;
  static constexpr int plane_values(int width) { return ((width + 2 * margin) * Lines + 31) / 32 * 32; }
  static constexpr int tile_values(int width) { return width * Height; }
  static constexpr std::size_t shared_bytes(int width) { return tile_shared_bytes(Radius, width); }
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
  if (low_x || high_x || low_y || high_y) leave_to_copies();
}

__device__ inline float4 negated(const float4& quad) {
  return make_float4(-quad.x, -quad.y, -quad.z, -quad.w);
}

// Behind a free face of z the field is the odd image.
template <class Shape>
__device__ inline bool is_behind_face(const TileGrid& grid, int z) {
  return Shape::Reflects && ((z < 0 && grid.free_low[2]) || (z > grid.last[2] && grid.free_high[2]));
}

// The shared memory of a block, and the copies into it that its leading thread asks for.
template <class Shape>
struct TileCopies {
  const CUtensorMap* maps[3];  // p(n), p(n-1), v^2 dt^2
  int pitch, plane_values, tile_values;
  float* planes;
  float* old;
  float* speeds;
  std::uint64_t* plane_here;
  std::uint64_t* old_here;
  std::uint32_t planes_used = 0, old_used = 0;  // by the items before: slots and parities follow from them
  int planes_asked = 0, old_asked = 0, plane_count = 0;

  __device__ TileCopies(float* shared, int width, const CUtensorMap* present, const CUtensorMap* past,
                        const CUtensorMap* v2dt2)
      : maps{present, past, v2dt2},
        pitch(width + 2 * margin),
        plane_values(Shape::plane_values(width)),
        tile_values(Shape::tile_values(width)),
        planes(shared),
        old(planes + Shape::Ring * plane_values),
        speeds(old + Shape::OldStages * tile_values),
        plane_here(reinterpret_cast<std::uint64_t*>(speeds + Shape::OldStages * tile_values)),
        old_here(plane_here + Shape::Ring) {}

  __device__ void ask_plane(const TileGrid& grid, const TilePlace& tile) {
    constexpr int R = Shape::Radius;
    if (planes_asked == plane_count) return;
    const std::uint32_t slot = (planes_used + static_cast<std::uint32_t>(planes_asked)) % Shape::Ring;
    barrier_expect(plane_here + slot, static_cast<std::uint32_t>(sizeof(float)) *
                                          static_cast<std::uint32_t>(pitch * Shape::Lines));
    const int z = tile.z0 - R + planes_asked;
    const int seen = !is_behind_face<Shape>(grid, z) ? z : z < 0 ? -z : 2 * grid.last[2] - z;
    copy_box(planes + slot * plane_values, maps[0], grid.lead[0] + tile.x0 - margin,
             grid.lead[1] + tile.y0 - R, grid.lead[2] + seen, plane_here + slot);
    ++planes_asked;
  }

  __device__ void ask_old(const TileGrid& grid, const TilePlace& tile) {
    if (old_asked == tile.z1 - tile.z0) return;
    const std::uint32_t slot = (old_used + static_cast<std::uint32_t>(old_asked)) % Shape::OldStages;
    barrier_expect(old_here + slot,
                   2 * static_cast<std::uint32_t>(sizeof(float)) * static_cast<std::uint32_t>(tile_values));
    copy_box_once(old + slot * tile_values, maps[1], grid.lead[0] + tile.x0, grid.lead[1] + tile.y0,
                  grid.lead[2] + tile.z0 + old_asked, old_here + slot);
    copy_box_once(speeds + slot * tile_values, maps[2], grid.lead[0] + tile.x0, grid.lead[1] + tile.y0,
                  grid.lead[2] + tile.z0 + old_asked, old_here + slot);
    ++old_asked;
  }

  // By all threads, before anything of this tile is asked for.
  __device__ void begin(const TileGrid& grid, const TilePlace& tile, bool leads) {
    planes_asked = old_asked = 0;
    plane_count = tile.z1 - tile.z0 + 2 * Shape::Radius;
    if (!leads) return;
    for (int i = 0; i < Shape::Ring; ++i)
      ask_plane(grid, tile);
    for (int i = 0; i < Shape::OldStages; ++i)
      ask_old(grid, tile);
  }
};

// The first planes only fill the columns; those below the first centre are free again at once.
template <class Shape>
__device__ inline void fill_columns(TileCopies<Shape>& block, int own,
                                    float4 (&column)[Shape::Rows][2 * Shape::Radius + 1],
                                    const TilePlace& tile, const TileGrid& grid) {
  constexpr int R = Shape::Radius, Ring = Shape::Ring;
#pragma unroll
  for (int i = 0; i < 2 * R; ++i) {
    const std::uint32_t at = block.planes_used + i;
    barrier_wait(block.plane_here + at % Ring, at / Ring & 1);
#pragma unroll
    for (int r = 0; r < Shape::Rows; ++r) {
      column[r][i + 1] = load_quad(block.planes + at % Ring * block.plane_values + own + r * block.pitch);
      if (is_behind_face<Shape>(grid, tile.z0 - R + i)) column[r][i + 1] = negated(column[r][i + 1]);
    }
    if (i >= R) continue;
    // Nothing has used these values yet.
    leave_to_copies();
    __syncthreads();
    if (threadIdx.x == 0) block.ask_plane(grid, tile);
  }
  // A plane is reflected when everybody has taken his own values of it, and used as a centre after that.
  if constexpr (Shape::Reflects) {
    __syncthreads();
    for (int i = R; i < 2 * R - 1; ++i)
      reflect_at_faces<Shape>(block.planes + (block.planes_used + i) % Ring * block.plane_values, block.pitch,
                              tile.x0, tile.y0, grid);
    __syncthreads();
  }
}

template <class Shape, bool Sponge>
__global__ __launch_bounds__(Shape::Threads) void tile_kernel(const __grid_constant__ CUtensorMap present_map,
                                                              const __grid_constant__ CUtensorMap old_map,
                                                              const __grid_constant__ CUtensorMap v2dt2_map,
                                                              float* next, TileGrid grid,
                                                              AxisStencils<Shape::Radius, float> c) {
  constexpr int R = Shape::Radius, Ring = Shape::Ring, Stages = Shape::OldStages;
  extern __shared__ __align__(128) float shared[];
  TileCopies<Shape> block(shared, grid.width, &present_map, &old_map, &v2dt2_map);
  const int quad = static_cast<int>(threadIdx.x) % (grid.width / 4);
  const int line = static_cast<int>(threadIdx.x) / (grid.width / 4) * Shape::Rows;
  const bool leads = threadIdx.x == 0;
  if (leads) {
    for (int i = 0; i < Ring + Stages; ++i)
      barrier_init(block.plane_here + i);
    barriers_ready();
  }
  __syncthreads();

  for (int item = static_cast<int>(blockIdx.x); item < grid.items; item += static_cast<int>(gridDim.x)) {
    const TilePlace tile = tile_place(grid, item, grid.width, Shape::Height);
    // Then a quad may hold images, which are in shared memory alone.
    const bool holds_face = Shape::Reflects && grid.free_high[0] && tile.x0 + grid.width > grid.last[0];
    block.begin(grid, tile, leads);

    float4 gx{};
    if constexpr (Sponge) gx = sponge_quad(grid, tile.x0 + 4 * quad);
    float4 column[Shape::Rows][2 * R + 1];
    const int own = margin + 4 * quad + block.pitch * (R + line);
    fill_columns(block, own, column, tile, grid);
    for (int z = tile.z0; z < tile.z1; ++z) {
      const std::uint32_t newest = block.planes_used + static_cast<std::uint32_t>(z - tile.z0) + 2 * R;
      barrier_wait(block.plane_here + newest % Ring, newest / Ring & 1);
#pragma unroll
      for (int r = 0; r < Shape::Rows; ++r) {
#pragma unroll
        for (int k = 0; k < 2 * R; ++k)
          column[r][k] = column[r][k + 1];
        column[r][2 * R] =
            load_quad(block.planes + newest % Ring * block.plane_values + own + r * block.pitch);
        if (is_behind_face<Shape>(grid, z + R)) column[r][2 * R] = negated(column[r][2 * R]);
      }
      if constexpr (Shape::Reflects)
        reflect_at_faces<Shape>(block.planes + (newest - 1) % Ring * block.plane_values, block.pitch, tile.x0,
                                tile.y0, grid);
      const std::uint32_t stage = block.old_used + static_cast<std::uint32_t>(z - tile.z0);
      barrier_wait(block.old_here + stage % Stages, stage / Stages & 1);
      const float* const centre = block.planes + (newest - R) % Ring * block.plane_values + own;
      // The rows that the thread's own rows need, R above the first and R below the last.
      float4 rows[Shape::Rows + 2 * R];
#pragma unroll
      for (int k = 0; k < Shape::Rows + 2 * R; ++k)
        rows[k] =
            k >= R && k < R + Shape::Rows ? column[k - R][R] : load_quad(centre + (k - R) * block.pitch);
#pragma unroll
      for (int r = 0; r < Shape::Rows; ++r) {
        const int x = tile.x0 + 4 * quad, y = tile.y0 + line + r;
        float4 above[R], below[R];
#pragma unroll
        for (int k = 0; k < R; ++k) {
          above[k] = rows[R + r - 1 - k];
          below[k] = rows[R + r + 1 + k];
        }
        const std::uint32_t here = stage % Stages * block.tile_values + (line + r) * grid.width + 4 * quad;
        const bool inside = y >= grid.first[1] && y < grid.last[1];
        float4 g{};
        if constexpr (Sponge) g = scaled(gx, inside ? grid.gy[y] * grid.gz[z] : 0.0F);
        const float4 value = leapfrog_quad<R, Sponge>(
            centre + r * block.pitch, holds_face ? load_quad(centre + r * block.pitch) : column[r][R],
            column[r], above, below, load_quad(block.old + here), load_quad(block.speeds + here), g, c);
        if (inside) store_quad(next + x + y * grid.row + z * grid.plane, value, x, grid);
      }
      __syncthreads();
      if (leads) {
        block.ask_plane(grid, tile);
        block.ask_old(grid, tile);
      }
    }
    block.planes_used += static_cast<std::uint32_t>(block.plane_count);
    block.old_used += static_cast<std::uint32_t>(tile.z1 - tile.z0);
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

  void launch(bool present_is_a, cudaStream_t stream) override { launch(present_is_a, grid_, stream); }

  void launch_planes(bool present_is_a, int first, int last, cudaStream_t stream) override {
    TileGrid part = grid_;
    part.from = std::max(first, grid_.first[2]);
    part.to = std::min(last, grid_.last[2]);
    if (part.from >= part.to) return;
    cut_tiles(part, part.width, Shape::Height, slots_, 1.5 * Shape::Radius);
    launch(present_is_a, part, stream);
  }

 private:
  void launch(bool present_is_a, const TileGrid& grid, cudaStream_t stream) {
    const int present = present_is_a ? 0 : 1;
    tile_kernel<Shape, Sponge><<<std::min(grid.items, slots_), threads_, shared_, stream>>>(
        planes_[present], tiles_[1 - present], speeds_, origin_[1 - present], grid, stencils_);
    check_cuda(cudaGetLastError(), "the tiled step does not start");
  }

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
      return make(TileShape<1>{});
    case 2:
      return make(TileShape<2>{});
    case 3:
      return make(TileShape<3>{});
    case 4:
      return make(TileShape<4>{});
    case 5:
      return make(TileShape<5>{});
    case 6:
      return make(TileShape<6>{});
    case 7:
      return make(TileShape<7>{});
    case 8:
      return make(TileShape<8>{});
    default:
      return nullptr;
  }
}

}  // namespace foldwave
