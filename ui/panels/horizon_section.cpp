#include "ui/panels/horizon_section.hpp"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/panels/number_edit.hpp"
#include "ui/panels/number_table.hpp"

namespace foldwave {
namespace {

enum Kind { points, cosine, plane, xyz, mesh };
const std::string base = "/events/0/horizon";

}  // namespace

HorizonSection::HorizonSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Horizon"), messages, parent), kind_(new QComboBox(this)), pages_(new QStackedWidget(this)) {
  kind_->addItems(
      {tr("Control points"), tr("Cosine trains"), tr("Plane"), tr("Picks in a file"), tr("Triangles")});
  add_row(tr("Kind"), kind_, base);
  body_->addWidget(pages_);

  points_ = add_table({tr("x (m)"), tr("y (m)"), tr("depth (m)")}, base + "/points", page());

  QVBoxLayout* layout = page();
  cosine_depth_ = add_number(tr("Depth"), base + "/depth", "m", new_form(layout));
  trains_ = add_table({tr("ampl."), tr("length"), tr("azim."), tr("crest x"), tr("crest y")},
                      base + "/trains", layout);
  trains_->set_new_row({100, 1000, 90, 0, 0});

  QFormLayout* form = new_form(page());
  plane_point_ = add_numbers(tr("Point"), base + "/point", 3, "m", form);
  dip_ = add_number(tr("Dip"), base + "/dip", "\u00b0", form);
  dip_direction_ = add_number(tr("Dip direction"), base + "/dip_direction", "\u00b0", form);

  form = new_form(page());
  file_ = add_file(tr("Picks of a horizon"),
                   tr("Picks and grids (*.xyz *.txt *.csv *.dat *.cps *.cps3 *.zmap *.grd);;All files (*)"),
                   base + "/file", form);
  sense_ = new QComboBox(this);
  sense_->addItems({tr("elevation, up"), tr("depth, down")});
  add_row(tr("z is"), sense_, {}, form);
  smoothing_ = add_number(tr("Misfit allowed"), base + "/smoothing", "m", form);

  form = new_form(page());
  mesh_file_ = add_file(tr("A triangulated surface"), tr("GOCAD TSurf (*.ts);;All files (*)"), {}, form);
  mesh_sense_ = new QComboBox(this);
  mesh_sense_->addItems({tr("as the file says"), tr("elevation, up"), tr("depth, down")});
  add_row(tr("z is"), mesh_sense_, {}, form);
  younger_ = new QComboBox(this);
  younger_->addItems({tr("above"), tr("below"), tr("as wound")});
  add_row(tr("Younger side"), younger_, base + "/younger", form);
  mesh_size_ = new QLabel(this);
  form->addRow(mesh_size_);

  connect(kind_, &QComboBox::activated, this, &HorizonSection::choose_kind);
  connect(sense_, &QComboBox::activated, this, &Section::edited);
  connect(mesh_sense_, &QComboBox::activated, this, &Section::edited);
  connect(younger_, &QComboBox::activated, this, &Section::edited);
}

QVBoxLayout* HorizonSection::page() {
  auto* const widget = new QWidget(pages_);
  auto* const layout = new QVBoxLayout(widget);
  layout->setContentsMargins(0, 0, 0, 0);
  pages_->addWidget(widget);
  return layout;
}

QLineEdit* HorizonSection::add_file(const QString& title, const QString& kinds, const std::string& path,
                                    QFormLayout* form) {
  auto* const row = new QWidget(this);
  auto* const line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  auto* const edit = new QLineEdit(row);
  auto* const browse = new QToolButton(row);
  browse->setText(tr("Browse"));
  line->addWidget(edit);
  line->addWidget(browse);
  add_row(tr("File"), row, path, form);
  connect(edit, &QLineEdit::editingFinished, this, &Section::edited);
  connect(browse, &QToolButton::clicked, this, [this, edit, title, kinds] {
    const QString file =
        QFileDialog::getOpenFileName(this, title, QString::fromStdString(shown_.folder), kinds);
    if (file.isEmpty()) return;
    edit->setText(file);
    emit edited();
  });
  return edit;
}

void HorizonSection::show_page(int kind) {
  // Only the page shown asks for room.
  for (int i = 0; i < pages_->count(); ++i)
    pages_->widget(i)->setSizePolicy(QSizePolicy::Preferred,
                                     i == kind ? QSizePolicy::Preferred : QSizePolicy::Ignored);
  pages_->setCurrentIndex(kind);
  pages_->adjustSize();
}

void HorizonSection::choose_kind(int kind) {
  if (shown_.events.empty()) return;
  const Vec3 e = shown_.grid.extent(), o = shown_.grid.origin;
  const Vec3 middle = o + 0.5 * e;
  Scenario next = shown_;
  HorizonSpec& spec = next.events.front().horizon;
  if (static_cast<int>(spec.index()) == kind) return;
  switch (kind) {
    case points: {
      PointsHorizon drawn;
      for (int j = 0; j < (shown_.grid.is_section() ? 1 : 5); ++j)
        for (int i = 0; i < 5; ++i)
          drawn.points.push_back({o.x + e.x * i / 4, o.y + e.y * j / 4, middle.z});
      spec = drawn;
      break;
    }
    case cosine: {
      TrainsHorizon waves;
      waves.depth = middle.z;
      FoldTrain train;
      train.amplitude = 0.1 * e.z;
      train.wavelength = e.x > 0 ? e.x : 1.0;
      train.crest = {middle.x, middle.y};
      waves.trains.push_back(train);
      spec = waves;
      break;
    }
    case plane:
      spec = PlaneHorizon{middle, 0.0, 90.0, {}};
      break;
    case mesh:
      spec = MeshHorizon{};
      break;
    default:
      spec = XyzHorizon{};
      break;
  }
  load(next);
  emit edited();
}

void HorizonSection::load(const Scenario& s) {
  shown_ = s;
  if (s.events.empty()) return;
  const HorizonSpec& spec = s.events.front().horizon;
  const QSignalBlocker quiet(kind_);
  kind_->setCurrentIndex(static_cast<int>(spec.index()));
  show_page(static_cast<int>(spec.index()));
  if (const auto* const p = std::get_if<PointsHorizon>(&spec)) {
    NumberTable::Rows rows;
    for (const Vec3& v : p->points)
      rows.push_back({v.x, v.y, v.z});
    points_->set_rows(rows);
    const Vec3 middle = s.grid.origin + 0.5 * s.grid.extent();
    points_->set_new_row({middle.x, middle.y, middle.z});
  } else if (const auto* const c = std::get_if<TrainsHorizon>(&spec)) {
    cosine_depth_->set_value(c->depth);
    NumberTable::Rows rows;
    for (const FoldTrain& t : c->trains)
      rows.push_back({t.amplitude, t.wavelength, t.azimuth, t.crest[0], t.crest[1]});
    trains_->set_rows(rows);
  } else if (const auto* const f = std::get_if<PlaneHorizon>(&spec)) {
    for (int a = 0; a < 3; ++a)
      plane_point_[static_cast<std::size_t>(a)]->set_value(f->point[a]);
    dip_->set_value(f->dip);
    dip_direction_->set_value(f->dip_direction);
  } else if (const auto* const x = std::get_if<XyzHorizon>(&spec)) {
    file_->setText(QString::fromStdString(x->file));
    sense_->setCurrentIndex(x->z == VerticalSense::elevation ? 0 : 1);
    smoothing_->set_value(x->smoothing);
  } else if (const auto* const m = std::get_if<MeshHorizon>(&spec)) {
    mesh_file_->setText(QString::fromStdString(m->file));
    mesh_sense_->setCurrentIndex(!m->z ? 0 : *m->z == VerticalSense::elevation ? 1 : 2);
    younger_->setCurrentIndex(static_cast<int>(m->younger));
    mesh_size_->setText(
        m->file.empty()
            ? tr("%1 vertices, %2 triangles in the scenario").arg(m->vertices.size()).arg(m->triangles.size())
            : QString());
  }
}

void HorizonSection::store(Scenario& s) const {
  if (s.events.empty() || shown_.events.empty()) return;
  HorizonSpec spec = shown_.events.front().horizon;
  if (auto* const p = std::get_if<PointsHorizon>(&spec)) {
    p->points.clear();
    for (const auto& row : points_->rows())
      p->points.push_back({row[0], row[1], row[2]});
  } else if (auto* const c = std::get_if<TrainsHorizon>(&spec)) {
    c->depth = cosine_depth_->value();
    c->trains.resize(trains_->rows().size());
    for (std::size_t i = 0; i < c->trains.size(); ++i) {
      const auto& row = trains_->rows()[i];
      FoldTrain& t = c->trains[i];
      t.amplitude = row[0], t.wavelength = row[1], t.azimuth = row[2], t.crest = {row[3], row[4]};
    }
  } else if (auto* const f = std::get_if<PlaneHorizon>(&spec)) {
    for (int a = 0; a < 3; ++a)
      f->point[a] = plane_point_[static_cast<std::size_t>(a)]->value();
    f->dip = dip_->value();
    f->dip_direction = dip_direction_->value();
  } else if (auto* const x = std::get_if<XyzHorizon>(&spec)) {
    x->file = file_->text().toStdString();
    x->z = sense_->currentIndex() == 0 ? VerticalSense::elevation : VerticalSense::depth;
    x->smoothing = smoothing_->value();
  } else if (auto* const m = std::get_if<MeshHorizon>(&spec)) {
    m->file = mesh_file_->text().toStdString();
    const int sense = m->file.empty() ? 0 : mesh_sense_->currentIndex();
    m->z.reset();
    if (sense > 0) m->z = sense == 1 ? VerticalSense::elevation : VerticalSense::depth;
    m->younger = static_cast<YoungerSide>(younger_->currentIndex());
  }
  s.events.front().horizon = spec;
}

}  // namespace foldwave
