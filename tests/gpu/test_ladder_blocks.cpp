// Protects the ladder's kernels where there is no device: their blocks, played on the processor with the
// threads in either order, give the field of the plain leapfrog for every radius, at grids that fill no tile
// and behind free faces, leave every other node alone, and read nothing outside the arrays. The rule of the
// edges gives what the halo's images give.
#include <QTest>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/wave/edge_kernel.hpp"
#include "core/wave/padded_grid.hpp"
#include "gpu/wave/ladder_blocks.hpp"
#include "tests/test_program.hpp"

namespace test_ladder_blocks {

using namespace foldwave;

namespace {

// A padded grid with noise in its fields and the images in its halo.
struct Fields {
  PaddedGrid padded;
  Field<float> present, oldest, v2dt2;
  std::array<std::vector<float>, 3> sponge;
  LeapfrogFields<float> f;
  LadderGrid grid;
  EdgeRules edges;

  Fields(std::array<int, 3> n, int radius, std::array<Boundary, 6> boundaries)
      : padded(Grid3{n, {10.0, 12.0, 9.0}, {}, {}, {}, 0}, taylor_stencil(2), boundaries, 5),
        present(padded.shape),
        oldest(padded.shape),
        v2dt2(padded.shape) {
    Stencil wide = windowed_stencil(0.5, 4.0, radius);
    padded = PaddedGrid(padded.grid, wide, boundaries, 5);
    present = Field<float>(padded.shape);
    oldest = Field<float>(padded.shape);
    v2dt2 = Field<float>(padded.shape);
    unsigned state = 7;
    const auto noise = [&state] {
      state = state * 1664525U + 1013904223U;
      return static_cast<float>(state >> 8) / 16777216.0F - 0.5F;
    };
    for (int k = 0; k < padded.n[2]; ++k)
      for (int j = 0; j < padded.n[1]; ++j)
        for (int i = 0; i < padded.n[0]; ++i) {
          const Index m = padded.index(i, j, k);
          v2dt2[m] = 20.0F + noise();
          if (padded.updated(i, j, k)) present[m] = noise();
          if (padded.updated(i, j, k)) oldest[m] = noise();
        }
    for (std::size_t a = 0; a < 3; ++a) {
      grid.n[a] = padded.n[a];
      grid.first[a] = padded.first[a];
      grid.last[a] = padded.last[a];
      edges.last[a] = padded.n[a] - 1;
      edges.free_low[a] = boundaries[2 * a] == Boundary::free && !(padded.section && a == 1);
      edges.free_high[a] = boundaries[2 * a + 1] == Boundary::free && !(padded.section && a == 1);
      for (int i = 0; i < padded.n[a]; ++i)
        sponge[a].push_back(1.0F - 0.01F * static_cast<float>(i % 3));
    }
    fill_images();
    f = leapfrog_stencils<float>(padded);
    const Index origin = padded.index(0, 0, 0);
    f.present = present.data() + origin;
    f.oldest = oldest.data() + origin;
    f.v2dt2 = v2dt2.data() + origin;
    f.gx = sponge[0].data();
    f.gy = sponge[1].data();
    f.gz = sponge[2].data();
  }

  void fill_images() {
    for (const MirrorPlane& m : padded.mirrors)
      for (int k = 0; k < padded.n[2]; ++k)
        for (int j = 0; j < padded.n[1]; ++j)
          for (int i = 0; i < padded.n[0]; ++i) {
            std::array<int, 3> to{i, j, k}, from{i, j, k};
            if (to[static_cast<std::size_t>(m.axis)] != 0) continue;
            to[static_cast<std::size_t>(m.axis)] = m.to;
            from[static_cast<std::size_t>(m.axis)] = m.from;
            present[padded.index(to[0], to[1], to[2])] =
                static_cast<float>(m.sign) * present[padded.index(from[0], from[1], from[2])];
          }
  }

  float factor(int x, int y, int z) const { return f.gy[y] * f.gz[z] * f.gx[x]; }

  template <class Node>
  void each_updated(const Node& node) {
    for (int z = grid.first[2]; z < grid.last[2]; ++z)
      for (int y = grid.first[1]; y < grid.last[1]; ++y)
        for (int x = grid.first[0]; x < grid.last[0]; ++x)
          node(x, y, z, x + y * f.row + z * f.plane);
  }

  template <int Radius, bool Section>
  Field<float> plain() {
    Field<float> next = oldest.clone();
    const auto c = axis_stencils<Radius>(f);
    float* const to = next.data() + padded.index(0, 0, 0);
    each_updated([&](int x, int y, int z, Index m) {
      to[m] = leapfrog_node<Radius, Section>(f.present + m, f.oldest[m], f.v2dt2[m], factor(x, y, z), f.row,
                                             f.plane, c);
    });
    return next;
  }
};

template <int Radius, bool Section>
void explicit_edges(Fields& s) {
  // The halo is spoilt: the rule must not look at it.
  for (int k = -Radius; k < s.padded.n[2] + Radius; ++k)
    for (int j = Section ? 0 : -Radius; j < s.padded.n[1] + (Section ? 0 : Radius); ++j)
      for (int i = -Radius; i < s.padded.n[0] + Radius; ++i)
        if (i < 0 || j < 0 || k < 0 || i >= s.padded.n[0] || j >= s.padded.n[1] || k >= s.padded.n[2])
          s.present[s.padded.index(i, j, k)] = 1e9F;
  const auto c = axis_stencils<Radius>(s.f);
  s.each_updated([&](int x, int y, int z, Index m) {
    s.f.oldest[m] =
        explicit_edges_node<Radius, Section>(s.f.present + m, s.f.oldest[m], s.f.v2dt2[m], s.factor(x, y, z),
                                             x, y, z, s.f.row, s.f.plane, c, s.edges);
  });
}

int blocks_for(int work, int per_block) {
  return (work + per_block - 1) / per_block;
}

template <int Radius, bool Section>
void shared_axes(Fields& s) {
  Field<float> laplacian(s.padded.shape);
  float* const lap = laplacian.data() + s.padded.index(0, 0, 0);
  const auto& f = s.f;
  const auto& n = s.grid.n;
  using Major = MajorAxisBlock<Radius>;
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int b = 0; b < blocks_for(n[0], Major::threads); ++b) {
        std::vector<float> shared(Major::shared_values, 1e9F);
        const Index start = y * f.row + z * f.plane;
        const int x0 = b * Major::threads;
        for (int t = 0; t < Major::threads; ++t)
          Major::stage(f.present + start, n[0], x0, t, shared.data());
        for (int t = 0; t < Major::threads; ++t)
          if (s.grid.updates(x0 + t, y, z))
            lap[start + x0 + t] = Major::sum(shared.data(), t, f.centre, f.side[0]);
      }
  using Minor = MinorAxisBlock<Radius>;
  constexpr int side = Minor::side_threads;
  for (const int axis : {1, 2}) {
    if (Section && axis == 1) continue;
    for (int other = 0; other < n[3 - axis]; ++other)
      for (int bt = 0; bt < blocks_for(n[axis], side); ++bt)
        for (int bx = 0; bx < blocks_for(n[0], side); ++bx) {
          std::vector<float> shared(Minor::shared_values, 1e9F);
          const auto each = [&](const auto& work) {
            for (int j = 0; j < side; ++j)
              for (int i = 0; i < side; ++i) {
                const int x = bx * side + i, t = bt * side + j;
                const int y = axis == 1 ? t : other, z = axis == 1 ? other : t;
                work(i, j, x, y, z, x + y * f.row + z * f.plane);
              }
          };
          each([&](int i, int j, int x, int, int, Index m) {
            Minor::stage(f.present + m, axis == 1 ? f.row : f.plane, n[0], n[axis], x, bt * side, i, j,
                         shared.data());
          });
          each([&](int i, int j, int x, int y, int z, Index m) {
            if (s.grid.updates(x, y, z)) lap[m] += Minor::sum(shared.data(), i, j, f.side[axis]);
          });
        }
  }
  s.each_updated([&](int x, int y, int z, Index m) {
    const float g = s.factor(x, y, z);
    f.oldest[m] = g * (2.0F * f.present[m] - g * f.oldest[m] + f.v2dt2[m] * lap[m]);
  });
}

// Between two barriers a thread updates one plane and stages the next; `backwards` turns the threads' order.
template <int Radius, int Wide>
void register_queue(Fields& s, bool backwards, int chunk) {
  using Block = QueueBlock<Radius, Wide>;
  const auto& last = s.grid.last;
  for (int z0 = s.grid.first[2]; z0 < last[2]; z0 += chunk)
    for (int by = 0; by < blocks_for(last[1], Block::threads_y); ++by)
      for (int bx = 0; bx < blocks_for(last[0], Block::tile_x); ++bx) {
        const int z1 = std::min(z0 + chunk, last[2]);
        Field<float> shared({Block::shared_values, 1, 1}, 1e9F);
        std::vector<Block> threads(Block::threads);
        for (int z = z0; z <= z1; ++z)
          for (int s_t = 0; s_t < Block::threads; ++s_t) {
            const int t = backwards ? Block::threads - 1 - s_t : s_t;
            const int i = t % Block::threads_x, j = t / Block::threads_x;
            Block& thread = threads[static_cast<std::size_t>(t)];
            if (z == z0) thread.start(s.f, s.grid, bx, by, i, j, z0);
            if (z > z0) thread.update(s.f, s.grid, i, j, z - 1, shared.data());
            if (z < z1) thread.stage(s.f, s.grid, i, j, z, shared.data());
          }
      }
}

constexpr Boundary F = Boundary::free, S = Boundary::sponge;

struct Case {
  std::array<int, 3> n;
  std::array<Boundary, 6> boundaries;
};
const std::vector<Case> volumes{{{41, 19, 23}, {F, F, F, F, F, F}},
                                {{60, 6, 30}, {S, S, S, S, F, S}},
                                {{67, 13, 10}, {S, F, F, S, S, F}},
                                {{130, 3, 4}, {F, F, F, F, F, S}}};
const std::vector<Case> sections{
    {{131, 1, 33}, {F, F, F, F, F, F}}, {{127, 1, 20}, {S, S, S, S, F, S}}, {{3, 1, 40}, {F, S, F, F, S, F}}};

void compare(const Field<float>& found, const Field<float>& expected, const char* what, int radius) {
  for (Index m = 0; m < expected.size(); ++m)
    if (!(std::abs(found[m] - expected[m]) <= 4e-6F))
      QFAIL(qPrintable(QString("%1, radius %2: node %3 is %4, not %5")
                           .arg(what)
                           .arg(radius)
                           .arg(m)
                           .arg(found[m])
                           .arg(expected[m])));
}

template <int Radius, bool Section, class Rung>
void climb(const char* what, const Rung& rung) {
  for (const Case& c : Section ? sections : volumes) {
    Fields s(c.n, Radius, c.boundaries);
    const Field<float> expected = s.plain<Radius, Section>();
    rung(s);
    compare(s.oldest, expected, what, Radius);
    if (QTest::currentTestFailed()) return;
  }
}

template <int Radius>
void climb_all() {
  climb<Radius, false>("explicit edges", explicit_edges<Radius, false>);
  climb<Radius, true>("explicit edges, section", explicit_edges<Radius, true>);
  climb<Radius, false>("shared axes", shared_axes<Radius, false>);
  climb<Radius, true>("shared axes, section", shared_axes<Radius, true>);
  for (const bool backwards : {false, true})
    for (const int chunk : {1000, 7}) {
      climb<Radius, false>("register queue",
                           [&](Fields& s) { register_queue<Radius, 4>(s, backwards, chunk); });
      climb<Radius, false>("register queue, one value a read",
                           [&](Fields& s) { register_queue<Radius, 1>(s, backwards, chunk); });
    }
}

}  // namespace

class TestLadderBlocks : public QObject {
  Q_OBJECT
 private slots:
  void radius1() { climb_all<1>(); }
  void radius2() { climb_all<2>(); }
  void radius3() { climb_all<3>(); }
  void radius4() { climb_all<4>(); }
  void radius5() { climb_all<5>(); }
  void radius6() { climb_all<6>(); }
  void radius7() { climb_all<7>(); }
  void radius8() { climb_all<8>(); }
};

}  // namespace test_ladder_blocks

FOLDWAVE_TEST(test_ladder_blocks, run_guiless<test_ladder_blocks::TestLadderBlocks>)
#include "test_ladder_blocks.moc"
