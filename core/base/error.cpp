#include "core/base/error.hpp"

#include <utility>

#include "core/base/text.hpp"

namespace foldwave {

namespace {
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

std::string joined(const std::string& place, const std::string& problem, const std::string& remedy) {
  return (place.empty() ? problem : place + ": " + problem) + (remedy.empty() ? "" : "; " + remedy);
}
}  // namespace

Error::Error(std::string place, std::string problem, std::string remedy)
    : std::runtime_error(one_line(joined(place, problem, remedy))),
      place_(std::move(place)),
      problem_(one_line(std::move(problem))),
      remedy_(one_line(std::move(remedy))) {}

std::string Error::words() const {
  return joined({}, problem_, remedy_);
}

void throw_out_of_memory(std::size_t bytes) {
  throw ResourceError("memory", "cannot get " + bytes_text(static_cast<double>(bytes)),
                      "use fewer grid nodes or close other programs");
}

}  // namespace foldwave
