#include "ui/widgets/wheel_guard.hpp"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

namespace foldwave {
namespace {

bool is_turned_by_wheel(const QObject* object) {
  return qobject_cast<const QComboBox*>(object) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(object) != nullptr ||
         (qobject_cast<const QAbstractSlider*>(object) != nullptr &&
          qobject_cast<const QScrollBar*>(object) == nullptr);
}

class WheelGuard : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    const bool polish = event->type() == QEvent::Polish;
    if ((!polish && event->type() != QEvent::Wheel) || !is_turned_by_wheel(watched)) return false;
    auto* const control = static_cast<QWidget*>(watched);
    // Qt gives this policy the focus before the wheel comes.
    if (control->focusPolicy() == Qt::WheelFocus) control->setFocusPolicy(Qt::StrongFocus);
    if (polish || control->hasFocus()) return false;
    event->ignore();
    return true;
  }
};

}  // namespace

void guard_wheel() {
  const QString name = "wheel guard";
  if (qApp->findChild<QObject*>(name, Qt::FindDirectChildrenOnly) != nullptr) return;
  auto* const guard = new WheelGuard(qApp);
  guard->setObjectName(name);
  qApp->installEventFilter(guard);
}

}  // namespace foldwave
