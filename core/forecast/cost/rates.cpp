#include "core/forecast/cost/rates.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/dense.hpp"

namespace foldwave {

namespace {

constexpr double usual_weight = 4.0;  // of the expected scatter, in observations; degrees of the robust t
constexpr int most_rounds = 12, most_steps = 40;
constexpr double settled_scatter = 1e-3;  // relative change of a round

// An observation with its rates as numbers, of those that it has.
struct Row {
  struct Term {
    double log_amount;
    std::vector<std::pair<Eigen::Index, double>> rates;
  };
  std::vector<Term> terms;
  std::vector<Eigen::Index> rates;  // that occur, each once
  double log_seconds = 0.0;
  std::size_t part = 0;
};

struct Value {
  double log_seconds = 0.0;
  std::vector<double> slope;  // by row.rates
};

Value value_of(const Row& row, const Eigen::VectorXd& theta) {
  std::vector<double> logs;
  for (const Row::Term& term : row.terms) {
    double log = term.log_amount;
    for (const auto& [rate, weight] : term.rates)
      log += weight * theta[rate];
    logs.push_back(log);
  }
  const double most = *std::ranges::max_element(logs);
  double sum = 0.0;
  for (const double log : logs)
    sum += std::exp(log - most);
  Value value{most + std::log(sum), std::vector<double>(row.rates.size(), 0.0)};
  for (std::size_t t = 0; t < logs.size(); ++t) {
    const double share = std::exp(logs[t] - value.log_seconds);
    for (const auto& [rate, weight] : row.terms[t].rates)
      value.slope[static_cast<std::size_t>(std::ranges::lower_bound(row.rates, rate) - row.rates.begin())] +=
          share * weight;
  }
  return value;
}

class RateFit {
 public:
  RateFit(std::span<const ExpectedRate> expected, std::span<const Observation> observations,
          double expected_scatter)
      : expected_scatter_(expected_scatter) {
    for (const ExpectedRate& e : expected)
      rates_.index.try_emplace(e.rate, 0);
    std::size_t next = 0;
    for (auto& [name, index] : rates_.index)
      index = next++;
    rates_.log_value.resize(next);
    variance_.resize(next);
    for (const ExpectedRate& e : expected) {
      const std::size_t i = rates_.index[e.rate];
      rates_.log_value[i] = std::log(e.value);
      variance_[i] = e.log_scatter * e.log_scatter;
    }
    for (const Observation& o : observations)
      add(o);
    const auto n = static_cast<Eigen::Index>(seen_.size());
    expected_.resize(n);
    stiffness_.resize(n);
    for (const auto& [rate, at] : seen_) {
      expected_[at] = rates_.log_value[rate];
      stiffness_[at] = 1.0 / variance_[rate];
    }
    theta_ = expected_;
    weights_.assign(rows_.size(), 1.0);
    scatter_.assign(parts_.size(), {expected_scatter, usual_weight});
  }

  Rates run() {
    for (int round = 0; round < most_rounds && !rows_.empty(); ++round) {
      minimise();
      const std::vector<PartScatter> before = scatter_;
      rate_scatter();
      if (std::ranges::equal(before, scatter_, [](const PartScatter& a, const PartScatter& b) {
            return std::abs(a.log_scatter - b.log_scatter) <= settled_scatter * b.log_scatter;
          }))
        break;
    }
    if (!rows_.empty()) minimise();
    put_rates();
    if (!rows_.empty()) hold_out_scatter();
    for (const auto& [name, part] : parts_)
      rates_.scatter[name] = scatter_[part];
    rates_.observations = static_cast<int>(rows_.size());
    return std::move(rates_);
  }

 private:
  void add(const Observation& o) {
    Row row;
    for (const WorkTerm& term : o.work.terms) {
      if (!(term.amount > 0.0)) continue;
      Row::Term of_row{std::log(term.amount), {}};
      for (const RateShare& share : term.rates) {
        const auto found = rates_.index.find(share.rate);
        if (found == rates_.index.end()) return;
        of_row.rates.emplace_back(static_cast<Eigen::Index>(found->second), share.weight);
      }
      row.terms.push_back(std::move(of_row));
    }
    if (row.terms.empty() || !(o.seconds > 0.0) || !std::isfinite(o.seconds)) return;
    for (Row::Term& term : row.terms)
      for (auto& [rate, weight] : term.rates) {
        const auto next = static_cast<Eigen::Index>(seen_.size());
        rate = seen_.try_emplace(static_cast<std::size_t>(rate), next).first->second;
        row.rates.push_back(rate);
      }
    std::ranges::sort(row.rates);
    row.rates.erase(std::unique(row.rates.begin(), row.rates.end()), row.rates.end());
    row.log_seconds = std::log(o.seconds);
    row.part = parts_.try_emplace(o.work.part, parts_.size()).first->second;
    rows_.push_back(std::move(row));
  }

  // Those that nothing was seen of stay as they are expected, whatever the others.
  void put_rates() {
    const std::size_t n = rates_.size();
    rates_.covariance.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      rates_.covariance[i * n + i] = variance_[i];
    if (seen_.empty()) return;
    const Eigen::MatrixXd covariance = inverse_symmetric(normal(theta_));
    for (const auto& [a, at_a] : seen_) {
      rates_.log_value[a] = theta_[at_a];
      for (const auto& [b, at_b] : seen_)
        rates_.covariance[a * n + b] = covariance(at_a, at_b);
    }
  }

  double precision(std::size_t r) const {
    const double s = scatter_[rows_[r].part].log_scatter;
    return weights_[r] / (s * s);
  }

  double cost(const Eigen::VectorXd& theta) const {
    double sum = (theta - expected_).cwiseAbs2().dot(stiffness_);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const double off = rows_[r].log_seconds - value_of(rows_[r], theta).log_seconds;
      sum += precision(r) * off * off;
    }
    return sum;
  }

  Eigen::MatrixXd normal(const Eigen::VectorXd& theta, Eigen::VectorXd* slope = nullptr) const {
    Eigen::MatrixXd matrix = stiffness_.asDiagonal();
    if (slope != nullptr) *slope = stiffness_.cwiseProduct(expected_ - theta);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Row& row = rows_[r];
      const Value value = value_of(row, theta);
      const double p = precision(r);
      for (std::size_t a = 0; a < row.rates.size(); ++a) {
        if (slope != nullptr)
          (*slope)[row.rates[a]] += p * value.slope[a] * (row.log_seconds - value.log_seconds);
        for (std::size_t b = 0; b < row.rates.size(); ++b)
          matrix(row.rates[a], row.rates[b]) += p * value.slope[a] * value.slope[b];
      }
    }
    return matrix;
  }

  void minimise() {
    double damping = 1e-3, now = cost(theta_);
    for (int step = 0; step < most_steps; ++step) {
      Eigen::VectorXd slope;
      Eigen::MatrixXd matrix = normal(theta_, &slope);
      matrix.diagonal() *= 1.0 + damping;
      Eigen::VectorXd change = solve_symmetric(matrix, slope);
      // A rate moves by at most a factor of e^2 at once.
      if (const double most = change.cwiseAbs().maxCoeff(); most > 2.0) change *= 2.0 / most;
      const Eigen::VectorXd next = theta_ + change;
      const double then = cost(next);
      if (then < now) {
        const bool settled = now - then < 1e-10 * (1.0 + now);
        theta_ = next;
        now = then;
        damping = std::max(1e-12, 0.1 * damping);
        if (settled) return;
      } else {
        damping *= 10.0;
        if (damping > 1e9) return;
      }
    }
  }

  // How far an observation lies off the fit, and the share of the fit there that is its own.
  struct Residual {
    double off = 0.0, share = 0.0;
  };
  std::vector<Residual> residuals() const {
    const Eigen::MatrixXd covariance = inverse_symmetric(normal(theta_));
    std::vector<Residual> all;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Row& row = rows_[r];
      const Value value = value_of(row, theta_);
      double leverage = 0.0;
      for (std::size_t a = 0; a < row.rates.size(); ++a)
        for (std::size_t b = 0; b < row.rates.size(); ++b)
          leverage += value.slope[a] * value.slope[b] * covariance(row.rates[a], row.rates[b]);
      all.push_back({row.log_seconds - value.log_seconds, std::min(1.0, precision(r) * leverage)});
    }
    return all;
  }

  // The scatter that is told: of what is left out of the fit, off / (1 - share), outliers with full weight.
  // Those that the fit was drawn to would else make it look surer than it is on others.
  void hold_out_scatter() {
    std::vector<double> squares(parts_.size(), 0.0), count(parts_.size(), 0.0);
    const std::vector<Residual> all = residuals();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const double off = all[r].off / std::max(0.2, 1.0 - all[r].share);
      squares[rows_[r].part] += off * off;
      count[rows_[r].part] += 1.0;
    }
    for (std::size_t p = 0; p < scatter_.size(); ++p) {
      const double before = usual_weight * expected_scatter_ * expected_scatter_;
      scatter_[p].log_scatter = std::sqrt((before + squares[p]) / (usual_weight + count[p]));
    }
  }

  // Scatter and degrees of freedom of each kind of part, and the robust weights.
  void rate_scatter() {
    std::vector<double> squares(parts_.size(), 0.0), count(parts_.size(), 0.0), used(parts_.size(), 0.0);
    const std::vector<Residual> all = residuals();
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const Row& row = rows_[r];
      const double off = all[r].off;
      used[row.part] += all[r].share;
      squares[row.part] += weights_[r] * off * off;
      count[row.part] += 1.0;
      const double s = scatter_[row.part].log_scatter;
      weights_[r] = (usual_weight + 1.0) / (usual_weight + off * off / (s * s));
    }
    for (std::size_t p = 0; p < scatter_.size(); ++p) {
      const double degrees = std::max(usual_weight, usual_weight + count[p] - used[p]);
      const double before = usual_weight * expected_scatter_ * expected_scatter_;
      scatter_[p] = {std::sqrt((before + squares[p]) / degrees), degrees};
    }
  }

  Rates rates_;
  double expected_scatter_;
  std::vector<double> variance_;              // expected, of every rate
  std::map<std::size_t, Eigen::Index> seen_;  // rates that occur, and where they are in what follows
  Eigen::VectorXd expected_, stiffness_, theta_;
  std::vector<Row> rows_;
  std::vector<double> weights_;
  std::map<std::string, std::size_t> parts_;
  std::vector<PartScatter> scatter_;
};

}  // namespace

Rates fit_rates(std::span<const ExpectedRate> expected, std::span<const Observation> observations,
                double expected_scatter) {
  return RateFit(expected, observations, expected_scatter).run();
}

}  // namespace foldwave
