// Protects what people take out of a view: pictures of any size on any ground, read again; the clipboard, the
// page, and the menu under the right button, which has the same commands as the menu bar.
#include <QAbstractItemView>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPrinter>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTableWidget>

#include "tests/test_program.hpp"
#include "tests/ui/every_dialog.hpp"
#include "ui/commands/command_list.hpp"
#include "ui/pictures/picture_actions.hpp"
#include "ui/pictures/picture_dialog.hpp"
#include "ui/views/map_pane.hpp"
#include "ui/views/map_view.hpp"
#include "ui/views/section/section_pane.hpp"
#include "ui/views/structure_pane.hpp"
#include "ui/views/structure_view.hpp"

namespace test_view_pictures {

using namespace foldwave;

namespace {

// Of every 2nd pixel of every 2nd row; enough to tell a view from an empty one.
int colors_in(const QImage& image) {
  QSet<QRgb> colors;
  for (int y = 0; y < image.height(); y += 2)
    for (int x = 0; x < image.width(); x += 2)
      colors.insert(image.pixel(x, y));
  return static_cast<int>(colors.size());
}

// What a label was painted with.
struct Painted : QObject {
  QStringList words;
  bool eventFilter(QObject* label, QEvent* event) override {
    if (event->type() == QEvent::Paint) words << qobject_cast<QLabel*>(label)->text();
    return false;
  }
};

QDockWidget* dock_of(const QWidget& view) {
  for (QWidget* at = view.parentWidget(); at != nullptr; at = at->parentWidget())
    if (auto* const dock = qobject_cast<QDockWidget*>(at)) return dock;
  return nullptr;
}

}  // namespace

class TestViewPictures : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    window_ = std::make_unique<ShownWindow>();
    QVERIFY(window_->open(shot_on(16, 0.3, 5)));
    (*window_)->runs().run_wave();
    QTRY_VERIFY_WITH_TIMEOUT((*window_)->results().wave() && !(*window_)->runs().busy(), patience);
  }
  void cleanupTestCase() { window_.reset(); }

  void every_view_is_a_picture() {
    const QSize size(640, 400);
    int scenes = 0, plots = 0;
    for (const PictureActions* const actions : (*window_)->findChildren<PictureActions*>()) {
      QWidget& view = actions->view();
      QDockWidget* const dock = dock_of(view);
      if (dock == nullptr) continue;
      dock->show();
      dock->raise();
      QTest::qWait(20);
      if (!view.isVisible()) continue;  // a page that comes with a result
      const QByteArray name = view.metaObject()->className() + QByteArray(" ") + view.objectName().toUtf8();
      const ViewPicture picture = picture_of(view, {size, 100.0, PictureGround::as_shown});
      const QImage png = QImage::fromData(encoded(picture, PictureKind::png), "PNG");
      QVERIFY2(png.size() == size, name);
      // A plot may have nothing to show yet.
      if (is_scene(view)) QVERIFY2(colors_in(png) > 8, name);
      if (colors_in(png) > 2) (is_scene(view) ? scenes : plots)++;
      QCOMPARE(png.dotsPerMeterX(), 3937);
      const QByteArray svg = encoded(picture, PictureKind::svg);
      QSvgRenderer read(svg);
      QVERIFY2(read.isValid() && read.viewBox().size() == size, name);
      if (is_scene(view)) QVERIFY2(svg.contains("<text") && svg.contains("<image"), name);
      QImage drawn(size, QImage::Format_RGB32);
      drawn.fill(Qt::black);
      QPainter painter(&drawn);
      read.render(&painter);
      QVERIFY2(colors_in(drawn) > 2 || colors_in(png) <= 2, name);
      const QByteArray pdf = encoded(picture, PictureKind::pdf);
      QVERIFY2(pdf.startsWith("%PDF"), name);
      // 640 x 400 at 100 an inch, in points.
      QVERIFY2(pdf.contains("/MediaBox [0 0 460") || pdf.contains("/MediaBox [0 0 461"), name);
    }
    QVERIFY2(scenes >= 7, qPrintable(QString::number(scenes)));
    QVERIFY2(plots >= 2, qPrintable(QString::number(plots)));
  }

  // Words are as large beside the picture on fine paper as on the screen.
  void words_keep_their_size_at_any_resolution() {
    window_->raise("structure");
    QWidget& view = *(*window_)->panes().structure->view();
    const auto sizes = [&](double dpi) {
      const ViewPicture picture = picture_of(view, {{640, 400}, dpi, PictureGround::as_shown});
      if (const QString keep = qEnvironmentVariable("FOLDWAVE_PICTURES"); !keep.isEmpty()) {
        QFile file(QString("%1/structure-%2.pdf").arg(keep).arg(dpi));
        if (file.open(QFile::WriteOnly)) file.write(encoded(picture, PictureKind::pdf));
      }
      QStringList all;
      static const QRegularExpression size("font-size=\"([0-9.]+)\"");
      for (const auto& found : size.globalMatch(QString::fromUtf8(encoded(picture, PictureKind::svg))))
        all << found.captured(1);
      return all;
    };
    const QStringList of_screen = sizes(96.0);
    QVERIFY(of_screen.size() > 10);
    QCOMPARE(sizes(300.0), of_screen);
    QCOMPARE(sizes(72.0), of_screen);
  }

  void the_ground_can_be_chosen() {
    window_->raise("map");
    VtkView& view = *(*window_)->panes().map->view();
    const QImage before = drawn_picture(view);
    const auto on = [&](PictureGround ground) {
      return image_of(picture_of(view, {view.size(), 96.0, ground}));
    };
    const QImage shown = on(PictureGround::as_shown), white = on(PictureGround::white),
                 clear = on(PictureGround::transparent);
    if (const QString folder = qEnvironmentVariable("FOLDWAVE_PICTURES"); !folder.isEmpty()) {
      white.save(folder + "/map on white.png");
      clear.save(folder + "/map on nothing.png");
      VtkView& space = *(*window_)->panes().structure->view();
      image_of(picture_of(space, {space.size() * 2, 192.0, PictureGround::white}))
          .save(folder + "/structure on white.png");
    }
    const QPoint corner(2, 2), middle(view.width() / 2, view.height() / 2);
    QCOMPARE(shown.pixel(corner), before.pixel(corner));
    QCOMPARE(white.pixelColor(corner), QColor(Qt::white));
    QCOMPARE(qAlpha(clear.pixel(corner)), 0);
    QCOMPARE(qAlpha(clear.pixel(middle)), 255);
    QCOMPARE(white.pixel(middle), shown.pixel(middle));
    // Beside the box, inside the axes: the view's own background, or the new one.
    const QPoint beside(view.width() / 2, 70);
    QCOMPARE(shown.pixel(beside), before.pixel(beside));
    QCOMPARE(white.pixelColor(beside), QColor(Qt::white));
    QCOMPARE(qAlpha(clear.pixel(beside)), 0);
    // The title stands out from white as it does from the dark.
    int dark = 0;
    for (int y = 4; y < 30; ++y)
      for (int x = 14; x < 160; ++x)
        dark += qGray(white.pixel(x, y)) < 100;
    QVERIFY2(dark > 60, qPrintable(QString::number(dark)));
    // Nothing of it stays in the view.
    QTRY_COMPARE(drawn_picture(view), before);
  }

  void the_dialog_saves_at_the_size_that_is_asked_for() {
    window_->raise("structure");
    QAction* const command = find_command(*(*window_)->menuBar(), "Save picture", "File");
    QVERIFY(command != nullptr);
    command->trigger();
    auto* const dialog = (*window_)->findChild<PictureDialog*>();
    QVERIFY(dialog != nullptr);
    const auto put = [&](const char* name, const QString& text) {
      auto* const field = dialog->findChild<QLineEdit*>(name);
      field->setText(text);
      emit field->editingFinished();
    };
    auto* const unit = dialog->findChild<QComboBox*>("picture unit");
    dialog->findChild<QCheckBox*>("picture shape")->setChecked(false);
    unit->setCurrentIndex(1);
    emit unit->activated(1);
    put("picture dpi", "254");
    put("picture width", "60");
    put("picture height", "40");
    QCOMPARE(dialog->order().pixels, QSize(600, 400));
    put("picture width", "6000");
    const auto* const words = dialog->findChild<QLabel*>("picture words");
    QVERIFY2(words->text().contains("cannot be drawn"), qPrintable(words->text()));
    put("picture width", "60");
    const QSignalSpy told((*window_)->panes().structure->view()->findChild<PictureActions*>(),
                          &PictureActions::message);
    const QString file = window_->path("a view.png");
    dialog->save_to(window_->path("no such folder") + "/a.png");
    QTRY_VERIFY2(words->text().contains("no such folder"), qPrintable(words->text()));
    Painted painted;
    dialog->findChild<QLabel*>("picture words")->installEventFilter(&painted);
    dialog->save_to(file);
    QCOMPARE(painted.words, QStringList("Saving..."));
    QTRY_VERIFY((*window_)->findChild<PictureDialog*>() == nullptr);
    QCOMPARE(QImage(file).size(), QSize(600, 400));
    QCOMPARE(told.count(), 1);
  }

  void copied_and_printed() {
    window_->raise("section");
    VtkView& view = *(*window_)->panes().section->view();
    auto* const actions = view.findChild<PictureActions*>();
    actions->copy();
    const QImage copied = QGuiApplication::clipboard()->image();
    QCOMPARE(copied.size(), view.size());
    QVERIFY(colors_in(copied) > 12);
    QPrinter printer;
    const QString page = window_->path("page.pdf");
    printer.setOutputFormat(QPrinter::PdfFormat);
    printer.setOutputFileName(page);
    actions->print_to(printer);
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.size() > 10000 && file.readAll().contains("/Image"));
  }

  void the_right_button_has_the_commands_of_the_view() {
    for (const auto& [dock, pane] : {std::pair<const char*, Pane*>{"map", (*window_)->panes().map},
                                     {"structure", (*window_)->panes().structure}}) {
      window_->raise(dock);
      VtkView* const view = pane->view();
      // What moves the view opens no menu.
      const QPoint at(view->width() / 2, view->height() / 3);
      QTest::mousePress(view, Qt::RightButton, {}, at);
      QTest::mouseMove(view, at + QPoint(40, 0));
      QTest::mouseRelease(view, Qt::RightButton, {}, at + QPoint(40, 0));
      QVERIFY(view->findChild<QMenu*>("view menu") == nullptr);
      QTest::mouseClick(view, Qt::RightButton, {}, at);
      auto* const menu = view->findChild<QMenu*>("view menu");
      QVERIFY(menu != nullptr && menu->isVisible());
      for (QAction* const action : pane->commands()->actions())
        QVERIFY(menu->actions().contains(action));
      QVERIFY(menu->actions().contains(view->actions().front()));
      menu->close();
      QTRY_VERIFY(view->findChild<QMenu*>("view menu") == nullptr);
    }
  }

  // Every table and list: what its buttons do, and its text for a spreadsheet.
  void tables_and_lists_have_a_menu_too() {
    int count = 0;
    for (const QAbstractItemView* const view : (*window_)->findChildren<QAbstractItemView*>()) {
      if (qobject_cast<const QHeaderView*>(view) != nullptr || !is_control(*view)) continue;
      ++count;
      QVERIFY2(view->contextMenuPolicy() != Qt::DefaultContextMenu, qPrintable(described(*view)));
      QVERIFY2(!view->actions().isEmpty(), qPrintable(described(*view)));
    }
    QVERIFY2(count >= 8, qPrintable(QString::number(count)));
    auto* const layers = window_->child<QTableWidget>("/layers/list");
    const auto ask = [&] {
      emit layers->customContextMenuRequested({20, 20});
      return layers->findChild<QMenu*>("cells menu");
    };
    QMenu* const menu = ask();
    QVERIFY(menu != nullptr);
    const auto named = [&](const QString& name) {
      for (QAction* const action : menu->actions())
        if (action->text() == name) return action;
      return static_cast<QAction*>(nullptr);
    };
    layers->selectRow(1);
    const auto before = (*window_)->editor().now().stack.layers.size();
    QVERIFY(named("Add") != nullptr && named("&Copy") != nullptr);
    named("&Copy")->trigger();
    const QString text = QGuiApplication::clipboard()->text();
    QCOMPARE(text.count('\n'), 1);
    QVERIFY2(text.contains("Upper sandstone\t220\t2300"), qPrintable(text));
    named("Add")->trigger();
    QCOMPARE((*window_)->editor().now().stack.layers.size(), before + 1);
    (*window_)->editor().undo();
    menu->close();
  }

 private:
  std::unique_ptr<ShownWindow> window_;
};

}  // namespace test_view_pictures

FOLDWAVE_TEST(test_view_pictures, run_in_windows<test_view_pictures::TestViewPictures>)
#include "test_view_pictures.moc"
