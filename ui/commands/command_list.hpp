// Everything that a window can do, read off its menu bar: the one register behind menus, keys, the palette
// and the sheet of shortcuts. An action that is in no menu is no command.
#pragma once

#include <QString>
#include <vector>

class QAction;
class QMenuBar;

namespace foldwave {

struct Command {
  QAction* action = nullptr;
  QString name;   // as in its menu, without the mark of its key and without dots: "Save as"
  QString group;  // its menus: "File", "File > Open recent"
};

// Menus that fill themselves when they open are filled. In the order of the menus.
std::vector<Command> command_list(const QMenuBar& bar);

// The command of this name (and group, where two menus have the name); null: there is none.
QAction* find_command(const QMenuBar& bar, const QString& name, const QString& group = {});

}  // namespace foldwave
