#include "ui/panels/horizon_section.hpp"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.hpp"
#include "core/horizon/edit_points.hpp"
#include "core/model/event_edits.hpp"
#include "core/model/scenario_files.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_table.hpp"
#include "ui/widgets/number_words.hpp"

namespace foldwave {
namespace {

enum Kind { points, trains, plane, xyz, mesh };
const std::string horizon_path = "/events/0/horizon";  // whichever event is shown

// A row of the table of trains; the columns from `shape` on are shown below it for one train.
enum PointColumn : std::size_t {
  amplitude,
  wavelength,
  azimuth,
  crest_x,
  crest_y,
  shape,
  roundness,
  skew,
  aspect,
  plunge
};

std::vector<double> row_of(const FoldTrain& t) {
  return {t.amplitude, t.wavelength, t.azimuth, t.crest[0], t.crest[1], static_cast<double>(t.shape),
          t.roundness, t.skew,       t.aspect,  t.plunge};
}

void take_row(FoldTrain& t, const std::vector<double>& row) {
  t.amplitude = row[amplitude], t.wavelength = row[wavelength], t.azimuth = row[azimuth];
  t.crest = {row[crest_x], row[crest_y]};
  t.shape = static_cast<FoldShape>(row[shape]);
  t.roundness = row[roundness], t.skew = row[skew], t.aspect = row[aspect], t.plunge = row[plunge];
}

std::vector<Vec3> as_points(const NumberTable::Rows& rows) {
  std::vector<Vec3> points;
  for (const auto& row : rows)
    points.push_back({row[0], row[1], row[2]});
  return points;
}

// In a list that begins with "as the file says".
int index_of(const std::optional<VerticalSense>& z) {
  return z ? static_cast<int>(*z) + 1 : 0;
}

std::optional<VerticalSense> sense_at(int index) {
  return index > 0 ? std::optional(static_cast<VerticalSense>(index - 1)) : std::nullopt;
}

// Control points that keep the horizon's shape where that is quickly known, else a level net of them.
PointsHorizon net_of_points(const HorizonSpec& spec, const Grid3& grid) {
  constexpr int waves_side = 9;
  constexpr int flat_side = 5;
  try {
    if (std::holds_alternative<TrainsHorizon>(spec))
      return to_control_points(spec, grid, {}, waves_side, waves_side);
    if (std::holds_alternative<PlaneHorizon>(spec))
      return to_control_points(spec, grid, {}, flat_side, flat_side);
  } catch (const InputError&) {
  }
  const PlaneHorizon level{grid.origin + 0.5 * grid.extent(), 0.0, 90.0, {}};
  return to_control_points(level, grid, {}, flat_side, flat_side);
}

}  // namespace

HorizonSection::HorizonSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Horizon"), messages, parent), kind_(new QComboBox(this)) {
  kind_->addItems(
      {tr("Control points"), tr("Fold trains"), tr("Plane"), tr("Picks in a file"), tr("Triangles")});
  kind_->setObjectName("horizon kind");
  add_row(tr("Kind"), kind_, horizon_path);

  QVBoxLayout* const layout = page();
  method_ = new QComboBox(this);
  method_->setObjectName("interpolation");
  method_->addItems({tr("thin plate, through the points"), tr("bicubic spline, near the points")});
  add_row(tr("Surface"), method_, horizon_path + "/method", new_form(layout));
  points_ = add_table({tr("x (m)"), tr("y (m)"), tr("depth (m)")}, horizon_path + "/points", layout);
  connect(points_, &NumberTable::rows_chosen, this,
          [this](const std::vector<int>& rows) { emit rows_chosen(HandleOf::horizon, rows); });
  add_trains_page();

  QFormLayout* form = new_form(page());
  plane_point_ = add_numbers(tr("Point"), horizon_path + "/point", 3, "m", form);
  dip_ = add_number(tr("Dip"), horizon_path + "/dip", "\u00b0", form);
  dip_direction_ = add_number(tr("Dip direction"), horizon_path + "/dip_direction", "\u00b0", form);
  dip_direction_->set_azimuth();

  form = new_form(page());
  file_ = add_file(tr("Picks of a horizon"),
                   tr("Picks and grids (*.xyz *.txt *.csv *.dat *.cps *.cps3 *.zmap *.grd);;All files (*)"),
                   horizon_path + "/file", form);
  where_ = new QLineEdit(this);
  where_->setPlaceholderText(tr("all"));
  where_->setToolTip(tr("Which rows of a table are meant, as in: val == 60"));
  add_row(tr("Rows"), where_, horizon_path + "/where", form);
  unit_ = new QComboBox(this);
  unit_->addItem(tr("as the file says"));
  for (std::size_t u = 0; u < length_words.size(); ++u)
    unit_->addItem(unit_name(static_cast<Unit>(u)));
  add_row(tr("In"), unit_, horizon_path + "/unit", form);
  sense_ = new QComboBox(this);
  sense_->addItems({tr("as the file says"), tr("elevation, up"), tr("depth, down")});
  add_row(tr("z is"), sense_, horizon_path + "/z", form);
  smoothing_ = add_number(tr("Misfit allowed"), horizon_path + "/smoothing", "m", form);

  form = new_form(page());
  mesh_file_ = add_file(tr("A triangulated surface"), tr("GOCAD TSurf (*.ts);;All files (*)"), {}, form);
  mesh_sense_ = new QComboBox(this);
  mesh_sense_->addItems({tr("as the file says"), tr("elevation, up"), tr("depth, down")});
  add_row(tr("z is"), mesh_sense_, {}, form);
  younger_ = new QComboBox(this);
  younger_->addItems({tr("above"), tr("below"), tr("as wound")});
  add_row(tr("Younger side"), younger_, horizon_path + "/younger", form);
  mesh_size_ = new QLabel(this);
  form->addRow(mesh_size_);

  connect(kind_, &QComboBox::activated, this, &HorizonSection::choose_kind);
  connect(method_, &QComboBox::activated, this, &Section::edited);
  connect(shape_, &QComboBox::activated, this, &Section::edited);
  connect(where_, &QLineEdit::editingFinished, this, &Section::edited);
  connect(unit_, &QComboBox::activated, this, &Section::edited);
  connect(sense_, &QComboBox::activated, this, &Section::edited);
  connect(mesh_sense_, &QComboBox::activated, this, &Section::edited);
  connect(younger_, &QComboBox::activated, this, &Section::edited);
}

void HorizonSection::choose_rows(HandleOf of, const std::vector<int>& rows) {
  if (of == HandleOf::horizon && kind_->currentIndex() == points) points_->choose_rows(rows);
}

void HorizonSection::add_trains_page() {
  QVBoxLayout* const layout = page();
  QFormLayout* form = new_form(layout);
  trains_depth_ = add_number(tr("Depth"), horizon_path + "/depth", "m", form);
  trains_dip_ = add_number(tr("Dip of the whole"), horizon_path + "/dip", "\u00b0", form);
  trains_direction_ = add_number(tr("Dip direction"), horizon_path + "/dip_direction", "\u00b0", form);
  trains_direction_->set_azimuth();
  trains_ =
      add_table({tr("ampl."), tr("length"), tr("azim."), tr("crest x"), tr("crest y"), {}, {}, {}, {}, {}},
                horizon_path + "/trains", layout);
  trains_->hide_columns(shape);
  trains_->set_azimuths(azimuth);
  connect(trains_, &NumberTable::row_shown, this, &HorizonSection::show_train);

  train_ = new QWidget(this);
  layout->addWidget(train_);
  auto* const below = new QVBoxLayout(train_);
  below->setContentsMargins(0, 0, 0, 0);
  train_name_ = new QLabel(train_);
  train_name_->setProperty("role", "unit");
  below->addWidget(train_name_);
  form = new_form(below);
  shape_ = new QComboBox(this);
  shape_->setObjectName("shape");
  shape_->addItems({tr("cosine"), tr("chevron"), tr("box"), tr("asymmetric"), tr("dome and basin")});
  form->addRow(tr("Shape"), shape_);
  const auto number = [&](const QString& label, const char* name, const QString& unit, const QString& tip) {
    NumberEdit* const edit = add_number(label, horizon_path + "/train " + name, unit, form);
    edit->setToolTip(tip);
    return edit;
  };
  roundness_ =
      number(tr("Roundness"), "roundness", {}, tr("0.05 to 1: small for a sharp hinge, 1 for a cosine"));
  skew_ = number(tr("Skew"), "skew", {},
                 tr("-0.9 to 0.9: above 0 the limb towards the azimuth is the steeper one"));
  aspect_ = number(tr("Aspect"), "aspect", {}, tr("wavelength along the hinge over that across"));
  plunge_ = number(tr("Plunge"), "plunge", "\u00b0", tr("of the hinge, towards azimuth - 90\u00b0"));
}

void HorizonSection::show_train() {
  const int at = trains_->current_row();
  train_->setVisible(at >= 0);
  if (at < 0) return;
  const std::vector<double>& row = trains_->rows()[static_cast<std::size_t>(at)];
  train_name_->setText(tr("Train %1").arg(at + 1));
  shape_->setCurrentIndex(static_cast<int>(row[shape]));
  roundness_->set_value(row[roundness]);
  skew_->set_value(row[skew]);
  aspect_->set_value(row[aspect]);
  plunge_->set_value(row[plunge]);
  const auto kind = static_cast<FoldShape>(row[shape]);
  const bool hinged = kind == FoldShape::chevron || kind == FoldShape::box;
  roundness_->setEnabled(hinged);
  skew_->setEnabled(hinged || kind == FoldShape::asymmetric);
  aspect_->setEnabled(kind == FoldShape::dome);
}

QVBoxLayout* HorizonSection::page() {
  auto* const widget = new QWidget(this);
  auto* const layout = new QVBoxLayout(widget);
  layout->setContentsMargins(0, 0, 0, 0);
  body_->addWidget(widget);
  pages_.push_back(widget);
  return layout;
}

void HorizonSection::show_page(int kind) {
  for (std::size_t i = 0; i < pages_.size(); ++i)
    pages_[i]->setVisible(static_cast<int>(i) == kind);
}

void HorizonSection::choose_kind(int kind) {
  if (event_ >= shown_.events.size()) return;
  const Vec3 middle = shown_.grid.origin + 0.5 * shown_.grid.extent();
  Scenario next = shown_;
  HorizonSpec& spec = next.events[event_].horizon;
  if (static_cast<int>(spec.index()) == kind) return;
  switch (kind) {
    case points:
      spec = net_of_points(spec, shown_.grid);
      break;
    case trains:
      spec = TrainsHorizon{middle.z, {usual_train(shown_.grid)}, 0.0, 0.0, {}};
      break;
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

// A surface of triangles is folded by a fold that is alone.
void HorizonSection::allow_mesh(bool allowed) {
  auto* const item = qobject_cast<QStandardItemModel*>(kind_->model())->item(mesh);
  item->setEnabled(allowed);
  item->setToolTip(allowed ? QString() : tr("Only for a fold that is alone"));
}

void HorizonSection::load(const Scenario& s) {
  shown_ = s;
  folder_ = s.folder;
  set_absent(!has_fold(s));
  if (event_ >= s.events.size()) return;
  const FoldEvent& event = s.events[event_];
  set_title(event.type == EventType::fold           ? tr("Horizon")
            : event.type == EventType::unconformity ? tr("Surface of the unconformity")
                                                    : tr("Surface of the erosion"));
  const auto is_fold = [](const FoldEvent& e) { return !e.cuts(); };
  allow_mesh(is_fold(event) && std::count_if(s.events.begin(), s.events.end(), is_fold) == 1);
  const HorizonSpec& spec = event.horizon;
  const QSignalBlocker quiet(kind_);
  kind_->setCurrentIndex(static_cast<int>(spec.index()));
  show_page(static_cast<int>(spec.index()));
  if (const auto* const p = std::get_if<PointsHorizon>(&spec)) {
    NumberTable::Rows rows;
    for (const Vec3& v : p->points)
      rows.push_back({v.x, v.y, v.z});
    method_->setCurrentIndex(static_cast<int>(p->method));
    points_->set_rows(rows);
    const Vec3 middle = s.grid.origin + 0.5 * s.grid.extent();
    points_->set_new_row({middle.x, middle.y, middle.z});
    points_->set_row_after([grid = s.grid](const NumberTable::Rows& all, std::size_t at) {
      const Vec3 beside = place_beside(as_points(all), at, grid);
      return std::vector<double>{beside.x, beside.y, beside.z};
    });
  } else if (const auto* const c = std::get_if<TrainsHorizon>(&spec)) {
    trains_depth_->set_value(c->depth);
    trains_dip_->set_value(c->dip);
    trains_direction_->set_value(c->dip_direction);
    NumberTable::Rows rows;
    for (const FoldTrain& t : c->trains)
      rows.push_back(row_of(t));
    trains_->set_rows(rows);
    trains_->set_new_row(row_of(usual_train(s.grid)));
    show_train();
  } else if (const auto* const f = std::get_if<PlaneHorizon>(&spec)) {
    for (int a = 0; a < 3; ++a)
      plane_point_[static_cast<std::size_t>(a)]->set_value(f->point[a]);
    dip_->set_value(f->dip);
    dip_direction_->set_value(f->dip_direction);
  } else if (const auto* const x = std::get_if<XyzHorizon>(&spec)) {
    file_->setText(QString::fromStdString(x->file));
    where_->setText(QString::fromStdString(x->where));
    unit_->setCurrentIndex(x->unit ? static_cast<int>(*x->unit) + 1 : 0);
    sense_->setCurrentIndex(index_of(x->z));
    smoothing_->set_value(x->smoothing);
  } else if (const auto* const m = std::get_if<MeshHorizon>(&spec)) {
    mesh_file_->setText(QString::fromStdString(m->file));
    mesh_sense_->setCurrentIndex(index_of(m->z));
    younger_->setCurrentIndex(static_cast<int>(m->younger));
    mesh_size_->setText(m->file.empty()
                            ? tr("%1 vertices, %2 triangles in the scenario")
                                  .arg(count_words(m->vertices.size()), count_words(m->triangles.size()))
                            : QString());
  }
}

void HorizonSection::store(Scenario& s) const {
  if (event_ >= s.events.size() || event_ >= shown_.events.size()) return;
  HorizonSpec spec = shown_.events[event_].horizon;
  if (auto* const p = std::get_if<PointsHorizon>(&spec)) {
    p->method = static_cast<PointsMethod>(method_->currentIndex());
    p->points = as_points(points_->rows());
  } else if (auto* const c = std::get_if<TrainsHorizon>(&spec)) {
    c->depth = trains_depth_->value();
    c->dip = trains_dip_->value();
    c->dip_direction = trains_direction_->value();
    c->trains.resize(trains_->rows().size());
    for (std::size_t i = 0; i < c->trains.size(); ++i)
      take_row(c->trains[i], trains_->rows()[i]);
    if (const int at = trains_->current_row(); at >= 0) {
      FoldTrain& t = c->trains[static_cast<std::size_t>(at)];
      // A lean that an asymmetric fold has none of yet would not be seen.
      const bool chosen = static_cast<FoldShape>(shape_->currentIndex()) != t.shape;
      t.shape = static_cast<FoldShape>(shape_->currentIndex());
      t.roundness = roundness_->value(), t.aspect = aspect_->value(), t.plunge = plunge_->value();
      t.skew = chosen && t.shape == FoldShape::asymmetric && skew_->value() == 0.0 ? 0.5 : skew_->value();
    }
  } else if (auto* const f = std::get_if<PlaneHorizon>(&spec)) {
    for (int a = 0; a < 3; ++a)
      f->point[a] = plane_point_[static_cast<std::size_t>(a)]->value();
    f->dip = dip_->value();
    f->dip_direction = dip_direction_->value();
  } else if (auto* const x = std::get_if<XyzHorizon>(&spec)) {
    x->file = file_->text().toStdString();
    x->where = where_->text().trimmed().toStdString();
    x->unit.reset();
    if (const int unit = unit_->currentIndex(); unit > 0) x->unit = static_cast<Unit>(unit - 1);
    x->z = sense_at(sense_->currentIndex());
    x->smoothing = smoothing_->value();
  } else if (auto* const m = std::get_if<MeshHorizon>(&spec)) {
    m->file = mesh_file_->text().toStdString();
    m->z = sense_at(m->file.empty() ? 0 : mesh_sense_->currentIndex());
    m->younger = static_cast<YoungerSide>(younger_->currentIndex());
  }
  s.events[event_].horizon = spec;
}

std::optional<RockPart> HorizonSection::chosen_part(const QWidget* field, const FoldResult*) const {
  const int row = points_->table()->currentRow();
  if (!points_->isVisible() || !points_->isAncestorOf(field) || row < 0 || row >= std::ssize(points_->rows()))
    return std::nullopt;
  const std::vector<double>& at = points_->rows()[static_cast<std::size_t>(row)];
  return part_of({{at[0], at[1], at[2]}}, shown_.grid);
}

}  // namespace foldwave
