#include "core/imaging/locate/refine.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "core/base/dense.hpp"

namespace foldwave {

namespace {

constexpr int most_rounds = 6;
constexpr double settled_cells = 0.002;

// What the events' columns are multiplied and summed on: every `every`-th sample holds all of the band.
struct Lattice {
  Index traces = 0, samples = 0, every = 1;

  double product(const std::vector<float>& a, const std::vector<float>& b) const {
    std::vector<double> parts(static_cast<std::size_t>(traces));
#pragma omp parallel for schedule(static) if (traces * samples > 500000)
    for (Index r = 0; r < traces; ++r)
      for (Index n = 0; n < samples; n += every)
        parts[static_cast<std::size_t>(r)] += double{a[static_cast<std::size_t>(r * samples + n)]} *
                                              double{b[static_cast<std::size_t>(r * samples + n)]};
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  }
};

Eigen::MatrixXd gram(const Lattice& lattice, const std::vector<const std::vector<float>*>& columns) {
  const auto count = static_cast<Eigen::Index>(columns.size());
  Eigen::MatrixXd g(count, count);
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index j = i; j < count; ++j)
      g(i, j) = g(j, i) =
          lattice.product(*columns[static_cast<std::size_t>(i)], *columns[static_cast<std::size_t>(j)]);
  return g;
}

Eigen::VectorXd against(const Lattice& lattice, const std::vector<const std::vector<float>*>& columns,
                        const std::vector<float>& values) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(columns.size()));
  for (Eigen::Index i = 0; i < v.size(); ++i)
    v(i) = lattice.product(*columns[static_cast<std::size_t>(i)], values);
  return v;
}

// Columns have units of their own: solved with a diagonal of ones.
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& g) {
  const Eigen::VectorXd scale = g.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * inverse_symmetric(scale.asDiagonal() * g * scale.asDiagonal()) *
         scale.asDiagonal();
}

// The noise's autocorrelation c and the traces' own levels.
struct Noise {
  std::vector<double> autocorrelation;
  std::vector<double> level;  // sigma_r^2 / sigma^2
};

Noise noise_of(const Lattice& lattice, const std::vector<float>& residual, int lags, Index unknowns) {
  Noise noise;
  noise.level.assign(static_cast<std::size_t>(lattice.traces), 0.0);
  noise.autocorrelation.assign(static_cast<std::size_t>(lags) + 1, 0.0);
  const Index kept = (lattice.samples + lattice.every - 1) / lattice.every;
  const double freedom = std::max(1.0, static_cast<double>(lattice.traces * kept - unknowns));
  for (Index r = 0; r < lattice.traces; ++r) {
    const float* const trace = residual.data() + r * lattice.samples;
    for (Index lag = 0; lag <= lags; ++lag) {
      double sum = 0.0;
      for (Index n = 0; n + lag * lattice.every < lattice.samples; n += lattice.every)
        sum += double{trace[n]} * double{trace[n + lag * lattice.every]};
      noise.autocorrelation[static_cast<std::size_t>(lag)] += sum / freedom;
      if (lag == 0) noise.level[static_cast<std::size_t>(r)] = sum / static_cast<double>(kept);
    }
  }
  for (double& level : noise.level)
    level /= std::max(noise.autocorrelation[0], 1e-300);
  for (int lag = 0; lag <= lags; ++lag)
    noise.autocorrelation[static_cast<std::size_t>(lag)] *=
        0.5 * (1.0 + std::cos(std::numbers::pi * lag / (lags + 1)));
  return noise;
}

// J' C J.
Eigen::MatrixXd noise_gram(const Lattice& lattice, const std::vector<const std::vector<float>*>& columns,
                           const Noise& noise) {
  const auto count = static_cast<Eigen::Index>(columns.size());
  const Index kept = (lattice.samples + lattice.every - 1) / lattice.every;
  const auto lags = static_cast<Index>(noise.autocorrelation.size()) - 1;
  // Sums by blocks of traces, whatever the threads.
  constexpr Index block = 32;
  const Index blocks = (lattice.traces + block - 1) / block;
  std::vector<Eigen::MatrixXd> sums(static_cast<std::size_t>(blocks), Eigen::MatrixXd::Zero(count, count));
#pragma omp parallel for schedule(dynamic) if (lattice.traces * lattice.samples > 100000)
  for (Index b = 0; b < blocks; ++b) {
    Eigen::MatrixXd plain(kept, count), spread(kept, count);
    for (Index r = b * block; r < std::min((b + 1) * block, lattice.traces); ++r) {
      for (Eigen::Index c = 0; c < count; ++c)
        for (Index n = 0; n < kept; ++n)
          plain(n, c) = double{(*columns[static_cast<std::size_t>(c)])[static_cast<std::size_t>(
              r * lattice.samples + n * lattice.every)]};
      spread = noise.autocorrelation[0] * plain;
      for (Index lag = 1; lag <= std::min(lags, kept - 1); ++lag) {
        const double c = noise.autocorrelation[static_cast<std::size_t>(lag)];
        spread.topRows(kept - lag) += c * plain.bottomRows(kept - lag);
        spread.bottomRows(kept - lag) += c * plain.topRows(kept - lag);
      }
      sums[static_cast<std::size_t>(b)] +=
          noise.level[static_cast<std::size_t>(r)] * plain.transpose().lazyProduct(spread);
    }
  }
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(count, count);
  for (const Eigen::MatrixXd& sum : sums)
    total += sum;
  return total;
}

// One event with its columns: the traces, and their slopes times the amplitude.
struct Member {
  EventState state;
  EventColumns columns;
  Vec3 made_at{};
};

class Fit {
 public:
  Fit(const Predictor& predictor, const Traces& data, std::vector<EventState> start, double frequency,
      const Band& band, const Job& job)
      : predictor_(predictor), data_(data), frequency_(frequency), job_(job) {
    const double every = 0.5 / (1.15 * band.none * predictor.medium().dt);
    lattice_ = {static_cast<Index>(data.receivers.size()), data.samples,
                std::max(Index{1}, static_cast<Index>(every))};
    for (EventState& state : start)
      members_.push_back({state, predictor.columns(state.position, state.time, job), state.position});
    section_ = predictor.medium().grid.is_section();
    runs_ = static_cast<int>(members_.size()) * (section_ ? 3 : 4);
  }

  Refinement run() {
    for (int round = 0; round < most_rounds; ++round) {
      find_amplitudes();
      const double moved = step();
      if (moved < settled_cells || round + 1 == most_rounds) break;
      for (Member& member : members_)
        renew(member);
    }
    return result();
  }

 private:
  // x, y, z as there are, t.
  std::vector<int> axes() const { return section_ ? std::vector{0, 2, 3} : std::vector{0, 1, 2, 3}; }

  void find_amplitudes() {
    std::vector<const std::vector<float>*> traces;
    for (const Member& member : members_)
      traces.push_back(&member.columns.traces);
    const Eigen::VectorXd amplitudes =
        inverse_of(gram(lattice_, traces)) * against(lattice_, traces, data_.values);
    residual_ = data_.values;
    for (std::size_t e = 0; e < members_.size(); ++e) {
      members_[e].state.amplitude = amplitudes(static_cast<Eigen::Index>(e));
      take(members_[e].columns.traces, members_[e].state.amplitude);
    }
  }

  void take(const std::vector<float>& column, double times) {
    const auto a = static_cast<float>(times);
    for (std::size_t m = 0; m < residual_.size(); ++m)
      residual_[m] -= a * column[m];
  }

  // Of every event the traces and its slopes; the slopes' amplitudes stay aside.
  std::vector<const std::vector<float>*> all_columns() const {
    std::vector<const std::vector<float>*> all;
    for (const Member& member : members_) {
      all.push_back(&member.columns.traces);
      for (const int axis : axes())
        all.push_back(&member.columns.slopes[static_cast<std::size_t>(axis)]);
    }
    return all;
  }

  // A step, shortened where it is too long; gives the longest move in cells.
  double step() {
    const auto columns = all_columns();
    curvature_ = gram(lattice_, columns);
    const Eigen::VectorXd delta = product(inverse_of(curvature_), against(lattice_, columns, residual_));
    const std::vector<int> list = axes();
    const Grid3& grid = predictor_.medium().grid;
    double moved = 0.0;
    Eigen::Index at = 0;
    for (Member& member : members_) {
      EventState& state = member.state;
      Vec3 move{};
      double later = 0.0;
      const double size = state.amplitude != 0.0 ? state.amplitude : 1.0;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const double by = delta(at + 1 + static_cast<Eigen::Index>(i)) / size;
        (list[i] == 3 ? later : move[list[i]]) = by;
      }
      const double length = speed_at(predictor_.medium(), state.position) / frequency_;
      const double shorten = std::min({1.0, 0.25 * length / std::max(norm(move), 1e-300),
                                       0.25 / (frequency_ * std::max(std::abs(later), 1e-300))});
      state.time += shorten * later;
      for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const double before = state.position[axis];
        state.position[axis] = std::clamp(before + shorten * move[axis], 0.0, (grid.n[a] - 1) * grid.h[a]);
        if (grid.n[a] > 1) moved = std::max(moved, std::abs(state.position[axis] - before) / grid.h[a]);
      }
      moved = std::max(moved, shorten * std::abs(later) / predictor_.medium().dt);
      at += 1 + static_cast<Eigen::Index>(list.size());
    }
    return moved;
  }

  // The traces of where it is now; the slopes only where it went far.
  void renew(Member& member) {
    const double length = speed_at(predictor_.medium(), member.state.position) / frequency_;
    if (norm(member.state.position - member.made_at) > length / 40.0) {
      member.columns = predictor_.columns(member.state.position, member.state.time, job_);
      member.made_at = member.state.position;
      runs_ += section_ ? 3 : 4;
    } else {
      member.columns.traces = predictor_.traces(member.state.position, member.state.time, job_);
      ++runs_;
    }
  }

  Refinement result() {
    Refinement out;
    out.runs = runs_;
    const auto columns = all_columns();
    const Eigen::MatrixXd inverse = inverse_of(curvature_);
    const int lags =
        static_cast<int>(2.5 / (frequency_ * predictor_.medium().dt * static_cast<double>(lattice_.every))) +
        1;
    const Noise noise = noise_of(lattice_, residual_, lags, static_cast<Index>(columns.size()));
    const Eigen::MatrixXd covariance =
        product(product(inverse, noise_gram(lattice_, columns, noise)), inverse);
    const std::vector<int> list = axes();
    Eigen::Index at = 0;
    for (const Member& member : members_) {
      RefinedEvent event;
      event.state = member.state;
      event.amplitude_deviation = std::sqrt(covariance(at, at));
      const double square = member.state.amplitude * member.state.amplitude;
      for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = 0; j < list.size(); ++j)
          event.covariance[static_cast<std::size_t>(list[i])][static_cast<std::size_t>(list[j])] =
              covariance(at + 1 + static_cast<Eigen::Index>(i), at + 1 + static_cast<Eigen::Index>(j)) /
              square;
      out.events.push_back(event);
      at += 1 + static_cast<Eigen::Index>(list.size());
    }
    const double energy = lattice_.product(data_.values, data_.values);
    out.explained = energy > 0.0 ? 1.0 - lattice_.product(residual_, residual_) / energy : 0.0;
    out.residual = {data_.receivers, data_.samples, std::move(residual_)};
    return out;
  }

  const Predictor& predictor_;
  const Traces& data_;
  double frequency_ = 0.0;
  const Job& job_;
  Lattice lattice_;
  std::vector<Member> members_;
  bool section_ = false;
  int runs_ = 0;
  std::vector<float> residual_;
  Eigen::MatrixXd curvature_;
};

}  // namespace

double speed_at(const WaveModel& medium, Vec3 position) {
  std::array<int, 3> node{};
  for (std::size_t a = 0; a < 3; ++a)
    node[a] = std::clamp(static_cast<int>(std::lround(position[static_cast<int>(a)] / medium.grid.h[a])), 0,
                         medium.grid.n[a] - 1);
  return double{(*medium.velocity)(node[0], node[1], node[2])};
}

Refinement refine(const Predictor& predictor, const Traces& data, std::vector<EventState> start,
                  double frequency, const Band& band, const Job& job) {
  return Fit(predictor, data, std::move(start), frequency, band, job).run();
}

}  // namespace foldwave
