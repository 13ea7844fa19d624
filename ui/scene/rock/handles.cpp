#include "ui/scene/rock/handles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace foldwave {

std::vector<SceneHandle> scene_handles(const Scenario& scenario, std::size_t event) {
  std::vector<SceneHandle> all;
  if (event >= scenario.events.size() || !has_fold(scenario)) return all;
  int index = 0;
  for (const HorizonHandle& h : horizon_handles(scenario.events[event].horizon, scenario.grid))
    all.push_back({index++, h.name, h.position - scenario.grid.origin, h.motion, 0.0});
  return all;
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
  const auto found =
      std::find_if(handles_.begin(), handles_.end(), [&](const SceneHandle& h) { return h.index == index; });
  return found == handles_.end() ? nullptr : &*found;
}

int Handles::handle_at(double x, double y) const {
  int best = -1;
  double nearest = reach();
  for (const SceneHandle& h : handles_) {
    const auto d = display_of(h.local);
    const double away = std::hypot(d[0] - x, d[1] - y);
    if (away < nearest) nearest = away, best = h.index;
  }
  return best;
}

void Handles::set_handles(std::vector<SceneHandle> handles) {
  handles_ = std::move(handles);
  if (handle(marked_) == nullptr) marked_ = -1;
  if (handle(selected_) == nullptr) selected_ = -1;
  show_marks();
}

bool Handles::mark_handle(int index) {
  if (index == marked_) return false;
  marked_ = index;
  show_marks();
  return true;
}

void Handles::select_handle(int index) {
  selected_ = index;
  show_marks();
}

void Handles::move_handle(int index, const Vec3& local) {
  for (SceneHandle& h : handles_)
    if (h.index == index) h.local = local;
  show_marks();
}

std::string place_text(const Vec3& map) {
  char text[120];
  std::snprintf(text, sizeof text, "x %.0f  y %.0f  depth %.0f m", map.x, map.y, map.z);
  return text;
}

}  // namespace foldwave
