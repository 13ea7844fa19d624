#include "core/engine/forecast/expected_rates.hpp"

#include <algorithm>
#include <cmath>

#include "core/engine/forecast/step_terms.hpp"

namespace foldwave {

namespace {

constexpr double usual_host_triad = 2e10, usual_device_triad = 2e12;
constexpr double usual_threads = 2.0;  // that the seconds below are of

// Of bytes a node through memory, and what kernels that are bound by their loads take more.
void add_device_steps(double byte, std::vector<ExpectedRate>& all) {
  const double wide = 0.8, close = 0.35;
  const auto of_radius = [&](const std::string& stem, std::span<const int> radii, double at_1, double at_8,
                             double scatter) {
    for (const int radius : radii)
      all.push_back({stem + ".radius" + std::to_string(radius),
                     at_1 * std::pow(at_8 / at_1, (radius - 1) / 7.0), scatter});
  };
  of_radius("device.tiles", all_radii, 22.0 * byte, 55.0 * byte, close);
  of_radius("device.pairs", some_radii, 20.0 * byte, 40.0 * byte, wide);
  of_radius("device.double", some_radii, 60.0 * byte, 120.0 * byte, wide);
  of_radius("device.fourth", some_radii, 80.0 * byte, 150.0 * byte, wide);
  of_radius("device.density", some_radii, 100.0 * byte, 3000.0 * byte, wide);
  of_radius("device.section", some_radii, 20.0 * byte, 40.0 * byte, wide);
  of_radius("device.section.pads", some_radii, 20.0 * byte, 60.0 * byte, wide);
  of_radius("device.section.fourth", some_radii, 60.0 * byte, 150.0 * byte, wide);
  of_radius("device.section.density", some_radii, 60.0 * byte, 2000.0 * byte, wide);
  for (const char* const axes : {"x", "yz", "section"})
    of_radius(std::string("device.pads.") + axes, some_radii, 30.0 * byte, 60.0 * byte, wide);
  for (const char* const kind : {"pairs", "double", "fourth", "density", "section", "section.pads",
                                 "section.fourth", "section.density"})
    all.push_back({std::string("device.") + kind + ".large", 1.1, close});
  of_radius("device.tiles.large", large_radii, 1.3, 1.1, close);
  // To the power of ln(uneven work): e where all of it costs.
  of_radius("device.tiles.uneven", large_radii, 1.6, 2.5, close);
  all.push_back({"device.pairs.uneven", 1.6, close});
  for (const char* const kind :
       {"fourth", "density", "section", "section.pads", "section.fourth", "section.density", "pads"})
    all.push_back({std::string("device.") + kind + ".double", 2.0, close});
  all.push_back({"device.density.fourth", 2.0, close});
  all.push_back({"device.tiles.narrow", 1.1, close});
  all.push_back({"device.launch", 3e-6, wide});
  all.push_back({"device.section.launch", 4e-6, wide});
  all.push_back({"device.tap", 1e-11, wide});
  all.push_back({"device.steps.once", 3e-4, wide});
  all.push_back({"device.cut", 3e-5, wide});
  all.push_back({"device.cut.sounding", 1e-5, wide});
  all.push_back({"device.cut.node", 2e-11, wide});
  all.push_back({"device.cut.hidden", 0.5, wide});
  for (const char* const part : device_cold_parts)
    all.push_back({device_cold_rate(part), 0.02, wide});
  // Of an H200: a process with a device ends a tenth of a second after its last word.
  all.push_back({"program.end", 0.1, 0.3});
}

// The program itself, files and pictures; `host`: how far one thread is from the usual ones.
void add_outputs(double host, std::vector<ExpectedRate>& all) {
  const double wide = 0.8;
  const auto add = [&](const char* name, double value, double scatter) {
    all.push_back({name, value, scatter});
  };
  add("fold.geometry.once", 5e-3, wide);
  add("fold.geometry.node", 5e-9 * host, wide);
  add("fold.geometry.column", 1e-6 * host, wide);
  add("program.once", 0.1, wide);
  add("program.column", 2e-6 * host, wide);
  add("file.once", 3e-3, wide);
  add("file.vti.smooth", 6e-8, wide);
  add("file.vti.layers", 5e-9, wide);
  add("file.surface", 1e-6, wide);
  add("file.trace", 1e-7, wide);
  // The first of a run starts the drawing in software.
  for (const auto& [stage, once] :
       {std::pair{"fold", 0.4}, std::pair{"wave", 0.15}, std::pair{"survey", 0.15}}) {
    all.push_back({std::string(stage) + ".picture.once", once, wide});
    all.push_back({std::string(stage) + ".picture.node", 5e-8, wide});
  }
  add("snapshot.pack", 5e-9 * host, wide);
  add("snapshot.keep", 7e-9 * host, wide);
  add("snapshot.vti", 8e-8, wide);
  add("snapshot.once", 2e-3, wide);
}

// Locations and surveys; `byte`, `share` and `host` as those of waves have them.
void add_imaging(double byte, double share, double host, std::vector<ExpectedRate>& all) {
  const double wide = 0.8;
  const auto add = [&](const char* name, double value, double scatter) {
    all.push_back({name, value, scatter});
  };
  add("image.once", 2e-3, wide);
  add("image.section.tap", 2e-9 * share, wide);
  add("image.volume.tap", 1e-9 * share, wide);
  add("image.look", 12.0 * byte, wide);
  add("image.map", 8e-9 * host, wide);
  add("image.section.refine", 1.0, 0.3);
  add("image.volume.refine", 1.0, 0.3);
  add("image.traces", 4e-10 * host, wide);
  add("survey.wave", 1.25, 0.4);
  add("survey.shot", 5e-3, wide);
  add("survey.strip", 1e-9, wide);
}

}  // namespace

std::string device_cold_rate(const std::string& part) {
  return "device.cold." + part;
}

std::vector<ExpectedRate> expected_rates(const MachineBounds& bounds, int threads, bool on_host) {
  const double triad = bounds.triad > 0.0 ? bounds.triad : on_host ? usual_host_triad : usual_device_triad;
  const double byte = 1.0 / triad;  // s
  // Work that arithmetic bounds goes with the threads.
  const double share = on_host ? usual_threads / std::max(1, threads) : 0.02;
  const double wide = 0.8, close = 0.35;
  std::vector<ExpectedRate> all;
  const auto add = [&](const char* name, double value, double scatter) {
    all.push_back({name, value, scatter});
  };
  for (const char* const kind : {"wave.volume", "wave.cached", "wave.section"}) {
    const std::string stem = kind;
    all.push_back({stem + ".radius1", 20.0 * byte, wide});
    all.push_back({stem + ".radius4", 24.0 * byte, wide});
    all.push_back({stem + ".radius8", 40.0 * byte, wide});
    // Densities and the fourth order in time take passes of their own.
    const std::pair<const char*, double> of_radius[]{{".density", 3.5}, {".fourth", 2.2}};
    for (const auto& [what, value] : of_radius)
      for (const char* const radius : {".radius1", ".radius4", ".radius8"})
        all.push_back({stem + what + radius, value, close});
    all.push_back({stem + ".double", 2.0, close});
    all.push_back({stem + ".large", 1.1, close});
    all.push_back({stem + ".cpml", 1.0, close});
  }
  // Few short runs are of pads: each tells of all kinds and radii.
  if (on_host) add("wave.cpml", 50.0 * byte, wide);
  if (on_host)
    for (const char* const radius : {".radius1", ".radius4", ".radius8"})
      all.push_back({std::string("wave.cpml") + radius, 1.0, close});
  add("wave.sponge", 1.05, 0.2);
  if (on_host) add("wave.section.rows", 1.3, close);
  if (on_host) add("wave.section.blocked", 0.9, close);
  if (on_host) add("wave.cpml.density", 1.3, close);
  add("wave.row", 1e-8 * share, wide);
  add("wave.step", 2e-5, wide);
  if (on_host) add("wave.begin", 2e-4, wide);
  if (on_host) add("wave.first", 1e-9, wide);
  add("wave.volume.tap", 3e-9 * share, wide);
  add("wave.section.tap", 1e-9 * share, wide);
  if (!on_host) add_device_steps(byte, all);
  add("wave.gather", 4e-9 * share, wide);
  add("wave.gather.part", on_host ? 1e-9 : 1e-11, wide);
  add("wave.set_up.once", on_host ? 2e-4 : 2e-2, wide);
  add("wave.set_up.node", on_host ? 2e-9 : 2e-10, wide);
  add("wave.set_up.double", 1.8, close);
  add("wave.set_up.receiver", 1e-6, wide);
  add("wave.set_up.tap", 5e-8, wide);
  add("wave.rest.once", on_host ? 1e-4 : 1e-3, wide);
  add("wave.rest.node", 2e-10, wide);
  add("wave.rest.density", 1.5, close);
  add("wave.set_up.pads", on_host ? 3e-9 : 5e-10, wide);
  add("wave.set_up.density", on_host ? 3e-9 : 5e-10, wide);
  // What the processor does whatever the device.
  const double host = usual_threads / std::max(1, threads);
  add("wave.model.once", 3e-4, wide);
  add("wave.model.node", 2e-9 * host, wide);
  add("wave.model.mean", 3e-9 * host, wide);
  add("wave.model.boundary", 3e-7 * host, wide);
  add("wave.model.density", 8e-9 * host, wide);
  add("wave.model.density.tap", 8e-9 * host, wide);
  add("wave.model.start", 1e-7 * host, wide);
  add("fold.once", 2e-3, wide);
  add("fold.layers", 4e-9 * host, wide);
  add("fold.column", 1e-6 * host, wide);
  add("fold.rest.shock", 1e-6 * host, 1.2);
  add("fold.points", 1e-9, wide);
  add("fold.picks", 0.3, 1.2);
  add("fold.mesh", 0.5, 1.2);
  add("fold.velocity", 2e-8 * host, wide);
  add("fold.solve.once", on_host ? 1e-3 : 5e-3, wide);
  add("fold.foot.volume", 1.3e-8 * share, wide);
  add("fold.foot.section", 4e-8 * share, wide);
  add("fold.foot.shock", 3e-6 * share, 1.2);
  add("fold.foot.shock.fine", 3e-6 * share, 1.2);
  add("fold.foot.column", 4e-7 * share, wide);
  add("fold.undo.volume", 3e-7 * host, wide);
  add("fold.undo.section", 4e-7 * host, wide);
  add("fold.mesh.node", 1e-6 * host, 1.0);
  add("fold.varying", 4e-6 * share, 1.0);
  add("fold.pmm.volume", 3e-8 * share, wide);
  add("fold.pmm.section", 6e-8 * share, wide);
  add("fold.reference", 4e-7, wide);
  add("fold.start.column", 3e-6 * share, wide);
  add("fold.march.shock", 3e-6 * share, 1.2);
  add_outputs(host, all);
  add_imaging(byte, share, host, all);
  return all;
}

Rates rates_of(const Calibration& calibration, bool on_host) {
  return fit_rates(expected_rates(calibration.bounds, calibration.stamp.threads, on_host),
                   calibration.observations());
}

}  // namespace foldwave
