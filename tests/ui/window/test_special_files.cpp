// Protects the desktop's readers: a device, a pipe, a folder or a file of a terabyte in the place of a
// scenario, a backdrop, a horizon, an example or the settings is refused at once, and by name.
#include <sys/stat.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QIODevice>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <functional>

#include "core/base/error.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/model/section.hpp"
#include "tests/test_program.hpp"
#include "ui/dialogs/gallery.hpp"
#include "ui/edit/document.hpp"
#include "ui/settings/preferences.hpp"
#include "ui/views/section/backdrop_file.hpp"

namespace test_special_files {

using namespace foldwave;

class TestSpecialFiles : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  static std::string refusal(const std::function<void()>& read) {
    QElapsedTimer clock;
    clock.start();
    try {
      read();
    } catch (const Error& error) {
      return clock.elapsed() < 100 ? error.what() : "after " + std::to_string(clock.elapsed()) + " ms";
    }
    return "read";
  }

 private slots:
  void initTestCase() {
    QCOMPARE(::mkfifo(qPrintable(at("fifo")), 0600), 0);
    QFile sparse(at("sparse"));
    QVERIFY(sparse.open(QIODevice::WriteOnly));
    std::error_code ignored;
    std::filesystem::resize_file(at("sparse").toStdString(), std::uintmax_t{1} << 40, ignored);
  }

  void every_reader_refuses_what_is_none_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("device") << "/dev/zero" << QByteArray("is a device, not a file");
    QTest::addRow("folder") << folder_.path() << QByteArray("is a folder");
    QTest::addRow("pipe") << at("fifo") << QByteArray("is a pipe, not a file");
    QTest::addRow("terabyte") << at("sparse") << QByteArray("holds 1.1 TB");
  }
  void every_reader_refuses_what_is_none() {
    QFETCH(QString, file);
    QFETCH(QByteArray, words);
    Backdrop image, segy;
    image.file = segy.file = file.toStdString();
    segy.source = SegyBackdrop{};
    const std::vector<std::function<void()>> readers{
        [&] { Document::load(file); }, [&] { read_backdrop_file(image, {}, {}); },
        [&] { read_backdrop_file(segy, {}, {}); }, [&] { look_at_horizon_file(file.toStdString()); }};
    for (std::size_t i = 0; i < readers.size(); ++i) {
      const std::string said = refusal(readers[i]);
      QVERIFY2(said.find(words.toStdString()) != std::string::npos || (words.startsWith("holds") && i >= 2),
               (std::to_string(i) + ": " + said).c_str());
    }
  }

  void an_example_that_is_none_hinders_no_gallery() {
    QVERIFY(QDir(folder_.path()).mkpath("resources/scenarios") &&
            QDir(folder_.path()).mkpath("resources/gallery"));
    QVERIFY(QFile::link("/dev/zero", at("resources/scenarios/a.json")));
    QCOMPARE(::mkfifo(qPrintable(at("resources/gallery/gallery.json")), 0600), 0);
    QCOMPARE(::mkfifo(qPrintable(at("resources/gallery/a.png")), 0600), 0);
    for (const GalleryItem& item : gallery_items(at("resources")))
      QVERIFY(item.picture.isEmpty());
  }

  void settings_that_are_none_are_told() {
    qputenv("XDG_CONFIG_HOME", at("config").toUtf8());
    QVERIFY(QDir(folder_.path()).mkpath("config/foldwave"));
    QCoreApplication::setOrganizationName("foldwave");
    QCoreApplication::setApplicationName("foldwave");
    check_settings_file();  // there is none: a first start
    QCOMPARE(::mkfifo(qPrintable(at("config/foldwave/foldwave.conf")), 0600), 0);
    const std::string said = refusal([] { check_settings_file(); });
    QVERIFY2(said.find("foldwave.conf: is a pipe, not a file") != std::string::npos, said.c_str());
    QVERIFY(QFile::remove(at("config/foldwave/foldwave.conf")));
    QCOMPARE(QSettings().fileName(), at("config/foldwave/foldwave.conf"));  // the one that was looked at
  }
};

}  // namespace test_special_files

FOLDWAVE_TEST(test_special_files, run_guiless<test_special_files::TestSpecialFiles>)
#include "test_special_files.moc"
