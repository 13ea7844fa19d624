// Preferences: what holds for all sessions. `applied` comes when they are accepted.
#pragma once

#include <QDialog>
#include <string>
#include <vector>

#include "core/engine/backend.hpp"
#include "ui/settings/preferences.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace foldwave {

class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  PreferencesDialog(const Preferences& now, const std::vector<BackendStatus>& backends, QWidget* parent);

  Preferences chosen() const;

 signals:
  void applied(const foldwave::Preferences& preferences);

 private:
  void show_device();

  std::vector<BackendStatus> backends_;
  QSpinBox* threads_;
  QComboBox *backend_, *theme_, *level_;
  QLabel* device_;
  QCheckBox* layout_;
};

}  // namespace foldwave
