#include "core/engine/forecast/calibration_cases.hpp"

#include <algorithm>
#include <cmath>

#include "core/engine/wave_setup.hpp"

namespace foldwave {

namespace {

constexpr double cell = 10.0;

// Steps of a wave over these nodes that a tenth of a second holds on an ordinary processor: so many that the
// first, which finds nothing in the caches, does not tell.
int steps_for(const std::array<int, 3>& n) {
  const double nodes = 1.0 * n[0] * n[1] * n[2], work = 5e7;
  // Whole passes of several steps, as most of a long run's are.
  return 4 * static_cast<int>(std::clamp(work / nodes / 4.0, 5.0, 500.0));
}

void set_faces(Scenario& s, Boundary boundary) {
  s.propagation.boundaries.fill(boundary);
}

}  // namespace

Scenario short_fold(std::array<int, 3> n) {
  Scenario s;
  s.name = "calibration";
  s.grid.n = n;
  s.grid.h = {cell, cell, cell};
  const Vec3 extent = s.grid.extent();
  FoldTrain train;
  train.amplitude = 0.08 * extent.z;
  train.wavelength = 0.8 * extent.x;
  train.crest = {0.4 * extent.x, 0.0};
  FoldEvent event;
  event.horizon = TrainsHorizon{0.5 * extent.z, {train}};
  event.fold.parameters = FoldParameters::from_lambda(0.4);
  event.fold.axial_line = {90.0, 85.0};
  s.events = {event};
  for (int i = 0; i < 4; ++i) {
    Layer layer;
    layer.name = std::string(1, static_cast<char>('a' + i));
    layer.thickness = 0.15 * extent.z;
    layer.velocity = 2000.0 + 400.0 * i;
    s.stack.layers.push_back(layer);
  }
  s.stack.horizon_is_top_of = 2;
  s.propagation.enabled = false;
  s.outputs.pictures = false;
  return s;
}

Scenario short_wave(std::array<int, 3> n, int order, int steps) {
  Scenario s = short_fold(n);
  s.propagation.enabled = true;
  s.propagation.order = order;
  s.propagation.interfaces = Interfaces::node;
  set_faces(s, Boundary::free);
  s.propagation.dt = 0.9 * stable_dt(s);
  s.propagation.duration = steps * s.propagation.dt;
  s.survey.wavelet.frequency = 20.0;
  const Vec3 extent = s.grid.extent();
  s.survey.sources = {Source{{0.5 * extent.x, 0.5 * extent.y, 0.5 * extent.z}, 0.0, 1.0, {}}};
  return s;
}

void add_receivers(Scenario& s) {
  const Vec3 extent = s.grid.extent();
  const double depth = 0.1 * extent.z;
  if (s.grid.is_section())
    s.survey.receivers = {
        ReceiverLine{{0.05 * extent.x, 0.0, depth}, {0.95 * extent.x, 0.0, depth}, 1500, {}}};
  else
    s.survey.receivers = {ReceiverCarpet{
        {0.05 * extent.x, 0.05 * extent.y}, {0.95 * extent.x, 0.95 * extent.y}, depth, {50, 50}, {}}};
}

void set_densities(Scenario& s) {
  for (Layer& layer : s.stack.layers)
    layer.density = 2000.0 + 0.1 * layer.velocity;
}

std::vector<Scenario> fold_cases(const Backend& backend) {
  std::vector<Scenario> cases;
  const bool host = backend.on_host();
  const int small = host ? 40 : 96, middle = host ? 64 : 192, large = host ? 100 : 320;
  for (const int n : {small, large, middle})
    cases.push_back(short_fold({n, n, n}));
  cases.push_back(short_fold({5 * middle, 1, 3 * middle}));
  for (const int n : {small, middle}) {
    cases.push_back(short_fold({n, n, n}));
    cases.back().events.front().fold.method = FoldMethod::pmm;
  }
  cases.push_back(short_fold({3 * middle, 1, 2 * middle}));
  cases.back().events.front().fold.method = FoldMethod::pmm;
  // Events are undone on the processor, whatever the back end.
  cases.push_back(short_fold({20, 20, 20}));
  cases.back().events.push_back(cases.back().events.front());
  // Gentle folds, and tight ones in which limbs meet.
  const auto add_train = [&](int n, double factor, FoldMethod method) {
    Scenario s = short_fold({n, n, n});
    std::get<TrainsHorizon>(s.events.front().horizon).trains.front().wavelength *= factor;
    s.events.front().fold.method = method;
    cases.push_back(std::move(s));
  };
  add_train(large, 1.6, FoldMethod::automatic);
  add_train(middle, 0.5, FoldMethod::automatic);
  add_train(middle, 1.6, FoldMethod::pmm);
  add_train(small, 0.6, FoldMethod::pmm);
  add_train(middle, 1.6, FoldMethod::automatic);
  // Boxes that are no cubes, of other shares of parallel folding: fronts of tight folds close sooner there.
  struct Shape {
    std::array<int, 3> eighths;  // of `side`
    double wavelength, lambda;
    FoldMethod method;
  };
  constexpr Shape shapes[]{
      {{5, 9, 12}, 0.9, 0.2, FoldMethod::automatic}, {{12, 6, 6}, 0.6, 0.7, FoldMethod::automatic},
      {{9, 9, 6}, 0.7, 0.1, FoldMethod::automatic},  {{6, 12, 9}, 1.2, 0.5, FoldMethod::automatic},
      {{7, 5, 12}, 0.7, 0.6, FoldMethod::automatic}, {{10, 8, 5}, 0.8, 0.3, FoldMethod::pmm},
      {{5, 8, 9}, 1.0, 0.6, FoldMethod::pmm},        {{8, 6, 7}, 0.6, 0.2, FoldMethod::pmm}};
  const int side = host ? large : middle;
  for (const Shape& shape : shapes) {
    Scenario s =
        short_fold({side * shape.eighths[0] / 8, side * shape.eighths[1] / 8, side * shape.eighths[2] / 8});
    FoldEvent& event = s.events.front();
    std::get<TrainsHorizon>(event.horizon).trains.front().wavelength *= shape.wavelength;
    event.fold.parameters = FoldParameters::from_lambda(shape.lambda);
    event.fold.method = shape.method;
    cases.push_back(std::move(s));
  }
  return cases;
}

std::vector<Scenario> wave_cases(const Backend& backend) {
  if (!backend.on_host()) return device_wave_cases();
  std::vector<Scenario> cases;
  cases.reserve(64);  // references to them are used meanwhile
  const int cached = 64, middle = 112, large = 160;
  const auto add = [&](std::array<int, 3> n, int order) -> Scenario& {
    cases.push_back(short_wave(n, order, steps_for(n)));
    return cases.back();
  };
  const auto cube = [](int n) { return std::array{n, n, n}; };
  const std::array section{6 * middle, 1, 3 * middle}, small_section{2 * middle, 1, middle},
      large_section{14 * middle, 1, 7 * middle};
  // Means over cells take longer than the steps of so short a run: a few are enough.
  add(cube(middle), 8);
  set_faces(add(cube(middle), 8), Boundary::cpml);
  cases.back().propagation.interfaces = Interfaces::cell_average;
  add(cube(cached), 8);
  add(section, 8);
  add(cube(large), 8);
  add(cube(middle), 2);
  add(cube(middle), 16);
  add_receivers(add(cube(middle), 8));
  add(cube(middle), 8).propagation.precision = Precision::binary64;
  set_faces(add(section, 8), Boundary::cpml);
  add(small_section, 8);
  add(large_section, 8);
  set_densities(add(cube(middle), 8));
  add(cube(middle), 8).propagation.time_order = 4;
  set_faces(add(cube(large), 4), Boundary::cpml);
  add(cube(cached), 2);
  add(cube(cached), 16);
  add(section, 2);
  add(section, 16);
  set_faces(add(large_section, 2), Boundary::cpml);
  set_faces(add(cube(cached), 8), Boundary::cpml);
  cases.back().propagation.interfaces = Interfaces::cell_average;
  set_faces(add(cube(middle), 16), Boundary::cpml);
  add_receivers(add(section, 8));
  set_faces(add(cube(middle), 4), Boundary::sponge);
  add(cube(cached / 2), 8);
  add(section, 8).propagation.precision = Precision::binary64;
  add(cube(cached), 8).propagation.precision = Precision::binary64;
  add(cube(large), 12);
  add(cube(large), 16);
  set_densities(add(cube(large), 4));
  add(cube(cached), 2).propagation.time_order = 4;
  set_densities(add(section, 8));
  add(section, 8).propagation.time_order = 4;
  set_densities(add(cube(middle), 16));
  add(cube(large), 14).propagation.time_order = 4;
  set_faces(add(section, 16), Boundary::cpml);
  set_faces(add(cube(middle), 2), Boundary::cpml);
  for (const auto& [n, order] : {std::pair{cube(cached), 12}, std::pair{section, 8}}) {
    set_densities(add(n, order));
    set_faces(cases.back(), Boundary::cpml);
  }
  // Boxes that are no cubes, and orders between.
  struct Shape {
    std::array<double, 3> of_middle;  // 0: a section
    int order;
    bool absorbs, in_double;
  };
  constexpr Shape shapes[]{{{0.7, 0.5, 0.8}, 10, true, false},  {{1.3, 0.6, 0.6}, 2, false, false},
                           {{0.6, 1.0, 0.7}, 12, false, false}, {{0.8, 0.7, 0.9}, 14, true, false},
                           {{1.1, 0.5, 1.2}, 6, false, false},  {{0.6, 0.9, 0.5}, 4, false, false},
                           {{0.9, 1.3, 0.7}, 6, true, true},    {{1.2, 1.1, 1.4}, 10, false, true},
                           {{2.7, 0.0, 3.1}, 10, false, false}, {{4.5, 0.0, 2.2}, 4, true, false},
                           {{2.3, 0.0, 1.8}, 12, true, false},  {{2.4, 0.0, 4.0}, 6, false, true}};
  for (const Shape& shape : shapes) {
    std::array<int, 3> n{};
    for (std::size_t a = 0; a < 3; ++a)
      n[a] = std::max(1, static_cast<int>(shape.of_middle[a] * middle));
    Scenario& s = add(n, shape.order);
    if (shape.absorbs) set_faces(s, Boundary::cpml);
    if (shape.in_double) s.propagation.precision = Precision::binary64;
  }
  // Snapshots: packed and written.
  for (const int n : {cached, middle}) {
    Scenario& s = add(cube(n), 8);
    s.outputs.snapshot_steps = std::max(1, steps_for(cube(n)) / 2);
  }
  return cases;
}

std::vector<Scenario> image_cases(const Backend& backend) {
  std::vector<Scenario> cases;
  const int n = backend.on_host() ? 1 : 4;
  const auto add = [&](ImagingPurpose purpose, std::array<int, 3> nodes, int steps, int receivers) {
    Scenario& s = cases.emplace_back(short_wave(nodes, 8, steps * n));
    set_faces(s, Boundary::cpml);
    s.propagation.pad_cells = 8;  // more would be most of what runs
    const Vec3 extent = s.grid.extent();
    const double depth = 0.1 * extent.z;
    const int side = static_cast<int>(std::sqrt(receivers));
    if (s.grid.is_section())
      s.survey.receivers = {
          ReceiverLine{{0.1 * extent.x, 0.0, depth}, {0.9 * extent.x, 0.0, depth}, receivers, {}}};
    else
      s.survey.receivers = {ReceiverCarpet{
          {0.1 * extent.x, 0.1 * extent.y}, {0.9 * extent.x, 0.9 * extent.y}, depth, {side, side}, {}}};
    s.imaging = Imaging{};
    s.imaging->purpose = purpose;
  };
  // So many steps that every receiver hears the source. No location in a volume: as small a one is refined by
  // half as many waves again as others.
  add(ImagingPurpose::locate, {120 * n, 1, 80 * n}, 400, 40);
  add(ImagingPurpose::focus, {36 * n, 36 * n, 36 * n}, 160, 120);
  add(ImagingPurpose::focus, {120 * n, 1, 80 * n}, 400, 300);
  const auto add_exploding = [&](std::array<int, 3> nodes, int steps, int receivers) {
    add(ImagingPurpose::zero_offset, nodes, steps, receivers);
    cases.back().survey.start = ExplodingReflectors{};
  };
  add_exploding({36 * n, 36 * n, 36 * n}, 100, 40);
  if (backend.on_host()) return cases;
  // A device has time for more.
  add(ImagingPurpose::focus, {48 * n, 30 * n, 40 * n}, 120, 300);
  add_exploding({120 * n, 1, 80 * n}, 300, 200);
  add(ImagingPurpose::focus, {30 * n, 40 * n, 50 * n}, 100, 60);
  cases.back().propagation.order = 4;
  add(ImagingPurpose::locate, {150 * n, 1, 120 * n}, 500, 200);
  return cases;
}

std::vector<Scenario> survey_cases(const Backend& backend) {
  std::vector<Scenario> cases;
  const int n = backend.on_host() ? 1 : 4;
  for (const int shots : {2, 4}) {
    Scenario s = short_wave({180 * n, 1, 90 * n}, 8, 100);
    s.imaging = Imaging{};
    s.imaging->purpose = ImagingPurpose::image;
    s.imaging->survey = ImageSurvey{};
    s.imaging->survey->shots = shots;
    cases.push_back(std::move(s));
  }
  if (backend.on_host()) {
    cases.push_back(cases.front());
    cases.back().imaging->survey->source_field = SourceFieldKey::file;
  }
  return cases;
}

}  // namespace foldwave
