#include "ui/scene/flat/map_scene.hpp"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

#include "ui/scene/plot/hatching.hpp"
#include "ui/scene/rock/horizon_surface.hpp"

namespace foldwave {
namespace {

constexpr int field_detail = 129;      // samples along the longer side; the picture is smooth in between
constexpr double end_reach = 12.0;     // design pixels
constexpr double depth_a_pixel = 2.0;  // metres of depth for each metre that the pointer moves on the map

// Brightness of a slope lit from the north-west, 1 where it is level.
double shade(double slope_x, double slope_y) {
  constexpr double light_x = -0.55, light_y = 0.55, light_up = 0.9;
  const double lit = (slope_x * light_x + slope_y * light_y + light_up) /
                     std::sqrt(1.0 + slope_x * slope_x + slope_y * slope_y);
  return std::clamp(0.45 + 0.55 * lit / light_up, 0.3, 1.2);
}

}  // namespace

MapScene::MapScene()
    : field_(renderer(), 0),
      map_field_(renderer(), 15),
      mesh_(vtkSmartPointer<vtkPolyData>::New()),
      mesh_actor_(vtkSmartPointer<vtkActor>::New()),
      box_(renderer(), 20),
      crossed_(renderer(), 19),
      contours_(renderer()),
      attitudes_(renderer()),
      markers_(renderer(), 39),
      located_(renderer(), 44),
      section_(renderer(), 42),
      section_ends_(renderer(), 43, 11),
      sources_(renderer(), 41, 13),
      receivers_(renderer(), 40, 4, false) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  mapper->SetInputData(mesh_);
  mesh_actor_->SetMapper(mapper);
  mesh_actor_->GetProperty()->LightingOff();
  mesh_actor_->VisibilityOff();
  renderer()->AddActor(mesh_actor_);
}

void MapScene::show_scenario(const Scenario& scenario, std::size_t event) {
  if (!(scenario.grid == grid_)) {
    show_map(nullptr);
    show_attitudes({});
  }
  grid_ = scenario.grid;
  set_origin(grid_.origin);
  const Vec3 e = grid_.extent();
  // A 2D section is a strip on the map.
  const double half = grid_.is_section() ? 0.05 * e.x : 0.0;
  set_bounds({0, e.x, -half, e.y + half});
  draw_box();
  set_handles(scene_handles(scenario, event));
  past_words_ = past_words(scenario, event);
  set_fold(fold_of(scenario, event));
  folded_ = has_fold(scenario);
  if (!folded_) show_horizon(nullptr);
  show_survey(scenario);
  markers_.show_on_map(scenario.markers, grid_);
  show_line(section_line(scenario).shifted(-grid_.origin.x, -grid_.origin.y));
}

void MapScene::show_survey(const Scenario& scenario) {
  std::vector<PlotPoint> sources, receivers;
  for (const Source& s : scenario.survey.sources)
    sources.push_back(plot_point(s.position - grid_.origin));
  for (const Vec3& p : scenario.survey.receiver_positions())
    receivers.push_back(plot_point(p - grid_.origin));
  sources_.show(sources, {theme::source});
  receivers_.show(receivers, {theme::receiver});
  if (options_.survey) return;
  sources_.set_visible(false);
  receivers_.set_visible(false);
}

void MapScene::draw_box() {
  const PlotBox& b = bounds();
  box_.clear();
  box_.add({{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}, {b.left, b.bottom}},
           theme::frame);
  box_.finish();
}

void MapScene::take_look() {
  HandleScene::take_look();
  draw_box();
  show_line(line_);
  dirty_ = true;
}

void MapScene::show_located(const std::vector<EventMark>& events, bool stale) {
  located_.show_on_map(events, grid_);
  located_.set_stale(stale);
}

void MapScene::set_options(const MapOptions& options) {
  options_ = options;
  contours_.place_anew();
  contours_.set_visible(options.contours);
  section_.set_visible(options.section_line);
  section_ends_.set_visible(options.section_line);
  set_survey_shown(options.survey);
  sources_.set_visible(options.survey);
  receivers_.set_visible(options.survey);
  markers_.set_visible(options.markers);
  located_.set_visible(options.located);
}

void MapScene::show_horizon(std::shared_ptr<const Horizon> horizon) {
  horizon_ = folded_ ? std::move(horizon) : nullptr;
  surface_ = nullptr;
  dirty_ = true;
}

void MapScene::show_surface(vtkSmartPointer<vtkPolyData> surface) {
  horizon_.reset();
  surface_ = std::move(surface);
  dirty_ = true;
}

void MapScene::set_fold(const FoldSpec& fold) {
  if (fold == fold_) return;
  fold_ = fold;
  unpainted_ = true;
}

void MapScene::find_speeds(const std::vector<Vec3>& normals) {
  speeds_ = {};
  if (fold_.varies) return;  // the checks say where such a fold fails
  Vec3 b = fold_.advection();
  if (grid_.is_section()) b.y = 0.0;
  speeds_ = normal_speeds(normals, fold_.parameters.F, b);
}

// A depth's colour, or the warning's where the fold cannot propagate.
Rgb MapScene::painted(double depth, std::size_t sample) const {
  const Rgb own = color_of(depth);
  return cannot_fold() ? speed_color(speeds_.speed[sample], speeds_.floor, own) : own;
}

void MapScene::show_line(const MapLine& local) {
  line_ = local;
  section_.clear();
  section_.add({local.from, local.to}, theme::accent);
  section_.finish();
  section_ends_.show({local.from, local.to}, {theme::accent});
}

int MapScene::line_end_at(double x, double y) const {
  if (!options_.section_line) return -1;
  const PlotPoint ends[2] = {to_display(line_.from[0], line_.from[1]), to_display(line_.to[0], line_.to[1])};
  for (int i = 0; i < 2; ++i)
    if (std::hypot(ends[i][0] - x, ends[i][1] - y) < px(end_reach)) return i;
  return -1;
}

Vec3 MapScene::dragged(HandleMotion motion, const Vec3& start, double dx, double dy, bool other) const {
  const double metres = metres_a_pixel();
  const bool deeper = motion == HandleMotion::vertical || (motion == HandleMotion::free && other);
  if (deeper) return {start.x, start.y, start.z - depth_a_pixel * dy * metres};
  return {start.x + dx * metres, start.y + dy * metres, start.z};
}

Vec3 MapScene::pushed(HandleMotion motion, const Push& push, bool other) const {
  const bool deeper = motion == HandleMotion::vertical || (motion == HandleMotion::free && other);
  if (push.deeper != 0) return {0, 0, motion == HandleMotion::level ? 0.0 : push.deeper};
  return deeper ? Vec3{0, 0, -1.0 * push.up} : Vec3{1.0 * push.right, 1.0 * push.up, 0};
}

void MapScene::show_map(std::shared_ptr<const ScalarMap> map) {
  map_ = std::move(map);
  map_field_.set_visible(map_ != nullptr);
  contours_.place_anew();
  if (!map_) return;
  std::vector<Bytes3> pixels;
  for (const float value : map_->values)
    pixels.push_back(to_bytes(map_->color(static_cast<double>(value))));
  const PlotBox& b = bounds();
  // A section's one row becomes the strip.
  const int rows = std::max(map_->ny, 2);
  if (map_->ny == 1) pixels.insert(pixels.end(), pixels.begin(), pixels.begin() + map_->nx);
  map_field_.show(map_->nx, rows, pixels, {0, grid_.extent().x, b.bottom, b.top}, true);
}

void MapScene::show_attitudes(std::vector<PlacedAttitude> attitudes) {
  attitudes_.show(std::move(attitudes));
  contours_.place_anew();
}

void MapScene::set_marks_stale(bool stale) {
  const double opacity = stale ? 0.3 : 1.0;
  map_field_.set_opacity(opacity);
  attitudes_.set_opacity(opacity);
}

Rgb MapScene::ground(double level, const PlotPoint& at) const {
  if (!map_) return color_of(level);
  const PlotBox& b = bounds();
  return map_->color(map_->at(at[0] / grid_.extent().x, (at[1] - b.bottom) / b.height()));
}

Rgb MapScene::color_of(double depth) const {
  const double range = high_ - low_;
  const Bytes3 c = viridis_map().at(range > 0.0 ? (high_ - depth) / range : 0.5);
  return rgb({c[0], c[1], c[2]});
}

void MapScene::paint_field() {
  const DepthRaster& r = raster_;
  std::vector<Vec3> normals;
  for (std::size_t m = 0; m < r.depth.size(); ++m)
    normals.push_back(Horizon::upward_normal({r.depth[m], r.slope_x[m], r.slope_y[m]}));
  find_speeds(normals);
  std::vector<Bytes3> pixels;
  pixels.reserve(r.depth.size());
  for (std::size_t m = 0; m < r.depth.size(); ++m) {
    const Rgb c = painted(r.depth[m], m);
    const double light = shade(r.slope_x[m], r.slope_y[m]);
    pixels.push_back(to_bytes({c.r * light, c.g * light, c.b * light}));
  }
  const PlotBox& b = bounds();
  field_.show(r.nx, r.ny, pixels, {0, grid_.extent().x, b.bottom, b.top}, true);
}

void MapScene::show_crossed(int nx, int ny, std::vector<std::uint8_t> columns) {
  crossed_.clear();
  hatched_ = false;
  if (!columns.empty()) {
    // The box's own; a section's one row becomes the strip.
    const PlotBox& b = bounds();
    const auto node = [](double part, int n) {
      return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * (n - 1)));
    };
    const auto inside = [&](double u, double v) {
      const int i = node(u / grid_.extent().x, nx), j = node((v - b.bottom) / b.height(), ny);
      return columns[static_cast<std::size_t>(i) +
                     static_cast<std::size_t>(nx) * static_cast<std::size_t>(j)] != 0;
    };
    const PlotBox box{0.0, grid_.extent().x, b.bottom, b.top};
    for (const PlotLine& line : hatching(box, std::max(box.width(), box.height()) / hatch_lines, inside)) {
      crossed_.add(line, theme::refused);
      hatched_ = true;
    }
  }
  crossed_.finish();
}

void MapScene::sample_field() {
  raster_ = depth_raster(*horizon_, grid_, field_detail);
  const DepthRaster& r = raster_;
  const auto [low, high] = std::minmax_element(r.depth.begin(), r.depth.end());
  low_ = *low, high_ = *high;
  const PlotBox& b = bounds();
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(r.nx, r.ny, 1);
  image->SetSpacing(r.hx, b.height() / (r.ny - 1), 1.0);
  image->SetOrigin(0.0, b.bottom, 0.0);
  auto values = vtkSmartPointer<vtkFloatArray>::New();
  values->SetNumberOfTuples(static_cast<vtkIdType>(r.depth.size()));
  std::copy(r.depth.begin(), r.depth.end(), values->GetPointer(0));
  image->GetPointData()->SetScalars(values);
  contours_.find(image, low_, high_, grid_.origin.z);
}

void MapScene::paint_surface() {
  const vtkIdType count = surface_->GetNumberOfPoints();
  auto depths = vtkSmartPointer<vtkFloatArray>::New();
  depths->SetNumberOfTuples(count);
  low_ = 1e300, high_ = -1e300;
  for (vtkIdType i = 0; i < count; ++i) {
    const double depth = -surface_->GetPoint(i)[2];
    depths->SetValue(i, static_cast<float>(depth));
    low_ = std::min(low_, depth), high_ = std::max(high_, depth);
  }
  // Of what lies over another the upper part is seen: height stays, within the field's layer.
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto colors = vtkSmartPointer<vtkUnsignedCharArray>::New();
  colors->SetNumberOfComponents(3);
  vtkDataArray* const normals = surface_->GetPointData()->GetNormals();
  std::vector<Vec3> younger;
  for (vtkIdType i = 0; normals != nullptr && i < count; ++i) {
    double n[3];
    normals->GetTuple(i, n);
    younger.push_back(to_local({n[0], n[1], n[2]}));
  }
  find_speeds(younger);
  for (vtkIdType i = 0; i < count; ++i) {
    double p[3], n[3] = {0, 0, 1};
    surface_->GetPoint(i, p);
    points->InsertNextPoint(p[0], p[1], 10.0 * (high_ + p[2]) / std::max(high_ - low_, 1e-6));
    if (normals != nullptr) normals->GetTuple(i, n);
    const double up = std::max(std::abs(n[2]), 0.05) * (n[2] < 0 ? -1 : 1);
    const double light = shade(-n[0] / up, -n[1] / up);
    const Rgb c = painted(-p[2], static_cast<std::size_t>(i));
    const Bytes3 bytes = to_bytes({c.r * light, c.g * light, c.b * light});
    colors->InsertNextTypedTuple(bytes.data());
  }
  auto field = vtkSmartPointer<vtkPolyData>::New();
  field->SetPoints(points);
  field->SetPolys(surface_->GetPolys());
  field->SetStrips(surface_->GetStrips());
  field->GetPointData()->SetScalars(depths);
  contours_.find(field, low_, high_, grid_.origin.z);
  contours_.find_hidden(surface_, grid_.extent().x, grid_.extent().y);
  mesh_->ShallowCopy(field);
  mesh_->GetPointData()->SetScalars(colors);
}

}  // namespace foldwave
