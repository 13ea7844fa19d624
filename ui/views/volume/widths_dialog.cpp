#include "ui/views/volume/widths_dialog.hpp"

#include <QDialogButtonBox>
#include <QLabel>
#include <algorithm>

#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_guard.hpp"
#include "ui/widgets/small_form.hpp"

namespace foldwave {

WidthsDialog::WidthsDialog(const std::array<double, 3>& sigma, QWidget* parent) : QDialog(parent) {
  setObjectName("widths dialog");
  setWindowTitle(tr("Widths of the Gaussian"));
  auto* const form = small_form(this);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  auto* const guard = new NumberGuard(this, buttons);
  const QString names[] = {tr("Along &x, east (m)"), tr("Along &y, north (m)"), tr("Along &depth (m)")};
  for (std::size_t a = 0; a < 3; ++a) {
    fields_[a] = new NumberEdit(this);
    fields_[a]->setObjectName(QString("sigma %1").arg(a));
    fields_[a]->setToolTip(tr("Standard deviation; 0: not smoothed along this axis"));
    fields_[a]->set_zero_word(tr("none"));
    fields_[a]->set_value(sigma[a]);
    form->addRow(names[a], fields_[a]);
    guard->add(fields_[a], QString(names[a]).remove('&'));
  }
  form->addRow(guard->message());
  form->addRow(buttons);
  guard->set_rule([this] {
    return std::ranges::all_of(fields_, [](const NumberEdit* field) { return field->value() >= 0.0; })
               ? QString()
               : tr("A width is below 0: give 0, or a larger number");
  });
}

std::array<double, 3> WidthsDialog::sigma() const {
  std::array<double, 3> sigma{};
  std::ranges::transform(fields_, sigma.begin(), [](const NumberEdit* field) { return field->value(); });
  return sigma;
}

}  // namespace foldwave
