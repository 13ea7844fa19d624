#include "ui/pictures/picture_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/error.hpp"
#include "core/formats/atomic_file.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {
namespace {

constexpr const char* picture_suffixes[] = {"png", "svg", "pdf"};
constexpr const char* folder_key = "pictures/folder";
constexpr double usual_dpi = 300.0, least_dpi = 20.0, most_dpi = 2400.0;

QString last_folder() {
  return QSettings()
      .value(folder_key, QStandardPaths::writableLocation(QStandardPaths::PicturesLocation))
      .toString();
}

}  // namespace

PictureDialog::PictureDialog(QWidget& view, const QString& name, QWidget* parent)
    : QDialog(parent),
      view_(view),
      name_(name),
      kind_(new QComboBox(this)),
      unit_(new QComboBox(this)),
      ground_(new QComboBox(this)),
      width_(new NumberEdit(this)),
      height_(new NumberEdit(this)),
      dpi_(new NumberEdit(this)),
      keep_shape_(new QCheckBox(tr("Keep the view's shape"), this)),
      words_(new QLabel(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this)) {
  setObjectName("picture dialog");
  setWindowTitle(tr("Save picture: %1").arg(name));
  setMinimumWidth(380);
  auto* const form = new QFormLayout(this);
  form->setContentsMargins(16, 14, 16, 12);
  form->setHorizontalSpacing(10);
  form->setVerticalSpacing(8);
  const auto add = [&](const QString& label, QWidget* field, const char* object, const QString& tip) {
    field->setObjectName(object);
    field->setToolTip(tip);
    form->addRow(label, field);
  };
  kind_->addItems(
      {tr("PNG, pixels"), tr("SVG, sharp lines and letters"), tr("PDF, sharp lines and letters")});
  add(tr("&Format"), kind_, "picture format", tr("In SVG and PDF the rock itself is a picture of pixels"));

  auto* const size = new QHBoxLayout;
  size->setSpacing(6);
  unit_->addItems({tr("pixels"), tr("mm")});
  unit_->setObjectName("picture unit");
  unit_->setAccessibleName(tr("Unit of the size"));
  size->addWidget(width_);
  size->addWidget(new QLabel(QString(QChar(0x00D7)), this));
  size->addWidget(height_);
  size->addWidget(unit_);
  width_->setObjectName("picture width");
  width_->setAccessibleName(tr("Width"));
  height_->setObjectName("picture height");
  height_->setAccessibleName(tr("Height"));
  form->addRow(tr("Si&ze"), size);
  qobject_cast<QLabel*>(form->labelForField(size))->setBuddy(width_);
  keep_shape_->setObjectName("picture shape");
  keep_shape_->setChecked(true);
  keep_shape_->setEnabled(is_scene(view));
  form->addRow(QString(), keep_shape_);
  add(tr("Pixels an &inch"), dpi_, "picture dpi", tr("How fine the picture is on paper"));
  ground_->addItems({tr("as shown"), tr("white"), tr("none, see-through")});
  ground_->setEnabled(is_scene(view));
  add(tr("&Background"), ground_, "picture ground",
      is_scene(view) ? tr("What the rock stands on; words turn dark or light where they must")
                     : tr("A plot is saved as it is shown"));
  words_->setObjectName("picture words");
  words_->setWordWrap(true);
  words_->setMinimumHeight(2 * words_->fontMetrics().lineSpacing());
  form->addRow(words_);
  form->addRow(buttons_);

  const PictureOrder shown = order_as_shown(view);
  width_->set_value(shown.pixels.width());
  height_->set_value(shown.pixels.height());
  dpi_->set_value(usual_dpi);
  connect(width_, &NumberEdit::edited, this, [this] { follow(true); });
  connect(height_, &NumberEdit::edited, this, [this] { follow(false); });
  connect(keep_shape_, &QCheckBox::toggled, this, [this] { follow(true); });
  connect(dpi_, &NumberEdit::edited, this, &PictureDialog::refresh);
  connect(unit_, &QComboBox::activated, this, &PictureDialog::change_unit);
  for (NumberEdit* const field : {width_, height_, dpi_})
    connect(field, &NumberEdit::refused, this, &PictureDialog::refresh);
  connect(buttons_, &QDialogButtonBox::accepted, this, &PictureDialog::choose_file);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  refresh();
}

bool PictureDialog::in_millimetres() const {
  return unit_->currentIndex() == 1;
}

double PictureDialog::pixels_of(const NumberEdit& field) const {
  return in_millimetres() ? std::round(field.value() * dpi_->value() / millimetres(1.0, 1.0)) : field.value();
}

// The picture stays; what it measures is told in the other unit.
void PictureDialog::change_unit() {
  for (NumberEdit* const field : {width_, height_}) {
    const double to_mm = millimetres(1.0, dpi_->value());
    field->set_value(in_millimetres() ? std::round(10.0 * field->value() * to_mm) / 10.0
                                      : std::round(field->value() / to_mm));
  }
  refresh();
}

void PictureDialog::follow(bool width_leads) {
  if (keep_shape_->isChecked()) {
    const double shape = static_cast<double>(view_.height()) / view_.width();
    const double grain = in_millimetres() ? 10.0 : 1.0;  // of what is written
    NumberEdit* const other = width_leads ? height_ : width_;
    const double value = width_leads ? width_->value() * shape : height_->value() / shape;
    other->set_value(std::max(std::round(grain * value) / grain, 1.0 / grain));
  }
  refresh();
}

QString PictureDialog::problem() const {
  for (const NumberEdit* const field : {width_, height_, dpi_})
    if (!field->good()) return field->problem();
  if (dpi_->value() < least_dpi || dpi_->value() > most_dpi)
    return tr("%1 to %2 pixels an inch can be drawn").arg(least_dpi).arg(most_dpi);
  const double wide = pixels_of(*width_), high = pixels_of(*height_);
  if (std::min(wide, high) < least_picture_side || std::max(wide, high) > most_picture_side ||
      wide * high > most_picture_pixels)
    return tr("%1 x %2 pixels cannot be drawn: a side takes %3 to %4, and all of it %5 million")
        .arg(wide)
        .arg(high)
        .arg(least_picture_side)
        .arg(most_picture_side)
        .arg(most_picture_pixels / 1000000);
  return {};
}

void PictureDialog::refresh() {
  const QString wrong = problem();
  buttons_->button(QDialogButtonBox::Save)->setEnabled(wrong.isEmpty() && !worker_.busy());
  const PictureOrder now = order();
  words_->setText(!wrong.isEmpty() ? wrong
                                   : tr("%1 x %2 pixels, on paper %3 x %4 mm")
                                         .arg(now.pixels.width())
                                         .arg(now.pixels.height())
                                         .arg(millimetres(now.pixels.width(), now.dpi), 0, 'f', 0)
                                         .arg(millimetres(now.pixels.height(), now.dpi), 0, 'f', 0));
}

PictureOrder PictureDialog::order() const {
  return {QSize(static_cast<int>(std::lround(pixels_of(*width_))),
                static_cast<int>(std::lround(pixels_of(*height_)))),
          dpi_->value(), static_cast<PictureGround>(ground_->currentIndex())};
}

PictureKind PictureDialog::kind() const {
  return static_cast<PictureKind>(kind_->currentIndex());
}

void PictureDialog::choose_file() {
  for (NumberEdit* const field : {width_, height_, dpi_})
    if (!field->finish()) return refresh();
  if (!problem().isEmpty()) return;
  const QString suffix = picture_suffixes[kind_->currentIndex()];
  const QString file = QFileDialog::getSaveFileName(this, tr("Save picture"),
                                                    QDir(last_folder()).filePath(name_ + '.' + suffix),
                                                    tr("Pictures (*.%1)").arg(suffix));
  if (file.isEmpty()) return;
  save_to(file.endsWith('.' + suffix, Qt::CaseInsensitive) ? file : file + '.' + suffix);
}

void PictureDialog::save_to(const QString& file) {
  words_->setText(tr("Saving..."));
  buttons_->button(QDialogButtonBox::Save)->setEnabled(false);
  // At once: a large picture holds this thread while it is drawn.
  words_->repaint();
  worker_.start(tr("Picture"), [this, file, picture = picture_of(view_, order()), as = kind()](const Job&) {
    QString why;
    try {
      const QByteArray bytes = encoded(picture, as);
      write_file_atomically(file.toStdString(), std::as_bytes(std::span(bytes.data(), bytes.size())));
    } catch (const Error& error) {
      why = QString::fromUtf8(error.what());
    }
    worker_.hand_over([this, file, why] {
      if (!why.isEmpty()) {
        buttons_->button(QDialogButtonBox::Save)->setEnabled(true);
        return words_->setText(why);
      }
      QSettings().setValue(folder_key, QFileInfo(file).absolutePath());
      emit saved(file);
      accept();
    });
  });
}

}  // namespace foldwave
