#include "ui/dialogs/preferences_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

namespace foldwave {

PreferencesDialog::PreferencesDialog(const Preferences& now, const std::vector<BackendStatus>& backends,
                                     QWidget* parent)
    : QDialog(parent), backends_(backends) {
  setObjectName("preferences");
  setWindowTitle(tr("Preferences"));
  auto* const form = new QFormLayout;
  form->setHorizontalSpacing(14);
  form->setVerticalSpacing(9);

  backend_ = new QComboBox(this);
  backend_->setObjectName("preferred back end");
  backend_->setToolTip(tr("Where folds and waves are computed, from the next job on"));
  backend_->addItem(tr("automatic"), "auto");
  for (const BackendStatus& status : backends_) {
    const QString name = QString::fromStdString(status.name);
    backend_->addItem(name == "cpu" ? tr("processor (cpu)") : name.toUpper().replace(':', ' '), name);
  }
  backend_->setCurrentIndex(std::max(0, backend_->findData(now.backend)));
  device_ = new QLabel(this);
  device_->setObjectName("preferred device");
  device_->setProperty("role", "unit");
  device_->setWordWrap(true);
  device_->setMinimumWidth(360);
  connect(backend_, &QComboBox::currentIndexChanged, this, &PreferencesDialog::show_device);
  form->addRow(tr("&Back end"), backend_);
  form->addRow(QString(), device_);

  threads_ = new QSpinBox(this);
  threads_->setObjectName("preferred threads");
  threads_->setRange(0, most_threads());
  threads_->setSpecialValueText(tr("all (%1)").arg(most_threads()));
  threads_->setToolTip(tr("Threads that solvers use on the processor, from the next job on"));
  threads_->setValue(now.threads);
  form->addRow(tr("&Threads"), threads_);

  theme_ = new QComboBox(this);
  theme_->setObjectName("preferred theme");
  theme_->setToolTip(tr("The look of the window and of its views"));
  theme_->addItems({tr("dark"), tr("light"), tr("as the system")});
  theme_->setCurrentIndex(static_cast<int>(now.theme));
  form->addRow(tr("T&heme"), theme_);

  level_ = new QComboBox(this);
  level_->setObjectName("preferred log level");
  level_->setToolTip(tr("What the Log shows; its file has all"));
  level_->addItems({tr("all details"), tr("messages"), tr("warnings"), tr("errors")});
  level_->setCurrentIndex(static_cast<int>(now.log_level));
  form->addRow(tr("&Log shows"), level_);

  layout_ = new QCheckBox(tr("The window's &arrangement and switches come back"), this);
  layout_->setObjectName("layout restored");
  layout_->setToolTip(tr("At the next start: docks, geology that is drawn, fold while I edit"));
  layout_->setChecked(now.layout_restored);
  form->addRow(tr("At the start"), layout_);

  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit applied(chosen());
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const root = new QVBoxLayout(this);
  root->setContentsMargins(16, 14, 16, 14);
  root->setSpacing(14);
  root->addLayout(form);
  root->addStretch(1);
  root->addWidget(buttons);
  show_device();
}

// What is chosen, or what automatic comes to: the first that works.
void PreferencesDialog::show_device() {
  const std::string name = backend_->currentData().toString().toStdString();
  const auto at = std::find_if(backends_.begin(), backends_.end(), [&](const BackendStatus& status) {
    return name == "auto" ? status.available : status.name == name;
  });
  if (at == backends_.end()) return device_->clear();
  const QString words = QString::fromStdString(at->text);
  device_->setText(at->available ? words : tr("Not to be had here: %1. The processor is used.").arg(words));
}

Preferences PreferencesDialog::chosen() const {
  Preferences p;
  p.threads = threads_->value();
  p.backend = backend_->currentData().toString();
  p.theme = static_cast<Theme>(theme_->currentIndex());
  p.log_level = static_cast<LogLevel>(level_->currentIndex());
  p.layout_restored = layout_->isChecked();
  return p;
}

}  // namespace foldwave
