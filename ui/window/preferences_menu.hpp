// What holds for all sessions, chosen in Edit > Preferences and View > Theme: taken over at once, and kept.
#pragma once

#include <QObject>

#include "ui/jobs/runs.hpp"
#include "ui/jobs/variant_folds.hpp"
#include "ui/settings/preferences.hpp"

class QActionGroup;
class QMenu;

namespace foldwave {

class LogPanel;

class PreferencesMenu : public QObject {
  Q_OBJECT

 public:
  // All must outlive it. The commands come to the end of the two menus.
  PreferencesMenu(QMenu* edit, QMenu* view, LogPanel& log, Runs& runs, VariantFolds& folds);

  const Preferences& now() const { return now_; }
  // Takes them over; the back end as it is given, as the command line may have chosen another one.
  void use(const Preferences& preferences);
  void set_backend(std::shared_ptr<const Backend> backend);  // for the jobs that come

 signals:
  void message(const QString& words, bool is_error);

 private:
  void ask();
  void change(const Preferences& next);
  void add_themes(QMenu* view);

  LogPanel& log_;
  Runs& runs_;
  VariantFolds& folds_;
  QWidget* window_;
  QActionGroup* themes_ = nullptr;
  Preferences now_;
};

}  // namespace foldwave
