#include "ui/panels/scenario_panel.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include <QVBoxLayout>

#include "core/model/event_edits.hpp"
#include "ui/panels/events_section.hpp"
#include "ui/panels/fold_section.hpp"
#include "ui/panels/horizon_section.hpp"
#include "ui/panels/imaging_section.hpp"
#include "ui/panels/layers_section.hpp"
#include "ui/panels/markers_section.hpp"
#include "ui/panels/model_section.hpp"
#include "ui/panels/propagation_section.hpp"
#include "ui/panels/survey_section.hpp"
#include "ui/panels/velocity_section.hpp"

namespace foldwave {

ScenarioPanel::ScenarioPanel(QWidget* parent) : QScrollArea(parent) {
  auto* const content = new QWidget(this);
  content->setObjectName("scenario panel");
  auto* const layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  layout->addWidget(messages_.add("", nullptr, content));
  auto* const events = new EventsSection(messages_, content);
  connect(events, &EventsSection::event_chosen, this, &ScenarioPanel::event_chosen);
  imaging_ = new ImagingSection(messages_, content);
  sections_ = {new ModelSection(messages_, content),
               events,
               new HorizonSection(messages_, content),
               new FoldSection(messages_, content),
               new LayersSection(messages_, content),
               new VelocitySection(messages_, content),
               new SurveySection(messages_, content),
               new PropagationSection(messages_, content),
               imaging_,
               new MarkersSection(messages_, content)};
  for (Section* const section : sections_) {
    layout->addWidget(section);
    connect(section, &Section::edited, this, [this, section] {
      section->store(shown_);
      emit edited(shown_);
    });
    connect(section, &Section::shots_wished, this, &ScenarioPanel::shots_wished);
    connect(section, &Section::choice_pending, this, &ScenarioPanel::choice_pending);
    connect(section, &Section::fold_wished, this, [this] { emit edited(with_first_fold(shown_)); });
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

bool ScenarioPanel::take_back() {
  return std::any_of(sections_.begin(), sections_.end(),
                     [](Section* section) { return section->take_back(); });
}

void ScenarioPanel::show_source(const SourceEstimate& source, double dt) {
  imaging_->show_source(source, dt);
}

std::optional<RockPart> ScenarioPanel::chosen_part(const QWidget* field, const FoldResult* fold) const {
  for (const Section* const section : sections_)
    if (section->isAncestorOf(field)) return section->chosen_part(field, fold);
  return std::nullopt;
}

void ScenarioPanel::follow(const Scenario& scenario) {
  for (Section* const section : sections_)
    section->follow(scenario);
}

void ScenarioPanel::show_edited(const Edited& edited) {
  shown_ = edited.scenario;
  const bool other = event_ != edited.event;
  event_ = edited.event;
  for (Section* const section : sections_) {
    section->set_event(event_);
    section->load(edited.scenario);
  }
  if (other) show_findings(findings_);
}

// The fields bear the first event's paths, whichever event they show; what is wrong with another one is said
// at the list.
void ScenarioPanel::show_findings(const Findings& findings) {
  findings_ = findings;
  Findings placed = findings;
  const std::string start = "/events/";
  const auto name_of = [this](const std::string& path) {
    const auto* const label = findChild<QLabel*>(QString::fromStdString("message:" + path));
    return label != nullptr ? label->property("field").toString() : QString();
  };
  for (Finding& f : placed) {
    if (!f.path.starts_with(start)) continue;
    const std::size_t end = std::min(f.path.find('/', start.size()), f.path.size());
    std::size_t number = 0;
    const char* const last = f.path.data() + end;
    if (const auto read = std::from_chars(f.path.data() + start.size(), last, number);
        read.ec != std::errc() || read.ptr != last)
      continue;
    const std::string rest = f.path.substr(end);
    if (number == event_) {
      f.path = start + "0" + rest;
    } else {
      const QString field = name_of(start + "0" + rest);
      f.path = "/events";
      f.problem = (number < shown_.events.size() ? shown_.events[number].name : std::to_string(number)) +
                  ": " + (field.isEmpty() ? rest : field.toStdString()) + " " + f.problem;
    }
  }
  messages_.show(placed);
}

}  // namespace foldwave
