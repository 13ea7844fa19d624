#include "ui/views/volume/volume_numbers.hpp"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/scene/stage/color.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {

namespace {

QString short_number(double value) {
  return short_words(value, 4);
}

QString line_of(const QString& name, const QString& value) {
  return QString("<tr><td>%1&nbsp;&nbsp;</td><td align=right>%2</td></tr>").arg(name, value);
}

QString table_of(const QStringList& lines) {
  return lines.isEmpty() ? QString() : "<table cellspacing=0>" + lines.join(QString()) + "</table>";
}

}  // namespace

QString bound_words(const VolumeFacts& facts) {
  return facts.error_bound > 0.0 ? VolumeNumbers::tr("within %1").arg(short_number(facts.error_bound))
                                 : VolumeNumbers::tr("lossless");
}

ValuePlot::ValuePlot(QWidget* parent) : QWidget(parent) {
  offer_picture(this);
  setMinimumSize(60, 84);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ValuePlot::show_histogram(const ValueHistogram* histogram) {
  histogram_ = histogram != nullptr ? std::optional(*histogram) : std::nullopt;
  update();
}

// Bars by the root of their counts: a silent volume has nearly all of its values in one.
void ValuePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRectF plot = QRectF(rect()).adjusted(2, 2, -2, -16);
  painter.fillRect(plot, to_qcolor(theme::background_low));
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const QRectF words(plot.left(), plot.bottom() + 1, plot.width(), 15);
  if (!histogram_) return painter.drawText(words, Qt::AlignHCenter, tr("no values yet"));
  const auto& counts = histogram_->counts;
  const Index most = std::max<Index>(1, *std::ranges::max_element(counts));
  const double wide = plot.width() / static_cast<double>(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const double high =
        std::max(1.0, plot.height() * std::sqrt(static_cast<double>(counts[i]) / static_cast<double>(most)));
    painter.fillRect(QRectF(plot.left() + static_cast<double>(i) * wide, plot.bottom() - high, wide, high),
                     to_qcolor(theme::accent));
  }
  painter.drawText(words, Qt::AlignLeft, short_number(histogram_->low));
  painter.drawText(words, Qt::AlignRight, short_number(histogram_->high));
}

VolumeNumbers::VolumeNumbers(QWidget* parent)
    : QWidget(parent), plot_(new ValuePlot(this)), values_(new QLabel(this)), errors_(new QLabel(this)) {
  auto* const line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(14);
  line->addWidget(plot_, 1);
  for (QLabel* const label : {values_, errors_}) {
    label->setProperty("role", "unit");
    label->setTextFormat(Qt::RichText);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    line->addWidget(label);
  }
  values_->setObjectName("volume values");
  errors_->setObjectName("volume errors");
  auto* const copy = new QAction(tr("&Copy the numbers"), this);
  connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(text()); });
  for (QWidget* const place :
       {static_cast<QWidget*>(this), static_cast<QWidget*>(values_), static_cast<QWidget*>(errors_)}) {
    place->addAction(copy);
    place->setContextMenuPolicy(Qt::ActionsContextMenu);
  }
  errors_->setToolTip(
      tr("B against A: mean error as a share of A's largest value, root mean square error, largest error, "
         "signal to noise, and A's bytes as floats over B's"));
  show_numbers({});
}

void VolumeNumbers::show_numbers(const Shown& shown) {
  plot_->show_histogram(shown.histogram);
  const QString of = shown.is_every_node ? tr("How often each value occurs")
                                         : tr("How often each value occurs, at a part of the nodes");
  plot_->setToolTip(tr("%1; the height is the count's root").arg(of));
  plot_->setAccessibleName(of);
  QStringList lines;
  if (shown.volume != nullptr) {
    const auto& n = shown.volume->grid().n;
    lines << line_of(tr("nodes"), QString("%1 x %2 x %3").arg(n[0]).arg(n[1]).arg(n[2]))
          << line_of(tr("stored"),
                     QString::fromStdString(bytes_text(static_cast<double>(shown.volume->stored_bytes()))))
          << line_of(tr("values"), bound_words(shown.volume->facts()));
  }
  if (shown.survey != nullptr) {
    const VolumeStatistics& s = shown.survey->stats;
    lines << line_of(tr("least, largest"), short_number(s.least) + ", " + short_number(s.largest))
          << line_of(tr("mean, RMS"), short_number(s.mean) + ", " + short_number(s.rms));
    if (s.finite < s.values) lines << line_of(tr("no number"), count_words(s.values - s.finite));
  }
  values_->setText(table_of(lines));
  lines.clear();
  if (const VolumeDifference* const e = shown.errors) {
    lines << line_of(tr("ME"), short_number(e->quality.mean_error))
          << line_of(tr("rMSE"), short_number(e->quality.rms))
          << line_of(tr("max"), short_number(e->quality.largest))
          << line_of(tr("SNR"),
                     std::isinf(e->quality.snr) ? tr("no error") : tr("%1 dB").arg(e->quality.snr, 0, 'f', 1))
          << line_of(tr("ratio"), short_number(e->ratio));
    if (e->unlike > 0) lines << line_of(tr("unlike"), count_words(e->unlike));
  }
  errors_->setText(shown.errors != nullptr ? table_of(lines) : shown.no_errors.toHtmlEscaped());
  // A table of rich text asks for less than its columns take.
  for (QLabel* const label : {values_, errors_}) {
    label->ensurePolished();
    label->setMinimumWidth(label->text().isEmpty()
                               ? 0
                               : label->sizeHint().width() + 10 * label->fontMetrics().averageCharWidth());
  }
  setAccessibleName(text());
}

QString VolumeNumbers::text() const {
  QString all = values_->text() + "\n" + errors_->text();
  all.replace("</td></tr>", "\n").replace("&nbsp;&nbsp;</td>", "\t");
  return all.remove(QRegularExpression("<[^>]*>"));
}

}  // namespace foldwave
