// What comes back from faces: sponge and CPML pads against a domain too large for echoes, and the free
// surface.
#include <string>

#include "core/engine/backend.hpp"
#include "core/verify/wave_cases.hpp"
#include "core/wave/source/wavelet.hpp"

namespace foldwave {

namespace {

struct Pads {
  Boundary boundary = Boundary::sponge;
  double velocity = 2000.0, courant = 0.3, near = 50.0;  // of the receivers to a side, metres
  double duration = 1.2;
  int more = 120;  // nodes on all sides of the large domain
};

// The largest difference of traces near three sides and two corners of a section, at 10 m and 10 Hz, over
// their peaks.
double pad_residual(const Backend& backend, const Pads& c, const Job& job) {
  constexpr double h = 10.0, frequency = 10.0;
  const auto shot = [&](int more) {
    const int n = 61 + 2 * more;
    const Grid3 grid = make_grid({n, 1, n}, {h, h, h});
    const Field<float> field(grid.n, static_cast<float>(c.velocity));
    WaveModel model;
    model.grid = grid;
    model.velocity = borrowed(field);
    model.dt = c.courant * h / c.velocity;
    model.steps = static_cast<int>(c.duration / model.dt);
    model.boundaries = all_faces(c.boundary);
    model.frequency = frequency;
    Wavelet wavelet;
    wavelet.frequency = frequency;
    const double o = more * h;
    model.sources.push_back(
        {{o + 300.0, 0.0, o + 300.0}, wavelet_series(wavelet, 0.0, 1.0, model.dt, model.steps)});
    for (int r = 0; r <= 12; ++r)
      model.receivers.push_back({o + 50.0 * r, 0.0, o + 600.0 - c.near});
    return record(backend, model, job);
  };
  return gather_difference(shot(0), shot(c.more));
}

// In 3D nothing is left once the direct wave is past. Pads of 600 m.
double sponge_residual_3d(const Backend& backend, double h, const Job& job) {
  constexpr double velocity = 2000.0, frequency = 10.0, side = 420.0;
  const double dt = 0.3 * h / velocity;
  const int n = static_cast<int>(side / h) + 1;
  const Grid3 grid = make_grid({n, n, n}, {h, h, h});
  const Field<float> field(grid.n, static_cast<float>(velocity));
  WaveModel model;
  model.grid = grid;
  model.velocity = borrowed(field);
  model.dt = dt;
  model.steps = static_cast<int>(0.9 / dt);
  model.boundaries = all_faces(Boundary::sponge);
  model.pad_cells = static_cast<int>(600.0 / h);
  Wavelet wavelet;
  wavelet.frequency = frequency;
  const Vec3 source{210.0, 210.0, 210.0};
  model.sources.push_back({source, wavelet_series(wavelet, 0.0, 1.0, dt, model.steps)});
  model.receivers = {{210.0, 210.0, 390.0}, {30.0, 210.0, 390.0}, {30.0, 390.0, 30.0}};
  const Gather gather = record(backend, model, job);
  double residual = 0.0;
  for (std::size_t r = 0; r < gather.receivers.size(); ++r) {
    auto trace = trace_of(gather, r);
    const double incident = largest_magnitude(trace);
    const double past = norm(model.receivers[r] - source) / velocity + wavelet.peak_time() + 1.5 / frequency;
    trace.erase(trace.begin(), trace.begin() + static_cast<std::ptrdiff_t>(past / dt));
    residual = worst_of(residual, largest_magnitude(trace) / incident);
  }
  return residual;
}

// Under a free surface the field is that of the whole space less its mirror image: both are computed, so what
// is left is the error of the reflection coefficient -1 alone.
double free_surface_error(const Backend& backend, const Job& job) {
  constexpr int depth = 40;
  constexpr double h = 10.0, dt = 5e-4;
  const auto shot = [&](int above, const std::vector<Vec3>& receivers) {
    const Grid3 grid = make_grid({70, 40, depth + above + 1}, {h, h, h});
    const Field<float> field(grid.n, 2000.0F);
    WaveModel model;
    model.grid = grid;
    model.velocity = borrowed(field);
    model.dt = dt;
    model.steps = 700;
    const double surface = above * h;
    model.sources.push_back({{100.0, 200.0, surface + 120.0}, wavelet_series({}, 0.0, 1.0, dt, model.steps)});
    for (Vec3 receiver : receivers) {
      receiver.z += surface;
      model.receivers.push_back(receiver);
    }
    return record(backend, model, job);
  };
  std::vector<Vec3> below, both;
  for (const double offset : {0.0, 100.0, 300.0, 500.0})
    below.push_back({100.0 + offset, 200.0, 60.0});
  both = below;
  for (const Vec3& p : below)
    both.push_back({p.x, p.y, -p.z});
  const Gather half = shot(0, below), whole = shot(depth, both);
  double error = 0.0;
  for (std::size_t r = 0; r < below.size(); ++r) {
    const auto direct = trace_of(whole, r), image = trace_of(whole, r + below.size());
    auto expected = direct;
    for (std::size_t n = 0; n < expected.size(); ++n)
      expected[n] -= image[n];
    error = worst_of(error, largest_difference(trace_of(half, r), expected) / largest_magnitude(image));
  }
  return error;
}

}  // namespace

void check_sponge(const Verified& verified, VerifyScope scope, const Job& job, Checks& checks) {
  checks.push_back({"wave.sponge", pad_residual(verified.backend, {}, job), 0.03, "of the incident peak",
                    "60 cells of 10 m, 10 Hz, 2000 m/s, in a section, normal to oblique incidence"});
  const double h = scope == VerifyScope::quick ? 30.0 : 10.0;
  checks.push_back({"wave.sponge.3d", sponge_residual_3d(verified.backend, h, job), 0.03,
                    "of the incident peak",
                    "the same in 3D, what is left when the direct wave is past; pads of 600 m in cells of " +
                        std::to_string(static_cast<int>(h)) + " m"});
}

void check_cpml(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  for (const double velocity : {1500.0, 3000.0})
    checks.push_back({"wave.cpml." + std::to_string(static_cast<int>(velocity)),
                      pad_residual(verified.backend,
                                   {.boundary = Boundary::cpml,
                                    .velocity = velocity,
                                    .courant = 0.4,
                                    .near = 20.0,
                                    .duration = 0.25 + 1000.0 / velocity,
                                    .more = 75},
                                   job),
                      0.002, "of the incident peak",
                      "CPML of 10 cells of 10 m, 10 Hz, in a section, against a larger domain"});
}

void check_free_surface(const Verified& verified, VerifyScope, const Job& job, Checks& checks) {
  checks.push_back({"wave.free_surface", free_surface_error(verified.backend, job), 4e-5,
                    "of the image's peak",
                    "field under a free surface against whole space less its image, to 70 degrees"});
}

}  // namespace foldwave
