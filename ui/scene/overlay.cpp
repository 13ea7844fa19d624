#include "ui/scene/overlay.hpp"

#include <vtkActor2D.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper2D.h>
#include <vtkProperty2D.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace foldwave {
namespace {

std::array<unsigned char, 4> bytes(Rgb color, double opacity) {
  const Bytes3 c = to_bytes(color);
  return {c[0], c[1], c[2], static_cast<unsigned char>(std::lround(std::clamp(opacity, 0.0, 1.0) * 255))};
}

// A plain, well hinted face where the system has one; VTK's built-in face elsewhere.
std::string font_file(bool bold) {
  for (const char* const folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/",
                                   "/usr/share/fonts/TTF/"}) {
    const std::string file = std::string(folder) + (bold ? "DejaVuSans-Bold.ttf" : "DejaVuSans.ttf");
    if (std::filesystem::exists(file)) return file;
  }
  return {};
}

void choose_font(vtkTextProperty* p, bool bold) {
  static const std::string plain = font_file(false), heavy = font_file(true);
  const std::string& file = bold ? heavy : plain;
  if (file.empty()) {
    p->SetFontFamilyToArial();
    p->SetBold(bold);
    return;
  }
  p->SetFontFamily(VTK_FONT_FILE);
  p->SetFontFile(file.c_str());
}

vtkSmartPointer<vtkActor2D> make_actor(vtkPolyData* data, int layer) {
  auto mapper = vtkSmartPointer<vtkPolyDataMapper2D>::New();
  mapper->SetInputData(data);
  mapper->SetScalarModeToUseCellData();
  mapper->SetColorModeToDirectScalars();
  auto actor = vtkSmartPointer<vtkActor2D>::New();
  actor->SetMapper(mapper);
  actor->SetLayerNumber(layer);
  actor->PickableOff();
  return actor;
}

vtkSmartPointer<vtkUnsignedCharArray> color_array() {
  auto colors = vtkSmartPointer<vtkUnsignedCharArray>::New();
  colors->SetNumberOfComponents(4);
  return colors;
}

}  // namespace

Overlay::Overlay(vtkRenderer* renderer, int layer)
    : renderer_(renderer),
      layer_(layers * layer),
      ruler_(vtkSmartPointer<vtkTextActor>::New()),
      quad_data_(vtkSmartPointer<vtkPolyData>::New()),
      line_data_(vtkSmartPointer<vtkPolyData>::New()),
      quad_actor_(make_actor(quad_data_, layers * layer)),
      line_actor_(make_actor(line_data_, layers * layer + 1)) {
  renderer_->AddActor2D(quad_actor_);
  renderer_->AddActor2D(line_actor_);
}

Overlay::~Overlay() = default;

void Overlay::begin() {
  now_ = {};
}

void Overlay::rectangle(double x, double y, double width, double height, Rgb color, double opacity) {
  now_.quads.push_back({x, y, width, height, bytes(color, opacity)});
}

void Overlay::line(double x0, double y0, double x1, double y1, Rgb color, double opacity) {
  now_.segments.push_back({x0, y0, x1, y1, bytes(color, opacity)});
}

void Overlay::text(const std::string& words, double x, double y, const TextStyle& style) {
  if (!words.empty()) now_.texts.push_back({words, std::round(x), std::round(y), style});
}

void Overlay::apply(vtkTextProperty* p, const TextStyle& style) {
  choose_font(p, style.bold);
  p->SetFontSize(static_cast<int>(std::lround(style.size)));
  p->SetColor(style.color.r, style.color.g, style.color.b);
  p->SetOrientation(style.turned);
  const auto pick = [](Align a, int low, int middle, int high) {
    return a == Align::low ? low : a == Align::middle ? middle : high;
  };
  p->SetJustification(pick(style.across, VTK_TEXT_LEFT, VTK_TEXT_CENTERED, VTK_TEXT_RIGHT));
  p->SetVerticalJustification(pick(style.upward, VTK_TEXT_BOTTOM, VTK_TEXT_CENTERED, VTK_TEXT_TOP));
}

void Overlay::show_text(std::size_t at) {
  const Text& text = now_.texts[at];
  // An actor that is given another face or another turn goes on drawing the old one: it is made anew.
  const bool there = at < actors_.size() && at < made_for_.size() && made_for_[at].bold == text.style.bold &&
                     made_for_[at].turned == text.style.turned;
  if (!there) {
    auto actor = vtkSmartPointer<vtkTextActor>::New();
    actor->SetTextScaleModeToNone();
    actor->SetLayerNumber(layer_ + 2);
    actor->PickableOff();
    renderer_->AddActor2D(actor);
    if (at < actors_.size()) {
      renderer_->RemoveActor2D(actors_[at]);
      actors_[at] = actor;
      made_for_[at] = text.style;
    } else {
      actors_.push_back(actor);
      made_for_.push_back(text.style);
    }
  }
  vtkTextActor* const actor = actors_[at];
  actor->SetInput(text.words.c_str());
  apply(actor->GetTextProperty(), text.style);
  actor->SetPosition(text.x, text.y);
}

void Overlay::show_quads() {
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto polygons = vtkSmartPointer<vtkCellArray>::New();
  auto colors = color_array();
  for (const Quad& q : now_.quads) {
    const vtkIdType ids[4] = {
        points->InsertNextPoint(q.x, q.y, 0), points->InsertNextPoint(q.x + q.w, q.y, 0),
        points->InsertNextPoint(q.x + q.w, q.y + q.h, 0), points->InsertNextPoint(q.x, q.y + q.h, 0)};
    polygons->InsertNextCell(4, ids);
    colors->InsertNextTypedTuple(q.color.data());
  }
  quad_data_->SetPoints(points);
  quad_data_->SetPolys(polygons);
  quad_data_->GetCellData()->SetScalars(colors);
  quad_data_->Modified();
  quad_actor_->SetVisibility(!now_.quads.empty());
}

void Overlay::show_segments() {
  auto ends = vtkSmartPointer<vtkPoints>::New();
  auto lines = vtkSmartPointer<vtkCellArray>::New();
  auto line_colors = color_array();
  for (const Segment& s : now_.segments) {
    const vtkIdType ids[2] = {ends->InsertNextPoint(s.x0, s.y0, 0), ends->InsertNextPoint(s.x1, s.y1, 0)};
    lines->InsertNextCell(2, ids);
    line_colors->InsertNextTypedTuple(s.color.data());
  }
  line_data_->SetPoints(ends);
  line_data_->SetLines(lines);
  line_data_->GetCellData()->SetScalars(line_colors);
  line_data_->Modified();
  line_actor_->SetVisibility(!now_.segments.empty());
}

void Overlay::end() {
  if (now_.quads != shown_.quads) show_quads();
  if (now_.segments != shown_.segments) show_segments();
  for (std::size_t i = 0; i < now_.texts.size(); ++i) {
    if (i >= shown_.texts.size() || !(now_.texts[i] == shown_.texts[i])) show_text(i);
    actors_[i]->VisibilityOn();
  }
  for (std::size_t i = now_.texts.size(); i < actors_.size(); ++i)
    actors_[i]->VisibilityOff();
  shown_ = now_;
}

bool Overlay::only_counts() const {
  const auto as_before = [](const Text& a, const Text& b) {
    return a == b || (a.style.counting && a.style == b.style && a.x == b.x && a.y == b.y);
  };
  return now_.quads == shown_.quads && now_.segments == shown_.segments &&
         std::equal(now_.texts.begin(), now_.texts.end(), shown_.texts.begin(), shown_.texts.end(),
                    as_before);
}

void Overlay::show_counting(bool on) {
  for (std::size_t i = 0; i < shown_.texts.size(); ++i)
    if (shown_.texts[i].style.counting) actors_[i]->SetVisibility(on);
}

std::array<double, 2> Overlay::text_size(const std::string& words, const TextStyle& style) {
  const std::pair key(words, std::pair(static_cast<int>(std::lround(style.size)), style.bold));
  if (const auto known = sizes_.find(key); known != sizes_.end()) return known->second;
  ruler_->SetInput(words.c_str());
  TextStyle flat = style;
  flat.turned = 0.0;
  apply(ruler_->GetTextProperty(), flat);
  double size[2] = {0.0, 0.0};
  ruler_->GetSize(renderer_, size);
  // Before the first frame the window's own fonts are not there yet.
  vtkRenderWindow* const window = renderer_->GetRenderWindow();
  if (window == nullptr || window->GetNeverRendered() != 0) return {size[0], size[1]};
  if (sizes_.size() > 500) sizes_.clear();
  return sizes_[key] = {size[0], size[1]};
}

}  // namespace foldwave
