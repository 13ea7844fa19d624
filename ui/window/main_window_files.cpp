// The main window's files: open, save, recover, drop, and the question before changes are lost.
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QStandardPaths>

#include "core/base/text.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/event_edits.hpp"
#include "core/model/scenario_files.hpp"
#include "ui/dialogs/export_dialog.hpp"
#include "ui/dialogs/fit_dialog.hpp"
#include "ui/dialogs/gallery_dialog.hpp"
#include "ui/dialogs/import_dialog.hpp"
#include "ui/geology/geology_marks.hpp"
#include "ui/panels/jobs_panel.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/settings/recent_files.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/views/rock_color_choice.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/window/docks.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/rock_cursor.hpp"

namespace foldwave {
namespace {

QStringList horizon_suffixes() {
  return {"xyz", "txt", "csv", "tsv", "dat", "asc", "cps", "cps3", "zmap", "grd", "ts", "vtp"};
}

bool is_horizon_file(const QString& file) {
  return horizon_suffixes().contains(QFileInfo(file).suffix().toLower());
}

}  // namespace

void MainWindow::load_file(const QString& file, bool is_example) {
  const Scenario scenario = Document::load(file);
  document_.opened(scenario, file, is_example);
  opened_ = file;
  if (!is_example) remember_file(file);
  show_opened(scenario);
}

bool MainWindow::open_file(const QString& file, bool is_example) {
  try {
    load_file(file, is_example);
    return true;
  } catch (const Error& error) {
    say(QString::fromUtf8(error.what()), true);
    return false;
  }
}

void MainWindow::open_first(const QString& given, const QString& example) {
  if (given.isEmpty() && recover()) return;
  const bool is_horizon = is_horizon_file(given) && QFileInfo(given).isFile();
  QString why;
  try {
    if (!given.isEmpty() && !is_horizon) return load_file(given);
  } catch (const Error& error) {
    why = QString::fromUtf8(error.what());
  }
  if (!example.isEmpty()) open_file(example, true);
  if (is_horizon) return import_horizon(given);
  if (why.isEmpty()) return;
  say(why, true);
  auto* const box =
      new QMessageBox(QMessageBox::Warning, tr("The file cannot be opened"), why, QMessageBox::Ok, this);
  if (!example.isEmpty()) box->setInformativeText(tr("The first example is shown in its place."));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

void MainWindow::show_opened(const Scenario& scenario) {
  edited_.stop();
  edits_.forget();
  stop_preview();
  export_folder_.clear();
  event_ = scenario.events.empty() ? 0 : scenario.events.size() - 1;  // the youngest, nearest to today
  event_horizon_ = {};
  history_.start(scenario);
  cursor_->drop();
  session_.open(scenario);
  refresh_title();
  keep_unsaved();
  session_.run_fold();
  horizon_wanted_ = true;
  show_new_horizon();
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
  if (name.isEmpty()) name = QString::fromStdString(slug(session_.scenario().name, "scenario")) + ".json";
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

void MainWindow::ask_example() {
  auto* const dialog = new GalleryDialog(gallery_items(resource_folder()), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &GalleryDialog::chosen, this, [this](const QString& file) {
    if (may_discard()) open_file(file, true);
  });
  dialog->open();
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
  session_.stop_all();
  if (recovery_) recovery_->forget();
  if (remember_layout_) {
    docks_->save();
    jobs_panel_->save_widths();
    WindowSwitches switches{auto_fold_->isChecked(), marks_->wish(), {}, structure_->scene().slice_parts()};
    for (std::size_t v = 0; v < colors_.size(); ++v)
      switches.colors[v] = colors_[v]->colors();
    save_switches(switches);
    save_kept_switches(*this);
  }
  event->accept();
}

namespace {
// The one local file that is being dragged, when it is one that can be opened.
QString dragged_file(const QMimeData* data) {
  if (!data->hasUrls() || data->urls().size() != 1) return {};
  const QString file = data->urls().front().toLocalFile();
  return QFileInfo(file).suffix().toLower() == "json" || is_horizon_file(file) ? file : QString();
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
  // A velocity from a file has no fold yet that the horizon could be of.
  const Scenario& now = session_.scenario();
  auto* const dialog = new ImportDialog(has_fold(now) ? now : with_first_fold(now), file, this);
  dialog->set_event(event_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->import().worker());
  if (document_.file().isEmpty()) dialog->keep_off_scenario();
  connect(dialog, &ImportDialog::imported, this, [this](const Scenario& next, const QString& name) {
    history_.push(next, tr("Import horizon %1").arg(name));
  });
  dialog->open();
}

// What is shown is exported, also where the scenario has changed since.
void MainWindow::ask_export() {
  const auto fold = session_.fold();
  if (!fold) return;
  const auto results = [this] {
    const bool old = session_.fold_is_stale();
    return ExportDialog::Results{session_.fold(),
                                 session_.wave(),
                                 session_.snapshots(),
                                 session_.snapshots_scenario(),
                                 old || session_.wave_is_stale(),
                                 old ? std::nullopt : std::optional(session_.scenario())};
  };
  auto* const dialog = new ExportDialog(results(), this);
  for (const auto news : {&Session::scenario_changed, &Session::fold_changed, &Session::snapshots_changed,
                          &Session::wave_changed})
    connect(&session_, news, dialog, [dialog, results] { dialog->set_results(results()); });
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->worker());
  dialog->set_folder(
      !export_folder_.isEmpty()
          ? export_folder_
          : QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                .filePath("foldwave/" + QString::fromStdString(slug(fold->scenario.name, "export"))));
  connect(dialog, &ExportDialog::exported, this, [this](const QString& folder, int files) {
    export_folder_ = folder;
    say(tr("%1 files exported to %2").arg(files).arg(folder));
  });
  dialog->open();
}

void MainWindow::ask_fit() {
  const QString file = QFileDialog::getOpenFileName(
      this, tr("Fit to a second horizon"), QString::fromStdString(session_.scenario().folder),
      tr("Horizons (*.%1);;All files (*)").arg(horizon_suffixes().join(" *.")));
  if (!file.isEmpty()) fit_to_horizon(file);
}

void MainWindow::fit_to_horizon(const QString& file) {
  if (session_.scenario().events.empty()) return;
  auto* const dialog = new FitDialog(session_.scenario(), file, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->import().worker());
  jobs_.watch(dialog->worker());
  connect(dialog, &FitDialog::fitted, this,
          [this, of = session_.scenario()](const Scenario& next, const QString& name) {
            // An edit of the horizon may still have been under way.
            if (!(session_.scenario() == of))
              return say(tr("The scenario has changed meanwhile: fit again"), true);
            history_.push(next, tr("Fit to horizon %1").arg(name));
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
