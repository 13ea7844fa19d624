// The widgets of the fit to a second horizon, how they are laid out and what they set off.
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/dialogs/fit/fit_dialog.hpp"
#include "ui/dialogs/fit/misfit_plots.hpp"
#include "ui/dialogs/rows_edit.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int side_width = 330;

QLabel* quiet(const QString& text, QWidget* parent) {
  auto* const label = new QLabel(text, parent);
  label->setProperty("role", "unit");
  return label;
}

// A head, rows of a name and empty cells; numbers stand right.
QGridLayout* table(const QStringList& heads, const QStringList& rows, const QString& name, QWidget* parent) {
  auto* const grid = new QGridLayout;
  grid->setHorizontalSpacing(14);
  grid->setVerticalSpacing(3);
  for (int c = 1; c <= heads.size(); ++c) {
    auto* const head = quiet(heads[c - 1], parent);
    grid->addWidget(head, 0, c, Qt::AlignRight);
    grid->setColumnStretch(c, 1);
  }
  for (int r = 1; r <= rows.size(); ++r) {
    grid->addWidget(new QLabel(rows[r - 1], parent), r, 0);
    for (int c = 1; c <= heads.size(); ++c) {
      auto* const cell = new QLabel(parent);
      cell->setObjectName(QString("%1 %2 %3").arg(name).arg(r).arg(c));
      cell->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
      grid->addWidget(cell, r, c);
    }
  }
  return grid;
}

}  // namespace

FitDialog::FitDialog(const Scenario& scenario, const QString& file, QWidget* parent)
    : QDialog(parent), scenario_(scenario), file_(file), import_(new PicksImport(scenario.grid, this)) {
  setObjectName("fit dialog");
  setWindowTitle(tr("Fit to a second horizon: %1").arg(QFileInfo(file).fileName()));
  auto* const root = new QVBoxLayout(this);
  root->setContentsMargins(16, 14, 16, 14);
  root->setSpacing(12);
  auto* const top = new QHBoxLayout;
  top->setSpacing(18);
  top->addWidget(make_choices());
  top->addWidget(make_pictures(), 1);
  root->addLayout(top, 1);
  root->addWidget(make_numbers());

  auto* const bottom = new QHBoxLayout;
  bar_ = new QProgressBar(this);
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(160);
  step_ = quiet({}, this);
  step_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  stop_ = new QPushButton(tr("Stop"), this);
  stop_->setObjectName("stop fit");
  auto* const cancel = new QPushButton(tr("Cancel"), this);
  apply_ = new QPushButton(tr("Apply"), this);
  apply_->setObjectName("apply fit");
  apply_->setToolTip(
      tr("Sets the class knob and the shear direction of the fold: one step that can be undone"));
  apply_->setDefault(true);
  for (QPushButton* const button : {stop_, cancel, apply_})
    button->setMinimumWidth(96);
  bottom->addWidget(bar_);
  bottom->addWidget(step_, 1);
  auto* const buttons = new QDialogButtonBox(this);
  buttons->addButton(stop_, QDialogButtonBox::ActionRole);
  buttons->addButton(cancel, QDialogButtonBox::RejectRole);
  buttons->addButton(apply_, QDialogButtonBox::AcceptRole);
  bottom->addWidget(buttons);
  root->addLayout(bottom);
  resize(1000, 680);

  const auto progress = [this](const QString& step, double part) {
    bar_->setValue(static_cast<int>(1000.0 * std::max(part, 0.0)));
    step_->setText(step);
    bar_->show();
  };
  const auto idle = [this] {
    if (busy()) return;
    bar_->hide();
    step_->clear();
    refresh();
  };
  connect(import_, &PicksImport::looked, this, [this](const HorizonFileStart& start) {
    form_->setRowVisible(rows_, RowsEdit::is_for(start, {}));
  });
  connect(rows_, &RowsEdit::chosen, this, [this] {
    if (import_->picks()) keep_changed(guessed(), asked_);
    drop_fit();
    read();
  });
  connect(import_, &PicksImport::was_read, this, &FitDialog::show_guess);
  connect(import_, &PicksImport::was_placed, this, &FitDialog::start);
  connect(import_, &PicksImport::failed, this, &FitDialog::show_failure);
  connect(import_, &PicksImport::stopped, this, [this] {
    show_failure({});
    show_stopped();
  });
  connect(import_, &PicksImport::progressed, this, progress);
  connect(import_, &PicksImport::idle, this, idle);
  connect(&worker_, &Worker::progressed, this,
          [progress](const JobState& state) { progress(state.step, state.part); });
  connect(&worker_, &Worker::told, this, &FitDialog::job_told);
  connect(&worker_, &Worker::finished, this, idle);
  for (QComboBox* const combo : {unit_, sense_})
    connect(combo, &QComboBox::activated, this, [this, combo] {
      if (!import_->picks()) asked_.insert(combo);
      place();
    });
  connect(velocity_, &NumberEdit::edited, this, &FitDialog::place);
  connect(velocity_, &NumberEdit::refused, this, [this](const QString& why) {
    remarks_->setText(why);
    refresh();
  });
  connect(layer_, &QComboBox::activated, this, [this] {
    refresh();
    start();
  });
  for (QCheckBox* const box : free_)
    connect(box, &QCheckBox::clicked, this, &FitDialog::start);
  connect(boundary_, &QCheckBox::toggled, this, &FitDialog::refresh);
  connect(stop_, &QPushButton::clicked, this, [this] {
    import_->stop();
    worker_.stop(job_);
  });
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(apply_, &QPushButton::clicked, this, &FitDialog::apply);
  refresh();
}

QWidget* FitDialog::make_choices() {
  auto* const side = new QWidget(this);
  side->setFixedWidth(side_width);
  auto* const column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(heading(tr("The file"), side));
  form_ = new QFormLayout;
  form_->setHorizontalSpacing(10);
  form_->setVerticalSpacing(6);
  rows_ = new RowsEdit(side);
  form_->addRow(tr("Rows"), rows_);
  unit_ = new QComboBox(side);
  unit_->setObjectName("fit unit");
  for (int u = 0; u < unit_count; ++u) {
    const auto unit = static_cast<Unit>(u);
    unit_->addItem(is_time(unit) ? tr("%1 of two-way time").arg(unit_name(unit)) : QString(unit_name(unit)),
                   u);
  }
  form_->addRow(tr("In"), unit_);
  velocity_row_ = new QWidget(side);
  auto* const velocity = new QHBoxLayout(velocity_row_);
  velocity->setContentsMargins(0, 0, 0, 0);
  velocity_ = new NumberEdit(velocity_row_);
  velocity_->setObjectName("fit velocity");
  velocity_->setAccessibleName(tr("Velocity in m/s"));
  velocity->addWidget(velocity_);
  velocity->addWidget(new QLabel("m/s", velocity_row_));
  form_->addRow(tr("Velocity"), velocity_row_);
  sense_ = new QComboBox(side);
  sense_->setObjectName("fit sense");
  sense_->addItems({tr("elevation, up"), tr("depth, down")});
  form_->addRow(tr("z is"), sense_);
  layer_ = new QComboBox(side);
  layer_->setObjectName("fit layer");
  layer_->addItem(tr("no boundary yet"), -1);
  for (std::size_t i = 1; i < scenario_.stack.layers.size(); ++i)
    if (static_cast<int>(i) != scenario_.stack.horizon_is_top_of)
      layer_->addItem(tr("the top of %1").arg(QString::fromStdString(scenario_.stack.layers[i].name)),
                      static_cast<int>(i) - 1);
  form_->addRow(tr("It is"), layer_);
  column->addLayout(form_);
  why_ = quiet({}, side);
  why_->setWordWrap(true);
  column->addWidget(why_);

  column->addSpacing(4);
  column->addWidget(heading(tr("Free to change"), side));
  const QStringList names{tr("\u03bb, the class"), tr("Shear direction"), tr("Thickness")};
  const char* objects[3] = {"free lambda", "free axis", "free thickness"};
  auto* const boxes = new QHBoxLayout;
  for (int i = 0; i < 3; ++i) {
    free_[i] = new QCheckBox(names[i], side);
    free_[i]->setObjectName(objects[i]);
    free_[i]->setChecked(true);
    boxes->addWidget(free_[i]);
  }
  boxes->addStretch(1);
  column->addLayout(boxes);

  column->addSpacing(4);
  column->addWidget(heading(tr("The fold"), side));
  values_ =
      table({tr("before"), tr("fitted")},
            {tr("\u03bb"), tr("Trend (\u00b0)"), tr("Plunge (\u00b0)"), tr("Thickness at the hinge (m)")},
            "value", side);
  column->addLayout(values_);
  picks_ = quiet({}, side);
  picks_->setObjectName("fit picks");
  picks_->setWordWrap(true);
  column->addWidget(picks_);
  column->addStretch(1);
  boundary_ = new QCheckBox(tr("Make it a layer boundary, and call the layer below"), side);
  boundary_->setObjectName("fit boundary");
  column->addWidget(boundary_);
  name_ = new QLineEdit(QFileInfo(file_).completeBaseName(), side);
  name_->setObjectName("fit layer name");
  name_->setAccessibleName(tr("Name of the new layer"));
  column->addWidget(name_);
  return side;
}

QWidget* FitDialog::make_pictures() {
  auto* const side = new QWidget(this);
  auto* const column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(heading(tr("Misfit: predicted less measured depth"), side));
  map_ = new MisfitMap(side);
  map_->setObjectName("misfit map");
  column->addWidget(map_, 1);
  legend_ = quiet(tr("red: the picks lie above the prediction, blue: below it; dark: no picks"), side);
  column->addWidget(legend_);
  histogram_ = new MisfitHistogram(side);
  histogram_->setObjectName("misfit histogram");
  column->addWidget(histogram_);
  return side;
}

QWidget* FitDialog::make_numbers() {
  auto* const part = new QWidget(this);
  auto* const column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(heading(tr("What \u03bb explains"), part));
  models_ = table({tr("root mean square (m)"), tr("median (m)"), tr("largest (m)"), tr("within a cell"),
                   tr("explained of its relief")},
                  {tr("The scenario as it is"), tr("The first horizon, moved up or down"),
                   tr("Best parallel layer (1B)"), tr("Best similar layer (2)"), tr("Fitted")},
                  "model", part);
  for (int c = 0; c <= 5; ++c) {
    QFont bold = font();
    bold.setBold(true);
    models_->itemAtPosition(5, c)->widget()->setFont(bold);
  }
  column->addLayout(models_);
  remarks_ = new QLabel(part);
  remarks_->setObjectName("fit remarks");
  remarks_->setProperty("role", "message");
  remarks_->setProperty("state", "warning");
  remarks_->setWordWrap(true);
  column->addWidget(remarks_);
  return part;
}

}  // namespace foldwave
