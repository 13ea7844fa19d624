#include "ui/widgets/number_guard.hpp"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLayout>

#include "ui/widgets/number_edit.hpp"

namespace foldwave {

NumberGuard::NumberGuard(QDialog* dialog, QDialogButtonBox* buttons)
    : QObject(dialog), dialog_(dialog), buttons_(buttons), message_(new QLabel(dialog)) {
  message_->setObjectName("refusal");
  message_->setProperty("role", "message");
  message_->setWordWrap(true);
  message_->hide();
  connect(buttons, &QDialogButtonBox::accepted, this, &NumberGuard::accept);
  connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
}

void NumberGuard::add(NumberEdit* field, const QString& name) {
  fields_.push_back({field, name});
  connect(field, &NumberEdit::refused, this, &NumberGuard::tell);
  connect(field, &NumberEdit::edited, this, &NumberGuard::refresh);
}

void NumberGuard::set_rule(std::function<QString()> rule) {
  rule_ = std::move(rule);
}

bool NumberGuard::counts(const Field& field) const {
  return field.edit->isVisibleTo(dialog_) && field.edit->isEnabledTo(dialog_);
}

QString NumberGuard::problem() const {
  for (const Field& field : fields_)
    if (counts(field) && !field.edit->good()) return field.name + ": " + field.edit->problem();
  return rule_ ? rule_() : QString();
}

void NumberGuard::tell() {
  const QString words = problem();
  message_->setText(words);
  message_->setVisible(!words.isEmpty());
  // A line that is wrapped says its height only for a width: the dialog does not grow by itself.
  QLayout* const layout = dialog_->layout();
  if (words.isEmpty() || layout == nullptr || !layout->hasHeightForWidth()) return;
  const int high = layout->totalHeightForWidth(dialog_->width());
  if (high > dialog_->height()) dialog_->resize(dialog_->width(), high);
}

void NumberGuard::refresh() {
  if (message_->isVisibleTo(dialog_)) tell();
}

void NumberGuard::accept() {
  NumberEdit* bad = nullptr;
  for (const Field& field : fields_)
    if (counts(field) && !field.edit->finish() && bad == nullptr) bad = field.edit;
  tell();
  if (bad != nullptr) return bad->setFocus();
  if (problem().isEmpty()) dialog_->accept();
}

}  // namespace foldwave
