#include "ui/panels/scenario_panel.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include <QEvent>
#include <QScrollBar>
#include <QVBoxLayout>

#include "core/model/event_edits.hpp"
#include "core/model/words/path_words.hpp"
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
namespace {

constexpr int panel_least = 332, panel_most = 440;

}  // namespace

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
    connect(section, &Section::rows_chosen, this, [this](HandleOf of, std::vector<int> rows) {
      if (of == HandleOf::source)
        for (int& row : rows)
          row += first_source();
      emit handles_chosen(rows);
    });
    connect(section, &Section::shots_wished, this, &ScenarioPanel::shots_wished);
    connect(section, &Section::traces_wished, this, &ScenarioPanel::traces_wished);
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
  setMinimumWidth(panel_least);
}

// Long coordinates are not cut off: the panel grows with them.
bool ScenarioPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == widget() && event->type() == QEvent::LayoutRequest) {
    const int needed = widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
    setMinimumWidth(std::clamp(needed, panel_least, panel_most));
  }
  return QScrollArea::eventFilter(watched, event);
}

bool ScenarioPanel::take_back() {
  return std::any_of(sections_.begin(), sections_.end(),
                     [](Section* section) { return section->take_back(); });
}

void ScenarioPanel::show_source(const SourceEstimate& source, double dt) {
  imaging_->show_source(source, dt);
}

int ScenarioPanel::first_source() const {
  const auto handles = scene_handles(shown_, event_);
  return static_cast<int>(std::ranges::count(handles, HandleOf::horizon, &SceneHandle::of));
}

void ScenarioPanel::show_chosen(const std::vector<int>& handles) {
  const int sources = first_source();
  std::vector<int> points, shots;
  for (const int handle : handles)
    handle < sources ? points.push_back(handle) : shots.push_back(handle - sources);
  for (Section* const section : sections_) {
    section->choose_rows(HandleOf::horizon, points);
    section->choose_rows(HandleOf::source, shots);
  }
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
                  ": " +
                  (field.isEmpty() ? path_words(start + "0" + rest, start + "0") : field.toStdString()) +
                  " " + f.problem;
    }
  }
  messages_.show(placed);
}

}  // namespace foldwave
