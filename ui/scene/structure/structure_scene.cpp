#include "ui/scene/structure/structure_scene.hpp"

#include <vtkActor.h>
#include <vtkLight.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/scene/plot/hatching.hpp"
#include "ui/scene/rock/slice_layers.hpp"

namespace foldwave {
namespace {

constexpr int slice_detail = 420;     // samples along a slice: layer edges look smooth, painting stays quick
constexpr int preview_detail = 180;   // of a fold that is gone in a moment
constexpr double younger_part = 0.3;  // of the layers' opacity
constexpr double past_opacity = 0.3;

}  // namespace

StructureScene::StructureScene()
    : axes_(renderer()),
      slices_{Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2),
              Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2)},
      handle_marks_(renderer(), theme::handle, 13),
      selected_mark_(renderer(), theme::accent, 16),
      active_mark_(renderer(), theme::active_handle, 17),
      candidate_mark_(renderer(), theme::active_handle, 13),
      source_marks_(renderer(), theme::source, 16),
      receiver_marks_(renderer(), theme::receiver, 4.5),
      horizon_(renderer()),
      arrow_(renderer()),
      hinges_(renderer()) {
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
  show_scenario(scenario, scenario.events.size() > 1 ? scenario.events.size() : 0);
}

void StructureScene::show_scenario(const Scenario& scenario, std::size_t event) {
  const SceneBox box = scene_box(scenario.grid);
  const bool moved = !(box == box_) || !(scenario.grid.n == grid_.n);
  title_ = scenario.name;
  if (moved) {
    box_ = box;
    grid_ = scenario.grid;
    axes_.set_box(box_);
    clear_fold();
    show_hinges({}, {});
    show_horizon(nullptr);
    fitted_ = false;
    for (std::size_t s = 0; s < slices_.size(); ++s)
      slices_[s].place(grid_, static_cast<int>(std::lround(slice_parts_[s] * (grid_.n[s % 3] - 1))));
  }
  const auto local = [&](std::vector<Vec3> map) {
    for (Vec3& p : map)
      p = p - scenario.grid.origin;
    return map;
  };
  std::vector<Vec3> sources;
  folded_ = has_fold(scenario);
  past_words_ = past_words(scenario, event);
  const bool past = !past_words_.empty();
  horizon_.set_opacity(past ? past_opacity : 1.0);
  // A surface of the past may lie anywhere in today's rock.
  for (PointMarks* const marks : {&handle_marks_, &selected_mark_, &active_mark_})
    marks->set_in_front(past);
  is_cut_ = event < scenario.events.size() && scenario.events[event].cuts();
  set_fold(fold_of(scenario, event));
  handles_name_ = event < scenario.events.size() && scenario.events[event].horizon.index() == 0
                      ? "control point"
                      : "handle";
  for (const Source& s : scenario.survey.sources)
    sources.push_back(s.position);
  set_handles(scene_handles(scenario, event));
  const std::vector<Vec3> receivers = local(scenario.survey.receiver_positions());
  source_marks_.set_points(local(sources));
  receiver_marks_.set_points(receivers);
  any_source_ = !sources.empty();
  any_receiver_ = !receivers.empty();

  // New colours and names show at once when they belong to the same layers and events.
  std::vector<std::string> names;
  for (auto e = scenario.events.rbegin(); e != scenario.events.rend(); ++e)
    if (e->cuts()) names.push_back(e->name);
  if (names.size() == cut_names_.size()) cut_names_ = std::move(names);
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
  horizon_.show(std::move(surface));
  arrow_.place(box_, horizon_.middle(box_));
}

void StructureScene::set_fold(const FoldSpec& fold) {
  horizon_.set_fold(fold, box_.section);
  arrow_.set_line(fold.axial_line);
  varies_ = fold.varies.has_value();
  arrow_.set_visible(options_.axis && !varies_ && !is_cut_ && folded_);
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
  cut_names_.clear();
  if (fold_)
    for (const CutSurface& cut : fold_->cuts)
      cut_names_.push_back(cut.name);
  arrival_range_ = {geometry.lowest, geometry.highest};
  if (past_words_.empty()) show_horizon(geometry.horizon);
  for (const auto& surface : geometry.boundaries) {
    boundary_actors_.push_back(surface_actor());
    set_surface(boundary_actors_.back(), surface);
    renderer()->AddActor(boundary_actors_.back());
  }
  dress_surfaces();
  paint_slices();
  place_cuts();
}

void StructureScene::show_hinges(const std::vector<Hinge>& hinges, const std::optional<Vec3>& axis) {
  hinges_.show(hinges);
  hinges_.show_axis(axis, box_);
  hinges_.set_stale(false);
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
  const bool repaint = options.slice_color != options_.slice_color || options.slices != options_.slices ||
                       !(options.colors == options_.colors);
  const bool had_bar = has_bar();
  const auto cut = std::exchange(options_, options).cut;
  dress_surfaces();
  for (std::size_t s = 0; s < slices_.size(); ++s)
    if (repaint || (s >= 3 && options_.cut[s % 3] != cut[s % 3])) paint_slice(slices_[s]);
  place_cuts();
  source_marks_.set_visible(options_.survey);
  receiver_marks_.set_visible(options_.survey);
  handle_marks_.set_visible(options_.handles);
  if (has_bar() != had_bar && fitted_ && shows_all()) show_all(LookFrom::here);
}

void StructureScene::dress_surfaces() {
  const std::vector<LayerBoundary> boundaries =
      fold_ ? fold_->layering().boundaries() : std::vector<LayerBoundary>{};
  for (std::size_t i = 0; i < boundary_actors_.size(); ++i) {
    vtkProperty* const p = boundary_actors_[i]->GetProperty();
    const int above = static_cast<int>(i) + 1;
    const bool horizon = above == stack_.horizon_is_top_of;
    // What later events have made of the drawn horizon stands for it.
    const bool stands_in = horizon && options_.horizon && !fold_->horizon && !fold_->mesh;
    // A boundary is the top of the layer below it.
    const Rgb c = boundaries[i].cut != nullptr   ? theme::unconformity
                  : stands_in                    ? theme::horizon
                  : i + 1 < stack_.layers.size() ? rgb(stack_.layers[i + 1].color)
                                                 : theme::missing;
    p->SetColor(c.r, c.g, c.b);
    // Younger boundaries lie over the drawn horizon: they are only hinted at.
    p->SetOpacity(stands_in                          ? 1.0
                  : above < stack_.horizon_is_top_of ? younger_part * options_.layer_opacity
                                                     : options_.layer_opacity);
    const bool drawn =
        stands_in || (options_.layers && (!horizon || !past_words_.empty() || !options_.horizon));
    const bool due = stage_ >= (p->GetOpacity() < 1.0 ? 3 : 1);
    boundary_actors_[i]->SetVisibility(drawn && due && folded_);
  }
  horizon_.set_visible(options_.horizon && folded_);
  arrow_.set_visible(options_.axis && !varies_ && !is_cut_ && folded_);
}

// Without a fold there are no layers to tell apart, and no T.
SliceColor StructureScene::slice_color() const {
  const bool of_fold =
      options_.slice_color == SliceColor::layer || options_.slice_color == SliceColor::arrival;
  return of_fold && !folded_ ? SliceColor::velocity : options_.slice_color;
}

ColorScale StructureScene::slice_scale() const {
  if (slice_color() == SliceColor::difference) {
    const double largest = difference_ && difference_->largest > 0.0 ? difference_->largest : 1.0;
    return {&diverging_map(), {-largest, largest}};
  }
  return slice_color() == SliceColor::velocity
             ? color_scale(options_.colors.velocity, velocity_range(*fold_, stack_))
             : color_scale(options_.colors.arrival, arrival_range_);
}

void StructureScene::set_difference(std::shared_ptr<const FoldDifference> difference) {
  difference_ = std::move(difference);
  if (options_.slice_color == SliceColor::difference) paint_slices();
}

void StructureScene::paint_slices() {
  for (Slice& s : slices_)
    paint_slice(s);
}

void StructureScene::paint_slice(Slice& slice) {
  const bool flat = grid_.is_section() && slice.axis() != 1;
  const bool there = has_slice(static_cast<int>(&slice - slices_.data()));
  const bool seen = fold_ != nullptr && options_.slices && there && !flat && stage_ >= 2;
  slice.set_visible(seen);
  if (!seen) return;
  // A preview has fewer nodes over the same box.
  const auto a = static_cast<std::size_t>(slice.axis());
  const int node =
      static_cast<int>(std::lround(slice.node() * (fold_->grid.n[a] - 1.0) / std::max(1, grid_.n[a] - 1)));
  const SliceValues T = slice_values(fold_->arrival, slice.axis(), node);
  const int detail = fold_->grid.n == grid_.n ? slice_detail : preview_detail;
  const ColorScale scale = slice_scale();
  const auto paint = [&](int nu, int nv, std::vector<Bytes3> pixels) {
    hatch_caustics(slice.axis(), node, nu, nv, pixels);
    slice.paint(nu, nv, pixels);
  };
  const auto by_value = [&](const SliceValues& values) {
    std::vector<Bytes3> pixels;
    pixels.reserve(values.values.size());
    for (const float value : values.values)
      pixels.push_back(scale.at(double{value}));
    paint(values.nu, values.nv, std::move(pixels));
  };
  const auto by_layer = [&](auto&& color_of) {
    std::vector<Bytes3> colors;
    for (const Layer& layer : stack_.layers)
      colors.push_back(color_of(layer));
    const SliceValues fine = refined(T, detail);
    std::vector<Bytes3> pixels;
    for (const int layer : slice_layers(*fold_, slice.axis(), node, detail))
      pixels.push_back(layer < 0 ? to_bytes(theme::missing) : colors[static_cast<std::size_t>(layer)]);
    paint(fine.nu, fine.nv, std::move(pixels));
  };
  switch (slice_color()) {
    case SliceColor::layer:
      by_layer([](const Layer& layer) { return to_bytes(rgb(layer.color)); });
      break;
    case SliceColor::velocity:
      // A layer's velocity is its own up to its boundary.
      if (fold_->velocity_file.empty())
        by_layer([&](const Layer& layer) { return scale.at(layer.velocity); });
      else
        by_value(slice_values(fold_->velocity, slice.axis(), node));
      break;
    case SliceColor::arrival:
      by_value(refined(T, detail));
      break;
    case SliceColor::difference:
      if (!difference_ || difference_->time.shape() != fold_->arrival.shape())
        slice.paint(T, [](float) { return to_bytes(theme::missing); });
      else
        by_value(refined(slice_values(difference_->time, slice.axis(), node), detail));
      break;
  }
  slice.draw_lines(folded_ ? slice_boundaries(*fold_, slice.axis(), node) : std::vector<SliceLines>{},
                   theme::background_low, 1.0 * frame().scale, 1.0);
}

// Where the fold does not go on as one sheet.
void StructureScene::hatch_caustics(int axis, int node, int nu, int nv, std::vector<Bytes3>& pixels) const {
  if (!fold_->caustics.notable) return;
  const SliceValues crossed = slice_values(fold_->caustics.crossed, axis, node);
  const Bytes3 ink = to_bytes(theme::refused);
  const auto at_node = [](int sample, int samples, int nodes) {
    return samples > 1 ? static_cast<int>(std::lround(sample * (nodes - 1.0) / (samples - 1.0))) : 0;
  };
  for (int v = 0; v < nv; ++v)
    for (int u = 0; u < nu; ++u)
      if (is_hatched(u, v) && crossed.at(at_node(u, nu, crossed.nu), at_node(v, nv, crossed.nv)) > 0.0F)
        pixels[static_cast<std::size_t>(v) * static_cast<std::size_t>(nu) + static_cast<std::size_t>(u)] =
            ink;
}

bool StructureScene::has_slice(int slice) const {
  return slice < 3 ||
         (!box_.section && options_.cut[static_cast<std::size_t>(axis_of_slice(slice))] == CutAway::outside);
}

void StructureScene::set_slice(int slice, int node) {
  const auto s = static_cast<std::size_t>(slice);
  if (slices_[s].node() == node) return;
  slices_[s].place(grid_, node);
  slice_parts_[s] = slices_[s].node() / std::max(1.0, grid_.n[s % 3] - 1.0);
  paint_slice(slices_[s]);
  place_cuts();
}

void StructureScene::place_slices(const SliceParts& parts) {
  for (std::size_t s = 0; s < parts.size(); ++s) {
    slice_parts_[s] = std::clamp(parts[s], 0.0, 1.0);
    const int last = grid_.n[s % 3] - 1;
    if (last > 0) set_slice(static_cast<int>(s), static_cast<int>(std::lround(slice_parts_[s] * last)));
  }
}

}  // namespace foldwave
