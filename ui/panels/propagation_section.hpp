// How the wave is computed, and which snapshots are kept.
#pragma once

#include <array>
#include <optional>

#include "ui/panels/section.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace foldwave {

class PropagationSection : public Section {
  Q_OBJECT

 public:
  PropagationSection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;

 private:
  void show_window(const std::optional<StencilWindow>& window);

  QCheckBox* enabled_;
  QComboBox* order_;
  QComboBox *time_order_, *precision_, *interpolation_, *interfaces_;
  QCheckBox* windowed_;
  NumberEdit *alpha_, *beta_, *half_length_;
  QLabel* moment_;
  QToolButton* more_ = nullptr;
  NumberEdit *dt_, *budget_, *duration_, *pad_;
  std::array<QComboBox*, 6> faces_{};
  NumberEdit *every_steps_, *interval_;
  QCheckBox* pictures_;
};

}  // namespace foldwave
