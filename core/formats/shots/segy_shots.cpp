#include "core/formats/shots/segy_shots.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/base/text.hpp"

namespace foldwave {

namespace {

using PlaceKey = std::tuple<double, double, double>;

PlaceKey key_of(const Vec3& place) {
  return {place.x, place.y, place.z};
}

void widen(SegyBounds& bounds, const Vec3& place, bool first) {
  if (first) bounds = {place, place};
  bounds.low = {std::min(bounds.low.x, place.x), std::min(bounds.low.y, place.y),
                std::min(bounds.low.z, place.z)};
  bounds.high = {std::max(bounds.high.x, place.x), std::max(bounds.high.y, place.y),
                 std::max(bounds.high.z, place.z)};
}

// A survey on the ground is not as wide.
constexpr double widest_survey = 1e6;

void look_for_doubts(const SegyFile& headers, SegyShots& all) {
  const std::size_t traces = headers.geometry.size();
  if (lacks_offsets(headers)) {
    all.doubts.emplace_back("source and receiver are at one place in every trace");
    return;
  }
  std::set<int> numbers;
  std::set<PlaceKey> sources;
  std::size_t doubled = 0;
  for (const SegyShot& shot : all.shots) {
    numbers.insert(shot.number);
    sources.insert(key_of(shot.source));
    std::set<PlaceKey> places;
    for (const std::size_t t : shot.traces)
      places.insert(key_of(headers.geometry[t].receiver));
    doubled += shot.traces.size() - places.size();
  }
  if (all.receivers.size() == 1 && traces > 1)
    all.doubts.emplace_back("the receivers of all traces are at one place");
  else if (doubled > 0)
    all.doubts.push_back(std::to_string(doubled) +
                         " traces have their receiver where another trace of the shot has it");
  if (sources.size() == 1 && numbers.size() > 1)
    all.doubts.push_back("the sources of all " + std::to_string(numbers.size()) + " shots are at one place");
  if (all.shots.size() == traces && traces > 1) all.doubts.emplace_back("every trace is a shot of its own");
  if (all.most_offset > widest_survey)
    all.doubts.push_back("source and receiver are up to " + number_text(1e-3 * all.most_offset) +
                         " km apart");
}

}  // namespace

bool lacks_offsets(const SegyFile& headers) {
  return std::ranges::all_of(headers.geometry,
                             [](const SegyTrace& t) { return norm(t.receiver - t.source) == 0.0; });
}

SegyShots segy_shots(const SegyFile& headers) {
  SegyShots all;
  std::map<std::tuple<int, PlaceKey>, std::size_t> numbers;
  std::set<PlaceKey> places;
  for (std::size_t t = 0; t < headers.geometry.size(); ++t) {
    const SegyTrace& trace = headers.geometry[t];
    const double offset = norm(trace.receiver - trace.source);
    const auto [at, is_new] =
        numbers.try_emplace({trace.field_record, key_of(trace.source)}, all.shots.size());
    if (is_new) all.shots.push_back({trace.field_record, trace.source, {}, offset, offset});
    SegyShot& shot = all.shots[at->second];
    shot.traces.push_back(t);
    shot.least_offset = std::min(shot.least_offset, offset);
    shot.most_offset = std::max(shot.most_offset, offset);
    if (places.insert(key_of(trace.receiver)).second) all.receivers.push_back(trace.receiver);
    widen(all.source_bounds, trace.source, t == 0);
    widen(all.receiver_bounds, trace.receiver, t == 0);
    all.least_offset = t == 0 ? offset : std::min(all.least_offset, offset);
    all.most_offset = std::max(all.most_offset, offset);
  }
  look_for_doubts(headers, all);
  return all;
}

}  // namespace foldwave
