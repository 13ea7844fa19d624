// The folds of variants, made one after the other on a thread of their own when they are asked for, and kept
// as long as a variant needs them.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "ui/jobs/fold_turns.hpp"
#include "ui/jobs/outcomes.hpp"
#include "ui/jobs/worker.hpp"

namespace foldwave {

class VariantFolds : public QObject {
  Q_OBJECT

 public:
  explicit VariantFolds(std::shared_ptr<const Backend> backend,
                        std::shared_ptr<FoldTurns> turns = std::make_shared<FoldTurns>(),
                        QObject* parent = nullptr);

  void set_surface_detail(const SurfaceDetail& detail) { detail_ = detail; }

  // The fold of this scenario if it is there; else it is started, and `changed` comes when it ended.
  std::shared_ptr<const FoldOutcome> get(const Scenario& scenario);
  QString problem(const Scenario& scenario) const;  // why it cannot be folded; empty: nothing known
  void fold_again(const Scenario& scenario);        // where it was stopped or failed
  void adopt(const std::shared_ptr<const FoldOutcome>& fold);  // one that was made elsewhere
  void keep_only(const std::vector<Scenario>& scenarios);
  void set_backend(std::shared_ptr<const Backend> backend) { backend_ = std::move(backend); }
  Worker& worker() { return worker_; }

 signals:
  void changed();

 private:
  struct Entry {
    Scenario scenario;
    std::shared_ptr<const FoldOutcome> fold;  // null: under way, or it failed
    QString problem;
    JobId job = 0;  // that makes it
  };
  Entry* find(const Scenario& scenario);
  void ended(const std::shared_ptr<const FoldOutcome>& fold);

  std::shared_ptr<const Backend> backend_;
  std::shared_ptr<FoldTurns> turns_;
  SurfaceDetail detail_;
  std::vector<Entry> entries_;
  Worker worker_;
};

}  // namespace foldwave
