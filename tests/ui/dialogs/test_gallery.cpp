// Protects the gallery of examples: every one of them has its group, name and words, and folds; a search
// leaves those that have the words; keys and pointer choose one, which opens as any scenario does.
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QPoint>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <cmath>

#include "core/engine/pipeline.hpp"
#include "core/geology/ramsay.hpp"
#include "core/model/scenario_json.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/gallery_dialog.hpp"
#include "ui/settings/resource_folder.hpp"

namespace test_gallery {

using namespace foldwave;

namespace {

const QString resources = FOLDWAVE_SOURCE_DIR "/resources";

// The same box on few nodes.
Scenario coarse(Scenario s, int nodes) {
  const Vec3 e = s.grid.extent();
  const double h = std::max({e.x, e.y, e.z}) / (nodes - 1);
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (s.grid.n[a] < 2) continue;
    s.grid.n[a] = std::max(8, static_cast<int>(std::lround(e[axis] / h)) + 1);
    s.grid.h[a] = e[axis] / (s.grid.n[a] - 1);
  }
  s.propagation.enabled = false;
  return s;
}

}  // namespace

class TestGallery : public QObject {
  Q_OBJECT

  static QStringList names(const GalleryDialog& dialog) {
    QStringList all;
    const auto* const list = dialog.findChild<QListWidget*>("gallery list");
    for (int i = 0; i < list->count(); ++i)
      if ((list->item(i)->flags() & Qt::ItemIsEnabled) != 0) all << list->item(i)->text();
    return all;
  }

 private slots:
  void everyExampleHasItsPlaceAndItsWords() {
    const auto items = gallery_items(resources);
    QCOMPARE(static_cast<int>(items.size()),
             static_cast<int>(QDir(resources + "/scenarios").entryList({"*.json"}).size()));
    QStringList groups, seen;
    for (const GalleryItem& item : items) {
      QVERIFY2(item.group != "More", qPrintable(item.file));
      QVERIFY2(item.description.size() > 20, qPrintable(item.file));
      QVERIFY2(!seen.contains(item.name), qPrintable(item.name));
      seen << item.name;
      if (groups.isEmpty() || groups.last() != item.group) {
        QVERIFY2(!groups.contains(item.group), qPrintable(item.group));
        groups << item.group;
      }
    }
    QVERIFY(groups.size() >= 5);
    for (const char* name : {"Class 1A", "Class 1B, parallel", "Class 1C", "Class 2, similar", "Class 3"})
      QVERIFY2(seen.contains(name), name);
  }

  // The five classes are what their names say.
  void theClassesAreWhatTheyAreCalled() {
    QStringList classes;
    for (const GalleryItem& item : gallery_items(resources)) {
      if (!item.name.startsWith("Class ")) continue;
      const Scenario s = load_scenario(item.file.toStdString());
      const QString name = class_of_lambda(s.events.front().fold.parameters.lambda());
      QCOMPARE(item.name.mid(6).split(',').front(), name);
      classes << name;
    }
    QCOMPARE(classes, (QStringList{"1A", "1B", "1C", "2", "3"}));
  }

  // On few nodes; one whose file is not here says so.
  void everyExampleFolds() {
    for (const GalleryItem& item : gallery_items(resources)) {
      const Scenario s = coarse(load_scenario(item.file.toStdString()), 28);
      try {
        const FoldResult fold = run_fold(s, *select_backend("cpu"), {});
        QVERIFY2(fold.unreached == 0, qPrintable(item.file));
        QVERIFY2(!item.picture.isEmpty(), qPrintable(item.file));
      } catch (const InputError& error) {
        QVERIFY2(item.file.endsWith("marmousi.json") && QString(error.what()).contains("marmousi-vp.f32"),
                 error.what());
      }
    }
  }

  void aScenarioWithoutAGroupComesLast() {
    QTemporaryDir folder;
    QDir(folder.path()).mkpath("scenarios");
    for (const char* name : {"box", "antiform"})
      QVERIFY(QFile::copy(resources + "/scenarios/" + name + ".json",
                          folder.filePath(QString("scenarios/%1.json").arg(name))));
    const auto items = gallery_items(folder.path());  // no gallery.json
    QCOMPARE(items.size(), std::size_t{2});
    QCOMPARE(items[0].name, QString("Antiform"));
    QCOMPARE(items[0].group, QString("More"));
    QVERIFY(items[0].picture.isEmpty());
  }

  void aSearchLeavesWhatHasTheWords() {
    GalleryDialog dialog(gallery_items(resources), nullptr);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    keep_picture(dialog, "gallery");
    auto* const whole = dialog.findChild<QListWidget*>("gallery list");
    whole->setFixedSize(960, 2450);
    keep_picture(*whole, "gallery-all");
    const int all = static_cast<int>(names(dialog).size());
    auto* const search = dialog.findChild<QLineEdit*>("gallery search");
    QTest::keyClicks(search, "ramsay type 2");
    QCOMPARE(names(dialog), QStringList{"Crescents"});
    keep_picture(dialog, "gallery-search");
    for (const char* typed : {"class1b", "RAMSAY\u2019S class-1b", "parallel"}) {
      search->setText(typed);
      QVERIFY2(names(dialog).contains("Class 1B, parallel"), typed);
    }
    for (const GalleryItem& item : gallery_items(resources)) {
      search->setText(item.name);
      QVERIFY2(names(dialog).contains(item.name), qPrintable(item.name));
      QVERIFY2(!item.group.contains("test", Qt::CaseInsensitive), qPrintable(item.name));
    }
    search->clear();
    QCOMPARE(static_cast<int>(names(dialog).size()), all);
    QTest::keyClicks(search, "nothing like this");
    QVERIFY(names(dialog).isEmpty());
    QSignalSpy chosen(&dialog, &GalleryDialog::chosen);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(chosen.count(), 0);
    QVERIFY(dialog.isVisible());
  }

  // Marmousi is greyed until its file lies beside it, and says how to get it.
  void whatLacksItsFileSaysSo() {
    QTemporaryDir folder;
    QDir(folder.path()).mkpath("scenarios");
    QVERIFY(QFile::copy(resources + "/scenarios/marmousi.json", folder.filePath("scenarios/marmousi.json")));
    for (const bool there : {false, true}) {
      if (there) {
        QFile velocities(folder.filePath("scenarios/marmousi-vp.f32"));
        QVERIFY(velocities.open(QIODevice::WriteOnly));
      }
      const auto items = gallery_items(folder.path());
      QCOMPARE(items.front().missing, QString(there ? "" : "marmousi-vp.f32"));
      GalleryDialog dialog(items, nullptr);
      const auto* const needs = dialog.findChild<QLabel*>("gallery needs");
      QCOMPARE(needs->isHidden(), there);
      QCOMPARE(needs->text().contains("devitocodes/data") && needs->text().contains(folder.path()), !there);
      if (there) continue;
      dialog.show();
      QVERIFY(QTest::qWaitForWindowExposed(&dialog));
      // Its words take none of the tile's room.
      const auto* const list = dialog.findChild<QListWidget*>("gallery list");
      QTRY_VERIFY(list->viewport()->rect().contains(list->visualItemRect(list->currentItem())));
      keep_picture(dialog, "gallery-needs");
    }
  }

  // Arrow keys pass over the heads; Enter takes what is marked.
  void keysAndPointerChoose() {
    for (const bool by_pointer : {false, true}) {
      GalleryDialog dialog(gallery_items(resources), nullptr);
      dialog.show();
      QVERIFY(QTest::qWaitForWindowExposed(&dialog));
      auto* const list = dialog.findChild<QListWidget*>("gallery list");
      QSignalSpy chosen(&dialog, &GalleryDialog::chosen);
      if (by_pointer) {
        const QPoint at = list->visualItemRect(list->item(2)).center();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
      } else {
        QTest::keyClick(dialog.findChild<QLineEdit*>("gallery search"), Qt::Key_Down);
        const QListWidgetItem* const item = list->currentItem();
        QVERIFY(item != nullptr && (item->flags() & Qt::ItemIsEnabled) != 0 &&
                item->text().startsWith("Class"));
        QTest::keyClick(list, Qt::Key_Up);
        QTest::keyClick(list, Qt::Key_Right);
        QTest::keyClick(list, Qt::Key_Return);
      }
      QCOMPARE(chosen.count(), 1);
      QVERIFY2(chosen[0][0].toString().endsWith("two-layer.json"), qPrintable(chosen[0][0].toString()));
      QVERIFY(!dialog.isVisible());
    }
  }

  // By the menu; what is not saved is asked for first.
  void anExampleOpensInTheWindow() {
    ShownWindow window;
    QVERIFY(window.open(example_on(24)));
    QVERIFY(!gallery_items(resource_folder()).empty());
    const auto choose = [&](const char* words) {
      for (QAction* const action : window->menuBar()->actions().front()->menu()->actions())
        if (action->text() == "&Examples...") action->trigger();
      auto* const dialog = window.child<GalleryDialog>("gallery");
      if (!QTest::qWaitForWindowExposed(dialog)) qFatal("the gallery is not shown");
      QTest::keyClicks(dialog->findChild<QLineEdit*>("gallery search"), words);
      QTest::keyClick(dialog->findChild<QLineEdit*>("gallery search"), Qt::Key_Return);
      QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    choose("two-layer model");
    QCOMPARE(window->editor().now().name, std::string("Two layers"));
    QVERIFY(window->editor().document().file().isEmpty());  // a template
    Scenario changed = window->editor().now();
    changed.name = "mine";
    window->editor().history().push(changed);
    int asked = 0;
    QTimer answer;
    connect(&answer, &QTimer::timeout, [&] {
      auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr) return;
      ++asked;
      box->button(QMessageBox::Cancel)->click();
    });
    answer.start(20);
    choose("two-layer model");
    QCOMPARE(asked, 1);
    QCOMPARE(window->editor().now().name, std::string("mine"));
  }
};

}  // namespace test_gallery

FOLDWAVE_TEST(test_gallery, run_in_windows<test_gallery::TestGallery>)
#include "test_gallery.moc"
