#include "ui/commands/command_list.hpp"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

namespace foldwave {
namespace {

QString plain(QString text) {
  text.replace("&&", "\n").remove('&').replace('\n', '&');
  while (text.endsWith('.') || text.endsWith(QChar(0x2026)))
    text.chop(1);
  return text;
}

void add_commands(const QList<QAction*>& actions, const QString& group, std::vector<Command>& list) {
  for (QAction* const action : actions) {
    if (action->isSeparator()) continue;
    const QString name = plain(action->text());
    if (QMenu* const menu = action->menu()) {
      emit menu->aboutToShow();
      add_commands(menu->actions(), group.isEmpty() ? name : group + " > " + name, list);
    } else if (!name.isEmpty()) {
      list.push_back({action, name, group});
    }
  }
}

}  // namespace

std::vector<Command> command_list(const QMenuBar& bar) {
  std::vector<Command> list;
  add_commands(bar.actions(), {}, list);
  return list;
}

QAction* find_command(const QMenuBar& bar, const QString& name, const QString& group) {
  for (const Command& command : command_list(bar))
    if (command.name == name && (group.isEmpty() || command.group == group)) return command.action;
  return nullptr;
}

}  // namespace foldwave
