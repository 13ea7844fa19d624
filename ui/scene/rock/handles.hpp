// The handles of a view, flat or in space, of a horizon and of the survey: which is under the pointer, which
// are chosen, and where a drag or a key takes them. The scene that shows them says where they lie on the
// screen.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/vec3.hpp"
#include "core/horizon/horizon_handles.hpp"
#include "ui/scene/rock/pointer_marks.hpp"

namespace foldwave {

enum class HandleOf { horizon, source, receivers };

struct SceneHandle {
  int index = 0;  // among all of the scenario, the horizon's first
  std::string name;
  Vec3 local{};
  HandleMotion motion = HandleMotion::free;
  HandleOf of = HandleOf::horizon;
  double faded = 0.0;  // 0: in full colour, 1: gone
};

// All handles of one event's horizon, none where there is none; then the survey's.
std::vector<SceneHandle> scene_handles(const Scenario& scenario, std::size_t event);

// Where handles went, local.
struct HandleMove {
  int index = 0;
  Vec3 to{};
};
using HandleMoves = std::vector<HandleMove>;
Scenario with_handles_moved(Scenario scenario, std::size_t event, const HandleMoves& moves);

// Without the control points and sources among these. Throws InputError where they cannot go.
Scenario with_handles_removed(Scenario scenario, std::size_t event, std::vector<int> indices);

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

  const std::vector<SceneHandle>& handles() const { return handles_; }  // the horizon's
  const std::vector<SceneHandle>& survey_handles() const { return survey_; }
  const SceneHandle* handle(int index) const;  // null: not in this view
  int handle_at(double x, double y) const;     // display pixels; -1: none within reach
  bool mark_handle(int index);                 // under the pointer; whether it is another one
  int marked_handle() const { return marked_; }
  void move_handle(int index, const Vec3& local);
  void set_read_out(bool on) { read_out_ = on; }  // tells the marked handle's place beside it

  void select_handle(int index);  // it alone; -1: none
  void select_handles(std::vector<int> indices);
  void select_also(int index);  // or no longer
  bool is_selected(int index) const;
  int selected_handle() const { return selected_.empty() ? -1 : selected_.back(); }  // the newest
  const std::vector<int>& selected_handles() const { return selected_; }
  std::vector<int> handles_within(const DisplayBox& box) const;

  // Those of the survey are taken hold of where it is shown.
  void set_survey_shown(bool shown) { survey_shown_ = shown; }

  // The box that is being drawn about handles, and what was measured; none: nothing.
  void show_band(const std::optional<DisplayBox>& band) { band_ = band; }
  void show_measured(Measured measured) { measured_ = std::move(measured); }
  const Measured& measured() const { return measured_; }

  // Where a handle goes that was at `start` when the pointer began to move by (dx, dy) display pixels;
  // `other`: the second direction, with Shift held. Not yet cut to the box.
  virtual Vec3 dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const = 0;
  // The direction that a key pushes a handle in, local, unit; none: zero.
  virtual Vec3 pushed(HandleMotion motion, const Push& push, bool other) const = 0;
  virtual double metres_a_pixel_at(const Vec3& local) const = 0;

 protected:
  void set_handles(std::vector<SceneHandle> handles);
  bool read_out() const { return read_out_; }
  bool has_pointer_marks() const { return band_ || !measured_.places.empty(); }
  void draw_pointer_marks(Overlay& overlay, const DisplayBox& within, const TextStyle& words,
                          double scale) const;

 private:
  virtual void show_marks() = 0;
  virtual std::array<double, 2> display_of(const Vec3& local) const = 0;
  virtual double reach() const = 0;  // of a handle, display pixels

  std::vector<SceneHandle> handles_, survey_;
  int marked_ = -1;
  std::vector<int> selected_;
  bool read_out_ = false, survey_shown_ = true;
  std::optional<DisplayBox> band_;
  Measured measured_;
};

// A place as a person reads it: map coordinates, metres.
std::string place_text(const Vec3& map);

}  // namespace foldwave
