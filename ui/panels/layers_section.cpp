#include "ui/panels/layers_section.hpp"

#include <QCheckBox>
#include <QColorDialog>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>

#include "ui/widgets/cells.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {
namespace {

enum LayerColumn { color, name, thickness, velocity, density };
constexpr double usual_density = 2000.0;  // kg/m3, of layers that get one
enum Change { add, remove, up, down };

}  // namespace

LayersSection::LayersSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Layers, youngest first"), messages, parent),
      table_(new QTableWidget(0, 5, this)),
      top_of_(new QComboBox(this)),
      densities_(new QCheckBox(tr("Densities"), this)) {
  table_->setObjectName("/layers/list");
  table_->setAccessibleName(tr("Layers"));
  table_->setTabKeyNavigation(false);
  table_->setHorizontalHeaderLabels({"", tr("name"), tr("thick (m)"), tr("v (m/s)"), tr("kg/m\u00b3")});
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->verticalHeader()->hide();
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QHeaderView* const head = table_->horizontalHeader();
  head->setMinimumSectionSize(24);
  head->setSectionResizeMode(QHeaderView::Fixed);
  head->setSectionResizeMode(name, QHeaderView::Stretch);
  head->resizeSection(color, 26);
  head->resizeSection(thickness, 66);
  head->resizeSection(velocity, 62);
  head->resizeSection(density, 56);
  body_->addWidget(table_);
  body_->addWidget(messages_.add("/layers/list", table_, this));

  auto* const buttons = new QHBoxLayout;
  buttons->addStretch();
  const QStringList words{tr("Add"), tr("Remove"), tr("Up"), tr("Down")};
  for (int i = 0; i < words.size(); ++i) {
    auto* const button = new QToolButton(this);
    button->setText(words[i]);
    connect(button, &QToolButton::clicked, this, [this, i] { change_rows(i); });
    buttons->addWidget(button);
    buttons_.push_back(button);
  }
  body_->addLayout(buttons);
  offer_cells(table_, {buttons_.begin(), buttons_.end()});
  densities_->setObjectName("densities");
  densities_->setToolTip(tr("With densities the wave feels impedance, not velocity alone"));
  body_->addWidget(densities_);
  connect(densities_, &QCheckBox::clicked, this, [this](bool on) {
    for (Layer& layer : stack_.layers)
      layer.density = on ? usual_density : 0.0;
    fill();
    emit edited();
  });
  add_row(tr("Horizon is the top of"), top_of_, "/layers/horizon_is_top_of", new_form());
  connect(top_of_, &QComboBox::activated, this, [this](int at) {
    stack_.horizon_is_top_of = top_of_->itemData(at).toInt();
    emit edited();
  });
  connect(table_, &QTableWidget::cellChanged, this, &LayersSection::take_cell);
  connect(table_, &QTableWidget::currentCellChanged, this, [this] {
    if (!filling_) refresh_buttons();
  });
  connect(table_, &QTableWidget::cellDoubleClicked, this, [this](int row, int column) {
    if (column == color) choose_color(row);
  });
}

void LayersSection::load(const Scenario& s) {
  set_absent(!has_fold(s));
  if (s.stack == stack_ && s.events == events_ &&
      table_->rowCount() == static_cast<int>(stack_.layers.size()))
    return;
  stack_ = s.stack;
  events_ = s.events;
  fill();
}

void LayersSection::fill() {
  filling_ = true;
  sequences_ = layer_sequences(events_, static_cast<int>(stack_.layers.size()));
  const int last = static_cast<int>(stack_.layers.size()) - 1;
  table_->setRowCount(last + 1);
  for (int i = 0; i <= last; ++i) {
    const Layer& layer = stack_.layers[static_cast<std::size_t>(i)];
    auto* const swatch = new QTableWidgetItem;
    swatch->setBackground(QColor(layer.color[0], layer.color[1], layer.color[2]));
    swatch->setFlags(Qt::ItemIsEnabled);
    swatch->setToolTip(tr("Double-click to choose a colour"));
    table_->setItem(i, color, swatch);
    auto* const called = new QTableWidgetItem(QString::fromStdString(layer.name));
    const std::size_t event = sequence_of(i).event;
    if (event > 0) {
      QFont slanted = table_->font();
      slanted.setItalic(true);
      called->setFont(slanted);
      called->setToolTip(tr("Laid down after %1").arg(QString::fromStdString(events_[event].name)));
    }
    table_->setItem(i, name, called);
    const bool endless = is_endless(i);
    auto* const thick = new QTableWidgetItem(endless ? QString("\u221e") : number_string(layer.thickness));
    if (endless) thick->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    thick->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setItem(i, thickness, thick);
    auto* const speed = new QTableWidgetItem(number_string(layer.velocity));
    speed->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setItem(i, velocity, speed);
    auto* const mass = new QTableWidgetItem(number_string(layer.density));
    mass->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setItem(i, density, mass);
  }
  const bool dense = std::any_of(stack_.layers.begin(), stack_.layers.end(),
                                 [](const Layer& layer) { return layer.density > 0.0; });
  densities_->setChecked(dense);
  table_->setColumnHidden(density, !dense);
  table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + std::clamp(last + 1, 2, 10) * 24 +
                         4);
  const QSignalBlocker quiet(top_of_);
  top_of_->clear();
  // One of the oldest sequence, with another above it.
  for (int i = sequences_.back().first + 1; i <= last; ++i)
    top_of_->addItem(QString::fromStdString(stack_.layers[static_cast<std::size_t>(i)].name), i);
  top_of_->setCurrentIndex(top_of_->findData(stack_.horizon_is_top_of));
  filling_ = false;
  refresh_buttons();
  messages_.set_own("/layers/list", {});
}

// A layer stays with what laid it down.
void LayersSection::refresh_buttons() {
  const int count = static_cast<int>(stack_.layers.size());
  const int row = std::clamp(table_->currentRow(), 0, std::max(count - 1, 0));
  for (const auto& [change, to] : {std::pair{up, row - 1}, std::pair{down, row + 1}}) {
    const bool inside = to >= 0 && to < count;
    const bool own = inside && sequence_of(to) == sequence_of(row);
    QToolButton* const button = buttons_[static_cast<std::size_t>(change)];
    button->setEnabled(own);
    button->setToolTip(own      ? QString()
                       : inside ? tr("The layer there was laid down at another time")
                                : tr("It has its place at the end"));
  }
}

void LayersSection::store(Scenario& s) const {
  s.stack = stack_;
  for (std::size_t e = 0; e < std::min(events_.size(), s.events.size()); ++e)
    s.events[e].deposits = events_[e].deposits;
}

// Deposits that are more than the list has are refused elsewhere.
LayerSequence& LayersSection::sequence_of(int row) {
  const auto found = std::find_if(sequences_.begin(), sequences_.end(),
                                  [row](const LayerSequence& q) { return row < q.end(); });
  return found == sequences_.end() ? sequences_.back() : *found;
}

// The first of a sequence goes on upwards and the last of all downwards.
bool LayersSection::is_endless(int row) const {
  return row + 1 == static_cast<int>(stack_.layers.size()) ||
         std::any_of(sequences_.begin(), sequences_.end(),
                     [row](const LayerSequence& q) { return q.first == row; });
}

void LayersSection::take_cell(int row, int column) {
  if (filling_ || column == color) return;
  Layer& layer = stack_.layers[static_cast<std::size_t>(row)];
  const QString text = table_->item(row, column)->text();
  if (column == name) {
    layer.name = text.toStdString();
  } else {
    double v = 0.0;
    if (!parse_number(text, v)) return messages_.set_own("/layers/list", no_number(text));
    (column == thickness ? layer.thickness : column == velocity ? layer.velocity : layer.density) = v;
  }
  fill();
  emit edited();
}

void LayersSection::choose_color(int row) {
  Layer& layer = stack_.layers[static_cast<std::size_t>(row)];
  const QColor now(layer.color[0], layer.color[1], layer.color[2]);
  const QColor chosen =
      QColorDialog::getColor(now, this, tr("Colour of %1").arg(QString::fromStdString(layer.name)));
  if (!chosen.isValid() || chosen == now) return;
  layer.color = {chosen.red(), chosen.green(), chosen.blue()};
  fill();
  emit edited();
}

void LayersSection::change_rows(int what) {
  auto& list = stack_.layers;
  const int count = static_cast<int>(list.size());
  int row = std::clamp(table_->currentRow(), 0, std::max(count - 1, 0));
  if (what == add) {
    Layer layer = list.empty() ? Layer{tr("layer").toStdString(), 100, 2000, {160, 160, 160}, {}}
                               : list[static_cast<std::size_t>(row)];
    layer.name = tr("new layer").toStdString();
    if (!(layer.thickness > 0)) layer.thickness = 100;
    const LayerSequence* own = &sequence_of(row);
    // Above an eroded land there is one layer alone: the new one is the first of what lies below it.
    const bool below = own->event > 0 && events_[own->event].type == EventType::erosion;
    if (below) ++own;
    row = count == 0 ? 0 : row + 1;
    list.insert(list.begin() + row, layer);
    if (own->event > 0) ++events_[own->event].deposits;
    // The old first went on upwards and may have no thickness.
    if (below && row + 1 < std::min(own->end() + 1, count) &&
        !(list[static_cast<std::size_t>(row + 1)].thickness > 0))
      list[static_cast<std::size_t>(row + 1)].thickness = 100;
    if (row <= stack_.horizon_is_top_of) ++stack_.horizon_is_top_of;
  } else if (what == remove && count > 2) {
    const LayerSequence& own = sequence_of(row);
    FoldEvent& event = events_[own.event];
    if (own.count <= (own.event > 0 ? 1 : 2))
      return messages_.set_own(
          "/layers/list",
          own.event > 0
              ? tr("The only layer on %1: remove that event").arg(QString::fromStdString(event.name))
              : tr("The folded rock needs two layers"));
    if (own.event > 0) --event.deposits;
    list.erase(list.begin() + row);
    if (row < stack_.horizon_is_top_of) --stack_.horizon_is_top_of;
  } else if (what == up || what == down) {
    const int to = what == up ? row - 1 : row + 1;
    std::swap(list[static_cast<std::size_t>(row)], list[static_cast<std::size_t>(to)]);
    row = to;
  } else {
    return;
  }
  const int oldest = layer_sequences(events_, static_cast<int>(list.size())).back().first;
  stack_.horizon_is_top_of = std::clamp(stack_.horizon_is_top_of, oldest + 1,
                                        std::max(oldest + 1, static_cast<int>(list.size()) - 1));
  fill();
  table_->selectRow(row);
  emit edited();
}

std::optional<RockPart> LayersSection::chosen_part(const QWidget*, const FoldResult* fold) const {
  const int row = table_->currentRow();
  return row >= 0 && fold != nullptr ? part_of_layer(*fold, row) : std::nullopt;
}

}  // namespace foldwave
