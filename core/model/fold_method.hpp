// The methods that solve the fold equation, by name.
#pragma once

#include <optional>
#include <string>

namespace foldwave {

enum class FoldMethod {
  automatic,     // the best that the back end has for the problem
  foot_point,    // exact travel time from the foot on the horizon; constant F and psi a
                 // (fold/foot/foot_point.hpp)
  pmm,           // 3D Parallel Marching Method (Sourouri 2012; fold/pmm/pmm.hpp)
  fmm,           // references for psi = 0 (fold/reference): fast marching by heap,
  fsm,           // fast sweeping,
  parallel_fsm,  // fast sweeping, one sweep direction a thread (Zhao 2007),
  fim            // fast iterative method (Jeong and Whitaker 2008)
};

const char* fold_method_name(FoldMethod method);  // "auto", "foot-point", "pmm", "fmm", "fsm", "pfsm", "fim"
std::optional<FoldMethod> fold_method_named(const std::string& name);

}  // namespace foldwave
