// What holds for all sessions, chosen in Edit > Preferences and View > Theme: taken over at once, and kept.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QLabel>
#include <QMenu>

#include "core/engine/backend.hpp"
#include "core/engine/made_by.hpp"
#include "ui/dialogs/preferences_dialog.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/window/main_window.hpp"

namespace foldwave {

void MainWindow::use_preferences(const Preferences& preferences) {
  preferences_ = preferences;
  log_panel_->set_level(preferences.log_level);
  themes_->actions()[static_cast<int>(preferences.theme)]->setChecked(true);
}

void MainWindow::ask_preferences() {
  auto* const dialog = new PreferencesDialog(preferences_, list_backends(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &PreferencesDialog::applied, this, &MainWindow::change_preferences);
  dialog->open();
}

void MainWindow::change_preferences(const Preferences& next) {
  const Preferences before = preferences_;
  use_preferences(next);
  save_preferences(next);
  if (next.threads != before.threads) limit_threads(next.threads);
  if (next.theme != before.theme) set_theme(*qApp, next.theme);
  if (next.backend != before.backend) {
    try {
      set_backend(select_backend(next.backend.toStdString()));
    } catch (const Error& error) {
      set_backend(cpu_backend());
      say(tr("The processor is used: %1").arg(QString::fromUtf8(error.what())), true);
    }
  }
  show_backend();
}

void MainWindow::set_backend(std::shared_ptr<const Backend> backend) {
  variant_folds_.set_backend(backend);
  session_.set_backend(std::move(backend));
}

void MainWindow::show_backend() {
  chosen_place_ = made_by(session_.backend());
  backend_label_->setText(tr("Back end: %1").arg(QString::fromStdString(session_.backend().name())));
  backend_label_->setToolTip(QString::fromStdString(session_.backend().description()));
  refresh_notes();
}

// The number of threads changes nothing of a result.
QString MainWindow::elsewhere_words(const MadeBy& made) const {
  if (made.backend.empty() || (made.backend == chosen_place_.backend && made.device == chosen_place_.device))
    return {};
  return tr("made by %1").arg(QString::fromStdString(made_by_text(made)));
}

void MainWindow::make_theme_menu(QMenu* view) {
  QMenu* const menu = view->addMenu(tr("&Theme"));
  themes_ = new QActionGroup(this);
  for (const QString& words : {tr("&Dark"), tr("&Light"), tr("As the &system")}) {
    QAction* const action = menu->addAction(words);
    action->setCheckable(true);
    action->setToolTip(tr("The look of the window; the views stay dark"));
    themes_->addAction(action);
    connect(action, &QAction::triggered, this,
            [this, theme = static_cast<Theme>(themes_->actions().size() - 1)] {
              Preferences next = preferences_;
              next.theme = theme;
              change_preferences(next);
            });
  }
  themes_->actions().front()->setChecked(true);
}

}  // namespace foldwave
