// A line of words over a part of a menu. Style sheets leave those of QMenu::addSection out.
#pragma once

class QMenu;
class QString;

namespace foldwave {

void add_heading(QMenu* menu, const QString& words);

}  // namespace foldwave
