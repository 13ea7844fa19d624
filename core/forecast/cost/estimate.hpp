// How long work will take, by rates that were fitted, and how sure that is.
//
// The logarithm of a sum of parts is taken as Student's t about ln t with
//
//   s^2 = g' C g + sum over parts of (t_i / t)^2 s_i^2 + w^2,    g = d ln t / d theta
//
// C is the covariance of the rates, s_i the scatter of a part, w what widens it beside (a machine that was
// busy, a calibration of another one).
#pragma once

#include <span>

#include "core/forecast/cost/rates.hpp"

namespace foldwave {

struct TimeEstimate {
  double seconds = 0.0;          // as likely more as less
  double low = 0.0, high = 0.0;  // it lies between with a probability of 90 %
  double most = 0.0;             // it stays below with a probability of 99 %
};

// A rate that the fit does not have makes the estimate infinite with the rest unbounded; no work: zeros.
TimeEstimate estimate(const Rates& rates, std::span<const PartWork> parts, double widening = 0.0);

}  // namespace foldwave
