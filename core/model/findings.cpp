#include "core/model/findings.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace foldwave {

bool has_errors(const Findings& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& f) { return f.severity == Severity::error; });
}

void throw_first_error(const Findings& findings, const std::string& file) {
  for (const Finding& f : findings)
    if (f.severity == Severity::error)
      throw InputError(file.empty() ? f.path : file + ": " + f.path, f.problem, f.remedy);
}

}  // namespace foldwave
