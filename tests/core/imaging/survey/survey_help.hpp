// The section of rtm/imaging_help.hpp as a survey with a flat reflector between two nodes.
#pragma once

#include "core/base/system.hpp"
#include "core/imaging/survey/survey_image.hpp"
#include "tests/core/imaging/rtm/imaging_help.hpp"

namespace foldwave {

// With one thread shots go one after another, so that a stop in one leaves those behind it, on any machine.
class ThreadsOfTest {
 public:
  explicit ThreadsOfTest(int threads) : before_(thread_count()) { set_thread_count(threads); }
  ~ThreadsOfTest() { set_thread_count(before_); }
  ThreadsOfTest(const ThreadsOfTest&) = delete;
  ThreadsOfTest& operator=(const ThreadsOfTest&) = delete;

 private:
  int before_;
};

struct FlatSurvey {
  SmallSurvey small;
  SurveySetup setup;

  explicit FlatSurvey(int shots = 5, std::array<int, 3> n = {101, 1, 61}, int first_below = 35)
      : small(n, shots) {
    for (int k = first_below; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          small.truth(i, j, k) = 2200.0F;
    setup.medium = small.model;
    setup.truth = borrowed(small.truth);
    setup.shots = small.shots;
    setup.gathers.most_offset = small.model.grid.extent().x;
    setup.mute = {2000.0, 2.5 / 20.0, 1.0 / 20.0};
  }

  SurveyStack stacked() const {
    SurveyStack stack;
    stack_survey(small.make, setup, stack, nullptr, {});
    return stack;
  }
};

inline bool same_values(const Field<float>& a, const Field<float>& b) {
  return a.shape() == b.shape() && std::equal(a.values().begin(), a.values().end(), b.values().begin());
}

// Where the slope of a column peaks, nodes: an image has a step's own phase.
inline double slope_peak(const Field<float>& image, int column, int first, int last) {
  const int n = image.shape()[2];
  std::vector<double> slope(static_cast<std::size_t>(n));
  for (int k = 1; k + 1 < n; ++k)
    slope[static_cast<std::size_t>(k)] =
        std::abs(static_cast<double>(image(column, 0, k + 1)) - static_cast<double>(image(column, 0, k - 1)));
  return peak_of(slope, first, last);
}

}  // namespace foldwave
