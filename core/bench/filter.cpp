#include "core/bench/filter.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <random>

#include "core/base/clock.hpp"
#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/engine/fallback_backend.hpp"
#include "core/volume/filter/gaussian_plan.hpp"
#include "core/volume/filter/hough/hough_planes.hpp"

namespace foldwave {

namespace {

// Of the seed's GPU: its largest volume in 821.8 and 201.1 s, recomputed.
constexpr double seed_multiply_adds = 8.6e9, seed_votes = 0.32e9;
constexpr double seed_convolution_gain = 16.9, seed_hough_gain = 49.0;  // over one core, the largest volume

std::vector<float> bench_noise(Index size) {
  std::vector<float> values(static_cast<std::size_t>(size));
#pragma omp parallel for schedule(static)
  for (Index part = 0; part < (size + 65535) / 65536; ++part) {
    std::minstd_rand random(static_cast<unsigned>(part + 1));
    for (Index m = part * 65536; m < std::min(size, (part + 1) * 65536); ++m)
      values[static_cast<std::size_t>(m)] = static_cast<float>(random()) * 1e-9F - 1.0F;
  }
  return values;
}

class FilterBench {
 public:
  FilterBench(const Backend& backend, const FilterBenchPlan& plan,
              const std::function<void(const FilterBenchRow&)>& done, const Job& job)
      : backend_(without_fallback(backend)),
        plan_(plan),
        done_(done),
        job_(job),
        threads_before_(thread_count()) {}
  ~FilterBench() { set_thread_count(threads_before_); }
  FilterBench(const FilterBench&) = delete;
  FilterBench& operator=(const FilterBench&) = delete;

  std::vector<FilterBenchRow> run() {
    std::vector<int> sizes = plan_.sizes, threads = plan_.threads;
    if (sizes.empty()) sizes = {backend_.on_host() ? 256 : 512};
    if (threads.empty()) threads = {threads_before_};
    for (const int n : sizes)
      for (const int count : threads) {
        row_ = {};
        row_.n = n;
        row_.threads = count;
        set_thread_count(count);
        grid_ = {};
        grid_.n = {n, n, n};
        in_ = bench_noise(grid_.size());
        out_.resize(in_.size());
        gaussians();
        if (wanted("hough-lines")) lines();
        if (wanted("hough-plane") && backend_.on_host()) plane();
      }
    return std::move(rows_);
  }

 private:
  bool wanted(const std::string& name) const {
    return plan_.cases.empty() ||
           std::find(plan_.cases.begin(), plan_.cases.end(), name) != plan_.cases.end();
  }

  void gaussians() {
    for (const int s : {1, 2, 3}) {
      GaussianFilter filter;
      filter.sigma = {1.0 * s, 1.0 * s, 1.0 * s};
      filter.method = GaussianMethod::direct;
      filter.gain = GaussianGain::thesis;
      filter.reach = 2.0;
      const std::string side = std::to_string(4 * s + 1);
      gaussian("gaussian-direct-" + side, filter, true, seed_multiply_adds);
      filter.method = GaussianMethod::separable;
      if (s == 3) gaussian("gaussian-separable-" + side, filter, false, {});
    }
    if (wanted("gaussian"))
      for (const double sigma : plan_.sigmas) {
        GaussianFilter filter;
        filter.sigma = {sigma, sigma, sigma};
        measure_gaussian("gaussian-" + number_text(sigma), filter, false, {});
      }
    GaussianFilter turned;
    turned.sigma = {3.0, 2.0, 1.0};
    turned.azimuth = 30.0;
    turned.dip = 40.0;
    turned.reach = 3.0;
    gaussian("gaussian-turned", turned, true, {});
  }

  void gaussian(const std::string& name, const GaussianFilter& filter, bool taps,
                std::optional<double> seed) {
    if (wanted(name)) measure_gaussian(name, filter, taps, seed);
  }

  void measure_gaussian(const std::string& name, const GaussianFilter& filter, bool taps,
                        std::optional<double> seed) {
    row_.work = static_cast<double>(grid_.size());
    row_.unit = taps ? "multiply-adds/s" : "nodes/s";
    if (taps) row_.work *= static_cast<double>(gaussian_kernel(gaussian_on_grid(filter, grid_)).size());
    row_.seed_rate = seed;
    add(name, [&](VolumeFilters& filters) { filters.gaussian(in_, grid_, filter, out_, job_); });
  }

  void lines() {
    HoughLinesPlan plan;
    plan.slice.n = {1024, 1024};
    const std::vector<HoughPoint> points = points_above(bench_noise(Index{1} << 20), plan.slice, 0.0F);
    row_.work = static_cast<double>(points.size()) * plan.angles;
    row_.unit = "votes/s";
    row_.seed_rate = seed_votes;
    add("hough-lines", [&](VolumeFilters& filters) { filters.hough_lines(points, plan, job_); });
  }

  void plane() {
    // A plane as bright as the noise, that dips by 40 degrees to the north-east.
    std::vector<float> values = in_;
    const double d = 40.0 * 3.14159265358979 / 180.0, level = std::sin(d) * std::sqrt(0.5),
                 steep = std::cos(d), middle = 0.5 * (grid_.n[0] - 1);
    for (int j = 0; j < grid_.n[1]; ++j)
      for (int i = 0; i < grid_.n[0]; ++i) {
        const double k = middle + level / steep * (i + j - 2.0 * middle);
        if (k > 0.0 && k < grid_.n[2] - 1.0)
          values[static_cast<std::size_t>(grid_.index(i, j, static_cast<int>(std::lround(k))))] += 0.58F;
      }
    HoughPlanesPlan plan;
    plan.grid = grid_;
    row_.work = static_cast<double>(grid_.size());
    row_.unit = "nodes/s";
    row_.seed_rate = {};
    add("hough-plane", [&](VolumeFilters& filters) { filters.hough_planes(values, plan, job_); });
  }

  template <class Work>
  void add(const std::string& name, const Work& work) {
    row_.name = name;
    row_.failure.clear();
    row_.seconds = row_.work_seconds = 0.0;
    row_.gain.reset();
    row_.seed_gain.reset();
    if (name == "gaussian-direct-13") row_.seed_gain = seed_convolution_gain;
    if (name == "hough-lines") row_.seed_gain = seed_hough_gain;
    try {
      const auto filters = backend_.make_volume_filters();
      std::vector<std::pair<double, double>> times;
      work(*filters);
      for (int r = 0; r < plan_.repeat; ++r) {
        const Clock clock;
        work(*filters);
        const double seconds = clock.seconds();
        times.emplace_back(seconds, backend_.on_host() ? seconds : filters->seconds());
      }
      std::sort(times.begin(), times.end());
      std::tie(row_.seconds, row_.work_seconds) = times[times.size() / 2];
    } catch (const Stopped&) {
      throw;
    } catch (const Error& e) {
      row_.failure = e.what();
    } catch (const std::bad_alloc&) {
      row_.failure = "memory: there is not enough";
    }
    for (const FilterBenchRow& other : rows_)
      if (other.name == name && other.n == row_.n && other.threads == 1 && row_.threads > 1 &&
          other.failure.empty() && row_.failure.empty())
        row_.gain = other.seconds / row_.seconds;
    done_(row_);
    rows_.push_back(row_);
  }

  const Backend& backend_;
  const FilterBenchPlan& plan_;
  const std::function<void(const FilterBenchRow&)>& done_;
  const Job& job_;
  int threads_before_;
  Grid3 grid_;
  std::vector<float> in_, out_;
  FilterBenchRow row_;
  std::vector<FilterBenchRow> rows_;
};

}  // namespace

std::vector<FilterBenchRow> bench_filter(const Backend& backend, const FilterBenchPlan& plan,
                                         const std::function<void(const FilterBenchRow&)>& done,
                                         const Job& job) {
  return FilterBench(backend, plan, done, job).run();
}

}  // namespace foldwave
