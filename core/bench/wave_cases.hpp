// The models that `bench wave` runs (core/bench/wave.hpp says what they are).
#pragma once

#include "core/bench/wave.hpp"

namespace foldwave {

// A case before its velocity is made, which may be large.
struct WaveBenchSetup {
  std::string name;
  bool layered = false;
  bool salt = false;
  BenchStart start = BenchStart::rest;
  int order = 8;
  WaveModel model;  // without velocity, kernel and precision

  Field<float> velocity() const;
  // p(0) and p(-dt): from -1 to 1 and the same in every run, 0 on the grid's faces. Empty: at rest.
  Field<float> start_field() const;
};

// All that the plan asks of one case; `on_device` where the plan leaves sizes or steps open.
std::vector<WaveBenchSetup> wave_bench_setups(WaveBenchCase which, const WaveBenchPlan& plan, bool on_device);

}  // namespace foldwave
