#include "ui/scene/flat/section_scene.hpp"

#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/fold/layers/section_cut.hpp"
#include "core/horizon/depth_samples.hpp"
#include "ui/scene/plot/hatching.hpp"
#include "ui/scene/rock/measured_words.hpp"

namespace foldwave {
namespace {

constexpr int cut_detail = 320;  // samples along the longer side
constexpr int profile_detail = 300;
constexpr std::size_t dash_samples = 5;
constexpr double farthest_fade = 0.75;
const Rgb drawn_horizon = mix(theme::horizon, {1, 1, 1}, 0.6);  // clear of any layer's colour

std::vector<PlotLine> dashed(const PlotLine& line) {
  std::vector<PlotLine> dashes;
  for (std::size_t i = 0; i + 1 < line.size(); i += 2 * dash_samples - 2)
    dashes.emplace_back(line.begin() + static_cast<std::ptrdiff_t>(i),
                        line.begin() + static_cast<std::ptrdiff_t>(std::min(i + dash_samples, line.size())));
  return dashes;
}

}  // namespace

SectionScene::SectionScene()
    : layers_(renderer(), 0),
      backdrop_picture_(renderer(), 10),
      marks_(renderer()),
      markers_(renderer(), 35),
      located_(renderer(), 37),
      focus_(renderer(), 12),
      image_(renderer(), 11),
      sources_(renderer(), 39, 13),
      receivers_(renderer(), 38, 4, false),
      box_(renderer(), 20),
      crossed_(renderer(), 15),
      boundaries_(renderer(), 21),
      cut_rims_(renderer(), 22),
      cuts_(renderer(), 23),
      horizon_rim_(renderer(), 29),
      horizon_line_(renderer(), 30),
      past_line_(renderer(), 31),
      stroke_(renderer(), 40) {}

void SectionScene::show_scenario(const Scenario& scenario, std::size_t event) {
  dirty_ = dirty_ || is_past() != (scenario.events.size() > 1);
  scenario_ = scenario;
  event_ = event;
  set_origin(scenario.grid.origin);
  // New colours show at once when they belong to the same layers.
  if (stack_.layers.size() == scenario.stack.layers.size())
    for (std::size_t i = 0; i < stack_.layers.size(); ++i) {
      dirty_ = dirty_ || stack_.layers[i].color != scenario.stack.layers[i].color;
      stack_.layers[i].color = scenario.stack.layers[i].color;
      stack_.layers[i].name = scenario.stack.layers[i].name;
    }
  show_line(section_line(scenario).shifted(-scenario.grid.origin.x, -scenario.grid.origin.y));
  choose_near();
  place_backdrop();
}

void SectionScene::show_line(const MapLine& local) {
  const double depth = scenario_.grid.extent().z;
  set_bounds({0, std::max(local.length(), 1e-3), -depth, 0});
  if (local == line_) return;
  line_ = local;
  marks_.set_visible(marks_in_sight());
  draw_box();
  choose_near();
  place_backdrop();
  dirty_ = true;
}

void SectionScene::draw_box() {
  const double length = line_.length(), depth = scenario_.grid.extent().z;
  box_.clear();
  box_.add({{0, 0}, {length, 0}, {length, -depth}, {0, -depth}, {0, 0}}, theme::frame);
  box_.finish();
}

void SectionScene::take_look() {
  HandleScene::take_look();
  draw_box();
  dirty_ = true;
}

void SectionScene::show_fold(std::shared_ptr<const FoldResult> fold, const LayerStack& stack,
                             const ValueRange& arrival) {
  fold_ = std::move(fold);
  if (!is_past() || !fold_) horizon_ = fold_ ? fold_->horizon : nullptr;
  stack_ = stack;
  arrival_range_ = arrival;
  dirty_ = true;
}

void SectionScene::set_options(const SectionOptions& options) {
  dirty_ = dirty_ || options.color != options_.color || !(options.colors == options_.colors);
  options_ = options;
  markers_.set_visible(options_.markers);
  located_.set_visible(options_.located);
  focus_.set_visible(options_.focus);
  image_.set_visible(options_.image);
  set_survey_shown(options_.survey);
  sources_.set_visible(options_.survey);
  receivers_.set_visible(options_.survey);
}

// Without a fold there are no layers to tell apart, and no T.
SliceColor SectionScene::color() const {
  const bool bare = fold_ && !fold_->folded;
  return bare ? SliceColor::velocity : options_.color;
}

ColorScale SectionScene::scale() const {
  return color() == SliceColor::velocity
             ? color_scale(options_.colors.velocity, velocity_range(*fold_, stack_))
             : color_scale(options_.colors.arrival, arrival_range_);
}

void SectionScene::show_horizon(std::shared_ptr<const Horizon> horizon) {
  horizon_ = std::move(horizon);
  dirty_ = true;
}

void SectionScene::show_marks_of(std::shared_ptr<const SectionMarks> marks, const MapLine& line) {
  marks_line_ = line;
  marks_.show(std::move(marks), line.length(), scenario_.grid.extent().z);
  marks_.set_stale(false);
  marks_.set_visible(marks_in_sight());
}

void SectionScene::show_backdrop(std::shared_ptr<const BackdropPicture> picture) {
  backdrop_ = std::move(picture);
  if (backdrop_)
    backdrop_picture_.show(backdrop_->width, backdrop_->height, backdrop_->pixels, {},
                           backdrop_->last_time > backdrop_->first_time);
  place_backdrop();
}

void SectionScene::place_backdrop() {
  const auto* const spec =
      scenario_.section && scenario_.section->backdrop ? &*scenario_.section->backdrop : nullptr;
  backdrop_picture_.set_visible(backdrop_ != nullptr && spec != nullptr);
  if (!backdrop_ || spec == nullptr) return;
  double top = 0.0, bottom = 0.0, left = spec->left, right = spec->right;
  if (const auto* const image = std::get_if<ImageBackdrop>(&spec->source)) {
    top = image->top, bottom = image->bottom;
  } else {
    const auto& segy = std::get<SegyBackdrop>(spec->source);
    const double speed = segy.in_depth ? 1e3 : segy.velocity / 2;
    if (segy.by_headers && backdrop_->ends) {
      const Vec3& origin = scenario_.grid.origin;
      const auto& [first, last, misfit] = *backdrop_->ends;
      left = line_.station(first[0] - origin.x, first[1] - origin.y).along;
      right = line_.station(last[0] - origin.x, last[1] - origin.y).along;
    }
    top = speed * backdrop_->first_time, bottom = speed * backdrop_->last_time;
  }
  const double z0 = scenario_.grid.origin.z;
  // Rows run downwards: the picture's first row is its top.
  backdrop_picture_.place({left, right, z0 - top, z0 - bottom});
  backdrop_picture_.set_opacity(std::clamp(spec->opacity, 0.0, 1.0));
}

void SectionScene::show_located(std::vector<EventMark> events, bool stale) {
  events_located_ = std::move(events);
  located_.show_in_section(events_located_, scenario_.grid, line_, corridor_);
  located_.set_stale(stale);
}

void SectionScene::show_stroke(const PlotLine& stroke) {
  stroke_.clear();
  stroke_.add(stroke, theme::active_handle);
  stroke_.finish();
}

void SectionScene::set_exaggeration(double times) {
  set_stretch(times);
  set_handle_stretch(times);
  for (PlotPart* const part : std::initializer_list<PlotPart*>{
           &layers_, &backdrop_picture_, &sources_, &receivers_, &box_, &crossed_, &boundaries_, &cut_rims_,
           &cuts_, &horizon_rim_, &horizon_line_, &past_line_, &stroke_})
    part->set_stretch(times);
  marks_.set_stretch(times);
  markers_.set_stretch(times);
  located_.set_stretch(times);
  focus_.set_stretch(times);
  image_.set_stretch(times);
}

Measured SectionScene::thickness_at(const Vec3& local) const {
  return fold_ ? measured_thickness(*fold_, stack_, local) : Measured{};
}

void SectionScene::set_corridor(double metres) {
  corridor_ = metres;
  choose_near();
}

PlotPoint SectionScene::plot_point(const Vec3& local) const {
  return {line_.station(local.x, local.y).along, -local.z};
}

Vec3 SectionScene::dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const {
  const double metres = metres_a_pixel();
  if (motion != HandleMotion::level && !(motion == HandleMotion::free && other))
    return {start.x, start.y, start.z - dy * metres / stretch()};
  const auto here = line_.at(0.0), there = line_.at(dx * metres);
  return {start.x + there[0] - here[0], start.y + there[1] - here[1], start.z};
}

Vec3 SectionScene::pushed(HandleMotion motion, const Push& push, bool other) const {
  if (push.deeper != 0) return {0, 0, motion == HandleMotion::level ? 0.0 : push.deeper};
  if (motion != HandleMotion::level && !(motion == HandleMotion::free && other))
    return {0, 0, -1.0 * push.up};
  const auto here = line_.at(0.0), there = line_.at(1.0 * push.right);
  return {there[0] - here[0], there[1] - here[1], 0};
}

std::optional<double> SectionScene::away_from_line(const Vec3& local) const {
  const auto station = line_.station(local.x, local.y);
  const double away = scenario_.grid.is_section() ? 0.0 : std::abs(station.left);
  const double beyond = std::max(-station.along, station.along - line_.length());
  if (!(line_.length() > 0.0) || away > corridor_ || beyond > corridor_) return {};
  return away;
}

void SectionScene::choose_near() {
  std::vector<SceneHandle> near;
  for (SceneHandle& h : scene_handles(scenario_, event_)) {
    const auto away = away_from_line(h.local);
    if (!away) continue;
    h.faded = corridor_ > 0.0 ? farthest_fade * *away / corridor_ : 0.0;
    near.push_back(std::move(h));
  }
  set_handles(std::move(near));
  show_survey(scenario_);
  markers_.show_in_section(scenario_.markers, scenario_.grid, line_, corridor_);
  located_.show_in_section(events_located_, scenario_.grid, line_, corridor_);
}

void SectionScene::show_survey(const Scenario& scenario) {
  const auto show = [&](PlotPoints& marks, const std::vector<Vec3>& places, Rgb color) {
    std::vector<PlotPoint> at;
    std::vector<Rgb> colors;
    for (const Vec3& map : places) {
      const Vec3 local = map - scenario.grid.origin;
      const auto away = away_from_line(local);
      if (!away) continue;
      at.push_back(plot_point(local));
      colors.push_back(
          mix(color, theme::background_high, corridor_ > 0.0 ? farthest_fade * *away / corridor_ : 0.0));
    }
    marks.show(at, colors);
    if (!options_.survey) marks.set_visible(false);
  };
  std::vector<Vec3> sources;
  for (const Source& s : scenario.survey.sources)
    sources.push_back(s.position);
  show(sources_, sources, theme::source);
  show(receivers_, scenario.survey.receiver_positions(), theme::receiver);
}

void SectionScene::cut() {
  dirty_ = false;
  profile_.clear();
  spots_.clear();
  crossed_.clear();
  hatched_ = false;
  boundaries_.clear();
  cut_rims_.clear();
  cuts_.clear();
  horizon_rim_.clear();
  horizon_line_.clear();
  past_line_.clear();
  layers_.set_visible(fold_ != nullptr);
  if (fold_ && line_.length() > 0.0) {
    const Vec3 e = fold_->grid.extent();
    const double cell = std::max(line_.length(), e.z) / (cut_detail - 1);
    const int columns = std::max(2, static_cast<int>(line_.length() / cell) + 1);
    const int rows = std::max(2, static_cast<int>(e.z / cell) + 1);
    std::map<const Field<float>*, SectionCut> cuts;
    const Sample sampled = [&](const Field<float>& field) -> const SectionCut& {
      const auto [at, is_new] = cuts.try_emplace(&field);
      if (is_new) at->second = cut_section(field, fold_->grid, line_, columns, rows);
      return at->second;
    };
    const SectionCut& cut = sampled(fold_->arrival);
    const Layering layering = fold_->layering();
    const std::vector<int> layer =
        sampled_layers(layering, [&](const Field<float>& field) { return sampled(field).arrival; });
    std::vector<Bytes3> colors, pixels;
    for (const Layer& l : stack_.layers)
      colors.push_back(to_bytes(rgb(l.color)));
    const ColorScale by_value = scale();
    // A layer's velocity is its own up to its boundary.
    if (color() == SliceColor::velocity)
      for (std::size_t i = 0; i < colors.size(); ++i)
        colors[i] = by_value.at(stack_.layers[i].velocity);
    const std::vector<float>* const values =
        color() == SliceColor::arrival                                     ? &cut.arrival
        : color() == SliceColor::velocity && !fold_->velocity_file.empty() ? &sampled(fold_->velocity).arrival
                                                                           : nullptr;
    pixels.reserve(layer.size());
    // Upwards, as pictures are.
    for (int j = rows - 1; j >= 0; --j)
      for (int i = 0; i < columns; ++i) {
        const std::size_t m =
            static_cast<std::size_t>(i) + static_cast<std::size_t>(columns) * static_cast<std::size_t>(j);
        pixels.push_back(layer[m] < 0        ? to_bytes(theme::background_high)
                         : values != nullptr ? by_value.at(double{(*values)[m]})
                                             : colors[static_cast<std::size_t>(layer[m])]);
      }
    layers_.show(columns, rows, pixels, {0, line_.length(), -e.z, 0}, true);
    if (!fold_->folded) return finish_lines();

    hatch_caustics(e.z);
    const std::vector<LayerBoundary> boundaries = layering.boundaries();
    for (const LayerBoundary& boundary : boundaries)
      for (const PlotLine& line : boundary_lines(boundary, sampled)) {
        if (boundary.cut != nullptr) cut_rims_.add(line, theme::ink);
        (boundary.cut != nullptr ? cuts_ : boundaries_)
            .add(line, boundary.cut != nullptr ? theme::unconformity : theme::ink);
      }
    spots_ = layer_spots(cut, layer, layering.count());
    if (!horizon_ || is_past()) {
      LayerBoundary today = boundaries.back();  // of the oldest sequence
      today.level = 0.0;
      for (const PlotLine& line : boundary_lines(today, sampled)) {
        horizon_rim_.add(line, theme::ink);
        horizon_line_.add(line, drawn_horizon);
      }
    }
  }
  if (horizon_ && line_.length() > 0.0) {
    const auto depths = depth_profile(*horizon_, line_, profile_detail);
    for (int i = 0; i < profile_detail; ++i)
      profile_.push_back({line_.length() * i / (profile_detail - 1), -depths[static_cast<std::size_t>(i)]});
    if (is_past()) {
      for (const PlotLine& dash : dashed(profile_))
        past_line_.add(dash, theme::handle);
    } else {
      horizon_rim_.add(profile_, theme::ink);
      horizon_line_.add(profile_, drawn_horizon);
    }
  }
  finish_lines();
}

// Where the fold does not go on as one sheet.
void SectionScene::hatch_caustics(double deepest) {
  const Caustics& caustics = fold_->caustics;
  if (!caustics.notable) return;
  const double length = line_.length();
  const auto crossed = [&](double u, double v) {
    const auto [x, y] = line_.at(u);
    return caustics.at_place(fold_->grid, {x, y, -v});
  };
  for (const PlotLine& line :
       hatching({0.0, length, -deepest, 0.0}, std::max(length, deepest) / hatch_lines, crossed)) {
    crossed_.add(line, theme::refused);
    hatched_ = true;
  }
}

void SectionScene::finish_lines() {
  crossed_.finish();
  cut_rims_.finish();
  cuts_.finish();
  boundaries_.finish();
  horizon_rim_.finish();
  horizon_line_.finish();
  past_line_.finish();
}

}  // namespace foldwave
