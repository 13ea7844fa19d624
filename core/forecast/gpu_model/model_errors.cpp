#include "core/forecast/gpu_model/model_errors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"

namespace foldwave {

namespace {

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && values[order[end]] == values[order[first]])
      ++end;
    for (std::size_t m = first; m < end; ++m)
      ranks[order[m]] = static_cast<double>(first + end - 1) / 2.0;
    first = end;
  }
  return ranks;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  const double mean_a = std::reduce(a.begin(), a.end()) / n, mean_b = std::reduce(b.begin(), b.end()) / n;
  double ab = 0.0, aa = 0.0, bb = 0.0;
  for (std::size_t m = 0; m < a.size(); ++m) {
    ab += (a[m] - mean_a) * (b[m] - mean_b);
    aa += (a[m] - mean_a) * (a[m] - mean_a);
    bb += (b[m] - mean_b) * (b[m] - mean_b);
  }
  return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
}

}  // namespace

ModelErrors model_errors(std::span<const double> predicted, std::span<const double> measured) {
  if (predicted.size() != measured.size() || measured.size() < 2)
    throw InputError("errors", "a model needs two runs or more, each with a prediction", "measure more runs");
  std::vector<double> errors;
  for (std::size_t m = 0; m < measured.size(); ++m) {
    if (!(measured[m] > 0.0)) throw InputError("errors", "a run took no time", "measure it again");
    const double error = std::abs(predicted[m] / measured[m] - 1.0);
    errors.push_back(worst_of(error, 0.0));
  }
  ModelErrors e;
  e.mean = std::reduce(errors.begin(), errors.end()) / static_cast<double>(errors.size());
  std::ranges::sort(errors);
  const std::size_t half = errors.size() / 2;
  e.median = errors.size() % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2.0;
  e.worst = errors.back();
  e.spearman = correlation(ranks_of(predicted), ranks_of(measured));
  return e;
}

}  // namespace foldwave
