#include "ui/jobs/job_list.hpp"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/text.hpp"
#include "ui/widgets/number_words.hpp"

namespace foldwave {
namespace {

constexpr int progress_interval = 450;  // ms

QString bytes_words(double bytes) {
  return bytes > 0.0 ? QString::fromStdString(bytes_text(bytes)) : QString();
}

// "12 s (10 s)": in brackets what was foretold.
QString took_words(const JobRecord& job) {
  if (!job.ended() || !job.started.isValid()) return {};
  const QString took = QString::fromStdString(seconds_text(job.seconds));
  if (!(job.foretold > 0.0) || job.stage != JobStage::done) return took;
  return JobList::tr("%1 (%2)").arg(took, QString::fromStdString(seconds_text(job.foretold)));
}

QString outcome_words(const JobRecord& job) {
  switch (job.stage) {
    case JobStage::waiting:
      return JobList::tr("waits");
    case JobStage::running:
      return JobList::tr("runs");
    case JobStage::stopped:
      return JobList::tr("stopped");
    case JobStage::failed:
      return JobList::tr("failed: %1").arg(job.message);
    case JobStage::done:
      break;
  }
  return job.facts.warnings.isEmpty() ? JobList::tr("done") : JobList::tr("done, with warnings");
}

}  // namespace

QString rate_text(const JobState& state) {
  if (state.rate <= 0) return {};
  const struct {
    double size;
    QString words;
  } scales[] = {{1e9, JobList::tr("%1 G %2/s")},
                {1e6, JobList::tr("%1 M %2/s")},
                {1e3, JobList::tr("%1 k %2/s")},
                {1.0, JobList::tr("%1 %2/s")}};
  const auto* const fits =
      std::find_if(scales, std::end(scales) - 1, [&](const auto& s) { return state.rate >= s.size; });
  return fits->words.arg(short_words(state.rate / fits->size), state.unit);
}

QString left_text(const JobState& state) {
  if (state.seconds_left < 0.5) return {};
  return JobList::tr("%1 left").arg(QString::fromStdString(seconds_text(std::round(state.seconds_left))));
}

JobList::JobList(QObject* parent) : QAbstractTableModel(parent) {
  since_told_.start();
}

void JobList::watch(Worker& worker) {
  connect(&worker, &Worker::told, this,
          [this, from = &worker](const JobRecord& record) { take(from, record); });
  connect(&worker, &QObject::destroyed, this, &JobList::forsake);
}

void JobList::take(Worker* worker, const JobRecord& record) {
  if (record.name.isEmpty()) return;
  const int at = row_of(record.id);
  const bool unwanted = record.superseded && record.stage == JobStage::stopped;
  if (unwanted && at >= 0) return drop_row(at);
  if (unwanted) return;
  if (at < 0) {
    beginInsertRows({}, 0, 0);
    rows_.push_front({record, worker, {}});
    endInsertRows();
  } else {
    Row& row = rows_[static_cast<std::size_t>(at)];
    const bool is_progress = row.job.stage == record.stage;
    row.job = record;
    if (!is_progress || since_told_.hasExpired(progress_interval)) {
      since_told_.start();
      emit dataChanged(index(at, 0), index(at, column_count - 1));
    }
  }
  if (!record.ended()) return;
  emit ended(record);
  bound();
}

// A dialog that is closed takes its worker along, and what that did.
void JobList::forsake(QObject* worker) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    if (row.worker != worker) continue;
    row.worker = nullptr;
    if (row.job.ended()) continue;
    row.job.stage = JobStage::stopped;
    emit dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), column_count - 1));
    emit ended(row.job);
  }
}

void JobList::drop_row(int row) {
  beginRemoveRows({}, row, row);
  rows_.erase(rows_.begin() + row);
  endRemoveRows();
}

void JobList::bound() {
  auto count = std::count_if(rows_.begin(), rows_.end(), [](const Row& r) { return r.job.ended(); });
  // A row with a note leads to a result: it goes last.
  for (const bool noted : {false, true})
    for (int row = static_cast<int>(rows_.size()) - 1; row >= 0 && count > most_ended; --row)
      if (const Row& r = rows_[static_cast<std::size_t>(row)]; r.job.ended() && r.note.isEmpty() != noted) {
        drop_row(row);
        --count;
      }
}

void JobList::set_note(JobId id, const QString& words) {
  const int at = row_of(id);
  if (at < 0 || rows_[static_cast<std::size_t>(at)].note == words) return;
  rows_[static_cast<std::size_t>(at)].note = words;
  emit dataChanged(index(at, outcome), index(at, outcome));
}

const JobRecord* JobList::record(int row) const {
  return row >= 0 && row < static_cast<int>(rows_.size()) ? &rows_[static_cast<std::size_t>(row)].job
                                                          : nullptr;
}

int JobList::row_of(JobId id) const {
  const auto at = std::find_if(rows_.begin(), rows_.end(), [id](const Row& r) { return r.job.id == id; });
  return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

bool JobList::can_stop(JobId id) const {
  const int at = row_of(id);
  if (at < 0) return false;
  const Row& row = rows_[static_cast<std::size_t>(at)];
  return !row.job.ended() && row.worker != nullptr;
}

void JobList::stop(JobId id) {
  if (can_stop(id)) rows_[static_cast<std::size_t>(row_of(id))].worker->stop(id);
}

int JobList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int JobList::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : column_count;
}

QString JobList::text(const Row& row, int column) const {
  const JobRecord& job = row.job;
  const bool runs = job.stage == JobStage::running;
  switch (column) {
    case name:
      return job.about.isEmpty() ? job.name : tr("%1: %2").arg(job.name, job.about);
    case stage:
      return runs ? job.state.step : QString();
    case progress:
      return runs && job.state.part >= 0.0 ? tr("%1 %").arg(100.0 * job.state.part, 0, 'f', 0) : QString();
    case rate:
      return job.stage == JobStage::waiting ? QString() : rate_text(job.state);
    case left:
      return runs ? left_text(job.state) : QString();
    case memory:
      return bytes_words(job.facts.memory);
    case started:
      return job.started.isValid() ? QLocale().toString(job.started.time(), "HH:mm:ss") : QString();
    case took:
      return took_words(job);
    case outcome:
      return row.note.isEmpty() ? outcome_words(job) : tr("%1, %2").arg(outcome_words(job), row.note);
    case where:
      return job.facts.where;
    default:
      return {};
  }
}

QVariant JobList::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) return text(row, index.column());
  if (role == Qt::ToolTipRole) {
    // All of the row: a narrow list leaves columns out.
    QStringList lines;
    for (int column = 0; column < column_count; ++column)
      if (const QString words = text(row, column); !words.isEmpty())
        lines << tr("%1: %2").arg(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), words);
    return (lines + row.job.facts.warnings).join('\n');
  }
  if (role == Qt::TextAlignmentRole && index.column() >= progress && index.column() <= took)
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role == part_role && index.column() == progress)
    return row.job.stage == JobStage::running ? row.job.state.part : -1.0;
  return {};
}

QVariant JobList::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= column_count) return {};
  struct Head {
    QString title, tip;
  };
  const Head heads[] = {
      {tr("Job"), tr("What is done, and of which scenario")},
      {tr("Stage"), tr("What it does now")},
      {tr("Progress"), tr("Of the stage")},
      {tr("Rate"), tr("Work done a second, with all that is beside it, as snapshots")},
      {tr("Left"), tr("Time until the job is done: as it was foretold, then at its own pace")},
      {tr("Memory"), tr("That the job is foretold to take")},
      {tr("Started"), tr("When it began; empty: it waits")},
      {tr("Took"), tr("From its beginning to its end; in brackets: as it was foretold")},
      {tr("Outcome"), tr("How it ended, and what has become of its result")},
      {tr("Where"), tr("The back end and its device")}};
  if (role == Qt::DisplayRole) return heads[section].title;
  if (role == Qt::ToolTipRole) return heads[section].tip;
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>((section >= progress && section <= took ? Qt::AlignRight : Qt::AlignLeft) |
                            Qt::AlignVCenter);
  return {};
}

}  // namespace foldwave
