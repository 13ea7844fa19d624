#include "ui/window/snap_choice.hpp"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>

#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {

SnapChoice::SnapChoice(QWidget* parent)
    : QWidget(parent),
      to_(new QComboBox(this)),
      step_(new NumberEdit(this)),
      unit_(new QLabel(tr("m"), this)),
      icon_(new QLabel(this)) {
  auto* const line = new QHBoxLayout(this);
  line->setContentsMargins(8, 0, 4, 0);
  line->setSpacing(6);
  line->addWidget(icon_);
  show_icon();
  to_->setObjectName("snap to");
  to_->addItem(tr("no snap"), static_cast<int>(SnapTo::nothing));
  to_->addItem(tr("grid nodes"), static_cast<int>(SnapTo::nodes));
  to_->addItem(tr("every"), static_cast<int>(SnapTo::metres));
  to_->setToolTip(tr("What handles snap to in the 3D view, the map and the section"));
  to_->setAccessibleName(tr("Snap to"));
  line->addWidget(to_);
  step_->setObjectName("snap step");
  step_->setToolTip(tr("Step to snap to, in metres of the map"));
  step_->setAccessibleName(step_->toolTip());
  step_->set_value(Snap{}.step);
  step_->setFixedWidth(56);
  line->addWidget(step_);
  unit_->setProperty("role", "unit");
  line->addWidget(unit_);
  connect(to_, &QComboBox::currentIndexChanged, this, &SnapChoice::refresh);
  connect(step_, &NumberEdit::edited, this, &SnapChoice::refresh);
  refresh();
}

void SnapChoice::show_icon() {
  icon_->setPixmap(themed_icon("snap").pixmap(18, 18));
}

// In the ink of the theme.
void SnapChoice::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) show_icon();
}

Snap SnapChoice::snap() const {
  const auto to = static_cast<SnapTo>(to_->currentData().toInt());
  return {to == SnapTo::metres && !(step_->value() > 0.0) ? SnapTo::nothing : to, step_->value()};
}

void SnapChoice::refresh() {
  const bool metres = static_cast<SnapTo>(to_->currentData().toInt()) == SnapTo::metres;
  step_->setVisible(metres);
  unit_->setVisible(metres);
  emit changed(snap());
}

}  // namespace foldwave
