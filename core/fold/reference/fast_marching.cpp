#include <functional>
#include <queue>
#include <vector>

#include "core/fold/reference/schedules.hpp"

namespace foldwave {

namespace {

// A node's time when it was put into the heap. A time that was lowered since stands in the heap once more,
// and the late one is passed over.
template <class Real>
struct Trial {
  Real time;
  Index m;
  bool operator>(const Trial& other) const { return time > other.time; }
};

struct Place {
  int i, j, k;
};
Place place_of(Index m, const std::array<int, 3>& n) {
  const Index row = m / n[0];
  return {static_cast<int>(m - row * n[0]), static_cast<int>(row % n[1]), static_cast<int>(row / n[1])};
}

template <class Visit>
void each_neighbour(const std::array<int, 3>& n, const std::array<Index, 3>& stride, Place p, Index m,
                    const Visit& visit) {
  if (p.i > 0) visit(Place{p.i - 1, p.j, p.k}, m - stride[0]);
  if (p.i + 1 < n[0]) visit(Place{p.i + 1, p.j, p.k}, m + stride[0]);
  if (p.j > 0) visit(Place{p.i, p.j - 1, p.k}, m - stride[1]);
  if (p.j + 1 < n[1]) visit(Place{p.i, p.j + 1, p.k}, m + stride[1]);
  if (p.k > 0) visit(Place{p.i, p.j, p.k - 1}, m - stride[2]);
  if (p.k + 1 < n[2]) visit(Place{p.i, p.j, p.k + 1}, m + stride[2]);
}

}  // namespace

template <class Real>
int fast_marching(GodunovWork<Real>& work, const FoldOptions&, const Job& job) {
  const GodunovGrid<Real>& g = work.grid;
  Real* const T = work.T.data();
  // Grows to the nodes that are settled, too.
  std::uint8_t* const settled = work.fixed.data();
  std::priority_queue<Trial<Real>, std::vector<Trial<Real>>, std::greater<>> heap;

  // Held nodes send their times out in their turn, like any other.
  for (int k = 0; k < g.n[2]; ++k) {
    job.throw_if_stopped();
    for (int j = 0; j < g.n[1]; ++j)
      for (int i = 0; i < g.n[0]; ++i) {
        const Index m = i * g.stride[0] + j * g.stride[1] + k * g.stride[2];
        if (settled[m] == 0) continue;
        bool on_the_rim = false;
        each_neighbour(g.n, g.stride, Place{i, j, k}, m,
                       [&](Place, Index other) { on_the_rim = on_the_rim || settled[other] == 0; });
        if (on_the_rim) heap.push({std::abs(T[m]), m});
      }
  }

  constexpr Index between_looks = 1 << 16;
  Index taken = 0;
  while (!heap.empty()) {
    if (++taken % between_looks == 0) {
      job.throw_if_stopped();
      job.report({"fold: fast marching", taken, work.T.size(), 1.0, "nodes"});
    }
    const Trial<Real> trial = heap.top();
    heap.pop();
    if (trial.time > std::abs(T[trial.m])) continue;
    settled[trial.m] = 1;
    each_neighbour(g.n, g.stride, place_of(trial.m, g.n), trial.m, [&](Place p, Index other) {
      if (settled[other] != 0) return;
      if (update_node(g, T, p.i, p.j, p.k, other) != Update::none) heap.push({std::abs(T[other]), other});
    });
  }
  return 1;
}
template int fast_marching<float>(GodunovWork<float>&, const FoldOptions&, const Job&);
template int fast_marching<double>(GodunovWork<double>&, const FoldOptions&, const Job&);

}  // namespace foldwave
