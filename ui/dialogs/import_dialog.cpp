#include "ui/dialogs/import_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QStandardPaths>
#include <QStyle>
#include <QToolButton>

#include "core/formats/column_names.hpp"
#include "core/model/event_edits.hpp"
#include "core/model/scenario_files.hpp"
#include "ui/dialogs/dips_edit.hpp"
#include "ui/dialogs/misfit_curve.hpp"
#include "ui/dialogs/picks_map.hpp"
#include "ui/dialogs/rows_edit.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_words.hpp"

namespace foldwave {
namespace {

// Of its own, for what a scenario refers to that has no place yet.
QString own_folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/horizons";
}

// `box`: the picks that it is to hold.
ScenarioChange with_horizon(const HorizonSpec& horizon, std::size_t event,
                            const std::optional<PicksBounds>& box) {
  return [=](const Scenario& now) {
    // A velocity from a file has no fold yet that the horizon could be of.
    Scenario next = has_fold(now) ? now : with_first_fold(now);
    if (box) next = fit_box(next, *box);
    if (event < next.events.size()) next.events[event].horizon = horizon;
    return next;
  };
}

}  // namespace

void ImportDialog::connect_import() {
  connect(import_, &PicksImport::looked, this, &ImportDialog::show_start);
  connect(import_, &PicksImport::was_read, this, &ImportDialog::show_guess);
  connect(import_, &PicksImport::was_placed, this, &ImportDialog::show_placed);
  connect(import_, &PicksImport::was_chosen, this, &ImportDialog::show_chosen);
  connect(import_, &PicksImport::was_measured, this, [this](int count, const Misfit& misfit) {
    if (count == count_->value())
      misfit_->setText(tr("misfit of all picks: %1 root mean square, %2 at most")
                           .arg(metres_words(misfit.rms), metres_words(misfit.largest)));
  });
  connect(import_, &PicksImport::copied, this, [this](const QString& file) {
    const std::string name = name_from_folder(scenario_.folder, file.toStdString());
    if (import_->placed()->picks.triangles.empty())
      finish_with(XyzHorizon{name, VerticalSense::elevation, 0.0, {}, {}, {}});
    else
      finish_with(MeshHorizon{name, {}, {}, {}, YoungerSide::above, {}});
  });
  connect(import_, &PicksImport::failed, this, &ImportDialog::show_failure);
  connect(import_, &PicksImport::stopped, this, [this] {
    show_failure(copying_ ? tr("The copy was stopped") : tr("Stopped. Change a choice to begin anew."));
  });
  connect(import_, &PicksImport::progressed, this, [this](const QString& step, double part) {
    bar_->setValue(static_cast<int>(1000.0 * std::max(part, 0.0)));
    step_->setText(step);
    bar_->show();
  });
  connect(import_, &PicksImport::idle, this, [this] {
    bar_->hide();
    stop_->hide();
    step_->clear();
  });

  connect(format_, &QComboBox::activated, this, [this](int index) {
    options_.format.reset();
    rows_->forget();
    if (index > 0) options_.format = static_cast<HorizonFormat>(index - 1);
    options_.columns = {};
    read();
  });
  for (QComboBox* const column : columns_)
    connect(column, &QComboBox::activated, this, [this] {
      // All three are given, by their numbers, or the reader finds the rest by their names again.
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const int index = columns_[axis]->currentIndex();
        options_.columns[axis] = index < 0 ? std::string() : std::to_string(index + 1);
      }
      read();
    });
  connect(rows_, &RowsEdit::chosen, this, [this] {
    if (import_->picks()) keep_changed(guessed(), asked_);
    read();
  });
  for (QComboBox* const combo : {xy_unit_, z_unit_, sense_})
    connect(combo, &QComboBox::activated, this, [this, combo] {
      if (!import_->picks()) asked_.insert(combo);
      place();
    });
  connect(velocity_, &NumberEdit::edited, this, &ImportDialog::place);
  connect(slider_, &QSlider::valueChanged, this, &ImportDialog::choose_count);
  connect(count_, &QSpinBox::valueChanged, this, &ImportDialog::choose_count);
  connect(curve_, &MisfitCurve::picked, this, &ImportDialog::choose_count);
  connect(as_points_, &QRadioButton::toggled, this, &ImportDialog::refresh);
}

void ImportDialog::open() {
  QDialog::open();
  read();
}

void ImportDialog::read() {
  ready_ = copying_ = false;
  map_->show_words(tr("Reading..."), false);
  options_.where = rows_->where();
  import_->read(file_, options_);
  refresh();
}

void ImportDialog::show_start(const HorizonFileStart& start) {
  format_->setItemText(0, tr("found by the content: %1").arg(format_name(start.format)));
  QString text;
  for (const std::string& line : start.lines)
    text += QString::fromUtf8(line.c_str()) + '\n';
  lines_->setPlainText(text.isEmpty() ? tr("(no text)") : text);
  const bool is_table = RowsEdit::is_for(start, options_.format);
  form_->setRowVisible(columns_row_, is_table);
  form_->setRowVisible(rows_, is_table);
  if (!is_table) return;
  const NamedColumns found = find_columns(start.columns);
  for (int axis = 0; axis < 3; ++axis) {
    columns_[axis]->clear();
    for (const std::string& name : start.columns)
      columns_[axis]->addItem(QString::fromStdString(name));
    const std::string& given = options_.columns[static_cast<std::size_t>(axis)];
    columns_[axis]->setCurrentIndex(!given.empty()    ? std::stoi(given) - 1
                                    : start.has_names ? found.at[axis]
                                                      : axis);
  }
}

std::vector<GuessedChoice> ImportDialog::guessed() const {
  const PicksChoice& choice = import_->picks()->guess.choice;
  return {{xy_unit_, xy_unit_->findData(static_cast<int>(choice.xy))},
          {z_unit_, z_unit_->findData(static_cast<int>(choice.z))},
          {sense_, static_cast<int>(choice.sense)}};
}

void ImportDialog::show_guess() {
  const PicksGuess& guess = import_->picks()->guess;
  show_guessed(guessed(), asked_);
  why_unit_->setText(QString::fromStdString(guess.why_unit));
  why_sense_->setText(QString::fromStdString(guess.why_sense));
  const bool folded = !import_->picks()->height_field;
  const bool surface = !import_->picks()->picks.triangles.empty();
  as_points_->setEnabled(!folded);
  (surface ? as_file_ : as_points_)->setChecked(true);
  place();
}

PicksChoice ImportDialog::choice() const {
  return {static_cast<Unit>(xy_unit_->currentData().toInt()),
          static_cast<Unit>(z_unit_->currentData().toInt()),
          static_cast<VerticalSense>(sense_->currentIndex()), velocity_->value()};
}

void ImportDialog::place() {
  if (!import_->picks() && !import_->busy()) return read();
  ready_ = copying_ = false;  // a copy under way is dropped
  import_->place(choice());
  refresh();
}

void ImportDialog::show_placed() {
  ready_ = true;
  const PlacedPicks& placed = *import_->placed();
  const HorizonPicks& picks = placed.picks;
  map_->show_picks(placed.shown, placed.bounds);
  for (int a = 0; a < 3; ++a)
    bounds_[a][0]->setText(
        tr("%1 to %2").arg(placed.bounds.low[a], 0, 'f', 0).arg(placed.bounds.high[a], 0, 'f', 0));
  QStringList words{tr("%1 points").arg(count_words(placed.bounds.count))};
  if (!picks.triangles.empty()) words << tr("%1 triangles").arg(count_words(std::ssize(picks.triangles)));
  if (picks.filtered > 0) words << tr("%1 rows left out").arg(count_words(picks.filtered));
  if (picks.skipped > 0) words << tr("%1 without a value left out").arg(count_words(picks.skipped));
  if (picks.duplicates > 0)
    words << (picks.duplicate_spread > 0.0
                  ? tr("%1 repeated, merged to their mean (up to %2 of the file's units apart)")
                        .arg(count_words(picks.duplicates))
                        .arg(short_words(picks.duplicate_spread))
                  : tr("%1 repeated, merged").arg(count_words(picks.duplicates)));
  counts_->setText(words.join(", "));

  const PicksBounds& b = placed.bounds;
  QString warning;
  if (b.above_map == 0)
    warning = tr("No pick lies over the box: are unit and coordinates right?");
  else if (b.in_box == 0)
    warning = tr("No pick lies within the box's depths: are unit and sign right?");
  else if (b.in_box < b.count)
    warning = tr("%1 of the picks lie outside the box.").arg(count_words(b.count - b.in_box));
  warning_->setText(warning);
  fit_->setChecked(b.in_box == 0);
  refresh();
}

void ImportDialog::show_chosen() {
  const auto most = static_cast<int>(import_->chosen()->points.size());
  curve_->show_misfits(import_->chosen()->misfits);
  {
    const QSignalBlocker a(slider_), b(count_);
    count_->setMaximum(most);
    slider_->setMaximum(most);
  }
  refresh();
}

void ImportDialog::choose_count(int count) {
  {
    const QSignalBlocker a(slider_), b(count_);
    slider_->setValue(count);
    count_->setValue(count);
  }
  show_count();
}

// The first points of the chosen order, and how well they do.
void ImportDialog::show_count() {
  if (!import_->chosen() || !import_->placed()) return;
  const Decimation& chosen = *import_->chosen();
  const int count = std::min(count_->value(), static_cast<int>(chosen.points.size()));
  curve_->mark(count);
  map_->show_points(as_points_->isChecked() ? chosen.points : std::vector<Vec3>(), count);
  const Misfit& misfit = chosen.misfit(static_cast<std::size_t>(count));
  const bool all = chosen.candidates == import_->placed()->bounds.count;
  misfit_->setText((all ? tr("misfit: %1 root mean square, %2 at most")
                        : tr("misfit of map cells: %1 root mean square, %2 at most"))
                       .arg(metres_words(misfit.rms), metres_words(misfit.largest)));
  if (!all) measure_soon_.start();
}

void ImportDialog::show_failure(const QString& why) {
  // A copy that cannot be written leaves all choices as they are.
  if (copying_) {
    copying_ = false;
    warning_->setText(why);
    refresh();
    return;
  }
  ready_ = false;
  // The window's title says which file.
  map_->show_words(QString(why).remove(QFileInfo(file_).path() + '/'), true);
  curve_->show_misfits({});
  counts_->clear();
  warning_->clear();
  misfit_->clear();
  for (auto& row : bounds_)
    row[0]->clear();
  refresh();
}

bool ImportDialog::as_reference() const {
  const bool chosen =
      options_.format.has_value() || std::any_of(options_.columns.begin(), options_.columns.end(),
                                                 [](const std::string& column) { return !column.empty(); });
  if (!import_->picks() || chosen) return false;
  const HorizonPicks& picks = import_->picks()->picks;
  return picks.triangles.empty() ? wish_for(picks, choice()).has_value() : is_as_file_says(picks, choice());
}

// Where it was asked for; else beside the scenario, and where nothing can be put there in the user's own
// folder. Never over a file that is there.
QString ImportDialog::copy_file() const {
  if (!copy_to_.isEmpty()) return copy_to_;
  const QString beside = QString::fromStdString(scenario_.folder);
  const bool can = beside_scenario_ && !beside.isEmpty() && QFileInfo(beside).isWritable();
  const QDir folder(can ? beside : own_folder());
  const QString suffix = import_->picks() && !import_->picks()->picks.triangles.empty() ? "ts" : "xyz";
  const QString base = QFileInfo(file_).completeBaseName();
  QString name = QString("%1-metres.%2").arg(base, suffix);
  for (int n = 2; folder.exists(name); ++n)
    name = QString("%1-metres-%2.%3").arg(base).arg(n).arg(suffix);
  return folder.filePath(name);
}

void ImportDialog::set_copy_file(const QString& file) {
  copy_to_ = file;
  refresh();
}

void ImportDialog::ask_copy_file() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Write the copy to"), copy_file());
  if (!file.isEmpty()) set_copy_file(file);
}

void ImportDialog::refresh() {
  stop_->setVisible(import_->busy());
  const bool reference = as_reference();
  const bool surface = import_->picks() && !import_->picks()->picks.triangles.empty();
  form_->setRowVisible(velocity_row_, is_time(choice().z));
  as_file_->setText(reference ? tr("The file itself") : tr("A copy in metres"));
  file_note_->setText(!import_->picks() ? QString()
                      : !reference
                          ? tr("is written to %1, because a scenario only names a file").arg(copy_file())
                      : surface ? tr("its triangles, smooth through their corners; may be folded over")
                                : tr("a smooth surface near all picks, fitted each time it is read"));
  elsewhere_->setVisible(import_->picks() && !reference);
  // A copy in metres would leave the dips in a unit that nobody states.
  dips_->setVisible(reference && !surface && as_file_->isChecked());
  for (QWidget* const w : std::initializer_list<QWidget*>{count_, slider_, curve_, misfit_})
    w->setEnabled(as_points_->isChecked());
  if (ready_ && !import_->placed()->no_control_points.empty())
    misfit_->setText(QString::fromStdString(import_->placed()->no_control_points));
  warning_->setVisible(!warning_->text().isEmpty());
  fit_->setVisible(ready_ && import_->placed()->bounds.in_box < import_->placed()->bounds.count);
  accept_->setEnabled(ready_ && (as_file_->isChecked() || import_->chosen()));
  if (import_->chosen()) show_count();
}

void ImportDialog::finish() {
  measure_soon_.stop();  // it would take the thread from a copy
  if (as_points_->isChecked()) {
    const auto count = std::min(static_cast<std::size_t>(count_->value()), import_->chosen()->points.size());
    const auto first = import_->chosen()->points.begin();
    finish_with(PointsHorizon{{first, first + static_cast<std::ptrdiff_t>(count)}, {}});
    return;
  }
  if (!as_reference()) {
    copying_ = true;
    accept_->setEnabled(false);
    const QString file = copy_file();
    if (copy_to_.isEmpty()) QDir().mkpath(QFileInfo(file).path());
    import_->write_copy(file);
    return;
  }
  const HorizonPicks& picks = import_->picks()->picks;
  const std::string name = name_from_folder(scenario_.folder, file_.toStdString());
  const VerticalSense sense = choice().sense;
  if (picks.triangles.empty())
    finish_with(XyzHorizon{name,
                           sense,
                           0.0,
                           wish_for(picks, choice())->unit,
                           options_.where,
                           dips_->named_from(scenario_.folder),
                           {},
                           {}});
  else
    finish_with(MeshHorizon{
        name, sense == picks.sense ? std::nullopt : std::optional(sense), {}, {}, YoungerSide::above, {}});
}

void ImportDialog::finish_with(const HorizonSpec& horizon) {
  const bool fits = fit_->isVisible() && fit_->isChecked();
  const auto box = fits ? std::optional(import_->placed()->bounds) : std::nullopt;
  emit imported(with_horizon(horizon, event_, box), QFileInfo(file_).completeBaseName());
  accept();
}

}  // namespace foldwave
