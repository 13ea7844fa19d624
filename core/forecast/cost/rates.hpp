// The rates of a machine, fitted to measured parts of runs.
//
//   minimise  sum over observations of (ln t - ln f(theta))^2 / s_part^2
//             + sum over rates of (theta - theta_0)^2 / s_0^2,         theta = ln rate
//
// by Gauss and Newton with damping (Levenberg 1944; Marquardt 1963): errors are relative, rates positive,
// and a rate that nothing measures keeps what was expected of it. Outliers, as of a moment in which the
// machine was busy, count less: weights of a t distribution with four degrees of freedom (Lange, Little and
// Taylor 1989). The scatter s of each kind of part comes out of its residuals, from an expected one that
// counts as a few of them; the one that is told is of each observation against a fit without it, as Sherman
// and Morrison's formula has it: (ln t - ln f) / (1 - h), h its leverage.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/forecast/cost/work.hpp"

namespace foldwave {

// What is expected of a rate before anything is measured: a median, and how far off it may be.
struct ExpectedRate {
  std::string rate;
  double value = 1.0;        // seconds a unit, or a factor
  double log_scatter = 1.0;  // standard deviation of its logarithm
};

struct PartScatter {
  double log_scatter = 0.0;  // of a part's seconds about what its rates give
  double degrees = 0.0;      // of freedom
};

struct Rates {
  std::map<std::string, std::size_t> index;  // of a rate
  std::vector<double> log_value;
  std::vector<double> covariance;  // of log_value, row by row
  std::map<std::string, PartScatter> scatter;
  int observations = 0;

  std::size_t size() const { return log_value.size(); }
  double at(std::size_t i, std::size_t j) const { return covariance[i * size() + j]; }
};

// Rates that no one expects are left out of the fit with the observations that need them, and so are
// observations of no time. `expected_scatter`: of a part that was never measured.
Rates fit_rates(std::span<const ExpectedRate> expected, std::span<const Observation> observations,
                double expected_scatter = 0.15);

}  // namespace foldwave
