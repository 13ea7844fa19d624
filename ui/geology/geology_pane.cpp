#include "ui/geology/geology_pane.hpp"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>

#include "core/geology/attitude.hpp"
#include "ui/geology/ramsay_diagram.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/number_words.hpp"

namespace foldwave {
namespace {

QString short_metres(double value) {
  return QString::number(value, 'f', value < 10.0 ? 2 : value < 100.0 ? 1 : 0);
}

QString range(const ThicknessRange& t) {
  if (std::isnan(t.mean)) return QString::fromUtf8("–");
  const QString least = short_metres(t.least), greatest = short_metres(t.greatest);
  return least == greatest ? least : QString::fromUtf8("%1 – %2").arg(least, greatest);
}

QString volume(double value, bool section) {
  if (section)
    return value >= 1e4 ? QString::fromUtf8("%1 km²").arg(short_words(value * 1e-6))
                        : QString::fromUtf8("%1 m²").arg(short_words(value));
  return value >= 1e6 ? QString::fromUtf8("%1 km³").arg(short_words(value * 1e-9))
                      : QString::fromUtf8("%1 m³").arg(short_words(value));
}

QString fit_words(const ClassFit& fit) {
  if (!fit.known()) return QString::fromUtf8("–");
  return QString::fromUtf8("%1   λ %2").arg(QString::fromStdString(fit.name)).arg(fit.lambda, 0, 'f', 2);
}

// Only read and copied; the first column takes what room there is.
void prepare(QTableWidget* table, const QString& name) {
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(22);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionMode(QAbstractItemView::NoSelection);
  table->setTabKeyNavigation(false);
  table->setAccessibleName(name);
  table->setMinimumHeight(70);
  offer_cells(table);
}

}  // namespace

GeologyPane::GeologyPane(QWidget* parent)
    : QWidget(parent),
      diagram_(new RamsayDiagram(this)),
      class_(new QLabel(this)),
      axis_(new QLabel(this)),
      table_(new QTableWidget(0, 4, this)) {
  class_->setObjectName("class");
  class_->setWordWrap(true);
  axis_->setProperty("role", "unit");
  axis_->setWordWrap(true);
  table_->setHorizontalHeaderLabels({tr("Layer"), tr("Class"), tr("Across, m"), tr("Volume")});
  table_->horizontalHeaderItem(2)->setToolTip(tr("Thickness across the layer, least and greatest"));
  prepare(table_, tr("Class, thickness and volume of each layer"));
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 8, 10, 8);
  layout->setSpacing(4);
  layout->addWidget(class_);
  layout->addWidget(axis_);
  layout->addWidget(diagram_, 2);
  layout->addWidget(table_, 1);
  tops_words_ = new QLabel(tr("Tops of wells: the boundary lies so far below (+) or above (-)"), this);
  tops_words_->setProperty("role", "unit");
  tops_words_->setWordWrap(true);
  tops_ = new QTableWidget(0, 4, this);
  tops_->setObjectName("well tops");
  tops_->setHorizontalHeaderLabels({tr("Well"), tr("Top"), tr("Top of"), tr("Off, m")});
  tops_->horizontalHeaderItem(2)->setToolTip(
      tr("The layer on whose upper boundary the top should lie: of its name, else the nearest boundary's"));
  prepare(tops_, tr("Tops of wells and how far boundaries lie from them"));
  layout->addWidget(tops_words_);
  layout->addWidget(tops_, 1);
  connect(&measure_, &GeologyMeasure::measured, this, &GeologyPane::show_measured);
  show_measured(nullptr);
}

void GeologyPane::show_fold(const std::shared_ptr<const FoldOutcome>& fold) {
  fold_ = fold && has_fold(fold->scenario) ? fold : nullptr;
  if (!fold_) {
    measure_.forget();
    return show_measured(nullptr);
  }
  if (seen_) measure_.measure(fold_);
}

void GeologyPane::show_markers(const std::vector<Marker>& markers) {
  if (markers == markers_) return;
  markers_ = markers;
  if (seen_) fill_tops();
}

void GeologyPane::set_seen(bool seen) {
  seen_ = seen;
  if (seen_) fill_tops();
  if (seen_ && fold_ && !(shown_ && shown_->fold == fold_)) measure_.measure(fold_);
}

void GeologyPane::show_measured(const std::shared_ptr<const MeasuredFold>& measured) {
  shown_ = measured;
  diagram_->show_fold(measured);
  fill_tops();
  if (!measured) {
    class_->setText(tr("Not folded yet"));
    axis_->clear();
    table_->setRowCount(0);
    return;
  }
  const FoldGeometry& g = measured->geometry;
  QString words = g.measured.known()
                      ? tr("Measured: class <b>%1</b>").arg(QString::fromStdString(class_text(g.measured)))
                      : tr("Measured: too few places of equal dip to tell the class");
  words.replace("+-", QString::fromUtf8("±")).replace("lambda", QString::fromUtf8("λ"));
  if (g.foretold)
    words += QString::fromUtf8("<br>") + tr("Foretold: class <b>%1</b>, λ %2")
                                             .arg(class_of_lambda(g.foretold->lambda()))
                                             .arg(g.foretold->lambda(), 0, 'f', 2);
  else if (!g.chosen.doubt.empty())
    words +=
        QString::fromUtf8("<br>") + tr("None is foretold: %1").arg(QString::fromStdString(g.chosen.doubt));
  else
    words += QString::fromUtf8("<br>") + tr("None is foretold: it takes one fold of constant F, psi and a");
  class_->setText(words);
  if (g.chosen.axis.found()) {
    const TrendPlunge line = trend_plunge_of(g.chosen.axis.axis);
    axis_->setText(tr("Fold axis %1 / %2, cylindrical to %3 %")
                       .arg(std::lround(line.trend) % 360, 3, 10, QChar('0'))
                       .arg(std::lround(line.plunge), 2, 10, QChar('0'))
                       .arg(100.0 * g.chosen.axis.cylindricity(), 0, 'f', 1));
  } else {
    axis_->setText(QString::fromStdString(g.chosen.remark));
  }
  fill_table();
  emit this->measured();
}

// A crossing of each top's column: microseconds, so that it needs no job.
void GeologyPane::fill_tops() {
  std::vector<TopMisfit> tops;
  std::vector<std::string> names;
  if (shown_) {
    for (const Layer& layer : shown_->fold->scenario.stack.layers)
      names.push_back(layer.name);
    tops = top_misfits(markers_, shown_->fold->result.grid, shown_->fold->result.layering(), names);
  }
  tops_words_->setVisible(!tops.empty());
  tops_->setVisible(!tops.empty());
  tops_->setRowCount(static_cast<int>(tops.size()));
  for (std::size_t t = 0; t < tops.size(); ++t) {
    const TopMisfit& top = tops[t];
    const bool met = top.layer >= 0;
    const QString layer =
        met ? QString::fromStdString(names[static_cast<std::size_t>(top.layer)]) : QString::fromUtf8("–");
    const QString off = std::isnan(top.below) ? QString::fromUtf8("–")
                                              : (top.below < 0.0 ? QString::fromUtf8("−") : QString("+")) +
                                                    short_metres(std::abs(top.below));
    const QStringList cells{QString::fromStdString(top.well), QString::fromStdString(top.top), layer, off};
    for (int c = 0; c < cells.size(); ++c) {
      auto* const item = new QTableWidgetItem(cells[c]);
      if (c == 3) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      if (c >= 2 && std::isnan(top.below))
        item->setToolTip(tr("No boundary is met in its column"));
      else if (c == 2 && !top.named)
        item->setToolTip(tr("No layer has the top's name: the nearest boundary"));
      tops_->setItem(static_cast<int>(t), c, item);
    }
  }
}

void GeologyPane::fill_table() {
  const auto& layers = shown_->geometry.layers;
  const auto& stack = shown_->fold->scenario.stack.layers;
  const bool section = shown_->fold->result.grid.is_section();
  table_->setRowCount(static_cast<int>(layers.size()));
  for (std::size_t m = 0; m < layers.size(); ++m) {
    const LayerGeometry& layer = layers[m];
    const QStringList cells{QString::fromStdString(layer.name), fit_words(layer.dips.fit),
                            range(layer.orthogonal), volume(layer.volume, section)};
    for (int c = 0; c < cells.size(); ++c) {
      auto* const item = new QTableWidgetItem(cells[c]);
      if (c > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      if (c == 0) {
        const auto& rgb = stack[m].color;
        item->setData(Qt::DecorationRole, QColor(rgb[0], rgb[1], rgb[2]));
      }
      if (layer.thin_share > 0.0)
        item->setToolTip(
            tr("Thinner than a cell in %1 % of its columns").arg(100.0 * layer.thin_share, 0, 'g', 2));
      table_->setItem(static_cast<int>(m), c, item);
    }
  }
}

}  // namespace foldwave
