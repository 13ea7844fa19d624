// Quantiles of Student's t, by bisection of its distribution:
//
//   P(|t| > q) = I_x(nu / 2, 1 / 2),   x = nu / (nu + q^2)
//
// with I the regularised incomplete beta function (Abramowitz and Stegun 1964, 26.7.1), its continued
// fraction by Lentz's method. To 1e-9 of the quantile.
#pragma once

namespace foldwave {

// The value that |t| stays below with probability `share`, 0 to below 1. Degrees of freedom 1 or more,
// perhaps no whole number.
double student_quantile(double share, double degrees);

}  // namespace foldwave
