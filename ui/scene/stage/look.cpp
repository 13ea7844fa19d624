#include <atomic>
#include <utility>

#include "ui/scene/stage/color.hpp"

namespace foldwave {
namespace {

std::atomic<const Look*> look_of_window{&dark_look()};
thread_local const Look* look_of_thread = nullptr;

}  // namespace

const Look& dark_look() {
  static constexpr Look look{.background_low{0.055, 0.067, 0.086},
                             .background_high{0.106, 0.129, 0.165},
                             .panel{0.078, 0.094, 0.122},
                             .frame{0.42, 0.47, 0.55},
                             .grid{0.21, 0.24, 0.28},
                             .text{0.90, 0.92, 0.95},
                             .quiet_text{0.66, 0.71, 0.78},
                             .accent{1.0, 0.76, 0.28},
                             .stale{1.0, 0.62, 0.25},
                             .refused_text{1.0, 0.52, 0.56},
                             .trace{0.80, 0.84, 0.90},
                             .trace_area{0.62, 0.68, 0.77}};
  return look;
}

const Look& light_look() {
  static constexpr Look look{.background_low{0.89, 0.91, 0.935},
                             .background_high{0.98, 0.985, 0.99},
                             .panel{1.0, 1.0, 1.0},
                             .frame{0.46, 0.51, 0.58},
                             .grid{0.80, 0.83, 0.87},
                             .text{0.10, 0.12, 0.16},
                             .quiet_text{0.32, 0.36, 0.43},
                             .accent{0.76, 0.44, 0.0},
                             .stale{0.72, 0.34, 0.0},
                             .refused_text{0.75, 0.10, 0.18},
                             .trace{0.16, 0.19, 0.24},
                             .trace_area{0.36, 0.41, 0.49}};
  return look;
}

const Look& paper_look() {
  static const Look look = [] {
    Look paper = light_look();
    paper.background_low = paper.background_high = {1.0, 1.0, 1.0};
    return paper;
  }();
  return look;
}

void set_look(const Look& look) {
  look_of_window = &look;
}

const Look& present_look() {
  return look_of_thread != nullptr ? *look_of_thread : *look_of_window.load();
}

LookScope::LookScope(const Look& look) : before_(std::exchange(look_of_thread, &look)) {}

LookScope::~LookScope() {
  look_of_thread = before_;
}

}  // namespace foldwave
