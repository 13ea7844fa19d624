#include "ui/panels/propagation_section.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include "core/wave/stencil.hpp"
#include "ui/widgets/number_edit.hpp"

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
    auto* const name = new QLabel(names[i], box);
    name->setBuddy(choice);
    faces->addWidget(name, i / 2, 2 * (i % 2));
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

  const More more = add_more(tr("More"));
  more_ = more.head;
  more_->setObjectName("propagation/more");
  time_order_ =
      add_choice(tr("Order in time"), {"2", tr("4 (Lax-Wendroff)")}, "/propagation/time_order", more.form);
  time_order_->setToolTip(tr("4: for long steps; about twice the work a step, 1.7 times the stable step"));
  precision_ = add_choice(tr("Precision"), {tr("single"), tr("double")}, "/propagation/precision", more.form);
  interpolation_ = add_choice(tr("Between nodes"), {tr("windowed sinc"), tr("trilinear")},
                              "/propagation/interpolation", more.form);
  interpolation_->setToolTip(tr("How sources and receivers between nodes are spread over them"));
  interfaces_ = add_choice(tr("At interfaces"), {tr("mean over the cell"), tr("the node's layer")},
                           "/propagation/interfaces", more.form);
  interfaces_->setToolTip(
      tr("What a node has whose cell holds several layers: their mean, or the layer it lies in itself"));
  windowed_ = new QCheckBox(tr("Windowed stencil"), this);
  windowed_->setObjectName("/propagation/window");
  add_row({}, windowed_, "/propagation/window", more.form);
  alpha_ = add_number(tr("alpha"), "/propagation/window/alpha", {}, more.form);
  beta_ = add_number(tr("beta"), "/propagation/window/beta", {}, more.form);
  half_length_ = add_number(tr("Half-length"), "/propagation/window/half_length", {}, more.form);
  half_length_->set_whole(true);
  moment_ = new QLabel(this);
  moment_->setObjectName("moment error");
  moment_->setProperty("role", "unit");
  moment_->setWordWrap(true);
  add_row({}, moment_, {}, more.form);
  connect(windowed_, &QCheckBox::clicked, this, &Section::edited);
  connect(enabled_, &QCheckBox::clicked, this, &Section::edited);
  connect(pictures_, &QCheckBox::clicked, this, &Section::edited);
  connect(order_, &QComboBox::activated, this, &Section::edited);
}

void PropagationSection::load(const Scenario& s) {
  const Propagation& p = s.propagation;
  enabled_->setChecked(p.enabled);
  time_order_->setCurrentIndex(p.time_order == 4 ? 1 : 0);
  precision_->setCurrentIndex(static_cast<int>(p.precision));
  interpolation_->setCurrentIndex(static_cast<int>(p.interpolation));
  interfaces_->setCurrentIndex(static_cast<int>(p.interfaces));
  show_window(p.window);
  const Propagation usual;
  if (p.time_order != usual.time_order || p.precision != usual.precision ||
      p.interpolation != usual.interpolation || p.interfaces != usual.interfaces || p.window)
    more_->setChecked(true);  // nothing that acts is out of sight
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

void PropagationSection::show_window(const std::optional<StencilWindow>& window) {
  windowed_->setChecked(window.has_value());
  order_->setEnabled(!window);
  const StencilWindow shown = window.value_or(StencilWindow{});
  alpha_->set_value(shown.alpha);
  beta_->set_value(shown.beta);
  half_length_->set_value(shown.half_length);
  for (NumberEdit* const field : {alpha_, beta_, half_length_})
    field->setEnabled(window.has_value());
  const bool possible = window && shown.half_length >= 1 && shown.half_length <= max_stencil_radius;
  moment_->setText(
      possible ? tr("moment error %1 %; half of it is the velocity error of long waves")
                     .arg(100.0 * moment_error(windowed_stencil(shown.alpha, shown.beta, shown.half_length)),
                          0, 'g', 2)
               : QString());
}

void PropagationSection::store(Scenario& s) const {
  Propagation& p = s.propagation;
  p.enabled = enabled_->isChecked();
  p.order = order_->currentData().toInt();
  p.time_order = time_order_->currentIndex() == 1 ? 4 : 2;
  p.precision = static_cast<Precision>(precision_->currentIndex());
  p.interpolation = static_cast<Interpolation>(interpolation_->currentIndex());
  p.interfaces = static_cast<Interfaces>(interfaces_->currentIndex());
  if (!windowed_->isChecked()) {
    p.window.reset();
  } else {
    if (!p.window) p.window.emplace();
    p.window->alpha = alpha_->value();
    p.window->beta = beta_->value();
    p.window->half_length = static_cast<int>(half_length_->value());
  }
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
