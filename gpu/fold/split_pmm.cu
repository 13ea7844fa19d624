#include "gpu/fold/split_pmm.hpp"

#include <memory>
#include <string>
#include <utility>

#include "core/base/clock.hpp"
#include "gpu/base/peers.cuh"
#include "gpu/fold/cuda_pmm.hpp"
#include "gpu/fold/device_fold.cuh"

namespace foldwave {

namespace {

// A tile needs as many rows beyond a cut as a slab has planes.
constexpr int halo_rows = slab_planes;

__global__ void take_later(int* stamps, const int* of_other, Index count) {
  for (Index i = blockIdx.x * Index{blockDim.x} + threadIdx.x; i < count; i += Index{gridDim.x} * blockDim.x)
    stamps[i] = max(stamps[i], of_other[i]);
}

struct Rows {
  int first, end;
};

// Of rows y of planes z, the bricks that have changed in sub-sweep `since` or later; a block takes one at a
// time, its rows of x in pieces of 16 bytes.
template <class Real>
__global__ void take_changed(Real* T, const Real* of_other, const int* stamps, TileLayout layout, Rows y,
                             Rows z, int since) {
  constexpr int piece = 16 / static_cast<int>(sizeof(Real)), pieces = brick / piece;
  const int y0 = y.first / brick, ny = (y.end - 1) / brick + 1 - y0;
  const int z0 = z.first / brick, nz = (z.end - 1) / brick + 1 - z0;
  const int bricks = layout.bricks[0] * ny * nz;
  for (int b = static_cast<int>(blockIdx.x); b < bricks; b += static_cast<int>(gridDim.x)) {
    const int bx = b % layout.bricks[0], by = y0 + b / layout.bricks[0] % ny,
              bz = z0 + b / layout.bricks[0] / ny;
    if (stamps[bx + layout.bricks[0] * (by + Index{1} * layout.bricks[1] * bz)] < since) continue;
    for (int i = static_cast<int>(threadIdx.x); i < pieces * brick * brick;
         i += static_cast<int>(blockDim.x)) {
      const int j = brick * by + i / pieces % brick, k = brick * bz + i / pieces / brick;
      if (j < y.first || j >= y.end || k < z.first || k >= z.end) continue;
      const Index at = (Index{k} * layout.n[1] + j) * layout.pitch + brick * bx + i % pieces * piece;
      *reinterpret_cast<tile_detail::Bytes16*>(T + at) =
          *reinterpret_cast<const tile_detail::Bytes16*>(of_other + at);
    }
  }
}

// What a device of the team has; made while the device is the thread's own.
template <class Real>
struct Member {
  Member(int number, const TileLayout& layout, const std::vector<SubSweep<Real>>& subs, bool skip_settled,
         int shares)
      : device(number),
        fold(layout),
        words(3),
        launcher(layout, subs, skip_settled, fold.arrays(), fold.news.data(), shares) {
    words.clear();
  }

  int device;
  DeviceFold<Real> fold;
  DeviceArray<unsigned> words;  // heard from below, from above; whether a neighbour was lost
  unsigned due[2] = {0, 0};
  SlabLauncher<Real, TileLink<Real>> launcher;
  DeviceStream stream;
  DeviceEvent ready{cudaEventDisableTiming};
  DeviceEvent marks[2];
};

template <class Real>
class SplitTeam {
 public:
  SplitTeam(const TileLayout& layout, const std::vector<SubSweep<Real>>& subs, bool skip_settled,
            const std::vector<int>& devices)
      : layout_(layout), subs_(subs) {
    for (const int device : devices) {
      const OnDevice on(device);
      members_.push_back(std::make_unique<Member<Real>>(device, layout, subs, skip_settled,
                                                        static_cast<int>(devices.size())));
    }
  }

  const auto& launcher() const { return first().launcher; }
  Member<Real>& first() const { return *members_.front(); }

  // What the first has, to all.
  void spread() {
    first().ready.record(first().stream);
    each([&](Member<Real>& m) {
      if (&m == &first()) return;
      first().ready.hold_back(m.stream);
      const auto copy = [&](auto& to, const auto& from) {
        check_cuda(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(*from.data()),
                                   cudaMemcpyDefault, m.stream),
                   "the start does not reach a device");
      };
      copy(m.fold.T, first().fold.T);
      copy(m.fold.fixed, first().fold.fixed);
      copy(m.fold.stamps, first().fold.stamps);
    });
    meet();
  }

  void launch(int sweep, int sub, int slab) {
    if (slab == 0) cut_across(subs_[static_cast<std::size_t>(sub)].v, launcher().number(sweep, sub));
    for (int d = 0; d < size(); ++d) {
      Member<Real>& m = member(d);
      const OnDevice on(m.device);
      m.launcher.launch(sweep, sub, slab, m.stream, link(d));
    }
    for (int d = 0; d < size(); ++d) {
      if (d > 0) member(d).due[0] += tiles_beside(d - 1, 1, sub);
      if (d + 1 < size()) member(d).due[1] += tiles_beside(d + 1, 0, sub);
    }
  }

  void forget_news() {
    each([](Member<Real>& m) {
      check_cuda(cudaMemsetAsync(m.fold.news.data(), 0, sizeof(int), m.stream), "cannot clear device memory");
    });
  }
  bool has_news() {
    bool any = false;
    each([&](Member<Real>& m) { any = value_on_device(m.fold.news, m.stream) != 0 || any; });
    return any;
  }
  void mark(int side) {
    each([side](Member<Real>& m) { m.marks[side].record(m.stream); });
  }
  void wait_for_mark(int side) {
    each([side](Member<Real>& m) { m.marks[side].wait(); });
  }

  // All devices wait until all have come so far.
  void meet() {
    each([](Member<Real>& m) { m.ready.record(m.stream); });
    each([&](Member<Real>& m) {
      for (const auto& other : members_)
        if (other.get() != &m) other->ready.hold_back(m.stream);
    });
  }

  // All that was made, to the first; they have met.
  void bring_together() {
    const OnDevice on(first().device);
    for (int d = 1; d < size(); ++d)
      copy(first(), member(d), {0, layout_.n[1]}, rows(d, 2));
    each([](Member<Real>& m) {
      unsigned lost = 0;
      check_cuda(cudaMemcpyAsync(&lost, m.words.data() + 2, sizeof(lost), cudaMemcpyDeviceToHost, m.stream),
                 "cannot read the device");
      check_cuda(cudaStreamSynchronize(m.stream), "the fold kernel failed");
      if (lost != 0)
        throw DeviceError("cuda", "device " + std::to_string(m.device) + " waited in vain for its neighbour",
                          "use one device");
    });
  }

 private:
  int size() const { return static_cast<int>(members_.size()); }
  Member<Real>& member(int d) const { return *members_[static_cast<std::size_t>(d)]; }
  template <class Use>
  void each(const Use& use) {
    for (const auto& m : members_) {
      const OnDevice on(m->device);
      use(*m);
    }
  }

  // Calls take(d, e), which starts a kernel, on each device d for each other one e.
  template <class Take>
  void each_pair(const Take& take) {
    for (int d = 0; d < size(); ++d) {
      const OnDevice on(member(d).device);
      for (int e = 0; e < size(); ++e) {
        if (e == d) continue;
        take(d, e);
        check_cuda(cudaGetLastError(), "planes do not go from device to device");
      }
    }
  }

  // A device's share of an axis.
  Rows rows(int d, int axis) const {
    const int share = rows_of_share(layout_.n[axis], size());
    return {std::min(layout_.n[axis], d * share), std::min(layout_.n[axis], (d + 1) * share)};
  }
  Rows with_halo(int d, int axis) const {
    const Rows own = rows(d, axis);
    return {std::max(0, own.first - halo_rows), std::min(layout_.n[axis], own.end + halo_rows)};
  }

  TileLink<Real> link(int d) const {
    Member<Real>& m = member(d);
    const Rows own = rows(d, cut_);
    TileLink<Real> link{own.first, own.end, {}};
    for (const int s : {0, 1}) {
      const int other = s == 0 ? d - 1 : d + 1;
      if (other < 0 || other >= size()) continue;
      Member<Real>& o = member(other);
      link.side[s] = {o.fold.T.data(), o.fold.stamps.data(), o.words.data() + (1 - s), m.words.data() + s,
                      m.due[s],        m.words.data() + 2};
    }
    return link;
  }

  // Of its tiles of a slab, those that tell the neighbour.
  unsigned tiles_beside(int d, int side, int sub) const {
    const TileLink<Real> of = link(d);
    const TileSweep<Real>& s = member(d).launcher.sweep(sub);  // devices of other sizes have other tiles
    unsigned count = 0;
    for (int r = 0; r < s.tiles_v; ++r)
      if (of.is_near(side, of.first + r * s.tile_v, s.tile_v, halo_rows))
        count += static_cast<unsigned>(s.tiles_u);
    return count;
  }

  void copy(Member<Real>& to, const Member<Real>& from, Rows y, Rows z) {
    const std::size_t row = sizeof(Real) * static_cast<std::size_t>(layout_.pitch);
    const std::size_t plane = row * static_cast<std::size_t>(layout_.n[1]);
    const Index at = (Index{z.first} * layout_.n[1] + y.first) * layout_.pitch;
    check_cuda(cudaMemcpy2DAsync(to.fold.T.data() + at, plane, from.fold.T.data() + at, plane,
                                 row * static_cast<std::size_t>(y.end - y.first),
                                 static_cast<std::size_t>(z.end - z.first), cudaMemcpyDefault, to.stream),
               "planes do not go from device to device");
  }

  // Rows of y or of z are to be shared from sub-sweep `number` on: each takes in what others have made of its
  // new rows since they were cut before.
  void cut_across(int axis, int number) {
    const int before = std::exchange(cut_, axis);
    if (before == axis) return;
    const int since = std::exchange(cut_at_, number);
    if (before == 0) return;
    meet();
    each_pair([&](int d, int e) {
      const DeviceFold<Real>& theirs = member(e).fold;
      const Rows y = axis == 2 ? rows(e, 1) : with_halo(d, 1), z = axis == 2 ? with_halo(d, 2) : rows(e, 2);
      take_changed<<<2048, 128, 0, member(d).stream>>>(member(d).fold.T.data(), theirs.T.data(),
                                                       theirs.stamps.data(), layout_, y, z, since);
    });
    meet();
    each_pair([&](int d, int e) {
      take_later<<<512, 256, 0, member(d).stream>>>(
          member(d).fold.stamps.data(), member(e).fold.stamps.data(), static_cast<Index>(layout_.stamps()));
    });
    meet();
  }

  TileLayout layout_;
  const std::vector<SubSweep<Real>>& subs_;
  int cut_ = 0;     // the axis whose rows are shared: 1, 2; 0: all have all
  int cut_at_ = 0;  // the sub-sweep from which on
  std::vector<std::unique_ptr<Member<Real>>> members_;
};

class SplitPmmSolver final : public FoldSolver {
 public:
  SplitPmmSolver(std::vector<int> devices, Index plane_share)
      : devices_(std::move(devices)), plane_share_(plane_share), alone_(make_cuda_pmm_solver()) {}

  std::string name() const override { return alone_->name(); }
  FoldSolution solve(FoldProblem problem, const FoldOptions& options, const Job& job) const override {
    if (const std::string why = why_alone(problem); !why.empty()) {
      const OnDevice on(devices_.front());
      FoldSolution solution = alone_->solve(std::move(problem), options, job);
      solution.warnings.push_back("fold: one device solved it alone: " + why);
      return solution;
    }
    return options.precision == Precision::binary64 ? run<double>(std::move(problem), options, job)
                                                    : run<float>(std::move(problem), options, job);
  }

 private:
  // Empty: it is shared.
  std::string why_alone(const FoldProblem& problem) const {
    const auto& n = problem.grid.n;
    const int count = static_cast<int>(devices_.size());
    if (problem.grid.is_section()) return "a section's planes are lines";
    if (problem.speeds) return "F, psi and a vary in space";
    const Index least = std::min({Index{n[0]} * n[1], Index{n[0]} * n[2], Index{n[1]} * n[2]});
    const int rows = std::min(n[1], n[2]);
    if (least < count * plane_share_ || rows - (count - 1) * rows_of_share(rows, count) < 2 * halo_rows)
      return "planes of " + std::to_string(least) + " nodes are too small to be shared by " +
             std::to_string(count);
    for (const int from : devices_)
      for (const int to : devices_)
        if (!join_devices(from, to) || !counts_in(from, to))
          return "device " + std::to_string(from) + " does not reach the memory of device " +
                 std::to_string(to);
    return {};
  }

  template <class Real>
  FoldSolution run(FoldProblem problem, const FoldOptions& options, const Job& job) const {
    const Clock clock;
    problem.grid = with_thin_axes_spaced(problem.grid);
    check_pmm_problem(problem, options);
    const TileLayout layout(problem.grid);
    const auto subs = sub_sweeps<Real>(problem.grid, problem.F, problem.b);
    SplitTeam<Real> team(layout, subs, options.skip_settled, devices_);
    StartValues<Real> start = take_start_values<Real>(problem, job);
    check_pmm_start(start, problem.grid);
    FoldSolution solution;
    solution.start_seconds = clock.seconds();

    const OnDevice on(devices_.front());
    const cudaStream_t stream = team.first().stream;
    DeviceEvent sent, swept, marched, taken;
    RowStaging staging(stream);
    sent.record(stream);
    upload(layout, start, static_cast<int>(subs.size()), team.first().fold, stream, staging, job);
    team.spread();
    swept.record(stream);
    march(team, options, solution, job);
    team.meet();
    marched.record(stream);
    team.bring_together();
    download(layout, team.first().fold, start, staging, solution, job);
    taken.record(stream);
    taken.wait();
    solution.device_seconds = marched.seconds_since(swept);
    solution.transfer_seconds = swept.seconds_since(sent) + taken.seconds_since(marched);
    solution.seconds = clock.seconds();
    return solution;
  }

  std::vector<int> devices_;
  Index plane_share_;
  std::unique_ptr<FoldSolver> alone_;
};

}  // namespace

std::unique_ptr<FoldSolver> make_split_pmm_solver(std::vector<int> devices, Index plane_share) {
  return std::make_unique<SplitPmmSolver>(std::move(devices), plane_share);
}

}  // namespace foldwave
