#include "ui/widgets/plain.hpp"

#include <QLabel>

namespace foldwave {

QLabel* heading(const QString& text, QWidget* parent) {
  auto* const label = new QLabel(text, parent);
  QFont font = label->font();
  font.setBold(true);
  label->setFont(font);
  return label;
}

}  // namespace foldwave
