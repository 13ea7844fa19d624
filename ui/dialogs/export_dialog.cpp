#include "ui/dialogs/export_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/text.hpp"

namespace foldwave {
namespace {

constexpr int pause_in_typing = 300;  // ms

QLabel* heading(const QString& text, QWidget* parent) {
  auto* const label = new QLabel(text, parent);
  label->setProperty("role", "head");
  return label;
}

QLabel* quiet(QWidget* parent) {
  auto* const label = new QLabel(parent);
  label->setProperty("role", "unit");
  label->setWordWrap(true);
  return label;
}

QString files_text(int files) {
  return files == 1 ? ExportDialog::tr("1 file") : ExportDialog::tr("%1 files").arg(files);
}

QString paraview_program() {
  return QStandardPaths::findExecutable("paraview");
}

}  // namespace

ExportDialog::ExportDialog(Results results, QWidget* parent) : QDialog(parent), results_(std::move(results)) {
  setObjectName("export");
  setWindowTitle(tr("Export"));
  auto* const root = new QVBoxLayout(this);
  root->setContentsMargins(16, 14, 16, 14);
  root->setSpacing(12);
  if (results_.stale) {
    auto* const label = new QLabel(
        tr("The scenario has changed since: these are the results from before. Run again for new ones."),
        this);
    label->setObjectName("export stale");
    label->setProperty("role", "message");
    label->setProperty("state", "warning");
    label->setWordWrap(true);
    root->addWidget(label);
  }
  auto* const middle = new QHBoxLayout;
  middle->setSpacing(20);
  products_ = make_products();
  place_ = make_place();
  middle->addWidget(products_);
  middle->addWidget(place_, 1);
  root->addLayout(middle, 1);

  auto* const bottom = new QHBoxLayout;
  bar_ = new QProgressBar(this);
  bar_->setRange(0, 1000);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(150);
  bar_->hide();
  result_ = quiet(this);
  result_->setObjectName("export result");
  open_ = new QPushButton(tr("Open in ParaView"), this);
  open_->setObjectName("open in paraview");
  open_->hide();
  close_ = new QPushButton(tr("Close"), this);
  write_ = new QPushButton(tr("Export"), this);
  write_->setObjectName("write export");
  write_->setDefault(true);
  bottom->addWidget(bar_);
  bottom->addWidget(result_, 1);
  bottom->addWidget(open_);
  bottom->addWidget(close_);
  bottom->addWidget(write_);
  root->addLayout(bottom);
  connect(write_, &QPushButton::clicked, this, &ExportDialog::start);
  connect(close_, &QPushButton::clicked, this, &ExportDialog::reject);
  connect(open_, &QPushButton::clicked, this, &ExportDialog::open_in_paraview);
  connect(&worker_, &Worker::progressed, this, [this](const JobState& state) {
    if (state.part >= 0.0) bar_->setValue(static_cast<int>(1000.0 * state.part));
    result_->setText(state.step);
  });
  connect(&worker_, &Worker::finished, this,
          [this](const QString&, Outcome outcome, const QString& why) { finish(outcome, why); });
  resize(860, 540);
  refresh();
}

void ExportDialog::add_row(QGridLayout* grid, const char* what, const QString& title, const QString& tip,
                           bool wanted, const QString& why_not, bool table) {
  const auto& kinds = product_kinds();
  const auto kind = std::ranges::find_if(kinds, [&](const ProductKind& k) {
    return std::string(k.what) == what && (std::string(k.suffixes.front()) == ".csv") == table;
  });
  auto* const box = new QCheckBox(title, grid->parentWidget());
  auto* const suffix = new QComboBox(grid->parentWidget());
  const QString name = QString(table ? "%1 table" : "%1").arg(what);
  box->setObjectName("export " + name);
  suffix->setObjectName("format of " + name);
  suffix->setAccessibleName(tr("Format of %1").arg(title));
  for (const char* const s : kind->suffixes)
    suffix->addItem(s);
  suffix->setEnabled(suffix->count() > 1 && why_not.isEmpty());
  box->setEnabled(why_not.isEmpty());
  box->setChecked(wanted && why_not.isEmpty());
  box->setToolTip(why_not.isEmpty() ? tip : why_not);
  const int row = grid->rowCount();
  grid->addWidget(box, row, 0);
  grid->addWidget(suffix, row, 1);
  rows_.push_back({what, box, suffix});
  connect(box, &QCheckBox::toggled, this, &ExportDialog::refresh);
  connect(suffix, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
}

QWidget* ExportDialog::make_products() {
  auto* const side = new QWidget(this);
  auto* const grid = new QGridLayout(side);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(5);
  const auto head = [&](const QString& text) {
    const int row = grid->rowCount();
    if (row > 1) grid->setRowMinimumHeight(row, 8);
    grid->addWidget(heading(text, side), row + 1, 0, 1, 2);
  };
  const FoldResult& fold = results_.fold->result;
  const QString no_fold = fold.folded ? QString() : tr("This scenario has no fold");
  const QString no_horizon = !fold.folded                ? no_fold
                             : fold.horizon || fold.mesh ? QString()
                                                         : tr("Later events have moved the drawn horizon");
  head(tr("Volumes, for ParaView"));
  add_row(grid, "velocity", tr("Velocity"), tr("m/s at every node"), true);
  add_row(grid, "layers", tr("Layers"), tr("The number of the layer at every node"), true, no_fold);
  add_row(grid, "arrival", tr("Arrival time T"), tr("T at every node, and its depth"), false, no_fold);
  head(tr("Surfaces"));
  add_row(grid, "horizon", tr("Drawn horizon"), tr("The surface T = 0"), false, no_horizon);
  add_row(grid, "layer-top", tr("Tops of all layers"), tr("One file a layer"), true, no_fold);
  head(tr("Tables"));
  const QString volume = fold.grid.is_section() ? tr("A section has no map") : no_fold;
  add_row(grid, "layers", tr("Volume and thickness"), tr("Of each layer"), false, no_fold, true);
  add_row(grid, "thickness", tr("Thickness against dip"), tr("t' and T' by dip, as measured"), false, no_fold,
          true);
  add_row(grid, "isogons", tr("Dip isogons"), tr("Points of equal dip"), false, no_fold, true);
  add_row(grid, "hinges", tr("Hinge lines"), tr("Where the layers bend most"), false, no_fold, true);
  add_row(grid, "attitudes", tr("Strike and dip"), tr("Along each boundary"), false, volume, true);
  add_row(grid, "thickness-map", tr("Thickness map"), tr("Of each layer in each column"), false, volume,
          true);
  head(tr("Wave"));
  const bool traces = results_.wave && !results_.wave->result.run.gather.receivers.empty();
  add_row(grid, "gather", tr("Gather"), tr("All traces, SEG-Y"), traces,
          traces ? QString() : tr("No wave was run"));
  snapshots_wanted_ = new QCheckBox(tr("Snapshots in time"), side);
  snapshots_wanted_->setObjectName("export snapshots");
  snapshots_wanted_->setEnabled(!results_.snapshots.empty());
  snapshots_wanted_->setChecked(!results_.snapshots.empty());
  snapshots_wanted_->setToolTip(
      results_.snapshots.empty()
          ? tr("No wave was run, or none was kept")
          : tr("%1 snapshots as a series with its times").arg(results_.snapshots.size()));
  connect(snapshots_wanted_, &QCheckBox::toggled, this, &ExportDialog::refresh);
  const int row = grid->rowCount();
  grid->addWidget(snapshots_wanted_, row, 0);
  auto* const pvd = quiet(side);
  pvd->setText(".pvd, .vti");
  grid->addWidget(pvd, row, 1);
  grid->setRowStretch(row + 1, 1);
  return side;
}

QWidget* ExportDialog::make_place() {
  auto* const side = new QWidget(this);
  auto* const grid = new QGridLayout(side);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(6);
  folder_ = new QLineEdit(QDir::toNativeSeparators(QDir::homePath()), side);
  folder_->setObjectName("export folder");
  name_ = new QLineEdit(QString::fromStdString(slug(results_.fold->scenario.name, "foldwave")), side);
  name_->setObjectName("export name");
  auto* const browse = new QPushButton(tr("Browse..."), side);
  auto* const folder_label = new QLabel(tr("&Folder"), side);
  auto* const name_label = new QLabel(tr("&Name"), side);
  folder_label->setBuddy(folder_);
  name_label->setBuddy(name_);
  name_->setToolTip(tr("Each file's name begins with it"));
  paraview_ = new QCheckBox(tr("A script that opens it all in &ParaView"), side);
  paraview_->setObjectName("export paraview");
  paraview_->setChecked(true);
  words_ = new QLabel(side);
  words_->setObjectName("export summary");
  words_->setWordWrap(true);
  summary_ = new QListWidget(side);
  summary_->setObjectName("export files");
  summary_->setAccessibleName(tr("Files that will be written"));
  summary_->setSelectionMode(QAbstractItemView::NoSelection);
  summary_->setFocusPolicy(Qt::TabFocus);
  grid->addWidget(folder_label, 0, 0);
  grid->addWidget(folder_, 0, 1);
  grid->addWidget(browse, 0, 2);
  grid->addWidget(name_label, 1, 0);
  grid->addWidget(name_, 1, 1, 1, 2);
  grid->addWidget(paraview_, 2, 1, 1, 2);
  grid->addWidget(heading(tr("Will be written"), side), 3, 0, 1, 3);
  grid->addWidget(words_, 4, 0, 1, 3);
  grid->addWidget(summary_, 5, 0, 1, 3);
  grid->setRowStretch(5, 1);
  typed_.setSingleShot(true);
  typed_.setInterval(pause_in_typing);
  connect(&typed_, &QTimer::timeout, this, &ExportDialog::look_into_folder);
  connect(folder_, &QLineEdit::textChanged, this, [this] {
    in_folder_.clear();
    refresh();
    typed_.start();
  });
  connect(name_, &QLineEdit::textChanged, this, &ExportDialog::refresh);
  connect(paraview_, &QCheckBox::toggled, this, &ExportDialog::refresh);
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Export into"), folder_->text());
    if (!folder.isEmpty()) set_folder(folder);
  });
  return side;
}

void ExportDialog::set_folder(const QString& folder) {
  folder_->setText(QDir::toNativeSeparators(folder));
  look_into_folder();
}

ExportChoice ExportDialog::choice() const {
  ExportChoice choice;
  choice.folder = QDir(folder_->text()).absolutePath().toStdString();
  choice.name = name_->text().toStdString();
  for (const Row& row : rows_)
    if (row.wanted->isChecked()) choice.wishes.push_back({row.what, row.suffix->currentText().toStdString()});
  choice.snapshots = snapshots_wanted_->isChecked();
  choice.paraview = paraview_->isChecked();
  return choice;
}

ExportSource ExportDialog::source() const {
  ExportSource source{results_.fold->scenario, results_.fold->result, results_.wave_scenario,
                      results_.wave ? &results_.wave->result : nullptr};
  for (const auto& snapshot : results_.snapshots) {
    source.snapshots.push_back({snapshot->step, snapshot->time, &snapshot->pressure});
    source.pressure_limit = std::max(source.pressure_limit, snapshot->limit);
  }
  return source;
}

// Once a pause in typing, not once a key or file: it may lie on a slow network.
void ExportDialog::look_into_folder() {
  typed_.stop();
  const QStringList names = QDir(folder_->text()).entryList(QDir::Files);
  in_folder_ = {names.begin(), names.end()};
  refresh();
}

void ExportDialog::refresh() {
  if (write_ == nullptr || worker_.busy()) return;
  const QString name = name_->text();
  const bool bad_name = name.trimmed().isEmpty() || name.contains('/') || name.startsWith('.');
  const auto files = export_files(choice(), source());
  double bytes = 0.0;
  int there = 0;
  summary_->clear();
  for (const ExportFile& file : files) {
    const QString text = QString::fromStdString(file.name);
    const bool old = in_folder_.contains(text);
    there += old ? 1 : 0;
    bytes += file.bytes;
    const QString size =
        file.bytes > 0.0 ? "   " + QString::fromStdString(bytes_text(file.bytes)) : QString();
    summary_->addItem(text + size + (old ? tr("   (is replaced)") : QString()));
  }
  const bool any = std::ranges::any_of(rows_, [](const Row& row) { return row.wanted->isChecked(); }) ||
                   snapshots_wanted_->isChecked();
  QString words;
  if (folder_->text().trimmed().isEmpty())
    words = tr("Give a folder");
  else if (bad_name)
    words = tr("Give a name that does not begin with a dot and holds no /");
  else if (!any)
    words = tr("Nothing is chosen");
  else
    words = tr("%1, volumes and gathers at most %2")
                .arg(files_text(static_cast<int>(files.size())), QString::fromStdString(bytes_text(bytes))) +
            (there > 0 ? tr("; %1 of them replace older ones").arg(there) : QString());
  replaced_ = there;
  words_->setText(words);
  write_->setEnabled(any && !bad_name && !folder_->text().trimmed().isEmpty());
  open_->hide();
  result_->clear();
}

void ExportDialog::start() {
  // Nothing is replaced that has not been said.
  if (typed_.isActive()) {
    look_into_folder();
    if (replaced_ > 0) return;
  }
  running_ = choice();
  products_->setEnabled(false);
  place_->setEnabled(false);
  write_->setEnabled(false);
  close_->setText(tr("Stop"));
  bar_->setValue(0);
  bar_->show();
  open_->hide();
  Worker::Order order{tr("Export"), QString::fromStdString(results_.fold->scenario.name)};
  worker_.start(order, [this, choice = running_](const Job& job) {
    auto written = write_export(choice, source(), job);
    JobFacts facts;
    for (const std::string& warning : written.warnings)
      facts.warnings << QString::fromStdString(warning);
    worker_.tell(facts);
    worker_.hand_over([this, written = std::move(written)] { written_ = written; });
  });
}

void ExportDialog::finish(Outcome outcome, const QString& why) {
  bar_->hide();
  products_->setEnabled(true);
  place_->setEnabled(true);
  close_->setText(tr("Close"));
  look_into_folder();
  if (outcome != Outcome::done) {
    result_->setText(outcome == Outcome::stopped ? tr("Stopped: what is written is whole") : why);
    return;
  }
  QString text = tr("%1 written").arg(files_text(written_.files));
  if (!written_.warnings.empty()) text += ". " + QString::fromStdString(written_.warnings.front());
  QStringList all;
  for (const std::string& warning : written_.warnings)
    all << QString::fromStdString(warning);
  result_->setText(text);
  result_->setToolTip(all.join('\n'));
  open_->setVisible(running_.paraview);
  open_->setEnabled(!paraview_program().isEmpty());
  open_->setToolTip(paraview_program().isEmpty() ? tr("ParaView is not installed") : QString());
  emit exported(QString::fromStdString(running_.folder.string()), written_.files);
}

void ExportDialog::open_in_paraview() {
  const QString script =
      QString::fromStdString((running_.folder / (running_.name + "-paraview.py")).string());
  if (!QProcess::startDetached(paraview_program(), {"--script=" + script}))
    result_->setText(tr("ParaView could not be started"));
}

void ExportDialog::reject() {
  if (worker_.busy()) return worker_.stop();
  QDialog::reject();
}

}  // namespace foldwave
