#include "ui/dialogs/extrude_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <cmath>

#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_guard.hpp"
#include "ui/widgets/small_form.hpp"

namespace foldwave {

ExtrudeDialog::ExtrudeDialog(double across, const std::optional<AxialLine>& line, QWidget* parent)
    : QDialog(parent), across_(across), line_(line), axis_(new QComboBox(this)) {
  setObjectName("extrude dialog");
  setWindowTitle(tr("Extrude the section"));
  auto* const form = small_form(this, 380);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  auto* const guard = new NumberGuard(this, buttons);

  axis_->setObjectName("extrude axis");
  axis_->addItem(tr("across the section"), across_section);
  if (line_) axis_->addItem(tr("the fold's shear direction"), axial_line);
  axis_->addItem(tr("as typed"), typed);
  form->addRow(tr("Along"), axis_);
  const auto number = [&](const QString& label, const char* name, double value) {
    auto* const field = new NumberEdit(this);
    field->setObjectName(name);
    field->set_value(value);
    form->addRow(label, field);
    guard->add(field, label);
    return field;
  };
  trend_ = number(tr("Trend of the fold axis (\u00b0)"), "extrude trend", 0.0);
  trend_->set_azimuth();
  plunge_ = number(tr("Plunge of the fold axis (\u00b0)"), "extrude plunge", 0.0);
  copies_ = number(tr("Profiles over the box"), "extrude copies", 5.0);
  copies_->set_whole(true);
  form->addRow(guard->message());
  form->addRow(buttons);

  connect(axis_, &QComboBox::activated, this, [this, guard] {
    choose(static_cast<Axis>(axis_->currentData().toInt()));
    guard->refresh();
  });
  for (NumberEdit* const field : {trend_, plunge_})
    connect(field, &NumberEdit::edited, this, [this] { axis_->setCurrentIndex(axis_->findData(typed)); });
  guard->set_rule([this] {
    if (std::abs(plunge_->value()) >= 90.0)
      return tr("An axis that plunges by 90\u00b0 goes nowhere on the map: give less");
    return copies_->value() < 2 ? tr("Fewer than 2 profiles span no area") : QString();
  });
  choose(across_section);
}

void ExtrudeDialog::choose(Axis axis) {
  if (axis == typed) return trend_->setFocus();
  trend_->set_value(axis == axial_line ? line_->trend : across_);
  plunge_->set_value(axis == axial_line ? line_->plunge : 0.0);
}

double ExtrudeDialog::trend() const {
  return trend_->value();
}

double ExtrudeDialog::plunge() const {
  return plunge_->value();
}

int ExtrudeDialog::copies() const {
  return static_cast<int>(copies_->value());
}

}  // namespace foldwave
