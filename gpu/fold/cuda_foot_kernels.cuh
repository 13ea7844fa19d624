// The kernels of the foot-point method; what a thread does is in cuda_foot_cells.hpp. Launches are short
// enough for a device that also drives a display.
#pragma once

#include <cuda_runtime.h>

#include "gpu/fold/cuda_foot_unit.hpp"

namespace foldwave {

enum CellState : int { easy_cell = 0, hard_cell = 1, failed_cell = 2 };

// Cells that take the long way, in any order.
struct HardCells {
  int* list;
  int* count;
  unsigned long long* unreached;  // nodes
};

template <class Real>
struct FootSlab {
  Real* T;
  int layer;  // its first layer of cells
};

template <bool Section, class Real>
__global__ void __launch_bounds__(128)
    find_feet(__grid_constant__ const FootSetup<Real> setup, __grid_constant__ const FootGrid<Real> grid,
              PointFoot<Real>* lattice, Index first, Index end) {
  const Index point = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (point < end) lattice[point] = find_lattice_foot<Section>(setup, grid, point);
}

// Cells first .. of the grid, below `end`.
struct CellRange {
  Index first, end;
};

template <class Real>
__device__ inline bool cell_of_thread(const FootGrid<Real>& grid, CellRange range, int at[3]) {
  const Index cell = range.first + Index{1} * blockIdx.x * blockDim.x + threadIdx.x;
  at[0] = static_cast<int>(cell % grid.cells[0]);
  at[1] = static_cast<int>(cell / grid.cells[0] % grid.cells[1]);
  at[2] = static_cast<int>(cell / grid.cells[0] / grid.cells[1]);
  return cell < range.end;
}

template <bool Section, class Real>
__global__ void __launch_bounds__(128)
    mark_smooth(__grid_constant__ const FootSetup<Real> setup, __grid_constant__ const FootGrid<Real> grid,
                const PointFoot<Real>* lattice, CellRange range, unsigned char* smooth) {
  int at[3];
  if (!cell_of_thread(grid, range, at)) return;
  smooth[grid.cell(at[0], at[1], at[2])] =
      is_smooth_cell<Section>(setup, grid, lattice, at[0], at[1], at[2]) ? 1 : 0;
}

template <class Real>
__global__ void mark_easy(__grid_constant__ const FootGrid<Real> grid, const unsigned char* smooth,
                          CellRange range, int* state) {
  int at[3];
  if (!cell_of_thread(grid, range, at)) return;
  state[grid.cell(at[0], at[1], at[2])] =
      is_easy_cell(smooth, grid.cells, at[0], at[1], at[2]) ? easy_cell : hard_cell;
}

// A thread a column of a cell, a warp along x.
template <bool Section, class Real>
__global__ void __launch_bounds__(256)
    solve_easy(__grid_constant__ const FootSetup<Real> setup, __grid_constant__ const FootGrid<Real> grid,
               const PointFoot<Real>* lattice, int* state, const HardCells hard, const FootSlab<Real> slab) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int c = slab.layer + static_cast<int>(blockIdx.z);
  if (i >= grid.n[0] || j >= grid.n[1]) return;
  const auto cell = static_cast<int>(grid.cell(i / foot_stride, j / foot_stride, c));
  if (state[cell] == hard_cell) {
    if (i % foot_stride == 0 && j % foot_stride == 0) hard.list[atomicAdd(hard.count, 1)] = cell;
    return;
  }
  const Index plane = Index{1} * grid.n[0] * grid.n[1];
  Real* const column = slab.T + i + Index{1} * grid.n[0] * j - plane * (foot_stride * slab.layer);
  const bool good = solve_easy_column<Section>(setup, grid, lattice, i, j, c,
                                               [&](int k, Real T) { column[plane * k] = T; });
  if (!good && atomicExch(&state[cell], failed_cell) == easy_cell) hard.list[atomicAdd(hard.count, 1)] = cell;
}

// A block's threads.
struct BlockTeam {
  template <class Work>
  HOST_DEVICE void each(const Work& work) const {
#ifdef __CUDA_ARCH__
    work(static_cast<int>(threadIdx.x));
    __syncthreads();
#else
    (void)work;
#endif
  }
  HOST_DEVICE int next(int& counter) const {
#ifdef __CUDA_ARCH__
    return atomicAdd(&counter, 1);
#else
    return counter;
#endif
  }
};

// A block a unit of a hard cell; cells from `first` of the list on.
template <bool Section, class Real>
__global__ void __launch_bounds__(unit_lanes)
    solve_hard(__grid_constant__ const FootSetup<Real> setup, __grid_constant__ const FootGrid<Real> grid,
               const PointFoot<Real>* lattice, const HardCells hard, int first, const FootSlab<Real> slab) {
  __shared__ alignas(16) unsigned char shared[sizeof(UnitState<Real>)];
  const int place = first + static_cast<int>(blockIdx.x) / units_a_cell;
  if (place >= *hard.count) return;
  const int cell = hard.list[place];
  const int unit = static_cast<int>(blockIdx.x) % units_a_cell;
  const int i0 = foot_stride * (cell % grid.cells[0]);
  const int j0 = foot_stride * (cell / grid.cells[0] % grid.cells[1]) + unit_y * (unit % 2);
  const int k0 = foot_stride * (cell / grid.cells[0] / grid.cells[1]) + unit_z * (unit / 2);
  solve_unit<Section>(BlockTeam{}, *reinterpret_cast<UnitState<Real>*>(shared), setup, grid, lattice, i0, j0,
                      k0, [&](int i, int j, int k, Real T) {
                        if (!(std::fabs(T) < no_cost<Real>())) atomicAdd(hard.unreached, 1ULL);
                        slab.T[i + grid.n[0] * (j + Index{1} * grid.n[1] * (k - foot_stride * slab.layer))] =
                            T;
                      });
}

}  // namespace foldwave
