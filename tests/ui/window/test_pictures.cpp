// Protects how the views look: the 3D view with its arrow and handles, the wave, the spectrum, the fold
// panel, the import dialog, two variants compared and the backdrop's dialog, each like a picture that was
// looked at and kept. Words in widgets are painted over: their fonts are the machine's.
#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPoint>
#include <QRect>
#include <QSize>
#include <QSpinBox>
#include <cmath>

#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "tests/ui/views/similar_picture.hpp"
#include "ui/dialogs/import_dialog.hpp"
#include "ui/panels/fold_section.hpp"
#include "ui/views/compare_pane.hpp"
#include "ui/views/section/backdrop_dialog.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"
#include "ui/views/wave/spectrum_pane.hpp"
#include "ui/views/wave/wave_pane.hpp"

namespace test_pictures {

using namespace foldwave;

namespace {

constexpr int nodes = 24;
constexpr QSize side_size(440, 380);  // of a view of the comparison

// The widget with a plate over each of its words: where they stand is compared, not their letters.
QImage without_words(QWidget& widget) {
  QImage picture = widget.grab().toImage().convertToFormat(QImage::Format_RGB888);
  QPainter painter(&picture);
  for (const QWidget* const child : widget.findChildren<QWidget*>()) {
    const auto* const label = qobject_cast<const QLabel*>(child);
    const bool words = (label != nullptr && !label->text().isEmpty()) ||
                       qobject_cast<const QLineEdit*>(child) != nullptr ||
                       qobject_cast<const QComboBox*>(child) != nullptr ||
                       qobject_cast<const QAbstractButton*>(child) != nullptr ||
                       qobject_cast<const QAbstractSpinBox*>(child) != nullptr ||
                       qobject_cast<const QPlainTextEdit*>(child) != nullptr;
    if (words && child->isVisibleTo(&widget))
      painter.fillRect(QRect(child->mapTo(&widget, QPoint()), child->size()), QColor(90, 100, 110));
  }
  return picture;
}

// Similar to the baseline, and no longer so where a part of it is covered: a comparison must be able to fail.
QString as_kept(const QImage& picture, const char* name) {
  const QString differs = similar_to_baseline(picture, name);
  if (!differs.isEmpty() || keeping_baselines()) return differs;
  QImage spoiled = picture;
  QPainter(&spoiled).fillRect(picture.width() / 3, picture.height() / 3, 40, 40, Qt::white);
  return similar_to_baseline(spoiled, name).isEmpty() ? QString("%1: a spoiled picture passes").arg(name)
                                                      : QString();
}

}  // namespace

class TestPictures : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(example_on(nodes)));
  }
  void cleanup() { window_.reset(); }

  void the_3d_view_with_arrow_and_handles() {
    StructurePane& pane = *(*window_)->panes().structure;
    StructureView* const view = pane.structure_view();
    view->setFixedSize(560, 480);
    QTRY_COMPARE(view->size(), QSize(560, 480));
    QTRY_VERIFY_WITH_TIMEOUT(pane.scene().is_complete(), patience);
    pane.set_note({}, false);
    drawn_picture(*view);
    pane.scene().reset_camera();  // fitted to this size, whatever it was before
    const QString differs = as_kept(drawn_picture(*view), "structure");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
    if (keeping_baselines()) return;
    // Without its arrow it is another picture.
    StructureOptions bare = pane.scene().options();
    bare.axis = false;
    pane.scene().set_options(bare);
    QVERIFY(!similar_to_baseline(drawn_picture(*view), "structure").isEmpty());
  }

  // A ring of pressure about a place under the middle of the box.
  void the_wave_view() {
    WavePane& pane = *(*window_)->panes().wave;
    window_->raise("wave");
    QTRY_VERIFY_WITH_TIMEOUT(pane.is_in_front(), patience);
    const Grid3& grid = (*window_)->editor().now().grid;
    const auto ring = [&grid](double radius) {
      auto shot = std::make_shared<Snapshot>();
      shot->time = 0.25;
      shot->pressure = Field<float>(grid.n);
      for (int k = 0; k < grid.n[2]; ++k)
        for (int j = 0; j < grid.n[1]; ++j)
          for (int i = 0; i < grid.n[0]; ++i) {
            const double r = std::hypot(i - 11.5, j - 11.5, k - 4.0) - radius;
            shot->pressure(i, j, k) = static_cast<float>(std::exp(-0.08 * r * r) * std::cos(0.7 * r));
          }
      shot->clips = clip_table(shot->pressure.values());
      shot->limit = shot->clips.at(usual_clip);
      return shot;
    };
    const auto shot = ring(8.0);
    pane.show_snapshots({shot});
    pane.set_note({}, false);
    VtkView* const view = pane.view();
    view->setFixedSize(520, 440);
    QTRY_COMPARE(view->size(), QSize(520, 440));
    QTRY_COMPARE_WITH_TIMEOUT(pane.scene().snapshot(), shot.get(), patience);
    drawn_picture(*view);
    pane.scene().reset_camera();
    const QString differs = as_kept(drawn_picture(*view), "wave");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
    if (keeping_baselines()) return;
    // A little later it is another picture.
    const auto other = ring(10.0);
    pane.show_snapshots({other});
    QTRY_COMPARE_WITH_TIMEOUT(pane.scene().snapshot(), other.get(), patience);
    QVERIFY(!similar_to_baseline(drawn_picture(*view), "wave").isEmpty());
  }

  void the_spectrum_view() {
    SpectrumPane& pane = *(*window_)->panes().spectrum;
    window_->raise("spectrum");
    QTRY_VERIFY_WITH_TIMEOUT(pane.is_in_front(), patience);
    const auto ricker = [](double peak) {
      Spectrum s;
      s.step = 0.25;
      for (int k = 0; k * s.step <= 80.0; ++k) {
        const double part = k * s.step / peak;
        s.amplitude.push_back(part * part * std::exp(-part * part));
      }
      return s;
    };
    pane.scene().show({{"source", theme::source, ricker(15.0)},
                       {"mean of all traces", theme::accent, ricker(12.0)},
                       {"trace 24", theme::receiver, ricker(9.0)}},
                      40.0, 60.0);
    pane.set_note({}, false);
    VtkView* const view = pane.view();
    view->setFixedSize(520, 360);
    QTRY_COMPARE(view->size(), QSize(520, 360));
    const QString differs = as_kept(drawn_picture(*view), "spectrum");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
    if (keeping_baselines()) return;
    pane.scene().set_decibels(false);
    QVERIFY(!similar_to_baseline(drawn_picture(*view), "spectrum").isEmpty());
  }

  void the_fold_panel() {
    auto* const panel = (*window_)->findChild<FoldSection*>();
    QVERIFY(panel != nullptr);
    panel->setFixedWidth(320);
    QTest::qWait(100);
    const QString differs = as_kept(without_words(*panel), "fold-panel");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

  void the_import_dialog() {
    const QString file = window_->path("picks.xyz");
    QFile picks(file);
    QVERIFY(picks.open(QIODevice::WriteOnly));
    for (int j = 0; j < 30; ++j)
      for (int i = 0; i < 30; ++i)
        picks.write(QByteArray::number(87.0 * i) + ' ' + QByteArray::number(87.0 * j) + ' ' +
                    QByteArray::number(-900.0 - 150.0 * std::sin(0.2 * i) * std::cos(0.15 * j)) + '\n');
    picks.close();
    ImportDialog dialog((*window_)->editor().now(), file);
    dialog.resize(900, 640);
    dialog.open();
    const auto* const accept = dialog.findChild<QAbstractButton*>("import");
    QTRY_VERIFY_WITH_TIMEOUT(accept->isEnabled() && !dialog.import().busy(), patience);
    QTest::qWait(200);
    const QString differs = as_kept(without_words(dialog), "import");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

  void two_variants_compared() {
    (*window_)->variants().keep("before");
    Scenario next = (*window_)->editor().now();
    next.events.front().fold.parameters = FoldParameters::from_lambda(0.9);
    next.events.front().fold.axial_line.plunge = 50.0;
    (*window_)->editor().history().push(next);
    QVERIFY(window_->settled());
    (*window_)->findChild<QDockWidget*>("compare")->show();
    window_->raise("compare");
    ComparePane& pane = *(*window_)->panes().compare;
    for (int side = 0; side < 2; ++side) {
      pane.view(side)->setFixedSize(side_size);
      pane.choice(side)->setCurrentIndex(side);
      emit pane.choice(side)->activated(side);
    }
    QTRY_VERIFY_WITH_TIMEOUT(pane.scene(0).shown_fold() != nullptr && pane.scene(1).shown_fold() != nullptr &&
                                 pane.scene(0).shown_fold() != pane.scene(1).shown_fold(),
                             patience);
    for (int side = 0; side < 2; ++side)
      QTRY_COMPARE(pane.view(side)->size(), side_size);
    for (int side = 0; side < 2; ++side)
      drawn_picture(*pane.view(side));
    pane.scene(0).reset_camera();  // fitted to this size; the camera is the other's too
    QImage both(2 * side_size.width(), side_size.height(), QImage::Format_RGB888);
    QPainter painter(&both);
    for (int side = 0; side < 2; ++side)
      painter.drawImage(side * side_size.width(), 0, drawn_picture(*pane.view(side)));
    painter.end();
    const QString differs = as_kept(both, "compare");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

  void the_backdrop_dialog() {
    Backdrop line;
    line.file = "line.sgy";
    line.right = 2540.0;
    line.source = SegyBackdrop{SegyLineKind::inline_number, 120, 2200.0};
    BackdropDialog dialog(line, {}, nullptr);
    dialog.setFixedSize(460, 340);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    const QString differs = as_kept(without_words(dialog), "backdrop");
    QVERIFY2(differs.isEmpty(), qPrintable(differs));
  }

 private:
  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_pictures

FOLDWAVE_TEST(test_pictures, run_in_windows<test_pictures::TestPictures>)
#include "test_pictures.moc"
