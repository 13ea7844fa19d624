#include "ui/widgets/cells.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

namespace foldwave {
namespace {

const QHeaderView* head_of(const QAbstractItemView& view) {
  if (const auto* const table = qobject_cast<const QTableView*>(&view)) return table->horizontalHeader();
  if (const auto* const tree = qobject_cast<const QTreeView*>(&view)) return tree->header();
  return nullptr;
}

}  // namespace

QString cells_text(const Cells& cells) {
  QStringList rows;
  for (const QStringList& row : cells)
    rows << row.join('\t');
  return rows.join('\n');
}

Cells cells_of(const QString& text) {
  QStringList rows = text.split('\n');
  while (!rows.isEmpty() && rows.back().trimmed().isEmpty())
    rows.removeLast();
  Cells cells;
  for (QString& row : rows) {
    if (row.endsWith('\r')) row.chop(1);
    cells << row.split('\t');
  }
  return cells;
}

QString copied_text(const QAbstractItemView& view) {
  const QAbstractItemModel* const model = view.model();
  // In their order, those of a tree below their own.
  QList<QModelIndex> rows;
  const QItemSelectionModel& chosen = *view.selectionModel();
  const auto* const tree = qobject_cast<const QTreeView*>(&view);
  const auto visit = [&](const auto& self, const QModelIndex& parent) -> void {
    for (int row = 0; row < model->rowCount(parent); ++row) {
      if (tree != nullptr && tree->isRowHidden(row, parent)) continue;
      if (chosen.selection().isEmpty() || chosen.rowIntersectsSelection(row, parent))
        rows << model->index(row, 0, parent);
      self(self, model->index(row, 0, parent));
    }
  };
  visit(visit, {});
  const QHeaderView* const head = head_of(view);
  QList<int> columns;  // as they stand
  for (int place = 0; place < model->columnCount(); ++place) {
    const int column = head != nullptr ? head->logicalIndex(place) : place;
    if (head == nullptr || !head->isSectionHidden(column)) columns << column;
  }
  Cells cells;
  if (head != nullptr && !head->isHidden()) {
    QStringList heads;
    for (const int column : columns)
      heads << model->headerData(column, Qt::Horizontal).toString().simplified();
    cells << heads;
  }
  for (const QModelIndex& row : rows) {
    QStringList line;
    for (const int column : columns)
      line << row.siblingAtColumn(column).data().toString().simplified();
    cells << line;
  }
  return cells_text(cells);
}

void offer_cells(QAbstractItemView* view, const QList<QAbstractButton*>& buttons) {
  auto* const copy = new QAction(QAbstractItemView::tr("&Copy"), view);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  copy->setToolTip(QAbstractItemView::tr("The chosen rows, or all, for a spreadsheet (Ctrl+C)"));
  QObject::connect(copy, &QAction::triggered, view,
                   [view] { QGuiApplication::clipboard()->setText(copied_text(*view)); });
  view->addAction(copy);
  view->setContextMenuPolicy(Qt::CustomContextMenu);
  QObject::connect(view, &QWidget::customContextMenuRequested, view, [view, buttons](const QPoint& at) {
    auto* const menu = new QMenu(view);
    menu->setObjectName("cells menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QAbstractButton* const button : buttons) {
      if (button->isHidden()) continue;
      if (auto* const choices = qobject_cast<QToolButton*>(button);
          choices != nullptr && choices->menu() != nullptr) {
        choices->menu()->setTitle(choices->text());
        menu->addMenu(choices->menu())->setEnabled(choices->isEnabled());
        continue;
      }
      QAction* const action = menu->addAction(button->icon(), button->text());
      action->setToolTip(button->toolTip());
      action->setEnabled(button->isEnabled());
      QObject::connect(action, &QAction::triggered, button, [button] { button->click(); });
    }
    if (!menu->isEmpty()) menu->addSeparator();
    menu->addActions(view->actions());
    menu->popup(view->viewport()->mapToGlobal(at));
  });
}

}  // namespace foldwave
