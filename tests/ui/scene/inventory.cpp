#include "tests/ui/scene/inventory.hpp"

#include <vtkActor.h>
#include <vtkActor2D.h>
#include <vtkActorCollection.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkLight.h>
#include <vtkLightCollection.h>
#include <vtkMatrix4x4.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkPolyDataMapper2D.h>
#include <vtkPropCollection.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkTexture.h>

#include <QDir>
#include <QFile>
#include <QStringList>
#include <QTextStream>
#include <array>
#include <cmath>

#include "tests/ui/views/similar_picture.hpp"

namespace foldwave {
namespace {

constexpr vtkIdType most_listed = 64;  // cells of the overlay; of more there are means alone

class Line {
 public:
  explicit Line(const std::string& what) { words_ << what.c_str(); }
  Line& add(const char* what) {
    words_ << what;
    return *this;
  }
  Line& add(const char* what, std::initializer_list<double> values) {
    words_ << what;
    for (const double v : values)
      words_ << QString::number(std::abs(v) < 5e-5 ? 0.0 : v, 'g', 9);
    return *this;
  }
  std::string text() const { return words_.join(' ').toStdString(); }

 private:
  QStringList words_;
};

// The mean of each component, its spread, and what changes when values change places.
void add_values(Line& line, const char* what, vtkDataArray* values) {
  if (values == nullptr || values->GetNumberOfTuples() == 0) return;
  line.add(what);
  const auto count = static_cast<double>(values->GetNumberOfTuples());
  for (int c = 0; c < values->GetNumberOfComponents(); ++c) {
    double sum = 0.0, squares = 0.0, placed = 0.0;
    for (vtkIdType i = 0; i < values->GetNumberOfTuples(); ++i) {
      const double v = values->GetComponent(i, c);
      sum += v, squares += v * v, placed += v * (2.0 * (static_cast<double>(i) + 0.5) / count - 1.0);
    }
    const double mean = sum / count;
    line.add(":", {mean, std::sqrt(std::max(0.0, squares / count - mean * mean)), placed / count});
  }
}

// Lines and the rims of polygons, from corner to corner.
double length_of(vtkCellArray* cells, vtkPoints* points, bool closed) {
  double length = 0.0;
  vtkIdType count = 0;
  const vtkIdType* ids = nullptr;
  for (cells->InitTraversal(); cells->GetNextCell(count, ids) != 0;)
    for (vtkIdType i = closed ? 0 : 1; i < count; ++i) {
      std::array<double, 3> p{}, q{};
      points->GetPoint(ids[i == 0 ? count - 1 : i - 1], p.data());
      points->GetPoint(ids[i], q.data());
      length += std::hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
    }
  return length;
}

void add_geometry(Line& line, vtkPolyData* data) {
  line.add("points", {double(data->GetNumberOfPoints())});
  line.add("cells", {double(data->GetNumberOfVerts()), double(data->GetNumberOfLines()),
                     double(data->GetNumberOfPolys())});
  if (data->GetNumberOfPoints() == 0) return;
  add_values(line, "at", data->GetPoints()->GetData());
  line.add("length", {length_of(data->GetLines(), data->GetPoints(), false),
                      length_of(data->GetPolys(), data->GetPoints(), true)});
  add_values(line, "normals", data->GetPointData()->GetNormals());
  add_values(line, "texture at", data->GetPointData()->GetTCoords());
  add_values(line, "colors", data->GetPointData()->GetScalars());
  add_values(line, "cell colors", data->GetCellData()->GetScalars());
}

std::string actor_line(vtkActor* actor) {
  vtkProperty* const p = actor->GetProperty();
  Line line("actor");
  const double* const c = p->GetColor();
  line.add("color", {c[0], c[1], c[2], p->GetOpacity()});
  line.add("light", {double(p->GetLighting()), p->GetAmbient(), p->GetDiffuse(), p->GetSpecular(),
                     p->GetSpecularPower()});
  line.add("width", {p->GetLineWidth(), p->GetPointSize(), double(p->GetRenderPointsAsSpheres())});
  vtkMatrix4x4* const m = actor->GetMatrix();
  for (int row = 0; row < 3; ++row)
    line.add("|",
             {m->GetElement(row, 0), m->GetElement(row, 1), m->GetElement(row, 2), m->GetElement(row, 3)});
  auto* const mapper = vtkPolyDataMapper::SafeDownCast(actor->GetMapper());
  if (mapper == nullptr || mapper->GetNumberOfInputConnections(0) == 0) return line.text();
  mapper->Update();
  double factor = 0.0, units = 0.0, line_factor = 0.0, line_units = 0.0;
  mapper->GetRelativeCoincidentTopologyPolygonOffsetParameters(factor, units);
  mapper->GetRelativeCoincidentTopologyLineOffsetParameters(line_factor, line_units);
  line.add("nearer", {factor, units, line_factor, line_units});
  add_geometry(line, mapper->GetInput());
  if (actor->GetTexture() == nullptr) return line.text();
  vtkImageData* const image = actor->GetTexture()->GetInput();
  const int* const size = image->GetDimensions();
  line.add("picture", {double(size[0]), double(size[1]), double(actor->GetTexture()->GetInterpolate())});
  add_values(line, "colors", image->GetPointData()->GetScalars());
  return line.text();
}

std::string text_line(vtkTextActor* actor) {
  vtkTextProperty* const p = actor->GetTextProperty();
  Line line("text '" + QString(actor->GetInput()).replace('\n', " / ").toStdString() + "'");
  const double *const at = actor->GetPosition(), *const c = p->GetColor();
  line.add("at", {at[0], at[1]}).add("color", {c[0], c[1], c[2]});
  line.add("size", {double(p->GetFontSize()), p->GetOrientation(), double(p->GetJustification()),
                    double(p->GetVerticalJustification())});
  return line.text();
}

void add_overlay(std::vector<std::string>& lines, vtkActor2D* actor) {
  auto* const mapper = vtkPolyDataMapper2D::SafeDownCast(actor->GetMapper());
  vtkPolyData* const data = mapper != nullptr ? mapper->GetInput() : nullptr;
  if (data == nullptr || data->GetNumberOfCells() == 0) return;
  const bool flat = data->GetNumberOfPolys() > 0;
  if (data->GetNumberOfCells() > most_listed) {
    Line line(flat ? "rectangles" : "lines");
    add_geometry(line, data);
    return lines.push_back(line.text());
  }
  vtkDataArray* const colors = data->GetCellData()->GetScalars();
  vtkCellArray* const cells = flat ? data->GetPolys() : data->GetLines();
  vtkIdType count = 0, cell = 0;
  const vtkIdType* ids = nullptr;
  for (cells->InitTraversal(); cells->GetNextCell(count, ids) != 0; ++cell) {
    Line line(flat ? "rectangle" : "line");
    for (const vtkIdType id : flat ? std::array{ids[0], ids[2]} : std::array{ids[0], ids[1]}) {
      const double* const p = data->GetPoint(id);
      line.add("to", {p[0], p[1]});
    }
    line.add("color", {colors->GetComponent(cell, 0), colors->GetComponent(cell, 1),
                       colors->GetComponent(cell, 2), colors->GetComponent(cell, 3)});
    lines.push_back(line.text());
  }
}

std::string camera_line(vtkRenderer* renderer) {
  vtkCamera* const camera = renderer->GetActiveCamera();
  const double *const p = camera->GetPosition(), *const f = camera->GetFocalPoint(),
                      *const u = camera->GetViewUp(), *const w = camera->GetWindowCenter();
  Line line("camera");
  line.add("at", {p[0], p[1], p[2]}).add("to", {f[0], f[1], f[2]}).add("up", {u[0], u[1], u[2]});
  line.add("shift", {w[0], w[1]}).add("angle", {camera->GetViewAngle()});
  line.add("parallel", {double(camera->GetParallelProjection()), camera->GetParallelScale()});
  line.add("upright", {camera->GetModelTransformMatrix()->GetElement(2, 2)});
  return line.text();
}

}  // namespace

std::vector<std::string> inventory(vtkRenderer* renderer) {
  std::vector<std::string> lines{camera_line(renderer)};
  const double *const low = renderer->GetBackground(), *const high = renderer->GetBackground2();
  lines.push_back(Line("background")
                      .add("", {low[0], low[1], low[2], high[0], high[1], high[2]})
                      .add("gradient", {double(renderer->GetGradientBackground())})
                      .text());
  vtkLightCollection* const lights = renderer->GetLights();
  lights->InitTraversal();
  while (vtkLight* const light = lights->GetNextItem()) {
    const double* const p = light->GetPosition();
    const bool placed = light->LightTypeIsSceneLight();  // others go with the camera
    lines.push_back(Line("light")
                        .add("of", {light->GetIntensity(), double(light->GetLightType())})
                        .add("from", {placed ? p[0] : 0.0, placed ? p[1] : 0.0, placed ? p[2] : 0.0})
                        .text());
  }
  vtkPropCollection* const props = renderer->GetViewProps();
  props->InitTraversal();
  while (vtkProp* const prop = props->GetNextProp()) {
    if (prop->GetVisibility() == 0) continue;
    if (auto* const text = vtkTextActor::SafeDownCast(prop))
      lines.push_back(text_line(text));
    else if (auto* const flat = vtkActor2D::SafeDownCast(prop))
      add_overlay(lines, flat);
    else if (auto* const actor = vtkActor::SafeDownCast(prop))
      lines.push_back(actor_line(actor));
  }
  return lines;
}

QString inventory_differs(const std::vector<std::string>& seen, const std::vector<std::string>& kept) {
  const auto same = [](const QString& a, const QString& b) {
    bool is_number = false, is_other = false;
    const double x = a.toDouble(&is_number), y = b.toDouble(&is_other);
    if (is_number != is_other || !is_number) return a == b;
    return std::abs(x - y) <= 2e-3 + 2e-5 * std::abs(y);
  };
  for (std::size_t i = 0; i < std::max(seen.size(), kept.size()); ++i) {
    const QString now = i < seen.size() ? QString::fromStdString(seen[i]) : QString("nothing");
    const QString then = i < kept.size() ? QString::fromStdString(kept[i]) : QString("nothing");
    const QStringList words = now.split(' '), others = then.split(' ');
    bool all = words.size() == others.size();
    for (qsizetype w = 0; all && w < words.size(); ++w)
      all = same(words[w], others[w]);
    if (!all) return QString("line %1:\n  %2\nwas kept as\n  %3").arg(i + 1).arg(now, then);
  }
  return {};
}

QString as_kept_in_words(const std::vector<std::string>& seen, const char* name) {
  const QString kept = keeping_baselines()
                           ? QString("%1/%2.txt").arg(qEnvironmentVariable("FOLDWAVE_BASELINES"), name)
                           : QString(FOLDWAVE_SOURCE_DIR "/tests/ui/baselines/%1.txt").arg(name);
  QFile file(kept);
  if (keeping_baselines()) {
    if (!file.open(QIODevice::WriteOnly | QIODevice::Text)) return kept + " cannot be written";
    for (const std::string& line : seen)
      QTextStream(&file) << QString::fromStdString(line) << '\n';
    return {};
  }
  if (!file.open(QIODevice::ReadOnly | QIODevice::Text)) return kept + " cannot be read";
  std::vector<std::string> lines;
  for (QTextStream in(&file); !in.atEnd();)
    lines.push_back(in.readLine().toStdString());
  const QString differs = inventory_differs(seen, lines);
  return differs.isEmpty() ? differs : QString("%1, %2").arg(name, differs);
}

}  // namespace foldwave
