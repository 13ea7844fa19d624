// Scenarios and horizons as files: opened, saved, imported, fitted, exported and dropped, and the question
// before changes are lost.
#pragma once

#include <QObject>

#include "ui/dialogs/report_writer.hpp"
#include "ui/edit/editor.hpp"
#include "ui/jobs/job_list.hpp"

class QAction;
class QMenu;
class QMimeData;
class QWidget;

namespace foldwave {

enum class RecordedKind;

class FileMenu : public QObject {
  Q_OBJECT

 public:
  // All must outlive it.
  FileMenu(QMenu* menu, Editor& editor, Results& results, JobList& jobs);

  QAction* open_action() const { return open_; }
  QAction* save_action() const { return save_; }

  void start_new();  // asks when there are unsaved changes
  // False, with a message, when the file cannot be read. The fold starts at once.
  bool open(const QString& file, bool is_example = false);
  void load(const QString& file, bool is_example = false);  // likewise, but throws the message
  // What the program starts with: the given file, or without one unsaved work, else the example. A horizon
  // comes in by its dialog, over the example; so does the message of a file that cannot be opened.
  void open_first(const QString& given, const QString& example);
  bool recover();  // opens what an ended program left; false when there is nothing
  bool save_to(const QString& file);
  void import_horizon(const QString& file);  // in a dialog; what it gives is one edit
  void fit_to_horizon(const QString& file);  // likewise
  void import_wells(const QStringList& files);
  // Likewise: recorded shots for the seismic image, or a gather's traces for the location of events.
  void import_recorded(const QString& file, RecordedKind kind);
  void show_recorded(RecordedKind kind);  // those that the scenario has, else asks for a file

  ReportWriter& report() { return *report_; }
  bool may_discard();  // asks when there are unsaved changes
  static bool can_drop(const QMimeData* data);
  void drop(const QMimeData* data);
  void refresh();

 signals:
  void message(const QString& words, bool is_error = false);
  void volume_chosen(const QString& file);
  void run_chosen(const QString& place);  // a folder, or a .hdf.series

 private:
  void fill_recent(QMenu* menu);
  bool save();
  bool save_as();
  void ask_open();
  void ask_example();
  void ask_volume();
  void ask_run();
  void ask_import();
  void ask_fit();
  void ask_wells();
  void take_typed();  // what stands in a field and was not finished there
  QString ask_recorded(RecordedKind kind);
  void ask_export();
  QString ask_horizon(const QString& title);
  void note_folder(const QString& folder);

  QWidget* window_;
  Editor& editor_;
  Results& results_;
  JobList& jobs_;
  ReportWriter* report_;
  QAction *open_, *export_, *report_action_, *open_folder_, *save_;
  QString export_folder_, volume_folder_, run_folder_;  // the last ones; empty: none yet
  QString written_folder_;                              // of an export, or of a run that was opened
};

}  // namespace foldwave
