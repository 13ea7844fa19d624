// What the section asks for in dialogs: the axis of an extrusion, the backdrop.
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <cmath>

#include "ui/panels/number_edit.hpp"
#include "ui/views/backdrop_dialog.hpp"
#include "ui/views/section_pane.hpp"

namespace foldwave {

void SectionPane::ask_extrude() {
  QDialog dialog(this);
  dialog.setWindowTitle(tr("Extrude the section"));
  auto* const form = new QFormLayout(&dialog);
  form->setContentsMargins(16, 14, 16, 12);
  const auto number = [&](const QString& label, double value) {
    auto* const field = new NumberEdit(&dialog);
    field->set_value(value);
    form->addRow(label, field);
    return field;
  };
  // Across the section, unless told otherwise.
  NumberEdit* const trend = number(tr("Trend of the fold axis (\u00b0)"),
                                   std::round(std::fmod(section_line(scenario_).azimuth() + 90.0, 360.0)));
  NumberEdit* const plunge = number(tr("Plunge of the fold axis (\u00b0)"), 0.0);
  NumberEdit* const copies = number(tr("Profiles over the box"), 5.0);
  copies->set_whole(true);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  if (dialog.exec() == QDialog::Accepted)
    extrude(trend->value(), plunge->value(), static_cast<int>(copies->value()));
}

void SectionPane::ask_backdrop() {
  Backdrop first;
  first.right = section_line(scenario_).length();
  first.source = ImageBackdrop{scenario_.grid.origin.z, scenario_.grid.origin.z + scenario_.grid.extent().z};
  BackdropDialog dialog(backdrop_.value_or(first), QString::fromStdString(scenario_.folder), this);
  if (dialog.exec() == QDialog::Accepted) set_backdrop(dialog.backdrop());
}

}  // namespace foldwave
