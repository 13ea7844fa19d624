// What every view shows in: one VTK renderer, its camera and an overlay of text. A desktop view or a picture
// owns the window that the renderer is put in, and calls `prepare` before each frame.
//
// World coordinates are local metres with VTK's z pointing up: (x east, y north, -depth). The map origin is
// only added in the labels, so large map coordinates lose nothing. Vertical exaggeration is the camera's
// model transform: world coordinates stay true, and display_to_world and world_to_display have it in them.
#pragma once

#include <vtkSmartPointer.h>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/grid.hpp"
#include "ui/scene/stage/overlay.hpp"

class vtkRenderer;

namespace foldwave {

class Slice;
struct SceneBox;

struct FrameSize {
  int width = 0, height = 0;  // device pixels
  double scale = 1.0;         // device pixels in one pixel of the design
  bool operator==(const FrameSize&) const = default;
};

struct Margins {
  double left = 0, right = 0, bottom = 0, top = 0;  // device pixels
  bool operator==(const Margins&) const = default;
};

// Where the eye looks at a box from: a corner in the south-east above, where it is, or a side. Seen from
// above north is upwards, from below south. A section is looked at from the south in any case.
enum class LookFrom { corner, here, above, south, east, north, west, below, isometric };

class Scene {
 public:
  Scene();
  virtual ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  vtkRenderer* renderer() const;
  void prepare(const FrameSize& frame);  // lays the overlay out for this size and camera

  // The slices whose pictures alone change from frame to frame, while that is so (quick_slices.hpp). Then in
  // place of prepare(): whether the overlay is as it was, but for what counts.
  virtual std::vector<Slice*> quick_slices() { return {}; }
  bool prepare_quickly(const FrameSize& frame);
  Overlay& overlay() { return overlay_; }
  const FrameSize& frame() const { return frame_; }

  // A renderer without a graphics card: what it draws slowly is left out.
  virtual void draw_for_software() { software_ = true; }
  void set_moving(bool moving);  // something follows the pointer: quick frames count more than smooth edges

  // One line under the title, e.g. that the result is stale; whether it is another one.
  bool set_note(const std::string& note, theme::Shade color);
  const std::string& note() const { return note_; }

  // Without what lies over it, on a ground of one colour where one is given, until it is dressed again: for a
  // painter that draws the rest with lines and letters of its own.
  void undress(const std::optional<Rgb>& ground);
  void dress();
  Overlay::Content content();  // all that lies over the last frame, marks too

  // Marks that follow a pointer. A view that keeps its picture puts them over it, and draws nothing else.
  void keep_marks_apart() { marks_apart_ = true; }
  virtual bool has_marks() const { return cursor_.has_value(); }
  void draw_marks(std::uint8_t* bgra);  // over a picture of the frame that was prepared last

  // The place that is read in another view, local, marked here; whether it is another one.
  bool set_cursor(const std::optional<Vec3>& local);
  const std::optional<Vec3>& cursor() const { return cursor_; }

  virtual void reset_camera() { look_from(LookFrom::corner); }
  virtual void look_from(LookFrom) {}                        // all of it
  virtual void zoom_to(const Vec3& low, const Vec3& high);   // on a part of the rock, local
  virtual const SceneBox* space() const { return nullptr; }  // what it can be looked at from all sides of
  void set_parallel(bool parallel);                          // such a scene; it is kept
  // By display pixels; a zoom may keep the place under (x, y).
  virtual void pan_by(double dx, double dy);
  virtual void zoom_at(double x, double y, double factor);
  // What is drawn over the picture and is worked by a click: the arrows of the orientation.
  virtual bool has_control_at(double x, double y) const;
  virtual bool press_control(double x, double y);               // whether there was one
  virtual std::string control_words(double x, double y) const;  // what it does
  // After a frame: whether there is more to show, in one more frame.
  virtual bool next_stage() { return false; }
  virtual bool is_flat() const { return false; }  // a 2D section: it is moved, never turned

 protected:
  virtual void take_look() {}  // what bears colours of the look is made anew: it is another one than before
  virtual void place_camera() {}              // before a frame that is drawn whole
  virtual void layout(Overlay& overlay) = 0;  // between begin() and end()
  virtual void layout_marks(Overlay&) {}      // likewise, after it
  double px(double design_pixels) const { return design_pixels * frame_.scale; }
  void smooth_edges();
  void set_quick(bool quick);  // pictures follow each other: as while something moves
  TextStyle style(double size, Rgb color = theme::text) const;
  Rgb note_color() const { return note_color_; }
  // The title with a note under it.
  struct HeadLook {
    bool in_one_line = false;  // the note beside the title
    bool counting = false;     // Overlay::count
  };
  // Gives where a line of both ends, from the left; else 0.
  double draw_head(Overlay& overlay, const std::string& title, const std::string& note, Rgb note_color,
                   const HeadLook& look) const;
  void draw_orientation_mark(Overlay& overlay);  // where there is room for it
  // Whether the camera was neither moved nor zoomed since it was set to show all; turned it may be.
  bool shows_all() const { return shows_all_; }
  void set_shows_all() { shows_all_ = true; }

 private:
  vtkSmartPointer<vtkRenderer> renderer_;
  Overlay overlay_, marks_;
  FrameSize frame_;
  const Look* look_ = nullptr;  // it was drawn with
  void choose_edges();

  struct Ground {
    std::array<double, 3> low{}, high{};
    bool gradient = false;
  };
  std::optional<Ground> own_ground_;  // while it is undressed

  bool software_ = false;
  bool marks_apart_ = false;
  bool smooth_ = false;  // edges, whenever nothing moves
  bool moving_ = false, quick_ = false;
  std::string note_;
  theme::Shade note_color_ = theme::quiet_text;
  std::optional<Vec3> cursor_;
  bool shows_all_ = false;
  bool has_orientation_ = false;  // drawn last
};

// The box of a grid in world coordinates: from (0, 0, -extent.z) to (extent.x, extent.y, 0).
struct SceneBox {
  Vec3 extent{1, 1, 1};
  Vec3 origin{};
  bool section = false;
  bool operator==(const SceneBox&) const = default;

  std::array<Vec3, 8> corners() const;  // world
  double size() const { return norm(extent); }
};
SceneBox scene_box(const Grid3& grid);
inline Vec3 to_world(const Vec3& local) {
  return {local.x, local.y, -local.z};
}
inline Vec3 to_local(const Vec3& world) {
  return {world.x, world.y, -world.z};
}

// Display coordinates: pixels from the lower left corner; z is VTK's depth, 0 near to 1 far.
Vec3 world_to_display(vtkRenderer* renderer, const Vec3& world);
Vec3 display_to_world(vtkRenderer* renderer, const Vec3& display);

// Camera moves that keep up upright. Angles in degrees, pan in pixels.
void look_at_box(vtkRenderer* renderer, const SceneBox& box, const FrameSize& frame, const Margins& margins,
                 LookFrom from = LookFrom::corner);
// A part of it, from `low` to `high`, local, from where the eye is.
void look_at_part(vtkRenderer* renderer, const SceneBox& box, const Vec3& low, const Vec3& high,
                  const FrameSize& frame, const Margins& margins);
// Lines that are parallel in the rock are so in the picture, or meet far away; as much is seen. Sections are
// always parallel.
void set_parallel(vtkRenderer* renderer, bool parallel);
bool looks_from(vtkRenderer* renderer, LookFrom side);  // to within a degree

// Where the eye is, to be taken to another window.
struct Camera {
  std::array<double, 3> position{}, focus{}, up{};
  double angle = 30.0;  // degrees, from bottom to top
  double half_height = 1.0;
  std::array<double, 2> shift{};  // VTK's window centre
  bool parallel = false;
  double aspect = 0.0;  // of the frame that it was in, width over height; 0: none yet
};
Camera camera_of(vtkRenderer* renderer, const FrameSize& frame);
// In a frame that is narrower than its own the eye steps back, so that as much is seen.
void set_camera(vtkRenderer* renderer, const Camera& camera, double aspect);

void orbit(vtkRenderer* renderer, double around, double upward);
void pan(vtkRenderer* renderer, double dx, double dy);
void zoom(vtkRenderer* renderer, double factor);

// So many times as high as it is wide; what the camera looks at stays in the middle of the picture, and what
// was in the frame stays in it.
void set_vertical_scale(vtkRenderer* renderer, const SceneBox& box, double times);
double vertical_scale(vtkRenderer* renderer);

}  // namespace foldwave
