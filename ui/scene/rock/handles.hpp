// A horizon's handles in a view, flat or in space: which is under the pointer, which is chosen, and where a
// drag or a key takes it. The scene that shows them says where they lie on the screen.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/vec3.hpp"
#include "core/horizon/horizon_handles.hpp"

namespace foldwave {

struct SceneHandle {
  int index = 0;  // among the horizon's handles
  std::string name;
  Vec3 local{};
  HandleMotion motion = HandleMotion::free;
  double faded = 0.0;  // 0: in full colour, 1: gone
};

// All handles of one event's horizon; none where there is none.
std::vector<SceneHandle> scene_handles(const Scenario& scenario, std::size_t event);

// The fold of that event; of a cut one that propagates on any surface.
FoldSpec fold_of(const Scenario& scenario, std::size_t event);

// Among several events a horizon is drawn as it stood at its time, which today's rock need not show:
// "the horizon of tilt as it stood then". Empty where there is one alone.
std::string past_words(const Scenario& scenario, std::size_t event);

// What an arrow or page key asks for: one step each way at most.
struct Push {
  int right = 0, up = 0;  // on the screen
  int deeper = 0;
};

class Handles {
 public:
  virtual ~Handles() = default;

  const std::vector<SceneHandle>& handles() const { return handles_; }
  const SceneHandle* handle(int index) const;  // null: not in this view
  int handle_at(double x, double y) const;     // display pixels; -1: none within reach
  bool mark_handle(int index);                 // under the pointer; whether it is another one
  int marked_handle() const { return marked_; }
  void select_handle(int index);
  int selected_handle() const { return selected_; }
  void move_handle(int index, const Vec3& local);
  void set_read_out(bool on) { read_out_ = on; }  // tells the marked handle's place beside it

  // Where a handle goes that was at `start` when the pointer began to move by (dx, dy) display pixels;
  // `other`: the second direction, with Shift held. Not yet cut to the box.
  virtual Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const = 0;
  // The direction that a key pushes a handle in, local, unit; none: zero.
  virtual Vec3 pushed(HandleMotion motion, const Push& push, bool other) const = 0;
  virtual double metres_a_pixel_at(const Vec3& local) const = 0;

 protected:
  void set_handles(std::vector<SceneHandle> handles);
  bool read_out() const { return read_out_; }

 private:
  virtual void show_marks() = 0;
  virtual std::array<double, 2> display_of(const Vec3& local) const = 0;
  virtual double reach() const = 0;  // of a handle, display pixels

  std::vector<SceneHandle> handles_;
  int marked_ = -1, selected_ = -1;
  bool read_out_ = false;
};

// A place as a person reads it: map coordinates, metres.
std::string place_text(const Vec3& map);

}  // namespace foldwave
