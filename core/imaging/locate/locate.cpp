#include "core/imaging/locate/locate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/text.hpp"
#include "core/imaging/locate/clocked_traces.hpp"
#include "core/imaging/locate/illumination.hpp"

namespace foldwave {

namespace {

struct Candidate {
  std::array<int, 3> node{};
  Vec3 position{};
  double time = 0.0, value = 0.0;
};

// The top of a parabola through three values, at most half a step from the middle one.
double parabola_top(double before, double middle, double after) {
  const double bend = before - 2.0 * middle + after;
  return bend < 0.0 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
}

Vec3 top_between_nodes(const Field<float>& map, const Grid3& grid, std::array<int, 3> node) {
  Vec3 position = grid.local(node[0], node[1], node[2]);
  for (std::size_t a = 0; a < 3; ++a) {
    if (node[a] == 0 || node[a] + 1 >= grid.n[a]) continue;
    auto low = node, high = node;
    --low[a];
    ++high[a];
    position[static_cast<int>(a)] +=
        grid.h[a] * parabola_top(double{map(low[0], low[1], low[2])}, double{map(node[0], node[1], node[2])},
                                 double{map(high[0], high[1], high[2])});
  }
  return position;
}

// Tells how far the runs of a location are: their number, and of a long one how far it is.
class RunProgress final : public Progress {
 public:
  explicit RunProgress(Progress* to) : to_(to) {}
  void next() {
    step_ = "imaging: wave " + std::to_string(++runs_);
    since_ = Clock();
  }
  void report(const ProgressReport& report) override {
    if (to_ == nullptr || since_.seconds() < 1.0) return;
    ProgressReport ours = report;
    ours.step = step_;
    to_->report(ours);
  }

 private:
  Progress* to_;
  int runs_ = 0;
  std::string step_;
  Clock since_;
};

// Hands runs on, and keeps what they say of themselves.
class Overheard final : public WavePropagator {
 public:
  Overheard(const WavePropagator& asked, LocateResult& result, Progress* progress)
      : asked_(asked), result_(result), progress_(progress) {}
  std::string name() const override { return asked_.name(); }
  std::int64_t memory_bytes(const WaveModel& model) const override { return asked_.memory_bytes(model); }
  // Of a wave that is not its own.
  RunProgress next_run() const {
    progress_.next();
    return progress_;
  }
  WaveRun run(const WaveModel& model, const WaveWatch& watch, const Job& job) const override {
    progress_.next();
    WaveRun run = asked_.run(model, watch, {&progress_, job.stop});
    for (const std::string& warning : run.warnings)
      if (std::ranges::find(result_.warnings, warning) == result_.warnings.end())
        result_.warnings.push_back(warning);
    if (run.taken_over_by) result_.taken_over_by = run.taken_over_by;
    return run;
  }

 private:
  const WavePropagator& asked_;
  LocateResult& result_;
  mutable RunProgress progress_;
};

class Locator {
  // A reversal, by the processor where the device fails and that is allowed.
  template <class Work>
  auto sent_back(const Work& work) {
    RunProgress progress = propagator_.next_run();
    const Job job{&progress, job_.stop};
    try {
      return work(job);
    } catch (const DeviceError& error) {
      if (!take_over_) throw;
      result_.warnings.push_back(std::string("imaging: sent back by the CPU instead: ") + error.what());
      result_.taken_over_by = "cpu";
      make_ = std::exchange(take_over_, {});
      return work(job);
    }
  }

 public:
  Locator(const LocateWaves& waves, const Gather& gather, const LocateSetup& setup,
          const LocateOptions& options, const Job& job)
      : propagator_(waves.propagator, result_, job.progress),
        make_(waves.make),
        take_over_(waves.take_over),
        setup_(setup),
        options_(options),
        job_(job) {
    ClockedTraces clocked = clocked_traces(gather, setup, options.bad_traces);
    result_.left_out = std::move(clocked.left_out);
    data_ = std::move(clocked.traces);
    result_.traces = static_cast<int>(data_.receivers.size());
    before_ = static_cast<int>(setup.wavelet.size()) / 2;
    predictor_.emplace(propagator_, setup.medium, data_.receivers, data_.samples, setup.wavelet,
                       setup.data_step, setup.band);
    wavelet_ = predictor_->wavelet();
    find_zone();
  }

  LocateResult run() {
    // Any event takes noise's measure from the illumination; it is found once.
    result_.gain = options_.gain;
    if (result_.gain == nullptr) {
      result_.gain = std::make_shared<Field<float>>(sent_back([&](const Job& job) {
        return noise_gain(make_, *predictor_, wavelet_, setup_.band, before_, job);
      }));
      ++result_.runs;
    }
    result_.threshold = threshold();
    Traces residual = data_;
    std::vector<Candidate> found;
    Refinement fit;
    for (int e = 0; e < options_.most_events; ++e) {
      const std::optional<Candidate> next = find(residual, fit, e == 0);
      if (!next) break;
      found.push_back(*next);
      if (!options_.refined) break;
      std::vector<EventState> states;
      for (const RefinedEvent& event : fit.events)
        states.push_back(event.state);
      states.push_back({next->position, next->time, 1.0});
      fit = refine(*predictor_, data_, std::move(states), setup_.frequency, setup_.band, job_);
      result_.runs += fit.runs;
      residual = fit.residual;
    }
    finish(found, std::move(fit));
    return std::move(result_);
  }

 private:
  double wavelength() const {
    const auto speeds = setup_.medium.velocity->values();
    return double{*std::ranges::min_element(speeds)} / setup_.frequency;
  }

  double threshold() const {
    const Grid3& grid = setup_.medium.grid;
    double cells = 1.0;
    for (std::size_t a = 0; a < 3; ++a)
      cells *= std::max(1.0, (grid.n[a] - 1) * grid.h[a] / (0.5 * wavelength()));
    cells *= std::max(1.0, 2.0 * setup_.band.full * data_.samples * setup_.medium.dt);
    return std::sqrt(2.0 * std::log(cells / options_.false_alarm));
  }

  // Nodes near receivers and on free faces name no event.
  void find_zone() {
    const WaveModel& medium = setup_.medium;
    const Grid3& grid = medium.grid;
    zone_ = Field<unsigned char>(grid.n);
    double zone = options_.receiver_zone;
    if (zone <= 0.0) zone = 2.0 * *std::ranges::max_element(grid.h);
    for (const Vec3& receiver : data_.receivers) {
      std::array<int, 3> low{}, high{};
      for (std::size_t a = 0; a < 3; ++a) {
        const double at = receiver[static_cast<int>(a)] / grid.h[a], reach = zone / grid.h[a];
        low[a] = std::max(0, static_cast<int>(std::ceil(at - reach)));
        high[a] = std::min(grid.n[a] - 1, static_cast<int>(std::floor(at + reach)));
      }
      for (int k = low[2]; k <= high[2]; ++k)
        for (int j = low[1]; j <= high[1]; ++j)
          for (int i = low[0]; i <= high[0]; ++i)
            if (norm(grid.local(i, j, k) - receiver) <= zone) zone_(i, j, k) = 1;
    }
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i)
          if (on_free_face({i, j, k})) zone_(i, j, k) = 1;
  }

  bool on_free_face(std::array<int, 3> node) const {
    for (std::size_t face = 0; face < 6; ++face) {
      const std::size_t a = face / 2;
      if (setup_.medium.boundaries[face] == Boundary::free && setup_.medium.grid.n[a] > 1 &&
          node[a] == (face % 2 == 0 ? 0 : setup_.medium.grid.n[a] - 1))
        return true;
    }
    return false;
  }

  // The map to look at; energy and geometric mean carry the peak's own time.
  FocusMaps maps_of(const Traces& traces) {
    const Traces matched = correlated(traces, wavelet_);
    const FocusWish wish{true, options_.condition == FocusCondition::energy ? 0 : -1};
    FocusMaps maps = sent_back(
        [&](const Job& job) { return reverse_in_time(make_, setup_.medium, matched, before_, wish, job); });
    ++result_.runs;
    if (options_.condition != FocusCondition::geometric_mean) return maps;
    const int every = std::max(1, static_cast<int>(0.25 / (setup_.band.full * setup_.medium.dt)));
    FocusMaps mean = sent_back([&](const Job& job) {
      return reverse_groups(make_, setup_.medium, matched, before_, options_.groups, every, job);
    });
    result_.runs += options_.groups;
    mean.energy = std::move(maps.peak);
    return mean;
  }

  Field<float> condition_map(const FocusMaps& maps, double noise) const {
    if (options_.condition == FocusCondition::peak || options_.condition == FocusCondition::geometric_mean)
      return maps.peak.clone();
    if (options_.condition == FocusCondition::energy) return maps.energy.clone();
    return significance(maps.peak, noise);
  }

  // Z; 0 where nothing would come from.
  Field<float> significance(const Field<float>& peak, double noise) const {
    const Field<float>& gain = *result_.gain;
    const float least = 1e-3F * *std::ranges::max_element(gain.values());
    Field<float> z(peak.shape());
    for (Index m = 0; m < z.size(); ++m)
      z[m] = gain[m] > least ? peak[m] / (gain[m] * static_cast<float>(noise)) : 0.0F;
    return z;
  }

  bool taken(const Refinement& fit, Vec3 place, double time) const {
    return std::ranges::any_of(fit.events, [&](const RefinedEvent& event) {
      const double near = speed_at(setup_.medium, event.state.position) / (3.0 * setup_.frequency);
      return norm(place - event.state.position) < near &&
             std::abs(time - event.state.time) < 1.0 / setup_.frequency;
    });
  }

  std::optional<Candidate> find(const Traces& traces, const Refinement& fit, bool first) {
    float largest = 0.0F;
    for (const float value : data_.values)
      largest = std::max(largest, std::abs(value));
    const double noise = std::max(noise_level(traces.values), 1e-5 * double{largest});
    if (!(noise > 0.0)) return std::nullopt;
    FocusMaps maps = maps_of(traces);
    Field<float> map = condition_map(maps, noise);
    const Field<float>& peak = options_.condition == FocusCondition::geometric_mean ? maps.energy : maps.peak;
    const Grid3& grid = setup_.medium.grid;
    Candidate best;
    for (int k = 0; k < grid.n[2]; ++k)
      for (int j = 0; j < grid.n[1]; ++j)
        for (int i = 0; i < grid.n[0]; ++i) {
          if (zone_(i, j, k) != 0 || !(double{map(i, j, k)} > best.value)) continue;
          if (taken(fit, grid.local(i, j, k), double{maps.time(i, j, k)})) continue;
          best.value = double{map(i, j, k)};
          best.node = {i, j, k};
        }
    std::optional<Candidate> found;
    if (best.value > 0.0) {
      best.position = top_between_nodes(map, grid, best.node);
      best.time = double{maps.time(best.node[0], best.node[1], best.node[2])};
      const Field<float> z = significance(peak, noise);
      best.value = double{z(best.node[0], best.node[1], best.node[2])};
      strongest_ = std::max(strongest_, first ? best.value * noise : 0.0);
      if (best.value > std::max(result_.threshold, options_.least_share * strongest_ / noise)) found = best;
    }
    if (first) {
      result_.noise = noise;
      result_.focus = std::move(map);
      result_.focus_time = std::move(maps.time);
    }
    return found;
  }

  void finish(const std::vector<Candidate>& found, Refinement fit) {
    if (!options_.refined) {
      for (const Candidate& c : found)
        result_.events.push_back({{c.position, c.time, 0.0}, c.position, c.value, {}});
      return;
    }
    // What came out weaker than noise after all is taken away, the rest fitted again.
    std::vector<EventState> kept;
    std::vector<std::size_t> from;
    for (std::size_t e = 0; e < fit.events.size(); ++e)
      if (fit.events[e].score() > result_.threshold) {
        kept.push_back(fit.events[e].state);
        from.push_back(e);
      }
    if (kept.size() < fit.events.size() && !kept.empty()) {
      fit = refine(*predictor_, data_, std::move(kept), setup_.frequency, setup_.band, job_);
      result_.runs += fit.runs;
    }
    if (from.empty()) return;
    for (std::size_t e = 0; e < from.size(); ++e)
      result_.events.push_back(
          {fit.events[e].state, found[from[e]].position, found[from[e]].value, fit.events[e]});
    std::ranges::stable_sort(result_.events, std::ranges::greater{},
                             [](const LocatedEvent& event) { return event.refined.score(); });
    result_.explained = fit.explained;
    double square = 0.0;
    for (const float value : fit.residual.values)
      square += double{value} * double{value};
    result_.noise = std::sqrt(square / static_cast<double>(fit.residual.values.size()));
  }

  LocateResult result_;
  Overheard propagator_;
  StepperMaker make_, take_over_;
  const LocateSetup& setup_;
  const LocateOptions& options_;
  const Job& job_;
  Traces data_;
  int before_ = 0;
  std::optional<Predictor> predictor_;
  std::vector<float> wavelet_;
  double strongest_ = 0.0;  // z times the noise's level
  Field<unsigned char> zone_;
};

}  // namespace

LocateResult locate(const LocateWaves& waves, const Gather& gather, const LocateSetup& setup,
                    const LocateOptions& options, const Job& job) {
  return Locator(waves, gather, setup, options, job).run();
}

}  // namespace foldwave
