// What a check has to say about a value: where (the JSON path), what, and what would do.
#pragma once

#include <string>
#include <vector>

namespace foldwave {

// note: what is good to know and asks for nothing.
enum class Severity { note, warning, error };

struct Finding {
  Severity severity = Severity::error;
  std::string path;     // "/survey/sources/0/position"
  std::string problem;  // names the value
  std::string remedy;
  bool operator==(const Finding&) const = default;

  // "warning: ..." with the place, as the command line tells it.
  std::string line() const {
    const char* const word = severity == Severity::note      ? "note: "
                             : severity == Severity::warning ? "warning: "
                                                             : "error: ";
    return word + text();
  }
  std::string text() const { return path + ": " + problem + (remedy.empty() ? "" : "; " + remedy); }
};
using Findings = std::vector<Finding>;

bool has_errors(const Findings& findings);
void throw_first_error(const Findings& findings,
                       const std::string& file = {});  // InputError, when there is one

}  // namespace foldwave
