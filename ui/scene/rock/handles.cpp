#include "ui/scene/rock/handles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/error.hpp"
#include "core/horizon/edit_points.hpp"
#include "core/model/survey/survey_handles.hpp"

namespace foldwave {

namespace {

std::vector<HorizonHandle> handles_of_horizon(const Scenario& scenario, std::size_t event) {
  if (event >= scenario.events.size() || !has_fold(scenario)) return {};
  return horizon_handles(scenario.events[event].horizon, scenario.grid);
}

}  // namespace

std::vector<SceneHandle> scene_handles(const Scenario& scenario, std::size_t event) {
  std::vector<SceneHandle> all;
  int index = 0;
  for (const HorizonHandle& h : handles_of_horizon(scenario, event))
    all.push_back({index++, h.name, h.position - scenario.grid.origin, h.motion});
  for (const SurveyHandle& h : survey_handles(scenario.survey))
    all.push_back({index++, h.name, h.position - scenario.grid.origin, HandleMotion::free,
                   h.is_source ? HandleOf::source : HandleOf::receivers});
  return all;
}

Scenario with_handles_moved(Scenario scenario, std::size_t event, const HandleMoves& moves) {
  const std::size_t of_horizon = handles_of_horizon(scenario, event).size();
  for (const HandleMove& move : moves) {
    const auto index = static_cast<std::size_t>(move.index);
    const Vec3 to = move.to + scenario.grid.origin;
    if (index >= of_horizon) {
      scenario.survey = with_survey_handle_moved(std::move(scenario.survey), index - of_horizon, to);
      continue;
    }
    HorizonSpec& horizon = scenario.events[event].horizon;
    if (auto* const points = std::get_if<PointsHorizon>(&horizon))
      points->points[index] = to;
    else
      horizon = with_handle_moved(horizon, scenario.grid, index, to);
  }
  return scenario;
}

Scenario with_handles_removed(Scenario scenario, std::size_t event, std::vector<int> indices) {
  // From the last, so that those before it keep their numbers.
  std::sort(indices.rbegin(), indices.rend());
  const std::vector<SceneHandle> all = scene_handles(scenario, event);
  const std::size_t of_horizon = handles_of_horizon(scenario, event).size();
  for (const int i : indices) {
    const auto index = static_cast<std::size_t>(i);
    if (index >= all.size()) continue;
    if (all[index].of == HandleOf::receivers)
      throw InputError(all[index].name, "is no point of its own", "remove its receivers in the panel");
    if (all[index].of == HandleOf::source) {
      auto& sources = scenario.survey.sources;
      sources.erase(sources.begin() + static_cast<std::ptrdiff_t>(index - of_horizon));
      continue;
    }
    auto* const points = std::get_if<PointsHorizon>(&scenario.events[event].horizon);
    if (points == nullptr)
      throw InputError(all[index].name, "is no control point",
                       "only control points and sources can be removed");
    *points = remove_point(*points, scenario.grid, index).horizon;
  }
  return scenario;
}

FoldSpec fold_of(const Scenario& scenario, std::size_t event) {
  return event < scenario.events.size() && !scenario.events[event].cuts() ? scenario.events[event].fold
                                                                          : FoldSpec{};
}

std::string past_words(const Scenario& scenario, std::size_t event) {
  if (scenario.events.size() < 2 || event >= scenario.events.size()) return {};
  constexpr std::size_t longest = 24;
  const FoldEvent& e = scenario.events[event];
  std::string name = e.name;
  if (name.size() > longest) {
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)  // within a UTF-8 letter
      --end;
    name = name.substr(0, end) + "\u2026";
  }
  return std::string(e.cuts() ? "the surface of " : "the horizon of ") + name + " as it stood then";
}

const SceneHandle* Handles::handle(int index) const {
  for (const auto* const all : {&handles_, &survey_})
    for (const SceneHandle& h : *all)
      if (h.index == index) return &h;
  return nullptr;
}

int Handles::handle_at(double x, double y) const {
  int best = -1;
  double nearest = reach();
  for (const auto* const all : {&handles_, &survey_}) {
    if (all == &survey_ && !survey_shown_) break;
    for (const SceneHandle& h : *all) {
      const auto d = display_of(h.local);
      const double away = std::hypot(d[0] - x, d[1] - y);
      if (away < nearest) nearest = away, best = h.index;
    }
  }
  return best;
}

std::vector<int> Handles::handles_within(const DisplayBox& box) const {
  std::vector<int> within;
  for (const auto* const all : {&handles_, &survey_}) {
    if (all == &survey_ && !survey_shown_) break;
    for (const SceneHandle& h : *all) {
      const auto d = display_of(h.local);
      if (box.holds(d[0], d[1])) within.push_back(h.index);
    }
  }
  return within;
}

void Handles::set_handles(std::vector<SceneHandle> handles) {
  const auto first = std::stable_partition(handles.begin(), handles.end(),
                                           [](const SceneHandle& h) { return h.of == HandleOf::horizon; });
  survey_.assign(first, handles.end());
  handles.erase(first, handles.end());
  handles_ = std::move(handles);
  if (handle(marked_) == nullptr) marked_ = -1;
  std::erase_if(selected_, [this](int index) { return handle(index) == nullptr; });
  show_marks();
}

bool Handles::mark_handle(int index) {
  if (index == marked_) return false;
  marked_ = index;
  show_marks();
  return true;
}

void Handles::select_handle(int index) {
  select_handles(index < 0 ? std::vector<int>{} : std::vector<int>{index});
}

void Handles::select_handles(std::vector<int> indices) {
  std::erase_if(indices, [this](int index) { return handle(index) == nullptr; });
  selected_ = std::move(indices);
  show_marks();
}

void Handles::select_also(int index) {
  if (std::erase(selected_, index) == 0) selected_.push_back(index);
  show_marks();
}

bool Handles::is_selected(int index) const {
  return std::find(selected_.begin(), selected_.end(), index) != selected_.end();
}

void Handles::move_handle(int index, const Vec3& local) {
  for (auto* const all : {&handles_, &survey_})
    for (SceneHandle& h : *all)
      if (h.index == index) h.local = local;
  show_marks();
}

void Handles::draw_pointer_marks(Overlay& overlay, const DisplayBox& within, const TextStyle& words,
                                 double scale) const {
  if (band_) draw_band(overlay, *band_);
  if (measured_.places.empty()) return;
  std::vector<std::array<double, 2>> at;
  for (const Vec3& place : measured_.places)
    at.push_back(display_of(place));
  draw_measured(overlay, at, measured_.words, within, words, scale);
}

std::string place_text(const Vec3& map) {
  char text[120];
  std::snprintf(text, sizeof text, "x %.0f  y %.0f  depth %.0f m", map.x, map.y, map.z);
  return text;
}

}  // namespace foldwave
