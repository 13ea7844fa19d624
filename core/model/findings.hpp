// What a check has to say about a value: where (the JSON path), what, and what would do.
#pragma once

#include <string>
#include <vector>

namespace foldwave {

enum class Severity { warning, error };

struct Finding {
  Severity severity = Severity::error;
  std::string path;     // "/survey/sources/0/position"
  std::string problem;  // names the value
  std::string remedy;
  bool operator==(const Finding&) const = default;

  std::string text() const { return path + ": " + problem + (remedy.empty() ? "" : "; " + remedy); }
};
using Findings = std::vector<Finding>;

bool has_errors(const Findings& findings);
void throw_first_error(const Findings& findings,
                       const std::string& file = {});  // InputError, when there is one

}  // namespace foldwave
