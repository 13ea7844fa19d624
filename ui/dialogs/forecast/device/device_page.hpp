// A page of the forecast's dialog: what `foldwave-cli bench device` and `bench kernel-models` measured of
// CUDA devices, as curves. Those that were kept on this machine are there by themselves; others are opened.
#pragma once

#include <QWidget>
#include <filesystem>
#include <vector>

#include "ui/dialogs/forecast/device/device_curves.hpp"

class QComboBox;
class QFormLayout;
class QLabel;

namespace foldwave {

class CurvePlot;

class DevicePage : public QWidget {
  Q_OBJECT

 public:
  explicit DevicePage(QWidget* parent);

  // A file that is none is told of, and changes nothing else.
  void open(const std::filesystem::path& file);

 private:
  void find_kept();
  bool add(const std::filesystem::path& file);
  void ask_for_file();
  void fill_subjects();
  void fill_settings();
  void draw();
  const MeasuredKernels* picked() const;

  std::vector<MeasuredKernels> devices_;
  QComboBox *device_, *subject_, *setting_;
  QLabel* told_;
  QFormLayout* form_;
  CurvePlot* plot_;
};

}  // namespace foldwave
