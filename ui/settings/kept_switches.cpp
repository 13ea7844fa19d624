#include "ui/settings/kept_switches.hpp"

#include <QAction>
#include <QSettings>

namespace foldwave {
namespace {

constexpr const char* property = "kept as";

}  // namespace

void keep_switch(QAction* action, const QString& key) {
  action->setProperty(property, "switches/" + key);
}

void save_kept_switches(const QObject& window) {
  QSettings settings;
  for (const QAction* const action : window.findChildren<QAction*>())
    if (const QString key = action->property(property).toString(); !key.isEmpty())
      settings.setValue(key, action->isChecked());
}

void restore_kept_switches(const QObject& window) {
  const QSettings settings;
  for (QAction* const action : window.findChildren<QAction*>()) {
    const QString key = action->property(property).toString();
    if (key.isEmpty()) continue;
    const bool on = settings.value(key, action->isChecked()).toBool();
    // One of a group goes when another comes.
    if (on || action->actionGroup() == nullptr) action->setChecked(on);
  }
}

}  // namespace foldwave
