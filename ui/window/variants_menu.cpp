#include "ui/window/variants_menu.hpp"

#include <QAction>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <utility>

#include "core/model/variants.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/widgets/said.hpp"

namespace foldwave {

VariantsMenu::VariantsMenu(QMenu* menu, ComparePane& compare, Editor& editor, const Results& results,
                           VariantFolds& folds, std::function<void()> show_compare)
    : QObject(menu), editor_(editor), results_(results), folds_(folds) {
  QWidget* const window = menu->parentWidget()->window();
  keep_ = menu->addAction(tr("&Keep as variant..."), QKeySequence("Ctrl+K"), this, [this, window] {
    QInputDialog asks(window);
    asks.setWindowTitle(tr("Keep as variant"));
    asks.setLabelText(tr("Its name:"));
    asks.setTextValue(QString::fromStdString(free_variant_name(editor_.now())));
    asks.resize(asks.sizeHint().expandedTo({360, 0}));  // its title is longer than its field
    if (asks.exec() != QDialog::Accepted) return;
    if (const QString name = asks.textValue().trimmed(); !name.isEmpty()) keep(name);
  });
  menu->addAction(tr("&Add a file as variant..."), this, [this, window] {
    const QString file = QFileDialog::getOpenFileName(window, tr("Add a file as variant"),
                                                      folder_to_begin_in(editor_.now().folder),
                                                      tr("Foldwave scenarios (*.json);;All files (*)"));
    if (!file.isEmpty()) add_file(file);
  });
  QAction* const both =
      menu->addAction(tr("&Compare"), QKeySequence("Ctrl+D"), this, std::move(show_compare));
  both->setToolTip(tr("Two folds side by side (Ctrl+D)"));
  menu->addSeparator();
  QMenu* const to = menu->addMenu(tr("&Switch to"));
  connect(menu, &QMenu::aboutToShow, this, [this, to] {
    to->clear();
    const auto& variants = editor_.now().variants;
    to->setEnabled(!variants.empty());
    for (std::size_t i = 0; i < variants.size(); ++i)
      to->addAction(QString::fromStdString(variants[i].name), this,
                    [this, i] { switch_to(static_cast<int>(i)); });
  });
  connect(&compare, &ComparePane::keep_wanted, keep_, &QAction::trigger);
  connect(&compare, &ComparePane::switch_wanted, this, &VariantsMenu::switch_to);
  connect(&compare, &ComparePane::removal_wanted, this, [this](int index) {
    editor_.edit(with_variant_removed(editor_.now(), static_cast<std::size_t>(index)));
  });
}

void VariantsMenu::refresh() {
  keep_->setEnabled(!editor_.opened_name().isEmpty());
}

void VariantsMenu::keep(const QString& name) {
  folds_.adopt(results_.fold_is_stale() ? nullptr : results_.fold());
  editor_.edit(with_variant_kept(editor_.now(), name.toStdString()));
}

bool VariantsMenu::add_file(const QString& file) {
  try {
    editor_.edit(with_variant_added(editor_.now(), Document::load(file)));
    return true;
  } catch (const Error& error) {
    emit message(said(error.what()), true);
    return false;
  }
}

void VariantsMenu::switch_to(int index) {
  const auto& variants = editor_.now().variants;
  if (index < 0 || index >= static_cast<int>(variants.size())) return;
  folds_.adopt(results_.fold_is_stale() ? nullptr : results_.fold());
  editor_.edit(switched_to_variant(editor_.now(), static_cast<std::size_t>(index)));
}

}  // namespace foldwave
