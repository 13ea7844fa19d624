#include "ui/panels/propagation_section.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "ui/panels/number_edit.hpp"

namespace foldwave {

PropagationSection::PropagationSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Propagation and outputs"), messages, parent),
      enabled_(new QCheckBox(tr("Run the wave"), this)),
      order_(new QComboBox(this)),
      pictures_(new QCheckBox(tr("Pictures with the command line"), this)) {
  add_row({}, enabled_, "/propagation/enabled");
  for (int order = 2; order <= 16; order += 2)
    order_->addItem(QString::number(order), order);
  add_row(tr("Stencil order"), order_, "/propagation/order");
  duration_ = add_number(tr("Duration"), "/propagation/duration", "s");
  dt_ = add_number(tr("Time step"), "/propagation/dt", "s");
  dt_->setToolTip(tr("0: automatic, from the error budget and the stability limit"));
  budget_ = add_number(tr("Error budget"), "/propagation/error_budget");
  budget_->setToolTip(tr("Relative error of a trace that an automatic time step may cause"));

  auto* const box = new QWidget(this);
  auto* const faces = new QGridLayout(box);
  faces->setContentsMargins(0, 0, 0, 0);
  faces->setSpacing(4);
  const QStringList names{tr("west"), tr("east"), tr("south"), tr("north"), tr("top"), tr("bottom")};
  for (int i = 0; i < 6; ++i) {
    auto* const choice = new QComboBox(box);
    choice->addItems({tr("free"), tr("sponge"), tr("CPML")});
    faces_[static_cast<std::size_t>(i)] = choice;
    faces->addWidget(new QLabel(names[i], box), i / 2, 2 * (i % 2));
    faces->addWidget(choice, i / 2, 2 * (i % 2) + 1);
    connect(choice, &QComboBox::activated, this, &Section::edited);
  }
  faces->setColumnStretch(1, 1);
  faces->setColumnStretch(3, 1);
  auto* const title = new QLabel(tr("Boundaries"), this);
  body_->addWidget(title);
  body_->addWidget(box);
  body_->addWidget(messages_.add("/propagation/boundaries", box, this));
  QFormLayout* const form = new_form();
  pad_ = add_number(tr("Absorbing cells"), "/propagation/pad_cells", {}, form);
  pad_->set_whole(true);
  pad_->setToolTip(tr("0: automatic, what each kind of boundary needs"));
  every_steps_ = add_number(tr("Snapshot every"), "/outputs/snapshots/every_steps", tr("steps"), form);
  every_steps_->set_whole(true);
  interval_ = add_number(tr("or every"), "/outputs/snapshots/interval", "s", form);
  body_->addWidget(pictures_);
  connect(enabled_, &QCheckBox::clicked, this, &Section::edited);
  connect(pictures_, &QCheckBox::clicked, this, &Section::edited);
  connect(order_, &QComboBox::activated, this, &Section::edited);
}

void PropagationSection::load(const Scenario& s) {
  const Propagation& p = s.propagation;
  enabled_->setChecked(p.enabled);
  const int at = order_->findData(p.order);
  // An order that is not offered is shown as it is, with its message.
  if (at < 0) order_->addItem(QString::number(p.order), p.order);
  order_->setCurrentIndex(at < 0 ? order_->count() - 1 : at);
  duration_->set_value(p.duration);
  dt_->set_value(p.dt);
  budget_->set_value(p.error_budget);
  for (std::size_t i = 0; i < 6; ++i)
    faces_[i]->setCurrentIndex(static_cast<int>(p.boundaries[i]));
  pad_->set_value(p.pad_cells);
  every_steps_->set_value(s.outputs.snapshot_steps);
  interval_->set_value(s.outputs.snapshot_interval);
  pictures_->setChecked(s.outputs.pictures);
}

void PropagationSection::store(Scenario& s) const {
  Propagation& p = s.propagation;
  p.enabled = enabled_->isChecked();
  p.order = order_->currentData().toInt();
  p.duration = duration_->value();
  p.dt = dt_->value();
  p.error_budget = budget_->value();
  for (std::size_t i = 0; i < 6; ++i)
    p.boundaries[i] = static_cast<Boundary>(faces_[i]->currentIndex());
  p.pad_cells = static_cast<int>(pad_->value());
  s.outputs.snapshot_steps = static_cast<int>(every_steps_->value());
  s.outputs.snapshot_interval = interval_->value();
  s.outputs.pictures = pictures_->isChecked();
}

}  // namespace foldwave
