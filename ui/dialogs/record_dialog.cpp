#include "ui/dialogs/record_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QStyle>
#include <utility>

#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

constexpr double slowest = 0.5, fastest = 120.0;  // frames a second
constexpr QSize sizes[] = {{1280, 720}, {1920, 1080}};

// Videos in 4:2:0 have even sides.
QSize even(QSize size) {
  return {size.width() / 2 * 2, size.height() / 2 * 2};
}

QString default_folder(const QString& name) {
  QString plain = name;
  for (QChar& c : plain)
    if (!c.isLetterOrNumber() && c != '-' && c != '_') c = ' ';
  plain = plain.simplified();
  const QString movies = QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
  return QDir(movies).filePath(plain.isEmpty() ? QString("wave") : plain + " wave");
}

}  // namespace

RecordDialog::RecordDialog(const QString& name, std::function<RecordingPlan()> what, QWidget* parent)
    : QDialog(parent),
      what_(std::move(what)),
      ffmpeg_(find_ffmpeg()),
      folder_(new QLineEdit(default_folder(name), this)),
      size_(new QComboBox(this)),
      speed_(new NumberEdit(this)),
      movie_(new QCheckBox(tr("A movie as well (%1)").arg(movie_name), this)),
      words_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      record_(new QPushButton(tr("&Record"), this)),
      stop_(new QPushButton(tr("&Stop"), this)),
      open_folder_(new QPushButton(tr("&Open folder"), this)) {
  setObjectName("record dialog");
  setWindowTitle(tr("Record the wave"));
  setMinimumWidth(460);
  auto* const form = new QFormLayout(this);
  form->setContentsMargins(16, 14, 16, 12);
  form->setHorizontalSpacing(10);
  form->setVerticalSpacing(8);

  folder_->setObjectName("record folder");
  folder_->setToolTip(tr("Where the frames go; made if it is not there"));
  auto* const choose = new QPushButton(tr("Choose..."), this);
  auto* const place = new QHBoxLayout;
  place->addWidget(folder_, 1);
  place->addWidget(choose);
  form->addRow(tr("&Folder"), place);
  qobject_cast<QLabel*>(form->labelForField(place))->setBuddy(folder_);
  size_->setObjectName("record size");
  size_->setToolTip(tr("Pixels of a frame"));
  form->addRow(tr("Si&ze"), size_);
  speed_->setObjectName("record speed");
  speed_->setToolTip(tr("Of the movie; the frames are the same at any speed"));
  form->addRow(tr("Frames a s&econd"), speed_);
  movie_->setObjectName("record movie");
  movie_->setEnabled(!ffmpeg_.isEmpty());
  movie_->setChecked(!ffmpeg_.isEmpty());
  movie_->setToolTip(ffmpeg_.isEmpty() ? tr("Movies are made by ffmpeg, which is not installed")
                                       : tr("H.264, made of the frames by %1").arg(ffmpeg_));
  form->addRow(QString(), movie_);
  words_->setObjectName("record words");
  words_->setWordWrap(true);
  words_->setMinimumHeight(3 * words_->fontMetrics().lineSpacing());
  words_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  form->addRow(words_);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the recording"));
  form->addRow(bar_);
  record_->setObjectName("record");
  record_->setDefault(true);
  stop_->setObjectName("record stop");
  stop_->setEnabled(false);
  auto* const close = new QPushButton(tr("Close"), this);
  auto* const buttons = new QDialogButtonBox(this);
  open_folder_->setObjectName("open record folder");
  open_folder_->setEnabled(false);
  buttons->addButton(record_, QDialogButtonBox::AcceptRole);
  buttons->addButton(stop_, QDialogButtonBox::ActionRole);
  buttons->addButton(open_folder_, QDialogButtonBox::ActionRole);
  buttons->addButton(close, QDialogButtonBox::RejectRole);
  for (QPushButton* const button : {open_folder_, record_, stop_, close})
    button->setAutoDefault(button == record_);
  form->addRow(buttons);

  connect(choose, &QPushButton::clicked, this, &RecordDialog::choose_folder);
  connect(open_folder_, &QPushButton::clicked, this, [this] {
    const QString refusal = open_folder(recorded_in_);
    if (!refusal.isEmpty()) words_->setText(refusal);
  });
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(record_, &QPushButton::clicked, this, &RecordDialog::record);
  connect(stop_, &QPushButton::clicked, &recorder_, &WaveRecorder::stop);
  typed_.setSingleShot(true);
  typed_.setInterval(pause_in_typing);
  connect(&typed_, &QTimer::timeout, this, &RecordDialog::look_into_folder);
  connect(folder_, &QLineEdit::textChanged, this, [this] {
    in_folder_ = 0;
    refresh();
    typed_.start();
  });
  connect(size_, &QComboBox::activated, this, &RecordDialog::refresh);
  connect(movie_, &QCheckBox::toggled, this, &RecordDialog::refresh);
  connect(speed_, &NumberEdit::edited, this, [this] {
    if (speed_->value() < slowest || speed_->value() > fastest)
      speed_->set_value(std::clamp(speed_->value(), slowest, fastest));
    refresh();
  });
  connect(&recorder_, &WaveRecorder::progressed, this, [this](int done, int total, const QString& stage) {
    bar_->setRange(0, total);
    bar_->setValue(done);
    words_->setText(tr("%1: %2 of %3").arg(stage).arg(done).arg(total));
  });
  connect(&recorder_, &WaveRecorder::finished, this, &RecordDialog::show_end);
}

void RecordDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  if (recorder_.busy()) return;
  const RecordingPlan now = what_();
  const int chosen = std::max(size_->currentIndex(), 0);
  size_->clear();
  const QSize view = even({now.film.width, now.film.height});
  size_->addItem(tr("As the view, %1 x %2").arg(view.width()).arg(view.height()), view);
  for (const QSize size : sizes)
    size_->addItem(QString("%1 x %2").arg(size.width()).arg(size.height()), size);
  size_->setCurrentIndex(chosen);
  speed_->set_value(now.per_second);
  bar_->reset();
  look_into_folder();
}

void RecordDialog::choose_folder() {
  const QString folder =
      QFileDialog::getExistingDirectory(this, tr("Folder for the frames"), folder_->text());
  if (folder.isEmpty()) return;
  folder_->setText(folder);
  look_into_folder();
}

void RecordDialog::look_into_folder() {
  typed_.stop();
  in_folder_ = QDir(folder_->text().trimmed()).entryList({"frame_*.png", movie_name}, QDir::Files).size();
  refresh();
}

RecordingPlan RecordDialog::plan() const {
  RecordingPlan plan = what_();
  const QSize size = size_->currentData().toSize();
  if (size_->currentIndex() > 0) plan.film.scale = 0.0;
  plan.film.width = size.width();
  plan.film.height = size.height();
  plan.per_second = speed_->value();
  plan.folder = folder_->text().trimmed();
  if (movie_->isChecked()) plan.ffmpeg = ffmpeg_;
  return plan;
}

void RecordDialog::refresh() {
  if (recorder_.busy()) return;
  const RecordingPlan now = plan();
  const auto frames = static_cast<int>(now.snapshots.size());
  record_->setEnabled(frames > 0 && !now.folder.isEmpty());
  if (frames == 0) return words_->setText(tr("There is no snapshot yet: run the wave first"));
  QStringList words{tr("%1 frames, t = %2 to %3 s")
                        .arg(frames)
                        .arg(now.snapshots.front()->time, 0, 'f', 3)
                        .arg(now.snapshots.back()->time, 0, 'f', 3)};
  if (!now.ffmpeg.isEmpty())
    words << tr("A movie of %1 s").arg(frames / now.per_second, 0, 'f', 1);
  else if (ffmpeg_.isEmpty())
    words << tr("No movie: ffmpeg is not installed");
  if (in_folder_ > 0)
    words << tr("%1 files of an earlier recording are there: those of the same name go").arg(in_folder_);
  words_->setText(words.join('\n'));
}

void RecordDialog::record() {
  typed_.stop();
  if (!speed_->finish()) return words_->setText(speed_->problem());
  record_->setEnabled(false);
  stop_->setEnabled(true);
  for (QWidget* const field : std::initializer_list<QWidget*>{folder_, size_, speed_, movie_})
    field->setEnabled(false);
  stop_->setFocus();
  words_->setText(tr("drawing frames"));
  bar_->setRange(0, 1);
  bar_->setValue(0);
  open_folder_->setEnabled(false);
  const RecordingPlan now = plan();
  recorded_in_ = now.folder;
  recorder_.start(now);
}

void RecordDialog::show_end(Outcome outcome, const QString& message) {
  stop_->setEnabled(false);
  record_->setEnabled(true);
  for (QWidget* const field : std::initializer_list<QWidget*>{folder_, size_, speed_})
    field->setEnabled(true);
  movie_->setEnabled(!ffmpeg_.isEmpty());
  open_folder_->setEnabled(outcome == Outcome::done);
  if (outcome != Outcome::done) bar_->reset();
  words_->setText(outcome == Outcome::done
                      ? tr("%1 in %2").arg(message, QDir::toNativeSeparators(folder_->text()))
                      : message);
}

void RecordDialog::done(int result) {
  recorder_.stop();
  QDialog::done(result);
}

}  // namespace foldwave
