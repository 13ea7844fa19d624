#include "ui/dialogs/forecast/device/device_page.hpp"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/forecast/calibration/calibration_file.hpp"
#include "core/formats/read_file.hpp"
#include "ui/dialogs/forecast/device/curve_plot.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

DevicePage::DevicePage(QWidget* parent)
    : QWidget(parent),
      device_(new QComboBox(this)),
      subject_(new QComboBox(this)),
      setting_(new QComboBox(this)),
      told_(new QLabel(this)),
      form_(new QFormLayout),
      plot_(new CurvePlot(this)) {
  device_->setObjectName("measured device");
  subject_->setObjectName("device subject");
  setting_->setObjectName("device setting");
  told_->setObjectName("device words");
  told_->setWordWrap(true);
  told_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* const open_button = new QPushButton(tr("&Open figures..."), this);
  open_button->setAutoDefault(false);
  open_button->setToolTip(
      tr("What foldwave-cli bench device or bench kernel-models wrote on another machine"));
  auto* const row = new QHBoxLayout;
  row->addWidget(device_, 1);
  row->addWidget(open_button);
  auto* const name = new QLabel(tr("De&vice"), this);
  name->setBuddy(device_);
  form_->addRow(name, row);
  form_->addRow(tr("S&how"), subject_);
  form_->addRow(tr("O&f"), setting_);
  auto* const column = new QVBoxLayout(this);
  column->addLayout(form_);
  column->addWidget(told_);
  column->addWidget(plot_, 1);
  connect(open_button, &QPushButton::clicked, this, &DevicePage::ask_for_file);
  connect(device_, &QComboBox::currentIndexChanged, this, &DevicePage::fill_subjects);
  connect(subject_, &QComboBox::currentIndexChanged, this, &DevicePage::fill_settings);
  connect(setting_, &QComboBox::currentIndexChanged, this, &DevicePage::draw);
  find_kept();
}

// Kernels' files hold the device's figures, too, and come first.
void DevicePage::find_kept() {
  std::vector<std::filesystem::path> kernels, devices;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(cache_folder(), failed)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".json")) continue;
    if (name.starts_with("kernel-models-")) kernels.push_back(entry.path());
    if (name.starts_with("device-")) devices.push_back(entry.path());
  }
  std::ranges::sort(kernels);
  std::ranges::sort(devices);
  for (const auto* const files : {&kernels, &devices})
    for (const std::filesystem::path& file : *files)
      add(file);
  if (devices_.empty() && told_->text().isEmpty())
    told_->setText(
        tr("No CUDA device was measured here. On a machine that has one: foldwave-cli bench kernel-models"));
  device_->setCurrentIndex(devices_.empty() ? -1 : 0);
  fill_subjects();
}

bool DevicePage::add(const std::filesystem::path& file) {
  try {
    const auto json = nlohmann::ordered_json::parse(read_whole_file(file, most_bytes::small), nullptr, false);
    MeasuredKernels found = kernels_from_json(json, file.string());
    const QString date = QString::fromStdString(found.figures.date);
    const QString name = QString::fromStdString(found.figures.device) +
                         (found.rows.empty() ? QString() : tr(", with kernels")) +
                         (date.isEmpty() ? QString() : ", " + date);
    devices_.push_back(std::move(found));
    const QSignalBlocker still(device_);
    device_->addItem(name);
    return true;
  } catch (const Error& e) {
    told_->setText(said(e.what()));
    return false;
  }
}

void DevicePage::open(const std::filesystem::path& file) {
  if (!add(file)) return;
  told_->clear();
  const QSignalBlocker still(device_);
  device_->setCurrentIndex(device_->count() - 1);
  fill_subjects();
}

void DevicePage::ask_for_file() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open figures"), {}, tr("Figures (*.json)"));
  if (!file.isEmpty()) open(file.toStdString());
}

const MeasuredKernels* DevicePage::picked() const {
  const int at = device_->currentIndex();
  return at < 0 ? nullptr : &devices_[static_cast<std::size_t>(at)];
}

void DevicePage::fill_subjects() {
  const QVariant before = subject_->currentData();
  {
    const QSignalBlocker still(subject_);
    subject_->clear();
    if (const MeasuredKernels* const device = picked())
      for (const CurveSubject subject : subjects_of(*device))
        subject_->addItem(subject_words(subject), static_cast<int>(subject));
    subject_->setCurrentIndex(std::max(0, subject_->findData(before)));
  }
  fill_settings();
}

void DevicePage::fill_settings() {
  const QString before = setting_->currentText();
  {
    const QSignalBlocker still(setting_);
    setting_->clear();
    if (const MeasuredKernels* const device = picked(); device != nullptr && subject_->currentIndex() >= 0)
      setting_->addItems(settings_of(*device, static_cast<CurveSubject>(subject_->currentData().toInt())));
    setting_->setCurrentIndex(std::max(0, setting_->findText(before)));
    form_->setRowVisible(setting_, setting_->count() > 0);
  }
  draw();
}

void DevicePage::draw() {
  const MeasuredKernels* const device = picked();
  plot_->setVisible(device != nullptr);
  if (device == nullptr || subject_->currentIndex() < 0) return plot_->show_curves({});
  plot_->show_curves(curves_of(*device, static_cast<CurveSubject>(subject_->currentData().toInt()),
                               setting_->currentText()));
}

}  // namespace foldwave
