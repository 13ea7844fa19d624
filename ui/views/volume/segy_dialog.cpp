#include "ui/views/volume/segy_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.hpp"
#include "core/formats/scalar_volume.hpp"
#include "core/volume/view/volume_survey.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/scene/wave/snapshot.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {

namespace {

constexpr int preview_width = 420, preview_height = 240;

QString format_name(int format) {
  return format == 1   ? SegyDialog::tr("IBM floats")
         : format == 5 ? SegyDialog::tr("IEEE floats")
                       : SegyDialog::tr("%1-byte integers")
                             .arg(format == 2   ? 4
                                  : format == 3 ? 2
                                                : 1);
}

// The plane across the shorter of x and y in its middle, or the only one: black to white about zero.
QImage middle_picture(const VolumeSource& volume) {
  const auto& n = volume.grid().n;
  const int axis = n[1] <= n[0] ? 1 : 0;
  NodeBox box{{0, 0, 0}, n};
  const auto a = static_cast<std::size_t>(axis);
  box.low[a] = n[a] / 2;
  box.n[a] = 1;
  std::vector<float> values(static_cast<std::size_t>(box.size()));
  volume.read(box, values);
  const double limit = std::max(clip_limit(values, 99.0), 1e-300);
  const int wide = axis == 1 ? n[0] : n[1], high = n[2];
  QImage image(wide, high, QImage::Format_RGB888);
  for (int k = 0; k < high; ++k)
    for (int i = 0; i < wide; ++i) {
      const float v =
          values[static_cast<std::size_t>(i) + static_cast<std::size_t>(wide) * static_cast<std::size_t>(k)];
      const Bytes3 c = gray_map().at(0.5 + 0.5 * static_cast<double>(v) / limit);
      image.setPixel(i, k, qRgb(c[0], c[1], c[2]));
    }
  return image;
}

}  // namespace

SegyDialog::SegyDialog(const QString& file, QWidget* parent) : QDialog(parent), file_(file) {
  setObjectName("segy import");
  setWindowTitle(tr("Import a SEG-Y cube"));
  auto* const all = new QVBoxLayout(this);
  all->setContentsMargins(16, 14, 16, 12);
  all->setSpacing(10);
  all->addWidget(heading(QFileInfo(file).fileName(), this));
  facts_ = new QLabel(tr("reading"), this);
  facts_->setObjectName("segy facts");
  facts_->setWordWrap(true);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  all->addWidget(facts_);

  auto* const form = new QFormLayout;
  by_ = new QComboBox(this);
  by_->setObjectName("segy place by");
  by_->addItems({tr("by their headers"), tr("by nodes and spacing")});
  form->addRow(tr("Place the traces"), by_);
  all->addLayout(form);
  by_hand_ = new QWidget(this);
  auto* const hand = new QFormLayout(by_hand_);
  hand->setContentsMargins(0, 0, 0, 0);
  const auto numbers = [&](const QString& label, std::span<NumberEdit*> fields, const QString& name,
                           bool whole) {
    auto* const line = new QHBoxLayout;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      fields[i] = new NumberEdit(this);
      fields[i]->setObjectName(name + " " + QString("xyz").mid(static_cast<qsizetype>(i), 1));
      fields[i]->setAccessibleName(label);
      fields[i]->set_whole(whole);
      line->addWidget(fields[i]);
      connect(fields[i], &NumberEdit::edited, this, [this] { typed_.start(); });
    }
    hand->addRow(label, line);
  };
  numbers(tr("Nodes x, y"), nodes_, "segy nodes", true);
  numbers(tr("Spacing x, y, depth (m)"), spacing_, "segy spacing", false);
  axes_ = new QComboBox(this);
  axes_->setObjectName("segy axes");
  axes_->addItem(tr("along x"), "zxy");
  axes_->addItem(tr("along y"), "zyx");
  hand->addRow(tr("Traces follow each other"), axes_);
  by_hand_->hide();
  all->addWidget(by_hand_);

  picture_ = new QLabel(this);
  picture_->setFixedSize(preview_width, preview_height);
  picture_->setAlignment(Qt::AlignCenter);
  picture_->setAccessibleName(tr("A slice through the middle"));
  all->addWidget(picture_, 0, Qt::AlignHCenter);
  placed_ = new QLabel(this);
  placed_->setObjectName("segy placed");
  placed_->setWordWrap(true);
  placed_->setMinimumWidth(preview_width);
  all->addWidget(placed_);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  take_ = buttons->button(QDialogButtonBox::Ok);
  take_->setText(tr("Import"));
  take_->setEnabled(false);
  all->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    if (volume_) emit imported(volume_);
    accept();
  });
  connect(by_, &QComboBox::currentIndexChanged, this, [this](int at) {
    by_hand_->setVisible(at == 1);
    place();
  });
  connect(axes_, &QComboBox::currentIndexChanged, this, &SegyDialog::place);
  typed_.setSingleShot(true);
  typed_.setInterval(pause_in_typing);
  connect(&typed_, &QTimer::timeout, this, &SegyDialog::place);
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome != Outcome::failed) return;
    (segy_ ? placed_ : facts_)->setText(why);
    picture_->clear();
  });
  read();
}

// Return in a field is for the field alone.
void SegyDialog::keyPressEvent(QKeyEvent* event) {
  const bool is_return = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (is_return && qobject_cast<NumberEdit*>(focusWidget()) != nullptr) return event->accept();
  QDialog::keyPressEvent(event);
}

void SegyDialog::read() {
  worker_.start(Worker::Order{tr("Read a SEG-Y cube"), QFileInfo(file_).fileName()}, [this](const Job& job) {
    const auto read = std::make_shared<const SegyFile>(read_segy(file_.toStdString(), job));
    worker_.hand_over([this, read] {
      segy_ = read;
      show_file();
      place();
    });
  });
}

// Inlines by crosslines are the likely nodes of a cube whose coordinates are turned or missing.
void SegyDialog::show_file() {
  std::set<int> inlines, crosslines;
  for (const SegyTrace& t : segy_->geometry) {
    inlines.insert(t.inline_number);
    crosslines.insert(t.crossline_number);
  }
  const auto traces = static_cast<qsizetype>(segy_->geometry.size());
  QStringList words{tr("%1 traces of %2 samples, %3 ms apart; %4, revision %5")
                        .arg(traces)
                        .arg(segy_->samples)
                        .arg(1e3 * segy_->dt)
                        .arg(format_name(segy_->format))
                        .arg(segy_->revision)};
  const auto lines = static_cast<qsizetype>(inlines.size()),
             columns = static_cast<qsizetype>(crosslines.size());
  const bool is_cube = lines * columns == traces && traces > 1;
  if (is_cube)
    words << tr("inlines %1 to %2, crosslines %3 to %4")
                 .arg(*inlines.begin())
                 .arg(*inlines.rbegin())
                 .arg(*crosslines.begin())
                 .arg(*crosslines.rbegin());
  if (segy_->not_finite > 0) words << tr("%1 samples are no numbers").arg(segy_->not_finite);
  for (const std::string& warning : segy_->warnings)
    words << QString::fromStdString(warning);
  facts_->setText(words.join('\n'));
  nodes_[0]->set_value(static_cast<double>(is_cube ? columns : traces));
  nodes_[1]->set_value(static_cast<double>(is_cube ? lines : 1));
  for (NumberEdit* const field : spacing_)
    field->set_value(field == spacing_[2] ? std::max(1.0, std::round(1e3 * segy_->dt)) : 25.0);
  const bool along_y = is_cube && columns > 1 && lines > 1 &&
                       segy_->geometry[0].crossline_number == segy_->geometry[1].crossline_number;
  const QSignalBlocker quiet(axes_);
  axes_->setCurrentIndex(along_y ? 1 : 0);
}

VolumeLayout SegyDialog::layout_of_fields() const {
  VolumeLayout layout;
  if (by_->currentIndex() == 0) return layout;
  layout.nodes = {static_cast<int>(nodes_[0]->value()), static_cast<int>(nodes_[1]->value()), segy_->samples};
  layout.spacing = {spacing_[0]->value(), spacing_[1]->value(), spacing_[2]->value()};
  layout.axes = axes_->currentData().toString().toStdString();
  return layout;
}

void SegyDialog::place() {
  typed_.stop();
  if (!segy_) return;
  volume_.reset();
  take_->setEnabled(false);
  worker_.stop();
  const VolumeLayout layout = layout_of_fields();
  for (const double h : layout.spacing)
    if (by_->currentIndex() == 1 && !(h > 0.0)) return placed_->setText(tr("A spacing must be above 0"));
  placed_->setText(tr("placing the traces"));
  worker_.start(QString(), [this, segy = segy_, layout, name = file_.toStdString(),
                            asked = ++asked_](const Job& job) {
    ScalarVolume made = segy_volume(*segy, layout, name, job);
    std::vector<std::string> notes = std::move(made.assumed);
    notes.insert(notes.end(), made.warnings.begin(), made.warnings.end());
    const Volume volume = volume_of(std::make_shared<const Field<float>>(std::move(made.values)), made.grid,
                                    QFileInfo(file_).completeBaseName().toStdString(), std::move(notes));
    const QImage picture = middle_picture(*volume);
    worker_.hand_over([this, volume, picture, asked] {
      if (asked != asked_) return;
      volume_ = volume;
      picture_->setPixmap(QPixmap::fromImage(
          picture.scaled(preview_width, preview_height, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)));
      show_placed();
    });
  });
}

void SegyDialog::show_placed() {
  const Grid3& g = volume_->grid();
  QStringList words{tr("%1 x %2 x %3 nodes, %4 x %5 x %6 m apart")
                        .arg(g.n[0])
                        .arg(g.n[1])
                        .arg(g.n[2])
                        .arg(g.h[0])
                        .arg(g.h[1])
                        .arg(g.h[2])};
  for (const std::string& note : volume_->remarks())
    words << QString::fromStdString(note);
  placed_->setText(words.join('\n'));
  take_->setEnabled(true);
}

}  // namespace foldwave
