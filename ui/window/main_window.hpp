// The main window: its views and panels as docks, its menus and its toolbar. It makes the parts and tells
// each what the others say; what they show and do is theirs.
#pragma once

#include <QMainWindow>
#include <memory>

#include "ui/edit/editor.hpp"
#include "ui/jobs/foresight.hpp"
#include "ui/jobs/job_list.hpp"
#include "ui/jobs/runs.hpp"
#include "ui/jobs/variant_folds.hpp"
#include "ui/jobs/volume/run_reader.hpp"
#include "ui/log/log_book.hpp"
#include "ui/window/file_menu.hpp"
#include "ui/window/linked_colors.hpp"
#include "ui/window/linked_cursor.hpp"
#include "ui/window/pane_feed.hpp"
#include "ui/window/panes.hpp"
#include "ui/window/preferences_menu.hpp"
#include "ui/window/result_notes.hpp"
#include "ui/window/run_log.hpp"
#include "ui/window/run_menu.hpp"
#include "ui/window/status_line.hpp"
#include "ui/window/variants_menu.hpp"

class QToolBar;

namespace foldwave {

class CameraMenu;
class Docks;
class GeologyMarks;
class SnapChoice;
struct OpenGlCheck;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(std::shared_ptr<const Backend> backend);
  ~MainWindow() override;

  void remember_layout();  // the arrangement of last time comes back now, and is kept when the window closes

  const Panes& panes() const { return panes_; }
  Editor& editor() { return editor_; }
  Runs& runs() { return runs_; }
  RunReader& run_reader() { return run_reader_; }
  Results& results() { return results_; }
  Foresight& foresight() { return foresight_; }
  JobList& jobs() { return jobs_; }
  LogBook& log() { return log_; }
  Docks& docks() { return *docks_; }
  FileMenu& files() { return *files_; }
  RunMenu& run_menu() { return *run_menu_; }
  VariantsMenu& variants() { return *variants_; }
  PreferencesMenu& preferences() { return *preferences_; }
  LinkedColors& colors() { return *colors_; }
  RockCursor& cursor() { return cursor_->cursor(); }
  GeologyMarks* geology_marks() { return marks_; }

 signals:
  void first_picture();  // the first frame that shows the model: box, horizon, control points
  void fold_picture();   // the first frame that shows it folded
  void message(const QString& text);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void make_panes(const OpenGlCheck& opengl);
  void make_menus();
  void make_view_menu(QMenu* view);
  void make_help_menu(QMenu* help);
  void make_tool_bar(QAction* undo, QAction* redo);
  QAction* make_undo();
  void connect_editor();
  void connect_panes();
  void connect_runs();
  void connect_foresight();
  void show_backend();
  void refresh_title();

  LogBook log_;
  JobList jobs_;  // the workers that it watches come after it, and go before
  std::shared_ptr<FoldTurns> turns_ = std::make_shared<FoldTurns>();
  Panes panes_;
  Results results_;
  Runs runs_;
  RunReader run_reader_;
  VariantFolds variant_folds_;
  Foresight foresight_;
  Editor editor_;
  StatusLine* status_;
  ResultNotes notes_;
  RunLog run_log_;
  Docks* docks_;
  FileMenu* files_ = nullptr;
  RunMenu* run_menu_ = nullptr;
  VariantsMenu* variants_ = nullptr;
  PreferencesMenu* preferences_ = nullptr;
  LinkedColors* colors_ = nullptr;
  LinkedCursor* cursor_ = nullptr;
  CameraMenu* camera_ = nullptr;
  GeologyMarks* marks_ = nullptr;
  SnapChoice* snap_ = nullptr;
  PaneFeed* feed_ = nullptr;
  bool remember_layout_ = false;
};

}  // namespace foldwave
