#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/fold/reference/schedules.hpp"

namespace foldwave {

namespace {

constexpr int edge = 16;            // nodes along a block
constexpr int passes_a_visit = 16;  // at most; a block with news left stays in the list

struct Blocks {
  std::array<int, 3> count;

  explicit Blocks(const std::array<int, 3>& n) : count{} {
    for (std::size_t a = 0; a < 3; ++a)
      count[a] = (n[a] + edge - 1) / edge;
  }
  Index size() const { return Index{1} * count[0] * count[1] * count[2]; }
  std::array<int, 3> place(Index block) const {
    const Index row = block / count[0];
    return {static_cast<int>(block % count[0]), static_cast<int>(row % count[1]),
            static_cast<int>(row / count[1])};
  }
  // Blocks of one colour have only blocks of the other beside them.
  std::size_t colour(Index block) const {
    const auto p = place(block);
    return static_cast<std::size_t>((p[0] + p[1] + p[2]) % 2);
  }
};

struct Visit {
  bool converged = false;
  unsigned faces = 0;  // bit 2a: news on the side of axis a that faces down, bit 2a + 1: up
};

template <class Real>
Visit visit_block(GodunovWork<Real>& work, const std::array<int, 3>& block) {
  const GodunovGrid<Real>& g = work.grid;
  Real* const T = work.T.data();
  std::array<int, 3> first, last;
  for (std::size_t a = 0; a < 3; ++a) {
    first[a] = block[a] * edge;
    last[a] = std::min(first[a] + edge, g.n[a]) - 1;
  }
  const int directions = direction_count(g.n);
  Visit visit;
  for (int pass = 0; pass < passes_a_visit && !visit.converged; ++pass) {
    const Walk walk = walk_of(pass % directions, g.n);
    bool news = false;
    for (int c = first[2]; c <= last[2]; ++c) {
      const int k = walk.back[2] ? last[2] + first[2] - c : c;
      for (int r = first[1]; r <= last[1]; ++r) {
        const int j = walk.back[1] ? last[1] + first[1] - r : r;
        const Index row = j * g.stride[1] + k * g.stride[2];
        for (int s = first[0]; s <= last[0]; ++s) {
          const int i = walk.back[0] ? last[0] + first[0] - s : s;
          if (work.fixed[row + i] != 0) continue;
          if (update_node(g, T, i, j, k, row + i) != Update::news) continue;
          news = true;
          const std::array<int, 3> at{i, j, k};
          for (std::size_t a = 0; a < 3; ++a) {
            if (at[a] == first[a]) visit.faces |= 1U << (2 * a);
            if (at[a] == last[a]) visit.faces |= 2U << (2 * a);
          }
        }
      }
    }
    visit.converged = !news;
  }
  return visit;
}

// Blocks in which, or beside which, some node has a time. The rest would be visited in vain.
template <class Real>
std::vector<std::uint8_t> reached_blocks(const GodunovWork<Real>& work, const Blocks& blocks) {
  std::vector<std::uint8_t> reached(static_cast<std::size_t>(blocks.size()), 0);
  const GodunovGrid<Real>& g = work.grid;
#pragma omp parallel for schedule(dynamic, 16)
  for (Index block = 0; block < blocks.size(); ++block) {
    const auto p = blocks.place(block);
    const auto from = [&](std::size_t a) { return std::max(0, p[a] * edge - 1); };
    const auto to = [&](std::size_t a) { return std::min(g.n[a], (p[a] + 1) * edge + 1); };
    bool any = false;
    for (int k = from(2); k < to(2) && !any; ++k)
      for (int j = from(1); j < to(1) && !any; ++j)
        for (int i = from(0); i < to(0) && !any; ++i)
          any = std::isfinite(work.T(i, j, k));
    reached[static_cast<std::size_t>(block)] = any ? 1 : 0;
  }
  return reached;
}

}  // namespace

template <class Real>
int fast_iterative(GodunovWork<Real>& work, const FoldOptions&, const Job& job) {
  const Blocks blocks(work.grid.n);
  std::vector<std::uint8_t> listed = reached_blocks(work, blocks);
  std::array<std::vector<Index>, 2> lists;
  for (Index block = 0; block < blocks.size(); ++block)
    if (listed[static_cast<std::size_t>(block)] != 0) lists[blocks.colour(block)].push_back(block);
  const auto put = [&](Index block) {
    std::uint8_t& flag = listed[static_cast<std::size_t>(block)];
    if (flag == 0) lists[blocks.colour(block)].push_back(block);
    flag = 1;
  };
  const std::array<Index, 3> beside{1, blocks.count[0], Index{1} * blocks.count[0] * blocks.count[1]};

  std::vector<Visit> visits;
  int rounds = 0;
  while (!lists[0].empty() || !lists[1].empty()) {
    const std::string step = "fold: round " + std::to_string(rounds + 1);
    job.report({step, 0, 0, 0.0, "nodes"});
    for (std::size_t colour = 0; colour < 2; ++colour) {
      const std::vector<Index> now = std::exchange(lists[colour], {});
      const auto count = static_cast<Index>(now.size());
      visits.assign(now.size(), {});
#pragma omp parallel for schedule(dynamic, 4)
      for (Index q = 0; q < count; ++q) {
        if (job.stop.stop_requested()) continue;
        const auto at = static_cast<std::size_t>(q);
        visits[at] = visit_block(work, blocks.place(now[at]));
      }
      job.throw_if_stopped();
      for (const Index block : now)
        listed[static_cast<std::size_t>(block)] = 0;
      for (std::size_t at = 0; at < now.size(); ++at) {
        if (!visits[at].converged) put(now[at]);
        const auto p = blocks.place(now[at]);
        for (std::size_t a = 0; a < 3; ++a) {
          if ((visits[at].faces & (1U << (2 * a))) != 0 && p[a] > 0) put(now[at] - beside[a]);
          if ((visits[at].faces & (2U << (2 * a))) != 0 && p[a] + 1 < blocks.count[a])
            put(now[at] + beside[a]);
        }
      }
    }
    ++rounds;
  }
  return rounds;
}
template int fast_iterative<float>(GodunovWork<float>&, const FoldOptions&, const Job&);
template int fast_iterative<double>(GodunovWork<double>&, const FoldOptions&, const Job&);

}  // namespace foldwave
