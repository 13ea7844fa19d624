#include "ui/views/volume/segy_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.hpp"
#include "core/formats/segy/sample_formats.hpp"
#include "core/formats/segy/trace_words.hpp"
#include "core/volume/tools/volume_source.hpp"
#include "core/volume/view/volume_survey.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/scene/wave/snapshot.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

namespace {

constexpr int preview_width = 420, preview_height = 200, headers_height = 120;

QString format_name(int format) {
  return format == 1   ? SegyDialog::tr("IBM floats")
         : format == 5 ? SegyDialog::tr("IEEE floats")
                       : QString(segy::find_sample_format(format)->name);
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
  std::ranges::replace_if(
      values, [](float v) { return !std::isfinite(v); }, 0.0F);
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

  headers_ = new QPlainTextEdit(this);
  headers_->setObjectName("segy headers");
  headers_->setAccessibleName(tr("Headers of the file and of its first trace"));
  headers_->setReadOnly(true);
  headers_->setLineWrapMode(QPlainTextEdit::NoWrap);
  headers_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  headers_->setFixedHeight(headers_height);
  all->addWidget(headers_);
  auto* const form = new QFormLayout;
  add_words(form);
  by_ = new QComboBox(this);
  by_->setObjectName("segy place by");
  by_->addItems({tr("by their headers"), tr("by nodes and spacing")});
  form->addRow(tr("Place the traces"), by_);
  all->addLayout(form);
  add_by_hand(all);
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

// Which words of the trace headers hold numbers and places: the standard's, or as they are typed.
void SegyDialog::add_words(QFormLayout* form) {
  auto* const line = new QHBoxLayout;
  const std::array<QString, 4> names{tr("inline"), tr("crossline"), tr("x"), tr("y")};
  const std::array<const char*, 4> standard{"189", "193", "181", "185"};
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words_[i] = new QLineEdit(standard[i], this);
    words_[i]->setObjectName("segy word " + names[i]);
    words_[i]->setAccessibleName(tr("Byte of the %1").arg(names[i]));
    words_[i]->setToolTip(tr("The byte of a trace header, from 1, where the %1 begins; with :2 where it has "
                             "2 bytes, else it has 4; or a name of the list above")
                              .arg(names[i]));
    words_[i]->setMinimumWidth(48);
    line->addWidget(new QLabel(names[i], this));
    line->addWidget(words_[i], 1);
    connect(words_[i], &QLineEdit::textEdited, this, [this] { typed_.start(); });
  }
  form->addRow(tr("Bytes of"), line);
}

void SegyDialog::add_by_hand(QVBoxLayout* all) {
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
}

// Return in a field is for the field alone.
void SegyDialog::keyPressEvent(QKeyEvent* event) {
  const bool is_return = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (is_return && qobject_cast<QLineEdit*>(focusWidget()) != nullptr) return event->accept();
  QDialog::keyPressEvent(event);
}

void SegyDialog::read() {
  const Worker::Order order{tr("Read a SEG-Y cube"), QFileInfo(file_).fileName()};
  worker_.start(order, [this, mapping = mapping_](const Job& job) {
    const SegyTraces traces(file_.toStdString(), job, {}, mapping);
    const auto read = std::make_shared<const SegyFile>(traces.headers());
    worker_.hand_over([this, read, mapping] {
      if (!(mapping == mapping_)) return;
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
                        .arg(count_words(traces), count_words(segy_->samples), number_string(1e3 * segy_->dt))
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
  for (const std::string& warning : segy_->warnings)
    words << QString::fromStdString(warning);
  facts_->setText(words.join('\n'));
  QStringList shown;
  for (const SegyHeaderValue& v : segy_header_values(segy_->first_header, segy_->little_endian))
    shown << tr("byte %1  %2 = %3").arg(v.word.position, 3).arg(v.name, -18).arg(v.value);
  for (const std::string& line : segy_->text)
    shown << QString::fromStdString(line);
  headers_->setPlainText(shown.join('\n'));
  nodes_[0]->set_value(static_cast<double>(is_cube ? columns : traces));
  nodes_[1]->set_value(static_cast<double>(is_cube ? lines : 1));
  for (NumberEdit* const field : spacing_)
    field->set_value(field == spacing_[2] ? std::max(1.0, std::round(1e3 * segy_->dt)) : 25.0);
  const bool along_y = is_cube && columns > 1 && lines > 1 &&
                       segy_->geometry[0].crossline_number == segy_->geometry[1].crossline_number;
  const QSignalBlocker quiet(axes_);
  axes_->setCurrentIndex(along_y ? 1 : 0);
}

VolumeChoice SegyDialog::choice_of_fields() const {
  VolumeChoice choice;
  const std::array<SegyWord*, 4> to{&choice.headers.inline_number, &choice.headers.crossline_number,
                                    &choice.headers.x, &choice.headers.y};
  for (std::size_t i = 0; i < words_.size(); ++i)
    *to[i] =
        parse_segy_word(words_[i]->text().trimmed().toStdString(), words_[i]->accessibleName().toStdString());
  if (by_->currentIndex() == 0) return choice;
  for (const NumberEdit* const field : spacing_)
    if (!(field->value() > 0.0)) throw InputError("Spacing", "it must be above 0", "give metres");
  choice.layout.nodes = {static_cast<int>(nodes_[0]->value()), static_cast<int>(nodes_[1]->value()),
                         segy_->samples};
  choice.layout.spacing = {spacing_[0]->value(), spacing_[1]->value(), spacing_[2]->value()};
  choice.layout.axes = axes_->currentData().toString().toStdString();
  return choice;
}

void SegyDialog::place() {
  typed_.stop();
  if (!segy_) return;
  volume_.reset();
  take_->setEnabled(false);
  worker_.stop();
  VolumeChoice choice;
  try {
    choice = choice_of_fields();
  } catch (const InputError& error) {
    picture_->clear();
    return placed_->setText(said(error.what()));
  }
  placed_->setText(tr("placing the traces"));
  // Other words make other numbers and places.
  if (!(choice.headers == mapping_)) {
    mapping_ = choice.headers;
    return read();
  }
  worker_.start(QString(), [this, choice, asked = ++asked_](const Job& job) {
    const Volume volume = open_volume(file_.toStdString(), choice, job);
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
