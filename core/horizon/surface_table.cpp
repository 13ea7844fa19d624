#include "core/horizon/surface_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/horizon/horizon.hpp"

namespace foldwave {

namespace {

constexpr int most_nodes = 2046;  // a side
constexpr double endless = std::numeric_limits<double>::infinity();
constexpr MapDomain everywhere{-endless, -endless, endless, endless};

struct Raw {
  BsplineGrid grid;  // ny = 1: one row of coefficients
  MapDomain domain = everywhere;
};

Raw sample(const PlaneSurface& s, bool section, double section_y, const MapDomain& wanted, double) {
  const double width = std::max({wanted.x1 - wanted.x0, wanted.y1 - wanted.y0, 1e-300});
  Raw raw{{wanted.x0, section ? section_y : wanted.y0, width, width, 2, section ? 1 : 2, {}}};
  for (int j = 0; j < (section ? 1 : 4); ++j)
    for (int i = 0; i < 4; ++i)
      raw.grid.coefficients.push_back(s.f0 + s.fx * (wanted.x0 + (i - 1) * width) +
                                      s.fy * (section ? section_y : wanted.y0 + (j - 1) * width));
  return raw;
}

// One axis of coefficients carried on along their last step to reach `low` and `high`. The natural ends make
// that the same surface as going on along the rim's slope, and single precision keeps its digits there.
struct Extension {
  int before, after;  // coefficients more
};

Extension extension_to(double low, double high, double x0, double h, int n) {
  const auto cells = [&](double beyond, int room) {
    return static_cast<int>(std::clamp(std::ceil(beyond / h), 0.0, static_cast<double>(std::max(room, 0))));
  };
  const int before = cells(x0 - low, (most_nodes - n) / 2);
  return {before, cells(high - (x0 + (n - 1) * h), most_nodes - n - before)};
}

// Coefficient i of a row of n, or its continuation.
double carried_on(const double* c, int n, std::ptrdiff_t stride, int i) {
  if (i < 0) return c[0] + i * (c[stride] - c[0]);
  const double* const last = c + (n - 1) * stride;
  if (i >= n) return *last + (i - n + 1) * (*last - *(last - stride));
  return c[i * stride];
}

BsplineGrid extended(const BsplineGrid& s, const MapDomain& wanted) {
  const Extension ex = extension_to(wanted.x0, wanted.x1, s.x0, s.dx, s.nx);
  const Extension ey = s.ny == 1 ? Extension{0, 0} : extension_to(wanted.y0, wanted.y1, s.y0, s.dy, s.ny);
  BsplineGrid g{s.x0 - ex.before * s.dx,     s.y0 - ey.before * s.dy,     s.dx, s.dy,
                s.nx + ex.before + ex.after, s.ny + ey.before + ey.after, {}};
  const int given_row = s.nx + 2;
  const int given_rows = s.ny == 1 ? 1 : s.ny + 2;
  const int row = g.nx + 2;
  const int rows = g.ny == 1 ? 1 : g.ny + 2;
  std::vector<double> wide(static_cast<std::size_t>(row) * static_cast<std::size_t>(given_rows));
  for (int j = 0; j < given_rows; ++j)
    for (int i = 0; i < row; ++i)
      wide[static_cast<std::size_t>(j * row + i)] =
          carried_on(s.coefficients.data() + j * given_row, given_row, 1, i - ex.before);
  if (rows == 1) {
    g.coefficients = std::move(wide);
    return g;
  }
  g.coefficients.resize(static_cast<std::size_t>(row) * static_cast<std::size_t>(rows));
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < row; ++i)
      g.coefficients[static_cast<std::size_t>(j * row + i)] =
          carried_on(wide.data() + i, given_rows, row, j - ey.before);
  return g;
}

// In a section the row that the plane of the section cuts out of the spline is a spline again.
Raw sample(const BsplineGrid& s, bool section, double section_y, const MapDomain& wanted, double) {
  if (!section) return {extended(s, wanted)};
  BsplineGrid line{s.x0, section_y, s.dx, 1.0, s.nx, 1, {}};
  const auto row = static_cast<std::size_t>(s.nx) + 2;
  line.coefficients.assign(row, 0.0);
  const double along = std::clamp((section_y - s.y0) / s.dy, 0.0, s.ny - 1.0);
  const int j = std::min(static_cast<int>(along), s.ny - 2);
  const auto b = surface_detail::weights_at(along - j);
  const double beside = (section_y - s.y0) / s.dy - along;
  const double weight[4] = {b.w0 + beside * b.d0, b.w1 + beside * b.d1, b.w2 + beside * b.d2,
                            b.w3 + beside * b.d3};
  for (std::size_t m = 0; m < 4; ++m)
    for (std::size_t i = 0; i < row; ++i)
      line.coefficients[i] += weight[m] * s.coefficients[(static_cast<std::size_t>(j) + m) * row + i];
  return {extended(line, wanted)};
}

// A cosine sampled every h into a cubic B-spline comes back with the amplitude sinc^4(k h / 2), and with
// aliases of (k h)^4 / 779 of it. The coefficients undo the first; the spacing keeps the second small.
double amplitude_gain(double k, double h) {
  const double half = 0.5 * k * h;
  if (std::abs(half) < 1e-6) return 1.0;
  const double sinc = std::sin(half) / half;
  return 1.0 / (sinc * sinc * sinc * sinc);
}

// Coefficient (i, j) is at x0 + (i - 1) dx.
double place(double start, double step, std::ptrdiff_t index) {
  return start + (static_cast<double>(index) - 1.0) * step;
}

void add_cosines(const TrainSurface& s, BsplineGrid& g, int row, int rows) {
  std::vector<double> cosine(static_cast<std::size_t>(row));
  std::vector<double> sine(cosine.size());
  const bool section = g.ny == 1;
  for (const TrainSurface::Train& t : s.trains) {
    const double gain =
        t.amplitude * amplitude_gain(t.kx, g.dx) * (section ? 1.0 : amplitude_gain(t.ky, g.dy));
    for (std::size_t i = 0; i < cosine.size(); ++i) {
      const double phase = t.kx * (g.x0 + (static_cast<double>(i) - 1.0) * g.dx) + t.phase;
      cosine[i] = gain * std::cos(phase);
      sine[i] = gain * std::sin(phase);
    }
#pragma omp parallel for schedule(static)
    for (int j = 0; j < rows; ++j) {
      const double across = t.ky * (section ? g.y0 : g.y0 + (j - 1.0) * g.dy);
      const double c = std::cos(across);
      const double d = std::sin(across);
      double* const out = g.coefficients.data() + static_cast<std::ptrdiff_t>(j) * row;
      for (std::size_t i = 0; i < cosine.size(); ++i)
        out[i] -= cosine[i] * c - sine[i] * d;
    }
  }
}

// The coefficients of any smooth surface from its samples, by differences:
//   1 - d^2 / 6 + 7 d^4 / 240 = sinc^-4(k h / 2) to the order (k h)^6
constexpr std::array<double, 3> from_samples{1.0 + 1.0 / 3.0 + 42.0 / 240.0, -1.0 / 6.0 - 28.0 / 240.0,
                                             7.0 / 240.0};

void add_profiles(const TrainSurface& s, BsplineGrid& g, int row, int rows) {
  const bool section = g.ny == 1;
  const int above = section ? 0 : 2;  // rows of samples beyond the coefficients
  const auto width = static_cast<std::size_t>(row);
  std::vector<double> lines(width * static_cast<std::size_t>(rows + 2 * above));
#pragma omp parallel for schedule(static)
  for (int j = 0; j < rows + 2 * above; ++j) {
    std::vector<double> samples(width + 4);
    const double y = section ? g.y0 : place(g.y0, g.dy, j - above);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double x = place(g.x0, g.dx, static_cast<std::ptrdiff_t>(i) - 2);
      for (const TrainSurface::Train& t : s.trains)
        samples[i] -= t.amplitude * t.profile.value(t.kx * x + t.ky * y + t.phase);
    }
    double* const line = lines.data() + width * static_cast<std::size_t>(j);
    for (std::size_t i = 0; i < width; ++i)
      line[i] = from_samples[0] * samples[i + 2] + from_samples[1] * (samples[i + 1] + samples[i + 3]) +
                from_samples[2] * (samples[i] + samples[i + 4]);
  }
#pragma omp parallel for schedule(static)
  for (int j = 0; j < rows; ++j) {
    double* const out = g.coefficients.data() + static_cast<std::ptrdiff_t>(j) * row;
    const double* const line = lines.data() + width * static_cast<std::size_t>(j + above);
    const auto w = static_cast<std::ptrdiff_t>(width);
    for (std::ptrdiff_t i = 0; i < w; ++i)
      out[i] += section ? line[i]
                        : from_samples[0] * line[i] + from_samples[1] * (line[i - w] + line[i + w]) +
                              from_samples[2] * (line[i - 2 * w] + line[i + 2 * w]);
  }
}

Raw sample(const TrainSurface& s, bool section, double section_y, const MapDomain& wanted, double tolerance) {
  double bend_x = 0.0;
  double bend_y = 0.0;
  for (const TrainSurface::Train& t : s.trains) {
    // A profile's fourth derivative, from its third and its smallest feature.
    const double fourth = t.profile.is_cosine() ? 1.0 : 3.0 * t.profile.bounds().d3 / t.profile.finest();
    bend_x += std::abs(t.amplitude) * fourth * std::pow(t.kx, 4);
    bend_y += std::abs(t.amplitude) * fourth * std::pow(t.ky, 4);
  }
  const auto axis = [&](double low, double high, double bend, double& h, int& n) {
    const double width = std::max(high - low, 1e-300);
    h = std::min(width, std::pow(390.0 * tolerance / std::max(bend, 1e-300), 0.25));
    n = static_cast<int>(std::min<double>(most_nodes, std::ceil(width / h) + 2.0));
    n = std::max(n, 4);
    h = width / (n - 2);
  };
  Raw raw{{}, wanted};
  BsplineGrid& g = raw.grid;
  axis(wanted.x0, wanted.x1, bend_x, g.dx, g.nx);
  g.x0 = wanted.x0 - 0.5 * g.dx;
  g.y0 = section_y;
  g.ny = 1;
  if (!section) {
    axis(wanted.y0, wanted.y1, bend_y, g.dy, g.ny);
    g.y0 = wanted.y0 - 0.5 * g.dy;
  }
  const int row = g.nx + 2;
  const int rows = section ? 1 : g.ny + 2;
  g.coefficients.resize(static_cast<std::size_t>(row) * static_cast<std::size_t>(rows));
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < row; ++i)
      g.coefficients[static_cast<std::size_t>(j) * static_cast<std::size_t>(row) +
                     static_cast<std::size_t>(i)] =
          s.depth + s.fx * place(g.x0, g.dx, i) + s.fy * (section ? section_y : place(g.y0, g.dy, j));
  if (s.all_cosines())
    add_cosines(s, g, row, rows);
  else
    add_profiles(s, g, row, rows);
  return raw;
}

// At places that no wavelength keeps step with: the additive sequence of the plastic number (Roberts 2018).
template <class Real>
double largest_misfit(const Horizon& horizon, const SurfaceTable<Real>& table, const MapDomain& where) {
  constexpr int samples = 512;
  double worst = 0.0;
  for (int i = 0; i < samples; ++i) {
    const double x = where.x0 + (where.x1 - where.x0) * std::fmod(0.5 + i * 0.7548776662466927, 1.0);
    const double y = where.y0 + (where.y1 - where.y0) * std::fmod(0.5 + i * 0.5698402909980532, 1.0);
    const auto px = static_cast<Real>(x);
    const auto py = static_cast<Real>(y);
    const Real f = horizon.is_section() ? surface_jet<true>(table.view, px, py).f
                                        : surface_jet<false>(table.view, px, py).f;
    // Where rounding puts the place in single precision is not the table's doing.
    const double exact = horizon.depth(static_cast<double>(px), static_cast<double>(py));
    worst = std::max(worst, std::abs(static_cast<double>(f) + static_cast<double>(table.view.mean) - exact));
  }
  return worst;
}

}  // namespace

template <class Real>
SurfaceTable<Real> make_surface_table(const Horizon& horizon, const MapDomain& wanted, double tolerance) {
  const Raw raw = std::visit(
      [&](const auto& s) { return sample(s, horizon.is_section(), horizon.section_y(), wanted, tolerance); },
      horizon.surface());
  const BsplineGrid& g = raw.grid;
  SurfaceTable<Real> table;
  double sum = 0.0;
  for (const double c : g.coefficients)
    sum += c;
  // Rounded first, so that the mean is taken out and put back as the same number.
  const auto mean = static_cast<Real>(sum / static_cast<double>(g.coefficients.size()));
  table.coefficients.resize(g.coefficients.size());
  for (std::size_t m = 0; m < g.coefficients.size(); ++m)
    table.coefficients[m] = static_cast<Real>(g.coefficients[m] - static_cast<double>(mean));
  table.view = {table.coefficients.data(),
                g.nx,
                g.ny,
                static_cast<Real>(g.x0),
                static_cast<Real>(g.y0),
                static_cast<Real>(1.0 / g.dx),
                static_cast<Real>(g.ny > 1 ? 1.0 / g.dy : 1.0),
                mean};
  table.domain = raw.domain;
  table.misfit = largest_misfit(horizon, table, wanted);
  return table;
}
template SurfaceTable<float> make_surface_table<float>(const Horizon&, const MapDomain&, double);
template SurfaceTable<double> make_surface_table<double>(const Horizon&, const MapDomain&, double);

}  // namespace foldwave
