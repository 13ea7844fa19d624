#include "ui/window/file_menu.hpp"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QStandardPaths>

#include "core/base/text.hpp"
#include "core/engine/pipeline.hpp"
#include "core/model/event_edits.hpp"
#include "ui/dialogs/export_dialog.hpp"
#include "ui/dialogs/fit/fit_dialog.hpp"
#include "ui/dialogs/gallery_dialog.hpp"
#include "ui/dialogs/import_dialog.hpp"
#include "ui/dialogs/shots_dialog.hpp"
#include "ui/dialogs/wells/well_dialog.hpp"
#include "ui/panels/recovery_bar.hpp"
#include "ui/settings/recent_files.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/widgets/plain.hpp"
#include "ui/widgets/said.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {
QStringList horizon_suffixes() {
  return {"xyz", "txt", "csv", "tsv", "dat", "asc", "cps", "cps3", "zmap", "grd", "irap", "ts", "vtp"};
}

bool is_horizon_file(const QString& file) {
  return horizon_suffixes().contains(QFileInfo(file).suffix().toLower());
}

QStringList volume_suffixes() {
  return {"hdf", "vti", "sgy", "segy", "su"};
}

bool is_volume_file(const QString& file) {
  return volume_suffixes().contains(QFileInfo(file).suffix().toLower());
}

bool is_run(const QString& place) {
  return QFileInfo(place).isDir() || place.endsWith(".hdf.series", Qt::CaseInsensitive);
}

// The one local file or folder that is being dragged, when it is one that can be opened.
QString dragged_file(const QMimeData* data) {
  if (!data->hasUrls() || data->urls().size() != 1) return {};
  const QString file = data->urls().front().toLocalFile();
  return QFileInfo(file).suffix().toLower() == "json" || is_horizon_file(file) || is_volume_file(file) ||
                 is_well_file(file.toStdString()) || is_run(file)
             ? file
             : QString();
}

}  // namespace

FileMenu::FileMenu(QMenu* menu, Editor& editor, Results& results, JobList& jobs)
    : QObject(menu),
      window_(menu->parentWidget()->window()),
      editor_(editor),
      results_(results),
      jobs_(jobs),
      report_(new ReportWriter(results, window_)) {
  jobs_.watch(report_->worker());
  connect(report_, &ReportWriter::message, this, &FileMenu::message);
  menu->addAction(themed_icon("dialogs/file-new"), tr("&New"), QKeySequence::New, this, &FileMenu::start_new)
      ->setToolTip(tr("A flat horizon in a box, with layers and a shot (Ctrl+N)"));
  open_ = menu->addAction(themed_icon("open"), tr("&Open..."), QKeySequence::Open, this, &FileMenu::ask_open);
  QMenu* const recent = menu->addMenu(tr("Open &recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fill_recent(recent); });
  menu->addAction(tr("&Examples..."), QKeySequence("Ctrl+E"), this, &FileMenu::ask_example);
  menu->addAction(tr("Open &volume..."), QKeySequence("Ctrl+Shift+O"), this, &FileMenu::ask_volume)
      ->setToolTip(tr("Look into a volume of values: .hdf, .vti or a SEG-Y cube (Ctrl+Shift+O)"));
  menu->addAction(tr("Open r&un..."), this, &FileMenu::ask_run)
      ->setToolTip(tr("The snapshots that foldwave-cli run has written, in the wave view"));
  menu->addSeparator();
  menu->addAction(tr("&Import horizon..."), QKeySequence("Ctrl+I"), this, &FileMenu::ask_import);
  menu->addAction(tr("&Fit to a second horizon..."), QKeySequence("Ctrl+Shift+I"), this, &FileMenu::ask_fit);
  menu->addAction(tr("Import &wells..."), this, &FileMenu::ask_wells)
      ->setToolTip(tr("Paths and tops of wells, of LAS files and deviation surveys, as markers"));
  menu->addAction(tr("Recorded s&hots..."), this,
                  [this] { import_recorded(ask_recorded(RecordedKind::shots), RecordedKind::shots); })
      ->setToolTip(tr("SEG-Y shots for the seismic image: look at their geometry, and use them"));
  export_ = menu->addAction(tr("&Export..."), QKeySequence("Ctrl+Shift+E"), this, &FileMenu::ask_export);
  export_->setToolTip(tr("Write the fold and the wave for other programs (Ctrl+Shift+E)"));
  open_folder_ = menu->addAction(tr("Open fol&der"), this, [this] {
    const QString refusal = open_folder(written_folder_);
    if (!refusal.isEmpty()) emit message(refusal, true);
  });
  open_folder_->setToolTip(tr("The folder of the last export, or of the run that was opened"));
  open_folder_->setEnabled(false);
  report_action_ = menu->addAction(tr("Re&port..."), report_, &ReportWriter::ask);
  report_action_->setToolTip(tr("Pictures and numbers of the scenario as a PDF or a page of HTML"));
  menu->addSeparator();
  save_ = menu->addAction(themed_icon("save"), tr("&Save"), QKeySequence::Save, this, &FileMenu::save);
  menu->addAction(tr("Save &as..."), QKeySequence::SaveAs, this, &FileMenu::save_as);
  menu->addSeparator();
  menu->addAction(tr("&Quit"), QKeySequence::Quit, window_, &QWidget::close);
  connect(&editor_, &Editor::opened, this, [this] { export_folder_.clear(); });
}

void FileMenu::refresh() {
  export_->setEnabled(results_.fold() != nullptr);
  report_action_->setEnabled(results_.fold() != nullptr);
}

void FileMenu::start_new() {
  if (may_discard()) editor_.start_new();
}

void FileMenu::load(const QString& file, bool is_example) {
  editor_.load(file, is_example);
  if (!is_example) remember_file(file);
}

bool FileMenu::open(const QString& file, bool is_example) {
  try {
    load(file, is_example);
    return true;
  } catch (const Error& error) {
    emit message(said(error.what()), true);
    return false;
  }
}

void FileMenu::open_first(const QString& given, const QString& example) {
  if (given.isEmpty() && recover()) return;
  const bool is_horizon = is_horizon_file(given) && QFileInfo(given).isFile();
  QString why;
  try {
    if (!given.isEmpty() && !is_horizon) return load(given);
  } catch (const Error& error) {
    why = said(error.what());
  }
  if (!example.isEmpty()) open(example, true);
  if (is_horizon) return import_horizon(given);
  if (why.isEmpty()) return;
  emit message(why, true);
  auto* const box =
      new QMessageBox(QMessageBox::Warning, tr("The file cannot be opened"), why, QMessageBox::Ok, window_);
  if (!example.isEmpty()) box->setInformativeText(tr("The first example is shown in its place."));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

bool FileMenu::recover() {
  if (!editor_.recover()) return false;
  if (auto* const window = qobject_cast<QMainWindow*>(window_)) {
    auto* const bar = new RecoveryBar(editor_, window);
    connect(bar, &RecoveryBar::message, this, &FileMenu::message);
    window->addToolBarBreak();
    window->addToolBar(bar);
  }
  return true;
}

// A key or a drop leaves the field that is typed in where it is.
void FileMenu::take_typed() {
  QWidget* const field = window_->focusWidget();
  if (field == nullptr || !field->hasFocus()) return;
  field->clearFocus();
  field->setFocus();
}

bool FileMenu::save_to(const QString& file) {
  take_typed();
  try {
    editor_.save(file);
  } catch (const Error& error) {
    emit message(said(error.what()), true);
    return false;
  }
  remember_file(file);
  emit message(tr("Saved %1").arg(file));
  return true;
}

bool FileMenu::save() {
  const QString& file = editor_.document().file();
  return file.isEmpty() ? save_as() : save_to(file);
}

bool FileMenu::save_as() {
  const QString own = QString::fromStdString(slug(editor_.now().name, "scenario") + ".json");
  const QString& opened = editor_.document().file();
  const QString name = opened.isEmpty() ? folder_to_begin_in(editor_.now().folder) + '/' + own : opened;
  const QString file =
      QFileDialog::getSaveFileName(window_, tr("Save the scenario"), name, tr("Scenarios (*.json)"));
  return !file.isEmpty() && save_to(file.endsWith(".json") ? file : file + ".json");
}

void FileMenu::fill_recent(QMenu* menu) {
  menu->clear();
  for (const QString& file : recent_files())
    menu->addAction(QDir::toNativeSeparators(file), this, [this, file] {
      if (may_discard()) open(file);
    });
  if (menu->isEmpty()) menu->addAction(tr("none yet"))->setEnabled(false);
}

void FileMenu::ask_open() {
  if (!may_discard()) return;
  const QString file =
      QFileDialog::getOpenFileName(window_, tr("Open a scenario"), folder_to_begin_in(editor_.now().folder),
                                   tr("Scenarios (*.json);;All files (*)"));
  if (!file.isEmpty()) open(file);
}

void FileMenu::ask_example() {
  auto* const dialog = new GalleryDialog(gallery_items(resource_folder()), window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &GalleryDialog::chosen, this, [this](const QString& file) {
    if (may_discard()) open(file, true);
  });
  dialog->open();
}

void FileMenu::ask_volume() {
  const QString file = QFileDialog::getOpenFileName(
      window_, tr("Open a volume"),
      volume_folder_.isEmpty() ? folder_to_begin_in(editor_.now().folder) : volume_folder_,
      tr("Volumes (*.%1);;All files (*)").arg(volume_suffixes().join(" *.")));
  if (file.isEmpty()) return;
  volume_folder_ = QFileInfo(file).absolutePath();
  emit volume_chosen(file);
}

void FileMenu::ask_run() {
  const QString folder = QFileDialog::getExistingDirectory(
      window_, tr("Open a run's folder"),
      run_folder_.isEmpty() ? folder_to_begin_in(editor_.now().folder) : run_folder_);
  if (folder.isEmpty()) return;
  run_folder_ = QFileInfo(folder).absolutePath();
  note_folder(folder);
  emit run_chosen(folder);
}

void FileMenu::note_folder(const QString& folder) {
  written_folder_ = folder;
  open_folder_->setEnabled(true);
}

bool FileMenu::may_discard() {
  take_typed();
  if (!editor_.is_unsaved() && !editor_.horizon_edits().pending()) return true;
  const auto answer = QMessageBox::question(
      window_, tr("Unsaved changes"),
      tr("\"%1\" has changes that are not saved.").arg(QString::fromStdString(editor_.now().name)),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  return answer == QMessageBox::Save ? save() : answer == QMessageBox::Discard;
}

QString FileMenu::ask_horizon(const QString& title) {
  return QFileDialog::getOpenFileName(
      window_, title, folder_to_begin_in(editor_.now().folder),
      tr("Horizons (*.%1);;All files (*)").arg(horizon_suffixes().join(" *.")));
}

void FileMenu::ask_import() {
  if (const QString file = ask_horizon(tr("Import a horizon")); !file.isEmpty()) import_horizon(file);
}

// Always by the dialog: unit and sign of most files are a guess, and nobody should find out from a wrong
// fold.
void FileMenu::import_horizon(const QString& file) {
  take_typed();
  if (editor_.now().events.empty()) return;
  auto* const dialog = new ImportDialog(editor_.now(), file, window_);
  dialog->set_event(editor_.event());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->import().worker());
  if (editor_.document().file().isEmpty()) dialog->keep_off_scenario();
  connect(dialog, &ImportDialog::imported, this, [this](const ScenarioChange& change, const QString& name) {
    editor_.change(change, tr("Import horizon %1").arg(name));
  });
  dialog->open();
}

void FileMenu::ask_fit() {
  if (const QString file = ask_horizon(tr("Fit to a second horizon")); !file.isEmpty()) fit_to_horizon(file);
}

void FileMenu::fit_to_horizon(const QString& file) {
  take_typed();
  if (editor_.now().events.empty()) return;
  auto* const dialog = new FitDialog(editor_.now(), file, window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->import().worker());
  jobs_.watch(dialog->worker());
  connect(dialog, &FitDialog::fitted, this,
          [this, of = editor_.now()](const Scenario& next, const QString& name) {
            // An edit of the horizon may still have been under way.
            if (!(editor_.now() == of))
              emit message(tr("The scenario has changed meanwhile: fit again"), true);
            else
              editor_.edit(next, tr("Fit to horizon %1").arg(name));
          });
  dialog->open();
}

void FileMenu::ask_wells() {
  import_wells(QFileDialog::getOpenFileNames(
      window_, tr("Import wells"), folder_to_begin_in(editor_.now().folder),
      tr("Wells (*.las *.dev);;Tables of surveys (*.txt *.csv *.dat);;All files (*)")));
}

void FileMenu::import_wells(const QStringList& files) {
  if (files.isEmpty()) return;
  take_typed();
  auto* const dialog = new WellDialog(editor_.now(), files, window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->worker());
  connect(dialog, &WellDialog::imported, this, [this](const ScenarioChange& change, const QString& names) {
    editor_.change(change, tr("Import wells %1").arg(names));
  });
  dialog->open();
}

QString FileMenu::ask_recorded(RecordedKind kind) {
  const bool shots = kind == RecordedKind::shots;
  return QFileDialog::getOpenFileName(window_, shots ? tr("Recorded shots") : tr("Recorded traces"),
                                      folder_to_begin_in(editor_.now().folder),
                                      tr("SEG-Y (*.sgy *.segy *.su);;All files (*)"));
}

void FileMenu::show_recorded(RecordedKind kind) {
  const QString file = recorded_place(editor_.now(), kind);
  import_recorded(file.isEmpty() ? ask_recorded(kind) : file, kind);
}

void FileMenu::import_recorded(const QString& file, RecordedKind kind) {
  if (file.isEmpty()) return;
  take_typed();
  auto* const dialog = new ShotsDialog(editor_.now(), file, kind, window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->worker());
  connect(dialog, &ShotsDialog::taken, this, [this, file, kind](const ScenarioChange& change) {
    const QString undo = kind == RecordedKind::shots ? tr("Use the recorded shots of %1")
                                                     : tr("Use the recorded traces of %1");
    editor_.change(change, undo.arg(QFileInfo(file).fileName()));
  });
  dialog->open();
}

// What is shown is exported, also where the scenario has changed since.
void FileMenu::ask_export() {
  if (!results_.fold()) return;
  const auto results = [this] {
    const bool old = results_.fold_is_stale();
    return ExportDialog::Results{results_.fold(),         results_.wave(),
                                 results_.snapshots(),    results_.snapshots_scenario(),
                                 results_.any_is_stale(), results_.image(),
                                 results_.survey(),       old ? std::nullopt : std::optional(editor_.now())};
  };
  auto* const dialog = new ExportDialog(results(), window_);
  const auto renew = [dialog, results] { dialog->set_results(results()); };
  for (const auto news : {&Results::fold_changed, &Results::snapshots_changed, &Results::wave_changed,
                          &Results::image_changed, &Results::survey_changed})
    connect(&results_, news, dialog, renew);
  connect(&editor_, &Editor::changed, dialog, renew);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  jobs_.watch(dialog->worker());
  dialog->set_folder(!export_folder_.isEmpty()
                         ? export_folder_
                         : QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation))
                               .filePath("foldwave/" + QString::fromStdString(
                                                           slug(results_.fold()->scenario.name, "export"))));
  connect(dialog, &ExportDialog::exported, this, [this](const QString& folder, int files) {
    export_folder_ = folder;
    note_folder(folder);
    emit message(tr("%1 files exported to %2").arg(files).arg(folder));
  });
  dialog->open();
}

bool FileMenu::can_drop(const QMimeData* data) {
  return !dragged_file(data).isEmpty();
}

void FileMenu::drop(const QMimeData* data) {
  const QString file = dragged_file(data);
  if (is_run(file)) {
    note_folder(QFileInfo(file).isDir() ? file : QFileInfo(file).absolutePath());
    return emit run_chosen(file);
  }
  if (is_volume_file(file)) return emit volume_chosen(file);
  if (is_well_file(file.toStdString())) return import_wells({file});
  if (!file.endsWith(".json", Qt::CaseInsensitive)) return import_horizon(file);
  if (may_discard()) open(file);
}

}  // namespace foldwave
