// Where the wave's velocity comes from: the layers, or a file with what that file's format takes.
#pragma once

#include <vector>

#include "ui/panels/section.hpp"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QToolButton;

namespace foldwave {

class VelocitySection : public Section {
  Q_OBJECT

 public:
  VelocitySection(FieldMessages& messages, QWidget* parent);
  void load(const Scenario& scenario) override;
  void store(Scenario& scenario) const override;
  bool take_back() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void want_file(bool wanted);
  void choose_source(int source);
  void choose_layout(int layout);
  void show_rows();
  VelocityFormat shown_format() const;

  QComboBox* source_;
  QWidget* page_;  // of a file
  QFormLayout *form_, *layout_form_;
  QLineEdit *file_, *array_, *axes_;
  QComboBox *unit_, *layout_, *byte_order_;
  NumberEdit* smoothing_;
  std::vector<NumberEdit*> nodes_, spacing_, origin_;
  More more_;
  Scenario shown_;
  bool file_wanted_ = false;  // and none is chosen yet
};

}  // namespace foldwave
