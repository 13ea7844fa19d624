// What the device's steppers must do, as plain functions that give figures with their limits: for the tests,
// and for a device that has no Qt (tests/bench/imaging_pace.cu). What they are held against is the CPU's
// stepper, whose own oracles are in tests/core/wave, or the stepper's own way there.
#pragma once

#include <numeric>
#include <string>

#include "core/imaging/rtm/adjoint_check.hpp"
#include "core/imaging/rtm/rtm.hpp"
#include "gpu/imaging/cuda_stepper.hpp"
#include "gpu/wave/cuda_propagator.hpp"
#include "tests/core/imaging/locate/locate_help.hpp"
#include "tests/core/wave/stepper_help.hpp"
#include "tests/gpu/stepper_threads.hpp"

namespace foldwave::test {

struct StepperFigure {
  std::string name;
  double value = 0.0, limit = 0.0;
  bool good() const { return value <= limit; }
};
using StepperFigures = std::vector<StepperFigure>;

// Every set of faces in a section and a volume, with and without density, of both orders in time.
inline std::vector<StepCase> stepper_cases(Precision precision) {
  std::vector<StepCase> cases;
  for (const auto& faces : step_faces)
    for (const bool section : {true, false})
      for (const bool density : {false, true})
        for (const int time_order : {2, 4}) {
          StepCase c;
          c.faces = faces;
          if (!section) c.n = {19, 18, 17};
          if (!section) c.order = 4;
          c.density = density;
          c.time_order = time_order;
          c.precision = precision;
          cases.push_back(c);
        }
  return cases;
}

// Sections of several blocks, whose pads stand at one end of each axis, with every shape of a block.
inline std::vector<StepCase> large_sections(Precision precision) {
  std::vector<StepCase> cases;
  for (const int order : {2, 8, 12, 14, 16}) {
    StepCase c;
    c.n = {101, 1, 131};
    c.faces = {Boundary::cpml, Boundary::free, Boundary::free,
               Boundary::free, Boundary::free, Boundary::cpml};
    c.order = order;
    c.precision = precision;
    cases.push_back(c);
  }
  return cases;
}

inline double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = a.size() == b.size() && !a.empty() ? 0.0 : INFINITY, most = 0.0;
  for (std::size_t m = 0; m < std::min(a.size(), b.size()); ++m) {
    worst = worst_of(worst, std::abs(a[m] - b[m]));
    most = worst_of(most, std::abs(b[m]));
  }
  return most > 0.0 ? worst / most : INFINITY;
}
inline std::vector<double> as_vector(const Field<double>& field) {
  return {field.values().begin(), field.values().end()};
}
inline double apart(const Field<float>& a, const Field<float>& b) {
  return a.size() == b.size() ? difference(a, b) / largest_of(b) : INFINITY;
}

// Samples and last level of a wave forward, in two goes, with an attached sink.
inline double forward_apart(const StepCase& c) {
  const StepModel model(c);
  const auto there = make_cuda_stepper(model.setup), here = make_cpu_stepper(model.setup);
  std::vector<Field<double>> energies;
  double worst = 0.0;
  const auto far = [&](WaveStepper& wave) {
    const auto energy = wave.make_sink(SinkKind::energy);
    // A section adds to sums within its step.
    wave.attach(*energy, c.n[1] == 1 ? 1 : 3);
    wave.advance(37);
    wave.advance(c.steps - 37);
    energies.push_back(energy->exact_values());
  };
  far(*there);
  far(*here);
  worst = worst_of(worst, apart(there->exact_samples(), here->exact_samples()));
  worst = worst_of(worst, apart(as_vector(energies[0]), as_vector(energies[1])));
  // That one is single precision on a device.
  if (!(std::abs(there->largest() / here->largest() - 1.0) < 1e-5)) worst = INFINITY;
  return worst_of(worst, apart(pressure_of(*there), pressure_of(*here)));
}

// The adjoint's and the Born wave's fields beside the CPU's.
inline double adjoint_apart(const StepCase& c) {
  const StepModel model(c);
  const Field<float> m = random_field(c.n, 1);
  const auto samples = born_samples(model.setup, m);
  double worst = apart(born_samples(model.setup, m, make_cuda_stepper), samples);
  auto data = std::make_shared<Gather>();
  data->dt = model.setup.model.dt;
  data->samples = c.steps + 1;
  data->receivers = model.setup.model.receivers;
  for (const double v : samples)
    data->traces.push_back(static_cast<float>(v));
  if (c.time_order == 4) return worst;
  return worst_of(worst, apart(as_vector(born_adjoint(model.setup, data, make_cuda_stepper)),
                               as_vector(born_adjoint(model.setup, data))));
}

// A kept level goes on as if it had never been left, here and in another stepper: 0, else 1.
inline double levels_lost(const StepCase& c) {
  const StepModel model(c);
  const auto wave = make_cuda_stepper(model.setup), other = make_cuda_stepper(model.setup);
  wave->advance(31);
  const auto kept = wave->levels();
  wave->advance(30);
  const Field<float> expected = pressure_of(*wave);
  const Gather gather = wave->gather();
  other->advance(5);
  for (WaveStepper* const stepper : {wave.get(), other.get()}) {
    stepper->restore(*kept, 31);
    stepper->advance(30);
    const Field<float> found = pressure_of(*stepper);
    if (stepper->step() != 61 || !std::ranges::equal(found.values(), expected.values())) return 1.0;
  }
  return wave->gather().traces == gather.traces && largest_of(expected) > 0.0 ? 0.0 : 1.0;
}

// All kinds of sums over two waves in lockstep.
inline double sinks_apart(const StepCase& c) {
  const StepModel model(c);
  StepperSetup second = model.setup;
  second.model.sources[0].position = 0.7 * second.model.grid.extent();
  double worst = 0.0;
  std::vector<std::vector<double>> sums[2];
  std::vector<Field<int>> steps;
  for (const int device : {0, 1}) {
    const StepperMaker make = device == 1 ? StepperMaker(make_cuda_stepper) : StepperMaker(make_cpu_stepper);
    const auto a = make(model.setup), b = make(second);
    std::vector<std::unique_ptr<WaveSink>> sinks;
    for (const SinkKind kind : {SinkKind::largest, SinkKind::product, SinkKind::energy, SinkKind::rates,
                                SinkKind::rate_energy, SinkKind::opposed, SinkKind::largest})
      sinks.push_back(a->make_sink(kind));
    a->attach(*sinks.back(), 2);
    const WaveStepper* const both[]{a.get(), b.get()};
    for (int n = 0; n < c.steps; ++n) {
      a->advance(1);
      b->advance(1);
      for (std::size_t s = 0; s + 1 < sinks.size(); ++s)
        sinks[s]->add(both);
    }
    for (const auto& sink : sinks)
      sums[device].push_back(as_vector(sink->exact_values()));
    steps.push_back(sinks.back()->steps());
    sinks[2]->clear();
    for (const Field<double> cleared = sinks[2]->exact_values(); const double v : cleared.values())
      worst = worst_of(worst, std::abs(v));
  }
  for (std::size_t s = 0; s < sums[0].size(); ++s)
    worst = worst_of(worst, apart(sums[1][s], sums[0][s]));
  // The step of the largest may be another one where two are as large but for rounding.
  Index otherwise = 0;
  for (Index m = 0; m < steps[0].size(); ++m)
    otherwise += steps[0][m] != steps[1][m] ? 1 : 0;
  return otherwise * 100 <= steps[0].size() ? worst : INFINITY;
}

// The strips of one wave in device memory, host memory, a file and two fifths on the device: 0 where all come
// back alike, bit by bit.
inline double stores_apart(StripPrecision precision, int every) {
  StepCase c;
  c.n = {23, 21, 19};
  c.order = 4;
  c.faces = {faces::C, faces::C, faces::C, faces::S, faces::F, faces::C};
  c.precision = Precision::binary32;
  c.steps = 150;
  StepModel model(c);
  give_slow_wavelet(model);
  std::vector<Field<float>> levels[4];
  StripOptions options{precision, every, c.steps, {}};
  for (const int store : {0, 1, 2, 3}) {
    options.on_device = store == 1 ? 0.0 : store == 3 ? 0.4 : 1.0;
    options.folder = store == 2 ? "/tmp" : "";
    way_back(model, options, 1, make_cuda_stepper,
             [&](const Field<float>& level) { levels[store].push_back(level.clone()); });
  }
  for (const int store : {1, 2, 3})
    for (std::size_t n = 0; n < levels[0].size(); ++n)
      if (!std::ranges::equal(levels[0][n].values(), levels[store][n].values())) return 1.0;
  return levels[0].size() == 150 && largest_of(levels[0][30]) > 0.0 ? 0.0 : 1.0;
}

inline double rounded_way_back(StripPrecision precision) {
  StepCase c;
  c.faces = {faces::C, faces::C, faces::C, faces::C, faces::F, faces::C};
  c.precision = Precision::binary32;
  c.steps = 300;
  StepModel model(c);
  give_slow_wavelet(model);
  return way_back(model, {precision, 3, 300, {}}, 1, make_cuda_stepper);
}

// Levels of a wave that were packed on the device: the largest error over the bound, 1 or less.
inline double packed_levels_apart(std::array<int, 3> n, bool quick, double error = 1e-3) {
  StepCase c;
  c.n = n;
  c.faces = {faces::C, faces::C, faces::C, faces::C, faces::F, faces::C};
  c.precision = Precision::binary32;
  c.steps = 90;
  StepModel model(c);
  give_slow_wavelet(model);
  constexpr int levels = 19;
  const auto wave = make_cuda_stepper(model.setup);
  const auto record = wave->make_field_record({error, quick});
  std::vector<Field<float>> wanted;
  for (int level = 0; level < levels; ++level) {
    wave->keep(*record);
    wave->pressure(wanted.emplace_back(c.n));
    wave->advance(5);
  }
  double worst = record->levels() == levels ? 0.0 : INFINITY;
  Field<float> found(c.n);
  // In turn, as an image asks for them, and in any order.
  std::vector<int> order(levels);
  std::iota(order.rbegin(), order.rend(), 0);
  order.insert(order.end(), {2, 17, 0, 3, 11, 1});
  for (const int level : order) {
    wave->show(*record, 5 * level);
    wave->pressure(found);
    double off = 0.0, peak = 0.0;
    for (Index m = 0; m < found.size(); ++m) {
      const auto value = static_cast<double>(wanted[static_cast<std::size_t>(level)][m]);
      off = worst_of(off, std::abs(static_cast<double>(found[m]) - value));
      peak = worst_of(peak, std::abs(value));
    }
    worst = worst_of(worst, peak > 0.0 ? off / (error * peak) : off);
  }
  // Kept once more, it takes its own place.
  wave->keep(*record);
  return record->levels() == levels ? worst : INFINITY;
}

// Images of a shot over a reflector in a section or a volume: how far those of one field of the source's are
// from those of checkpoints, and from the CPU's.
struct ImagesApart {
  double strips = 0.0, bits16 = 0.0, bits8 = 0.0, from_cpu = 0.0, packed = 0.0, levels = 0.0;
};
inline ImagesApart images_apart(std::array<int, 3> n, int steps) {
  Field<float> truth(n, 2000.0F), background(n, 2000.0F);
  for (int k = 3 * n[2] / 5; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i)
        truth(i, j, k) = 2400.0F;
  WaveModel model;
  model.grid = {n, {10.0, 10.0, 10.0}, {}, {}, {}, 0};
  model.velocity = borrowed(truth);
  model.boundaries.fill(Boundary::cpml);
  model.frequency = 20.0;
  model.dt = 0.0016;
  model.steps = steps;
  std::vector<float> series;
  for (int s = 0; s < 120; ++s) {
    const double a = std::pow(std::numbers::pi * 20.0 * (s * model.dt - 0.06), 2);
    series.push_back(static_cast<float>((1.0 - 2.0 * a) * std::exp(-a)));
  }
  const auto shots = line_of_shots(model.grid, {1, 20.0, 20.0, 1}, series);
  const auto there = model_shots(make_cuda_stepper, model, shots, {});
  model.velocity = borrowed(background);
  const auto direct = model_shots(make_cuda_stepper, model, shots, {});
  const auto data = std::make_shared<Gather>(difference_of(*there[0], *direct[0]));
  const auto image_by = [&](const StepperMaker& make, SourceField field, int every) {
    RtmOptions options;
    options.source_field = field;
    options.strips.every = every;
    return migrate_shot(make, model, shots[0], data, options, {}).image;
  };
  const Field<float> exact = image_by(make_cuda_stepper, SourceField::checkpoints, 1);
  const auto distance = [&](const Field<float>& image) {
    double off = 0.0, size = 0.0;
    for (Index m = 0; m < image.size(); ++m) {
      off += std::pow(static_cast<double>(image[m]) - static_cast<double>(exact[m]), 2);
      size += std::pow(static_cast<double>(exact[m]), 2);
    }
    return std::sqrt(off / size);
  };
  return {distance(image_by(make_cuda_stepper, SourceField::strips, 1)),
          distance(image_by(make_cuda_stepper, SourceField::strips16, 5)),
          distance(image_by(make_cuda_stepper, SourceField::strips8, 5)),
          distance(image_by(make_cpu_stepper, SourceField::strips, 1)),
          distance(image_by(make_cuda_stepper, SourceField::packed, 1)),
          distance(image_by(make_cuda_stepper, SourceField::levels, 1))};
}

// An event in a section whose velocity grows with depth, found by the device alone: cells and steps off; its
// maps beside the CPU's; media at once beside one by one.
struct LocationOff {
  double cells = 0.0, steps = 0.0, maps = 0.0, groups = 0.0, media = 0.0;
};
inline LocationOff location_off() {
  Recording recording({100, 1, 60}, 20.0, 2500.0);
  recording.line(5);
  recording.duration = 1.1;
  for (int k = 0; k < 60; ++k)
    for (int i = 0; i < 100; ++i)
      (*recording.velocity)(i, 0, k) = static_cast<float>(1800.0 + 16.0 * k + 2.0 * i);
  const Blast blast{{1023.0, 0.0, 847.0}, 0.1234, -2.0};
  const auto propagator = make_cuda_wave_propagator();
  const LocateResult found =
      locate({*propagator, make_cuda_stepper}, recording.gather({blast}), recording.setup(), {}, {});
  LocationOff off;
  if (found.events.size() != 1) return {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
  off.cells = norm(found.events.front().state.position - blast.at) / 20.0;
  off.steps = std::abs(found.events.front().state.time - blast.time) / recording.dt;
  const Field<float> draws = random_field({static_cast<int>(recording.receivers.size()) * 300, 1, 1}, 5);
  const Traces traces{recording.receivers, 300, {draws.values().begin(), draws.values().end()}};
  const WaveModel medium = recording.medium();
  const FocusMaps there = reverse_in_time(make_cuda_stepper, medium, traces, 4, {true, 100}, {});
  const FocusMaps here = reverse_in_time(make_cpu_stepper, medium, traces, 4, {true, 100}, {});
  off.maps = worst_of(apart(there.peak, here.peak), apart(there.energy, here.energy));
  off.groups = apart(reverse_groups(make_cuda_stepper, medium, traces, 4, 3, 2, {}).peak,
                     reverse_groups(make_cpu_stepper, medium, traces, 4, 3, 2, {}).peak);
  const auto several = reverse_in_media(make_cuda_stepper, std::vector(5, medium), traces, 4, 3, {});
  for (const FocusMaps& one : several)
    if (several.size() != 5 || !std::ranges::equal(one.peak.values(), there.peak.values()) ||
        !std::ranges::equal(one.time.values(), there.time.values()))
      off.media = 1.0;
  return off;
}

inline Shot shot_of(const StepModel& model) {
  return {model.setup.model.sources.front(), model.setup.model.receivers};
}

template <class Measure>
double worst_of_cases(const std::vector<StepCase>& cases, const Measure& measure) {
  double worst = 0.0;
  for (const StepCase& c : cases)
    worst = worst_of(worst, measure(c));
  return worst;
}

inline double transpose_apart(const StepCase& c) {
  if (c.time_order == 4) return 0.0;
  const StepModel model(c);
  return adjoint_error(make_cuda_stepper, model.setup.model, shot_of(model), {});
}

// Grids that are all strip, of every radius.
inline double thin_way_back() {
  using namespace faces;
  double worst = 0.0;
  for (const int order : {2, 8, 16})
    for (const int rows : {1, order / 2 + 1}) {
      StepCase c;
      c.order = order;
      c.n = {order / 2 + 1, rows, order / 2 + 1};
      c.faces = {C, F, C, C, S, S};
      worst = worst_of(worst, way_back(StepModel(c), {}, 1, make_cuda_stepper));
      c.precision = Precision::binary32;
      worst = worst_of(worst, 1e-5 * way_back(StepModel(c), {}, 1, make_cuda_stepper));
    }
  return worst;
}

// What is no number is infinite to `largest`, whatever else the field holds.
inline double nan_missed() {
  StepCase c;
  c.faces.fill(Boundary::cpml);
  c.precision = Precision::binary32;
  StepModel model(c);
  model.setup.model.sources[0].series[2] = std::numeric_limits<float>::quiet_NaN();
  const auto wave = make_cuda_stepper(model.setup);
  wave->advance(2);
  const bool finite_before = std::isfinite(wave->largest());
  wave->advance(20);
  return finite_before && std::isinf(wave->largest()) ? 0.0 : 1.0;
}

// On the way back there is nothing but the user's grid.
inline double pads_loud(const StepCase& c) {
  const StepModel model(c);
  const auto wave = make_cuda_stepper(model.setup);
  const auto strips = wave->make_strip_record({});
  wave->record(*strips);
  wave->advance(c.steps);
  wave->turn_back(*strips);
  double worst = 0.0;
  for (int n = 0; n < 5; ++n) {
    wave->advance(1);
    worst = worst_of(worst, std::abs(wave->largest() / largest_of(pressure_of(*wave)) - 1.0));
  }
  return worst;
}

inline StepperFigures stepper_figures() {
  const auto single = stepper_cases(Precision::binary32), twice = stepper_cases(Precision::binary64);
  const auto home = [](const StepCase& c) { return way_back(StepModel(c), {}, 1, make_cuda_stepper); };
  StepCase sinks;
  sinks.n = {17, 15, 13};
  sinks.order = 4;
  sinks.faces = {faces::C, faces::F, faces::C, faces::C, faces::F, faces::S};
  sinks.steps = 60;
  StepCase taylor;
  taylor.faces = step_faces[4];
  const StepModel derivative(taylor);
  const ImagesApart section = images_apart({101, 1, 61}, 500), volume = images_apart({37, 33, 35}, 300);
  const LocationOff location = location_off();
  return {
      {"forward, single", worst_of_cases(single, forward_apart), 2e-5},
      {"forward, double", worst_of_cases(twice, forward_apart), 1e-14},
      {"forward, large sections, single", worst_of_cases(large_sections(Precision::binary32), forward_apart),
       2e-5},
      {"forward, large sections, double", worst_of_cases(large_sections(Precision::binary64), forward_apart),
       1e-14},
      {"backward, single", worst_of_cases(single, home), 4e-6},
      {"backward, double", worst_of_cases(twice, home), 2e-11},
      {"backward, thin", thin_way_back(), 0.0},
      {"backward, pads", worst_of_cases(single, pads_loud), 0.0},
      {"backward, 16 bits", rounded_way_back(StripPrecision::bits16), 1e-3},
      {"backward, 8 bits", rounded_way_back(StripPrecision::bits8), 1e-2},
      {"strips elsewhere, exact", stores_apart(StripPrecision::exact, 1), 0.0},
      {"strips elsewhere, 16 bits", stores_apart(StripPrecision::bits16, 3), 0.0},
      {"strips elsewhere, 8 bits", stores_apart(StripPrecision::bits8, 4), 0.0},
      {"threads side by side", static_cast<double>(unlike_side_by_side()), 0.0},
      {"kept levels", worst_of_cases(single, levels_lost), 0.0},
      {"sums over time", sinks_apart(sinks), 1e-14},
      {"Born and adjoint beside the CPU's, single", worst_of_cases(single, adjoint_apart), 4e-5},
      {"Born and adjoint beside the CPU's, double", worst_of_cases(twice, adjoint_apart), 5e-14},
      {"<F m, d> = <m, F'd>, single", worst_of_cases(single, transpose_apart), 1e-6},
      {"<F m, d> = <m, F'd>, double", worst_of_cases(twice, transpose_apart), 3e-14},
      {"Taylor's order",
       std::abs(taylor_order(make_cuda_stepper, derivative.setup.model, shot_of(derivative), {}) - 2.0),
       3e-3},
      {"image by strips, section", section.strips, 5e-6},
      {"image by 16 bits, section", section.bits16, 1e-3},
      {"image by 8 bits, section", section.bits8, 1e-2},
      {"image by packed levels, section", section.packed, 1e-2},
      {"image by packed levels, volume", volume.packed, 1e-2},
      {"packed levels by wave over their error", packed_levels_apart({70, 33, 31}, false), 1.00001},
      {"packed levels too fine for wave", packed_levels_apart({70, 33, 31}, false, 1e-5), 1.001},
      {"packed levels by quick over their error", packed_levels_apart({70, 33, 31}, true), 1.00001},
      {"image beside the CPU's, section", section.from_cpu, 1e-5},
      {"image by strips, volume", volume.strips, 1e-6},
      {"image by 16 bits, volume", volume.bits16, 1e-3},
      {"image beside the CPU's, volume", volume.from_cpu, 5e-6},
      {"what is no number", nan_missed(), 0.0},
      {"location, cells", location.cells, 0.03},
      {"location, steps", location.steps, 0.05},
      {"maps of a reversal beside the CPU's", location.maps, 8e-6},
      // The cube root of what is small but for rounding.
      {"groups beside the CPU's", location.groups, 1e-3},
      {"media at once", location.media, 0.0},
  };
}

}  // namespace foldwave::test
