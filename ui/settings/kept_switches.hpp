// Checkable commands that come back as they were in the next session: each is kept under a key of its own in
// the settings (QSettings: below the XDG configuration).
#pragma once

#include <QString>

class QAction;
class QObject;

namespace foldwave {

void keep_switch(QAction* action, const QString& key);

// All that are children of the window. Of those that exclude each other the chosen one is restored.
void save_kept_switches(const QObject& window);
void restore_kept_switches(const QObject& window);

}  // namespace foldwave
