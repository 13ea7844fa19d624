// The panel that edits a scenario: its sections one below the other, messages beside the fields.
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/panels/field_messages.hpp"
#include "ui/panels/section.hpp"

namespace foldwave {

class ScenarioPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit ScenarioPanel(QWidget* parent = nullptr);

  void show_scenario(const Scenario& scenario);  // says nothing
  void follow(const Scenario& scenario);         // what it would be if the mouse were released now
  void show_findings(const Findings& findings) { messages_.show(findings); }
  const FieldMessages& messages() const { return messages_; }

 signals:
  void edited(const foldwave::Scenario& scenario);
  void dragging(const foldwave::Scenario& scenario);  // as it would be if the mouse were released now

 private:
  FieldMessages messages_;
  std::vector<Section*> sections_;
  Scenario shown_;
};

}  // namespace foldwave
