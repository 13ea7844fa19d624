#include "tests/ui/every_dialog.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPointer>
#include <QScrollBar>
#include <QWindow>

#include "core/engine/pipeline.hpp"
#include "core/formats/horizons/xyz.hpp"
#include "core/formats/segy/segy.hpp"
#include "ui/canvas/vtk_view.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/dialogs/shots_dialog.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/views/section/backdrop_dialog.hpp"

namespace foldwave {
namespace {

// The dialog that is open, and no other.
QDialog* opened(MainWindow& window) {
  for (QDialog* const dialog : window.findChildren<QDialog*>())
    if (dialog->isVisible()) return dialog;
  return nullptr;
}

void look_at(MainWindow& window, const std::function<void(QDialog&)>& look) {
  // Looked for anew each time: one that stands for another, and goes, is not waited for.
  const auto exposed = [&] {
    const QDialog* const dialog = opened(window);
    return dialog != nullptr && dialog->windowHandle() != nullptr && dialog->windowHandle()->isExposed();
  };
  QTRY_VERIFY_WITH_TIMEOUT(exposed(), patience);
  const QPointer<QDialog> dialog = opened(window);
  look(*dialog);
  if (dialog) dialog->close();
  QTRY_VERIFY_WITH_TIMEOUT(opened(window) == nullptr, patience);
}

}  // namespace

bool prepare_for_dialogs(ShownWindow& window) {
  if (!window.open(shot_on(20, 0.5, 10))) return false;
  window->runs().run_wave();
  return QTest::qWaitFor([&] { return window->results().wave() && !window->runs().busy(); }, patience);
}

int with_every_dialog(ShownWindow& window, const std::function<void(QDialog&)>& look) {
  int count = 0;
  const auto show = [&](const std::function<void()>& open) {
    open();
    look_at(*window, look);
    ++count;
  };
  for (const char* const name :
       {"Examples", "Export", "Preferences", "Commands", "Keyboard and mouse", "Change keys", "Record",
        "Extrude", "Between typed ends", "Image by workers", "Save picture"}) {
    QAction* const action = find_command(*window->menuBar(), name);
    if (action == nullptr || !action->isEnabled()) qFatal("%s cannot be done", name);
    // Without OpenGL no view has a picture.
    if (name == QByteArray("Save picture") && PictureActions::in(*window) == nullptr) continue;
    show([action] { action->trigger(); });
  }
  const Grid3& grid = window->editor().now().grid;
  std::vector<Vec3> picks;
  for (int j = 0; j < 12; ++j)
    for (int i = 0; i < 12; ++i)
      picks.push_back(grid.origin + Vec3{i / 11.0 * grid.extent().x, j / 11.0 * grid.extent().y,
                                         (0.5 + 0.01 * i) * grid.extent().z});
  const QString file = window.path("picks.xyz");
  write_xyz(file.toStdString(), picks, "x[m] y[m] depth[m]", {});
  show([&] { window->files().import_horizon(file); });
  show([&] { window->files().fit_to_horizon(file); });
  SegyGather line;
  line.dt = 0.004;
  line.samples = 8;
  line.geometry.resize(4);
  for (std::size_t t = 0; t < line.geometry.size(); ++t)
    line.geometry[t].source = line.geometry[t].receiver = {25.0 * static_cast<double>(t), 0.0, 0.0};
  const std::vector<float> traces(32, 1.0F);
  line.traces = traces;
  write_segy(window.path("line.sgy").toStdString(), line);
  show([&] { emit window->files().volume_chosen(window.path("line.sgy")); });
  show([&] { window->files().import_recorded(window.path("line.sgy"), RecordedKind::shots); });
  QFile well(window.path("well.dev"));
  if (!well.open(QIODevice::WriteOnly)) qFatal("no file of a well");
  well.write("MD,INCL,AZIM\n0,0,0\n500,30,90\n");
  well.close();
  show([&] { window->files().import_wells({well.fileName()}); });
  show([&] {
    auto* const backdrop = new BackdropDialog({}, window.path("."), &*window);
    backdrop->setAttribute(Qt::WA_DeleteOnClose);
    backdrop->open();
  });
  return count;
}

bool is_control(const QWidget& widget) {
  if (widget.objectName().startsWith("qt_")) return false;
  const QWidget* const parent = widget.parentWidget();
  const bool is_part = qobject_cast<const QComboBox*>(parent) != nullptr ||
                       qobject_cast<const QLineEdit*>(parent) != nullptr ||
                       qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
                       (parent != nullptr && parent->inherits("QComboBoxPrivateContainer")) ||
                       (parent != nullptr && parent->inherits("QTabBar")) ||
                       qobject_cast<const QScrollBar*>(&widget) != nullptr ||
                       qobject_cast<const QHeaderView*>(&widget) != nullptr ||
                       widget.inherits("QTableCornerButton");
  if (is_part) return false;
  return qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
         qobject_cast<const QLineEdit*>(&widget) != nullptr ||
         qobject_cast<const QComboBox*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSlider*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
         qobject_cast<const QAbstractItemView*>(&widget) != nullptr ||
         qobject_cast<const QPlainTextEdit*>(&widget) != nullptr ||
         qobject_cast<const VtkView*>(&widget) != nullptr;
}

QString described(const QWidget& widget) {
  QStringList places;
  for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget())
    places.prepend(QString("%1 \"%2\"").arg(at->metaObject()->className(), at->objectName()));
  return places.join(" > ");
}

}  // namespace foldwave
