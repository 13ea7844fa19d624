// A line of controls that breaks where its place is too narrow: below a view, which may be as narrow as its
// dock. A label stays with the field that it names or whose unit it is; what stretches shares what a row has
// left, and spaces hold only while all stands in one row.
#pragma once

#include <QHBoxLayout>
#include <vector>

namespace foldwave {

class ControlLine : public QHBoxLayout {
  Q_OBJECT

 public:
  using QHBoxLayout::QHBoxLayout;

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize minimumSize() const override;  // of the widest that stays together
  void setGeometry(const QRect& place) override;

 private:
  struct Row {
    std::vector<int> items;
    int width = 0, height = 0;
  };
  bool fits(int width) const;  // in one row
  bool keeps_next(int item) const;
  std::vector<std::vector<int>> groups() const;  // items that stay together
  std::vector<Row> rows(int width) const;
};

}  // namespace foldwave
