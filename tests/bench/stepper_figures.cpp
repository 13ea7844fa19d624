// What tests/gpu/stepper_checks.hpp finds of the device's steppers, each figure with its limit, where there
// is no Qt. Exit 1 where one is beyond its limit.
//
//   cmake --build build/release --target stepper_figures
#include <cstdio>

#include "core/base/error.hpp"
#include "tests/gpu/stepper_checks.hpp"

int main() try {
  int beyond = 0;
  for (const auto& figure : foldwave::test::stepper_figures()) {
    std::printf("%-48s %12.4g of %8.2g%s\n", figure.name.c_str(), figure.value, figure.limit,
                figure.good() ? "" : "   BEYOND");
    beyond += figure.good() ? 0 : 1;
  }
  return beyond == 0 ? 0 : 1;
} catch (const foldwave::Error& error) {
  std::printf("%s\n", error.what());
  return 2;
}
