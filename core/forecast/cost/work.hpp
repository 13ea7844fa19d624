// What a part of a run does, as amounts of work whose rates are to be known:
//
//   t = sum over terms of  amount prod over rates of rate^weight
//
// so one rate of a term may be seconds a unit and the others factors, and a rate between two that are known
// is their geometric mean by weights. Amounts are 0 or more; seconds.
#pragma once

#include <string>
#include <vector>

namespace foldwave {

struct RateShare {
  std::string rate;
  double weight = 1.0;
  bool operator==(const RateShare&) const = default;
};

struct WorkTerm {
  double amount = 0.0;
  std::vector<RateShare> rates;
  bool operator==(const WorkTerm&) const = default;
};

struct PartWork {
  std::string part;  // "wave.steps": parts of one name scatter alike
  std::vector<WorkTerm> terms;
  bool operator==(const PartWork&) const = default;
};

// A part that was measured.
struct Observation {
  PartWork work;
  double seconds = 0.0;
  bool operator==(const Observation&) const = default;
};

}  // namespace foldwave
