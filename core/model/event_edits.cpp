#include "core/model/event_edits.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/layer_sequence.hpp"

namespace foldwave {

namespace {

// A part of the box's depth in whole steps of its size.
double round_part(const Grid3& grid, double part) {
  const double length = part * grid.extent().z;
  if (!(length > 0.0)) return 1.0;  // the box's fault is told of where it is typed
  const double step = std::pow(10.0, std::floor(std::log10(length)));
  return step * std::round(length / step);
}

LayerStack usual_layers(const Grid3& grid) {
  const double thickness = round_part(grid, 0.1);
  LayerStack stack;
  stack.layers = {{"cover", 0.0, 1900.0, {233, 220, 181}},
                  {"sandstone", thickness, 2300.0, {224, 177, 92}},
                  {"marl", thickness, 2700.0, {181, 116, 60}},
                  {"limestone", thickness, 3300.0, {107, 143, 138}},
                  {"basement", 0.0, 4000.0, {44, 62, 87}}};
  stack.horizon_is_top_of = 2;
  return stack;
}

// Events and the layers of each, apart: the first event has the oldest sequence, a cut its deposits.
struct Record {
  std::vector<FoldEvent> events;
  std::vector<std::vector<Layer>> layers;
  int horizon = 0;  // the layer that it is the top of, counted in the oldest sequence
};

Record record_of(const Scenario& s) {
  Record record{s.events, std::vector<std::vector<Layer>>(s.events.size()), 0};
  const auto count = static_cast<int>(s.stack.layers.size());
  for (const LayerSequence& q : layer_sequences(s.events, count)) {
    const auto at = [&](int layer) { return s.stack.layers.begin() + std::clamp(layer, 0, count); };
    record.layers[q.event].assign(at(q.first), std::max(at(q.first), at(q.end())));
    record.horizon = s.stack.horizon_is_top_of - q.first;
  }
  return record;
}

Scenario with_record(Scenario s, const Record& record) {
  s.events = record.events;
  s.stack.layers.clear();
  for (std::size_t e = record.layers.size(); e-- > 0;) {
    if (e == 0) s.stack.horizon_is_top_of = record.horizon + static_cast<int>(s.stack.layers.size());
    s.stack.layers.insert(s.stack.layers.end(), record.layers[e].begin(), record.layers[e].end());
  }
  return s;
}

template <class Item>
void insert_at(std::vector<Item>& list, std::size_t at, Item item) {
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), std::move(item));
}
template <class Item>
void erase_at(std::vector<Item>& list, std::size_t at) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
}

bool is_alone(const FoldEvent& fold) {
  return std::holds_alternative<MeshHorizon>(fold.horizon) || fold.fold.varies.has_value();
}

bool has_erosion(const Scenario& s) {
  return !s.events.empty() && s.events.back().type == EventType::erosion;
}

std::string free_event_name(const Scenario& s, const std::string& name) {
  const auto taken = [&s](const std::string& wanted) {
    return std::any_of(s.events.begin(), s.events.end(),
                       [&](const FoldEvent& e) { return e.name == wanted; });
  };
  std::string free = name;
  for (int k = 2; taken(free); ++k)
    free = name + " " + std::to_string(k);
  return free;
}

FoldEvent usual_event(const Scenario& s, EventType type) {
  const Grid3& grid = s.grid;
  const auto place = [&grid](double part) {
    return grid.origin + Vec3{0.5 * grid.extent().x, 0.5 * grid.extent().y, part * grid.extent().z};
  };
  FoldEvent event;
  event.type = type;
  event.name = free_event_name(s, event_type_names[static_cast<std::size_t>(type)]);
  if (event.cuts()) {
    event.horizon = PlaneHorizon{place(type == EventType::erosion ? 0.1 : 0.3), 0.0, 90.0, {}};
  } else {
    FoldTrain train = usual_train(grid);
    train.amplitude *= 0.5;
    event.horizon = TrainsHorizon{place(0.5).z, {train}, 0.0, 0.0, {}};
  }
  return event;
}

// What lies on a new cut. Every layer has a density, or none.
Layer usual_deposit(const Scenario& s, EventType type) {
  const bool dense = !s.stack.layers.empty() && s.stack.layers.front().density > 0.0;
  Layer layer = type == EventType::erosion
                    ? Layer{"water", 0.0, 1500.0, {158, 178, 193}}
                    : Layer{"deposit", round_part(s.grid, 0.1), 1800.0, {214, 205, 160}};
  if (dense) layer.density = type == EventType::erosion ? 1000.0 : 2000.0;
  return layer;
}

}  // namespace

FoldTrain usual_train(const Grid3& grid) {
  const Vec3 extent = grid.extent(), middle = grid.origin + 0.5 * extent;
  FoldTrain train;
  train.amplitude = 0.1 * extent.z;
  train.wavelength = extent.x > 0 ? extent.x : 1.0;
  train.crest = {middle.x, middle.y};
  return train;
}

Scenario with_first_fold(Scenario scenario) {
  const Grid3& grid = scenario.grid;
  FoldEvent fold;
  fold.horizon = TrainsHorizon{grid.origin.z + 0.5 * grid.extent().z, {usual_train(grid)}, 0.0, 0.0, {}};
  scenario.events = {fold};
  scenario.stack = usual_layers(grid);
  return scenario;
}

Scenario new_scenario() {
  Scenario s;
  s.grid.n = {81, 81, 41};
  s.grid.h = {25.0, 25.0, 25.0};
  const Vec3 extent = s.grid.extent();
  PointsHorizon horizon;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      horizon.points.push_back({(0.1 + 0.4 * i) * extent.x, (0.1 + 0.4 * j) * extent.y, 0.5 * extent.z});
  FoldEvent fold;
  fold.horizon = horizon;
  s.events = {fold};
  s.stack = usual_layers(s.grid);
  s.survey.sources = {Source{{0.5 * extent.x, 0.5 * extent.y, s.grid.h[2]}, 0.0, 1.0, {}}};
  s.survey.receivers = {ReceiverLine{
      {0.0, 0.5 * extent.y, s.grid.h[2]}, {extent.x, 0.5 * extent.y, s.grid.h[2]}, s.grid.n[0], {}}};
  return s;
}

EventHindrance adding_event(const Scenario& s, EventType type) {
  if (s.events.size() >= most_events) return EventHindrance::too_many;
  if (type == EventType::erosion && has_erosion(s)) return EventHindrance::one_erosion;
  if (type == EventType::fold && std::any_of(s.events.begin(), s.events.end(), is_alone))
    return EventHindrance::lone_fold;
  return EventHindrance::nothing;
}

EventHindrance duplicating_event(const Scenario& s, std::size_t event) {
  return adding_event(s, s.events[event].type);
}

EventHindrance removing_event(const Scenario& s, std::size_t event) {
  if (event > 0) return EventHindrance::nothing;
  const bool other =
      std::any_of(s.events.begin() + 1, s.events.end(), [](const FoldEvent& e) { return !e.cuts(); });
  if (!other) return EventHindrance::last_fold;
  return s.events[1].cuts() ? EventHindrance::first_is_a_fold : EventHindrance::nothing;
}

EventHindrance moving_event(const Scenario& s, std::size_t event, bool younger) {
  if (younger ? event + 1 >= s.events.size() : event == 0) return EventHindrance::at_the_end;
  const std::size_t lower = younger ? event : event - 1;
  if (lower + 2 == s.events.size() && has_erosion(s)) return EventHindrance::erosion_is_last;
  if (lower == 0 && s.events[1].cuts()) return EventHindrance::first_is_a_fold;
  return EventHindrance::nothing;
}

EventEdit with_event_added(const Scenario& s, EventType type, std::size_t event) {
  const std::size_t last = s.events.size() - (has_erosion(s) ? 1 : 0);
  const std::size_t at = type == EventType::erosion ? s.events.size() : std::min(event + 1, last);
  Record record = record_of(s);
  const FoldEvent added = usual_event(s, type);
  insert_at(record.events, at, added);
  insert_at(record.layers, at,
            added.cuts() ? std::vector<Layer>{usual_deposit(s, type)} : std::vector<Layer>{});
  return {with_record(s, record), at};
}

EventEdit with_event_duplicated(const Scenario& s, std::size_t event) {
  Record record = record_of(s);
  FoldEvent copy = s.events[event];
  copy.name = free_event_name(s, copy.name);
  insert_at(record.events, event + 1, std::move(copy));
  insert_at(record.layers, event + 1, s.events[event].cuts() ? record.layers[event] : std::vector<Layer>{});
  return {with_record(s, record), event + 1};
}

EventEdit with_event_removed(const Scenario& s, std::size_t event) {
  Record record = record_of(s);
  erase_at(record.events, event);
  erase_at(record.layers, std::max<std::size_t>(event, 1));  // the oldest sequence stays the first's
  return {with_record(s, record), std::min(event, record.events.size() - 1)};
}

EventEdit with_event_moved(const Scenario& s, std::size_t event, bool younger) {
  const std::size_t lower = younger ? event : event - 1;
  Record record = record_of(s);
  std::swap(record.events[lower], record.events[lower + 1]);
  if (lower > 0) std::swap(record.layers[lower], record.layers[lower + 1]);
  return {with_record(s, record), younger ? event + 1 : event - 1};
}

Scenario with_deposits(Scenario scenario, std::size_t event, int deposits) {
  scenario.events[event].deposits = deposits;
  LayerStack& stack = scenario.stack;
  const auto count = static_cast<int>(stack.layers.size());
  const auto sequences = layer_sequences(scenario.events, count);
  const int oldest = sequences.back().first;
  if (deposits < 1 || oldest + 2 > count) return scenario;  // refused, as it stands
  for (const LayerSequence& q : sequences)
    for (int i = q.first + 1; i < std::min(q.end(), count - 1); ++i)
      if (Layer& layer = stack.layers[static_cast<std::size_t>(i)]; layer.thickness == 0.0)
        layer.thickness = round_part(scenario.grid, 0.1);
  stack.horizon_is_top_of = std::max(stack.horizon_is_top_of, oldest + 1);
  return scenario;
}

std::optional<std::size_t> followed_event(const std::vector<FoldEvent>& before,
                                          const std::vector<FoldEvent>& after, std::size_t event) {
  if (event >= before.size()) return std::nullopt;
  if (event < after.size() && after[event] == before[event]) return event;
  const auto there = std::find(after.begin(), after.end(), before[event]);
  if (there != after.end()) return static_cast<std::size_t>(there - after.begin());
  // One step removes an event or changes it, not both.
  if (after.size() < before.size()) return std::nullopt;
  return event;
}

std::size_t followed_choice(const std::vector<FoldEvent>& before, const std::vector<FoldEvent>& after,
                            std::size_t event) {
  if (event >= before.size() || after.empty()) return 0;
  return followed_event(before, after, event).value_or(std::min(event, after.size() - 1));
}

}  // namespace foldwave
