#include "ui/panels/events_section.hpp"

#include <QAction>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>

#include "core/base/error.hpp"
#include "core/engine/horizon_setup.hpp"
#include "core/fold/refold.hpp"
#include "ui/scene/rock/handles.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {
namespace {

enum EventColumn { event_name, event_kind };
enum Datum { automatic, given };

QString kind_words(EventType type) {
  return type == EventType::fold           ? EventsSection::tr("fold")
         : type == EventType::unconformity ? EventsSection::tr("unconformity")
                                           : EventsSection::tr("erosion");
}

// Why an edit makes no sense; empty where it does.
QString words_of(EventHindrance hindrance) {
  switch (hindrance) {
    case EventHindrance::too_many:
      return EventsSection::tr("There are %1 events, as many as can be").arg(most_events);
    case EventHindrance::one_erosion:
      return EventsSection::tr("There is an erosion already: older ones are unconformities");
    case EventHindrance::lone_fold:
      return EventsSection::tr("A fold of triangles, or one that varies in space, can be the only one");
    case EventHindrance::last_fold:
      return EventsSection::tr("It is the only fold");
    case EventHindrance::first_is_a_fold:
      return EventsSection::tr("The oldest event must be a fold: there is no rock yet to be cut away");
    case EventHindrance::erosion_is_last:
      return EventsSection::tr("Only the youngest event may be an erosion");
    case EventHindrance::at_the_end:
      return EventsSection::tr("It has its place at the end");
    default:
      return {};
  }
}

// A depth to begin with: the automatic one, so that nothing moves, where it is quickly known (a large box is
// sampled), or the middle of the box.
double first_datum(const Scenario& s, std::size_t event) {
  constexpr int most_nodes = 101;
  constexpr std::size_t most_points = 200;
  const FoldEvent& e = s.events[event];
  const auto* const points = std::get_if<PointsHorizon>(&e.horizon);
  const bool quick = points != nullptr ? points->points.size() <= most_points
                                       : std::holds_alternative<TrainsHorizon>(e.horizon) ||
                                             std::holds_alternative<PlaneHorizon>(e.horizon);
  Grid3 net = s.grid;
  for (std::size_t a = 0; a < 2; ++a)
    if (net.n[a] > most_nodes) {
      net.h[a] *= (net.n[a] - 1.0) / (most_nodes - 1.0);
      net.n[a] = most_nodes;
    }
  try {
    if (quick) {
      const auto surface = build_horizon(s, nullptr, {}, event);
      return s.grid.origin.z + (e.cuts() ? deepest_depth(*surface, net) : mean_depth(*surface, net));
    }
  } catch (const Error&) {  // said elsewhere
  }
  return s.grid.origin.z + 0.5 * s.grid.extent().z;
}

}  // namespace

EventsSection::EventsSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Events, youngest first"), messages, parent), table_(new QTableWidget(0, 2, this)) {
  table_->setObjectName("/events");
  table_->setAccessibleName(tr("Events"));
  table_->setTabKeyNavigation(false);
  table_->setToolTip(
      tr("What happened to the rock: the youngest on top, as in the ground. Each acted on all below it. The "
         "chosen one is edited below and has its handles in the views; double click to rename it"));
  table_->horizontalHeader()->hide();
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(24);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setShowGrid(false);
  QHeaderView* const head = table_->horizontalHeader();
  head->setSectionResizeMode(event_name, QHeaderView::Stretch);
  head->setSectionResizeMode(event_kind, QHeaderView::ResizeToContents);
  body_->addWidget(table_);
  body_->addWidget(messages_.add("/events", table_, this));
  add_buttons();
  add_details();
  connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) {
    if (!filling_ && row >= 0) emit event_chosen(static_cast<std::size_t>(row_of(0) - row));
  });
  connect(table_, &QTableWidget::cellChanged, this, [this](int row, int) {
    if (!filling_) rename(row);
  });
}

void EventsSection::add_buttons() {
  auto* const line = new QHBoxLayout;
  line->setSpacing(4);
  const auto button = [&](const QString& words, const char* called) {
    auto* const made = new QToolButton(this);
    made->setText(words);
    made->setObjectName(called);
    line->addWidget(made);
    return made;
  };
  QToolButton* const add = button(tr("Add"), "add event");
  add->setPopupMode(QToolButton::InstantPopup);
  auto* const menu = new QMenu(add);
  menu->setToolTipsVisible(true);
  for (const EventType type : {EventType::fold, EventType::unconformity, EventType::erosion}) {
    QAction* const action = menu->addAction(kind_words(type));
    action->setObjectName(QString("add ") + event_type_names[static_cast<std::size_t>(type)]);
    connect(action, &QAction::triggered, this,
            [this, type] { take(with_event_added(shown_, type, event_)); });
    add_[static_cast<std::size_t>(type)] = action;
  }
  add->setMenu(menu);
  line->addStretch();
  duplicate_ = button(tr("Duplicate"), "duplicate event");
  remove_ = button(tr("Remove"), "remove event");
  up_ = button(tr("Up"), "event up");
  down_ = button(tr("Down"), "event down");
  body_->addLayout(line);
  offer_cells(table_, {add, duplicate_, remove_, up_, down_});
  connect(duplicate_, &QToolButton::clicked, this, [this] { take(with_event_duplicated(shown_, event_)); });
  connect(remove_, &QToolButton::clicked, this, [this] { take(with_event_removed(shown_, event_)); });
  connect(up_, &QToolButton::clicked, this, [this] { take(with_event_moved(shown_, event_, true)); });
  connect(down_, &QToolButton::clicked, this, [this] { take(with_event_moved(shown_, event_, false)); });
}

void EventsSection::add_details() {
  form_ = new_form();
  deposits_ = add_number(tr("Deposits"), "/events/0/deposits", tr("layers"), form_);
  deposits_->set_whole(true);
  deposits_->set_step(1);
  deposits_->setToolTip(tr("How many layers were laid down on the surface"));
  bedding_ =
      add_choice(tr("Bedding"), {tr("onlap: flat at their time"), tr("drape: parallel to the surface")},
                 "/events/0/bedding", form_);
  datum_ = add_choice(tr("Datum"), {QString(), tr("given")}, "/events/0/datum", form_);
  datum_depth_ = add_number(tr("Depth"), "/events/0/datum depth", "m", form_);
  for (QComboBox* const choice : {bedding_, datum_})
    disconnect(choice, &QComboBox::activated, this, nullptr);
  for (NumberEdit* const number : {deposits_, datum_depth_})
    disconnect(number, &NumberEdit::edited, this, nullptr);
  connect(deposits_, &NumberEdit::edited, this, [this] {
    shown_ = with_deposits(std::move(shown_), event_, static_cast<int>(deposits_->value()));
    emit edited();
  });
  connect(bedding_, &QComboBox::activated, this, [this](int at) {
    chosen().bedding = static_cast<Bedding>(at);
    emit edited();
  });
  connect(datum_, &QComboBox::activated, this, [this](int at) {
    std::optional<double>& datum = chosen().datum;
    if (datum.has_value() == (at == given)) return;
    if (at == given)
      datum = first_datum(shown_, event_);
    else
      datum.reset();
    emit edited();
  });
  connect(datum_depth_, &NumberEdit::edited, this, [this] {
    chosen().datum = datum_depth_->value();
    emit edited();
  });
}

int EventsSection::row_of(std::size_t event) const {
  return static_cast<int>(shown_.events.size() - event) - 1;
}

void EventsSection::load(const Scenario& s) {
  setVisible(has_fold(s));
  shown_ = s;
  if (event_ < s.events.size()) fill();
}

void EventsSection::fill() {
  filling_ = true;
  const int count = static_cast<int>(shown_.events.size());
  table_->setRowCount(count);
  for (std::size_t e = 0; e < shown_.events.size(); ++e) {
    table_->setItem(row_of(e), event_name,
                    new QTableWidgetItem(QString::fromStdString(shown_.events[e].name)));
    auto* const type = new QTableWidgetItem(kind_words(shown_.events[e].type));
    type->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    type->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setItem(row_of(e), event_kind, type);
  }
  table_->setFixedHeight(24 * count + 2 * table_->frameWidth());
  table_->setCurrentCell(row_of(event_), event_name);
  filling_ = false;
  refresh_buttons();

  const FoldEvent& event = chosen();
  const bool unconformity = event.type == EventType::unconformity;
  const bool onlap = unconformity && event.bedding == Bedding::onlap;
  const bool dated = onlap || (event.type == EventType::fold && event_ > 0);
  form_->setRowVisible(deposits_->parentWidget(), unconformity);
  form_->setRowVisible(bedding_, unconformity);
  form_->setRowVisible(datum_, dated);
  form_->setRowVisible(datum_depth_->parentWidget(), dated && event.datum);
  deposits_->set_value(event.deposits);
  bedding_->setCurrentIndex(static_cast<int>(event.bedding));
  datum_->setItemText(automatic,
                      onlap ? tr("deepest point of the surface") : tr("mean depth of the horizon"));
  datum_->setCurrentIndex(event.datum ? given : automatic);
  datum_->setToolTip(onlap ? tr("From where the flat deposits are measured upwards")
                           : tr("The depth at which the horizon lay flat before this fold"));
  datum_depth_->set_value(event.datum.value_or(0.0));
}

void EventsSection::refresh_buttons() {
  const auto set = [](auto* button, EventHindrance hindrance, const QString& tip) {
    const QString why_not = words_of(hindrance);
    button->setEnabled(why_not.isEmpty());
    button->setToolTip(why_not.isEmpty() ? tip : why_not);
  };
  set(add_[0], adding_event(shown_, EventType::fold), tr("The rock is folded again"));
  set(add_[1], adding_event(shown_, EventType::unconformity),
      tr("Rock is cut away, and younger layers are laid down on it"));
  set(add_[2], adding_event(shown_, EventType::erosion),
      tr("Rock is cut away down to the land of today; the first layer is what lies above it"));
  set(duplicate_, duplicating_event(shown_, event_), tr("The same once more, just after it"));
  set(remove_, removing_event(shown_, event_), tr("With the layers that were laid down on it"));
  set(up_, moving_event(shown_, event_, true), tr("To be younger"));
  set(down_, moving_event(shown_, event_, false), tr("To be older"));
}

// The list first, so that there is such an event to choose.
void EventsSection::take(const EventEdit& edit) {
  shown_ = edit.scenario;
  emit edited();
  emit event_chosen(edit.event);
}

void EventsSection::rename(int row) {
  const QString text = table_->item(row, event_name)->text().trimmed();
  FoldEvent& event = shown_.events[static_cast<std::size_t>(row_of(0) - row)];
  if (text.isEmpty() || text.toStdString() == event.name) return fill();
  event.name = text.toStdString();
  emit edited();
}

void EventsSection::store(Scenario& s) const {
  s.events = shown_.events;
  s.stack = shown_.stack;
}

// Its horizon's handles; where there are too few of them, all of the box.
std::optional<RockPart> EventsSection::chosen_part(const QWidget*, const FoldResult*) const {
  std::vector<Vec3> places;
  for (const SceneHandle& handle : scene_handles(shown_, event_))
    places.push_back(handle.local + shown_.grid.origin);
  const auto part = part_of(places, shown_.grid);
  if (!part || places.size() < 2) return RockPart{{}, shown_.grid.extent()};
  return part;
}

}  // namespace foldwave
