#include "ui/edit/recovery.hpp"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"
#include "core/model/scenario_json.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {
namespace {

constexpr int before_saving = 1000;  // ms after an edit

QString lock_of(const QString& file) {
  return file.chopped(8) + ".lock";  // NAME.unsaved
}

// The scenario travels as the text of its file, so that it comes back to the byte.
void write_unsaved(const QString& file, const Unsaved& work) {
  const QJsonObject j{{"format", "foldwave-unsaved"},
                      {"file", work.file},
                      {"folder", QString::fromStdString(work.scenario.folder)},
                      {"scenario", QString::fromStdString(scenario_text(work.scenario))}};
  write_file_atomically(file.toStdString(), QJsonDocument(j).toJson().toStdString());
}

Unsaved read_unsaved(const QString& file) {
  // A scenario inside a text of JSON: each line end and quote takes two bytes.
  const std::string text = read_regular_file(file.toStdString(), 2 * most_bytes::scenario);
  const QJsonObject j = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
  if (j["format"].toString() != "foldwave-unsaved")
    throw InputError(file.toStdString(), "is no unsaved work of Foldwave", "remove it");
  Unsaved work{parse_scenario(j["scenario"].toString().toStdString(), file.toStdString()),
               j["file"].toString()};
  work.scenario.folder = j["folder"].toString().toStdString();
  return work;
}

}  // namespace

Recovery::Recovery(const QString& folder, QObject* parent)
    : QObject(parent), folder_(folder), worker_(std::make_unique<Worker>()) {
  QDir().mkpath(folder_);
  file_ = QDir(folder_).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + ".unsaved");
  lock_ = std::make_unique<QLockFile>(lock_of(file_));
  lock_->setStaleLockTime(0);  // only the end of the program frees it
  lock_->tryLock(0);
  soon_.setSingleShot(true);
  soon_.setInterval(before_saving);
  connect(&soon_, &QTimer::timeout, this, &Recovery::write);
  connect(worker_.get(), &Worker::finished, this,
          [this](const QString&, Outcome outcome, const QString& why) {
            if (outcome != Outcome::failed) {
              told_ = false;
            } else if (!std::exchange(told_, true)) {
              emit failed(tr("unsaved work is not being kept: %1").arg(why));
            }
          });
}

Recovery::~Recovery() {
  // What waits on the worker is dropped, so the last word is said here.
  worker_.reset();
  if (forgotten_) QFile::remove(file_);
}

std::optional<Unsaved> Recovery::take_over() {
  const QDir folder(folder_);
  for (const QString& name : folder.entryList({"*.unsaved"}, QDir::Files, QDir::Time)) {
    const QString file = folder.filePath(name);
    if (file == file_) continue;
    QLockFile theirs(lock_of(file));
    theirs.setStaleLockTime(0);
    if (!theirs.tryLock(0)) continue;  // still being edited
    try {
      Unsaved work = read_unsaved(file);
      write_unsaved(file_, work);  // ours is there before theirs goes
      QFile::remove(file);
      return work;
    } catch (const Error& error) {
      emit failed(said(error.what()));
    }
  }
  return std::nullopt;
}

void Recovery::keep(const Unsaved& work) {
  latest_ = work;
  forgotten_ = false;
  // Not started anew by each edit: someone who never rests is kept too.
  if (!soon_.isActive()) soon_.start();
}

void Recovery::write() {
  if (!latest_) return;
  worker_->start("keep unsaved work", [file = file_, work = *latest_](const Job& job) {
    job.throw_if_stopped();
    write_unsaved(file, work);
  });
}

void Recovery::forget() {
  forgotten_ = true;
  soon_.stop();
  latest_.reset();
  worker_->stop();
  // After a write that runs.
  worker_->start("forget", [file = file_](const Job&) { QFile::remove(file); });
}

}  // namespace foldwave
