// The main window's files: open, save, recover, drop, and the question before changes are lost.
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>

#include "core/model/scenario_files.hpp"
#include "ui/dialogs/import_dialog.hpp"
#include "ui/window/docks.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/recent_files.hpp"

namespace foldwave {

bool MainWindow::open_file(const QString& file, bool is_example) {
  Scenario scenario;
  try {
    scenario = Document::load(file);
  } catch (const Error& error) {
    say(QString::fromUtf8(error.what()), true);
    return false;
  }
  document_.opened(scenario, file, is_example);
  opened_ = file;
  if (!is_example) remember_file(file);
  show_opened(scenario);
  return true;
}

void MainWindow::show_opened(const Scenario& scenario) {
  edited_.stop();
  edits_.forget();
  stop_preview();
  history_.start(scenario);
  session_.open(scenario);
  refresh_title();
  keep_unsaved();
  session_.run_fold();
}

void MainWindow::keep_unsaved() {
  if (!recovery_) return;
  if (document_.is_changed(session_.scenario()))
    recovery_->keep({session_.scenario(), document_.file()});
  else
    recovery_->forget();
}

void MainWindow::start_recovery(const QString& folder) {
  recovery_ = std::make_unique<Recovery>(folder);
  connect(recovery_.get(), &Recovery::failed, this, [this](const QString& why) { say(why, true); });
}

bool MainWindow::recover() {
  const auto work = recovery_ ? recovery_->take_over() : std::nullopt;
  if (!work) return false;
  document_.recovered(work->file);
  opened_ = work->file.isEmpty() ? tr("unsaved work") : work->file;
  show_opened(work->scenario);
  say(tr("Recovered \"%1\" as it was when the program ended: save it to keep it")
          .arg(QString::fromStdString(work->scenario.name)));
  return true;
}

bool MainWindow::save_to(const QString& file) {
  const Scenario scenario =
      moved_to_folder(session_.scenario(), QFileInfo(file).absolutePath().toStdString());
  try {
    document_.save(scenario, file);
  } catch (const Error& error) {
    say(QString::fromUtf8(error.what()), true);
    return false;
  }
  history_.adopt(scenario);
  session_.edit(scenario);
  remember_file(file);
  keep_unsaved();
  refresh_title();
  say(tr("Saved %1").arg(file));
  return true;
}

bool MainWindow::save() {
  return document_.file().isEmpty() ? save_as() : save_to(document_.file());
}

bool MainWindow::save_as() {
  QString name = document_.file();
  if (name.isEmpty())
    name = QString::fromStdString(session_.scenario().name).toLower().replace(' ', '-') + ".json";
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the scenario"), name, tr("Scenarios (*.json)"));
  return !file.isEmpty() && save_to(file.endsWith(".json") ? file : file + ".json");
}

void MainWindow::ask_open() {
  if (!may_discard()) return;
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Open a scenario"), QFileInfo(opened_).absolutePath(),
                                   tr("Scenarios (*.json);;All files (*)"));
  if (!file.isEmpty()) open_file(file);
}

bool MainWindow::may_discard() {
  if (!document_.is_changed(session_.scenario()) && !edits_.pending()) return true;
  const auto answer = QMessageBox::question(
      this, tr("Unsaved changes"),
      tr("\"%1\" has changes that are not saved.").arg(QString::fromStdString(session_.scenario().name)),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Save) return save();
  return answer == QMessageBox::Discard;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!may_discard()) return event->ignore();
  session_.stop();
  if (recovery_) recovery_->forget();
  if (remember_layout_) docks_->save();
  event->accept();
}

namespace {
QStringList horizon_suffixes() {
  return {"xyz", "txt", "csv", "tsv", "dat", "asc", "cps", "cps3", "zmap", "grd", "ts", "vtp"};
}

// The one local file that is being dragged, when it is one that can be opened.
QString dragged_file(const QMimeData* data) {
  if (!data->hasUrls() || data->urls().size() != 1) return {};
  const QString file = data->urls().front().toLocalFile();
  const QString suffix = QFileInfo(file).suffix().toLower();
  return suffix == "json" || horizon_suffixes().contains(suffix) ? file : QString();
}
}  // namespace

void MainWindow::ask_import() {
  const QString file = QFileDialog::getOpenFileName(
      this, tr("Import a horizon"), QString::fromStdString(session_.scenario().folder),
      tr("Horizons (*.%1);;All files (*)").arg(horizon_suffixes().join(" *.")));
  if (!file.isEmpty()) import_horizon(file);
}

// Always by the dialog: unit and sign of most files are a guess, and nobody should find out from a wrong
// fold.
void MainWindow::import_horizon(const QString& file) {
  if (session_.scenario().events.empty()) return;
  auto* const dialog = new ImportDialog(session_.scenario(), file, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  if (document_.file().isEmpty()) dialog->keep_off_scenario();
  connect(dialog, &ImportDialog::imported, this, [this](const Scenario& next, const QString& name) {
    history_.push(next, tr("Import horizon %1").arg(name));
  });
  dialog->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!dragged_file(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QString file = dragged_file(event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  if (file.endsWith(".json", Qt::CaseInsensitive)) {
    if (may_discard()) open_file(file);
    return;
  }
  import_horizon(file);
}

}  // namespace foldwave
