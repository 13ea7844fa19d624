// The main window's variants: kept, opened, switched to and deleted, each as one step of the history.
#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>

#include "core/model/variants.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {

void MainWindow::make_variants_menu() {
  QMenu* const menu = menuBar()->addMenu(tr("V&ariants"));
  keep_ = menu->addAction(tr("&Keep as variant..."), QKeySequence("Ctrl+K"), this, [this] {
    bool yes = false;
    const QString name =
        QInputDialog::getText(this, tr("Keep as variant"), tr("Its name:"), QLineEdit::Normal,
                              QString::fromStdString(free_variant_name(session_.scenario())), &yes);
    if (yes && !name.trimmed().isEmpty()) keep_variant(name.trimmed());
  });
  menu->addAction(tr("&Add a file as variant..."), this, [this] {
    const QString file = QFileDialog::getOpenFileName(this, tr("Add a file as variant"), {},
                                                      tr("Foldwave scenarios (*.json);;All files (*)"));
    if (!file.isEmpty()) add_variant_file(file);
  });
  QAction* const compare = menu->addAction(tr("&Compare"), QKeySequence("Ctrl+D"), this, [this] {
    compare_dock_->show();
    compare_dock_->raise();
  });
  compare->setToolTip(tr("Two folds side by side (Ctrl+D)"));
  menu->addSeparator();
  QMenu* const to = menu->addMenu(tr("&Switch to"));
  connect(menu, &QMenu::aboutToShow, this, [this, to] {
    to->clear();
    const auto& variants = session_.scenario().variants;
    to->setEnabled(!variants.empty());
    for (std::size_t i = 0; i < variants.size(); ++i)
      to->addAction(QString::fromStdString(variants[i].name), this,
                    [this, i] { switch_to_variant(static_cast<int>(i)); });
  });
  connect(compare_, &ComparePane::keep_wanted, keep_, &QAction::trigger);
  connect(compare_, &ComparePane::switch_wanted, this, &MainWindow::switch_to_variant);
  connect(compare_, &ComparePane::removal_wanted, this, [this](int index) {
    edit(with_variant_removed(session_.scenario(), static_cast<std::size_t>(index)));
  });
}

void MainWindow::keep_variant(const QString& name) {
  variant_folds_.adopt(session_.fold_is_stale() ? nullptr : session_.fold());
  edit(with_variant_kept(session_.scenario(), name.toStdString()));
}

bool MainWindow::add_variant_file(const QString& file) {
  try {
    edit(with_variant_added(session_.scenario(), Document::load(file)));
    return true;
  } catch (const Error& error) {
    say(QString::fromUtf8(error.what()), true);
    return false;
  }
}

void MainWindow::switch_to_variant(int index) {
  const auto& variants = session_.scenario().variants;
  if (index < 0 || index >= static_cast<int>(variants.size())) return;
  variant_folds_.adopt(session_.fold_is_stale() ? nullptr : session_.fold());
  edit(switched_to_variant(session_.scenario(), static_cast<std::size_t>(index)));
}

}  // namespace foldwave
