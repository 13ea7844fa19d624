// The markers: lines and planes that are kept beside the model, by name, and the chosen one's numbers.
#pragma once

#include "ui/panels/section.hpp"

class QTableWidget;
class QToolButton;

namespace foldwave {

class MarkersSection : public Section {
  Q_OBJECT

 public:
  MarkersSection(FieldMessages& messages, QWidget* parent);

  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  std::optional<RockPart> chosen_part(const QWidget* field, const FoldResult* fold) const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  template <class Kind>
  QWidget* add_kind(const std::string& path);
  void add(bool plane);
  void remove();
  void rename_row(int row);
  void show_chosen();
  int row() const;

  QTableWidget* table_;
  QToolButton* remove_;
  QWidget *line_, *plane_;
  std::vector<Marker> shown_;
  Grid3 grid_;
  bool filling_ = false;
};

}  // namespace foldwave
