#include <charconv>
#include <cmath>

#include "core/base/error.hpp"
#include "core/volume/filter/kernel3.hpp"

namespace foldwave {

namespace {

constexpr int most_kernel_nodes = 1 << 12;  // along an axis

}  // namespace

void check_kernel(const Kernel3& kernel) {
  for (const int reach : kernel.reach)
    if (reach < 0 || reach > most_kernel_nodes)
      throw InputError("kernel", "reaches " + std::to_string(reach) + " nodes",
                       "give 0 to " + std::to_string(most_kernel_nodes));
  if (static_cast<Index>(kernel.weights.size()) != kernel.size())
    throw InputError(
        "kernel",
        std::to_string(kernel.weights.size()) + " weights for " + std::to_string(kernel.size()) + " nodes",
        "give one weight a node");
}

Kernel3 parse_kernel(std::string_view text, const std::string& place) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    double value = 0.0;
    // What std::from_chars does not take.
    if (*at == '+' && at + 1 < end) ++at;
    const auto [next, code] = std::from_chars(at, end, value);
    if (code == std::errc()) {
      numbers.push_back(value);
      at = next;
    } else if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r' || *at == ',' || *at == ';') {
      ++at;
    } else {
      throw InputError(place, "holds something else than numbers",
                       "give three odd sizes and the weights, x fastest");
    }
  }
  Kernel3 kernel;
  if (numbers.size() < 3)
    throw InputError(place, "no kernel", "give three odd sizes and the weights, x fastest");
  for (std::size_t a = 0; a < 3; ++a) {
    const double size = numbers[a];
    if (!(size >= 1.0 && size <= 2.0 * most_kernel_nodes + 1.0) || std::fmod(size, 2.0) != 1.0)
      throw InputError(place, "a size of the kernel is not an odd count", "give sizes such as 3 3 3");
    kernel.reach[a] = static_cast<int>(size) / 2;
  }
  for (std::size_t m = 3; m < numbers.size(); ++m) {
    if (!std::isfinite(static_cast<float>(numbers[m])))
      throw InputError(place, "a weight is no finite number", "give finite weights");
    kernel.weights.push_back(static_cast<float>(numbers[m]));
  }
  check_kernel(kernel);
  return kernel;
}

}  // namespace foldwave
