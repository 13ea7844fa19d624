#include "ui/scene/rock/slice.hpp"

#include <vtkActor.h>
#include <vtkAppendPolyData.h>
#include <vtkCellArray.h>
#include <vtkImageData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTexture.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/output/surface_files.hpp"
#include "ui/scene/stage/textured_quad.hpp"

namespace foldwave {

template <class T>
SliceValues slice_values(const Field<T>& field, int axis, int node) {
  const auto n = field.shape();
  const auto size = [&](int a) { return n[static_cast<std::size_t>(a)]; };
  const int u_axis = axis == 0 ? 1 : 0, v_axis = axis == 2 ? 1 : 2;
  SliceValues slice{size(u_axis), size(v_axis), {}};
  slice.values.reserve(static_cast<std::size_t>(slice.nu) * static_cast<std::size_t>(slice.nv));
  for (int v = 0; v < slice.nv; ++v)
    for (int u = 0; u < slice.nu; ++u) {
      const T value = axis == 0 ? field(node, u, v) : axis == 1 ? field(u, node, v) : field(u, v, node);
      slice.values.push_back(static_cast<float>(value));
    }
  return slice;
}
template SliceValues slice_values(const Field<float>&, int, int);
template SliceValues slice_values(const Field<std::uint8_t>&, int, int);

SliceValues refined(const SliceValues& slice, int wanted) {
  const int cells = std::max(slice.nu, slice.nv) - 1;
  const int times = cells > 0 ? std::clamp((wanted + cells - 1) / cells, 1, 16) : 1;
  if (times == 1) return slice;
  SliceValues fine{(slice.nu - 1) * times + 1, (slice.nv - 1) * times + 1, {}};
  fine.values.resize(static_cast<std::size_t>(fine.nu) * static_cast<std::size_t>(fine.nv));
  const float step = 1.0F / static_cast<float>(times);
  std::size_t m = 0;
  for (int v = 0; v < fine.nv; ++v) {
    const int v0 = std::min(v / times, std::max(slice.nv - 2, 0)), v1 = std::min(v0 + 1, slice.nv - 1);
    const float tv = static_cast<float>(v - v0 * times) * step;
    for (int u = 0; u < fine.nu; ++u) {
      const int u0 = std::min(u / times, std::max(slice.nu - 2, 0)), u1 = std::min(u0 + 1, slice.nu - 1);
      const float tu = static_cast<float>(u - u0 * times) * step;
      const float low = (1 - tu) * slice.at(u0, v0) + tu * slice.at(u1, v0);
      const float high = (1 - tu) * slice.at(u0, v1) + tu * slice.at(u1, v1);
      fine.values[m++] = (1 - tv) * low + tv * high;
    }
  }
  return fine;
}

Slice::Slice(vtkRenderer* renderer, int axis)
    : axis_(axis),
      image_(vtkSmartPointer<vtkImageData>::New()),
      part_image_(vtkSmartPointer<vtkImageData>::New()),
      texture_(picture_texture(image_, true)),
      quad_(vtkSmartPointer<vtkPolyData>::New()),
      lines_(vtkSmartPointer<vtkPolyData>::New()),
      part_lines_(vtkSmartPointer<vtkPolyData>::New()),
      quad_actor_(vtkSmartPointer<vtkActor>::New()),
      line_actor_(vtkSmartPointer<vtkActor>::New()) {
  auto quad_mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  quad_mapper->SetInputData(quad_);
  quad_actor_->SetMapper(quad_mapper);
  quad_actor_->SetTexture(texture_);
  quad_actor_->GetProperty()->LightingOff();
  quad_actor_->VisibilityOff();

  // Lines lie in the quad's plane: they are drawn a little nearer, so that they are not lost in it.
  auto line_mapper = vtkSmartPointer<vtkPolyDataMapper>::New();
  line_mapper->SetInputData(lines_);
  line_mapper->SetResolveCoincidentTopologyToPolygonOffset();
  line_mapper->SetRelativeCoincidentTopologyLineOffsetParameters(-2.0, -4.0);
  line_actor_->SetMapper(line_mapper);
  line_actor_->GetProperty()->LightingOff();
  line_actor_->VisibilityOff();
  renderer->AddActor(quad_actor_);
  renderer->AddActor(line_actor_);
}

std::array<double, 3> Slice::world(double u, double v) const {
  const auto& h = grid_.h;
  const double here = node_ * h[static_cast<std::size_t>(axis_)];
  if (axis_ == 0) return {here, u * h[1], -v * h[2]};
  if (axis_ == 1) return {u * h[0], here, -v * h[2]};
  return {u * h[0], v * h[1], -here};
}

void Slice::place(const Grid3& grid, int node) {
  grid_ = grid;
  node_ = std::clamp(node, 0, grid.n[static_cast<std::size_t>(axis_)] - 1);
}

void Slice::paint(const SliceValues& values, const std::function<Bytes3(float)>& color) {
  std::vector<Bytes3> pixels;
  pixels.reserve(values.values.size());
  for (const float value : values.values)
    pixels.push_back(color(value));
  paint(values.nu, values.nv, pixels);
}

std::array<double, 2> Slice::last_node() const {
  const auto n = [&](int a) { return grid_.n[static_cast<std::size_t>(a)] - 1.0; };
  return {axis_ == 0 ? n(1) : n(0), axis_ == 2 ? n(1) : n(2)};
}

void Slice::paint(int nu, int nv, const std::vector<Bytes3>& pixels) {
  if (texels() != std::array{nu, nv}) {
    image_->SetDimensions(nu, nv, 1);
    image_->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  }
  std::memcpy(image_->GetScalarPointer(), pixels.data(), 3 * pixels.size());
  image_->Modified();

  // Nodes are texel centres: the first and last node lie on the quad's edge.
  const auto [last_u, last_v] = last_node();
  const Placed now{{world(0, 0), world(last_u, 0), world(last_u, last_v), world(0, last_v)}, {nu, nv}};
  if (now == placed_) return;
  placed_ = now;
  place_picture(quad_, image_, now.corners, true);
}

bool Slice::visible() const {
  return quad_actor_->GetVisibility() != 0;
}

std::array<std::array<double, 3>, 3> Slice::corners() const {
  const auto [last_u, last_v] = last_node();
  return {world(0, 0), world(last_u, 0), world(0, last_v)};
}

std::array<int, 2> Slice::texels() const {
  const int* const size = image_->GetDimensions();
  return {size[0], size[1]};
}

const std::uint8_t* Slice::picture() const {
  return static_cast<const std::uint8_t*>(image_->GetScalarPointer());
}

void Slice::show_plain(std::optional<std::uint8_t> gray) {
  if (!gray) return texture_->SetInputData(image_);
  auto plain = vtkSmartPointer<vtkImageData>::New();
  plain->SetDimensions(2, 2, 1);
  plain->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  std::memset(plain->GetScalarPointer(), *gray, 12);
  texture_->SetInputData(plain);
}

namespace {

// In samples of the values, as a grid of their own.
vtkSmartPointer<vtkPolyData> flat_lines(const SliceLines& lines) {
  const Grid3 plane{{lines.values.nu, 1, lines.values.nv}, {1.0, 1.0, 1.0}, {}, {}, {}, 0};
  const auto in_plane = [&](const SliceValues& values) {
    Field<float> field(plane.n);
    std::ranges::copy(values.values, field.data());
    return field;
  };
  const Field<float> field = in_plane(lines.values);
  LayerBoundary boundary{&field, 0.0};
  std::vector<Field<float>> cuts;
  cuts.reserve(lines.clips.size());
  for (const auto& [clip, above] : lines.clips) {
    cuts.push_back(in_plane(clip));
    boundary.clips.push_back({&cuts.back(), above});
  }
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  for (const double level : lines.levels) {
    boundary.level = level;
    const Polylines found = boundary_lines(plane, boundary);
    const vtkIdType first = points->GetNumberOfPoints();
    for (const Vec3& p : found.points)
      points->InsertNextPoint(p.x, p.z, 0.0);
    for (const std::vector<int>& line : found.lines) {
      cells->InsertNextCell(static_cast<int>(line.size()));
      for (const int index : line)
        cells->InsertCellPoint(first + index);
    }
  }
  auto flat = vtkSmartPointer<vtkPolyData>::New();
  flat->SetPoints(points);
  flat->SetLines(cells);
  return flat;
}

}  // namespace

double bilinear(const SliceValues& values, double u, double v) {
  const auto split = [](double at, int n) {
    const double inside = std::clamp(at, 0.0, n - 1.0);
    const int node = std::min(static_cast<int>(inside), std::max(n - 2, 0));
    return std::pair{node, inside - node};
  };
  const auto [i, s] = split(u, values.nu);
  const auto [j, t] = split(v, values.nv);
  const auto at = [&](int column, int row) {
    return static_cast<double>(values.at(std::min(column, values.nu - 1), std::min(row, values.nv - 1)));
  };
  // A node of no weight may be infinite.
  const auto mix = [](double a, double b, double part) { return part > 0.0 ? std::lerp(a, b, part) : a; };
  return mix(mix(at(i, j), at(i + 1, j), s), mix(at(i, j + 1), at(i + 1, j + 1), s), t);
}

vtkSmartPointer<vtkPolyData> Slice::frame() const {
  const auto [last_u, last_v] = last_node();
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto cells = vtkSmartPointer<vtkCellArray>::New();
  cells->InsertNextCell(5);
  for (const auto& corner : {world(0, 0), world(last_u, 0), world(last_u, last_v), world(0, last_v)})
    cells->InsertCellPoint(points->InsertNextPoint(corner.data()));
  cells->InsertCellPoint(0);
  auto frame = vtkSmartPointer<vtkPolyData>::New();
  frame->SetPoints(points);
  frame->SetLines(cells);
  return frame;
}

void Slice::place_lines(const std::vector<SliceLines>& lines, vtkPolyData* into) const {
  into->Initialize();
  auto all = vtkSmartPointer<vtkAppendPolyData>::New();
  const auto n = [&](int a) { return grid_.n[static_cast<std::size_t>(a)]; };
  for (const SliceLines& some : lines) {
    if (some.values.nu < 2 || some.values.nv < 2 || some.levels.empty()) continue;
    const vtkSmartPointer<vtkPolyData> flat = flat_lines(some);
    if (flat->GetNumberOfPoints() == 0) continue;
    // The values may stand closer or wider than the grid's nodes.
    const double u_step = ((axis_ == 0 ? n(1) : n(0)) - 1.0) / (some.values.nu - 1);
    const double v_step = ((axis_ == 2 ? n(1) : n(2)) - 1.0) / (some.values.nv - 1);
    auto points = vtkSmartPointer<vtkPoints>::New();
    points->SetNumberOfPoints(flat->GetNumberOfPoints());
    for (vtkIdType i = 0; i < flat->GetNumberOfPoints(); ++i) {
      double p[3];
      flat->GetPoint(i, p);
      points->SetPoint(i, world(p[0] * u_step, p[1] * v_step).data());
    }
    auto placed = vtkSmartPointer<vtkPolyData>::New();
    placed->SetPoints(points);
    placed->SetLines(flat->GetLines());
    all->AddInputData(placed);
  }
  if (framed_) all->AddInputData(frame());
  if (all->GetNumberOfInputConnections(0) > 0) {
    all->Update();
    into->ShallowCopy(all->GetOutput());
  }
  into->Modified();
}

void Slice::draw_lines(const std::vector<SliceLines>& lines, Rgb color, double width, double opacity) {
  place_lines(lines, lines_);
  line_actor_->GetProperty()->SetColor(color.r, color.g, color.b);
  line_actor_->GetProperty()->SetLineWidth(static_cast<float>(width));
  line_actor_->GetProperty()->SetOpacity(opacity);
}

void Slice::paint_part(const std::vector<std::uint8_t>& kept, const std::vector<SliceLines>& lines) {
  const auto [nu, nv] = texels();
  part_image_->SetDimensions(nu, nv, 1);
  part_image_->AllocateScalars(VTK_UNSIGNED_CHAR, 4);
  auto* to = static_cast<std::uint8_t*>(part_image_->GetScalarPointer());
  const std::uint8_t* from = picture();
  for (const std::uint8_t keeps : kept) {
    to = std::copy_n(from, 3, to);
    *to++ = keeps != 0 ? 255 : 0;
    from += 3;
  }
  part_image_->Modified();
  place_lines(lines, part_lines_);
}

void Slice::show_part(bool on) {
  if (on == part_shown_) return;
  part_shown_ = on;
  texture_->SetInputData(on ? part_image_ : image_);
  vtkPolyDataMapper::SafeDownCast(line_actor_->GetMapper())->SetInputData(on ? part_lines_ : lines_);
  // What is left out is no veil: the rest is drawn as solid as it is.
  quad_actor_->SetForceOpaque(on);
}

std::array<vtkActor*, 2> Slice::actors() const {
  return {quad_actor_, line_actor_};
}

void Slice::set_visible(bool visible) {
  quad_actor_->SetVisibility(visible);
  line_actor_->SetVisibility(visible);
}

}  // namespace foldwave
