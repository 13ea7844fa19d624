#include "ui/widgets/control_line.hpp"

#include <QLabel>
#include <QLineEdit>
#include <algorithm>

namespace foldwave {
namespace {

constexpr int between_rows = 4;

// What stretches may be narrower than it would like.
int width_of(const QLayoutItem* item, int stretch) {
  return stretch > 0 ? item->minimumSize().width()
                     : std::max(item->sizeHint().width(), item->minimumSize().width());
}

int height_of(const QLayoutItem* item, int width) {
  return item->hasHeightForWidth() ? item->heightForWidth(width) : item->sizeHint().height();
}

}  // namespace

bool ControlLine::fits(int width) const {
  return QHBoxLayout::minimumSize().width() <= width;
}

// A label goes before its field, unless it is the unit of the one before it.
bool ControlLine::keeps_next(int item) const {
  const auto* const label = qobject_cast<const QLabel*>(itemAt(item)->widget());
  if (item + 1 >= count() || itemAt(item + 1)->widget() == nullptr) return false;
  const bool is_unit = label != nullptr && label->buddy() == nullptr && item > 0 &&
                       qobject_cast<QLineEdit*>(itemAt(item - 1)->widget()) != nullptr;
  if (label != nullptr) return !is_unit;
  const bool is_field = qobject_cast<QLineEdit*>(itemAt(item)->widget()) != nullptr;
  const auto* const next = qobject_cast<const QLabel*>(itemAt(item + 1)->widget());
  return is_field && next != nullptr && next->buddy() == nullptr;
}

std::vector<std::vector<int>> ControlLine::groups() const {
  std::vector<std::vector<int>> all;
  bool joined = false;
  for (int i = 0; i < count(); ++i) {
    if (itemAt(i)->isEmpty()) continue;
    if (!joined) all.emplace_back();
    all.back().push_back(i);
    joined = keeps_next(i);
  }
  return all;
}

std::vector<ControlLine::Row> ControlLine::rows(int width) const {
  std::vector<Row> all(1);
  for (const std::vector<int>& group : groups()) {
    int wide = spacing() * (static_cast<int>(group.size()) - 1);
    for (const int i : group)
      wide += width_of(itemAt(i), stretch(i));
    const int space = all.back().items.empty() ? 0 : spacing();
    if (!all.back().items.empty() && all.back().width + space + wide > width) {
      all.emplace_back();
    } else {
      all.back().width += space;
    }
    Row& row = all.back();
    row.width += wide;
    row.items.insert(row.items.end(), group.begin(), group.end());
  }
  for (Row& row : all)
    for (const int i : row.items)
      row.height =
          std::max(row.height, height_of(itemAt(i), row.items.size() == 1 ? width : width_of(itemAt(i), 0)));
  return all;
}

int ControlLine::heightForWidth(int width) const {
  const QMargins around = contentsMargins();
  const int inside = width - around.left() - around.right();
  if (fits(width))
    return QHBoxLayout::hasHeightForWidth() ? QHBoxLayout::heightForWidth(width) : sizeHint().height();
  const std::vector<Row> all = rows(inside);
  int high = around.top() + around.bottom() + between_rows * (static_cast<int>(all.size()) - 1);
  for (const Row& row : all)
    high += row.height;
  return high;
}

QSize ControlLine::minimumSize() const {
  int widest = 0;
  for (const std::vector<int>& group : groups()) {
    int wide = spacing() * (static_cast<int>(group.size()) - 1);
    for (const int i : group)
      wide += itemAt(i)->minimumSize().width();
    widest = std::max(widest, wide);
  }
  const QMargins around = contentsMargins();
  return {widest + around.left() + around.right(), QHBoxLayout::minimumSize().height()};
}

void ControlLine::setGeometry(const QRect& place) {
  const QRect inside = place.marginsRemoved(contentsMargins());
  if (fits(place.width())) return QHBoxLayout::setGeometry(place);
  QLayout::setGeometry(place);
  int y = inside.top();
  for (const Row& row : rows(inside.width())) {
    int shares = 0;
    for (const int i : row.items)
      shares += stretch(i);
    int left = std::max(0, inside.width() - row.width);
    int x = inside.left();
    for (const int i : row.items) {
      QLayoutItem* const item = itemAt(i);
      const int more = shares > 0 ? left * stretch(i) / shares : 0;
      shares -= stretch(i);
      left -= more;
      const int wide = row.items.size() == 1 && stretch(i) > 0
                           ? inside.width()
                           : std::min(width_of(item, stretch(i)) + more, inside.width());
      const int high = std::min(row.height, height_of(item, wide));
      item->setGeometry({x, y + (row.height - high) / 2, wide, high});
      x += wide + spacing();
    }
    y += row.height + between_rows;
  }
}

}  // namespace foldwave
