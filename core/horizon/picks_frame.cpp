#include "core/horizon/picks_frame.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace foldwave {

namespace {

constexpr std::size_t picks_a_glance = 1 << 16;

// Enough picks to judge by, spread over the file.
std::vector<Vec3> sample_of(std::span<const Vec3> points) {
  constexpr std::size_t enough = 20000;
  const std::size_t step = std::max<std::size_t>(1, points.size() / enough);
  std::vector<Vec3> sample;
  for (std::size_t i = 0; i < points.size(); i += step)
    sample.push_back(points[i]);
  return sample;
}

Vec3 factors(const PicksChoice& choice) {
  if (is_time(choice.xy))
    throw InputError("x and y", std::string("cannot be in ") + unit_name(choice.xy), "choose a length");
  double z = in_si(choice.z);
  if (is_time(choice.z)) {
    if (!(choice.velocity > 0.0) || !std::isfinite(choice.velocity))
      throw InputError("z", std::string("is two-way time in ") + unit_name(choice.z),
                       "convert it to depth first, or give a velocity");
    z *= 0.5 * choice.velocity;
  }
  if (choice.sense == VerticalSense::elevation) z = -z;
  return {in_si(choice.xy), in_si(choice.xy), z};
}

Vec3 scaled(const Vec3& p, const Vec3& by) {
  return {p.x * by.x, p.y * by.y, p.z * by.z};
}

double share_above_map(std::span<const Vec3> sample, const Grid3& grid, double unit) {
  std::vector<Vec3> map(sample.begin(), sample.end());
  for (Vec3& p : map)
    p = scaled(p, {unit, unit, 1.0});
  return static_cast<double>(bounds_of(map, grid).above_map) / static_cast<double>(map.size());
}

void guess_unit(const HorizonPicks& picks, std::span<const Vec3> sample, const Grid3& grid,
                PicksGuess& guess) {
  PicksChoice& choice = guess.choice;
  if (picks.xy_unit) {
    choice.xy = *picks.xy_unit;
    choice.z = picks.z_unit.value_or(choice.xy);
    guess.why_unit = "the file says so";
    return;
  }
  guess.why_unit = "the file does not say";
  if (share_above_map(sample, grid, 1.0) == 0.0)
    for (const Unit unit : {Unit::foot, Unit::kilometre})
      if (share_above_map(sample, grid, in_si(unit)) > 0.5) {
        choice.xy = unit;
        guess.why_unit = std::string("the file does not say, but in ") + unit_name(unit) +
                         " the picks lie in the box, and in metres they do not";
        break;
      }
  choice.z = picks.z_unit.value_or(choice.xy);
}

void guess_sense(const HorizonPicks& picks, std::span<const Vec3> sample, const Grid3& grid,
                 PicksGuess& guess) {
  VerticalSense& sense = guess.choice.sense;
  const auto [low, high] = std::minmax_element(sample.begin(), sample.end(),
                                               [](const Vec3& a, const Vec3& b) { return a.z < b.z; });
  if (picks.sense == VerticalSense::depth && high->z <= 0.0 && low->z < 0.0) {
    sense = VerticalSense::elevation;
    guess.why_sense = "the file says depth, but no value is above zero";
    return;
  }
  if (picks.sense) {
    sense = *picks.sense;
    guess.why_sense = "the file says so";
    return;
  }
  const double unit = in_si(guess.choice.z);
  const double top = grid.origin.z, bottom = top + grid.extent().z;
  const auto share = [&](double sign) {
    const auto inside = std::count_if(sample.begin(), sample.end(), [&](const Vec3& p) {
      return sign * unit * p.z >= top && sign * unit * p.z <= bottom;
    });
    return static_cast<double>(inside) / static_cast<double>(sample.size());
  };
  const double as_depth = share(1.0), as_elevation = share(-1.0);
  if (!is_time(guess.choice.z) && as_depth != as_elevation && std::max(as_depth, as_elevation) > 0.5) {
    sense = as_depth > as_elevation ? VerticalSense::depth : VerticalSense::elevation;
    guess.why_sense = "so the picks lie within the box's depths";
  } else if (low->z >= 0.0 && high->z > 0.0) {
    sense = VerticalSense::depth;
    guess.why_sense = "no value is below zero";
  } else {
    sense = VerticalSense::elevation;
    guess.why_sense = high->z <= 0.0 ? "no value is above zero" : "the values lie on both sides of zero";
  }
}

// Two digits, upwards: a spacing that people read.
double rounded_up(double value) {
  const double digit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::ceil(value / digit - 1e-9) * digit;
}

}  // namespace

PicksGuess guess_choice(const HorizonPicks& picks, const Grid3& grid) {
  return choose(picks, grid, {});
}

PicksGuess choose(const HorizonPicks& picks, const Grid3& grid, const PicksWish& wish) {
  PicksGuess frame;
  PicksChoice& choice = frame.choice;
  const std::vector<Vec3> sample = sample_of(picks.points);
  if (!sample.empty()) guess_unit(picks, sample, grid, frame);
  if (wish.unit) {
    choice.xy = *wish.unit;
    if (!is_time(choice.z)) choice.z = choice.xy;
    frame.why_unit = "as asked for";
  }
  // In the unit that was asked for.
  if (!sample.empty()) guess_sense(picks, sample, grid, frame);
  if (wish.sense) {
    choice.sense = *wish.sense;
    frame.why_sense = "as asked for";
    if (picks.sense && *picks.sense != *wish.sense)
      frame.why_sense += ", though the file says " + std::string(sense_name(*picks.sense));
  }
  choice.velocity = wish.velocity;
  return frame;
}

std::optional<PicksWish> wish_for(const HorizonPicks& picks, const PicksChoice& choice) {
  if (is_time(choice.z)) return std::nullopt;
  PicksWish wish;
  wish.sense = choice.sense;
  const bool said = picks.xy_unit || picks.z_unit;
  if (said && is_as_file_says(picks, choice)) return wish;
  if (choice.z != choice.xy || (picks.z_unit && is_time(*picks.z_unit))) return std::nullopt;
  wish.unit = choice.xy;
  return wish;
}

std::string picks_text(const HorizonPicks& picks, const PicksGuess& frame) {
  const auto some = [](std::int64_t count, const char* one, const char* many) {
    return std::to_string(count) + (count == 1 ? one : many);
  };
  const PicksChoice& choice = frame.choice;
  std::string text =
      std::to_string(picks.points.size()) + " picks in " + unit_name(choice.xy) + " (" + frame.why_unit + ")";
  if (choice.z != choice.xy) text += std::string(", z in ") + unit_name(choice.z);
  text += std::string(", z is ") + sense_name(choice.sense) + " (" + frame.why_sense + ")";
  if (picks.filtered > 0) text += "; the filter left out " + some(picks.filtered, " row", " rows");
  if (picks.skipped > 0)
    text += "; left out " + some(picks.skipped, " row without a value", " rows without a value");
  if (picks.duplicates > 0) {
    text += "; merged " + some(picks.duplicates, " repeated pick", " repeated picks") + " to the mean";
    if (picks.duplicate_spread > 0.0)
      text += ", up to " + number_text(picks.duplicate_spread, 3) + " of the file's units apart";
  }
  return text;
}

void to_map(HorizonPicks& picks, const PicksChoice& choice) {
  const Vec3 by = factors(choice);
  for (Vec3& p : picks.points)
    p = scaled(p, by);
}

HorizonPicks in_map(const HorizonPicks& picks, const PicksChoice& choice, const Job& job) {
  const Vec3 by = factors(choice);
  HorizonPicks map;
  map.points.reserve(picks.points.size());
  for (std::size_t i = 0; i < picks.points.size(); ++i) {
    if (i % picks_a_glance == 0) job.throw_if_stopped();
    map.points.push_back(scaled(picks.points[i], by));
  }
  map.format = picks.format;
  map.triangles = picks.triangles;
  map.skipped = picks.skipped;
  map.filtered = picks.filtered;
  map.duplicates = picks.duplicates;
  map.duplicate_spread = picks.duplicate_spread;
  map.header = picks.header;
  map.xy_unit = map.z_unit = Unit::metre;
  map.sense = VerticalSense::depth;
  return map;
}

bool is_as_file_says(const HorizonPicks& picks, const PicksChoice& choice) {
  const Unit xy = picks.xy_unit.value_or(Unit::metre);
  return choice.xy == xy && choice.z == picks.z_unit.value_or(xy) && !is_time(choice.z) &&
         picks.format != HorizonFormat::vtp;
}

bool is_height_field(const HorizonPicks& picks) {
  bool up = false, down = false;
  for (const auto& [a, b, c] : picks.triangles) {
    const Vec3& p = picks.points[static_cast<std::size_t>(a)];
    const Vec3 e = picks.points[static_cast<std::size_t>(b)] - p;
    const Vec3 f = picks.points[static_cast<std::size_t>(c)] - p;
    const double turn = e.x * f.y - e.y * f.x;
    up = up || turn > 0.0;
    down = down || turn < 0.0;
  }
  return !(up && down);
}

PicksBounds bounds_of(std::span<const Vec3> points, const Grid3& grid, const Job& job) {
  PicksBounds bounds;
  if (points.empty()) return bounds;
  const Vec3 near = grid.origin, far = grid.origin + grid.extent();
  bounds.low = bounds.high = points.front();
  bounds.count = static_cast<std::int64_t>(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i % picks_a_glance == 0) job.throw_if_stopped();
    const Vec3& p = points[i];
    for (int a = 0; a < 3; ++a) {
      bounds.low[a] = std::min(bounds.low[a], p[a]);
      bounds.high[a] = std::max(bounds.high[a], p[a]);
    }
    // A section has no width.
    const bool above =
        p.x >= near.x && p.x <= far.x && (grid.is_section() || (p.y >= near.y && p.y <= far.y));
    if (!above) continue;
    ++bounds.above_map;
    if (p.z >= near.z && p.z <= far.z) ++bounds.in_box;
  }
  return bounds;
}

Scenario fit_box(const Scenario& scenario, const PicksBounds& bounds) {
  constexpr double margin = 0.03, height_to_relief = 1.5;
  const Grid3& old = scenario.grid;
  const Vec3 old_size = old.extent();
  Vec3 low = bounds.low, high = bounds.high;
  const double pad = margin * std::max(high.x - low.x, high.y - low.y);
  for (int a = 0; a < 2; ++a) {
    low[a] = std::floor(low[a] - pad);
    high[a] = std::ceil(high[a] + pad);
  }
  if (low.z < old.origin.z || high.z > old.origin.z + old_size.z) {
    const double height = std::max(old_size.z, height_to_relief * (high.z - low.z));
    const double middle = 0.5 * (low.z + high.z);
    const double top = std::floor(middle - 0.5 * height);
    low.z = bounds.low.z >= 0.0 ? std::max(top, 0.0) : top;
    high.z = low.z + height;
  } else {
    low.z = old.origin.z;
    high.z = low.z + old_size.z;
  }

  Scenario next = scenario;
  Grid3& grid = next.grid;
  const auto nodes = static_cast<double>(old.size());
  const Vec3 size = high - low;
  if (old.is_section()) {
    low.y = 0.5 * (bounds.low.y + bounds.high.y);
    grid.h.fill(rounded_up(std::sqrt(size.x * size.z / nodes)));
  } else {
    grid.h.fill(rounded_up(std::cbrt(size.x * size.y * size.z / nodes)));
  }
  for (std::size_t a = 0; a < 3; ++a)
    if (a != 1 || !old.is_section())
      // At most what a scenario may have: a pick far away stretches the box, and the check says so.
      grid.n[a] =
          static_cast<int>(std::clamp(std::ceil(size[static_cast<int>(a)] / grid.h[a]) + 1.0, 4.0, 20000.0));
  grid.origin = low;

  const Vec3 new_size = grid.extent();
  const auto moved = [&](double value, int a) {
    const double part = old_size[a] > 0.0 ? (value - old.origin[a]) / old_size[a] : 0.0;
    return grid.origin[a] + part * new_size[a];
  };
  const auto move = [&](Vec3& p) {
    for (int a = 0; a < 3; ++a)
      p[a] = moved(p[a], a);
  };
  for (Source& source : next.survey.sources)
    move(source.position);
  for (ReceiverSet& set : next.survey.receivers) {
    if (auto* const line = std::get_if<ReceiverLine>(&set)) {
      move(line->from);
      move(line->to);
    } else if (auto* const carpet = std::get_if<ReceiverCarpet>(&set)) {
      for (int a = 0; a < 2; ++a) {
        const auto axis = static_cast<std::size_t>(a);
        carpet->from[axis] = moved(carpet->from[axis], a);
        carpet->to[axis] = moved(carpet->to[axis], a);
      }
      carpet->depth = moved(carpet->depth, 2);
    }
  }
  return next;
}

}  // namespace foldwave
