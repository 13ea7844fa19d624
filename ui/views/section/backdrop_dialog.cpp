#include "ui/views/section/backdrop_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>

#include "core/base/text.hpp"
#include "core/model/scenario_files.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_guard.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

QFormLayout* form_in(QWidget* parent) {
  auto* const form = new QFormLayout(parent);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(10);
  form->setVerticalSpacing(6);
  return form;
}

// Map coordinates.
bool is_beside(const Grid3& box, const std::array<double, 2>& low, const std::array<double, 2>& high) {
  const Vec3 end = box.origin + box.extent();
  return high[0] < box.origin.x || low[0] > end.x ||
         (!box.is_section() && (high[1] < box.origin.y || low[1] > end.y));
}

}  // namespace

BackdropDialog::BackdropDialog(const Backdrop& backdrop, const QString& folder, QWidget* parent)
    : QDialog(parent), given_(backdrop), folder_(folder) {
  setObjectName("backdrop dialog");
  setWindowTitle(tr("Backdrop of the section"));
  setMinimumWidth(440);
  auto* const all = new QVBoxLayout(this);
  all->setContentsMargins(16, 14, 16, 12);
  all->setSpacing(8);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  guard_ = new NumberGuard(this, buttons);
  auto* const common = new QWidget(this);
  QFormLayout* form = form_in(common);
  auto* const row = new QHBoxLayout;
  file_ = new QLineEdit(QString::fromStdString(backdrop.file), this);
  file_->setObjectName("backdrop file");
  file_->setAccessibleName(tr("File"));
  file_->setPlaceholderText(tr("PNG, JPEG or SEG-Y"));
  auto* const choose = new QToolButton(this);
  choose->setText(tr("Choose..."));
  row->addWidget(file_, 1);
  row->addWidget(choose);
  form->addRow(tr("File"), row);
  all->addWidget(common);
  facts_ = new QLabel(this);
  facts_->setObjectName("backdrop facts");
  facts_->setProperty("role", "unit");
  facts_->setWordWrap(true);
  facts_->hide();
  all->addWidget(facts_);

  make_segy_fields(std::get_if<SegyBackdrop>(&backdrop.source));
  all->addWidget(times_);
  edges_ = new QWidget(this);
  form = form_in(edges_);
  left_ = number(form, tr("Left edge at (m along the line)"), "backdrop left", backdrop.left);
  right_ = number(form, tr("Right edge at"), "backdrop right", backdrop.right);
  all->addWidget(edges_);
  const auto* const image = std::get_if<ImageBackdrop>(&backdrop.source);
  depths_ = new QWidget(this);
  form = form_in(depths_);
  top_ = number(form, tr("Upper edge at depth (m)"), "backdrop top", image != nullptr ? image->top : 0.0);
  bottom_ = number(form, tr("Lower edge at depth (m)"), "backdrop bottom",
                   image != nullptr ? image->bottom : 1000.0);
  all->addWidget(depths_);

  auto* const last = new QWidget(this);
  form = form_in(last);
  opacity_ = new QSlider(Qt::Horizontal, this);
  opacity_->setRange(5, 100);
  opacity_->setValue(static_cast<int>(std::lround(100 * backdrop.opacity)));
  form->addRow(tr("Opacity"), opacity_);
  all->addWidget(last);
  all->addWidget(guard_->message());
  all->addWidget(buttons);
  connect(choose, &QToolButton::clicked, this, &BackdropDialog::browse);
  connect(file_, &QLineEdit::textChanged, this, &BackdropDialog::follow_file);
  typed_.setSingleShot(true);
  typed_.setInterval(pause_in_typing);
  connect(&typed_, &QTimer::timeout, this, &BackdropDialog::read_headers);
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome != Outcome::failed) return;
    facts_->setText(why);
    facts_->show();
  });
  follow_file();
  guard_->set_rule([this] { return problem(); });
}

void BackdropDialog::make_segy_fields(const SegyBackdrop* given) {
  const SegyBackdrop now = given != nullptr ? *given : SegyBackdrop{.by_headers = true};
  times_ = new QWidget(this);
  segy_form_ = form_in(times_);
  const auto choice = [this](const QString& label, const char* name, const QStringList& items, int at) {
    auto* const box = new QComboBox(this);
    box->setObjectName(name);
    box->addItems(items);
    box->setCurrentIndex(at);
    segy_form_->addRow(label, box);
    connect(box, &QComboBox::currentIndexChanged, this, &BackdropDialog::show_fields);
    return box;
  };
  kind_ = choice(tr("Take"), "backdrop kind", {tr("all traces"), tr("inline"), tr("crossline")},
                 static_cast<int>(now.kind));
  line_ = number(segy_form_, tr("Number"), "backdrop line", now.number);
  line_->set_whole(true);
  axis_ = choice(tr("Its samples are in"), "backdrop axis",
                 {tr("two-way time"), tr("depth: 1 ms of its headers is 1 m")}, now.in_depth ? 1 : 0);
  velocity_ = number(segy_form_, tr("Velocity (m/s): depth = v t / 2"), "backdrop velocity", now.velocity);
  place_ = choice(tr("Stands"), "backdrop place", {tr("between edges"), tr("where its headers say")},
                  now.by_headers ? 1 : 0);
}

// While it is typed the file is most often none.
void BackdropDialog::read_headers() {
  const QString file = QDir(folder_).absoluteFilePath(file_->text().trimmed());
  if (!is_segy() || file == read_file_ || !QFileInfo(file).isFile()) return;
  read_file_ = file;
  worker_.stop();
  worker_.start(tr("Read the headers of a SEG-Y file"), [this, file](const Job& job) {
    const auto read = std::make_shared<SegyFile>(SegyTraces(file.toStdString(), job).headers());
    worker_.hand_over([this, read, file] {
      if (file != read_file_) return;
      headers_ = std::move(*read);
      show_headers();
    });
  });
}

void BackdropDialog::show_headers() {
  inlines_.clear(), crosslines_.clear();
  std::vector<std::size_t> all(headers_->geometry.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::array<double, 2> low{1e300, 1e300}, high{-1e300, -1e300};
  for (const SegyTrace& t : headers_->geometry) {
    inlines_.insert(t.inline_number), crosslines_.insert(t.crossline_number);
    low = {std::min(low[0], t.cdp_x), std::min(low[1], t.cdp_y)};
    high = {std::max(high[0], t.cdp_x), std::max(high[1], t.cdp_y)};
  }
  const auto n = [](double value) { return QString::fromStdString(number_text(value)); };
  const double end = headers_->delay + (headers_->samples - 1) * headers_->dt;
  QStringList words{tr("%1 traces of %2 samples, %3 ms apart, from %4 to %5 ms")
                        .arg(count_words(all.size()), count_words(headers_->samples))
                        .arg(n(1e3 * headers_->dt), n(1e3 * headers_->delay), n(1e3 * end))};
  const auto range = [](const std::set<int>& lines) {
    return lines.size() == 1 ? QString::number(*lines.begin())
                             : tr("%1 to %2 (%3)").arg(*lines.begin()).arg(*lines.rbegin()).arg(lines.size());
  };
  if (!all.empty()) words << tr("Inlines %1, crosslines %2").arg(range(inlines_), range(crosslines_));
  const bool placed = segy_line_ends(*headers_, all).has_value();
  words << (!placed       ? tr("No coordinates in its headers")
            : low == high ? tr("Placed by its sources and receivers")
                          : tr("x %1 to %2, y %3 to %4")
                                .arg(QString::number(low[0], 'f', 0), QString::number(high[0], 'f', 0),
                                     QString::number(low[1], 'f', 0), QString::number(high[1], 'f', 0)));
  if (placed && box_ && is_beside(*box_, low, high))
    words << tr("All of it lies beside the box: where its headers say it is not seen");
  facts_->setText(words.join('\n'));
  facts_->show();
  // A line that is there is a better start than number 0.
  const QString given = QString::fromStdString(given_.file);
  if (file_->text().trimmed() != given) {
    if (inlines_.size() > 1 && kind_->currentIndex() == 0) kind_->setCurrentIndex(1);
    if (!numbers().empty() && !numbers().contains(static_cast<int>(line_->value())))
      line_->set_value(*std::next(numbers().begin(), static_cast<std::ptrdiff_t>(numbers().size() / 2)));
    if (!placed) place_->setCurrentIndex(0);
  }
  show_fields();
}

const std::set<int>& BackdropDialog::numbers() const {
  static const std::set<int> none;
  return kind_->currentIndex() == 1 ? inlines_ : kind_->currentIndex() == 2 ? crosslines_ : none;
}

void BackdropDialog::show_fields() {
  const bool segy = is_segy(), by_headers = place_->currentIndex() == 1;
  times_->setVisible(segy);
  depths_->setVisible(!segy);
  edges_->setVisible(!segy || !by_headers);
  segy_form_->setRowVisible(line_, kind_->currentIndex() > 0);
  segy_form_->setRowVisible(velocity_, axis_->currentIndex() == 0);
  if (!segy) facts_->hide();
  guard_->refresh();
}

NumberEdit* BackdropDialog::number(QFormLayout* form, const QString& label, const QString& name,
                                   double value) {
  auto* const field = new NumberEdit(this);
  field->setObjectName(name);
  field->set_value(value);
  form->addRow(label, field);
  guard_->add(field, label);
  return field;
}

QString BackdropDialog::problem() const {
  if (file_->text().trimmed().isEmpty()) return tr("Choose a picture or a seismic line");
  const bool by_headers = is_segy() && place_->currentIndex() == 1;
  if (!by_headers && left_->value() == right_->value())
    return tr("Both edges are at one place: give two distances");
  if (is_segy()) {
    const std::set<int>& there = numbers();
    if (!there.empty() && !there.contains(static_cast<int>(line_->value())))
      return tr("There is no line %1: give one of %2 to %3")
          .arg(line_->value())
          .arg(*there.begin())
          .arg(*there.rbegin());
    const bool in_time = axis_->currentIndex() == 0;
    return !in_time || velocity_->value() > 0.0 ? QString() : tr("The velocity must be above 0");
  }
  return top_->value() == bottom_->value() ? tr("Both edges are at one depth: give two depths") : QString();
}

bool BackdropDialog::is_segy() const {
  const QString suffix = QFileInfo(file_->text()).suffix().toLower();
  return suffix == "sgy" || suffix == "segy" || suffix == "su";
}

void BackdropDialog::follow_file() {
  show_fields();
  typed_.start();
}

void BackdropDialog::browse() {
  const QString file = QFileDialog::getOpenFileName(
      this, tr("Choose a backdrop"), folder_,
      tr("Pictures and seismic lines (*.png *.jpg *.jpeg *.sgy *.segy *.su);;All files (*)"));
  if (!file.isEmpty())
    file_->setText(QString::fromStdString(name_from_folder(folder_.toStdString(), file.toStdString())));
}

Backdrop BackdropDialog::backdrop() const {
  Backdrop b = given_;
  b.file = file_->text().trimmed().toStdString();
  b.left = left_->value();
  b.right = right_->value();
  b.opacity = opacity_->value() / 100.0;
  if (is_segy())
    b.source =
        SegyBackdrop{static_cast<SegyLineKind>(kind_->currentIndex()), static_cast<int>(line_->value()),
                     velocity_->value(), place_->currentIndex() == 1, axis_->currentIndex() == 1};
  else
    b.source = ImageBackdrop{top_->value(), bottom_->value()};
  return b;
}

}  // namespace foldwave
