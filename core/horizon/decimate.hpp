// Dense picks to a few control points, chosen greedily: each next point is the pick that the thin-plate
// surface through the points so far misses most.
//
//   f_k = sum over j <= k of c_j v_j(x),   v_k(x) = (K(x, x_k) - sum over j < k of v_j(x) v_j(x_k)) /
//   v_k(x_k)
//
// with K the thin plate's kernel made positive by taking its linear interpolation at three far points away
// from it, so f_k is the thin-plate spline (thin_plate.hpp) through the chosen points, and one more point
// costs O(picks * k) instead of a new system. Source: S. Mueller and R. Schaback, A Newton basis for kernel
// spaces, J. Approx. Theory 161 (2009); greedy choice: R. Schaback and H. Wendland, Numer. Algorithms 24
// (2000).
//
// The points are nested: the first n are the choice for n, so one pass gives the misfit for every number.
// More than `most_candidates` picks are first binned by map cells, each of which gives the mean of its picks.
// Misfits are then those of these candidates; `misfit_of_all` measures against every pick.
// Shapes and units: metres in, metres out; deterministic. Errors: InputError when all picks lie on one line
// in the map; Stopped within 0.1 s.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/vec3.hpp"

namespace foldwave {

struct Misfit {
  double rms = 0.0;      // metres
  double largest = 0.0;  // metres, at `where`
  Vec3 where;
};

struct Decimation {
  std::vector<Vec3> points;     // in the order of choice; at least 3
  std::vector<Misfit> misfits;  // of the surface through the first n, at n - 3
  std::int64_t candidates = 0;  // picks, or cells when there are more picks than most_candidates
  const Misfit& misfit(std::size_t count) const { return misfits[count - 3]; }
};

inline constexpr std::size_t most_candidates = 20000;
inline constexpr int most_decimated_points = 500;

// `tolerance`: no point is added once the largest misfit is below it.
Decimation decimate(std::span<const Vec3> picks, int most_points, double tolerance = 0.0,
                    const Job& job = {});

// Of the thin-plate surface through `points`, against all picks: exact up to 20000 of them, beyond that with
// the surface tabulated on 256 x 256 nodes.
Misfit misfit_of_all(std::span<const Vec3> points, std::span<const Vec3> picks, const Job& job = {});

// At most most_candidates picks that stand for all: those themselves, or the mean of each map cell.
std::vector<Vec3> thin_out(std::span<const Vec3> picks, const Job& job = {});

}  // namespace foldwave
