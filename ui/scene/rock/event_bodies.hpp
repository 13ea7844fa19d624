// Events that were located, in a 3D view: the ellipsoids that hold them with 68 and 95 %, see-through, with
// the outlines of their main planes, centres and numbers in front of rock. In a section they are ellipses.
#pragma once

#include <string>
#include <vector>

#include <vtkSmartPointer.h>

#include "core/imaging/locate/ellipsoid.hpp"
#include "core/imaging/locate/locate.hpp"
#include "ui/scene/rock/point_marks.hpp"
#include "ui/scene/stage/scene.hpp"

class vtkActor;
class vtkPolyData;

namespace foldwave {

inline constexpr std::array<double, 2> event_shares{0.68, 0.95};

struct EventMark {
  Vec3 place{};                      // local
  SpaceTimeCovariance covariance{};  // zero: how sure it is, is not known
  std::string name;                  // "1"
  bool operator==(const EventMark&) const = default;
};

std::vector<EventMark> event_marks(const LocateResult& located);

class EventBodies {
 public:
  explicit EventBodies(vtkRenderer* renderer);

  void show(std::vector<EventMark> events, bool section);
  void set_visible(bool visible);
  void set_stale(bool stale);  // of another scenario: faint
  bool any() const { return visible_ && !events_.empty(); }
  const std::vector<EventMark>& events() const { return events_; }
  const std::vector<std::vector<Vec3>>& outlines() const { return outlines_; }  // local, of the main planes
  void draw(Overlay& overlay, const FrameSize& frame);                          // the numbers

 private:
  void dress();

  vtkRenderer* renderer_;
  std::vector<EventMark> events_;
  std::vector<std::vector<Vec3>> outlines_;
  bool visible_ = true, stale_ = false;
  PointMarks centres_;
  std::array<vtkSmartPointer<vtkPolyData>, 2> shells_;
  vtkSmartPointer<vtkPolyData> rims_;
  std::array<vtkSmartPointer<vtkActor>, 2> shell_actors_;
  vtkSmartPointer<vtkActor> rim_actor_;
};

}  // namespace foldwave
