// The import dialog's widgets and how they are laid out.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/dialogs/dips_edit.hpp"
#include "ui/dialogs/import_dialog.hpp"
#include "ui/dialogs/misfit_curve.hpp"
#include "ui/dialogs/picks_map.hpp"
#include "ui/dialogs/rows_edit.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int first_count = 200, label_width = 72;

QLabel* quiet_words(QWidget* parent) {
  auto* const label = new QLabel(parent);
  label->setProperty("role", "unit");
  label->setWordWrap(true);
  return label;
}

QFrame* rule_line(QWidget* parent) {
  auto* const rule = new QFrame(parent);
  rule->setFrameShape(QFrame::HLine);
  rule->setProperty("role", "rule");
  return rule;
}

}  // namespace

ImportDialog::ImportDialog(const Scenario& scenario, const QString& file, QWidget* parent)
    : QDialog(parent), scenario_(scenario), file_(file), import_(new PicksImport(scenario.grid, this)) {
  setWindowTitle(tr("Import horizon: %1").arg(QFileInfo(file).fileName()));
  auto* const root = new QVBoxLayout(this);
  root->setContentsMargins(16, 14, 16, 14);
  root->setSpacing(12);
  auto* const top = new QHBoxLayout;
  top->setSpacing(18);
  top->addWidget(make_reading());
  top->addWidget(make_picture(), 1);
  root->addLayout(top, 1);
  root->addWidget(rule_line(this));
  root->addWidget(make_becoming());

  auto* const bottom = new QHBoxLayout;
  bar_ = new QProgressBar(this);
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(160);
  step_ = quiet_words(this);
  step_->setWordWrap(false);
  step_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  stop_ = buttons->addButton(tr("Stop"), QDialogButtonBox::ActionRole);
  stop_->setObjectName("stop import");
  accept_ = buttons->addButton(tr("Import"), QDialogButtonBox::AcceptRole);
  accept_->setObjectName("import");
  accept_->setDefault(true);
  bottom->addWidget(bar_);
  bottom->addWidget(step_, 1);
  bottom->addWidget(buttons);
  root->addLayout(bottom);
  connect(stop_, &QPushButton::clicked, import_, &PicksImport::stop);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(accept_, &QPushButton::clicked, this, &ImportDialog::finish);

  measure_soon_.setSingleShot(true);
  measure_soon_.setInterval(200);
  connect(&measure_soon_, &QTimer::timeout, this, [this] { import_->measure(count_->value()); });
  connect_import();
  resize(900, 670);
}

QWidget* ImportDialog::make_reading() {
  auto* const side = new QWidget(this);
  side->setFixedWidth(350);
  auto* const column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(heading(tr("Read as"), side));
  form_ = new QFormLayout;
  form_->setHorizontalSpacing(10);
  form_->setVerticalSpacing(6);
  form_->setLabelAlignment(Qt::AlignLeft);
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  const auto row = [this](const QString& text, QWidget* field) {
    auto* const label = new QLabel(text, this);
    label->setFixedWidth(label_width);
    label->setBuddy(field);
    form_->addRow(label, field);
  };
  format_ = new QComboBox(side);
  format_->setObjectName("format");
  format_->addItem(tr("found by the content"));
  for (int f = 0; f < horizon_format_count; ++f)
    format_->addItem(format_name(static_cast<HorizonFormat>(f)));
  row(tr("Format"), format_);

  columns_row_ = new QWidget(side);
  auto* const columns = new QHBoxLayout(columns_row_);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(4);
  for (int axis = 0; axis < 3; ++axis) {
    columns_[axis] = new QComboBox(columns_row_);
    columns_[axis]->setObjectName(QString("column_%1").arg("xyz"[axis]));
    columns_[axis]->setToolTip(tr("The column of %1").arg("xyz"[axis]));
    columns_[axis]->setAccessibleName(columns_[axis]->toolTip());
    columns_[axis]->setMinimumContentsLength(4);
    columns_[axis]->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    columns->addWidget(columns_[axis], 1);
  }
  row(tr("Columns"), columns_row_);
  rows_ = new RowsEdit(side);
  row(tr("Rows"), rows_);

  xy_unit_ = new QComboBox(side);
  xy_unit_->setObjectName("xy_unit");
  z_unit_ = new QComboBox(side);
  z_unit_->setObjectName("z_unit");
  for (int u = 0; u < unit_count; ++u) {
    const auto unit = static_cast<Unit>(u);
    if (!is_time(unit)) xy_unit_->addItem(unit_name(unit), u);
    z_unit_->addItem(is_time(unit) ? tr("%1 of two-way time").arg(unit_name(unit)) : QString(unit_name(unit)),
                     u);
  }
  row(tr("x, y in"), xy_unit_);
  row(tr("z in"), z_unit_);
  velocity_row_ = new QWidget(side);
  auto* const velocity = new QHBoxLayout(velocity_row_);
  velocity->setContentsMargins(0, 0, 0, 0);
  velocity_ = new NumberEdit(velocity_row_);
  velocity_->setObjectName("velocity");
  velocity_->setAccessibleName(tr("Velocity in m/s"));
  velocity->addWidget(velocity_);
  velocity->addWidget(new QLabel("m/s", velocity_row_));
  row(tr("Velocity"), velocity_row_);
  why_unit_ = quiet_words(side);
  row({}, why_unit_);
  sense_ = new QComboBox(side);
  sense_->setObjectName("sense");
  sense_->addItems({tr("elevation, up"), tr("depth, down")});
  row(tr("z is"), sense_);
  why_sense_ = quiet_words(side);
  row({}, why_sense_);
  column->addLayout(form_);

  column->addSpacing(4);
  column->addWidget(heading(tr("First lines"), side));
  lines_ = new QPlainTextEdit(side);
  lines_->setReadOnly(true);
  lines_->setAccessibleName(tr("First lines of the file"));
  lines_->setTabChangesFocus(true);
  lines_->setLineWrapMode(QPlainTextEdit::NoWrap);
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  fixed.setPointSizeF(0.9 * font().pointSizeF());
  lines_->setFont(fixed);
  lines_->setMinimumHeight(90);
  column->addWidget(lines_, 1);
  return side;
}

QWidget* ImportDialog::make_picture() {
  auto* const side = new QWidget(this);
  auto* const column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(heading(tr("Picks and the model's box"), side));
  map_ = new PicksMap(side);
  map_->show_box(scenario_.grid);
  column->addWidget(map_, 1);
  counts_ = new QLabel(side);
  counts_->setObjectName("counts");
  counts_->setWordWrap(true);
  column->addWidget(counts_);

  auto* const grid = new QGridLayout;
  grid->setHorizontalSpacing(18);
  grid->setVerticalSpacing(2);
  const QStringList names{tr("x"), tr("y"), tr("depth")};
  const QStringList heads{tr("picks (m)"), tr("box (m)")};
  const Vec3 low = scenario_.grid.origin, high = low + scenario_.grid.extent();
  for (int c = 0; c < 2; ++c) {
    auto* const head = quiet_words(side);
    head->setText(heads[c]);
    grid->addWidget(head, 0, c + 1);
    grid->setColumnStretch(c + 1, 1);
  }
  for (int a = 0; a < 3; ++a) {
    auto* const name = quiet_words(side);
    name->setText(names[a]);
    grid->addWidget(name, a + 1, 0);
    for (int c = 0; c < 2; ++c) {
      bounds_[a][c] = new QLabel(side);
      grid->addWidget(bounds_[a][c], a + 1, c + 1);
    }
    bounds_[a][1]->setText(tr("%1 to %2").arg(low[a], 0, 'f', 0).arg(high[a], 0, 'f', 0));
  }
  column->addLayout(grid);
  warning_ = new QLabel(side);
  warning_->setObjectName("warning");
  warning_->setProperty("role", "message");
  warning_->setProperty("state", "warning");
  warning_->setWordWrap(true);
  column->addWidget(warning_);
  fit_ = new QCheckBox(tr("Fit the box to the picks, and move the survey with it"), side);
  fit_->setObjectName("fit");
  column->addWidget(fit_);
  return side;
}

QWidget* ImportDialog::make_becoming() {
  auto* const part = new QWidget(this);
  auto* const row = new QHBoxLayout(part);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(18);
  auto* const grid = new QGridLayout;
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(4);
  grid->addWidget(heading(tr("Becomes"), part), 0, 0, 1, 3);
  as_points_ = new QRadioButton(tr("Control points"), part);
  as_points_->setObjectName("as_points");
  as_points_->setToolTip(tr("Drawn through by a smooth surface; each can be moved"));
  count_ = new QSpinBox(part);
  count_->setObjectName("count");
  count_->setRange(3, most_decimated_points);
  count_->setValue(first_count);
  count_->setFixedWidth(70);
  count_->setAccessibleName(tr("Number of control points"));
  slider_ = new QSlider(Qt::Horizontal, part);
  slider_->setRange(3, most_decimated_points);
  slider_->setValue(first_count);
  slider_->setAccessibleName(tr("Number of control points"));
  grid->addWidget(as_points_, 1, 0);
  grid->addWidget(count_, 1, 1);
  grid->addWidget(slider_, 1, 2);
  misfit_ = quiet_words(part);
  misfit_->setObjectName("misfit");
  misfit_->setMinimumHeight(2 * fontMetrics().lineSpacing());
  grid->addWidget(misfit_, 2, 1, 1, 2);
  as_file_ = new QRadioButton(part);
  as_file_->setObjectName("as_file");
  grid->addWidget(as_file_, 3, 0);
  file_note_ = quiet_words(part);
  file_note_->setObjectName("file_note");
  elsewhere_ = new QToolButton(part);
  elsewhere_->setText(tr("Elsewhere..."));
  elsewhere_->setToolTip(tr("Write the copy to another place"));
  auto* const note = new QHBoxLayout;
  note->addWidget(file_note_, 1);
  note->addWidget(elsewhere_);
  grid->addLayout(note, 3, 1, 1, 2);
  connect(elsewhere_, &QToolButton::clicked, this, &ImportDialog::ask_copy_file);
  dips_ = new DipsEdit(file_, part);
  grid->addWidget(dips_, 4, 1, 1, 2);
  grid->setColumnStretch(2, 1);
  grid->setColumnMinimumWidth(0, 150);
  row->addLayout(grid, 1);
  curve_ = new MisfitCurve(part);
  row->addWidget(curve_);
  as_points_->setChecked(true);
  return part;
}

}  // namespace foldwave
