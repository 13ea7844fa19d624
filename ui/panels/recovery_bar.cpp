#include "ui/panels/recovery_bar.hpp"

#include <QFileInfo>
#include <QPushButton>

#include "core/base/error.hpp"
#include "ui/widgets/elided_label.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

RecoveryBar::RecoveryBar(Editor& editor, QWidget* parent) : QToolBar(parent), editor_(editor) {
  setObjectName("recovery bar");
  setWindowTitle(tr("Recovered work"));
  setProperty("role", "notice");
  setMovable(false);
  toggleViewAction()->setVisible(false);
  const QString file = editor.document().file(), name = QString::fromStdString(editor.now().name);
  auto* const words = new ElidedLabel(this);
  words->setObjectName("recovered words");
  words->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  words->set_text(
      file.isEmpty()
          ? tr("\"%1\" came back as it was when the program ended. It was never saved.").arg(name)
          : tr("\"%1\" came back as it was when the program ended. Its changes are not saved in %2.")
                .arg(name, QFileInfo(file).fileName()));
  addWidget(words);
  auto* const keep = new QPushButton(tr("Keep"), this);
  keep->setObjectName("keep recovered");
  keep->setToolTip(tr("Go on with it; save it to have it in its file"));
  auto* const back = new QPushButton(file.isEmpty() ? tr("Discard") : tr("Revert to saved"), this);
  back->setObjectName("revert recovered");
  back->setToolTip(tr("Undo brings the changes back"));
  for (QPushButton* const button : {keep, back}) {
    button->setMinimumWidth(90);
    addWidget(button);
  }
  connect(keep, &QPushButton::clicked, this, &QObject::deleteLater);
  connect(back, &QPushButton::clicked, this, &RecoveryBar::revert);
  connect(&editor, &Editor::opened, this, &QObject::deleteLater);
  connect(&editor, &Editor::file_changed, this, &QObject::deleteLater);
}

void RecoveryBar::revert() {
  try {
    editor_.revert();
    deleteLater();
  } catch (const Error& error) {
    emit message(said(error.what()), true);
  }
}

}  // namespace foldwave
