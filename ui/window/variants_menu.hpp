// Variants of the scenario: kept, opened, switched to, compared and deleted, each as one step of the history.
#pragma once

#include <QObject>

#include "ui/edit/editor.hpp"
#include "ui/jobs/variant_folds.hpp"

class QAction;
class QMenu;

namespace foldwave {

class ComparePane;

class VariantsMenu : public QObject {
  Q_OBJECT

 public:
  // All must outlive it; `show_compare` brings the view of two folds to the front.
  VariantsMenu(QMenu* menu, ComparePane& compare, Editor& editor, const Results& results, VariantFolds& folds,
               std::function<void()> show_compare);

  void keep(const QString& name);
  bool add_file(const QString& file);  // false, with a message, when it cannot be read
  void switch_to(int index);
  void refresh();

 signals:
  void message(const QString& words, bool is_error);

 private:
  Editor& editor_;
  const Results& results_;
  VariantFolds& folds_;
  QAction* keep_;
};

}  // namespace foldwave
