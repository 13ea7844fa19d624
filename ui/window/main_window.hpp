// The main window: the scenario panel and the views as docks; Run and Stop; the status bar with progress. It
// wires the parts; what they show and do is theirs.
#pragma once

#include <QElapsedTimer>
#include <QMainWindow>
#include <QTimer>
#include <array>
#include <memory>

#include "ui/edit/history.hpp"
#include "ui/edit/recovery.hpp"
#include "ui/jobs/fold_preview.hpp"
#include "ui/jobs/horizon_edits.hpp"
#include "ui/jobs/job_list.hpp"
#include "ui/jobs/session.hpp"
#include "ui/jobs/variant_folds.hpp"
#include "ui/log/log_book.hpp"
#include "ui/settings/preferences.hpp"
#include "ui/window/document.hpp"

class QActionGroup;
class QDockWidget;
class QLabel;
class QMenu;
class QProgressBar;

namespace foldwave {

class ComparePane;
class CursorStrip;
class Docks;
class GatherPane;
class GeologyMarks;
class GeologyPane;
class JobsPanel;
class LogPanel;
class MapPane;
class ScenarioPanel;
class RockColorChoice;
class RockCursor;
class SectionPane;
class SnapChoice;
class SpectrumPane;
class StructurePane;
class WavePane;

// "1.32 G points/s", "4 s left": what is known of them.
QStringList rate_words(const JobState& state);

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(std::shared_ptr<const Backend> backend);
  ~MainWindow() override;

  // False, with a message on the screen, when the file cannot be read. The fold starts at once.
  bool open_file(const QString& file, bool is_example = false);
  void load_file(const QString& file, bool is_example = false);  // likewise, but throws the message
  // What the program starts with: the given file, or without one unsaved work, else the example. A horizon
  // comes in by its dialog, over the example; so does the message of a file that cannot be opened.
  void open_first(const QString& given, const QString& example);
  bool save_to(const QString& file);
  void import_horizon(const QString& file);  // in a dialog; what it gives is one edit
  void fit_to_horizon(const QString& file);  // likewise

  void start_recovery(const QString& folder);  // keeps unsaved work there from now on
  bool recover();  // opens what an ended program left there; false when there is nothing

  // Takes them over; the back end as it is given, as the command line may have chosen another one.
  void use_preferences(const Preferences& preferences);
  void set_backend(std::shared_ptr<const Backend> backend);  // for the jobs that come
  const Preferences& preferences() const { return preferences_; }

  void remember_layout();  // the arrangement of last time comes back now, and is kept when the window closes

  Session& session() { return session_; }
  FoldPreview& fold_preview() { return preview_; }
  HorizonEdits& horizon_edits() { return edits_; }
  History& history() { return history_; }
  const Document& document() const { return document_; }
  Docks& docks() { return *docks_; }
  ScenarioPanel* panel() const { return panel_; }
  StructurePane* structure() const { return structure_; }
  MapPane* map() const { return map_; }
  SectionPane* section() const { return section_; }
  WavePane* wave() const { return wave_; }
  GatherPane* gather() const { return gather_; }
  SpectrumPane* spectrum() const { return spectrum_; }
  ComparePane* compare() const { return compare_; }
  GeologyPane* geology() const { return geology_; }
  GeologyMarks* geology_marks() const { return marks_; }
  RockColorChoice& rock_colors(std::size_t view = 0) { return *colors_[view]; }  // one of color_views
  RockCursor& cursor() { return *cursor_; }
  JobList& jobs() { return jobs_; }
  JobsPanel* jobs_panel() const { return jobs_panel_; }
  LogBook& log() { return log_; }
  LogPanel* log_panel() const { return log_panel_; }
  std::size_t event() const { return event_; }

  void keep_variant(const QString& name);
  bool add_variant_file(const QString& file);  // false, with a message, when it cannot be read
  void switch_to_variant(int index);

 public slots:
  void run_fold();
  void run_wave();
  void queue_wave();
  void stop();
  void stop_and_keep();
  void show_result(foldwave::JobId id);  // with its scenario, as one step

 signals:
  void first_picture();  // the first frame that shows the model: box, horizon, control points
  void fold_picture();   // the first frame that shows it folded
  void message(const QString& text);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void make_docks();
  void make_actions();
  void make_status_bar();
  void make_variants_menu();
  void connect_session();
  void connect_live();
  void make_run_menu();
  void connect_jobs();
  void ask_preferences();
  void change_preferences(const Preferences& preferences);
  void make_theme_menu(QMenu* view);
  void show_backend();
  QString elsewhere_words(const MadeBy& made) const;  // where it is another place than the next job's
  void note_results();
  void say_ended(const QString& name, Outcome outcome, const QString& why);
  void connect_editors();
  void connect_geology();
  void show_in_editors(const std::shared_ptr<const FoldOutcome>& fold);
  void fill_recent(QMenu* menu);
  void show_opened(const Scenario& scenario);
  void keep_unsaved();
  bool may_discard();  // asks when there are unsaved changes
  void ask_open();
  void ask_example();
  void ask_import();
  void ask_fit();
  void ask_export();
  bool save();
  bool save_as();
  void edit(const Scenario& scenario);
  void take_edit(const Scenario& scenario, const QString& text);
  void undo();
  void choose_event(std::size_t event);  // to be edited; no step of the history
  void show_in_panes();                  // the scenario, with its chosen event
  void take_horizon(const HorizonPreview& shown);
  bool is_dragging() const;
  void move_handle(int index, const Vec3& local);
  void preview_handle(int index, const Vec3& local);
  void fold_now();  // after an edit, without the pause, where edits are folded at all
  void end_preview();
  void stop_preview();
  void show_refusal(const PreviewRefusal& refusal);
  void preview(const Scenario& scenario);  // a coarse fold of it, now; without folding, its horizon
  void show_new_horizon();                 // at once, where it is not the folded one any more
  bool horizon_is_old() const;             // the one that is shown
  void refresh_title();
  void refresh_actions();
  void refresh_notes();
  void show_fold();
  void show_wave();
  void show_job();
  void look_at_wave();  // while it runs: what is in sight
  void show_live();
  QString live_words() const;
  void say(const QString& text, bool is_error = false);         // and into the log
  void show_words(const QString& text, bool is_error = false);  // what passes by
  void log_findings();
  void log_job(const JobRecord& job);
  void make_colors(QMenu* view);
  void make_cursor(QMenu* view);
  std::optional<Vec3> cursor_place(const FoldResult& fold) const;
  void show_cursor();

  LogBook log_;
  JobList jobs_;  // the workers that it watches come after it, and go before
  std::shared_ptr<FoldTurns> turns_ = std::make_shared<FoldTurns>();
  Session session_;
  FoldPreview preview_;
  VariantFolds variant_folds_;
  Document document_;
  History history_;
  HorizonEdits edits_;
  std::unique_ptr<Recovery> recovery_;
  std::size_t event_ = 0;         // the chosen one
  HorizonPreview event_horizon_;  // the newest that came without a fold
  QString export_folder_;         // the last one; empty: none yet
  QString opened_;                // the file or example that is shown
  Docks* docks_ = nullptr;
  bool remember_layout_ = false;
  ScenarioPanel* panel_ = nullptr;
  StructurePane* structure_ = nullptr;
  MapPane* map_ = nullptr;
  SectionPane* section_ = nullptr;
  WavePane* wave_ = nullptr;
  GatherPane* gather_ = nullptr;
  SpectrumPane* spectrum_ = nullptr;
  ComparePane* compare_ = nullptr;
  GeologyPane* geology_ = nullptr;
  JobsPanel* jobs_panel_ = nullptr;
  LogPanel* log_panel_ = nullptr;
  Findings logged_findings_;
  QDockWidget* compare_dock_ = nullptr;
  QAction *save_ = nullptr, *fold_ = nullptr, *wave_run_ = nullptr, *stop_ = nullptr, *stop_keep_ = nullptr,
          *stop_all_ = nullptr, *queue_ = nullptr, *auto_fold_ = nullptr, *keep_ = nullptr,
          *export_ = nullptr;
  SnapChoice* snap_ = nullptr;
  GeologyMarks* marks_ = nullptr;
  std::array<RockColorChoice*, color_views> colors_{};
  QAction* link_colors_ = nullptr;
  RockCursor* cursor_ = nullptr;
  CursorStrip* cursor_strip_ = nullptr;
  QLabel *words_ = nullptr, *rate_ = nullptr, *backend_label_ = nullptr;
  Preferences preferences_;
  MadeBy chosen_place_;  // of the next job
  QActionGroup* themes_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QTimer edited_;  // folds again shortly after the last edit
  bool horizon_there_ = false, horizon_seen_ = false, fold_seen_ = false;
  JobState job_;     // the running one's newest
  JobRecord ended_;  // the job of the session that ended last
  QElapsedTimer job_shown_;
  bool refused_ = false;  // the last preview
  bool horizon_wanted_ = false;
  bool horizon_is_new_ = false;  // newer than the fold, and of the scenario
};

}  // namespace foldwave
