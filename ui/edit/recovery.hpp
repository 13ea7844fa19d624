// Work that is not saved yet, kept in a file of its own while it is edited, so that a crash or a kill loses
// at most the last second. A lock beside the file says whether the program that wrote it still runs; what an
// ended program left behind is offered to the next one.
#pragma once

#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <optional>

#include "core/model/scenario.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

struct Unsaved {
  Scenario scenario;
  QString file;  // the scenario's own file; empty when it never had one
};

class Recovery : public QObject {
  Q_OBJECT

 public:
  // `folder` is made. Where it cannot be written, nothing is kept and `failed` says why, once.
  explicit Recovery(const QString& folder, QObject* parent = nullptr);
  ~Recovery() override;  // waits for a write that runs; the file stays unless `forget` was called

  // The newest unsaved work of a program that has ended. Its file goes; from here on it is this program's to
  // keep. A file that cannot be read stays where it is, and `failed` names it.
  std::optional<Unsaved> take_over();

  void keep(const Unsaved& work);  // soon, on another thread
  void forget();                   // there is nothing unsaved any more

  const QString& file() const { return file_; }

 signals:
  void failed(const QString& why);

 private:
  void write();

  QString folder_, file_;
  std::unique_ptr<QLockFile> lock_;
  std::optional<Unsaved> latest_;
  QTimer soon_;
  bool told_ = false;
  bool forgotten_ = false;  // the file must not outlive this
  std::unique_ptr<Worker> worker_;
};

}  // namespace foldwave
