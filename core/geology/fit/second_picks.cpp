#include "core/geology/fit/second_picks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/units.hpp"
#include "core/geology/fit/residuals.hpp"

namespace foldwave {

namespace {

constexpr std::size_t picks_a_look = 1 << 14;

// What a file may have been meant as, when z was taken for metres of depth.
struct Meant {
  double factor;
  const char* as;
};
constexpr double foot = in_si(Unit::foot);
constexpr std::array<Meant, 9> meant{{{-1.0, "elevation in place of depth, or the other way round"},
                                      {foot, "feet in place of metres"},
                                      {-foot, "feet of the other sense of z"},
                                      {1.0 / foot, "metres in place of feet"},
                                      {-1.0 / foot, "metres in place of feet, of the other sense of z"},
                                      {1000.0, "kilometres in place of metres"},
                                      {-1000.0, "kilometres of the other sense of z"},
                                      {0.001, "metres in place of kilometres"},
                                      {-0.001, "metres in place of kilometres, of the other sense of z"}}};

std::string place_text(const Vec3& p) {
  return "(" + number_text(p.x, 10) + ", " + number_text(p.y, 10) + ", " + number_text(p.z, 7) + ")";
}

std::string percent(double share) {
  const double p = 100.0 * share;
  return number_text(p < 1.0 ? p : std::round(p), p < 1.0 ? 2 : 3) + " %";
}

bool over_box(const Vec3& local, const Vec3& size, bool section) {
  return local.x >= 0.0 && local.x <= size.x && (section || (local.y >= 0.0 && local.y <= size.y));
}

// How picks with z times a factor lie to the box and to the horizon.
struct Fits {
  double in_box = 0.0;  // share of the picks
  double rms = 0.0;     // of the distance up and down to the horizon, about its mean
};
Fits fits_with(double factor, std::span<const Vec3> local, const Horizon& horizon, const Grid3& grid) {
  const double top = grid.origin.z, bottom = top + grid.extent().z;
  double sum = 0.0, squares = 0.0, inside = 0.0;
  for (const Vec3& p : local) {
    const double depth = factor * (p.z + top);
    if (depth >= top && depth <= bottom) inside += 1.0;
    const double off = depth - top - horizon.depth(p.x, p.y);
    sum += off;
    squares += off * off;
  }
  const auto n = static_cast<double>(local.size());
  return {inside / n, std::sqrt(std::max(squares / n - sum * sum / (n * n), 0.0))};
}

// Gives what to try instead, in words; empty: nothing fits better.
std::string judge_frame(SecondPicks& picks, std::span<const Vec3> local, const Horizon& horizon,
                        const Grid3& grid, const std::string& name) {
  const Fits as_given = fits_with(1.0, local, horizon, grid);
  const Meant* best = nullptr;
  Fits best_fits;
  for (const Meant& m : meant) {
    const Fits fits = fits_with(m.factor, local, horizon, grid);
    // A factor that shrinks the file shrinks its noise, too.
    const bool much_better = 3.0 * fits.rms < as_given.rms * std::min(1.0, std::abs(m.factor));
    if (fits.in_box < 0.9 || !(as_given.in_box < 0.5 || much_better)) continue;
    if (best != nullptr && fits.rms >= best_fits.rms) continue;
    best = &m;
    best_fits = fits;
  }
  const double ratio = best != nullptr ? as_given.rms / std::max(best_fits.rms, 1e-9 * as_given.rms) : 0.0;
  const std::string better = ratio > 1.5 ? ", and fit " + number_text(ratio, 2) + " times better" : "";
  if (as_given.in_box < 0.5 && best != nullptr)
    throw InputError(name,
                     percent(1.0 - as_given.in_box) + " of the picks lie outside the box's depths; as " +
                         best->as + " " + percent(best_fits.in_box) + " lie inside" + better,
                     "choose that unit and sense of z");
  if (best == nullptr) {
    if (as_given.in_box < 1.0)
      picks.remarks.push_back(percent(1.0 - as_given.in_box) +
                              " of the picks lie outside the box's depths: is the datum the same?");
    return {};
  }
  picks.remarks.push_back("as " + std::string(best->as) + " the picks would fit " + number_text(ratio, 2) +
                          " times better: check unit and sense of z");
  return picks.remarks.back();
}

void judge_sides(SecondPicks& picks, std::span<const Vec3> local, const Horizon& horizon, const Grid3& grid,
                 const std::string& name, const std::string& instead) {
  // Height over the horizon; the farthest on either side.
  double highest = 0.0, lowest = 0.0;
  Vec3 at_highest, at_lowest;
  std::int64_t above = 0;
  for (const Vec3& p : local) {
    const double height = horizon.depth(p.x, p.y) - p.z;
    if (height > 0.0) ++above;
    if (height > highest) {
      highest = height;
      at_highest = p;
    }
    if (height < lowest) {
      lowest = height;
      at_lowest = p;
    }
  }
  const auto n = std::ssize(local);
  picks.above = 2 * above > n;
  picks.across = picks.above ? n - above : above;
  if (picks.across == 0) return;
  const double share = static_cast<double>(picks.across) / static_cast<double>(n);
  const Vec3 where = grid.origin + (picks.above ? at_lowest : at_highest);
  const double by = picks.above ? -lowest : highest;
  const std::string what = percent(share) + " of the picks lie " + (picks.above ? "below" : "above") +
                           " the first horizon and the others on its other side; the farthest by " +
                           number_text(by, 3) + " m at " + place_text(where);
  if (share > most_across)
    throw InputError(name, "crosses the first horizon: " + what,
                     "give a horizon on one side of it; where the two have different datums, shift one (" +
                         number_text(std::ceil(by), 6) + " m would part them)" +
                         (instead.empty() ? "" : "; " + instead));
  picks.remarks.push_back(what);
}

// Picks that are nowhere over the box, in words: another unit of x and y where that explains it.
std::string why_nowhere(std::span<const Vec3> map, const Grid3& grid) {
  for (const Meant& m : meant) {
    if (m.factor < 0.0) continue;
    const auto there = std::count_if(map.begin(), map.end(), [&](const Vec3& p) {
      return over_box(m.factor * p - grid.origin, grid.extent(), grid.is_section());
    });
    if (2 * there > std::ssize(map))
      return "; as " + std::string(m.as) + " " +
             percent(static_cast<double>(there) / static_cast<double>(map.size())) + " would";
  }
  return "";
}

}  // namespace

std::vector<std::size_t> spread(std::span<const Vec3> picks, std::size_t most) {
  std::vector<std::size_t> chosen(picks.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  if (picks.size() <= most) return chosen;
  Vec3 low = picks[0], size{};
  for (const Vec3& p : picks)
    for (int a = 0; a < 2; ++a)
      low[a] = std::min(low[a], p[a]);
  for (const Vec3& p : picks)
    for (int a = 0; a < 2; ++a)
      size[a] = std::max(size[a], p[a] - low[a]);
  const auto all = static_cast<double>(most);
  const double wide = size.y > 0.0 ? std::sqrt(all * size.x / size.y) : all;
  const auto columns = static_cast<std::size_t>(std::clamp(wide, 1.0, all)), rows = most / columns;
  const auto cell = [](double at, double step, std::size_t n) {
    return step > 0.0 ? std::min(static_cast<std::size_t>(at / step), n - 1) : 0;
  };
  const auto off_middle = [](double at, double step, std::size_t in) {
    return step > 0.0 ? at / step - static_cast<double>(in) - 0.5 : 0.0;
  };
  const double dx = size.x / static_cast<double>(columns), dy = size.y / static_cast<double>(rows);
  struct Nearest {
    std::size_t pick = 0;
    double off = std::numeric_limits<double>::infinity();
  };
  std::vector<Nearest> nearest(columns * rows);
  for (std::size_t i = 0; i < picks.size(); ++i) {
    const Vec3 p = picks[i] - low;
    const std::size_t column = cell(p.x, dx, columns), row = cell(p.y, dy, rows);
    const double off = std::hypot(off_middle(p.x, dx, column), off_middle(p.y, dy, row));
    Nearest& kept = nearest[column + columns * row];
    if (off < kept.off) kept = {i, off};
  }
  chosen.clear();
  for (const Nearest& n : nearest)
    if (std::isfinite(n.off)) chosen.push_back(n.pick);
  return chosen;
}

std::vector<Vec3> spread_picks(std::span<const Vec3> picks, std::size_t most) {
  std::vector<Vec3> few;
  for (const std::size_t i : spread(picks, most))
    few.push_back(picks[i]);
  return few;
}

SecondPicks choose_second_picks(std::span<const Vec3> map, const Horizon& horizon, const Grid3& grid,
                                std::size_t most, const std::string& name, const Job& job) {
  const Vec3 size = grid.extent();
  const bool section = grid.is_section();
  SecondPicks picks;
  picks.given = std::ssize(map);
  std::vector<Vec3> local;
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (i % picks_a_look == 0) job.throw_if_stopped();
    Vec3 p = map[i] - grid.origin;
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      throw InputError(name, "pick " + std::to_string(i + 1) + " is not a number",
                       "leave it out of the file");
    if (!over_box(p, size, section)) continue;
    if (section) p.y = 0.0;
    local.push_back(p);
  }
  picks.outside = picks.given - std::ssize(local);
  if (local.size() < least_fit_picks)
    throw InputError(
        name,
        std::to_string(local.size()) + " of " + std::to_string(map.size()) + " picks lie over the box" +
            (map.empty() ? "" : ", the first is at " + place_text(map[0]) + why_nowhere(map, grid)),
        "give at least " + std::to_string(least_fit_picks) + " picks, in the scenario's coordinates");
  if (std::all_of(local.begin(), local.end(),
                  [&](const Vec3& p) { return p.x == local[0].x && p.y == local[0].y; }))
    throw InputError(name, "all picks over the box lie at one place of the map",
                     "give picks that span a part of the box");
  if (picks.outside > 0)
    picks.remarks.push_back(std::to_string(picks.outside) + " of " + std::to_string(picks.given) +
                            " picks lie beside the box and are left out");
  const std::string instead = judge_frame(picks, local, horizon, grid, name);
  job.throw_if_stopped();
  judge_sides(picks, local, horizon, grid, name, instead);
  picks.used = spread_picks(local, most);
  // Most may lie in one cell, beside a few far away.
  if (picks.used.size() < least_fit_picks) {
    picks.used.clear();
    for (std::size_t i = 0; i < local.size(); i += (local.size() + most - 1) / most)
      picks.used.push_back(local[i]);
  }
  if (section) {
    const auto [west, east] = std::minmax_element(local.begin(), local.end(),
                                                  [](const Vec3& a, const Vec3& b) { return a.x < b.x; });
    picks.coverage = (east->x - west->x) / size.x;
  } else {
    picks.coverage = hull_area(map_hull(local)) / (size.x * size.y);
  }
  if (picks.coverage < 0.25)
    picks.remarks.push_back("the picks cover " + percent(picks.coverage) +
                            " of the box's map: what is fitted to them says little of the rest");
  return picks;
}

}  // namespace foldwave
