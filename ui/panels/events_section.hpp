// What happened to the rock: the list of events, youngest on top as in the ground, with its edits, and what
// is asked of the chosen one besides its horizon and its fold.
#pragma once

#include "core/model/event_edits.hpp"
#include "ui/panels/section.hpp"

class QComboBox;
class QFormLayout;
class QTableWidget;
class QToolButton;

namespace foldwave {

class EventsSection : public Section {
  Q_OBJECT

 public:
  EventsSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  std::optional<RockPart> chosen_part(const QWidget* field, const FoldResult* fold) const override;

 signals:
  void event_chosen(std::size_t event);

 private:
  void add_buttons();
  void add_details();
  void fill();
  void refresh_buttons();
  void take(const EventEdit& edit);
  void rename(int row);
  int row_of(std::size_t event) const;
  FoldEvent& chosen() { return shown_.events[event_]; }

  QTableWidget* table_;
  std::array<QAction*, 3> add_{};
  QToolButton *duplicate_ = nullptr, *remove_ = nullptr, *up_ = nullptr, *down_ = nullptr;
  QFormLayout* form_ = nullptr;
  QComboBox *datum_ = nullptr, *bedding_ = nullptr;
  NumberEdit *datum_depth_ = nullptr, *deposits_ = nullptr;
  Scenario shown_;
  bool filling_ = false;
};

}  // namespace foldwave
