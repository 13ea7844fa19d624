#include "ui/scene/structure_scene.hpp"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkLight.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "ui/scene/color_bar.hpp"

namespace foldwave {
namespace {

constexpr int slice_detail = 420;      // samples along a slice: layer edges look smooth, painting stays quick
constexpr int preview_detail = 180;    // of a fold that is gone in a moment
constexpr double younger_part = 0.3;   // of the layers' opacity
constexpr double handle_reach = 12.0;  // design pixels

vtkSmartPointer<vtkActor> surface_actor() {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->ScalarVisibilityOff();
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  vtkProperty* const p = actor->GetProperty();
  p->SetAmbient(0.38);
  p->SetDiffuse(0.68);
  p->SetSpecular(0.10);
  p->SetSpecularPower(30);
  p->SetLineWidth(2.0F);
  return actor;
}

void set_data(vtkActor* actor, vtkPolyData* data) {
  auto* const mapper = vtkPolyDataMapper::SafeDownCast(actor->GetMapper());
  mapper->SetInputData(data);
  // Section lines carry no normals: they keep their own colour.
  actor->GetProperty()->SetLighting(data != nullptr && data->GetNumberOfPolys() > 0);
}

}  // namespace

StructureScene::StructureScene()
    : axes_(renderer()),
      slices_{Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2)},
      handle_marks_(renderer(), theme::handle, 13),
      active_mark_(renderer(), theme::active_handle, 17),
      source_marks_(renderer(), theme::source, 16),
      receiver_marks_(renderer(), theme::receiver, 4.5),
      horizon_actor_(surface_actor()) {
  horizon_actor_->GetProperty()->SetColor(theme::horizon.r, theme::horizon.g, theme::horizon.b);
  horizon_actor_->VisibilityOff();
  renderer()->AddActor(horizon_actor_);
  // One light with the camera, one from the upper left that shapes the folds.
  renderer()->AutomaticLightCreationOff();
  auto head = vtkSmartPointer<vtkLight>::New();
  head->SetLightTypeToHeadlight();
  head->SetIntensity(0.62);
  renderer()->AddLight(head);
  auto side = vtkSmartPointer<vtkLight>::New();
  side->SetLightTypeToSceneLight();
  side->SetPositional(false);
  side->SetPosition(-0.7, -0.5, 1.0);
  side->SetFocalPoint(0, 0, 0);
  side->SetIntensity(0.55);
  renderer()->AddLight(side);
  smooth_edges();
  renderer()->SetUseDepthPeeling(true);
  renderer()->SetMaximumNumberOfPeels(4);
  renderer()->SetOcclusionRatio(0.05);
}

void StructureScene::show_scenario(const Scenario& scenario) {
  const SceneBox box = scene_box(scenario.grid);
  const bool moved = !(box == box_) || !(scenario.grid.n == grid_.n);
  title_ = scenario.name;
  if (moved) {
    box_ = box;
    grid_ = scenario.grid;
    axes_.set_box(box_);
    clear_fold();
    horizon_actor_->VisibilityOff();
    fitted_ = false;
    // Slices stand a little behind the middle, so that the horizon's crest is seen in front of them.
    const std::array<double, 3> at{0.0, 1.0, 1.0};
    for (std::size_t a = 0; a < 3; ++a)
      slices_[a].place(grid_, static_cast<int>(std::lround(at[a] * (grid_.n[a] - 1))));
  }
  const auto local = [&](std::vector<Vec3> map) {
    for (Vec3& p : map)
      p = p - scenario.grid.origin;
    return map;
  };
  std::vector<Vec3> points, sources;
  horizon_handles_.clear();
  if (!scenario.events.empty())
    horizon_handles_ = foldwave::horizon_handles(scenario.events.front().horizon, scenario.grid);
  handles_name_ =
      !scenario.events.empty() && scenario.events.front().horizon.index() == 0 ? "control point" : "handle";
  for (const HorizonHandle& h : horizon_handles_)
    points.push_back(h.position);
  for (const Source& s : scenario.survey.sources)
    sources.push_back(s.position);
  handles_ = local(points);
  handle_marks_.set_points(handles_);
  const std::vector<Vec3> receivers = local(scenario.survey.receiver_positions());
  source_marks_.set_points(local(sources));
  receiver_marks_.set_points(receivers);
  any_source_ = !sources.empty();
  any_receiver_ = !receivers.empty();
  mark_handle(active_ < static_cast<int>(handles_.size()) ? active_ : -1);

  // New colours and names show at once when they belong to the same layers.
  if (fold_ && scenario.stack.layers.size() == stack_.layers.size()) {
    bool changed = false;
    for (std::size_t i = 0; i < stack_.layers.size(); ++i) {
      changed = changed || stack_.layers[i].color != scenario.stack.layers[i].color;
      stack_.layers[i].color = scenario.stack.layers[i].color;
      stack_.layers[i].name = scenario.stack.layers[i].name;
    }
    if (changed) {
      paint_slices();
      dress_surfaces();
    }
  }
}

void StructureScene::show_horizon(vtkSmartPointer<vtkPolyData> surface) {
  set_data(horizon_actor_, surface);
  horizon_actor_->SetVisibility(surface != nullptr && options_.horizon);
}

void StructureScene::clear_fold() {
  fold_.reset();
  for (const auto& actor : boundary_actors_)
    renderer()->RemoveActor(actor);
  boundary_actors_.clear();
  for (Slice& s : slices_)
    s.set_visible(false);
}

void StructureScene::show_fold(std::shared_ptr<const FoldResult> fold, const StructureGeometry& geometry,
                               const LayerStack& stack) {
  clear_fold();
  fold_ = std::move(fold);
  stack_ = stack;
  arrival_range_ = {geometry.lowest, geometry.highest};
  show_horizon(geometry.horizon);
  for (const auto& surface : geometry.boundaries) {
    boundary_actors_.push_back(surface_actor());
    set_data(boundary_actors_.back(), surface);
    renderer()->AddActor(boundary_actors_.back());
  }
  dress_surfaces();
  paint_slices();
}

bool StructureScene::set_note(const std::string& note, Rgb color) {
  const bool changed = note != note_ || !(color == note_color_);
  note_ = note;
  note_color_ = color;
  return changed;
}

void StructureScene::draw_for_software() {
  Scene::draw_for_software();
  stage_ = 0;
  renderer()->SetUseDepthPeeling(false);
}

bool StructureScene::next_stage() {
  if (!fold_ || stage_ >= all_stages) return false;
  ++stage_;
  dress_surfaces();
  if (stage_ == 2) paint_slices();
  return true;
}

void StructureScene::set_options(const StructureOptions& options) {
  const bool repaint = options.slice_color != options_.slice_color || options.slices != options_.slices;
  options_ = options;
  dress_surfaces();
  if (repaint) paint_slices();
  source_marks_.set_visible(options_.survey);
  receiver_marks_.set_visible(options_.survey);
}

void StructureScene::dress_surfaces() {
  for (std::size_t i = 0; i < boundary_actors_.size(); ++i) {
    vtkProperty* const p = boundary_actors_[i]->GetProperty();
    // A boundary is the top of the layer below it.
    const Rgb c = i + 1 < stack_.layers.size() ? rgb(stack_.layers[i + 1].color) : theme::missing;
    p->SetColor(c.r, c.g, c.b);
    // Younger boundaries lie over the drawn horizon: they are only hinted at.
    const int above = static_cast<int>(i) + 1;
    p->SetOpacity(above < stack_.horizon_is_top_of ? younger_part * options_.layer_opacity
                                                   : options_.layer_opacity);
    const bool drawn = above != stack_.horizon_is_top_of || !options_.horizon;
    const bool due = stage_ >= (p->GetOpacity() < 1.0 ? 3 : 1);
    boundary_actors_[i]->SetVisibility(options_.layers && drawn && due);
  }
  auto* const data = vtkPolyDataMapper::SafeDownCast(horizon_actor_->GetMapper())->GetInput();
  horizon_actor_->SetVisibility(options_.horizon && data != nullptr);
}

std::pair<double, double> StructureScene::color_range() const {
  auto [low, high] = arrival_range_;
  if (options_.slice_color == SliceColor::velocity && !stack_.layers.empty()) {
    low = high = stack_.layers.front().velocity;
    for (const Layer& layer : stack_.layers)
      low = std::min(low, layer.velocity), high = std::max(high, layer.velocity);
  }
  return high > low ? std::pair{low, high} : std::pair{low - 1.0, low + 1.0};
}

void StructureScene::paint_slices() {
  for (Slice& s : slices_)
    paint_slice(s);
}

void StructureScene::paint_slice(Slice& slice) {
  const bool flat = grid_.is_section() && slice.axis() != 1;
  const bool seen = fold_ != nullptr && options_.slices && !flat && stage_ >= 2;
  slice.set_visible(seen);
  if (!seen) return;
  // A preview has fewer nodes over the same box.
  const auto a = static_cast<std::size_t>(slice.axis());
  const int node =
      static_cast<int>(std::lround(slice.node() * (fold_->grid.n[a] - 1.0) / std::max(1, grid_.n[a] - 1)));
  const SliceValues T = slice_values(fold_->arrival, slice.axis(), node);
  const int detail = fold_->grid.n == grid_.n ? slice_detail : preview_detail;
  switch (options_.slice_color) {
    case SliceColor::layer: {
      std::vector<Bytes3> colors;
      for (const Layer& layer : stack_.layers)
        colors.push_back(to_bytes(rgb(layer.color)));
      const LayerBands& bands = fold_->bands;
      slice.paint(refined(T, detail), [&](float t) {
        if (!std::isfinite(t)) return to_bytes(theme::missing);
        return colors[static_cast<std::size_t>(bands.layer_at(t))];
      });
      break;
    }
    case SliceColor::velocity: {
      const auto [low, high] = color_range();
      slice.paint(slice_values(fold_->velocity, slice.axis(), node), [low = low, high = high](float v) {
        return sequential_map().at((v - low) / (high - low));
      });
      break;
    }
    case SliceColor::arrival: {
      const auto [low, high] = color_range();
      slice.paint(refined(T, detail), [low = low, high = high](float t) {
        return color_blind_map().at(std::isfinite(t) ? (t - low) / (high - low) : std::nan(""));
      });
      break;
    }
  }
  slice.draw_lines(T, fold_->bands.boundary, theme::background_low, 1.0 * frame().scale, 1.0);
}

void StructureScene::set_slice(int axis, int node) {
  Slice& slice = slices_[static_cast<std::size_t>(axis)];
  if (slice.node() == node) return;
  slice.place(grid_, node);
  paint_slice(slice);
}

int StructureScene::handle_at(double x, double y) const {
  int best = -1;
  double nearest = handle_reach * frame().scale;
  for (std::size_t i = 0; i < handles_.size(); ++i) {
    const Vec3 d = world_to_display(renderer(), to_world(handles_[i]));
    const double away = std::hypot(d.x - x, d.y - y);
    if (away < nearest) nearest = away, best = static_cast<int>(i);
  }
  return best;
}

void StructureScene::mark_handle(int index) {
  active_ = index;
  active_mark_.set_points(index >= 0 ? std::vector<Vec3>{handles_[static_cast<std::size_t>(index)]}
                                     : std::vector<Vec3>{});
}

void StructureScene::move_handle(int index, const Vec3& local) {
  handles_[static_cast<std::size_t>(index)] = local;
  handle_marks_.set_points(handles_);
  mark_handle(index);
}

// A tall view keeps its width for the model and has the legend above it; a wide view has it beside.
bool StructureScene::legend_above() const {
  return frame().width < 1.15 * frame().height;
}

void StructureScene::reset_camera() {
  const double right = legend_above() ? px(58) : px(std::min(165.0, 0.25 * frame().width / frame().scale));
  const double top = legend_above() ? px(std::min(190.0, 0.3 * frame().height / frame().scale)) : px(48);
  look_at_box(renderer(), box_, frame(), {px(72), right, px(58), top});
  fitted_ = true;
}

void StructureScene::layout(Overlay& overlay) {
  if (!fitted_) reset_camera();
  renderer()->ResetCameraClippingRange();
  const FrameSize& f = frame();
  for (PointMarks* const marks : {&handle_marks_, &active_mark_, &source_marks_, &receiver_marks_})
    marks->set_scale(f.scale);
  axes_.draw(overlay, f);
  TextStyle head = style(15);
  head.bold = true;
  head.upward = Align::high;
  overlay.text(title_, px(14), f.height - px(10), head);
  TextStyle sub = style(12, note_color_);
  sub.upward = Align::high;
  overlay.text(note_, px(14), f.height - px(31), sub);
  draw_legend(overlay);
}

void StructureScene::draw_legend(Overlay& overlay) {
  const FrameSize& f = frame();
  struct Entry {
    std::string name;
    Rgb color;
  };
  std::vector<Entry> entries;
  for (const Layer& layer : stack_.layers)
    entries.push_back({layer.name, rgb(layer.color)});
  if (!fold_) entries.clear();
  if (options_.horizon) entries.push_back({"horizon (T = 0)", theme::horizon});
  if (!handles_.empty()) entries.push_back({handles_name_, theme::handle});
  if (options_.survey && any_source_) entries.push_back({"source", theme::source});
  if (options_.survey && any_receiver_) entries.push_back({"receiver", theme::receiver});

  const TextStyle words = style(12);
  double width = 0.0;
  for (const Entry& e : entries)
    width = std::max(width, overlay.text_size(e.name, words)[0]);
  const double row = px(19), box = px(12), pad = px(10);
  const double total = width + box + px(8) + 2 * pad;
  const double x = f.width - total - px(10);
  const double height = row * static_cast<double>(entries.size()) + 2 * px(7);
  double y = f.height - px(12) - height;
  overlay.rectangle(x, y, total, height, theme::panel, 0.82);
  y += height - px(7);
  for (const Entry& e : entries) {
    y -= row;
    overlay.rectangle(x + pad, y + (row - box) / 2, box, box, e.color);
    overlay.text(e.name, x + pad + box + px(8), y + row / 2, words);
  }
  if (fold_ && options_.slice_color != SliceColor::layer) {
    const auto [low, high] = color_range();
    const bool velocity = options_.slice_color == SliceColor::velocity;
    const double bar = std::min(px(170), y - f.height * 0.12 - px(50));
    if (bar > px(60))
      draw_color_bar(overlay, {f.width - px(86), y - px(52) - bar, px(14), bar, f.scale}, low, high,
                     velocity ? "velocity (m/s)" : "T (m at the hinge)",
                     velocity ? sequential_map() : color_blind_map());
  }
}

}  // namespace foldwave
