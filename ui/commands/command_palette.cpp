#include "ui/commands/command_palette.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/commands/command_list.hpp"

namespace foldwave {
namespace {

constexpr int width_shown = 560, rows_shown = 11;

// A row: the command, its menu and its key.
QWidget* make_row(const Command& command, QWidget* parent) {
  auto* const row = new QWidget(parent);
  auto* const layout = new QHBoxLayout(row);
  layout->setContentsMargins(10, 5, 10, 5);
  auto* const name = new QLabel(command.name, row);
  auto* const group = new QLabel(command.group, row);
  auto* const key = new QLabel(command.action->shortcut().toString(QKeySequence::NativeText), row);
  group->setProperty("role", "unit");
  key->setProperty("role", "unit");
  layout->addWidget(name);
  layout->addWidget(group, 1);
  layout->addWidget(key);
  row->setEnabled(command.action->isEnabled());
  row->setAttribute(Qt::WA_TransparentForMouseEvents);
  return row;
}

}  // namespace

int command_match(const QString& typed, const QString& text) {
  const QString wanted = typed.simplified(), low = text.toLower();
  if (wanted.isEmpty()) return 0;
  const QStringList words = wanted.toLower().split(' ');
  int score = 0;
  for (const QString& word : words) {
    const bool begins = low.startsWith(word) || low.contains(' ' + word);
    if (begins || low.contains(word)) {
      score += begins ? 100 : 50;
      if (low.startsWith(word)) score += 20;
      continue;
    }
    qsizetype at = -1;
    for (const QChar letter : word)
      if ((at = low.indexOf(letter, at + 1)) < 0) return -1;
    score += 10;
  }
  return score;
}

CommandPalette::CommandPalette(const QMenuBar& bar, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      bar_(bar),
      typed_(new QLineEdit(this)),
      found_(new QListWidget(this)) {
  setObjectName("command palette");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Commands"));
  typed_->setObjectName("command words");
  typed_->setPlaceholderText(tr("What shall be done? A few letters of it"));
  typed_->setAccessibleName(tr("Command"));
  typed_->setClearButtonEnabled(true);
  typed_->installEventFilter(this);
  found_->setObjectName("commands found");
  found_->setAccessibleName(tr("Commands that match"));
  found_->setFocusPolicy(Qt::TabFocus);
  found_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  found_->setUniformItemSizes(true);
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(6);
  layout->addWidget(typed_);
  layout->addWidget(found_);
  connect(typed_, &QLineEdit::textChanged, this, &CommandPalette::fill);
  connect(found_, &QListWidget::itemClicked, this, &CommandPalette::run_chosen);
  connect(found_, &QListWidget::itemActivated, this, &CommandPalette::run_chosen);
  fill({});
  const int rows = found_->sizeHintForRow(0) * rows_shown + 2 * found_->frameWidth();
  resize(std::min(width_shown, parent->width() - 40), rows + typed_->sizeHint().height() + 24);
  move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 60)));
  typed_->setFocus();
}

// The best first; among equals what is no deeper than a menu, what can be done now, and the order of the
// menus.
void CommandPalette::fill(const QString& typed) {
  struct Found {
    int score;
    Command command;
  };
  std::vector<Found> all;
  for (const Command& command : command_list(bar_)) {
    const int by_name = command_match(typed, command.name);
    const int score =
        by_name >= 0 ? 1000 + by_name : command_match(typed, command.name + ' ' + command.group);
    if (score < 0) continue;
    const int now = command.action->isEnabled() ? 1 : 0, near = command.group.contains('>') ? 0 : 1;
    all.push_back({4 * score + 2 * near + now, command});
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &Found::score);
  found_->clear();
  for (const Found& f : all) {
    auto* const item = new QListWidgetItem(found_);
    item->setData(Qt::UserRole, QVariant::fromValue(QPointer<QAction>(f.command.action)));
    item->setData(Qt::AccessibleTextRole, f.command.group + ", " + f.command.name);
    item->setToolTip(f.command.action->toolTip());
    QWidget* const row = make_row(f.command, found_);
    item->setSizeHint(row->sizeHint());
    found_->setItemWidget(item, row);
  }
  found_->setCurrentRow(0);
}

// After the palette is gone, so that a dialog of the command comes to the front of the window.
void CommandPalette::run_chosen() {
  const QListWidgetItem* const item = found_->currentItem();
  const auto action = item != nullptr ? item->data(Qt::UserRole).value<QPointer<QAction>>() : nullptr;
  if (!action || !action->isEnabled()) return;
  close();
  QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != typed_ || event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const auto* const key = static_cast<QKeyEvent*>(event);
  const int row = found_->currentRow(), last = found_->count() - 1;
  switch (key->key()) {
    case Qt::Key_Down:
      found_->setCurrentRow(row < last ? row + 1 : 0);
      return true;
    case Qt::Key_Up:
      found_->setCurrentRow(row > 0 ? row - 1 : last);
      return true;
    case Qt::Key_PageDown:
      found_->setCurrentRow(std::min(row + rows_shown, last));
      return true;
    case Qt::Key_PageUp:
      found_->setCurrentRow(std::max(row - rows_shown, 0));
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      run_chosen();
      return true;
    default:
      return QDialog::eventFilter(watched, event);
  }
}

}  // namespace foldwave
