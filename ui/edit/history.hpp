// Every edit of the scenario, to be undone and redone: each step is the whole scenario before and after it,
// so that undoing gives back exactly what was.
#pragma once

#include <QObject>
#include <QUndoStack>

#include "core/model/scenario.hpp"

namespace foldwave {

class History : public QObject {
  Q_OBJECT

 public:
  explicit History(QObject* parent = nullptr);

  void start(const Scenario& scenario);  // forgets all steps
  // One step from what is now; nothing when nothing changed. Without a text the two scenarios name it.
  void push(const Scenario& after, const QString& text = {});
  void adopt(const Scenario& now);  // no step: the same scenario under another folder

  const Scenario& now() const { return now_; }
  QUndoStack& stack() { return stack_; }

 signals:
  // After each push, undo and redo.
  void changed(const foldwave::Scenario& now, const foldwave::Scenario& before);

 private:
  class Step;
  void go_to(const Scenario& scenario);

  Scenario now_;
  QUndoStack stack_;
};

}  // namespace foldwave
