#include "core/model/fold_method.hpp"

#include <array>

namespace foldwave {

namespace {
constexpr std::array<const char*, 7> names{"auto", "foot-point", "pmm", "fmm", "fsm", "pfsm", "fim"};
}  // namespace

const char* fold_method_name(FoldMethod method) {
  return names.at(static_cast<std::size_t>(method));
}

std::optional<FoldMethod> fold_method_named(const std::string& name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i]) return static_cast<FoldMethod>(i);
  return std::nullopt;
}

}  // namespace foldwave
