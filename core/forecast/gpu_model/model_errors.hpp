// How far a model's predictions are from what was measured.
#pragma once

#include <span>

namespace foldwave {

struct ModelErrors {
  double median = 0.0;    // of |predicted / measured - 1|
  double mean = 0.0;      // likewise
  double worst = 0.0;     // likewise
  double spearman = 0.0;  // rank correlation, ties by their mean rank
};

// Two spans of one length. Throws InputError where they are not, below two values, or where a measured one is
// not above zero.
ModelErrors model_errors(std::span<const double> predicted, std::span<const double> measured);

}  // namespace foldwave
