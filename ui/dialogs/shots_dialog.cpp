#include "ui/dialogs/shots_dialog.hpp"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/error.hpp"
#include "core/engine/survey/survey_setup.hpp"
#include "core/formats/segy/trace_words.hpp"
#include "core/model/fields.hpp"
#include "core/model/scenario_files.hpp"
#include "ui/dialogs/shots_map.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr std::size_t table_traces = 200;  // that are shown

QString shown_range(double low, double high) {
  return low == high ? number_string(low)
                     : ShotsDialog::tr("%1 to %2").arg(number_string(low), number_string(high));
}

QString shown_box(const SegyBounds& b) {
  return ShotsDialog::tr("x %1, y %2, depth %3 m")
      .arg(shown_range(b.low.x, b.high.x), shown_range(b.low.y, b.high.y), shown_range(b.low.z, b.high.z));
}

QStringList summed_up(const SegyShots& all, const SegyFile& headers, RecordedKind kind) {
  QStringList words{
      ShotsDialog::tr("%1 traces of %2 samples, %3 ms apart")
          .arg(count_words(headers.geometry.size()), count_words(headers.samples),
               number_string(1e3 * headers.dt)),
      ShotsDialog::tr("%1 shots: %2").arg(count_words(all.shots.size()), shown_box(all.source_bounds)),
      (all.receivers.size() == 1 ? ShotsDialog::tr("1 place of receivers: %1")
                                 : ShotsDialog::tr("%2 places of receivers: %1"))
          .arg(shown_box(all.receiver_bounds), count_words(all.receivers.size())),
      ShotsDialog::tr("%1 m from source to receiver").arg(shown_range(all.least_offset, all.most_offset))};
  if (kind == RecordedKind::gather) words = {words[0], words[2]};
  return words;
}

// Of a gather its receivers alone.
SegyShots receivers_of(SegyShots all) {
  all.doubts.clear();
  if (all.receivers.size() == 1 && all.shots.size() + all.shots.front().traces.size() > 2)
    all.doubts.push_back(ShotsDialog::tr("the receivers of all traces are at one place").toStdString());
  all.shots.clear();
  all.source_bounds = all.receiver_bounds;
  return all;
}

SurveyPlace place_of(const Scenario& scenario, RecordedKind kind) {
  if (kind == RecordedKind::shots) return survey_place(scenario);
  const Grid3 grid = scenario.grid;
  return {grid, {}, [grid](const Vec3& map) -> std::optional<Vec3> {
            Vec3 local = map - grid.origin;
            if (grid.is_section()) local.y = 0.0;
            return local;
          }};
}

ShotHeaders headers_of(const Scenario& scenario, RecordedKind kind) {
  if (kind == RecordedKind::shots) return asked_survey(scenario).headers;
  return scenario.imaging ? scenario.imaging->headers : ShotHeaders{};
}

bool tells_of_sources(const std::string& key) {
  return key == "shot" || key.starts_with("source_");
}

QStringList doubts_of(const SegyShots& all, const SegyFile& headers, const SurveyPlace& at) {
  QStringList doubts;
  for (const std::string& doubt : all.doubts)
    doubts << QString::fromStdString(doubt);
  const ShotsBeside beside = shots_beside(all, at.place, at.grid);
  if (beside.shots > 0)
    doubts << ShotsDialog::tr("%1 of %2 shots lie beside the model")
                  .arg(count_words(beside.shots), count_words(all.shots.size()));
  if (beside.receivers > 0)
    doubts << ShotsDialog::tr("%1 of %2 receivers lie beside the model")
                  .arg(count_words(beside.receivers), count_words(all.receivers.size()));
  for (const std::string& warning : headers.warnings)
    doubts << QString::fromStdString(warning);
  return doubts;
}

}  // namespace

QString recorded_place(const Scenario& scenario, RecordedKind kind) {
  std::string name;
  if (scenario.imaging && kind == RecordedKind::gather) name = scenario.imaging->data;
  if (kind == RecordedKind::shots) name = asked_survey(scenario).data;
  if (name.empty()) return {};
  return QDir(QString::fromStdString(scenario.folder)).filePath(QString::fromStdString(name));
}

ShotsDialog::ShotsDialog(const Scenario& scenario, const QString& file, RecordedKind kind, QWidget* parent)
    : QDialog(parent), scenario_(scenario), file_(file), kind_(kind) {
  const bool of_shots = kind == RecordedKind::shots;
  setObjectName("shots dialog");
  setWindowTitle(of_shots ? tr("Recorded shots") : tr("Recorded traces"));
  headers_ = headers_of(scenario_, kind);
  auto* const all = new QVBoxLayout(this);
  all->setContentsMargins(16, 14, 16, 12);
  all->setSpacing(10);
  all->addWidget(heading(QFileInfo(file).fileName(), this));
  auto* const sides = new QHBoxLayout;
  sides->setSpacing(16);
  all->addLayout(sides, 1);
  auto* const left = new QVBoxLayout;
  sides->addLayout(left);
  left->addWidget(
      new QLabel(tr("Bytes of a trace's header, counted from 1; 0: none; 73:2: of 2 bytes"), this));
  auto* const grid = new QGridLayout;
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(5);
  left->addLayout(grid);
  left->addStretch();
  add_fields(*grid);

  auto* const right = new QVBoxLayout;
  sides->addLayout(right, 1);
  facts_ = new QLabel(tr("reading"), this);
  facts_->setObjectName("shots facts");
  doubts_ = new QLabel(this);
  doubts_->setObjectName("shots doubts");
  doubts_->setStyleSheet(QString("color: %1").arg(to_qcolor(theme::stale).name()));
  for (QLabel* const label : {facts_, doubts_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    right->addWidget(label);
  }
  map_ = new ShotsMap(this);
  right->addWidget(map_, 1);
  first_ = new QTableWidget(0, 8, this);
  first_->setObjectName("shots first traces");
  first_->setAccessibleName(tr("First traces"));
  first_->setHorizontalHeaderLabels({tr("Trace"), tr("Shot"), tr("Source x"), tr("y"), tr("depth"),
                                     tr("Receiver x"), tr("y"), tr("depth")});
  first_->verticalHeader()->hide();
  first_->setTabKeyNavigation(false);
  first_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  first_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  first_->setMinimumWidth(560);
  offer_cells(first_);
  for (int column = 1; column < 5 && !of_shots; ++column)
    first_->setColumnHidden(column, true);
  right->addWidget(first_, 1);

  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  take_ = buttons->button(QDialogButtonBox::Ok);
  take_->setObjectName("take shots");
  take_->setText(of_shots ? tr("Use these shots") : tr("Use these traces"));
  take_->setEnabled(false);
  all->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit taken(change());
    accept();
  });
  typed_.setSingleShot(true);
  typed_.setInterval(pause_in_typing);
  connect(&typed_, &QTimer::timeout, this, &ShotsDialog::read);
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::failed) show_failed(why);
  });
  read();
}

// Two columns of fields, by the rows of their table.
void ShotsDialog::add_fields(QGridLayout& grid) {
  int line = 0;
  each_row<ShotHeaders>([&](const auto& row, const std::string&) {
    const KeyFacts& key = row.field;
    if (kind_ == RecordedKind::gather && tells_of_sources(key.key)) return;
    QString label = *key.label != 0 ? tr(key.label) : tr(key.words().c_str());
    label[0] = label[0].toUpper();
    const QString unit = tr(key.unit);
    if (!unit.isEmpty() && unit != "byte") label += QString(" (%1)").arg(unit);
    const auto place = [&](QLineEdit* field, const QString& name) {
      field->setObjectName(QString("shots %1").arg(name));
      field->setAccessibleName(label);
      field->setMaximumWidth(90);
      grid.addWidget(field, line, 1);
    };
    const auto add = [&](const QString& name) {
      auto* const field = new NumberEdit(this);
      field->setToolTip(tr(key.tip));
      place(field, name);
      connect(field, &NumberEdit::edited, this, [this] { typed_.start(); });
      return field;
    };
    auto* const words = new QLabel(label, this);
    grid.addWidget(words, line, 0);
    auto& value = std::invoke(row.at, headers_);
    if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, Vec3>) {
      std::array<NumberEdit*, 3> fields{};
      for (int a = 0; a < 3; ++a) {
        if (a > 0) ++line;
        auto* const field = add(QString(key.key) + " " + "xyz"[a]);
        field->set_value(value[a]);
        fields[static_cast<std::size_t>(a)] = field;
        if (a > 0) grid.addWidget(new QLabel(a == 1 ? tr("north") : tr("down"), this), line, 0);
      }
      words->setText(label + tr(", east"));
      store_.push_back([&row, fields](ShotHeaders& to) {
        std::invoke(row.at, to) = {fields[0]->value(), fields[1]->value(), fields[2]->value()};
      });
    } else if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, SegyWord>) {
      auto* const field = new QLineEdit(QString::fromStdString(segy_word_text(value)), this);
      field->setToolTip(
          tr("Where the word begins, with :2 where it has 2 bytes, else it has 4; or its name, "
             "such as source-x"));
      field->setAlignment(Qt::AlignRight);
      place(field, key.key);
      connect(field, &QLineEdit::textEdited, this, [this] { typed_.start(); });
      words->setBuddy(field);
      store_.push_back([&row, field](ShotHeaders& to) {
        std::invoke(row.at, to) = parse_segy_word_or_none(field->text().trimmed().toStdString(),
                                                          field->accessibleName().toStdString());
      });
    } else {
      NumberEdit* const field = add(key.key);
      field->set_value(value);
      words->setBuddy(field);
      store_.push_back([&row, field](ShotHeaders& to) {
        const double low = row.field.automatic ? 0.0 : row.field.range.low;
        std::invoke(row.at, to) = std::clamp(field->value(), low, row.field.range.high);
      });
    }
    ++line;
  });
}

// Return in a field is for the field alone.
void ShotsDialog::keyPressEvent(QKeyEvent* event) {
  const bool is_return = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (is_return && qobject_cast<QLineEdit*>(focusWidget()) != nullptr) return event->accept();
  QDialog::keyPressEvent(event);
}

ShotHeaders ShotsDialog::headers_of_fields() const {
  ShotHeaders headers = headers_;
  for (const auto& store : store_)
    store(headers);
  return headers;
}

void ShotsDialog::read() {
  typed_.stop();
  shots_.reset();
  take_->setEnabled(false);
  worker_.stop();
  ++asked_;
  ShotHeaders mapping;
  try {
    mapping = headers_of_fields();
  } catch (const InputError& error) {
    return show_failed(QString::fromStdString(error.what()));
  }
  worker_.start(Worker::Order{tr("Read recorded shots"), QFileInfo(file_).fileName()},
                [this, file = file_.toStdString(), scenario = scenario_, mapping, kind = kind_,
                 asked = asked_](const Job& job) {
                  const auto traces = std::make_shared<const SegyTraces>(file, job, mapping);
                  const SegyFile& headers = traces->headers();
                  SegyShots found = segy_shots(headers);
                  QStringList words = summed_up(found, headers, kind);
                  if (kind == RecordedKind::gather) found = receivers_of(std::move(found));
                  const auto all = std::make_shared<const SegyShots>(std::move(found));
                  const SurveyPlace at = place_of(scenario, kind);
                  QStringList doubts = doubts_of(*all, headers, at);
                  worker_.hand_over([this, traces, all, at, words, doubts, asked] {
                    if (asked != asked_) return;
                    shots_ = all;
                    map_->show_model(scenario_.grid, at.line);
                    doubts_->setText(doubts.join('\n'));
                    show_read(traces->headers(), words);
                  });
                });
}

void ShotsDialog::show_failed(const QString& why) {
  facts_->setText(why);
  doubts_->clear();
  first_->setRowCount(0);
  map_->show_shots(nullptr);
}

void ShotsDialog::show_read(const SegyFile& headers, const QStringList& words) {
  facts_->setText(words.join('\n'));
  map_->show_shots(shots_);
  const std::size_t rows = std::min(table_traces, headers.geometry.size());
  first_->setRowCount(static_cast<int>(rows));
  for (std::size_t t = 0; t < rows; ++t) {
    const SegyTrace& trace = headers.geometry[t];
    const double numbers[] = {static_cast<double>(t + 1),
                              static_cast<double>(trace.field_record),
                              trace.source.x,
                              trace.source.y,
                              trace.source.z,
                              trace.receiver.x,
                              trace.receiver.y,
                              trace.receiver.z};
    for (int c = 0; c < 8; ++c) {
      auto* const cell = new QTableWidgetItem(number_string(numbers[c]));
      cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      first_->setItem(static_cast<int>(t), c, cell);
    }
  }
  take_->setEnabled(kind_ == RecordedKind::gather || !lacks_offsets(headers));
}

ScenarioChange ShotsDialog::change() const {
  return [file = file_.toStdString(), headers = headers_of_fields(), kind = kind_](const Scenario& now) {
    Scenario next = now;
    if (kind == RecordedKind::gather) {
      if (!next.imaging) next.imaging.emplace();
      next.imaging->data = name_from_folder(now.folder, file);
      next.imaging->headers = headers;
      return next;
    }
    if (!next.imaging) next.imaging.emplace().purpose = ImagingPurpose::image;
    if (!next.imaging->survey) next.imaging->survey.emplace();
    next.imaging->survey->data = name_from_folder(now.folder, file);
    next.imaging->survey->headers = headers;
    return next;
  };
}

}  // namespace foldwave
