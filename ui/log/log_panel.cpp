#include "ui/log/log_panel.hpp"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/log/log_book.hpp"
#include "ui/widgets/plain.hpp"

namespace foldwave {
namespace {

class LevelFilter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void set_least(int least) {
    least_ = least;
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    return sourceModel()->index(row, 0, parent).data(LogBook::level_role).toInt() >= least_;
  }

 private:
  int least_ = static_cast<int>(LogLevel::info);
};

}  // namespace

LogPanel::LogPanel(LogBook& log, QWidget* parent)
    : QWidget(parent), log_(log), commands_(new QMenu(this)), list_(new QTreeView(this)) {
  commands_->setToolTipsVisible(true);
  auto* const filter = new LevelFilter(this);
  filter->setSourceModel(&log);
  shown_ = filter;
  list_->setObjectName("log list");
  list_->setAccessibleName(tr("Log, newest last"));
  list_->setModel(filter);
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setAlternatingRowColors(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setTabKeyNavigation(false);
  list_->setContextMenuPolicy(Qt::ActionsContextMenu);
  list_->setFrameShape(QFrame::NoFrame);
  list_->header()->resizeSection(LogBook::time_column, 74);
  list_->header()->resizeSection(LogBook::level_column, 80);

  QAction* const copy = commands_->addAction(tr("&Copy the log"));
  copy->setToolTip(tr("Copies the chosen lines, or all that are shown where none is chosen"));
  connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(copied_text()); });
  QAction* const folder = commands_->addAction(tr("&Open the log's folder"));
  folder->setToolTip(tr("Where the log's file lies, to be attached to a report"));
  connect(folder, &QAction::triggered, this, &LogPanel::open_folder);
  list_->addActions({copy, folder});

  level_ = new QComboBox(this);
  level_->setObjectName("log level");
  level_->setAccessibleName(tr("Least level that is shown"));
  level_->setToolTip(tr("What is shown: all that the program says, or only what is more serious"));
  level_->addItems({tr("all details"), tr("messages"), tr("warnings"), tr("errors")});
  connect(level_, &QComboBox::activated, this, [this](int least) {
    set_level(static_cast<LogLevel>(least));
    emit level_chosen(static_cast<LogLevel>(least));
  });

  auto* const strip = new QWidget(this);
  strip->setProperty("role", "strip");
  strip->setAttribute(Qt::WA_StyledBackground);
  auto* const line = new QHBoxLayout(strip);
  line->setContentsMargins(10, 5, 10, 5);
  line->setSpacing(8);
  auto* const show = new QLabel(tr("Show"), strip);
  show->setBuddy(level_);
  line->addWidget(show);
  line->addWidget(level_);
  line->addStretch(1);
  for (QAction* const action : {copy, folder}) {
    auto* const button = new QToolButton(strip);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    line->addWidget(button);
  }
  auto* const root = new QVBoxLayout(this);
  root->setContentsMargins(0, 0, 0, 0);
  root->setSpacing(0);
  root->addWidget(list_, 1);
  root->addWidget(strip);
  set_level(LogLevel::info);

  // The newest stays in sight where it was.
  connect(filter, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
    const QScrollBar* const bar = list_->verticalScrollBar();
    setProperty("at end", bar->value() >= bar->maximum() - 1);
  });
  connect(filter, &QAbstractItemModel::rowsInserted, this, [this] {
    if (property("at end").toBool()) list_->scrollToBottom();
  });
}

void LogPanel::set_level(LogLevel least) {
  level_->setCurrentIndex(static_cast<int>(least));
  static_cast<LevelFilter*>(shown_)->set_least(static_cast<int>(least));
}

LogLevel LogPanel::level() const {
  return static_cast<LogLevel>(level_->currentIndex());
}

QString LogPanel::copied_text() const {
  std::vector<int> rows;
  for (const QModelIndex& index : list_->selectionModel()->selectedRows())
    rows.push_back(shown_->mapToSource(index).row());
  if (rows.empty())
    for (int row = 0; row < shown_->rowCount(); ++row)
      rows.push_back(shown_->mapToSource(shown_->index(row, 0)).row());
  std::sort(rows.begin(), rows.end());
  QString text;
  for (const int row : rows)
    text += log_.line(row) + '\n';
  return text;
}

void LogPanel::open_folder() {
  const QString file = log_.file();
  if (file.isEmpty()) return emit message(tr("The log is not written to a file here"), true);
  const QString refusal = foldwave::open_folder(QFileInfo(file).absolutePath());
  if (!refusal.isEmpty()) emit message(refusal, true);
}

}  // namespace foldwave
