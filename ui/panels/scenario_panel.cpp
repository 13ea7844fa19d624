#include "ui/panels/scenario_panel.hpp"

#include <QVBoxLayout>

#include "ui/panels/fold_section.hpp"
#include "ui/panels/horizon_section.hpp"
#include "ui/panels/layers_section.hpp"
#include "ui/panels/model_section.hpp"
#include "ui/panels/propagation_section.hpp"
#include "ui/panels/survey_section.hpp"

namespace foldwave {

ScenarioPanel::ScenarioPanel(QWidget* parent) : QScrollArea(parent) {
  auto* const content = new QWidget(this);
  content->setObjectName("scenario panel");
  auto* const layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  layout->addWidget(messages_.add("", nullptr, content));
  sections_ = {new ModelSection(messages_, content),  new HorizonSection(messages_, content),
               new FoldSection(messages_, content),   new LayersSection(messages_, content),
               new SurveySection(messages_, content), new PropagationSection(messages_, content)};
  for (Section* const section : sections_) {
    layout->addWidget(section);
    connect(section, &Section::edited, this, [this, section] {
      section->store(shown_);
      emit edited(shown_);
    });
    connect(section, &Section::dragging, this, [this, section] {
      Scenario now = shown_;
      section->store(now);
      emit dragging(now);
    });
  }
  layout->addStretch();
  setWidget(content);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFrameShape(QFrame::NoFrame);
  setMinimumWidth(332);
}

void ScenarioPanel::follow(const Scenario& scenario) {
  for (Section* const section : sections_)
    section->follow(scenario);
}

void ScenarioPanel::show_scenario(const Scenario& scenario) {
  shown_ = scenario;
  for (Section* const section : sections_)
    section->load(scenario);
}

}  // namespace foldwave
