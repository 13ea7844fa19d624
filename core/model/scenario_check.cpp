#include "core/model/scenario_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/text.hpp"
#include "core/formats/volumes/npy.hpp"
#include "core/model/checker.hpp"
#include "core/model/layer_sequence.hpp"
#include "core/model/unknown_keys.hpp"
#include "core/model/velocity_json.hpp"

namespace foldwave {

namespace {

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
  const double finest = std::min(grid.h[0], grid.h[1]);
  for (std::size_t i = 0; i < horizon.trains.size(); ++i) {
    const std::string train = path + "/trains/" + std::to_string(i);
    const FoldTrain& t = horizon.trains[i];
    if (!std::isfinite(t.crest[0]) || !std::isfinite(t.crest[1]))
      c.error(train + "/crest", "is not of finite numbers", "give [x, y] in metres");
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
  } else if (const auto* xyz = std::get_if<XyzHorizon>(&spec)) {
    if (xyz->file.empty()) c.error(path + "/file", "is empty", "name a text file of x y z");
  } else if (const auto& mesh = std::get<MeshHorizon>(spec); mesh.file.empty() && mesh.triangles.empty()) {
    c.error(path, "has neither a file nor triangles", "name a GOCAD TSurf, or give vertices and triangles");
  } else if (grid.is_section()) {
    c.error(path + "/type", "a mesh needs a volume, but the grid is a 2D section",
            "give 4 or more nodes along y, or another type of horizon");
  }
}

// `method`: the marching method that needs F above 0; null: any F will do.
void check_speeds(Checker& c, const std::string& path, const FoldParameters& parameters, const char* method) {
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
}

void check_fold(Checker& c, const std::string& path, const FoldEvent& event) {
  const FoldSpec& fold = event.fold;
  const bool exact = fold.method == FoldMethod::automatic || fold.method == FoldMethod::foot_point;
  check_speeds(c, path, fold.parameters, exact ? nullptr : fold_method_name(fold.method));
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
    check_speeds(c, at, station.parameters, "pmm");
    for (std::size_t j = 0; j < i; ++j)
      if (fold.varies->stations[j].position == station.position)
        c.error(at + "/position", "is that of station " + std::to_string(j) + ", too",
                "give each station a place of its own");
  }
}

void check_layers(Checker& c, const Scenario& s, const std::vector<LayerSequence>& sequences) {
  const LayerStack& stack = s.stack;
  const auto count = static_cast<int>(stack.layers.size());
  if (count < 2 || count > 250)
    c.error("/layers/list", std::to_string(count) + " layers cannot be used", "give 2 to 250 layers");
  const int oldest = sequences.back().first;
  const int top = stack.horizon_is_top_of;
  if (count >= 2 && (top <= oldest || top >= count))
    c.error(
        "/layers/horizon_is_top_of",
        std::to_string(top) + (top >= 1 && top <= oldest ? " is not the top of a layer of the folded rock "
                                                           "with another such layer above it"
                                                         : " is no such layer"),
        "give " + std::to_string(oldest + 1) + " to " + std::to_string(count - 1));
  const auto endless = [&](int layer) {
    return layer + 1 == count || std::any_of(sequences.begin(), sequences.end(),
                                             [&](const LayerSequence& q) { return q.first == layer; });
  };
  for (int i = 0; i < count; ++i) {
    const Layer& layer = stack.layers[static_cast<std::size_t>(i)];
    const std::string path = "/layers/list/" + std::to_string(i);
    c.ranges(path, layer);
    if (!endless(i))
      c.positive(path + "/thickness", layer.thickness, "thickness");
    else if (!(layer.thickness >= 0.0))
      c.error(path + "/thickness", number_text(layer.thickness) + " is no thickness",
              "give 0 or more, or leave it out");
    if ((layer.density > 0.0) != (stack.layers.front().density > 0.0))
      c.error(path + "/density", layer.density > 0.0 ? "is given, but not for every layer" : "is missing",
              "give every layer a density, or none");
  }
  const double cell = s.grid.h[2];
  for (int i = 0; i < oldest; ++i)
    if (const double thick = stack.layers[static_cast<std::size_t>(i)].thickness; !endless(i) && thick < cell)
      c.findings.push_back({Severity::warning, "/layers/list/" + std::to_string(i) + "/thickness",
                            number_text(thick) + " m is thinner than a cell of " + number_text(cell) + " m",
                            "the layer may have holes: use a finer grid or a thicker layer"});
}

// A key that the file's format has no use for is a slip: what it asks for would not be done.
void check_velocity_keys(Checker& c, const std::string& path, const VelocityFile& velocity) {
  const VolumeLayout usual, &layout = velocity.layout;
  const VelocityFormat format = velocity_format(velocity.file);
  const bool hdf = is_hdf_velocity(velocity.file), npy = is_npy(velocity.file);
  const bool vti = format == VelocityFormat::vti || hdf, segy = format == VelocityFormat::segy;
  const bool by_headers = segy && layout.spacing == usual.spacing;
  const std::string owner = hdf    ? "a .hdf file"
                            : vti  ? "a .vti file"
                            : npy  ? "a .npy file"
                            : segy ? "a SEG-Y file"
                                   : "a file of raw values";
  const auto refuse = [&](bool wrong, const std::string& key, bool wants_spacing = false) {
    if (wrong)
      c.error(path + "/" + key, "is of no use for " + owner + (wants_spacing ? " without spacing" : ""),
              wants_spacing ? "give spacing, too, or leave it out" : "leave it out");
  };
  refuse(!vti && !velocity.array.empty(), "array");
  refuse(vti && layout.nodes != usual.nodes, "nodes");
  refuse(vti && layout.spacing != usual.spacing, "spacing");
  refuse((vti || by_headers) && !(layout.origin == usual.origin), "origin", by_headers);
  refuse((vti || by_headers) && !layout.axes.empty(), "axes", by_headers);
  refuse((vti || segy || npy) && layout.big_endian, "byte_order");
}

}  // namespace

void check_velocity(Checker& c, const std::string& path, const VelocityFile& velocity) {
  const VolumeLayout& layout = velocity.layout;
  if (velocity.file.empty())
    c.error(path + "/file", "is empty", "name a .vti, .hdf, SEG-Y, .npy or raw file");
  c.ranges(path, velocity);
  if (layout.nodes != VolumeLayout{}.nodes)
    for (std::size_t a = 0; a < 3; ++a)
      c.between(path + "/nodes/" + std::to_string(a), layout.nodes[a], 1, 1e6);
  if (layout.spacing != VolumeLayout{}.spacing)
    for (std::size_t a = 0; a < 3; ++a)
      c.positive(path + "/spacing/" + std::to_string(a), layout.spacing[a], "spacing");
  c.finite(path + "/origin", layout.origin);
  std::string letters = layout.axes;
  std::sort(letters.begin(), letters.end());
  if (!letters.empty() && letters != "xyz")
    c.error(path + "/axes", "\"" + layout.axes + "\" is no order of axes",
            "give x, y and z in the file's order, the fastest first: \"zxy\"");
  check_velocity_keys(c, path, velocity);
}

namespace {

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

void check_markers(Checker& c, const std::vector<Marker>& markers) {
  if (markers.size() > most_markers)
    c.error("/markers", std::to_string(markers.size()) + " markers are too many",
            "keep at most " + std::to_string(most_markers));
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const std::string path = "/markers/" + std::to_string(i);
    if (const auto* const plane = std::get_if<PlaneMarker>(&markers[i])) {
      c.ranges(path, *plane);
      c.finite(path + "/point", plane->point);
      continue;
    }
    const auto& line = std::get<LineMarker>(markers[i]);
    c.finite(path + "/from", line.from);
    c.finite(path + "/to", line.to);
    if (line.from == line.to)
      c.findings.push_back({Severity::warning, path + "/to",
                            "the marker's line has no length: it is not drawn", "give two different ends"});
  }
}

// What only a fold that is alone can do: several are undone by their foot points.
void check_among_others(Checker& c, const std::string& path, const FoldEvent& event) {
  if (std::holds_alternative<MeshHorizon>(event.horizon))
    c.error(path + "/horizon/type", "\"mesh\" cannot be one of several folds",
            "give its horizon as points, trains or picks");
  if (event.fold.varies)
    c.error(path + "/fold/varies", "speeds that vary cannot be those of one of several folds",
            "give lambda, or F and psi");
  if (event.fold.method == FoldMethod::pmm)
    c.error(path + "/fold/method", "\"pmm\" solves one fold alone", "use \"auto\" or \"foot-point\"");
}

void check_fold_event(Checker& c, const std::string& path, const FoldEvent& event, bool alone,
                      const Grid3& grid) {
  check_fold(c, path + "/fold", event);
  if (!alone) check_among_others(c, path, event);
  const Vec3 b = event.fold.advection();
  if (grid.is_section() && std::abs(b.y) > 1e-6 * std::sqrt(dot(b, b)))
    c.findings.push_back({Severity::warning, path + "/fold/axial_line/trend",
                          "the shear direction leaves the section's plane; its part across is not used",
                          "give a trend of 90 or 270 for a section along x"});
}

void check_cut(Checker& c, const std::string& path, const FoldEvent& event, bool oldest, bool youngest) {
  const std::string type = event_type_names[static_cast<std::size_t>(event.type)];
  if (oldest)
    c.error(path + "/type", "\"" + type + "\" is the oldest event: there is no rock yet to be cut away",
            "put a fold before it");
  if (event.type == EventType::erosion && !youngest)
    c.error(path + "/type", "\"erosion\" has a younger event",
            "move it to the end, or make it an \"unconformity\"");
  if (std::holds_alternative<MeshHorizon>(event.horizon))
    c.error(path + "/horizon/type", "\"mesh\" cannot be a surface down to which rock was cut away",
            "give it as points, trains, a plane or picks");
}

// Each cut takes layers from the list, and the oldest sequence keeps two; deposits that are refused take
// none.
std::vector<LayerSequence> check_deposits(Checker& c, const Scenario& s) {
  const auto layers = static_cast<int>(s.stack.layers.size());
  const std::vector<LayerSequence> undivided{{0, 0, layers}};
  int taken = 0;
  for (std::size_t e = s.events.size(); e-- > 1;) {
    const FoldEvent& event = s.events[e];
    if (!event.cuts()) continue;
    const bool erosion = event.type == EventType::erosion;
    const int deposits = erosion ? 1 : event.deposits;
    if (deposits < 1) return undivided;
    if (deposits > layers - 2 - taken) {
      c.error("/events/" + std::to_string(e) + (erosion ? "/type" : "/deposits"),
              "of " + std::to_string(layers) + " layers, " + std::to_string(taken) +
                  " lie above these deposits: " + std::to_string(deposits) +
                  " more leave fewer than two for the folded rock",
              "add layers at the top of the list" + std::string(erosion ? "" : ", or give fewer deposits"));
      return undivided;
    }
    taken += deposits;
  }
  return layer_sequences(s.events, layers);
}

void check_events(Checker& c, const Scenario& s) {
  if (s.events.empty()) c.error("/events", "there is no event", "add one fold");
  if (s.events.size() > most_events)
    c.error("/events", std::to_string(s.events.size()) + " events are too many",
            "keep at most " + std::to_string(most_events));
  const int folds = fold_count(s);
  for (std::size_t i = 0; i < s.events.size(); ++i) {
    const FoldEvent& event = s.events[i];
    const std::string path = "/events/" + std::to_string(i);
    c.ranges(path, event);
    check_horizon(c, path + "/horizon", event.horizon, s.grid);
    if (event.cuts())
      check_cut(c, path, event, i == 0, i + 1 == s.events.size());
    else
      check_fold_event(c, path, event, folds == 1, s.grid);
  }
}

}  // namespace

Findings check_scenario(const Scenario& s) {
  Checker c;
  check_grid(c, s.grid);
  check_events(c, s);
  check_layers(c, s, check_deposits(c, s));
  if (s.velocity) check_velocity(c, "/velocity", *s.velocity);
  if (s.propagation.enabled) {
    check_survey(c, s);
    check_propagation(c, s);
  }
  if (s.imaging) check_imaging(c, s);
  c.ranges("/outputs", s.outputs);
  if (s.section) check_section(c, *s.section);
  check_markers(c, s.markers);
  for (Finding& f : unknown_keys(s))
    c.findings.push_back(std::move(f));
  // What is wrong with a variant keeps nobody from running the scenario: it is told.
  for (std::size_t i = 0; i < s.variants.size(); ++i)
    for (const Finding& f : check_scenario(s.variants[i]))
      c.findings.push_back({std::min(f.severity, Severity::warning),
                            "/variants/" + std::to_string(i) + f.path, f.problem, f.remedy});
  return c.findings;
}

}  // namespace foldwave
