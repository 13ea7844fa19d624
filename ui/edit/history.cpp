#include "ui/edit/history.hpp"

#include <utility>

#include "ui/edit/edit_text.hpp"

namespace foldwave {

class History::Step final : public QUndoCommand {
 public:
  Step(History& history, Scenario before, Scenario after, const QString& text)
      : QUndoCommand(text.isEmpty() ? edit_text(before, after) : text),
        history_(history),
        before_(std::move(before)),
        after_(std::move(after)) {}
  void undo() override { history_.go_to(before_); }
  void redo() override { history_.go_to(after_); }

 private:
  History& history_;
  Scenario before_, after_;
};

History::History(QObject* parent) : QObject(parent) {}

void History::start(const Scenario& scenario) {
  stack_.clear();
  now_ = scenario;
}

void History::push(const Scenario& after, const QString& text) {
  if (after == now_) return;
  stack_.push(new Step(*this, now_, after, text));
}

void History::adopt(const Scenario& now) {
  now_ = now;
}

void History::go_to(const Scenario& scenario) {
  const Scenario before = std::exchange(now_, scenario);
  emit changed(now_, before);
}

}  // namespace foldwave
