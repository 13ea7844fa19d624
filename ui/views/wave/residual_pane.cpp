#include "ui/views/wave/residual_pane.hpp"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QStyle>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/base/text.hpp"
#include "core/output/comparison_files.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/views/wave/gather_view.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

namespace {

// Seen on white, on blue and red, and on the ground of either look.
constexpr Rgb recorded_color{0.05, 0.60, 0.25}, modelled_color{0.66, 0.25, 0.80},
    travel_color{0.85, 0.55, 0.0};

std::vector<double> picks_of(const FirstBreakResidual& breaks) {
  std::vector<double> seconds;
  for (const std::optional<double>& pick : breaks.picked)
    seconds.push_back(pick.value_or(std::numeric_limits<double>::quiet_NaN()));
  return seconds;
}

QString name_of(const ComparisonOutcome& one) {
  return QString::fromStdString(one.file.filename().string());
}

QString milliseconds(double seconds) {
  return QString::fromStdString(number_text(1e3 * seconds, 3));
}

QString per_cent(double share) {
  return std::isfinite(share)
             ? ResidualPane::tr("%1 %").arg(QString::fromStdString(number_text(100.0 * share, 3)))
             : ResidualPane::tr("none");
}

QString misfit_words(const FirstBreakResidual& breaks, double dt) {
  if (!std::isfinite(breaks.median)) return ResidualPane::tr("none");
  return ResidualPane::tr("%1 ms, %2 samples")
      .arg(milliseconds(breaks.median), QString::fromStdString(number_text(breaks.median / dt, 2)));
}

using NumberRows = std::vector<std::pair<QString, QString>>;

std::array<NumberRows, 2> number_rows(const GatherComparison& made) {
  NumberRows amplitudes{
      {ResidualPane::tr("left of the record"), per_cent(made.residual.all)},
      {ResidualPane::tr("strength found"), QString::fromStdString(number_text(made.scale, 4))}};
  if (const auto worst = worst_trace(made.residual))
    amplitudes.emplace_back(
        ResidualPane::tr("worst trace"),
        ResidualPane::tr("%1: %2").arg(*worst + 1).arg(per_cent(made.residual.rms[*worst])));
  NumberRows breaks;
  if (!made.travel_times.empty())
    breaks = {
        {ResidualPane::tr("recorded breaks off"), misfit_words(made.recorded_breaks, made.recorded.dt)},
        {ResidualPane::tr("modelled breaks off"), misfit_words(made.predicted_breaks, made.recorded.dt)}};
  breaks.emplace_back(
      ResidualPane::tr("samples"),
      ResidualPane::tr("%1 of %2 ms").arg(made.recorded.samples).arg(milliseconds(made.recorded.dt)));
  return {amplitudes, breaks};
}

}  // namespace

ResidualPane::ResidualPane(const QString& why_no_opengl, QWidget* parent) : Pane(parent) {
  GatherView* view = nullptr;
  if (why_no_opengl.isEmpty()) {
    view = new GatherView(scene_, this);
    view->setObjectName("residual view");
    connect(view, &GatherView::read, this, &ResidualPane::read);
    connect(view, &GatherView::chosen, this, [this](int trace) {
      scene_.mark_trace(trace);
      redraw();
    });
  }
  build(scene_, view, why_no_opengl);
  QHBoxLayout* const line = add_controls();
  add_what(line);
  add_gain(line);
  add_exports(line);
  line->addStretch(1);
  add_fit(line, "residual fit", tr("All traces from begin to end"));

  said_ = new QLabel(this);
  said_->setObjectName("residual words");
  said_->setProperty("role", "message");
  said_->setWordWrap(true);
  said_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  add_controls()->addWidget(said_, 1);
  QHBoxLayout* const below = add_more_controls();
  for (QLabel*& label : numbers_) {
    label = new QLabel(this);
    label->setProperty("role", "unit");
    label->setTextFormat(Qt::RichText);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // In a widget of its own it may stand below the other, where the view is narrow.
    auto* const column = new QWidget(this);
    auto* const inside = new QHBoxLayout(column);
    inside->setContentsMargins(0, 0, 4, 0);
    inside->addWidget(label);
    below->addWidget(column);
  }
  numbers_[0]->setObjectName("residual numbers");
  numbers_[1]->setObjectName("residual breaks");
  numbers_[0]->setToolTip(
      tr("Root mean square of modelled less recorded over that of the record, once the shot's strength was "
         "found"));
  below->addStretch(1);
  connect(&worker_, &Worker::finished, this,
          [this](const QString& name, Outcome outcome, const QString& why) {
            if (outcome == Outcome::failed) emit message(why, true);
            if (outcome == Outcome::done) emit message(tr("%1 done").arg(name), false);
          });
  say({}, false);
  refresh();
}

ResidualPane::~ResidualPane() {
  delete view();
}

void ResidualPane::add_what(QHBoxLayout* line) {
  QMenu* const menu =
      add_choices(line, tr("&Shown"), tr("Which of the two gathers is drawn"), "residual shown");
  const std::tuple<QString, QString, Shown> names[] = {
      {tr("&Recorded"), tr("Recorded"), recorded},
      {tr("&Modelled"), tr("Modelled"), modelled},
      {tr("Recorded &over modelled"), tr("Recorded over modelled"), both},
      {tr("&Difference, modelled - recorded"), tr("Difference"), difference}};
  for (const auto& [name, in_short, what] : names)
    what_ << add_choice(
        menu, name, in_short,
        [this, what = what] {
          shown_ = what;
          refresh();
        },
        what == both);
}

// AGC would have a gain of its own for each of the gathers.
void ResidualPane::add_gain(QHBoxLayout* line) {
  QMenu* const menu = add_choices(line, tr("&Gain"), tr("Makes late arrivals visible, alike in all of them"),
                                  "residual gain");
  const std::tuple<QString, QString, double> powers[] = {{tr("&None"), tr("No gain"), 0.0},
                                                         {tr("&t"), tr("Gain t"), 1.0},
                                                         {QString("t\u00b2"), tr("Gain t\u00b2"), 2.0}};
  for (const auto& [name, in_short, power] : powers)
    add_choice(
        menu, name, in_short,
        [this, power = power] {
          GatherOptions options = scene_.options();
          options.time_power = power;
          scene_.set_options(options);
          redraw();
        },
        power == 1.0);
  QAction* const breaks = add_command(tr("First &breaks"), nullptr,
                                      tr("Where both begin, and the travel times through the model"));
  breaks->setIconText(tr("Breaks"));
  breaks->setCheckable(true);
  breaks->setChecked(true);
  connect(breaks, &QAction::toggled, this, [this](bool on) {
    breaks_ = on;
    refresh();
  });
  add_button(line, breaks, "residual breaks shown");
}

void ResidualPane::add_exports(QHBoxLayout* line) {
  again_ = add_command(tr("Compare &again"), nullptr,
                       tr("The same record against the wave of the scenario as it is now"));
  again_->setIconText(tr("Again"));
  add_button(line, again_, "residual again");
  connect(again_, &QAction::triggered, this, [this] { emit again_wished(file_); });
  QAction* const segy =
      add_command(tr("Export the &difference..."), nullptr,
                  tr("Modelled less recorded as SEG-Y, as foldwave-cli residual writes it"));
  connect(segy, &QAction::triggered, this, [this] {
    const QString file = ask_file(tr("Export the difference"), tr("SEG-Y (*.sgy)"), "sgy");
    if (!file.isEmpty()) export_difference(file);
  });
  QAction* const table = add_command(tr("Export the &table..."), nullptr,
                                     tr("A line a trace: its receiver, what is left, its first breaks"));
  connect(table, &QAction::triggered, this, [this] {
    const QString file = ask_file(tr("Export the table"), tr("Tables (*.csv)"), "csv");
    if (!file.isEmpty()) export_table(file);
  });
  QAction* const copy = add_command(tr("&Copy the numbers"), "copy", tr("As text, tabs between its columns"));
  connect(copy, &QAction::triggered, this, [this] {
    QGuiApplication::clipboard()->setText(numbers());
    emit message(tr("The numbers are in the clipboard"), false);
  });
  needs_one_ = {segy, table, copy};
}

QString ResidualPane::ask_file(const QString& title, const QString& kind, const QString& suffix) {
  if (!comparison_) return {};
  const QString name = QFileInfo(name_of(*comparison_)).completeBaseName();
  const QString file = QFileDialog::getSaveFileName(
      this, title,
      QString("%1/%2-residual.%3").arg(folder_to_begin_in(comparison_->scenario.folder), name, suffix), kind);
  return file.isEmpty() || !QFileInfo(file).suffix().isEmpty() ? file : file + '.' + suffix;
}

void ResidualPane::export_difference(const QString& file) {
  if (!comparison_) return;
  worker_.start(tr("Export the difference"), [this, one = comparison_, file](const Job&) {
    const std::string warning = write_difference_segy(file.toStdString(), one->scenario, one->result);
    if (!warning.empty()) worker_.tell({{}, 0.0, {said(warning)}});
  });
}

void ResidualPane::export_table(const QString& file) {
  if (!comparison_) return;
  worker_.start(tr("Export the table"), [one = comparison_, file](const Job&) {
    write_comparison_table(file.toStdString(), one->result, one->scenario.grid.origin);
  });
}

void ResidualPane::set_shown(Shown what) {
  what_[what]->setChecked(true);
}

void ResidualPane::say(const QString& words, bool is_error) {
  said_->setText(words);
  said_->setVisible(!words.isEmpty());
  said_->setProperty("state", is_error ? "error" : "warning");
  said_->style()->unpolish(said_);
  said_->style()->polish(said_);
}

QString ResidualPane::words() const {
  return said_->text();
}

void ResidualPane::show_working(const QString& file) {
  file_ = file;
  again_->setEnabled(true);
  say({}, false);
  if (!comparison_)
    set_note(tr("modelling the wave at the receivers of %1").arg(QFileInfo(file).fileName()), false);
}

void ResidualPane::show_refusal(const QString& why) {
  say(why, true);
  refresh();
}

void ResidualPane::show_comparison(Compared comparison, bool stale) {
  const bool other = comparison != comparison_;
  comparison_ = std::move(comparison);
  stale_ = stale;
  if (other) {
    QStringList remarks;
    if (comparison_) {
      file_ = QString::fromStdString(comparison_->file.string());
      for (const std::string& warning : comparison_->result.warnings)
        remarks << said(warning);
    }
    say(remarks.join('\n'), false);
    fill_numbers();
  }
  refresh();
}

std::vector<TraceTimes> ResidualPane::times() const {
  const GatherComparison& made = comparison_->result;
  if (!breaks_ || made.travel_times.empty()) return {};
  std::vector<double> arrivals = made.travel_times;
  for (double& t : arrivals)
    t += made.break_delay;
  return {{tr("travel times + %1 ms").arg(milliseconds(made.break_delay)).toStdString(), travel_color,
           arrivals, true},
          {tr("recorded breaks").toStdString(), recorded_color, picks_of(made.recorded_breaks)},
          {tr("modelled breaks").toStdString(), modelled_color, picks_of(made.predicted_breaks)}};
}

// The record sets the colours of all.
GatherBeside ResidualPane::beside() const {
  const QString titles[] = {tr("Recorded"), tr("Modelled"), tr("Recorded (lines) over modelled (colours)"),
                            tr("Modelled less recorded")};
  GatherBeside beside{titles[shown_].toStdString()};
  const GatherComparison& made = comparison_->result;
  const std::shared_ptr<const Gather> record(comparison_, &made.recorded);
  beside.scale = record;
  if (shown_ == both) beside.over = record;
  beside.read = {{tr("recorded").toStdString(), record},
                 {tr("modelled").toStdString(), {comparison_, &made.predicted}}};
  beside.times = times();
  return beside;
}

void ResidualPane::refresh() {
  if (again_ == nullptr) return;  // not all of the controls are there yet
  again_->setEnabled(!file_.isEmpty());
  for (QAction* const action : needs_one_)
    action->setEnabled(comparison_ != nullptr);
  if (!comparison_) {
    scene_.set_beside({tr("Residual").toStdString()});
    scene_.show_gather(nullptr, {});
    set_note(tr("no comparison yet: Run > Compare with recorded traces"), false);
    return redraw();
  }
  const GatherComparison& made = comparison_->result;
  const Gather* const gathers[] = {&made.recorded, &made.predicted, &made.predicted,
                                   &made.residual.difference};
  const Vec3 source =
      comparison_->scenario.survey.sources.front().position - comparison_->scenario.grid.origin;
  scene_.set_beside(beside());
  scene_.show_gather({comparison_, gathers[shown_]}, source);
  set_note(stale_ ? tr("Stale: the scenario has changed since, compare again")
                  : tr("%1, %2 traces").arg(name_of(*comparison_)).arg(made.recorded.receivers.size()),
           stale_);
  redraw();
}

void ResidualPane::fill_numbers() {
  for (QLabel* const label : numbers_)
    label->clear();
  if (!comparison_) return;
  const auto columns = number_rows(comparison_->result);
  for (std::size_t c = 0; c < 2; ++c) {
    QString rows;
    for (const auto& [name, value] : columns[c])
      rows += QString("<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2</td></tr>").arg(name, value);
    numbers_[c]->setText("<table cellspacing=0>" + rows + "</table>");
  }
  numbers_[1]->setToolTip(
      tr("Median of how far first breaks lie from the fold solver's travel times through the model; the "
         "receivers' places are from %1")
          .arg(QString::fromStdString(comparison_->result.read_from)));
}

QString ResidualPane::numbers() const {
  QString text;
  if (!comparison_) return text;
  for (const NumberRows& rows : number_rows(comparison_->result))
    for (const auto& [name, value] : rows)
      text += name + '\t' + value + '\n';
  return text;
}

}  // namespace foldwave
