#include "ui/panels/fold_section.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <cmath>

#include "ui/panels/number_edit.hpp"

namespace foldwave {
namespace {

const std::string base = "/events/0/fold";
constexpr double knob_steps = 100.0;  // of one unit of lambda

QString class_name(double lambda) {
  if (lambda < 0.0) return FoldSection::tr("class 1A: thicker on the limbs");
  if (lambda == 0.0) return FoldSection::tr("class 1B: parallel, the same thickness everywhere");
  if (lambda < 1.0) return FoldSection::tr("class 1C: thinner on the limbs");
  if (lambda == 1.0) return FoldSection::tr("class 2, similar: every layer has the horizon's shape");
  return FoldSection::tr("class 3: thinnest on the limbs, isogons diverge");
}

}  // namespace

FoldSection::FoldSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Fold"), messages, parent),
      mode_(new QComboBox(this)),
      knob_(new QSlider(Qt::Horizontal, this)),
      class_(new QLabel(this)),
      by_class_(new QWidget(this)),
      raw_(new QWidget(this)) {
  mode_->addItems({tr("Class knob \u03bb"), tr("F and \u03c8")});
  add_row(tr("Given by"), mode_, base);

  auto* layout = new QVBoxLayout(by_class_);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  lambda_ = add_number(tr("\u03bb"), base + "/lambda", {}, new_form(layout));
  knob_->setRange(-100, 200);
  knob_->setObjectName("lambda knob");
  layout->addWidget(knob_);
  body_->addWidget(by_class_);

  layout = new QVBoxLayout(raw_);
  layout->setContentsMargins(0, 0, 0, 0);
  QFormLayout* const form = new_form(layout);
  F_ = add_number(tr("F"), base + "/F", {}, form);
  psi_ = add_number(tr("\u03c8"), base + "/psi", {}, form);
  body_->addWidget(raw_);

  class_->setProperty("role", "unit");
  class_->setWordWrap(true);
  body_->addWidget(class_);
  QFormLayout* const axis = new_form();
  trend_ = add_number(tr("Axial line trend"), base + "/axial_line/trend", "\u00b0", axis);
  plunge_ = add_number(tr("Plunge"), base + "/axial_line/plunge", "\u00b0", axis);

  connect(mode_, &QComboBox::activated, this, [this] {
    // The same fold in the other words.
    if (mode_->currentIndex() == 0)
      lambda_->set_value(psi_->value() / (F_->value() + psi_->value()));
    else
      F_->set_value(1.0 - lambda_->value()), psi_->set_value(lambda_->value());
    show_rows();
    show_class();
    emit edited();
  });
  connect(knob_, &QSlider::valueChanged, this, [this](int v) {
    lambda_->set_value(v / knob_steps);
    show_class();
    if (knob_->isSliderDown())
      emit dragging();
    else
      emit edited();
  });
  connect(knob_, &QSlider::sliderReleased, this, &Section::edited);
}

void FoldSection::show_rows() {
  by_class_->setVisible(mode_->currentIndex() == 0);
  raw_->setVisible(mode_->currentIndex() == 1);
}

void FoldSection::show_class() {
  const double lambda =
      mode_->currentIndex() == 0 ? lambda_->value() : psi_->value() / (F_->value() + psi_->value());
  class_->setText(class_name(lambda));
}

void FoldSection::load(const Scenario& s) {
  if (s.events.empty()) return;
  const FoldSpec& fold = s.events.front().fold;
  const QSignalBlocker quiet_mode(mode_), quiet_knob(knob_);
  mode_->setCurrentIndex(fold.parameters.by_class ? 0 : 1);
  lambda_->set_value(fold.parameters.by_class ? fold.parameters.psi : fold.parameters.lambda());
  if (!knob_->isSliderDown()) knob_->setValue(static_cast<int>(std::lround(lambda_->value() * knob_steps)));
  F_->set_value(fold.parameters.F);
  psi_->set_value(fold.parameters.psi);
  trend_->set_value(fold.axial_line.trend);
  plunge_->set_value(fold.axial_line.plunge);
  show_rows();
  show_class();
}

void FoldSection::store(Scenario& s) const {
  if (s.events.empty()) return;
  FoldSpec& fold = s.events.front().fold;
  if (mode_->currentIndex() == 0)
    fold.parameters = FoldParameters::from_lambda(lambda_->value());
  else
    fold.parameters = {F_->value(), psi_->value(), false};
  fold.axial_line = {trend_->value(), plunge_->value()};
}

}  // namespace foldwave
