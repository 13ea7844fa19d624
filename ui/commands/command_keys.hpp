// The keys of the commands, which a user may change: each is kept under the lasting name of its command,
// "File > Save", in the settings (QSettings: below the XDG configuration), where it is not the usual one.
#pragma once

#include <QKeySequence>
#include <QString>

class QAction;
class QMenuBar;

namespace foldwave {

// Once, when all menus are there: gives every command its lasting name and its usual keys. What a menu makes
// anew each time it opens has neither, and keeps no key.
void name_commands(const QMenuBar& bar);
QString lasting_name(const QAction& action);  // empty: none

QKeySequence usual_key(const QAction& action);
void set_key(QAction& action,
             const QKeySequence& key);  // in its tooltip, too; the usual one brings its others
QString key_clash(const QMenuBar& bar, const QAction& action,
                  const QKeySequence& key);  // whose key it is; empty: nobody's else

void save_keys(const QMenuBar& bar);
void restore_keys(const QMenuBar& bar);  // one that is another command's meanwhile is left out

}  // namespace foldwave
