#include "ui/jobs/preview_pace.hpp"

namespace foldwave {
namespace {

constexpr double late = 110.0, quick = 30.0;  // ms; apart by more than a step, so that the pace settles
constexpr int quick_in_a_row = 4;

}  // namespace

void PreviewPace::took(double milliseconds) {
  quick_ = milliseconds < quick ? quick_ + 1 : 0;
  if (milliseconds > late && step_ < coarsest) ++step_;
  if (quick_ < quick_in_a_row || step_ == 0) return;
  --step_;
  quick_ = 0;
}

}  // namespace foldwave
