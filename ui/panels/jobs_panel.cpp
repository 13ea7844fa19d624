#include "ui/panels/jobs_panel.hpp"

#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "ui/jobs/job_list.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {

constexpr int memory_interval = 2000;  // ms

// As they stand, the most needed first, and what each must hold.
constexpr struct {
  JobList::Column column;
  const char* widest;
} columns[] = {{JobList::name, "Wave: antiform"},  {JobList::outcome, "done, shown"},
               {JobList::progress, "100 %"},       {JobList::left, "9 min 59 s left"},
               {JobList::took, "59.9 s (59.9 s)"}, {JobList::rate, "9.99 G points/s"},
               {JobList::memory, "99.9 MB"},       {JobList::stage, "reading the horizon"},
               {JobList::started, "00:00:00"},     {JobList::where, "the CPU, with 16 threads"}};
static_assert(std::size(columns) == JobList::column_count);
constexpr const char* widths_key = "jobs/widths";
constexpr int always_shown = 2;  // the others while there is room

// A bar behind the per cent.
class ProgressDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const double part = index.data(JobList::part_role).toDouble();
    QStyleOptionViewItem words = option;
    initStyleOption(&words, index);
    if (part >= 0.0) {
      const QRect whole = option.rect.adjusted(3, 3, -3, -3);
      QRect done = whole;
      done.setWidth(static_cast<int>(part * whole.width()));
      painter->fillRect(whole, option.palette.color(QPalette::Button));
      QColor bar = option.palette.color(QPalette::Highlight);
      bar.setAlpha(150);
      painter->fillRect(done, bar);
      words.displayAlignment = Qt::AlignCenter;
    }
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &words, painter, option.widget);
  }
};

}  // namespace

JobsPanel::JobsPanel(JobList& jobs, QWidget* parent)
    : QWidget(parent),
      jobs_(jobs),
      commands_(new QMenu(this)),
      list_(new QTreeView(this)),
      by_hand_(std::size(columns)) {
  commands_->setToolTipsVisible(true);
  list_->setObjectName("jobs list");
  list_->setAccessibleName(tr("Jobs, newest first"));
  list_->setModel(&jobs);
  list_->setItemDelegateForColumn(JobList::progress, new ProgressDelegate(list_));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setAllColumnsShowFocus(true);
  list_->setAlternatingRowColors(true);
  list_->setTabKeyNavigation(false);
  list_->setFrameShape(QFrame::NoFrame);
  for (int place = 0; place < JobList::column_count; ++place)
    list_->header()->moveSection(list_->header()->visualIndex(columns[place].column), place);
  list_->header()->setMinimumSectionSize(30);
  list_->viewport()->installEventFilter(this);
  connect(list_->header(), &QHeaderView::sectionResized, this,
          [this](int column, int, int width) { note_width(column, width); });

  const auto add = [this](const QString& words, const char* icon, const QString& tip) {
    QAction* const action = commands_->addAction(themed_icon(icon), words);
    action->setToolTip(tip);
    list_->addAction(action);
    return action;
  };
  stop_ = add(tr("&Stop or remove"), "stop",
              tr("Stops the chosen job and throws away what it has made; takes one that waits out of the "
                 "list (Delete)"));
  stop_->setShortcut(QKeySequence::Delete);
  stop_->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(stop_, &QAction::triggered, this, [this] { jobs_.stop(chosen()); });
  show_ = add(tr("Show &result"), "wave",
              tr("Shows the chosen wave and goes back to its scenario, as a step that can be undone"));
  connect(show_, &QAction::triggered, this, [this] { emit result_wanted(chosen()); });
  connect(list_, &QTreeView::doubleClicked, show_, &QAction::trigger);
  offer_cells(list_);

  memory_ = new QLabel(this);
  memory_->setObjectName("program memory");
  memory_->setProperty("role", "unit");
  memory_->setToolTip(tr("Memory that the program holds now, of this machine's"));
  auto* const strip = new QWidget(this);
  strip->setProperty("role", "strip");
  strip->setAttribute(Qt::WA_StyledBackground);
  auto* const line = new QHBoxLayout(strip);
  line->setContentsMargins(10, 5, 10, 5);
  line->setSpacing(8);
  for (QAction* const action : {stop_, show_}) {
    auto* const button = new QToolButton(strip);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    line->addWidget(button);
  }
  line->addStretch(1);
  line->addWidget(memory_);
  auto* const root = new QVBoxLayout(this);
  root->setContentsMargins(0, 0, 0, 0);
  root->setSpacing(0);
  root->addWidget(list_, 1);
  root->addWidget(strip);

  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &JobsPanel::refresh_commands);
  connect(&jobs, &QAbstractItemModel::dataChanged, this, &JobsPanel::refresh_commands);
  connect(&jobs, &QAbstractItemModel::rowsRemoved, this, &JobsPanel::refresh_commands);
  clock_.setInterval(memory_interval);
  connect(&clock_, &QTimer::timeout, this, &JobsPanel::show_memory);
  refresh_commands();
}

bool JobsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) fit_columns();
  return QWidget::eventFilter(watched, event);
}

// What is left out is in each row's tooltip.
void JobsPanel::fit_columns() {
  const QScopedValueRollback fitting(fitting_, true);
  const int room = list_->viewport()->width();
  int taken = 0;
  std::array<int, std::size(columns)> widths{};
  bool any_left = true;
  for (std::size_t place = 0; place < widths.size(); ++place) {
    const auto& [column, widest] = columns[place];
    const QString head = jobs_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    widths[place] = 14 + std::max(list_->fontMetrics().horizontalAdvance(widest),
                                  list_->header()->fontMetrics().horizontalAdvance(head));
    if (by_hand_[column] > 0) widths[place] = by_hand_[column];
    any_left = any_left && (place < always_shown || taken + widths[place] <= room);
    list_->header()->setSectionHidden(column, !any_left);
    if (any_left) taken += widths[place];
  }
  const bool first = by_hand_[columns[0].column] == 0, second = by_hand_[columns[1].column] == 0;
  const int more = std::max(0, room - taken) / (first && second ? 2 : 1);
  if (first) widths[0] += more;
  if (second) widths[1] += more;
  for (std::size_t place = 0; place < widths.size(); ++place)
    list_->header()->resizeSection(columns[place].column, widths[place]);
}

// The last one that is shown is stretched by Qt.
void JobsPanel::note_width(int column, int width) {
  const QHeaderView& head = *list_->header();
  int last = JobList::column_count - 1;
  while (last > 0 && head.isSectionHidden(head.logicalIndex(last)))
    --last;
  if (!fitting_ && width > 0 && column != head.logicalIndex(last))
    by_hand_[static_cast<std::size_t>(column)] = width;
}

void JobsPanel::save_widths() const {
  QSettings().setValue(widths_key, QVariantList(by_hand_.begin(), by_hand_.end()));
}

void JobsPanel::restore_widths() {
  const QVariantList kept = QSettings().value(widths_key).toList();
  for (std::size_t i = 0; i < by_hand_.size(); ++i)
    by_hand_[i] = std::max(0, kept.value(static_cast<qsizetype>(i)).toInt());
  fit_columns();
}

void JobsPanel::forget_widths() {
  std::ranges::fill(by_hand_, 0);
  fit_columns();
}

JobId JobsPanel::chosen() const {
  const JobRecord* const job = jobs_.record(list_->currentIndex().row());
  return job != nullptr ? job->id : 0;
}

void JobsPanel::choose(JobId id) {
  if (const int row = jobs_.row_of(id); row >= 0) list_->setCurrentIndex(jobs_.index(row, 0));
}

void JobsPanel::set_has_result(std::function<bool(JobId)> has_result) {
  has_result_ = std::move(has_result);
}

void JobsPanel::refresh_commands() {
  stop_->setEnabled(jobs_.can_stop(chosen()));
  show_->setEnabled(has_result_ && has_result_(chosen()));
}

void JobsPanel::show_memory() {
  const auto words = [](std::int64_t bytes) {
    return QString::fromStdString(bytes_text(static_cast<double>(bytes)));
  };
  memory_->setText(tr("%1 of %2").arg(words(resident_memory_bytes()), words(total_memory_bytes())));
}

void JobsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  show_memory();
  clock_.start();
}

void JobsPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  clock_.stop();
}

}  // namespace foldwave
