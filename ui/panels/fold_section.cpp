#include "ui/panels/fold_section.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <cmath>

#include "ui/widgets/number_edit.hpp"

namespace foldwave {
namespace {

const std::string fold_path = "/events/0/fold";  // whichever event is shown

QString class_words(const FoldParameters& parameters) {
  const std::string name = fold_class(parameters);
  if (name == "1A") return FoldSection::tr("class 1A: thicker on the limbs");
  if (name == "1B") return FoldSection::tr("class 1B: parallel, the same thickness everywhere");
  if (name == "1C") return FoldSection::tr("class 1C: thinner on the limbs");
  if (name == "2") return FoldSection::tr("class 2, similar: every layer has the horizon's shape");
  if (name == "3") return FoldSection::tr("class 3: thinnest on the limbs, isogons diverge");
  return FoldSection::tr("no class: F + \u03c8 must be above 0");
}

}  // namespace

void FoldSection::Knob::set_value(double value) const {
  number->set_value(value);
  const QSignalBlocker quiet(slider);
  // A slider that is held is where the pointer has it.
  if (!slider->isSliderDown())
    slider->setValue(static_cast<int>(std::lround(std::clamp(value, -1e6, 1e6) * steps)));
}

FoldSection::Knob FoldSection::add_knob(const QString& label, const char* key, const QString& unit,
                                        double low, double high, double steps) {
  const Knob knob{add_number(label, fold_path + "/" + key, unit, new_form()),
                  new QSlider(Qt::Horizontal, this), steps};
  knob.slider->setObjectName(QString("%1 knob").arg(QString(key).section('/', -1)));
  knob.slider->setRange(static_cast<int>(low * steps), static_cast<int>(high * steps));
  knob.slider->setPageStep(static_cast<int>((high - low) * steps / 10));
  knob.slider->setFocusPolicy(Qt::StrongFocus);
  knob.slider->setAccessibleName(label);
  body_->addWidget(knob.slider);
  return knob;
}

FoldSection::FoldSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Fold"), messages, parent), class_(new QLabel(this)) {
  body_->addWidget(messages.add(fold_path, nullptr, this));
  lambda_ = add_knob(tr("Class knob \u03bb"), "lambda", {}, -1.0, 2.0, 100.0);
  class_->setProperty("role", "unit");
  class_->setObjectName("fold class");
  class_->setWordWrap(true);
  body_->addWidget(class_);
  QFormLayout* const speeds = new_form();
  F_ = add_number(tr("F, along the normal"), fold_path + "/F", {}, speeds);
  psi_ = add_number(tr("\u03c8, along the shear"), fold_path + "/psi", {}, speeds);
  trend_ = add_knob(tr("Shear direction, trend"), "axial_line/trend", "\u00b0", 0.0, 360.0, 1.0);
  trend_.number->set_azimuth();
  plunge_ = add_knob(tr("Plunge"), "axial_line/plunge", "\u00b0", 0.0, 90.0, 1.0);
  lambda_.slider->setToolTip(
      tr("How the thickness changes from hinge to limb: \u03bb = \u03c8 / (F + \u03c8)"));
  trend_.slider->setToolTip(
      tr("The line along which a similar fold shears, the axial direction a: which way it goes down, "
         "clockwise from north"));
  plunge_.slider->setToolTip(tr("How steeply the shear direction goes down"));

  for (const Knob* const knob : {&lambda_, &trend_, &plunge_}) {
    connect(knob->slider, &QSlider::valueChanged, this, [this, knob](int v) {
      knob->number->set_value(v / knob->steps);
      Scenario now;
      now.events.resize(event_ + 1);
      store(now);
      show(now.events[event_].fold);
      if (knob->slider->isSliderDown())
        emit dragging();
      else
        emit edited();
    });
    connect(knob->slider, &QSlider::sliderReleased, this, &Section::edited);
  }
}

void FoldSection::show(const FoldSpec& fold) {
  const double lambda = fold.parameters.lambda();
  if (std::isfinite(lambda)) lambda_.set_value(lambda);
  F_->set_value(fold.parameters.F);
  psi_->set_value(fold.parameters.psi);
  trend_.set_value(fold.axial_line.trend);
  plunge_.set_value(fold.axial_line.plunge);
  class_->setText(class_words(fold.parameters));
}

void FoldSection::load(const Scenario& s) {
  set_absent(!has_fold(s));
  if (event_ >= s.events.size()) return;
  setVisible(!s.events[event_].cuts());
  loaded_ = s.events[event_].fold;
  show(loaded_);
}

void FoldSection::follow(const Scenario& s) {
  if (event_ < s.events.size()) show(s.events[event_].fold);
}

// The fields that differ from what was loaded say what is meant; lambda alone stands for F + psi = 1.
FoldParameters FoldSection::parameters() const {
  const double lambda = lambda_.number->value();
  if (std::isfinite(loaded_.parameters.lambda()) && lambda != loaded_.parameters.lambda())
    return FoldParameters::from_lambda(lambda);
  if (lambda_.slider->isSliderDown()) return loaded_.parameters;
  if (F_->value() == loaded_.parameters.F && psi_->value() == loaded_.parameters.psi)
    return loaded_.parameters;
  return {F_->value(), psi_->value(), false};
}

void FoldSection::store(Scenario& s) const {
  if (event_ >= s.events.size()) return;
  FoldSpec& fold = s.events[event_].fold;
  fold.parameters = parameters();
  fold.axial_line = {trend_.number->value(), plunge_.number->value()};
}

}  // namespace foldwave
