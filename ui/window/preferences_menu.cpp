#include "ui/window/preferences_menu.hpp"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <utility>

#include "core/engine/backend.hpp"
#include "ui/dialogs/preferences_dialog.hpp"
#include "ui/log/log_panel.hpp"
#include "ui/settings/kept_switches.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

PreferencesMenu::PreferencesMenu(QMenu* edit, QMenu* view, LogPanel& log, Runs& runs, VariantFolds& folds)
    : QObject(edit), log_(log), runs_(runs), folds_(folds), window_(edit->parentWidget()->window()) {
  QAction* const preferences =
      edit->addAction(tr("&Preferences..."), QKeySequence("Ctrl+,"), this, &PreferencesMenu::ask);
  preferences->setToolTip(tr("Threads, back end, theme, and what comes back at the start (Ctrl+,)"));
  add_themes(view);
  connect(&log_, &LogPanel::level_chosen, this, [this](LogLevel level) {
    Preferences next = now_;
    next.log_level = level;
    change(next);
  });
}

void PreferencesMenu::add_themes(QMenu* view) {
  QMenu* const menu = view->addMenu(tr("&Theme"));
  themes_ = new QActionGroup(this);
  for (const QString& words : {tr("&Dark"), tr("&Light"), tr("As the &system")}) {
    QAction* const action = menu->addAction(words);
    action->setCheckable(true);
    action->setToolTip(tr("The look of the window and of its views"));
    themes_->addAction(action);
    connect(action, &QAction::triggered, this,
            [this, theme = static_cast<Theme>(themes_->actions().size() - 1)] {
              Preferences next = now_;
              next.theme = theme;
              change(next);
            });
  }
  themes_->actions().front()->setChecked(true);
  menu->addSeparator();
  QAction* const white = menu->addAction(tr("Figures on &white"));
  white->setCheckable(true);
  white->setToolTip(tr("Pictures and movies of views are saved on a white background, whatever the theme"));
  keep_switch(white, "figures/white");
  connect(white, &QAction::toggled, this, &set_white_figures);
}

void PreferencesMenu::use(const Preferences& preferences) {
  now_ = preferences;
  log_.set_level(preferences.log_level);
  themes_->actions()[static_cast<int>(preferences.theme)]->setChecked(true);
}

void PreferencesMenu::ask() {
  auto* const dialog = new PreferencesDialog(now_, list_backends(), window_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &PreferencesDialog::applied, this, &PreferencesMenu::change);
  dialog->open();
}

void PreferencesMenu::change(const Preferences& next) {
  const Preferences before = now_;
  use(next);
  save_preferences(next);
  if (next.threads != before.threads) limit_threads(next.threads);
  if (next.theme != before.theme) set_theme(*qApp, next.theme);
  if (next.backend == before.backend) return;
  try {
    set_backend(select_backend(next.backend.toStdString()));
  } catch (const Error& error) {
    set_backend(cpu_backend());
    emit message(tr("The processor is used: %1").arg(said(error.what())), true);
  }
}

void PreferencesMenu::set_backend(std::shared_ptr<const Backend> backend) {
  folds_.set_backend(backend);
  runs_.set_backend(std::move(backend));
}

}  // namespace foldwave
