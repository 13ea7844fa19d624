#include "core/model/scenario_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/text.hpp"

namespace foldwave {

namespace {

// Metres: beyond the Earth's own size a number is a slip.
constexpr double largest_length = 1e8;

class Checker {
 public:
  void error(const std::string& path, const std::string& problem, const std::string& remedy) {
    findings.push_back({Severity::error, path, problem, remedy});
  }

  void finite(const std::string& path, const Vec3& v) {
    for (int a = 0; a < 3; ++a)
      if (!(std::abs(v[a]) <= largest_length)) {
        error(path, number_text(v[a]) + " is no coordinate", "give three numbers in metres");
        return;
      }
  }

  void positive(const std::string& path, double value, const std::string& what) {
    if (!(value > 0.0) || !std::isfinite(value))
      error(path, number_text(value) + " is no " + what, "give a number above 0");
  }

  void between(const std::string& path, double value, double low, double high) {
    if (!(value >= low && value <= high))
      error(path, number_text(value) + " is out of range",
            "give " + number_text(low) + " to " + number_text(high));
  }

  bool count(const std::string& path, int value, int most) {
    if (value >= 1 && value <= most) return true;
    error(path, std::to_string(value) + " is no number of receivers", "give 1 to " + std::to_string(most));
    return false;
  }

  Findings findings;
};

void check_grid(Checker& c, const Grid3& grid) {
  for (std::size_t a = 0; a < 3; ++a) {
    const std::string axis(1, "xyz"[a]);
    const int least = a == 1 ? 1 : 4;
    const bool ok = grid.n[a] >= least && grid.n[a] <= 20000 && !(a == 1 && grid.n[a] > 1 && grid.n[a] < 4);
    if (!ok)
      c.error("/grid/nodes", std::to_string(grid.n[a]) + " nodes along " + axis + " cannot be used",
              a == 1 ? "give 1 for a 2D section, or 4 to 20000" : "give 4 to 20000");
    if (!(grid.h[a] > 0.0) || !std::isfinite(grid.h[a]))
      c.error("/grid/spacing", number_text(grid.h[a]) + " along " + axis + " is no spacing",
              "give metres above 0");
  }
  c.finite("/grid/origin", grid.origin);
}

void check_trains(Checker& c, const std::string& path, const TrainsHorizon& horizon, const Grid3& grid) {
  if (!std::isfinite(horizon.depth))
    c.error(path + "/depth", "is not a finite number", "give metres, positive down");
  c.between(path + "/dip", horizon.dip, 0.0, 80.0);
  c.between(path + "/dip_direction", horizon.dip_direction, -360.0, 360.0);
  const double finest = std::min(grid.h[0], grid.h[1]);
  for (std::size_t i = 0; i < horizon.trains.size(); ++i) {
    const std::string train = path + "/trains/" + std::to_string(i);
    const FoldTrain& t = horizon.trains[i];
    c.positive(train + "/wavelength", t.wavelength, "wavelength");
    if (!std::isfinite(t.amplitude) || std::abs(t.amplitude) > largest_length)
      c.error(train + "/amplitude", number_text(t.amplitude) + " is no amplitude", "give metres");
    if (!std::isfinite(t.azimuth) || !std::isfinite(t.crest[0]) || !std::isfinite(t.crest[1]))
      c.error(train, "azimuth or crest is not a finite number", "give degrees and [x, y] in metres");
    c.between(train + "/roundness", t.roundness, 0.05, 1.0);
    c.between(train + "/skew", t.skew, -0.9, 0.9);
    c.between(train + "/aspect", t.aspect, 0.05, 20.0);
    c.between(train + "/plunge", t.plunge, -80.0, 80.0);
    const double shortest =
        t.wavelength * (t.shape == FoldShape::dome ? std::min(1.0, std::abs(t.aspect)) : 1.0);
    if (t.wavelength > 0.0 && shortest < 2.0 * finest)
      c.error(train + "/wavelength", number_text(shortest) + " m is shorter than two nodes",
              "give at least " + number_text(2.0 * finest) + " m");
  }
}

void check_horizon(Checker& c, const std::string& path, const HorizonSpec& spec, const Grid3& grid) {
  if (const auto* points = std::get_if<PointsHorizon>(&spec)) {
    if (points->points.size() < least_control_points)
      c.error(path + "/points", std::to_string(points->points.size()) + " control points make no surface",
              "give at least 3");
    for (std::size_t i = 0; i < points->points.size(); ++i)
      c.finite(path + "/points/" + std::to_string(i), points->points[i]);
  } else if (const auto* trains = std::get_if<TrainsHorizon>(&spec)) {
    check_trains(c, path, *trains, grid);
  } else if (const auto* plane = std::get_if<PlaneHorizon>(&spec)) {
    c.finite(path + "/point", plane->point);
    c.between(path + "/dip", plane->dip, 0.0, 89.0);
    c.between(path + "/dip_direction", plane->dip_direction, -360.0, 360.0);
  } else if (const auto* xyz = std::get_if<XyzHorizon>(&spec)) {
    if (!(xyz->smoothing >= 0.0))
      c.error(path + "/smoothing", "is no misfit", "give \"auto\" or metres");
    else if (xyz->file.empty())
      c.error(path + "/file", "is empty", "name a text file of x y z");
  } else if (const auto& mesh = std::get<MeshHorizon>(spec); mesh.file.empty() && mesh.triangles.empty()) {
    c.error(path, "has neither a file nor triangles", "name a GOCAD TSurf, or give vertices and triangles");
  } else if (grid.is_section()) {
    c.error(path + "/type", "a mesh needs a volume, but the grid is a 2D section",
            "give 4 or more nodes along y, or another type of horizon");
  }
}

// `method`: the marching method that needs F above 0; null: any F will do.
void check_speeds(Checker& c, const std::string& path, const FoldParameters& parameters,
                  const AxialLine& axial_line, const char* method) {
  const double F = parameters.F;
  const double psi = parameters.psi;
  if (!std::isfinite(F) || !std::isfinite(psi)) {
    c.error(path + "/F", "F or psi is not a finite number", "give finite numbers");
  } else if (!(F + psi > 0.0)) {
    c.error(path + "/psi", "F + psi = " + number_text(F + psi) + " leaves no thickness at the hinge",
            "give psi above " + number_text(-F));
  } else if (!(F > 0.0) && method != nullptr) {
    const std::string needs = std::string(method) + " needs ";
    if (parameters.by_class)
      c.error(path + "/lambda",
              number_text(psi) + " gives F = " + number_text(F) + ", but " + needs + "F above 0",
              "give lambda below 1, or constant values and method \"auto\" for classes 2 and 3");
    else
      c.error(path + "/F", number_text(F) + " is not above 0, as " + needs + "it",
              "give F above 0, or constant values and method \"auto\" for classes 2 and 3");
  }
  c.between(path + "/axial_line/plunge", axial_line.plunge, 0.0, 90.0);
  c.between(path + "/axial_line/trend", axial_line.trend, -360.0, 360.0);
}

void check_fold(Checker& c, const std::string& path, const FoldEvent& event) {
  const FoldSpec& fold = event.fold;
  const bool exact = fold.method == FoldMethod::automatic || fold.method == FoldMethod::foot_point;
  check_speeds(c, path, fold.parameters, fold.axial_line, exact ? nullptr : fold_method_name(fold.method));
  if (!fold.varies) return;
  if (fold.method == FoldMethod::foot_point)
    c.error(path + "/method", "the foot-point method needs F, psi and a that are the same everywhere",
            "give \"auto\" or \"pmm\", or leave out \"varies\"");
  if (std::holds_alternative<MeshHorizon>(event.horizon))
    c.error(path + "/varies", "values that vary in space need a horizon that is not turned over",
            "give another type of horizon than \"mesh\", or leave out \"varies\"");
  constexpr std::size_t most_stations = 1000;
  if (fold.varies->stations.size() > most_stations)
    c.error(path + "/varies/stations",
            std::to_string(fold.varies->stations.size()) + " stations are too many",
            "give at most " + std::to_string(most_stations) + ", or a file");
  for (std::size_t i = 0; i < fold.varies->stations.size(); ++i) {
    const SpeedStation& station = fold.varies->stations[i];
    const std::string at = path + "/varies/stations/" + std::to_string(i);
    c.finite(at + "/position", station.position);
    check_speeds(c, at, station.parameters, station.axial_line, "pmm");
    for (std::size_t j = 0; j < i; ++j)
      if (fold.varies->stations[j].position == station.position)
        c.error(at + "/position", "is that of station " + std::to_string(j) + ", too",
                "give each station a place of its own");
  }
}

void check_layers(Checker& c, const LayerStack& stack) {
  const auto count = static_cast<int>(stack.layers.size());
  if (count < 2 || count > 250)
    c.error("/layers/list", std::to_string(count) + " layers cannot be used", "give 2 to 250 layers");
  if (count >= 2 && (stack.horizon_is_top_of < 1 || stack.horizon_is_top_of >= count))
    c.error("/layers/horizon_is_top_of", std::to_string(stack.horizon_is_top_of) + " is no such layer",
            "give 1 to " + std::to_string(count - 1));
  for (int i = 0; i < count; ++i) {
    const Layer& layer = stack.layers[static_cast<std::size_t>(i)];
    const std::string path = "/layers/list/" + std::to_string(i);
    if (i > 0 && i + 1 < count)
      c.positive(path + "/thickness", layer.thickness, "thickness");
    else if (!(layer.thickness >= 0.0))
      c.error(path + "/thickness", number_text(layer.thickness) + " is no thickness",
              "give 0 or more, or leave it out");
    c.between(path + "/velocity", layer.velocity, 1.0, 20000.0);
  }
}

// A position a hair outside by rounding still counts as on the face.
bool inside(const Grid3& grid, const Vec3& map) {
  const Vec3 local = map - grid.origin;
  const Vec3 extent = grid.extent();
  for (int a = 0; a < 3; ++a) {
    // A section stands for half a cell on either side of its plane.
    const bool across = a == 1 && grid.is_section();
    const double slack = across ? 0.5 * grid.h[1] : 1e-9 * (1.0 + std::abs(extent[a]));
    if (!(local[a] >= -slack && local[a] <= extent[a] + slack)) return false;
  }
  return true;
}

std::string box_text(const Grid3& g) {
  const Vec3 lo = g.origin;
  const Vec3 hi = g.origin + g.extent();
  const auto range = [](const char* axis, double a, double b) {
    return std::string(axis) + " " + number_text(a, 10) + " to " + number_text(b, 10);
  };
  return range("x", lo.x, hi.x) + ", " + range("y", lo.y, hi.y) + ", " + range("depth", lo.z, hi.z);
}

std::string position_text(const Vec3& p) {
  return "(" + number_text(p.x, 10) + ", " + number_text(p.y, 10) + ", " + number_text(p.z, 10) + ")";
}

// The free face that a position lies on, or none: the pressure there is zero, so a source is silent and a
// receiver records nothing.
const char* free_face(const Scenario& s, const Vec3& map) {
  const Vec3 local = map - s.grid.origin;
  const Vec3 extent = s.grid.extent();
  for (int a = 0; a < 3; ++a) {
    if (a == 1 && s.grid.is_section()) continue;
    const auto axis = static_cast<std::size_t>(a);
    const double near = 1e-6 * s.grid.h[axis];
    const auto& boundaries = s.propagation.boundaries;
    if (boundaries[2 * axis] == Boundary::free && std::abs(local[a]) < near) return face_names[2 * axis];
    if (boundaries[2 * axis + 1] == Boundary::free && std::abs(local[a] - extent[a]) < near)
      return face_names[2 * axis + 1];
  }
  return nullptr;
}

// More receivers than a gather of any use has.
constexpr std::int64_t most_receivers = 1000000;

void check_survey(Checker& c, const Scenario& s) {
  c.positive("/survey/wavelet/frequency", s.survey.wavelet.frequency, "frequency");
  if (!std::isfinite(s.survey.wavelet.amplitude))
    c.error("/survey/wavelet/amplitude", "is not a finite number", "give a finite number");
  if (s.survey.sources.empty())
    c.error("/survey/sources", "there is no source", "add one, or set /propagation/enabled to false");
  for (std::size_t i = 0; i < s.survey.sources.size(); ++i) {
    const Source& source = s.survey.sources[i];
    const std::string path = "/survey/sources/" + std::to_string(i);
    if (!inside(s.grid, source.position))
      c.error(path + "/position", position_text(source.position) + " is outside the grid",
              "give " + box_text(s.grid));
    else if (const char* face = free_face(s, source.position))
      c.error(path + "/position",
              position_text(source.position) + " is on the free face " + face +
                  ", where the pressure is zero: it would be silent",
              "move it inside by a cell, or make the face absorbing");
    if (!(source.delay >= 0.0))
      c.error(path + "/delay", number_text(source.delay) + " is no delay", "give 0 or more");
    if (!std::isfinite(source.amplitude))
      c.error(path + "/amplitude", "is not a finite number", "give a number");
  }
  std::int64_t total = 0;
  for (std::size_t i = 0; i < s.survey.receivers.size(); ++i) {
    const std::string path = "/survey/receivers/" + std::to_string(i);
    Survey one;
    one.receivers = {s.survey.receivers[i]};
    if (const auto* line = std::get_if<ReceiverLine>(&one.receivers[0])) {
      if (!c.count(path + "/count", line->count, most_receivers)) continue;
      total += line->count;
    } else {
      const auto& columns_rows = std::get<ReceiverCarpet>(one.receivers[0]).count;
      const bool columns = c.count(path + "/count/0", columns_rows[0], 10000);
      const bool rows = c.count(path + "/count/1", columns_rows[1], 10000);
      if (!columns || !rows) continue;
      total += std::int64_t{columns_rows[0]} * columns_rows[1];
    }
    if (total > most_receivers) {
      c.error(path + "/count", std::to_string(total) + " receivers are too many",
              "give at most " + std::to_string(most_receivers) + " in all");
      return;
    }
    for (const Vec3& p : one.receiver_positions()) {
      const char* face = inside(s.grid, p) ? free_face(s, p) : nullptr;
      if (face != nullptr) {
        c.findings.push_back(
            {Severity::warning, path,
             "a receiver at " + position_text(p) + " is on the free face " + face + " and records zero",
             "move it inside by a cell"});
        break;
      }
      if (inside(s.grid, p)) continue;
      c.error(path, "a receiver at " + position_text(p) + " is outside the grid", "give " + box_text(s.grid));
      break;
    }
  }
}

void check_propagation(Checker& c, const Propagation& p) {
  if (p.order < 2 || p.order > 16 || p.order % 2 != 0)
    c.error("/propagation/order", std::to_string(p.order) + " is no stencil order", "give 2, 4, 6, .. 16");
  if (!(p.dt >= 0.0))
    c.error("/propagation/dt", number_text(p.dt) + " is no time step", "give \"auto\" or seconds");
  c.positive("/propagation/duration", p.duration, "duration");
  c.between("/propagation/error_budget", p.error_budget, 1e-5, 0.5);
  if (p.pad_cells != 0) c.between("/propagation/pad_cells", p.pad_cells, 5, 1000);
}

// What is wrong with a section spoils no result: it is only told.
void check_section(Checker& c, const SectionSpec& section) {
  const auto warn = [&](const std::string& path, const std::string& problem, const std::string& remedy) {
    c.findings.push_back({Severity::warning, "/section" + path, problem, remedy});
  };
  if (!(section.line.length() > 0.0))
    warn("/to", "the section's line has no length: west to east is shown", "give two different ends");
  if (!section.backdrop) return;
  const Backdrop& b = *section.backdrop;
  if (b.left == b.right)
    warn("/backdrop/right", number_text(b.right) + " is the left edge too",
         "give two distances along the line");
  if (!(b.opacity >= 0.0 && b.opacity <= 1.0))
    warn("/backdrop/opacity", number_text(b.opacity) + " is out of range", "give 0 to 1");
  if (const auto* image = std::get_if<ImageBackdrop>(&b.source);
      image != nullptr && image->top == image->bottom)
    warn("/backdrop/bottom", number_text(image->bottom) + " is the upper edge too", "give two depths");
  if (const auto* segy = std::get_if<SegyBackdrop>(&b.source); segy != nullptr && !(segy->velocity > 0.0))
    warn("/backdrop/velocity", number_text(segy->velocity) + " is no velocity", "give m/s above 0");
}

}  // namespace

Findings check_scenario(const Scenario& s) {
  Checker c;
  check_grid(c, s.grid);
  if (s.events.empty()) c.error("/events", "there is no event", "add one fold");
  if (s.events.size() > 1)
    c.error("/events", std::to_string(s.events.size()) + " events: this version solves one fold",
            "keep one event");
  for (std::size_t i = 0; i < s.events.size(); ++i) {
    const std::string path = "/events/" + std::to_string(i);
    check_horizon(c, path + "/horizon", s.events[i].horizon, s.grid);
    check_fold(c, path + "/fold", s.events[i]);
  }
  check_layers(c, s.stack);
  for (std::size_t i = 0; i < s.events.size() && s.grid.is_section(); ++i) {
    const Vec3 b = s.events[i].fold.advection();
    if (std::abs(b.y) > 1e-6 * std::sqrt(dot(b, b)))
      c.findings.push_back({Severity::warning, "/events/" + std::to_string(i) + "/fold/axial_line/trend",
                            "the axial line leaves the section's plane; its part across is not used",
                            "give a trend of 90 or 270 for a section along x"});
  }
  if (s.propagation.enabled) {
    check_survey(c, s);
    check_propagation(c, s.propagation);
  }
  if (s.outputs.snapshot_steps < 0)
    c.error("/outputs/snapshots/every_steps", std::to_string(s.outputs.snapshot_steps) + " is no interval",
            "give 0 for none, or a number of steps");
  if (!(s.outputs.snapshot_interval >= 0.0))
    c.error("/outputs/snapshots/interval", number_text(s.outputs.snapshot_interval) + " is no interval",
            "give seconds above 0");
  if (s.section) check_section(c, *s.section);
  // What is wrong with a variant keeps nobody from running the scenario: it is told.
  for (std::size_t i = 0; i < s.variants.size(); ++i)
    for (const Finding& f : check_scenario(s.variants[i]))
      c.findings.push_back(
          {Severity::warning, "/variants/" + std::to_string(i) + f.path, f.problem, f.remedy});
  return c.findings;
}

}  // namespace foldwave
