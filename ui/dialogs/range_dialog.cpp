#include "ui/dialogs/range_dialog.hpp"

#include <QDialogButtonBox>
#include <QLabel>

#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_guard.hpp"
#include "ui/widgets/small_form.hpp"

namespace foldwave {

RangeDialog::RangeDialog(const QString& quantity, const QString& unit, const ValueRange& range,
                         QWidget* parent)
    : QDialog(parent), low_(new NumberEdit(this)), high_(new NumberEdit(this)) {
  setObjectName("range dialog");
  setWindowTitle(tr("Colours of %1").arg(quantity));
  auto* const form = small_form(this);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  auto* const guard = new NumberGuard(this, buttons);
  const auto add = [&](NumberEdit* field, const QString& name, const char* object, const QString& tip,
                       double value) {
    field->setObjectName(object);
    field->setToolTip(tip);
    field->set_value(value);
    form->addRow(name, field);
    guard->add(field, name);
  };
  add(low_, tr("First colour at (%1)").arg(unit), "range low", tr("Values below have the first colour too"),
      range.low);
  add(high_, tr("Last colour at (%1)").arg(unit), "range high", tr("Values above have the last colour too"),
      range.high);
  form->addRow(guard->message());
  form->addRow(buttons);
  guard->set_rule([this, unit] {
    return low_->value() < high_->value()
               ? QString()
               : tr("%1 %3 is not below %2 %3: give the first colour a smaller value, or the last one a "
                    "larger")
                     .arg(number_string(low_->value()), number_string(high_->value()), unit);
  });
}

ValueRange RangeDialog::range() const {
  return {low_->value(), high_->value()};
}

}  // namespace foldwave
