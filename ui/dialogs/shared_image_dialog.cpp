#include "ui/dialogs/shared_image_dialog.hpp"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

#include "core/base/system.hpp"

namespace foldwave {

SharedImageDialog::SharedImageDialog(const QString& folder, QWidget* parent)
    : QDialog(parent),
      program_(command_line_program()),
      folder_(new QLineEdit(QDir::toNativeSeparators(folder), this)),
      workers_(new QSpinBox(this)),
      command_(new QLabel(this)),
      message_(new QLabel(this)) {
  setObjectName("shared image");
  setWindowTitle(tr("Seismic image by workers"));
  auto* const form = new QFormLayout(this);
  form->setContentsMargins(16, 14, 16, 12);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);

  folder_->setObjectName("shared folder");
  folder_->setAccessibleName(tr("Folder of the workers"));
  folder_->setMinimumWidth(340);
  folder_->setToolTip(
      tr("What the workers share; shots that are there of the same survey are not made again"));
  auto* const browse = new QPushButton(tr("&Browse..."), this);
  connect(browse, &QPushButton::clicked, this, &SharedImageDialog::browse);
  auto* const line = new QHBoxLayout;
  line->addWidget(folder_, 1);
  line->addWidget(browse);
  form->addRow(tr("&Folder"), line);

  workers_->setObjectName("shared workers");
  workers_->setRange(0, 64);
  workers_->setValue(program_.isEmpty() ? 0 : std::min(2, thread_count()));
  workers_->setEnabled(!program_.isEmpty());
  workers_->setSpecialValueText(tr("none"));
  workers_->setToolTip(tr("Processes that are started here, beside this window, and share its threads"));
  form->addRow(tr("&Workers here"), workers_);

  command_->setObjectName("shared command");
  command_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  command_->setWordWrap(true);
  form->addRow(tr("More, on any\ncomputer:"), command_);
  message_->setObjectName("shared message");
  message_->setProperty("role", "unit");
  message_->setWordWrap(true);
  form->addRow(message_);

  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  start_ = buttons->addButton(tr("&Start"), QDialogButtonBox::AcceptRole);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit ordered({QDir::fromNativeSeparators(folder_->text().trimmed()), workers_->value(), program_});
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
  connect(folder_, &QLineEdit::textChanged, this, &SharedImageDialog::refresh);
  connect(workers_, &QSpinBox::valueChanged, this, &SharedImageDialog::refresh);
  refresh();
}

void SharedImageDialog::browse() {
  const QString chosen =
      QFileDialog::getExistingDirectory(this, tr("Folder of the workers"), QFileInfo(folder_->text()).path());
  if (!chosen.isEmpty()) folder_->setText(QDir::toNativeSeparators(chosen));
}

void SharedImageDialog::refresh() {
  const QString folder = folder_->text().trimmed();
  const QFileInfo info(folder);
  start_->setEnabled(!folder.isEmpty() && (!info.exists() || info.isDir()));
  command_->setText("foldwave-cli survey work \"" + folder + "\"");
  QString words = tr("The image comes when all shots are there. Stopped, it goes on from the same folder.");
  if (info.exists() && !info.isDir()) words = tr("This is a file: give a folder, which may be a new one.");
  if (program_.isEmpty())
    words += " " + tr("foldwave-cli is not beside this program: start workers by the command.");
  else if (workers_->value() == 0)
    words += " " + tr("None is started here: the job waits for others.");
  message_->setText(words);
}

}  // namespace foldwave
