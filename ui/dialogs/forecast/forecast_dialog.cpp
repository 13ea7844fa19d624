#include "ui/dialogs/forecast/forecast_dialog.hpp"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include "core/base/text.hpp"
#include "core/forecast/calibration/calibration_file.hpp"
#include "ui/dialogs/forecast/device/device_page.hpp"
#include "ui/dialogs/forecast/forecast_plot.hpp"
#include "ui/dialogs/forecast/storage_page.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/elided_label.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

enum ForecastColumn {
  stage_column,
  time_column,
  took_column,
  memory_column,
  device_column,
  disk_column,
  bound_column,
  kernel_column,
  forecast_columns
};

QString seconds_words(double seconds) {
  return QString::fromStdString(seconds_text(seconds));
}

QString bytes_or_none(double bytes) {
  return bytes > 0.0 ? QString::fromStdString(bytes_text(bytes)) : QString("-");
}

QLabel* wrapped(QWidget* parent, const char* name) {
  auto* const label = new QLabel(parent);
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

// The button stands below.
QString measure_words() {
  return ForecastDialog::tr("; press Measure this machine");
}

QString finding_words(const Finding& finding) {
  if (finding.remedy != calibrate_command) return said(finding.text());
  QString words = said(finding.problem) + measure_words();
  words[0] = words[0].toUpper();
  return words;
}

// What fits in memory, and what is free on the disk.
QString room_words(const Forecast& forecast) {
  QStringList words;
  if (const auto& n = forecast.largest_grid; n[0] > 0)
    words << ForecastDialog::tr("Largest grid of this box that fits: %1 x %2 x %3 nodes")
                 .arg(n[0])
                 .arg(n[1])
                 .arg(n[2]);
  if (forecast.disk_free >= 0.0)
    words << ForecastDialog::tr("Free on the disk: %1").arg(bytes_or_none(forecast.disk_free));
  return words.join(ForecastDialog::tr(";  "));
}

QString calibration_words(const Foretold& foretold) {
  const Calibration& c = foretold.machine->calibration;
  const QString parts = c.from_runs.size() == 1
                            ? ForecastDialog::tr("1 part of a run")
                            : ForecastDialog::tr("%1 parts of runs").arg(c.from_runs.size());
  if (!c.measured())
    return ForecastDialog::tr("This machine was not measured: times rest on what is usual, and on %1.")
        .arg(parts);
  return ForecastDialog::tr("Measured %1 with %2 threads, and %3 since; the same run scatters by %4 %.")
      .arg(QString::fromStdString(c.date))
      .arg(c.stamp.threads)
      .arg(parts)
      .arg(100.0 * c.repeat_scatter, 0, 'f', 0);
}

}  // namespace

ForecastDialog::ForecastDialog(Foresight& foresight, QWidget* parent)
    : QDialog(parent),
      foresight_(foresight),
      table_(new QTableWidget(0, forecast_columns, this)),
      largest_(wrapped(this, "largest grid")),
      calibration_(wrapped(this, "calibration")),
      findings_(wrapped(this, "forecast findings")),
      plot_(new ForecastPlot(this)),
      storage_(new StoragePage(this)) {
  setObjectName("forecast dialog");
  setWindowTitle(tr("Forecast"));
  table_->setObjectName("forecast stages");
  table_->setHorizontalHeaderLabels({tr("Stage"), tr("Time (90 % of runs)"), tr("Last run"), tr("Memory"),
                                     tr("On the device"), tr("Files"), tr("Bound by"), tr("Kernel")});
  table_->horizontalHeaderItem(disk_column)
      ->setToolTip(tr("On the disk, where the stage is exported or run by foldwave-cli"));
  table_->verticalHeader()->hide();
  offer_cells(table_);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->setFocusPolicy(Qt::NoFocus);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setStretchLastSection(true);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  calibrate_ = buttons->addButton(tr("&Measure this machine"), QDialogButtonBox::ActionRole);
  calibrate_->setAutoDefault(false);
  calibrate_->setObjectName("calibrate");
  calibrate_->setToolTip(tr("A few short runs, at most 15 s; better when nothing else runs"));
  auto* const run = new QWidget(this);
  auto* const stages = new QVBoxLayout(run);
  stages->addWidget(table_);
  stages->addWidget(largest_);
  stages->addWidget(findings_);
  stages->addWidget(plot_, 1);
  auto* const pages = new QTabWidget(this);
  pages->setObjectName("forecast pages");
  pages->addTab(run, tr("&Run"));
  pages->addTab(storage_, tr("&Storage"));
  pages->addTab(new DevicePage(this), tr("&Device"));
  auto* const column = new QVBoxLayout(this);
  column->addWidget(pages, 1);
  column->addWidget(calibration_);
  column->addWidget(buttons);
  resize(900, 640);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(calibrate_, &QPushButton::clicked, this, [this] {
    calibrate_->setEnabled(false);
    foresight_.calibrate();
  });
  connect(&foresight_.worker(), &Worker::finished, this,
          [this](const QString& name, Outcome, const QString& why) {
            if (name.isEmpty()) return;
            calibrate_->setEnabled(true);
            if (!why.isEmpty()) findings_->setText(why);
          });
  connect(&foresight_, &Foresight::changed, this, &ForecastDialog::refresh);
  refresh();
}

void ForecastDialog::fill_table(const Forecast& forecast) {
  const auto row_of = [&](const StageForecast& stage) {
    QStringList cells(forecast_columns);
    cells[stage_column] = QString::fromStdString(stage.name);
    cells[time_column] = tr("%1 (%2 to %3)")
                             .arg(seconds_words(stage.time.seconds), seconds_words(stage.time.low),
                                  seconds_words(stage.time.high));
    const auto took = foresight_.took().find(cells[stage_column]);
    if (took != foresight_.took().end()) {
      const StageTook& t = took->second;
      cells[took_column] =
          t.foretold.seconds > 0.0
              ? tr("%1, foretold %2").arg(seconds_words(t.seconds), seconds_words(t.foretold.seconds))
              : seconds_words(t.seconds);
    }
    cells[memory_column] = bytes_or_none(stage.memory_bytes);
    cells[device_column] = bytes_or_none(stage.device_memory_bytes);
    cells[disk_column] = bytes_or_none(stage.disk_bytes);
    cells[bound_column] = QString::fromStdString(stage.bound_by);
    cells[kernel_column] = QString::fromStdString(stage.kernel);
    return cells;
  };
  std::vector<QStringList> rows;
  for (const StageForecast& stage : forecast.stages)
    rows.push_back(row_of(stage));
  if (rows.size() > 1) rows.push_back(row_of(forecast.total));
  table_->setRowCount(static_cast<int>(rows.size()));
  for (int r = 0; r < table_->rowCount(); ++r)
    for (int c = 0; c < forecast_columns; ++c)
      table_->setItem(r, c, new QTableWidgetItem(rows[static_cast<std::size_t>(r)][c]));
  for (int r = 0; r < static_cast<int>(forecast.stages.size()); ++r)
    table_->item(r, kernel_column)
        ->setToolTip(said(forecast.stages[static_cast<std::size_t>(r)].kernel_shape));
  table_->setColumnHidden(device_column, !(forecast.total.device_memory_bytes > 0.0));
  const int height = table_->horizontalHeader()->sizeHint().height() +
                     table_->rowCount() * table_->verticalHeader()->defaultSectionSize() + 4;
  table_->setFixedHeight(height);
}

void ForecastDialog::refresh() {
  const auto foretold = foresight_.now();
  if (!foretold) return findings_->setText(tr("Open a scenario to see what it will cost"));
  fill_table(foretold->forecast);
  largest_->setText(room_words(foretold->forecast));
  QStringList findings;
  if (const BackendChoice& choice = foretold->choice; !choice.reason.empty())
    findings << said(choice.reason) + (choice.unmeasured ? measure_words() : QString());
  for (const Finding& finding : foretold->forecast.findings)
    findings << finding_words(finding);
  findings_->setText(findings.join('\n'));
  findings_->setVisible(!findings.isEmpty());
  calibration_->setText(calibration_words(*foretold));
  // A finding says what it would.
  calibration_->setVisible(foretold->machine->calibration.measured() || findings.isEmpty());
  storage_->show_plan(foretold->storage);
  ForecastPlot::Measured measured;
  if (const auto took = foresight_.took().find("wave"); took != foresight_.took().end())
    measured = {took->second.nodes, took->second.seconds};
  plot_->show_curves(foretold->curves, static_cast<double>(foretold->scenario.grid.size()),
                     foretold->scenario.propagation.order, measured);
}

void add_foresight(QMenu& run, QToolBar& bar, Foresight& foresight) {
  auto* const label = new ElidedLabel(&bar);
  label->setObjectName("forecast");
  bar.addWidget(label);
  QObject::connect(&foresight, &Foresight::changed, label, [label, &foresight] {
    const auto foretold = foresight.now();
    if (!foretold) return;
    label->set_text(foresight_text(foretold->forecast));
    label->setToolTip(foresight_tip(*foretold));
  });
  run.addSeparator();
  QAction* const action = run.addAction(ForecastDialog::tr("Fo&recast..."));
  action->setToolTip(
      ForecastDialog::tr("Time, memory and disk of this scenario on this machine, before it runs"));
  QWidget* const window = bar.window();
  QObject::connect(action, &QAction::triggered, window,
                   [window, &foresight, shown = QPointer<ForecastDialog>()]() mutable {
                     if (!shown) {
                       shown = new ForecastDialog(foresight, window);
                       shown->setAttribute(Qt::WA_DeleteOnClose);
                     }
                     shown->show();
                     shown->raise();
                   });
}

}  // namespace foldwave
