#include "ui/dialogs/export_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
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
#include "core/volume/store/unpack_volume.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr int pause_in_news = 200;  // ms

QString files_text(int files) {
  return files == 1 ? ExportDialog::tr("1 file") : ExportDialog::tr("%1 files").arg(files);
}

Field<float> values_of(const VolumeSource& stored) {
  Field<float> values(stored.grid().n);
  if (const auto damaged = stored.read({{0, 0, 0}, values.shape()}, values.values()); !damaged.empty())
    throw InputError(stored.name(), damage_text(damaged), "run the wave again, or leave snapshots out");
  return values;
}

ExportSource source_of(const ExportDialog::Results& results) {
  ExportSource source{results.named ? *results.named : results.fold->scenario, results.fold->result,
                      results.wave_scenario, results.wave ? &results.wave->result : nullptr};
  if (results.image) {
    source.image = &results.image->result;
    source.image_scenario = &results.image->scenario;
  }
  if (results.survey) {
    source.survey = &results.survey->result;
    source.survey_scenario = &results.survey->scenario;
  }
  for (const auto& snapshot : results.snapshots) {
    TimedPressure timed{snapshot->step, snapshot->time};
    timed.error_bound = snapshot->error_bound();
    // Damage is an error here: a view may show zeros, a file may not hold them.
    if (snapshot->stored)
      timed.unpack = [snapshot] { return values_of(*snapshot->stored); };
    else if (snapshot->packed)
      timed.unpack = [snapshot] { return unpack_volume(*snapshot->packed); };
    else
      timed.pressure = &snapshot->pressure;
    source.snapshots.push_back(std::move(timed));
    source.pressure_limit = std::max(source.pressure_limit, snapshot->limit);
  }
  return source;
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
  result_ = quiet_label(this);
  result_->setObjectName("export result");
  open_ = new QPushButton(tr("Open in ParaView"), this);
  open_->setObjectName("open in paraview");
  open_->hide();
  open_folder_ = new QPushButton(tr("Open &folder"), this);
  open_folder_->setObjectName("open export folder");
  close_ = new QPushButton(tr("Close"), this);
  write_ = new QPushButton(tr("Export"), this);
  write_->setObjectName("write export");
  write_->setDefault(true);
  bottom->addWidget(bar_);
  bottom->addWidget(result_, 1);
  // In the order of the desktop's own dialogs.
  auto* const buttons = new QDialogButtonBox(this);
  buttons->addButton(open_, QDialogButtonBox::ActionRole);
  buttons->addButton(open_folder_, QDialogButtonBox::ActionRole);
  buttons->addButton(close_, QDialogButtonBox::RejectRole);
  buttons->addButton(write_, QDialogButtonBox::AcceptRole);
  // Which a box of buttons shows as it takes it.
  open_folder_->hide();
  bottom->addWidget(buttons);
  root->addLayout(bottom);
  connect(write_, &QPushButton::clicked, this, &ExportDialog::start);
  connect(close_, &QPushButton::clicked, this, &ExportDialog::reject);
  connect(open_, &QPushButton::clicked, this, &ExportDialog::open_in_paraview);
  connect(open_folder_, &QPushButton::clicked, this, [this] {
    const QString refusal = open_folder(QString::fromStdString(running_.folder.string()));
    if (!refusal.isEmpty()) result_->setText(refusal);
  });
  connect(&worker_, &Worker::progressed, this, [this](const JobState& state) {
    if (state.part >= 0.0) bar_->setValue(static_cast<int>(1000.0 * state.part));
    result_->setText(state.step);
  });
  connect(&worker_, &Worker::finished, this,
          [this](const QString&, Outcome outcome, const QString& why) { finish(outcome, why); });
  following_.setSingleShot(true);
  following_.setInterval(pause_in_news);
  connect(&following_, &QTimer::timeout, this, &ExportDialog::follow);
  resize(860, 540);
  offer();
  refresh();
}

void ExportDialog::set_results(Results results) {
  if (!results.fold) return;
  newer_ = std::move(results);
  if (!following_.isActive()) following_.start();
}

void ExportDialog::follow() {
  if (!newer_ || worker_.busy()) return;
  results_ = std::move(*newer_);
  newer_.reset();
  offer();
  show_files();
}

// A row that is not to be had keeps what was wished of it.
void ExportDialog::offer() {
  if (results_.stale && stale_ == nullptr) {
    stale_ = new QLabel(
        tr("The scenario has changed since: these are the results from before. Run again for new ones."),
        this);
    stale_->setObjectName("export stale");
    stale_->setProperty("role", "message");
    stale_->setProperty("state", "warning");
    stale_->setWordWrap(true);
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, stale_);
  }
  if (stale_ != nullptr) stale_->setVisible(results_.stale);
  const auto show = [](QCheckBox* box, bool there, bool wish, const QString& tip) {
    const QSignalBlocker quiet(box);
    box->setEnabled(there);
    box->setChecked(there && wish);
    box->setToolTip(tip);
  };
  for (const Row& row : rows_) {
    const QString why = why_not(row);
    show(row.wanted, why.isEmpty(), row.wish, why.isEmpty() ? row.tip : why);
    row.suffix->setEnabled(row.suffix->count() > 1 && why.isEmpty());
  }
  const auto count = results_.snapshots.size();
  snapshot_suffix_->setEnabled(snapshot_suffix_->count() > 1 && count > 0);
  show(snapshots_wanted_, count > 0, snapshots_wish_,
       count > 0 ? tr("%1 snapshots as a series with its times").arg(count)
                 : tr("No wave was run, or none was kept"));
}

QString ExportDialog::why_not(const Row& row) const {
  const FoldResult& fold = results_.fold->result;
  const std::string what = row.what;
  if (what == "gather") {
    if (results_.wave && !results_.wave->result.run.gather.receivers.empty()) return {};
    return results_.snapshots.empty() || results_.wave ? tr("No wave was run")
                                                       : tr("The wave has not ended yet");
  }
  if (what == "events") return results_.image ? QString() : tr("No events were located: Run > Find events");
  if (is_seismic(what)) {
    if (!results_.survey) return tr("No seismic image was made: Run > Seismic image");
    return what == "illumination" && results_.survey->result.illumination.empty()
               ? tr("The image was made without its illumination")
               : QString();
  }
  if (what == "velocity") return {};
  if (what == "markers") {
    const Scenario& scenario = results_.named ? *results_.named : results_.fold->scenario;
    return scenario.markers.empty() ? tr("No markers are kept") : QString();
  }
  if ((what == "attitudes" || what == "thickness-map") && fold.grid.is_section())
    return tr("A section has no map");
  if (!fold.folded) return tr("This scenario has no fold");
  return what == "horizon" && !fold.horizon && !fold.mesh ? tr("Later events have moved the drawn horizon")
                                                          : QString();
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
  choice.snapshot_suffix = snapshot_suffix_->currentData().toString().toStdString();
  choice.paraview = paraview_->isChecked();
  return choice;
}

// Once a pause in typing, not once a key or file: it may lie on a slow network.
void ExportDialog::look_into_folder() {
  typed_.stop();
  const QString name = name_->text(), series = name + "-snapshots";
  const QDir folder(folder_->text());
  in_folder_.clear();
  for (const QString& file : folder.entryList(QDir::Files))
    in_folder_.insert(file);
  for (const QString& file : QDir(folder.filePath(series)).entryList(QDir::Files))
    in_folder_.insert(series + "/" + file);
  earlier_ = exported_files(folder.absolutePath().toStdString(), name.toStdString());
  refresh();
}

void ExportDialog::refresh() {
  if (write_ == nullptr || worker_.busy()) return;
  show_files();
  open_->hide();
  result_->clear();
}

void ExportDialog::show_files() {
  const QString name = name_->text();
  const bool bad_name = name.trimmed().isEmpty() || name.contains('/') || name.startsWith('.');
  const ExportChoice choice = this->choice();
  const ExportSource source = source_of(results_);
  const auto files = export_files(choice, source);
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
  const auto stale = bad_name ? std::vector<std::string>{} : stale_files(earlier_, choice, source);
  for (const std::string& file : stale)
    summary_->addItem(QString::fromStdString(file) + tr("   (of another model: is removed)"));
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
    words =
        tr("%1, volumes and gathers at most %2")
            .arg(files_text(static_cast<int>(files.size())), QString::fromStdString(bytes_text(bytes))) +
        (there > 0 ? tr("; %1 of them replace older ones").arg(there) : QString()) +
        (stale.empty() ? QString()
                       : tr("; %1 of another model removed").arg(files_text(static_cast<int>(stale.size()))));
  replaced_ = there + static_cast<int>(stale.size());
  words_->setText(words);
  write_->setEnabled(any && !bad_name && !folder_->text().trimmed().isEmpty());
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
  open_folder_->hide();
  Worker::Order order{tr("Export"), QString::fromStdString(results_.fold->scenario.name)};
  worker_.start(order, [this, choice = running_, results = results_](const Job& job) {
    auto written = write_export(choice, source_of(results), job);
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
  if (newer_) following_.start();
  if (outcome != Outcome::done) {
    result_->setText(outcome == Outcome::stopped ? tr("Stopped: what is written is whole") : why);
    return;
  }
  QString text = tr("%1 written").arg(files_text(written_.files));
  if (const auto removed = static_cast<int>(written_.removed.size()); removed > 0)
    text += tr(", %1 of another model removed").arg(files_text(removed));
  if (!written_.warnings.empty()) text += ". " + QString::fromStdString(written_.warnings.front());
  QStringList all;
  for (const std::string& warning : written_.warnings)
    all << QString::fromStdString(warning);
  result_->setText(text);
  result_->setToolTip(all.join('\n'));
  open_->setVisible(running_.paraview);
  open_->setEnabled(!paraview_program().isEmpty());
  open_->setToolTip(paraview_program().isEmpty() ? tr("ParaView is not installed") : QString());
  open_folder_->show();
  emit exported(QString::fromStdString(running_.folder.string()), written_.files);
}

void ExportDialog::open_in_paraview() {
  // From within the folder: ParaView would break a path at its commas.
  const QString script = QString::fromStdString(paraview_script_name(running_));
  if (!QProcess::startDetached(paraview_program(), {"--script=" + script},
                               QString::fromStdString(running_.folder.string())))
    result_->setText(tr("ParaView could not be started"));
}

void ExportDialog::reject() {
  if (worker_.busy()) return worker_.stop();
  QDialog::reject();
}

}  // namespace foldwave
