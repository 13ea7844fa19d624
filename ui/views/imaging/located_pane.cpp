#include "ui/views/imaging/located_pane.hpp"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "core/base/shown_text.hpp"
#include "core/base/text.hpp"
#include "core/formats/quakeml.hpp"
#include "ui/jobs/imaging/velocity_focus.hpp"
#include "ui/scene/rock/event_bodies.hpp"
#include "ui/views/imaging/velocity_curve.hpp"
#include "ui/widgets/control_line.hpp"
#include "ui/widgets/number_words.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {

constexpr int steps_of_one = VelocityFocus::steps_of_one;

constexpr int north_column = 1, columns_of_events = 10;

QString decimetres(double value) {
  return QString::fromStdString(fixed_text(value, 1));
}

// "41.2 x 12.0 x 8.3": the half axes, longest first.
// What is far below what the waves can tell has no digits.
QString small_text(double value, double least, int digits) {
  if (value < least) return "< " + QString::fromStdString(number_text(least));
  return QString::fromStdString(number_text(value, digits));
}

QString half_axes(const Ellipsoid& body) {
  QStringList parts;
  for (int i = 0; i < body.axes; ++i)
    parts << small_text(body.half[static_cast<std::size_t>(i)], 0.01, 3);
  return parts.join(QString::fromUtf8(" \u00d7 "));
}

}  // namespace

LocatedPane::LocatedPane(QWidget* parent)
    : QWidget(parent),
      commands_(new QMenu(this)),
      note_(new QLabel(this)),
      table_(new QTableWidget(0, columns_of_events, this)),
      curve_(new VelocityCurve(this)) {
  commands_->setToolTipsVisible(true);
  note_->setObjectName("located note");
  note_->setProperty("role", "unit");
  note_->setWordWrap(true);
  note_->setContentsMargins(10, 6, 10, 4);
  table_->setObjectName("located events");
  table_->setAccessibleName(tr("Located events, the surest first"));
  table_->setHorizontalHeaderLabels({tr("East (m)"), tr("North (m)"), tr("Depth (m)"), tr("Origin (s)"),
                                     tr("\u00b1 (ms)"), tr("Half axes 68 % (m)"), tr("95 % (m)"),
                                     tr("Longest towards"), tr("Amplitude"), tr("Score")});
  const QString tips[] = {tr("On the map"),
                          tr("On the map"),
                          tr("Below the map's zero"),
                          tr("When the wavelet's own time zero was at the source, from the first sample on"),
                          tr("Standard deviation of the origin time"),
                          tr("Of the ellipse, or ellipsoid, that holds the place with 68 %"),
                          tr("With 95 %"),
                          tr("Azimuth and plunge of the longest axis, degrees"),
                          tr("Times the wavelet"),
                          tr("Amplitude over its standard deviation")};
  for (int c = 0; c < columns_of_events; ++c)
    table_->horizontalHeaderItem(c)->setToolTip(tips[c]);
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setTabKeyNavigation(false);
  table_->setAlternatingRowColors(true);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setMinimumHeight(56);
  connect(table_, &QTableWidget::cellClicked, this, &LocatedPane::choose);
  connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) {
    if (table_->hasFocus()) choose(row);
  });

  auto* const strip = new QWidget(this);
  strip->setProperty("role", "strip");
  strip->setAttribute(Qt::WA_StyledBackground);
  make_velocity(strip);
  auto* const root = new QVBoxLayout(this);
  root->setContentsMargins(0, 0, 0, 0);
  root->setSpacing(0);
  root->addWidget(note_);
  root->addWidget(table_, 1);
  root->addWidget(curve_);
  root->addWidget(strip);
  connect(curve_, &VelocityCurve::factor_wished, this, &LocatedPane::set_factor);
  show_image(nullptr, false);
}

void LocatedPane::choose(int row) {
  if (!image_ || row < 0) return;
  const auto& events = image_->result.located.events;
  if (static_cast<std::size_t>(row) < events.size())
    emit place_chosen(events[static_cast<std::size_t>(row)].state.position);
}

void LocatedPane::make_velocity(QWidget* strip) {
  auto* const line = new ControlLine(strip);
  line->setContentsMargins(10, 5, 10, 5);
  line->setSpacing(8);
  auto* const words = new QLabel(tr("Velocity"), strip);
  words->setProperty("role", "unit");
  line->addWidget(words);
  slider_ = new QSlider(Qt::Horizontal, strip);
  slider_->setObjectName("velocity factor");
  slider_->setAccessibleName(tr("Factor of the velocity"));
  slider_->setToolTip(
      tr("Look at the focus in a slower or faster velocity: a coarse reversal, redrawn in the section as you "
         "move"));
  slider_->setRange(static_cast<int>(std::lround(steps_of_one * VelocityFocus::least_factor)),
                    static_cast<int>(std::lround(steps_of_one * VelocityFocus::most_factor)));
  slider_->setValue(steps_of_one);
  slider_->setPageStep(10);
  slider_->setMinimumWidth(80);
  line->addWidget(slider_, 1);
  factor_ = new QLabel(strip);
  factor_->setObjectName("velocity factor words");
  factor_->setMinimumWidth(fontMetrics().horizontalAdvance(QString::fromUtf8("\u00d7 1.000")) + 4);
  line->addWidget(factor_);
  const auto add = [&](const QString& text, const char* icon, const QString& tip, const QString& name) {
    QAction* const action = commands_->addAction(text);
    if (icon != nullptr) action->setIcon(themed_icon(icon));
    action->setToolTip(tip);
    auto* const button = new QToolButton(strip);
    button->setObjectName(name);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    line->addWidget(button);
    return action;
  };
  for (const int percent : {-1, 1}) {
    QAction* const step =
        commands_->addAction(percent < 0 ? tr("Velocity 1 % &lower") : tr("Velocity 1 % &higher"));
    step->setToolTip(tr("Moves the slider of the velocity's factor"));
    connect(step, &QAction::triggered, this, [this, percent] { set_factor(factor() + 0.01 * percent); });
    steps_ << step;
  }
  QAction* const back = add(tr("&The scenario's velocity"), "fit",
                            tr("The slider back to 1: the location's own focus"), "velocity back");
  connect(back, &QAction::triggered, this, [this] { set_factor(1.0); });
  take_ = add(tr("&Use this velocity"), nullptr,
              tr("Makes the slider's factor part of the scenario's velocity scale: "
                 "one step that can be undone"),
              "velocity take");
  take_->setIconText(tr("Use"));
  connect(take_, &QAction::triggered, this, [this] { emit velocity_taken(factor()); });
  copy_ = add(tr("&Copy the events"), "copy", tr("Copy the table as text, tabs between its columns"),
              "copy events");
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
  table_->addActions(commands_->actions());
  connect(copy_, &QAction::triggered, this, [this] {
    QGuiApplication::clipboard()->setText(text());
    emit message(tr("The events are in the clipboard"), false);
  });
  focus_ = new QLabel(strip);
  focus_->setObjectName("velocity focus");
  focus_->setProperty("role", "unit");
  line->addWidget(focus_);
  strip->setLayout(line);
  connect(slider_, &QSlider::valueChanged, this, &LocatedPane::slide);
}

double LocatedPane::factor() const {
  return slider_->value() / double{steps_of_one};
}

void LocatedPane::set_factor(double factor) {
  slider_->setValue(static_cast<int>(std::lround(steps_of_one * factor)));
}

void LocatedPane::slide() {
  factor_->setText(QString::fromUtf8("\u00d7 %1").arg(factor(), 0, 'f', 3));
  take_->setEnabled(image_ != nullptr && slider_->value() != steps_of_one);
  curve_->mark(factor());
  if (slider_->value() == steps_of_one) focus_->clear();
  if (image_) emit factor_wished(factor());
}

void LocatedPane::add_focus(double factor, double z) {
  curve_->add_focus(factor, z);
  curve_->setVisible(curve_->any());
}

void LocatedPane::show_frame(const FocusFrame& frame) {
  add_focus(frame.factor, frame.z);
  if (slider_->value() == steps_of_one) return focus_->clear();
  if (!frame.found) return focus_->setText(tr("nothing stands out"));
  const Vec3 map = frame.grid.origin + frame.place;
  focus_->setText(
      tr("focus %1 at %2, depth %3 m")
          .arg(QString::fromStdString(number_text(frame.z, 3)), decimetres(map.x), decimetres(map.z)));
}

QString LocatedPane::note(bool stale) const {
  if (!image_) return tr("Run > Find events sends the traces back in time to where they began");
  const LocateResult& located = image_->result.located;
  QStringList words;
  const auto count = static_cast<int>(located.events.size());
  if (!image_->result.reflectors.empty())
    words << tr("exploding reflectors, sent back: their image is in the section");
  else if (count == 0)
    words << tr("nothing stands out of the noise: no focus above %1")
                 .arg(QString::fromStdString(number_text(located.threshold, 3)));
  else
    words << (count == 1 ? tr("1 event") : tr("%1 events").arg(count));
  words << tr("%1 traces, %2")
               .arg(count_words(located.traces))
               .arg(image_->result.data == "modelled" ? tr("modelled")
                                                      : QString::fromStdString(image_->result.data));
  if (!located.left_out.empty()) words << tr("%1 left out").arg(count_words(located.left_out.size()));
  if (located.explained > 0.0)
    words << tr("%1 % of their energy explained").arg(100.0 * located.explained, 0, 'f', 1);
  if (!curve_->summary().isEmpty()) words << curve_->summary();
  words << QString::fromStdString(seconds_text(image_->result.seconds));
  return (stale ? tr("Stale: the scenario has changed since: run again. ") : QString()) + words.join(", ");
}

void LocatedPane::show_image(std::shared_ptr<const ImageOutcome> image, bool stale) {
  const bool other = image != image_ || !image;
  image_ = std::move(image);
  if (other) {
    curve_->show_scan(image_ ? image_->result.scan : std::vector<ScannedVelocity>{});
    curve_->setVisible(curve_->any());
    fill();
    const QSignalBlocker quiet(slider_);
    slider_->setValue(steps_of_one);
    focus_->clear();
  }
  note_->setText(note(stale));
  note_->setToolTip(
      image_ && !image_->result.read_from.empty()
          ? tr("The receivers' places are from %1").arg(QString::fromStdString(image_->result.read_from))
          : QString());
  const bool has_velocity = image_ != nullptr && image_->result.gather != nullptr;
  slider_->setEnabled(has_velocity);
  for (QAction* const step : steps_)
    step->setEnabled(has_velocity);
  copy_->setEnabled(table_->rowCount() > 0);
  factor_->setText(QString::fromUtf8("\u00d7 %1").arg(factor(), 0, 'f', 3));
  take_->setEnabled(has_velocity && slider_->value() != steps_of_one);
}

void LocatedPane::fill() {
  table_->setRowCount(0);
  if (!image_) return;
  const ImageResult& result = image_->result;
  const bool section = result.grid.is_section();
  table_->setColumnHidden(north_column, section);
  for (const LocatedEvent& event : result.located.events) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    const Vec3 map = result.grid.origin + event.state.position;
    const SpaceTimeCovariance& c = event.refined.covariance;
    const bool sure = c[3][3] > 0.0;
    const Ellipsoid inner = confidence_ellipsoid(c, section, event_shares[0]);
    const Ellipsoid outer = confidence_ellipsoid(c, section, event_shares[1]);
    const EllipsoidAngles angles = ellipsoid_angles(inner.along[0], inner.along[1]);
    const QString none = QString::fromUtf8("\u2013");
    const QString cells[] = {
        decimetres(map.x),
        decimetres(map.y),
        decimetres(map.z),
        QString::fromStdString(fixed_text(std::round(1e5 * event.state.time) / 1e5 + 0.0, 5)),
        sure ? small_text(1e3 * std::sqrt(c[3][3]), 0.01, 2) : none,
        sure ? half_axes(inner) : none,
        sure ? half_axes(outer) : none,
        sure ? QString("%1 / %2")
                   .arg(QString::fromStdString(azimuth_text(angles.azimuth)))
                   .arg(angles.plunge, 2, 'f', 0, '0')
             : none,
        event.state.amplitude != 0.0 ? QString::fromStdString(number_text(event.state.amplitude, 4)) : none,
        QString::fromStdString(number_text(sure ? event.refined.score() : event.z, 3))};
    for (int column = 0; column < columns_of_events; ++column) {
      auto* const cell = new QTableWidgetItem(cells[column]);
      cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      table_->setItem(row, column, cell);
    }
  }
  table_->resizeColumnsToContents();
}

QString LocatedPane::text() const {
  QStringList lines, head;
  for (int column = 0; column < columns_of_events; ++column)
    if (!table_->isColumnHidden(column)) head << table_->horizontalHeaderItem(column)->text();
  lines << head.join('\t');
  for (int row = 0; row < table_->rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < columns_of_events; ++column)
      if (!table_->isColumnHidden(column)) cells << table_->item(row, column)->text();
    lines << cells.join('\t');
  }
  return lines.join('\n') + '\n';
}

}  // namespace foldwave
