#include "ui/panels/propagation_section.hpp"

#include <QCheckBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QToolButton>
#include <algorithm>

#include "core/wave/stencil.hpp"

namespace foldwave {

namespace {

// In their order, each once.
std::vector<int> typed_steps(const QString& text) {
  std::vector<int> steps;
  for (const QString& word : text.split(QRegularExpression("[ ,;]+"), Qt::SkipEmptyParts)) {
    bool is_number = false;
    if (const int step = word.toInt(&is_number); is_number) steps.push_back(step);
  }
  std::ranges::sort(steps);
  const auto repeated = std::ranges::unique(steps);
  steps.erase(repeated.begin(), repeated.end());
  return steps;
}

}  // namespace

PropagationSection::PropagationSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Propagation and outputs"), messages, parent) {
  const std::string path = "/propagation";
  const auto propagation = [](auto& s) { return &s.propagation; };
  add_fields<Propagation>(path, propagation, {"enabled", "order", "duration", "dt", "error_budget"});

  auto* const box = new QWidget(this);
  auto* const faces = new QGridLayout(box);
  faces->setContentsMargins(0, 0, 0, 0);
  faces->setSpacing(4);
  int shown = 0;
  std::vector<std::string> keys;
  for (const char* const face : face_names)
    keys.push_back(std::string("boundaries/") + face);
  add_fields<Propagation>(path, propagation, keys, nullptr,
                          [&](const QString& label, QWidget* choice, const std::string&) {
                            auto* const name = new QLabel(label, box);
                            name->setBuddy(choice);
                            faces->addWidget(name, shown / 2, 2 * (shown % 2));
                            faces->addWidget(choice, shown / 2, 2 * (shown % 2) + 1);
                            ++shown;
                          });
  faces->setColumnStretch(1, 1);
  faces->setColumnStretch(3, 1);
  body_->addWidget(new QLabel(tr("Boundaries"), this));
  body_->addWidget(box);
  body_->addWidget(messages_.add(path + "/boundaries", box, this));

  QFormLayout* const form = new_form();
  const auto outputs = [](auto& s) { return &s.outputs; };
  add_fields<Propagation>(path, propagation, {"pad_cells"}, form);
  add_fields<Outputs>("/outputs", outputs, {"snapshots/every_steps", "snapshots/interval"}, form);
  steps_ = new QLineEdit(this);
  steps_->setObjectName("/outputs/snapshots/steps");
  steps_->setPlaceholderText(tr("none"));
  steps_->setToolTip(tr("Steps of the snapshots, as 50, 500, 1000"));
  steps_->setValidator(new QRegularExpressionValidator(QRegularExpression("[0-9 ,;]*"), steps_));
  add_row(tr("or at steps"), steps_, "/outputs/snapshots/steps", form);
  connect(steps_, &QLineEdit::editingFinished, this, [this] {
    if (steps_->text() != shown_steps_) emit edited();
  });
  add_rest<Outputs>("/outputs", outputs, form);

  const More more = add_more(tr("More"));
  more_ = more.head;
  more_->setObjectName("propagation/more");
  add_rest<Propagation>(path, propagation, more.form);
  windowed_ = new QCheckBox(tr("Windowed stencil"), this);
  windowed_->setObjectName("/propagation/window");
  add_row({}, windowed_, "/propagation/window", more.form);
  add_rest<StencilWindow>(
      "/propagation/window", [](auto& s) { return s.propagation.window ? &*s.propagation.window : nullptr; },
      more.form);
  moment_ = new QLabel(this);
  moment_->setObjectName("moment error");
  moment_->setProperty("role", "unit");
  moment_->setWordWrap(true);
  add_row({}, moment_, {}, more.form);
  connect(windowed_, &QCheckBox::clicked, this, &Section::edited);
}

void PropagationSection::load(const Scenario& s) {
  load_fields(s);
  QStringList steps;
  for (const int step : s.outputs.snapshot_list)
    steps << QString::number(step);
  shown_steps_ = steps.join(", ");
  steps_->setText(shown_steps_);
  steps_->setEnabled(s.outputs.snapshot_interval == 0.0);
  findChild<QWidget*>("/outputs/snapshots/every_steps")->setEnabled(s.outputs.snapshot_list.empty());
  const auto& window = s.propagation.window;
  windowed_->setChecked(window.has_value());
  findChild<QWidget*>("/propagation/order")->setEnabled(!window);
  const bool possible = window && window->half_length >= 1 && window->half_length <= max_stencil_radius;
  moment_->setText(possible ? tr("moment error %1 %; half of it is the velocity error of long waves")
                                  .arg(100.0 * moment_error(windowed_stencil(window->alpha, window->beta,
                                                                             window->half_length)),
                                       0, 'g', 2)
                            : QString());
  // Nothing that acts is out of sight.
  each_row<Propagation>([&](const auto& row, const std::string&) {
    if (row.field.presence == Presence::rare &&
        std::invoke(row.at, s.propagation) != usual_value<Propagation>(row))
      more_->setChecked(true);
  });
}

void PropagationSection::store(Scenario& s) const {
  if (!windowed_->isChecked())
    s.propagation.window.reset();
  else if (!s.propagation.window)
    s.propagation.window.emplace();
  store_fields(s);
  s.outputs.snapshot_list = typed_steps(steps_->text());
}

}  // namespace foldwave
