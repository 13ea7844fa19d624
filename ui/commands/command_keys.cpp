#include "ui/commands/command_keys.hpp"

#include <QAction>
#include <QSettings>
#include <utility>
#include <vector>

#include "ui/commands/command_list.hpp"

namespace foldwave {
namespace {

constexpr const char *name_property = "lasting name", *keys_property = "usual keys",
                     *tip_property = "usual tip";

QList<QKeySequence> usual_keys(const QAction& action) {
  return action.property(keys_property).value<QList<QKeySequence>>();
}

QString in_brackets(const QKeySequence& key) {
  return key.isEmpty() ? QString() : QString(" (%1)").arg(key.toString(QKeySequence::NativeText));
}

QString setting_of(const QAction& action) {
  return "keys/" + lasting_name(action).replace('/', '|');
}

}  // namespace

void name_commands(const QMenuBar& bar) {
  for (const Command& command : command_list(bar)) {
    command.action->setProperty(name_property, command.group + " > " + command.name);
    command.action->setProperty(keys_property, QVariant::fromValue(command.action->shortcuts()));
    const QString key = in_brackets(command.action->shortcut()), tip = command.action->toolTip();
    if (!key.isEmpty() && tip.contains(key)) command.action->setProperty(tip_property, tip);
  }
}

QString lasting_name(const QAction& action) {
  return action.property(name_property).toString();
}

QKeySequence usual_key(const QAction& action) {
  return usual_keys(action).value(0);
}

void set_key(QAction& action, const QKeySequence& key) {
  if (key == action.shortcut()) return;
  QString tip = action.property(tip_property).toString();
  if (!tip.isEmpty()) action.setToolTip(tip.replace(in_brackets(usual_key(action)), in_brackets(key)));
  if (key == usual_key(action))
    action.setShortcuts(usual_keys(action));
  else
    action.setShortcut(key);
}

QString key_clash(const QMenuBar& bar, const QAction& action, const QKeySequence& key) {
  if (key.isEmpty()) return {};
  for (const Command& command : command_list(bar))
    if (command.action != &action && command.action->shortcuts().contains(key))
      return command.group + " > " + command.name;
  return {};
}

void save_keys(const QMenuBar& bar) {
  QSettings settings;
  settings.remove("keys");
  for (const Command& command : command_list(bar))
    if (!lasting_name(*command.action).isEmpty() && command.action->shortcut() != usual_key(*command.action))
      settings.setValue(setting_of(*command.action),
                        command.action->shortcut().toString(QKeySequence::PortableText));
}

// Keys that were taken away go first: another command may have one of them.
void restore_keys(const QMenuBar& bar) {
  const QSettings settings;
  std::vector<std::pair<QAction*, QKeySequence>> kept;
  for (const Command& command : command_list(bar)) {
    if (lasting_name(*command.action).isEmpty() || !settings.contains(setting_of(*command.action))) continue;
    kept.emplace_back(command.action, QKeySequence(settings.value(setting_of(*command.action)).toString(),
                                                   QKeySequence::PortableText));
    set_key(*command.action, {});
  }
  for (const auto& [action, key] : kept)
    if (key_clash(bar, *action, key).isEmpty()) set_key(*action, key);
}

}  // namespace foldwave
