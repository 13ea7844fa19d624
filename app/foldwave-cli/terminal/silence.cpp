#include "app/foldwave-cli/terminal/silence.hpp"

#include <iostream>

namespace foldwave::cli {

namespace {

bool silence_is_on = false;

}  // namespace

Silence::Silence(bool wanted) {
  if (!wanted) return;
  silence_is_on = true;
  was_ = std::cerr.rdbuf(nullptr);
}

Silence::~Silence() {
  if (!silence_is_on) return;
  silence_is_on = false;
  std::cerr.rdbuf(was_);
}

bool Silence::is_on() {
  return silence_is_on;
}

}  // namespace foldwave::cli
