#include "ui/scene/structure/structure_scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/scene/structure/slice_paint.hpp"

namespace foldwave {
namespace {

constexpr double past_opacity = 0.3;

// Colours and names of as many layers. Whether a colour is another.
bool take_looks(std::vector<Layer>& layers, const std::vector<Layer>& from) {
  bool changed = false;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    changed = changed || layers[i].color != from[i].color;
    layers[i].color = from[i].color;
    layers[i].name = from[i].name;
  }
  return changed;
}

}  // namespace

StructureScene::StructureScene()
    : axes_(renderer()),
      slices_{Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2),
              Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2)},
      walls_{Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2),
             Slice(renderer(), 0), Slice(renderer(), 1), Slice(renderer(), 2)},
      frames_(renderer(), places_),
      candidate_mark_(renderer(), theme::active_handle, 13),
      source_marks_(renderer(), theme::source, 16),
      receiver_marks_(renderer(), theme::receiver, 4.5),
      horizon_(renderer()),
      boundaries_(renderer()),
      arrow_(renderer()),
      hinges_(renderer()),
      markers_(renderer()),
      located_(renderer()),
      image_(renderer()) {
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
  const bool moved = !(box == this->box()) || !(scenario.grid.n == places_.grid().n);
  title_ = scenario.name;
  if (moved) {
    set_box(box);
    axes_.set_box(box);
    places_.set_grid(scenario.grid);
    clear_fold();
    show_hinges({}, {});
    show_horizon(nullptr);
    fitted_.reset();
    for (int slice = 0; slice < slice_count; ++slice)
      slices_[static_cast<std::size_t>(slice)].place(scenario.grid, places_.node(slice));
    for (std::size_t w = 0; w < walls_.size(); ++w)
      walls_[w].place(scenario.grid, w < 3 ? 0 : scenario.grid.n[w - 3] - 1);
  }
  folded_ = has_fold(scenario);
  past_words_ = past_words(scenario, event);
  const bool past = !past_words_.empty();
  horizon_.set_opacity(past ? past_opacity : 1.0);
  // A surface of the past may lie anywhere in today's rock.
  set_handles_in_front(past || (!options_.ghost && options_.cover));
  is_cut_ = event < scenario.events.size() && scenario.events[event].cuts();
  set_fold(fold_of(scenario, event));
  handles_name_ = event < scenario.events.size() && scenario.events[event].horizon.index() == 0
                      ? "control point"
                      : "handle";
  set_handles(scene_handles(scenario, event));
  show_survey(scenario);
  markers_.show(shapes_of(scenario.markers, scenario.grid));

  // New colours and names show at once when they belong to the same layers and events.
  std::vector<std::string> names;
  for (auto e = scenario.events.rbegin(); e != scenario.events.rend(); ++e)
    if (e->cuts()) names.push_back(e->name);
  if (names.size() == cut_names_.size()) cut_names_ = std::move(names);
  if (fold_ && scenario.stack.layers.size() == stack_.layers.size()) {
    if (take_looks(stack_.layers, scenario.stack.layers)) {
      paint_slices();
      dress_surfaces();
    }
  }
}

void StructureScene::show_survey(const Scenario& scenario) {
  std::vector<Vec3> sources, receivers;
  for (const Source& s : scenario.survey.sources)
    sources.push_back(s.position - scenario.grid.origin);
  for (const Vec3& p : scenario.survey.receiver_positions())
    receivers.push_back(p - scenario.grid.origin);
  source_marks_.set_points(sources);
  receiver_marks_.set_points(receivers);
  any_source_ = !sources.empty();
  any_receiver_ = !receivers.empty();
}

void StructureScene::show_horizon(vtkSmartPointer<vtkPolyData> surface) {
  horizon_.show(std::move(surface));
  arrow_.place(box(), horizon_.middle(box()));
}

void StructureScene::set_fold(const FoldSpec& fold) {
  horizon_.set_fold(fold, box().section);
  arrow_.set_line(fold.axial_line);
  varies_ = fold.varies.has_value();
  arrow_.set_visible(options_.axis && !varies_ && !is_cut_ && folded_);
}

void StructureScene::clear_fold() {
  fold_.reset();
  boundaries_.show({}, {});
  for (auto* const all : {&slices_, &walls_})
    for (Slice& s : *all)
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
  boundaries_.show(geometry.boundaries, geometry.lids);
  dress_surfaces();
  paint_slices();
  place_cuts();
}

void StructureScene::show_hinges(const std::vector<Hinge>& hinges, const std::optional<Vec3>& axis) {
  hinges_.show(hinges);
  hinges_.show_axis(axis, box());
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
                       !(options.colors == options_.colors) || options.ghost != options_.ghost ||
                       options.cover != options_.cover;
  if (options.legend_open && !options_.legend_open) legend_wanted_ = true;
  const auto cut = std::exchange(options_, options).cut;
  places_.set_cuts(options_.cut);
  dress_surfaces();
  for (int slice = 0; slice < slice_count; ++slice) {
    const auto a = static_cast<std::size_t>(axis_of_slice(slice));
    if (repaint || ((slice >= 3 || solid()) && options_.cut[a] != cut[a])) paint_slice(slice);
  }
  if (repaint || options_.cut != cut) paint_walls();
  set_handles_in_front(!past_words_.empty() || (!options_.ghost && options_.cover));
  place_cuts();
  set_survey_shown(options_.survey && options_.handles);
  source_marks_.set_visible(options_.survey);
  receiver_marks_.set_visible(options_.survey);
  markers_.set_visible(options_.markers);
  located_.set_visible(options_.located);
  image_.set_visible(options_.image);
  set_handles_visible(options_.handles);
}

void StructureScene::dress_surfaces() {
  boundaries_.dress(fold_.get(), stack_,
                    {options_.layer_opacity, options_.layers, options_.horizon, !past_words_.empty(), folded_,
                     solid(), options_.cover, stage_ >= 1, stage_ >= 3});
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
  for (int slice = 0; slice < slice_count; ++slice)
    paint_slice(slice);
  paint_walls();
}

void StructureScene::paint_slice(int slice) {
  Slice& drawn = slices_[static_cast<std::size_t>(slice)];
  const bool flat = box().section && drawn.axis() != 1;
  // Within solid rock nothing is seen but the faces of its cuts.
  const bool wished = solid() ? places_.cuts_at(slice) : options_.slices;
  const bool seen = fold_ != nullptr && wished && places_.has(slice) && !flat && stage_ >= 2;
  drawn.set_visible(seen);
  if (seen) paint(drawn);
}

void StructureScene::paint_walls() {
  for (std::size_t w = 0; w < walls_.size(); ++w) {
    const bool open = !std::isfinite(places_.left_along(walls_[w].axis())[w / 3]);
    const bool seen = solid() && open && stage_ >= 2;
    walls_[w].set_visible(seen);
    if (seen) paint(walls_[w]);
  }
}

void StructureScene::paint(Slice& slice) {
  paint_rock(slice, places_.grid(),
             {*fold_, stack_, difference_.get(), slice_color(), slice_scale(), folded_, first_in_part()},
             frame().scale);
}

bool StructureScene::solid() const {
  return !options_.ghost && fold_ != nullptr && !fold_->grid.is_section();
}

int StructureScene::first_in_part() const {
  return solid() && folded_ && !options_.cover ? stack_.horizon_is_top_of : 0;
}

void StructureScene::place_cuts() {
  cuts_.place(places_);
  for (vtkActor* const actor : boundaries_.actors())
    cuts_.clip(actor);
  cuts_.clip(horizon_.actor());
  for (const auto* const all : {&slices_, &walls_})
    for (const Slice& slice : *all)
      for (vtkActor* const actor : slice.actors())
        cuts_.clip(actor, slice.axis());
}

void StructureScene::set_slice(int slice, int node) {
  if (!places_.move(slice, node)) return;
  slices_[static_cast<std::size_t>(slice)].place(places_.grid(), places_.node(slice));
  paint_slice(slice);
  place_cuts();
}

void StructureScene::place_slices(const SliceParts& parts) {
  for (int slice = 0; slice < slice_count; ++slice) {
    places_.set_part(slice, parts[static_cast<std::size_t>(slice)]);
    if (places_.grid().n[static_cast<std::size_t>(axis_of_slice(slice))] > 1)
      set_slice(slice, places_.node_of_part(slice));
  }
}

}  // namespace foldwave
