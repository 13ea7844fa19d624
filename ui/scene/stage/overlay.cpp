#include "ui/scene/stage/overlay.hpp"

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

vtkSmartPointer<vtkUnsignedCharArray> clear_colors() {
  auto colors = vtkSmartPointer<vtkUnsignedCharArray>::New();
  colors->SetNumberOfComponents(4);
  return colors;
}

}  // namespace

Overlay::Part::Part(vtkRenderer* renderer, int layer)
    : quad_data(vtkSmartPointer<vtkPolyData>::New()),
      line_data(vtkSmartPointer<vtkPolyData>::New()),
      quad_actor(make_actor(quad_data, layer)),
      line_actor(make_actor(line_data, layer + 1)) {
  renderer->AddActor2D(quad_actor);
  renderer->AddActor2D(line_actor);
}

Overlay::Overlay(vtkRenderer* renderer, int layer)
    : renderer_(renderer),
      layer_(layers * layer),
      still_(renderer, layer_),
      counting_(renderer, layer_),
      ruler_(vtkSmartPointer<vtkTextActor>::New()) {}

Overlay::~Overlay() = default;

void Overlay::begin() {
  still_.now = counting_.now = {};
  count(false);
}

void Overlay::rectangle(double x, double y, double width, double height, Rgb color, double opacity) {
  filled_->now.quads.push_back({x, y, width, height, bytes(color, opacity)});
}

void Overlay::line(double x0, double y0, double x1, double y1, Rgb color, double opacity) {
  filled_->now.segments.push_back({x0, y0, x1, y1, bytes(color, opacity)});
}

void Overlay::text(const std::string& words, double x, double y, const TextStyle& style) {
  if (!words.empty()) filled_->now.texts.push_back({words, std::round(x), std::round(y), style});
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

void Overlay::show_text(Part& part, std::size_t at) {
  const Text& text = part.now.texts[at];
  auto& actors = part.actors;
  // An actor that is given another face or another turn goes on drawing the old one: it is made anew.
  const bool there = at < actors.size() && part.made_for[at].bold == text.style.bold &&
                     part.made_for[at].turned == text.style.turned;
  if (!there) {
    auto actor = vtkSmartPointer<vtkTextActor>::New();
    actor->SetTextScaleModeToNone();
    actor->SetLayerNumber(layer_ + 2);
    actor->PickableOff();
    renderer_->AddActor2D(actor);
    if (at < actors.size()) {
      renderer_->RemoveActor2D(actors[at]);
      actors[at] = actor;
      part.made_for[at] = text.style;
    } else {
      actors.push_back(actor);
      part.made_for.push_back(text.style);
    }
  }
  vtkTextActor* const actor = actors[at];
  actor->SetInput(text.words.c_str());
  apply(actor->GetTextProperty(), text.style);
  actor->SetPosition(text.x, text.y);
}

void Overlay::show_quads(Part& part) {
  auto points = vtkSmartPointer<vtkPoints>::New();
  auto polygons = vtkSmartPointer<vtkCellArray>::New();
  auto colors = clear_colors();
  for (const Quad& q : part.now.quads) {
    const vtkIdType ids[4] = {
        points->InsertNextPoint(q.x, q.y, 0), points->InsertNextPoint(q.x + q.w, q.y, 0),
        points->InsertNextPoint(q.x + q.w, q.y + q.h, 0), points->InsertNextPoint(q.x, q.y + q.h, 0)};
    polygons->InsertNextCell(4, ids);
    colors->InsertNextTypedTuple(q.color.data());
  }
  part.quad_data->SetPoints(points);
  part.quad_data->SetPolys(polygons);
  part.quad_data->GetCellData()->SetScalars(colors);
  part.quad_data->Modified();
}

void Overlay::show_segments(Part& part) {
  auto ends = vtkSmartPointer<vtkPoints>::New();
  auto lines = vtkSmartPointer<vtkCellArray>::New();
  auto line_colors = clear_colors();
  for (const Segment& s : part.now.segments) {
    const vtkIdType ids[2] = {ends->InsertNextPoint(s.x0, s.y0, 0), ends->InsertNextPoint(s.x1, s.y1, 0)};
    lines->InsertNextCell(2, ids);
    line_colors->InsertNextTypedTuple(s.color.data());
  }
  part.line_data->SetPoints(ends);
  part.line_data->SetLines(lines);
  part.line_data->GetCellData()->SetScalars(line_colors);
  part.line_data->Modified();
}

void Overlay::show(Part& part) {
  Content &now = part.now, &shown = part.shown;
  if (now.quads != shown.quads) show_quads(part);
  if (now.segments != shown.segments) show_segments(part);
  for (std::size_t i = 0; i < now.texts.size(); ++i)
    if (i >= shown.texts.size() || !(now.texts[i] == shown.texts[i])) show_text(part, i);
  shown = now;
  set_visible(part, true);
}

void Overlay::end() {
  show(still_);
  show(counting_);
}

void Overlay::set_visible(Part& part, bool on) {
  part.quad_actor->SetVisibility(on && !part.shown.quads.empty());
  part.line_actor->SetVisibility(on && !part.shown.segments.empty());
  for (std::size_t i = 0; i < part.actors.size(); ++i)
    part.actors[i]->SetVisibility(on && i < part.shown.texts.size());
}

void Overlay::show_counting(bool on) {
  set_visible(counting_, on);
}

void Overlay::set_visible(bool on) {
  set_visible(still_, on);
  set_visible(counting_, on);
}

Overlay::Content& Overlay::Content::operator+=(const Content& more) {
  quads.insert(quads.end(), more.quads.begin(), more.quads.end());
  segments.insert(segments.end(), more.segments.begin(), more.segments.end());
  texts.insert(texts.end(), more.texts.begin(), more.texts.end());
  return *this;
}

Overlay::Content Overlay::content() const {
  Content all = still_.now;
  return all += counting_.now;
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
