#include "ui/commands/shortcut_sheet.hpp"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/commands/command_keys.hpp"
#include "ui/commands/command_list.hpp"

namespace foldwave {
namespace {

// What no menu has: how the pointer and the keys work in the views.
struct Gesture {
  const char* keys;
  const char* does;
};
constexpr Gesture gestures[] = {
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Drag"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet",
                       "turn the 3D view; on a map or section: a box about points")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Ctrl + drag"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "in 3D: a box about points")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Ctrl + click"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "one point more, or less")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Right drag"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "move a view")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Right click"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "what can be done there")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Shift + drag"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "move the 3D view")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Wheel"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "nearer and further, about the pointer")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Click an arrow in the corner"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "look from that side; again, from the other one")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Double click"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "the whole model; on a map or section: a new point")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Drag a handle"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "move it; the fold follows")},
    {QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "Esc"),
     QT_TRANSLATE_NOOP("foldwave::ShortcutSheet", "give up a drag")},
};

}  // namespace

ShortcutSheet::ShortcutSheet(const QMenuBar& bar, QWidget* parent) : QDialog(parent) {
  setObjectName("shortcuts");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Keyboard and mouse"));
  auto* const page = new QWidget(this);
  auto* const grid = new QGridLayout(page);
  grid->setContentsMargins(16, 12, 16, 12);
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(5);
  grid->setColumnStretch(1, 1);
  int row = 0;
  const auto head = [&](const QString& text) {
    auto* const label = new QLabel(text, page);
    label->setProperty("role", "head");
    if (row > 0) grid->setRowMinimumHeight(row++, 10);
    grid->addWidget(label, row++, 0, 1, 2);
  };
  const auto line = [&](const QString& keys, const QString& does) {
    auto* const key = new QLabel(keys, page);
    key->setProperty("role", "key");
    grid->addWidget(key, row, 0, Qt::AlignLeft);
    auto* const words = new QLabel(does, page);
    words->setWordWrap(true);
    grid->addWidget(words, row++, 1);
  };
  QString group;
  for (const Command& command : command_list(bar)) {
    const QKeySequence keys = command.action->shortcut();
    if (keys.isEmpty()) continue;
    if (group != command.group) head(group = command.group);
    // What would be undone is not what the key does.
    const QString lasting = lasting_name(*command.action).section(" > ", -1);
    line(keys.toString(QKeySequence::NativeText), lasting.isEmpty() ? command.name : lasting);
  }
  head(tr("In the views"));
  for (const Gesture& gesture : gestures)
    line(tr(gesture.keys), tr(gesture.does));
  grid->setRowStretch(row, 1);

  auto* const area = new QScrollArea(this);
  area->setWidget(page);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  if (QAction* const change = find_command(bar, tr("Change keys"))) {
    QPushButton* const button = buttons->addButton(tr("Change..."), QDialogButtonBox::ActionRole);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, change, [this, change] {
      close();
      change->trigger();
    });
  }
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* const layout = new QVBoxLayout(this);
  layout->addWidget(area);
  layout->addWidget(buttons);
  resize(560, 620);
}

}  // namespace foldwave
