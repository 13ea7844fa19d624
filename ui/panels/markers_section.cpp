#include "ui/panels/markers_section.hpp"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/scene/rock/marker_shapes.hpp"
#include "ui/widgets/cells.hpp"

namespace foldwave {
namespace {

enum MarkerColumn { marker_name, marker_kind };
constexpr int most_marker_rows = 5, row_height = 24;

}  // namespace

MarkersSection::MarkersSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Markers"), messages, parent), table_(new QTableWidget(0, 2, this)) {
  table_->setObjectName("/markers");
  table_->setAccessibleName(tr("Markers"));
  table_->setTabKeyNavigation(false);
  table_->setToolTip(
      tr("Lines and planes that are kept beside the model: found in the Volume view, or added here. Double "
         "click to rename one; Delete removes it"));
  table_->horizontalHeader()->hide();
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(row_height);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setShowGrid(false);
  table_->horizontalHeader()->setSectionResizeMode(marker_name, QHeaderView::Stretch);
  table_->horizontalHeader()->setSectionResizeMode(marker_kind, QHeaderView::ResizeToContents);
  body_->addWidget(table_);
  body_->addWidget(messages_.add("/markers", table_, this));
  auto* const buttons = new QHBoxLayout;
  buttons->setSpacing(4);
  const auto button = [&](const QString& words, const char* called, const QString& tip) {
    auto* const made = new QToolButton(this);
    made->setText(words);
    made->setObjectName(called);
    made->setToolTip(tip);
    buttons->addWidget(made);
    return made;
  };
  buttons->addStretch();
  QToolButton* const line = button(tr("+ Line"), "add line", tr("A line across the middle of the box"));
  QToolButton* const plane = button(tr("+ Plane"), "add plane", tr("A plane through the middle of the box"));
  remove_ = button(tr("Remove"), "remove marker", tr("Takes the chosen marker away"));
  body_->addLayout(buttons);
  offer_cells(table_, {line, plane, remove_});
  line_ = add_kind<LineMarker>("marker line");
  plane_ = add_kind<PlaneMarker>("marker plane");
  connect(line, &QToolButton::clicked, this, [this] { add(false); });
  connect(plane, &QToolButton::clicked, this, [this] { add(true); });
  connect(remove_, &QToolButton::clicked, this, &MarkersSection::remove);
  connect(table_, &QTableWidget::currentCellChanged, this, [this] {
    if (!filling_) show_chosen();
  });
  connect(table_, &QTableWidget::cellChanged, this, [this](int at, int) {
    if (!filling_) rename_row(at);
  });
  table_->installEventFilter(this);
}

// Of the marker that is chosen in the table.
template <class Kind>
QWidget* MarkersSection::add_kind(const std::string& path) {
  auto* const page = new QWidget(this);
  auto* const layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  const auto chosen = [this](auto& s) {
    const auto at = static_cast<std::size_t>(row());
    return at < s.markers.size() ? std::get_if<Kind>(&s.markers[at]) : nullptr;
  };
  add_rest<Kind>(path, chosen, new_form(layout));
  body_->addWidget(page);
  return page;
}

bool MarkersSection::eventFilter(QObject* watched, QEvent* event) {
  const bool deletes =
      event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete;
  if (deletes) remove();
  return deletes || Section::eventFilter(watched, event);
}

int MarkersSection::row() const {
  return table_->currentRow();
}

void MarkersSection::add(bool plane) {
  const Vec3 e = grid_.extent(), middle = grid_.origin + 0.5 * e;
  const std::string name = free_marker_name(shown_, (plane ? tr("Plane") : tr("Line")).toStdString());
  if (plane)
    shown_.emplace_back(PlaneMarker{name, middle, 60.0, 90.0, {}});
  else
    shown_.emplace_back(
        LineMarker{name, middle - Vec3{0.25 * e.x, 0, 0}, middle + Vec3{0.25 * e.x, 0, 0}, {}});
  Scenario now;
  now.grid = grid_;
  now.markers = shown_;
  load(now);
  table_->setCurrentCell(static_cast<int>(shown_.size()) - 1, marker_name);
  emit edited();
}

void MarkersSection::remove() {
  if (row() < 0) return;
  shown_.erase(shown_.begin() + row());
  Scenario now;
  now.grid = grid_;
  now.markers = shown_;
  load(now);
  emit edited();
}

void MarkersSection::rename_row(int at) {
  rename(shown_[static_cast<std::size_t>(at)], table_->item(at, marker_name)->text().trimmed().toStdString());
  emit edited();
}

void MarkersSection::show_chosen() {
  Scenario now;
  now.markers = shown_;
  load_fields(now);
  const Marker* const marker = row() >= 0 ? &shown_[static_cast<std::size_t>(row())] : nullptr;
  line_->setVisible(marker != nullptr && std::holds_alternative<LineMarker>(*marker));
  plane_->setVisible(marker != nullptr && std::holds_alternative<PlaneMarker>(*marker));
  remove_->setEnabled(marker != nullptr);
}

void MarkersSection::load(const Scenario& s) {
  const QScopedValueRollback filling(filling_, true);
  // What is new is what one looks for.
  const bool grown = s.markers.size() > shown_.size() && !shown_.empty();
  const int before = row();
  shown_ = s.markers;
  grid_ = s.grid;
  const int count = static_cast<int>(shown_.size());
  table_->setRowCount(count);
  for (int i = 0; i < count; ++i) {
    const Marker& marker = shown_[static_cast<std::size_t>(i)];
    // A cell that is being renamed must outlive this.
    for (int column = 0; column < 2 && table_->item(i, column) == nullptr; ++column)
      table_->setItem(i, column, new QTableWidgetItem);
    table_->item(i, marker_name)->setText(QString::fromStdString(name_of(marker)));
    QTableWidgetItem* const kind = table_->item(i, marker_kind);
    kind->setText(QString::fromStdString(marker_words(marker)));
    kind->setFlags(kind->flags() & ~Qt::ItemIsEditable);
  }
  table_->setCurrentCell(grown ? count - 1 : std::clamp(before, count > 0 ? 0 : -1, count - 1), marker_name);
  table_->setVisible(count > 0);
  table_->setFixedHeight(std::min(count, most_marker_rows) * row_height + 2 * table_->frameWidth());
  show_chosen();
}

void MarkersSection::store(Scenario& s) const {
  s.markers = shown_;
  store_fields(s);
}

// What of it lies in the box, as it is drawn.
std::optional<RockPart> MarkersSection::chosen_part(const QWidget*, const FoldResult*) const {
  if (row() < 0) return std::nullopt;
  std::vector<Vec3> corners;
  for (const MarkerShape& shape : shapes_of({shown_[static_cast<std::size_t>(row())]}, grid_))
    for (const Vec3& corner : shape.corners)
      corners.push_back(corner + grid_.origin);
  return part_of(corners, grid_);
}

}  // namespace foldwave
