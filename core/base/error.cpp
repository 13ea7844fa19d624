#include "core/base/error.hpp"

#include "core/base/text.hpp"

namespace foldwave {

namespace {
std::string one_line(const std::string& place, const std::string& problem, const std::string& remedy) {
  std::string text = place.empty() ? problem : place + ": " + problem;
  if (!remedy.empty()) text += "; " + remedy;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}
}  // namespace

Error::Error(std::string place, const std::string& problem, const std::string& remedy)
    : std::runtime_error(one_line(place, problem, remedy)), place_(std::move(place)) {}

void throw_out_of_memory(std::size_t bytes) {
  throw ResourceError("memory", "cannot get " + bytes_text(static_cast<double>(bytes)),
                      "use fewer grid nodes or close other programs");
}

}  // namespace foldwave
