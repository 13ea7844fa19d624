#include <QDockWidget>
#include <QFileDialog>
#include <QMenu>

#include "ui/settings/resource_folder.hpp"
#include "ui/views/wave/residual_pane.hpp"
#include "ui/window/view_links.hpp"

namespace foldwave {

void connect_residual(const ResidualLinks& parts, QObject* owner) {
  ResidualPane* const pane = parts.panes.residual;
  const auto compare = [pane, runs = &parts.runs](const QString& file) {
    pane->show_working(file);
    if (auto* const dock = qobject_cast<QDockWidget*>(pane->parentWidget())) {
      dock->show();
      dock->raise();
    }
    runs->run_comparison(file.toStdString());
  };
  const auto show = [pane, results = &parts.results] {
    pane->show_comparison(results->comparison(), results->comparison_is_stale());
  };
  QObject::connect(&parts.run_menu, &RunMenu::comparison_wanted, owner, [parts, compare] {
    const QString file = QFileDialog::getOpenFileName(
        parts.run_menu.menu()->parentWidget()->window(), ResidualPane::tr("Compare with recorded traces"),
        folder_to_begin_in(parts.editor.now().folder),
        ResidualPane::tr("SEG-Y gathers (*.sgy *.segy *.su);;All files (*)"));
    if (!file.isEmpty()) compare(file);
  });
  QObject::connect(pane, &ResidualPane::again_wished, owner, compare);
  QObject::connect(&parts.results, &Results::comparison_changed, owner, show);
  QObject::connect(&parts.editor, &Editor::changed, owner, show);
  QObject::connect(&parts.editor, &Editor::opened, owner, [pane] { pane->show_refusal({}); });
  // A newer one goes on where one is superseded.
  QObject::connect(&parts.runs.worker(), &Worker::told, owner, [pane](const JobRecord& job) {
    const bool ended_badly = job.stage == JobStage::stopped || job.stage == JobStage::failed;
    if (job.name == Runs::comparison_name() && ended_badly && !job.superseded)
      pane->show_refusal(job.message);
  });
  QObject::connect(pane, &ResidualPane::read, owner,
                   [runs = &parts.runs, status = &parts.status](const QString& words) {
                     if (!runs->busy() && !words.isEmpty()) status->pass(words);
                   });
  QObject::connect(pane, &ResidualPane::message, &parts.status, &StatusLine::say);
}

}  // namespace foldwave
