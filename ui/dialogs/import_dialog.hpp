// Import horizon: shows what a file holds (map, first lines, counts, bounds), lets unit, sense, columns and
// rows be chosen, and makes it the scenario's horizon: as control points with their misfit in sight, or by
// reference to the file, or to a copy where the scenario could not say how the file is to be read. All
// reading and computing is on a thread of its own (picks_import.hpp).
#pragma once

#include <QDialog>
#include <QTimer>

#include "core/model/scenario.hpp"
#include "ui/dialogs/guessed_choices.hpp"
#include "ui/dialogs/picks_import.hpp"
#include "ui/edit/edited.hpp"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QRadioButton;
class QSlider;
class QSpinBox;
class QToolButton;

namespace foldwave {

class DipsEdit;
class MisfitCurve;
class NumberEdit;
class PicksMap;
class RowsEdit;

class ImportDialog : public QDialog {
  Q_OBJECT

 public:
  ImportDialog(const Scenario& scenario, const QString& file, QWidget* parent = nullptr);
  void set_event(std::size_t event) { event_ = event; }   // whose horizon it becomes
  void keep_off_scenario() { beside_scenario_ = false; }  // its folder is the program's own
  void set_copy_file(const QString& file);                // where a copy is written

  PicksImport& import() { return *import_; }

  void open() override;  // and reads the file: who watches its jobs does so by then

 signals:
  void imported(const foldwave::ScenarioChange& change, const QString& name);

 private:
  QWidget* make_reading();
  QWidget* make_picture();
  QWidget* make_becoming();
  void connect_import();
  void read();
  void show_start(const HorizonFileStart& start);
  std::vector<GuessedChoice> guessed() const;  // of what was read
  void show_guess();
  void place();
  void show_placed();
  void show_chosen();
  void choose_count(int count);
  void show_count();
  void show_failure(const QString& why);
  void refresh();
  PicksChoice choice() const;
  bool as_reference() const;
  QString copy_file() const;
  void ask_copy_file();
  void finish();
  void finish_with(const HorizonSpec& horizon);

  Scenario scenario_;  // as it was opened with
  std::size_t event_ = 0;
  QString file_;
  PicksImport* import_;
  HorizonFileOptions options_;
  QString copy_to_;  // empty: not chosen
  bool beside_scenario_ = true;
  bool ready_ = false;      // the picks are in their place
  ChosenBeforeRead asked_;  // goes before the file's guess
  bool copying_ = false;    // they are being written

  QFormLayout* form_ = nullptr;
  QComboBox *format_ = nullptr, *xy_unit_ = nullptr, *z_unit_ = nullptr, *sense_ = nullptr;
  QWidget *columns_row_ = nullptr, *velocity_row_ = nullptr;
  QComboBox* columns_[3] = {};
  RowsEdit* rows_ = nullptr;
  NumberEdit* velocity_ = nullptr;
  QLabel *why_unit_ = nullptr, *why_sense_ = nullptr;
  QPlainTextEdit* lines_ = nullptr;
  PicksMap* map_ = nullptr;
  QLabel *counts_ = nullptr, *warning_ = nullptr;
  QLabel* bounds_[3][2] = {};
  QCheckBox* fit_ = nullptr;
  QRadioButton *as_points_ = nullptr, *as_file_ = nullptr;
  QSpinBox* count_ = nullptr;
  QSlider* slider_ = nullptr;
  QToolButton* elsewhere_ = nullptr;
  QLabel *misfit_ = nullptr, *file_note_ = nullptr;
  DipsEdit* dips_ = nullptr;
  MisfitCurve* curve_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QLabel* step_ = nullptr;
  QPushButton *stop_ = nullptr, *accept_ = nullptr;
  QTimer measure_soon_;
};

}  // namespace foldwave
