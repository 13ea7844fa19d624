#include "ui/dialogs/line_dialog.hpp"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>

#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_guard.hpp"

namespace foldwave {

LineDialog::LineDialog(const MapLine& map, QWidget* parent) : QDialog(parent) {
  setObjectName("line dialog");
  setWindowTitle(tr("Ends of the section"));
  auto* const form = new QGridLayout(this);
  form->setContentsMargins(16, 14, 16, 12);
  form->setHorizontalSpacing(10);
  form->setVerticalSpacing(6);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  auto* const guard = new NumberGuard(this, buttons);
  const QString axes[] = {tr("x east (m)"), tr("y north (m)")}, names[] = {tr("A"), tr("A\u2032")};
  const std::array<double, 2> places[] = {map.from, map.to};
  for (int axis = 0; axis < 2; ++axis) {
    auto* const head = new QLabel(axes[axis], this);
    head->setProperty("role", "unit");
    head->setAlignment(Qt::AlignRight);
    form->addWidget(head, 0, axis + 1);
  }
  for (int end = 0; end < 2; ++end) {
    form->addWidget(new QLabel(names[end], this), end + 1, 0);
    for (int axis = 0; axis < 2; ++axis) {
      auto* const field = new NumberEdit(this);
      field->setObjectName(QString("line %1%2").arg(end == 0 ? "A" : "B").arg(axis == 0 ? "x" : "y"));
      field->setMinimumWidth(130);
      field->setAccessibleName(names[end] + " " + axes[axis]);
      field->set_value(places[end][static_cast<std::size_t>(axis)]);
      form->addWidget(field, end + 1, axis + 1);
      guard->add(field, names[end] + " " + axes[axis]);
      ends_[static_cast<std::size_t>(2 * end + axis)] = field;
    }
  }
  form->addWidget(guard->message(), 3, 0, 1, 3);
  form->addWidget(buttons, 4, 0, 1, 3);
  guard->set_rule([this] {
    return line().length() > 0.0 ? QString() : tr("Both ends are one place: give two different ones");
  });
}

MapLine LineDialog::line() const {
  return {{ends_[0]->value(), ends_[1]->value()}, {ends_[2]->value(), ends_[3]->value()}};
}

}  // namespace foldwave
