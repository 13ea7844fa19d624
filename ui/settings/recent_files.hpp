// The scenarios that were opened or saved lately, newest first, as a menu; kept in the user's settings.
#pragma once

#include <QStringList>

namespace foldwave {

QStringList recent_files();  // those that still exist
void remember_file(const QString& file);

}  // namespace foldwave
