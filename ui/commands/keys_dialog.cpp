#include "ui/commands/keys_dialog.hpp"

#include <QAction>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <functional>
#include <utility>
#include <vector>

#include "ui/commands/command_keys.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/commands/command_palette.hpp"
#include "ui/widgets/cells.hpp"

namespace foldwave {
namespace {

enum Column { command_column, menu_column, key_column };
constexpr int command_width = 230, menu_width = 190;
constexpr int action_role = Qt::UserRole, key_role = Qt::UserRole + 1;

QAction* action_of(const QTreeWidgetItem& row) {
  return row.data(command_column, action_role).value<QPointer<QAction>>();
}
bool may_be_a_key(QKeyCombination typed) {
  const bool is_function_key = typed.key() >= Qt::Key_F1 && typed.key() <= Qt::Key_F35;
  return is_function_key ||
         (typed.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}
QKeySequence key_of(const QTreeWidgetItem& row) {
  return row.data(command_column, key_role).value<QKeySequence>();
}

// Takes the first chord that is pressed in it, whatever command has it.
class KeyField : public QLineEdit {
 public:
  KeyField(std::function<void(const QKeySequence&)> taken, QWidget* parent)
      : QLineEdit(parent), taken_(std::move(taken)) {
    setReadOnly(true);
    setPlaceholderText(KeysDialog::tr("press the new key"));
  }

 protected:
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ShortcutOverride) return QLineEdit::event(event);
    event->accept();
    return true;
  }
  void keyPressEvent(QKeyEvent* event) override {
    switch (event->key()) {
      case Qt::Key_Control:
      case Qt::Key_Shift:
      case Qt::Key_Alt:
      case Qt::Key_AltGr:
      case Qt::Key_Meta:
      case Qt::Key_unknown:
        return;
      case Qt::Key_Escape:
      case Qt::Key_Return:
      case Qt::Key_Enter:
        return event->ignore();  // the dialog's
      default:
        taken_(QKeySequence(event->keyCombination()));
    }
  }

 private:
  std::function<void(const QKeySequence&)> taken_;
};

}  // namespace

KeysDialog::KeysDialog(const QMenuBar& bar, QWidget* parent)
    : QDialog(parent),
      bar_(bar),
      search_(new QLineEdit(this)),
      key_(new KeyField([this](const QKeySequence& key) { take(key); }, this)),
      table_(new QTreeWidget(this)),
      none_(new QPushButton(tr("&None"), this)),
      usual_(new QPushButton(tr("&Usual"), this)),
      message_(new QLabel(this)) {
  setObjectName("keys");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Change keys"));
  search_->setObjectName("keys search");
  search_->setAccessibleName(tr("Search the commands"));
  search_->setPlaceholderText(tr("Search"));
  search_->setClearButtonEnabled(true);
  table_->setObjectName("keys table");
  table_->setAccessibleName(tr("Commands and their keys"));
  table_->setHeaderLabels({tr("Command"), tr("Menu"), tr("Key")});
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setAlternatingRowColors(true);
  offer_cells(table_, {none_, usual_});
  key_->setObjectName("new key");
  key_->setAccessibleName(tr("New key"));
  none_->setObjectName("no key");
  none_->setToolTip(tr("The command has no key"));
  usual_->setObjectName("usual key");
  usual_->setToolTip(tr("The key that the command came with"));
  message_->setObjectName("keys message");
  message_->setProperty("role", "message");
  message_->setWordWrap(true);
  message_->setMinimumHeight(2 * fontMetrics().lineSpacing());

  auto* const line = new QHBoxLayout;
  auto* const label = new QLabel(tr("New &key"), this);
  label->setBuddy(key_);
  line->addWidget(label);
  line->addWidget(key_, 1);
  line->addWidget(none_);
  line->addWidget(usual_);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  auto* const all = buttons->addButton(tr("All as usual"), QDialogButtonBox::ResetRole);
  all->setObjectName("all keys usual");
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 14, 14, 12);
  layout->setSpacing(8);
  layout->addWidget(search_);
  layout->addWidget(table_, 1);
  layout->addLayout(line);
  layout->addWidget(message_);
  layout->addWidget(buttons);
  resize(600, 560);

  connect(search_, &QLineEdit::textChanged, this, &KeysDialog::filter);
  connect(table_, &QTreeWidget::currentItemChanged, this, &KeysDialog::show_current);
  connect(none_, &QPushButton::clicked, this, [this] { take({}); });
  connect(usual_, &QPushButton::clicked, this, [this] {
    if (const auto* const row = table_->currentItem()) take(usual_key(*action_of(*row)));
  });
  connect(all, &QPushButton::clicked, this, &KeysDialog::reset_all);
  connect(buttons, &QDialogButtonBox::accepted, this, &KeysDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  fill();
}

void KeysDialog::fill() {
  for (const Command& command : command_list(bar_)) {
    const QString name = lasting_name(*command.action);
    if (name.isEmpty()) continue;
    auto* const row = new QTreeWidgetItem(table_);
    const auto cut = name.lastIndexOf(" > ");
    row->setText(command_column, name.mid(cut + 3));
    row->setText(menu_column, name.left(cut));
    row->setToolTip(menu_column, name.left(cut));
    row->setData(command_column, action_role, QVariant::fromValue(QPointer<QAction>(command.action)));
    put(*row, command.action->shortcut());
  }
  table_->header()->setStretchLastSection(true);
  // Long menus are elided: the key must be seen.
  table_->setColumnWidth(command_column, command_width);
  table_->setColumnWidth(menu_column, menu_width);
  table_->setCurrentItem(table_->topLevelItem(0));
}

void KeysDialog::filter(const QString& typed) {
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* const row = table_->topLevelItem(i);
    const QString words =
        row->text(command_column) + ' ' + row->text(menu_column) + ' ' + row->text(key_column);
    row->setHidden(command_match(typed, words) < 0);
  }
}

// One that is not the usual one is bold.
void KeysDialog::put(QTreeWidgetItem& row, const QKeySequence& key) {
  row.setData(command_column, key_role, QVariant::fromValue(key));
  row.setText(key_column, key.toString(QKeySequence::NativeText));
  QFont font = this->font();
  font.setBold(key != usual_key(*action_of(row)));
  row.setFont(key_column, font);
}

void KeysDialog::show_current() {
  const QTreeWidgetItem* const row = table_->currentItem();
  key_->setText(row != nullptr ? key_of(*row).toString(QKeySequence::NativeText) : QString());
  for (QWidget* const widget :
       {static_cast<QWidget*>(key_), static_cast<QWidget*>(none_), static_cast<QWidget*>(usual_)})
    widget->setEnabled(row != nullptr);
  message_->clear();
}

QTreeWidgetItem* KeysDialog::row_with(const QKeySequence& key, const QTreeWidgetItem* but) const {
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* const row = table_->topLevelItem(i);
    if (row == but) continue;
    const QAction& action = *action_of(*row);
    const bool as_it_is = key_of(*row) == action.shortcut();
    if (key_of(*row) == key || (as_it_is && action.shortcuts().contains(key))) return row;
  }
  return nullptr;
}

// A letter alone would be a command while a person
// types.
void KeysDialog::take(const QKeySequence& key) {
  QTreeWidgetItem* const row = table_->currentItem();
  if (row == nullptr) return;
  if (!key.isEmpty() && !may_be_a_key(key[0]) && key != usual_key(*action_of(*row))) {
    show_current();
    message_->setText(tr("Give a key with Ctrl, Alt or Meta, or a function key"));
    return;
  }
  const QTreeWidgetItem* const other = key.isEmpty() ? nullptr : row_with(key, row);
  if (other == nullptr) put(*row, key);
  show_current();
  if (other != nullptr)
    message_->setText(tr("%1 is the key of %2 > %3: give that another one first")
                          .arg(key.toString(QKeySequence::NativeText), other->text(menu_column),
                               other->text(command_column)));
}

void KeysDialog::reset_all() {
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    QTreeWidgetItem* const row = table_->topLevelItem(i);
    put(*row, usual_key(*action_of(*row)));
  }
  show_current();
}

// First all that change lose theirs: one may get another's.
void KeysDialog::accept() {
  std::vector<std::pair<QAction*, QKeySequence>> changed;
  for (int i = 0; i < table_->topLevelItemCount(); ++i) {
    const QTreeWidgetItem& row = *table_->topLevelItem(i);
    if (QAction* const action = action_of(row); action->shortcut() != key_of(row))
      changed.emplace_back(action, key_of(row));
  }
  for (const auto& change : changed)
    set_key(*change.first, {});
  for (const auto& change : changed)
    set_key(*change.first, change.second);
  save_keys(bar_);
  QDialog::accept();
}

}  // namespace foldwave
