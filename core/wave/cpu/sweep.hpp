// Several time steps in one sweep over memory: wavefront blocking (Lamport 1974; Wellein and others 2009).
//
// The rows of a volume are cut into tiles, the planes into pieces. In a tile the planes go by once, and
// behind the first step's come those of the second, and so on, each as far behind as the stencil reaches,
// while all of them are in the cache. A level also lags in rows, so that a tile needs nothing of the next
// one:
//
//   level l works on the rows y0 - l lag[0] .. y1 - l lag[0] - 1 and the planes z0 - l lag[1] .. of a piece
//
// It needs the tile before it, up to the same planes: threads take tiles in turn and follow each other.
// Leapfrog in place needs lags of the stencil's radius R. CPML needs 2 R along its axes, as psi of a level is
// made first, R ahead of what reads it: `lead`.
//
// A section has one row in each plane. Its planes are cut into spans, for each thread its own, so that a
// core's cache keeps them from pass to pass, and spans into tiles, which take all levels one after the other.
// Each level stays `lag` further away from where spans meet than the one before; when all spans are done, the
// gaps about those places are filled (split tiling; Grosser and others 2013). Nothing is prepared there.
//
//   span a .. b:   a + l lag .. b - l lag - 1       gap at c:   c - l lag .. c + l lag - 1
//
// Every node sees the same values as in steps one by one.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <stop_token>
#include <vector>

#include "core/base/system.hpp"
#include "core/base/threads/work_shares.hpp"
#include "core/wave/cpu/flush_denormals.hpp"

namespace foldwave {

// Rows and planes: first[0] .. last[0] - 1 and first[1] .. last[1] - 1.
struct RowRange {
  std::array<int, 2> first{}, last{};
};

struct SweepPlan {
  RowRange range;
  int levels = 1;              // steps
  std::array<int, 2> lag{};    // of a level behind the one before
  bool prepares = false;       // there is something to prepare
  std::array<int, 2> lead{};   // of `prepare` before `update`
  std::array<int, 2> size{};   // rows of a tile, planes of a piece
  std::array<int, 2> inset{};  // planes that each level leaves out more than the one before, at either end
  std::vector<int> spans;      // of a section: where each begins, and the end; size[1] are a tile's planes
  bool parallel = true;
};

// Part of a level, or what prepares it.
inline RowRange sweep_part(const SweepPlan& plan, int level, std::array<int, 2> piece,
                           const std::array<int, 2>& pieces, bool ahead) {
  RowRange part;
  for (std::size_t a = 0; a < 2; ++a) {
    int first = plan.range.first[a], last = plan.range.last[a];
    const int shift = first - level * plan.lag[a] + (ahead ? plan.lead[a] : 0);
    if (a == 1) {
      first += level * plan.inset[0];
      last -= level * plan.inset[1];
    }
    part.first[a] = piece[a] == 0 ? first : std::clamp(shift + piece[a] * plan.size[a], first, last);
    part.last[a] =
        piece[a] + 1 == pieces[a] ? last : std::clamp(shift + (piece[a] + 1) * plan.size[a], first, last);
  }
  return part;
}

// Tile t of a span at a level, or, `ahead`, what prepares it.
inline RowRange span_part(const SweepPlan& plan, int level, std::size_t span, int tile, bool ahead) {
  const int begin = plan.spans[span], end = plan.spans[span + 1], back = level * plan.lag[1];
  const int low = span == 0 ? plan.range.first[1] + level * plan.inset[0] : begin + back;
  const int high = span + 2 == plan.spans.size() ? plan.range.last[1] - level * plan.inset[1] : end - back;
  const int shift = begin - back + (ahead ? plan.lead[1] : 0);
  RowRange part = plan.range;
  part.first[1] = tile == 0 ? low : std::clamp(shift + tile * plan.size[1], low, high);
  part.last[1] = begin + (tile + 1) * plan.size[1] - back >= high
                     ? high
                     : std::clamp(shift + (tile + 1) * plan.size[1], low, high);
  return part;
}

template <class Prepare, class Update>
void sweep_spans(const SweepPlan& plan, int threads, const std::stop_token& stop, const Prepare& prepare,
                 const Update& update) {
  const auto spans = static_cast<int>(plan.spans.size()) - 1;
  WorkShares of_spans(spans, threads), of_gaps(spans - 1, threads);
#pragma omp parallel num_threads(threads)
  {
    const FlushDenormals flush;
    const int thread = omp_get_thread_num();
    for (int span = of_spans.take(thread); span >= 0; span = of_spans.take(thread)) {
      const auto s = static_cast<std::size_t>(span);
      const int length = plan.spans[s + 1] - plan.spans[s] + (plan.levels - 1) * plan.lag[1];
      for (int tile = 0; tile * plan.size[1] < length; ++tile)
        for (int level = 0; level < plan.levels && !stop.stop_requested(); ++level) {
          const RowRange part = span_part(plan, level, s, tile, false);
          if (plan.prepares) prepare(level, part, span_part(plan, level, s, tile, true));
          update(level, part);
        }
    }
#pragma omp barrier
    for (int gap = of_gaps.take(thread); gap >= 0; gap = of_gaps.take(thread)) {
      const int middle = plan.spans[static_cast<std::size_t>(gap) + 1];
      for (int level = 1; level < plan.levels && !stop.stop_requested(); ++level) {
        RowRange part = plan.range;
        part.first[1] = middle - level * plan.lag[1];
        part.last[1] = middle + level * plan.lag[1];
        update(level, part);
      }
    }
  }
}

// Calls update(level, range) for every row and level in an order that keeps the promise above, and before it
// prepare(level, range, the same with rows and planes `lead` ahead). Both are called by several threads at
// once. After a stop they are no longer called, and the fields are of no use.
template <class Prepare, class Update>
void sweep(const SweepPlan& plan, const std::stop_token& stop, const Prepare& prepare, const Update& update) {
  std::array<int, 2> pieces{};
  for (std::size_t a = 0; a < 2; ++a) {
    const int length = plan.range.last[a] - plan.range.first[a] + (plan.levels - 1) * plan.lag[a];
    pieces[a] = std::max(1, (length + plan.size[a] - 1) / plan.size[a]);
  }
  const int threads = plan.parallel ? thread_count() : 1;
  if (plan.levels == 1) {
    // No order but that all is prepared first.
    const auto part_of = [&](int item) {
      return sweep_part(plan, 0, {item / pieces[1], item % pieces[1]}, pieces, false);
    };
    WorkShares to_prepare(plan.prepares ? pieces[0] * pieces[1] : 0, threads);
    WorkShares to_update(pieces[0] * pieces[1], threads);
#pragma omp parallel num_threads(threads)
    {
      const FlushDenormals flush;
      const int thread = omp_get_thread_num();
      if (plan.prepares) {
        for (int item = to_prepare.take(thread); item >= 0; item = to_prepare.take(thread))
          if (!stop.stop_requested()) {
            const RowRange part = part_of(item);
            prepare(0, part, part);
          }
#pragma omp barrier
      }
      for (int item = to_update.take(thread); item >= 0; item = to_update.take(thread))
        if (!stop.stop_requested()) update(0, part_of(item));
    }
    return;
  }
  if (!plan.spans.empty()) return sweep_spans(plan, threads, stop, prepare, update);
  const int tiles = pieces[0], steps = pieces[1];
  std::vector<std::atomic<int>> done(static_cast<std::size_t>(tiles));
#pragma omp parallel num_threads(threads)
  {
    const FlushDenormals flush;
    // In order, so that the tile before has been begun when one waits for it.
#pragma omp for schedule(monotonic : dynamic)
    for (int tile = 0; tile < tiles; ++tile) {
      std::atomic<int>& mine = done[static_cast<std::size_t>(tile)];
      for (int s = 0; s < steps; ++s) {
        if (tile > 0) {
          const std::atomic<int>& before = done[static_cast<std::size_t>(tile) - 1];
          for (int d = before.load(std::memory_order_acquire); d <= s;
               d = before.load(std::memory_order_acquire))
            before.wait(d, std::memory_order_acquire);
        }
        for (int level = 0; level < plan.levels && !stop.stop_requested(); ++level) {
          const RowRange part = sweep_part(plan, level, {tile, s}, pieces, false);
          if (plan.prepares) prepare(level, part, sweep_part(plan, level, {tile, s}, pieces, true));
          update(level, part);
        }
        mine.store(s + 1, std::memory_order_release);
        mine.notify_all();
      }
    }
  }
}

}  // namespace foldwave
