// The form of a dialog that asks for a few numbers.
#pragma once

#include <QDialog>
#include <QFormLayout>

namespace foldwave {

inline QFormLayout* small_form(QDialog* dialog, int least_width = 340) {
  dialog->setMinimumWidth(least_width);
  auto* const form = new QFormLayout(dialog);
  form->setContentsMargins(16, 14, 16, 12);
  form->setHorizontalSpacing(10);
  form->setVerticalSpacing(6);
  return form;
}

}  // namespace foldwave
