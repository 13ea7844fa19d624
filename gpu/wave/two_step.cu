#include "gpu/wave/two_step.cuh"

#include "gpu/wave/tensor_map.cuh"

namespace foldwave {

namespace {

// Tiles of Width x Height nodes of p(n+2). A thread for every quad of the tile, one quad more to each side
// and Radius rows more above and below: there it makes p(n+1) alone.
template <int Radius_, int Width_, int Height_>
struct PairShape {
  static constexpr int Radius = Radius_, Width = Width_, Height = Height_;
  static constexpr int Pitch = Width + 2 * margin;
  static constexpr int Ring = Radius + 3, Stages = 2, Kept = Radius + 1;
  static constexpr int Lines = Height + 4 * Radius, MiddleLines = Height + 2 * Radius;
  static constexpr int PlaneValues = (Pitch * Lines + 31) / 32 * 32;
  static constexpr int MiddleValues = (Pitch * MiddleLines + 31) / 32 * 32;
  static constexpr int Quads = Width / 4 + 2;
  static constexpr int Threads = (Quads * MiddleLines + 31) / 32 * 32;
  static constexpr std::size_t SharedBytes =
      sizeof(float) * (Ring * PlaneValues + (2 * Stages + Kept) * MiddleValues) + 8 * (Ring + Stages);
  static_assert(SharedBytes <= 227 * 1024 && Threads <= 1024 && Radius <= 4);
};

// A slot of a ring and the parity of its barrier, moved on by one at a time.
struct Slot {
  int at = 0;
  std::uint32_t parity = 0;
  __device__ void next(int count) {
    if (++at < count) return;
    at = 0;
    parity ^= 1;
  }
};

// The shared memory of a block, and the copies into it that its leading thread asks for.
template <class Shape>
struct PairCopies {
  const CUtensorMap* maps[3];  // p(n), p(n-1), v^2 dt^2
  float* planes;
  float* old;
  float* speeds;
  float* middle;  // p(n+1)
  std::uint64_t* plane_here;
  std::uint64_t* old_here;
  Slot plane_to, stage_to;  // where the next ones go
  int planes_asked = 0, old_asked = 0;

  __device__ PairCopies(float* shared, const CUtensorMap* present, const CUtensorMap* past,
                        const CUtensorMap* v2dt2)
      : maps{present, past, v2dt2},
        planes(shared),
        old(planes + Shape::Ring * Shape::PlaneValues),
        speeds(old + Shape::Stages * Shape::MiddleValues),
        middle(speeds + Shape::Stages * Shape::MiddleValues),
        plane_here(reinterpret_cast<std::uint64_t*>(middle + Shape::Kept * Shape::MiddleValues)),
        old_here(plane_here + Shape::Ring) {}

  __device__ void ask_plane(const TileGrid& grid, const TilePlace& tile) {
    constexpr int R = Shape::Radius;
    if (planes_asked == tile.z1 - tile.z0 + 4 * R) return;
    barrier_expect(plane_here + plane_to.at, sizeof(float) * Shape::Pitch * Shape::Lines);
    copy_box(planes + plane_to.at * Shape::PlaneValues, maps[0], grid.lead[0] + tile.x0 - margin,
             grid.lead[1] + tile.y0 - 2 * R, grid.lead[2] + tile.z0 - 2 * R + planes_asked,
             plane_here + plane_to.at);
    plane_to.next(Shape::Ring);
    ++planes_asked;
  }

  __device__ void ask_old(const TileGrid& grid, const TilePlace& tile) {
    constexpr int R = Shape::Radius;
    if (old_asked == tile.z1 - tile.z0 + 2 * R) return;
    barrier_expect(old_here + stage_to.at, 2 * sizeof(float) * Shape::Pitch * Shape::MiddleLines);
    copy_box_once(old + stage_to.at * Shape::MiddleValues, maps[1], grid.lead[0] + tile.x0 - margin,
                  grid.lead[1] + tile.y0 - R, grid.lead[2] + tile.z0 - R + old_asked, old_here + stage_to.at);
    copy_box_once(speeds + stage_to.at * Shape::MiddleValues, maps[2], grid.lead[0] + tile.x0 - margin,
                  grid.lead[1] + tile.y0 - R, grid.lead[2] + tile.z0 - R + old_asked, old_here + stage_to.at);
    stage_to.next(Shape::Stages);
    ++old_asked;
  }

  __device__ void begin(const TileGrid& grid, const TilePlace& tile) {
    planes_asked = old_asked = 0;
    for (int i = 0; i < Shape::Ring; ++i)
      ask_plane(grid, tile);
    for (int i = 0; i < Shape::Stages; ++i)
      ask_old(grid, tile);
  }
};

// One step of the four nodes from `centre` on, whose neighbours along z are in `column`.
template <class Shape, bool Sponge>
__device__ inline float4 step_quad(const float* centre, const float4* column, const float4& previous,
                                   const float4& speed, const float4& g,
                                   const AxisStencils<Shape::Radius, float>& c) {
  constexpr int R = Shape::Radius;
  float4 above[R], below[R];
#pragma unroll
  for (int k = 0; k < R; ++k) {
    above[k] = load_quad(centre - (k + 1) * Shape::Pitch);
    below[k] = load_quad(centre + (k + 1) * Shape::Pitch);
  }
  return leapfrog_quad<R, Sponge>(centre, column[R], column, above, below, previous, speed, g, c);
}

// What is never updated is zero, and the second step must see it so.
__device__ inline float4 updated(const float4& quad, int x, bool inside, const TileGrid& grid) {
  const auto kept = [&](int l, float v) {
    return inside && x + l >= grid.first[0] && x + l < grid.last[0] ? v : 0.0F;
  };
  return make_float4(kept(0, quad.x), kept(1, quad.y), kept(2, quad.z), kept(3, quad.w));
}

template <class Shape, bool Sponge>
__global__ __launch_bounds__(Shape::Threads,
                             1) void pair_kernel(const __grid_constant__ CUtensorMap present_map,
                                                 const __grid_constant__ CUtensorMap old_map,
                                                 const __grid_constant__ CUtensorMap v2dt2_map, float* next,
                                                 float* after, TileGrid grid,
                                                 AxisStencils<Shape::Radius, float> c) {
  constexpr int R = Shape::Radius, Ring = Shape::Ring, Stages = Shape::Stages;
  extern __shared__ __align__(128) float shared[];
  PairCopies<Shape> block(shared, &present_map, &old_map, &v2dt2_map);
  const int quad = static_cast<int>(threadIdx.x) % Shape::Quads - 1;
  const int line = static_cast<int>(threadIdx.x) / Shape::Quads - R;
  const bool works = line < Shape::Height + R;
  const bool in_tile = quad >= 0 && quad < Shape::Width / 4 && line >= 0 && line < Shape::Height;
  const bool leads = threadIdx.x == 0;
  if (leads) {
    for (int i = 0; i < Ring + Stages; ++i)
      barrier_init(block.plane_here + i);
    barriers_ready();
  }
  // The outer margins are read with the first quads beside them, and count for nothing.
  for (int m = static_cast<int>(threadIdx.x); m < Shape::Kept * Shape::MiddleValues; m += Shape::Threads)
    block.middle[m] = 0.0F;
  __syncthreads();
  Slot newest, stage;  // of the plane and the older fields that the next iteration takes
  int centre_slot = Ring - R;

  for (int item = static_cast<int>(blockIdx.x); item < grid.items; item += static_cast<int>(gridDim.x)) {
    const TilePlace tile = tile_place(grid, item, Shape::Width, Shape::Height);
    if (leads) block.begin(grid, tile);

    const int x = tile.x0 + 4 * quad, y = tile.y0 + line;
    const bool row_inside = works && y >= grid.first[1] && y < grid.last[1];
    float4 gx{};
    if constexpr (Sponge) gx = scaled(sponge_quad(grid, x), row_inside ? grid.gy[y] : 0.0F);
    // p(n) about z, p(n+1) about z - R, v^2 dt^2 from z - R down.
    float4 column[2 * R + 1]{}, middle_column[2 * R + 1]{}, speed[R + 1]{};
    const int own = margin + 4 * quad + Shape::Pitch * (2 * R + line);
    const int own_middle = margin + 4 * quad + Shape::Pitch * (R + line);
    int write = 0, read = 1 % Shape::Kept;

    for (int i = 0; i < tile.z1 - tile.z0 + 4 * R; ++i) {
      barrier_wait(block.plane_here + newest.at, newest.parity);
#pragma unroll
      for (int k = 0; k < 2 * R; ++k)
        column[k] = column[k + 1];
      if (works) column[2 * R] = load_quad(block.planes + newest.at * Shape::PlaneValues + own);
      if (i >= 2 * R) {
        const int z = tile.z0 - 3 * R + i;
        barrier_wait(block.old_here + stage.at, stage.parity);
#pragma unroll
        for (int k = 0; k < R; ++k)
          speed[k] = speed[k + 1];
#pragma unroll
        for (int k = 0; k < 2 * R; ++k)
          middle_column[k] = middle_column[k + 1];
        if (works) {
          const int here = stage.at * Shape::MiddleValues + own_middle;
          speed[R] = load_quad(block.speeds + here);
          const bool inside = row_inside && z >= grid.first[2] && z < grid.last[2];
          float4 g{};
          if constexpr (Sponge) g = scaled(gx, inside ? grid.gz[z] : 0.0F);
          const float4 value =
              updated(step_quad<Shape, Sponge>(block.planes + centre_slot * Shape::PlaneValues + own, column,
                                               load_quad(block.old + here), speed[R], g, c),
                      x, inside, grid);
          middle_column[2 * R] = value;
          *reinterpret_cast<float4*>(block.middle + write * Shape::MiddleValues + own_middle) = value;
          if (in_tile && inside && z >= tile.z0 && z < tile.z1)
            store_quad(next + x + y * grid.row + z * grid.plane, value, x, grid);
        }
        if (i >= 4 * R && in_tile && row_inside) {
          const int behind = z - R;
          float4 g{};
          if constexpr (Sponge) g = scaled(gx, grid.gz[behind]);
          const float4 value =
              step_quad<Shape, Sponge>(block.middle + read * Shape::MiddleValues + own_middle, middle_column,
                                       column[0], speed[0], g, c);
          store_quad(after + x + y * grid.row + behind * grid.plane, value, x, grid);
        }
        stage.next(Stages);
      } else {
        // Nothing has used the plane's values yet.
        leave_to_copies();
      }
      __syncthreads();
      if (leads) {
        if (i >= R) block.ask_plane(grid, tile);
        if (i >= 2 * R) block.ask_old(grid, tile);
      }
      newest.next(Ring);
      if (++centre_slot == Ring) centre_slot = 0;
      if (++write == Shape::Kept) write = 0;
      if (++read == Shape::Kept) read = 0;
    }
  }
}

template <class Shape, bool Sponge>
class TwoStepOf final : public TwoStep {
 public:
  TwoStepOf(const PaddedGrid& padded, const std::array<float*, 4>& fields, const float* v2dt2,
            const TileGrid& grid)
      : grid_(grid),
        stencils_(axis_stencils<Shape::Radius>(leapfrog_stencils<float>(padded))),
        speeds_(tensor_map(v2dt2, padded.shape, Shape::Pitch, Shape::MiddleLines)) {
    for (std::size_t f = 0; f < 4; ++f) {
      planes_[f] = tensor_map(fields[f], padded.shape, Shape::Pitch, Shape::Lines);
      middles_[f] = tensor_map(fields[f], padded.shape, Shape::Pitch, Shape::MiddleLines);
      origin_[f] = fields[f] + padded.index(0, 0, 0);
    }
    slots_ = block_slots(pair_kernel<Shape, Sponge>, Shape::Threads, Shape::SharedBytes, Shape::SharedBytes);
    cut_tiles(grid_, Shape::Width, Shape::Height, slots_, 3.0 * Shape::Radius);
  }

  void launch(int present, int past, int next, int after, cudaStream_t stream) override {
    pair_kernel<Shape, Sponge><<<std::min(grid_.items, slots_), Shape::Threads, Shape::SharedBytes, stream>>>(
        planes_[present], middles_[past], speeds_, origin_[next], origin_[after], grid_, stencils_);
    check_cuda(cudaGetLastError(), "the step in pairs does not start");
  }

 private:
  TileGrid grid_;
  AxisStencils<Shape::Radius, float> stencils_;
  CUtensorMap planes_[4], middles_[4], speeds_;
  float* origin_[4];
  int slots_ = 1;
};

}  // namespace

bool two_step_fits(const PaddedGrid& padded) {
  const bool has_free = std::find(padded.boundaries.begin(), padded.boundaries.end(), Boundary::free) !=
                        padded.boundaries.end();
  return !padded.section && (padded.radius == 1 || (padded.radius == 2 && !has_free));
}

std::unique_ptr<TwoStep> make_two_step(const PaddedGrid& padded, const std::array<float*, 4>& fields,
                                       const float* v2dt2, const std::array<const float*, 3>& g) {
  if (!two_step_fits(padded) || !has_tensor_copies()) return nullptr;
  TileGrid grid = tile_grid(padded);
  grid.gx = g[0];
  grid.gy = g[1];
  grid.gz = g[2];
  const auto make = [&]<class Shape>(Shape) -> std::unique_ptr<TwoStep> {
    cudaFuncAttributes compiled{};
    check_cuda(cudaFuncGetAttributes(&compiled, pair_kernel<Shape, true>), "the device does not answer");
    if (compiled.ptxVersion < 90) return nullptr;
    if (g[0] != nullptr) return std::make_unique<TwoStepOf<Shape, true>>(padded, fields, v2dt2, grid);
    return std::make_unique<TwoStepOf<Shape, false>>(padded, fields, v2dt2, grid);
  };
  return padded.radius == 1 ? make(PairShape<1, 128, 16>{}) : make(PairShape<2, 128, 16>{});
}

}  // namespace foldwave
