#include "ui/widgets/menu_heading.hpp"

#include <QLabel>
#include <QMenu>
#include <QWidgetAction>

namespace foldwave {

void add_heading(QMenu* menu, const QString& words) {
  if (!menu->isEmpty()) menu->addSeparator();
  auto* const label = new QLabel(words, menu);
  label->setProperty("role", "unit");
  label->setContentsMargins(22, 4, 10, 2);
  auto* const line = new QWidgetAction(menu);
  line->setDefaultWidget(label);
  line->setEnabled(false);
  menu->addAction(line);
}

}  // namespace foldwave
