// Fit to a second horizon: reads a horizon's file as the import does, fits lambda, the axial line and the
// layer's thickness to it (core/geology/fit/horizon_fit.hpp), shows what came of it, with uncertainties,
// beside simpler models, a map and a histogram of the misfit; what is applied is one scenario. All numbers
// are made on threads of their own.
#pragma once

#include <QDialog>

#include "core/engine/horizon_fit_setup.hpp"
#include "ui/dialogs/guessed_choices.hpp"
#include "ui/dialogs/picks_import.hpp"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QGridLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace foldwave {

class MisfitHistogram;
class MisfitMap;
class NumberEdit;
class RowsEdit;

class FitDialog : public QDialog {
  Q_OBJECT

 public:
  FitDialog(const Scenario& scenario, const QString& file, QWidget* parent = nullptr);

  const std::shared_ptr<const HorizonFit>& fit() const { return fit_; }
  bool busy() const { return import_->busy() || worker_.busy(); }
  PicksImport& import() { return *import_; }
  Worker& worker() { return worker_; }  // that fits

  void open() override;  // and reads the file: who watches its jobs does so by then

 signals:
  void fitted(const foldwave::Scenario& next, const QString& name);

 private:
  QWidget* make_choices();
  QWidget* make_pictures();
  QWidget* make_numbers();
  void read();
  std::vector<GuessedChoice> guessed() const;  // of what was read
  void show_guess();
  void place();
  std::optional<std::size_t> chosen_boundary() const;  // that the second horizon is the top at
  void start();
  void drop_fit();
  void job_told(const JobRecord& job);
  void show_fit();
  void show_stopped();
  void show_failure(const QString& why);
  void refresh();
  void apply();

  Scenario scenario_;
  QString file_;
  PicksImport* import_;
  std::shared_ptr<const HorizonFit> fit_;
  bool stale_ = true;  // the fit is not of what is chosen

  QFormLayout* form_ = nullptr;
  RowsEdit* rows_ = nullptr;
  QComboBox *unit_ = nullptr, *sense_ = nullptr, *layer_ = nullptr;
  QWidget* velocity_row_ = nullptr;
  NumberEdit* velocity_ = nullptr;
  QLabel *why_ = nullptr, *picks_ = nullptr, *remarks_ = nullptr, *legend_ = nullptr;
  QCheckBox* free_[3] = {};  // lambda, axial line, thickness
  QGridLayout *values_ = nullptr, *models_ = nullptr;
  MisfitMap* map_ = nullptr;
  MisfitHistogram* histogram_ = nullptr;
  QCheckBox* boundary_ = nullptr;
  QLineEdit* name_ = nullptr;
  QProgressBar* bar_ = nullptr;
  QLabel* step_ = nullptr;
  QPushButton *stop_ = nullptr, *apply_ = nullptr;
  ChosenBeforeRead asked_;  // goes before the file's guess
  int wish_ = 0;            // counts: what an older fit gives is dropped
  JobId job_ = 0;
  Worker worker_;  // last: it ends before what its calls touch
};

}  // namespace foldwave
