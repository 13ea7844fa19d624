// The panel that edits a scenario: its sections one below the other, messages beside the fields.
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/edit/edited.hpp"
#include "ui/panels/section.hpp"
#include "ui/widgets/field_messages.hpp"

namespace foldwave {

class ImagingSection;
struct SourceEstimate;

class ScenarioPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit ScenarioPanel(QWidget* parent = nullptr);

  void show_edited(const Edited& edited);  // says nothing
  bool take_back();                        // the newest choice that is no edit yet; whether there was one
  void follow(const Scenario& scenario);   // what it would be if the mouse were released now
  void show_source(const SourceEstimate& source, double dt);  // of recorded shots; empty: none
  void show_findings(const Findings& findings);
  void show_chosen(const std::vector<int>& handles);  // in a view: their rows (scene/rock/handles.hpp)
  // Where in the rock that lies which was chosen by a widget of the panel.
  std::optional<RockPart> chosen_part(const QWidget* field, const FoldResult* fold) const;
  const FieldMessages& messages() const { return messages_; }

 signals:
  void edited(const foldwave::Scenario& scenario);
  void dragging(const foldwave::Scenario& scenario);  // as it would be if the mouse were released now
  void event_chosen(std::size_t event);
  void handles_chosen(const std::vector<int>& handles);  // by their rows
  void shots_wished();                                   // a look at the recorded ones
  void traces_wished();                                  // likewise
  void choice_pending(bool pending);                     // that is no edit yet

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  int first_source() const;  // among the handles
  FieldMessages messages_;
  std::vector<Section*> sections_;
  ImagingSection* imaging_ = nullptr;
  Scenario shown_;
  std::size_t event_ = 0;
  Findings findings_;
};

}  // namespace foldwave
