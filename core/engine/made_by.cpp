#include "core/engine/made_by.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/system.hpp"
#include "core/engine/backend.hpp"

namespace foldwave {

MadeBy made_by(const Backend& backend) {
  const std::string shared = backend.shared_by().empty() ? "" : ", " + backend.shared_by();
  if (backend.on_host()) return {backend.name(), cpu_name() + shared, thread_count()};
  const std::string words = backend.description();
  return {backend.name(), words.substr(0, words.find(',')) + shared, 0};
}

std::string made_by_text(const MadeBy& made) {
  if (made.backend.empty()) return {};
  if (made.threads > 0)
    return "the CPU, " + made.device + ", with " + std::to_string(made.threads) +
           (made.threads == 1 ? " thread" : " threads");
  std::string name = made.backend;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name + " on " + made.device;
}

}  // namespace foldwave
