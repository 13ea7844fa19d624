#include "ui/views/exaggeration_bar.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <cmath>

#include "ui/widgets/number_edit.hpp"

namespace foldwave {
namespace {

constexpr double least_times = 0.1, most_times = 100.0;
constexpr double slider_least = 0.25, slider_most = 10.0;  // what is of use is near
constexpr int doubling = 100;                              // slider steps of a doubling

int step_of(double times) {
  return static_cast<int>(std::lround(doubling * std::log2(times)));
}

}  // namespace

ExaggerationBar::ExaggerationBar(const QString& name, const QString& tip, QWidget* parent)
    : QWidget(parent), typed_(new NumberEdit(this)), slider_(new QSlider(Qt::Horizontal, this)) {
  auto* const line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  auto* const words = new QLabel(tr("Vertical \u00d7"), this);
  words->setProperty("role", "unit");
  words->setBuddy(typed_);
  line->addWidget(words);
  typed_->setObjectName(name);
  typed_->setAccessibleName(tr("Vertical exaggeration"));
  typed_->set_value(1.0);
  typed_->setFixedWidth(56);
  typed_->setToolTip(tip);
  line->addWidget(typed_);
  slider_->setObjectName(name + " slider");
  slider_->setAccessibleName(tr("Vertical exaggeration"));
  slider_->setToolTip(tip);
  slider_->setRange(step_of(slider_least), step_of(slider_most));
  slider_->setMinimumWidth(50);
  line->addWidget(slider_, 1);
  connect(typed_, &NumberEdit::edited, this, [this] { set_times(typed_->value()); });
  connect(slider_, &QSlider::valueChanged, this, [this](int step) {
    set_times(std::round(100.0 * std::exp2(static_cast<double>(step) / doubling)) / 100.0);
  });
}

void ExaggerationBar::set_times(double times) {
  const double before = times_;
  times_ = std::clamp(times, least_times, most_times);
  typed_->set_value(times_);
  const QSignalBlocker quiet(slider_);
  slider_->setValue(step_of(times_));
  if (times_ != before) emit changed(times_);
}

}  // namespace foldwave
