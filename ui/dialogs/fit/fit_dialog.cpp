#include "ui/dialogs/fit/fit_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <cmath>
#include <utility>

#include "core/base/shown_text.hpp"
#include "ui/dialogs/fit/misfit_plots.hpp"
#include "ui/dialogs/rows_edit.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

constexpr int own_layer = -1;  // of no boundary that the scenario has

QString digits(double value, int significant = 3) {
  if (!std::isfinite(value)) return QChar(0x2013);
  const QString text = short_words(std::abs(value), significant);
  return value < 0.0 ? QChar(0x2212) + text : text;
}

// As many decimals as the error has of use: two digits of it.
QString with_error(const Estimate& e) {
  if (e.known == Known::undetermined) return FitDialog::tr("not determined");
  if (e.known == Known::held) return FitDialog::tr("held");
  const double size = std::max(e.error, 1e-9);
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(size))), 0, 4);
  QString value = QString::number(std::abs(e.value), 'f', decimals);
  if (e.value < 0.0) value.prepend(QChar(0x2212));
  return QString("%1 \u00b1 %2").arg(value, QString::number(e.error, 'f', decimals));
}

void put(QGridLayout* grid, int row, int column, const QString& text) {
  qobject_cast<QLabel*>(grid->itemAtPosition(row, column)->widget())->setText(text);
}

}  // namespace

void FitDialog::open() {
  QDialog::open();
  read();
}

void FitDialog::read() {
  map_->show_words(tr("Reading and fitting..."), false);
  HorizonFileOptions options;
  options.where = rows_->where();
  import_->read(file_, options);
}

std::vector<GuessedChoice> FitDialog::guessed() const {
  const PicksChoice& choice = import_->picks()->guess.choice;
  return {{unit_, unit_->findData(static_cast<int>(choice.z))}, {sense_, static_cast<int>(choice.sense)}};
}

void FitDialog::show_guess() {
  const PicksGuess& guess = import_->picks()->guess;
  show_guessed(guessed(), asked_);
  why_->setText(tr("Unit: %1. Sense: %2.")
                    .arg(QString::fromStdString(guess.why_unit), QString::fromStdString(guess.why_sense)));
  place();
}

void FitDialog::place() {
  drop_fit();
  if (!import_->picks()) {
    if (!import_->busy()) read();
    return;
  }
  PicksChoice choice = import_->picks()->guess.choice;
  choice.z = static_cast<Unit>(unit_->currentData().toInt());
  if (!is_time(choice.z)) choice.xy = choice.z;
  choice.sense = static_cast<VerticalSense>(sense_->currentIndex());
  choice.velocity = velocity_->value();
  import_->place(choice, false);
  refresh();
}

std::optional<std::size_t> FitDialog::chosen_boundary() const {
  const int chosen = layer_->currentData().toInt();
  return chosen == own_layer ? std::nullopt : std::optional(static_cast<std::size_t>(chosen));
}

void FitDialog::start() {
  if (!import_->placed()) {
    if (!import_->busy()) place();
    return;
  }
  drop_fit();
  HorizonFitOptions options;
  options.lambda = free_[0]->isChecked();
  options.axis = free_[1]->isChecked();
  options.thickness = free_[2]->isChecked();
  options.name = QFileInfo(file_).fileName().toStdString();
  const std::optional<std::size_t> boundary = chosen_boundary();
  const Worker::Order order{tr("Fit to a horizon"), QFileInfo(file_).fileName()};
  job_ = worker_.start(order, [this, wish = wish_, scenario = scenario_, placed = import_->placed(), boundary,
                               options](const Job& job) {
    const auto found = std::make_shared<const HorizonFit>(
        fit_second_horizon(scenario, placed->picks.points, boundary, options, job));
    worker_.hand_over([this, wish, found] {
      if (wish != wish_) return;
      fit_ = found;
      stale_ = false;
      show_fit();
    });
  });
  refresh();
}

void FitDialog::drop_fit() {
  ++wish_;
  stale_ = true;
  map_->set_dimmed(true);
  worker_.supersede(std::exchange(job_, 0));
}

void FitDialog::job_told(const JobRecord& job) {
  if (job.id != job_ || !job.ended()) return;
  job_ = 0;
  if (job.stage == JobStage::failed) return show_failure(job.message);
  if (job.stage == JobStage::stopped && !fit_) show_stopped();
}

void FitDialog::show_stopped() {
  map_->show_words(tr("Stopped. Change a choice to fit again."), false);
}

void FitDialog::show_fit() {
  const HorizonFit& f = *fit_;
  const double range = misfit_range(f.misfit);
  map_->show_misfit(scenario_.grid, f.map, range);
  histogram_->show_misfit(f.misfit, range);

  const AxialLine before = scenario_.events.front().fold.axial_line;
  const auto row = [&](int at, const QString& was, const Estimate& e) {
    put(values_, at, 1, was);
    put(values_, at, 2, with_error(e));
  };
  row(1, digits(f.start.lambda), f.lambda);
  const auto azimuth = [](const QString& text) {
    return QString::fromStdString(three_digits(text.toStdString()));
  };
  put(values_, 2, 1, azimuth(digits(before.trend)));
  put(values_, 2, 2, azimuth(with_error(f.trend)));
  row(3, digits(before.plunge), f.plunge);
  row(4, digits(f.start.thickness), f.thickness);

  int at = 1;
  for (const MisfitNumbers* m : {&f.before, &f.shift, &f.parallel.misfit, &f.similar.misfit,
                                 static_cast<const MisfitNumbers*>(&f.after)}) {
    if (!m->known()) {
      put(models_, at, 1, tr("cannot be"));
      for (int column = 2; column <= 5; ++column)
        put(models_, at, column, {});
      ++at;
      continue;
    }
    put(models_, at, 1, digits(m->rms));
    put(models_, at, 2, digits(m->median));
    put(models_, at, 3, digits(m->largest));
    put(models_, at, 4, digits(100.0 * m->share_in_cell) + " %");
    put(models_, at, 5, digits(100.0 * m->explained, 4) + " %");
    ++at;
  }
  QString picks = tr("%1 of %2 picks, over %3 % of the map")
                      .arg(count_words(f.picks.used.size()), count_words(f.picks.given))
                      .arg(100.0 * std::min(f.picks.coverage, 1.0), 0, 'f', 0);
  if (f.correlation.share > 0.0)
    picks += tr("; their misfits go together over %1 m, so they are worth %2 independent ones")
                 .arg(f.correlation.length, 0, 'f', 0)
                 .arg(f.effective_picks, 0, 'f', 0);
  picks_->setText(picks);
  QStringList remarks;
  for (const std::string& remark : f.remarks)
    remarks << QChar(0x2022) + QString(" ") + QString::fromStdString(remark);
  remarks_->setText(remarks.join("\n"));
  refresh();
}

void FitDialog::show_failure(const QString& why) {
  fit_.reset();
  map_->show_words(QString(why).remove(QFileInfo(file_).path() + '/'), true);
  histogram_->show_misfit({}, 1.0);
  picks_->clear();
  remarks_->clear();
  for (int r = 1; r <= 4; ++r)
    for (int c = 1; c <= 2; ++c)
      put(values_, r, c, {});
  for (int r = 1; r <= 5; ++r)
    for (int c = 1; c <= 5; ++c)
      put(models_, r, c, {});
  refresh();
}

void FitDialog::refresh() {
  const bool timed = is_time(static_cast<Unit>(unit_->currentData().toInt()));
  form_->setRowVisible(velocity_row_, timed);
  // Without a boundary there is no thickness to hold.
  const bool has_layer = layer_->currentData().toInt() != own_layer;
  free_[2]->setEnabled(has_layer);
  if (!has_layer) free_[2]->setChecked(true);
  remarks_->setVisible(!remarks_->text().isEmpty());
  const bool ready = fit_ && !stale_;
  const bool is_there = has_layer;
  boundary_->setEnabled(ready && !is_there);
  name_->setEnabled(ready && boundary_->isEnabled() && boundary_->isChecked());
  stop_->setVisible(busy());
  apply_->setEnabled(ready);
}

void FitDialog::apply() {
  Scenario next;
  try {
    next = with_fit(scenario_, *fit_, chosen_boundary());
    const QString name = name_->text().trimmed();
    if (boundary_->isEnabled() && boundary_->isChecked())
      next = with_boundary(next, fit_->level.thickness,
                           (name.isEmpty() ? QFileInfo(file_).completeBaseName() : name).toStdString());
  } catch (const Error& error) {
    remarks_->setText(said(error.what()));
    return refresh();
  }
  emit fitted(next, QFileInfo(file_).completeBaseName());
  accept();
}

}  // namespace foldwave
