// Cells of tables as text that spreadsheets read and write: a tab between columns, a line a row.
#pragma once

#include <QList>
#include <QStringList>

class QAbstractButton;
class QAbstractItemView;

namespace foldwave {

using Cells = QList<QStringList>;  // rows

QString cells_text(const Cells& cells);
Cells cells_of(const QString& text);  // without the empty line at the end

// What is chosen, else all, under the heads of its columns.
QString copied_text(const QAbstractItemView& view);

// A context menu for a table or list: what its buttons do, and Copy (Ctrl+C), which copies `copied_text`.
void offer_cells(QAbstractItemView* view, const QList<QAbstractButton*>& buttons = {});

}  // namespace foldwave
