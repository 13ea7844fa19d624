// Protects the page of what was measured of a device: files that the benches kept are there by themselves,
// others are opened, each subject has its curves, a kernel's dots lie where its rows say beside four models,
// and what is no such file is told and changes nothing.
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/forecast/calibration/calibration_file.hpp"
#include "tests/test_program.hpp"
#include "tests/ui/shown_window.hpp"
#include "ui/dialogs/forecast/device/curve_plot.hpp"
#include "ui/dialogs/forecast/device/device_page.hpp"

namespace test_device_page {

using namespace foldwave;

namespace {

// What the benches told of cards, as it is published.
QString published(const char* name) {
  return QString(FOLDWAVE_SOURCE_DIR) + "/docs/bench/" + name;
}

}  // namespace

class TestDevicePage : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    cache_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", cache_->path().toUtf8());
    QVERIFY(QDir(cache_->path()).mkpath("foldwave"));
  }

  void nothing_was_measured() {
    DevicePage page(nullptr);
    QCOMPARE(combo(page, "measured device")->count(), 0);
    QVERIFY(words(page).contains("foldwave-cli bench kernel-models"));
    QVERIFY(page.findChild<CurvePlot*>()->isHidden());
  }

  void kept_files_are_there() {
    const MachineStamp stamp = machine_stamp("cuda", "NVIDIA H200");
    QVERIFY(QFile::copy(published("h100-device.json"),
                        QString::fromStdString(figures_path("device", stamp).string())));
    QVERIFY(QFile::copy(published("h200-kernel-models.json"),
                        QString::fromStdString(figures_path("kernel-models", stamp).string())));
    DevicePage page(nullptr);
    QCOMPARE(combo(page, "measured device")->count(), 2);
    QVERIFY(combo(page, "measured device")->itemText(0).contains("H200"));
    QVERIFY(combo(page, "measured device")->itemText(0).contains("with kernels"));
    QCOMPARE(combo(page, "device subject")->count(), 8);
    // The other one has no kernels.
    combo(page, "measured device")->setCurrentIndex(1);
    QCOMPARE(combo(page, "device subject")->count(), 4);
  }

  void each_subject_has_curves() {
    DevicePage page(nullptr);
    page.resize(760, 520);
    page.open(published("h200-kernel-models.json").toStdString());
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    auto* const plot = page.findChild<CurvePlot*>();
    QVERIFY(plot->isVisible() && words(page).isEmpty());
    auto* const subject = combo(page, "device subject");
    auto* const setting = combo(page, "device setting");
    for (int s = 0; s < subject->count(); ++s) {
      subject->setCurrentIndex(s);
      const bool of_kernels = is_of_kernels(static_cast<CurveSubject>(subject->currentData().toInt()));
      QCOMPARE(setting->count() > 0, of_kernels);
      QVERIFY(!plot->shown().curves.empty());
      for (const PlotCurve& curve : plot->shown().curves) {
        QVERIFY(!curve.name.isEmpty() && curve.points.size() > 1);
        for (const QPointF& point : curve.points)
          QVERIFY(plot->rect().contains(plot->place(point).toPoint()));
        QVERIFY(std::ranges::is_sorted(curve.points, {}, [](const QPointF& p) { return p.x(); }));
      }
      keep_picture(page, QString("device-%1").arg(s));
    }
    QCOMPARE(subject->count(), 8);
  }

  // Measured and four models; a setting of another order has other times.
  void a_kernel_stands_beside_its_models() {
    DevicePage page(nullptr);
    page.open(published("h200-kernel-models.json").toStdString());
    auto* const plot = page.findChild<CurvePlot*>();
    combo(page, "device subject")
        ->setCurrentIndex(combo(page, "device subject")->findData(static_cast<int>(CurveSubject::grid)));
    auto* const setting = combo(page, "device setting");
    setting->setCurrentIndex(setting->findText("order 8, 32 x 4 x 2 threads"));
    QCOMPARE(setting->currentText(), QString("order 8, 32 x 4 x 2 threads"));
    const std::vector<PlotCurve> curves = plot->shown().curves;
    QCOMPARE(curves.size(), std::size_t{5});
    QVERIFY(curves.back().is_measured && !curves.front().is_measured);
    const auto json =
        nlohmann::ordered_json::parse(std::ifstream(published("h200-kernel-models.json").toStdString()));
    std::size_t found = 0;
    for (const auto& row : json["results"])
      if (row["order"] == 8 && row["block"] == std::array{32, 4, 2}) {
        const QPointF expected(row["nodes"][0].get<double>(), 1e6 * row["seconds"].get<double>());
        QVERIFY(std::ranges::find(curves.back().points, expected) != curves.back().points.end());
        ++found;
      }
    QCOMPARE(curves.back().points.size(), found);
    QVERIFY(found >= 4);
    setting->setCurrentIndex(setting->findText("order 16, 32 x 4 x 2 threads"));
    QVERIFY(plot->shown().curves.back().points.front().y() > curves.back().points.front().y());
  }

  void what_is_no_such_file_is_told() {
    DevicePage page(nullptr);
    page.open(published("h200-kernel-models.json").toStdString());
    for (const QByteArray& text : {QByteArray("{\"a\": 1}"), QByteArray("nothing"), QByteArray("[1, 2]"),
                                   QByteArray("{\"figures\": {}, \"results\": []}")}) {
      QFile file(cache_->filePath("broken.json"));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
      file.close();
      page.open(file.fileName().toStdString());
      QVERIFY2(words(page).contains("broken.json"), qPrintable(words(page)));
      QCOMPARE(combo(page, "measured device")->count(), 1);
      QVERIFY(!page.findChild<CurvePlot*>()->shown().curves.empty());
    }
    page.open(cache_->filePath("not-there.json").toStdString());
    QVERIFY(words(page).contains("not-there.json"));
    page.open(published("h100-device.json").toStdString());
    QVERIFY(words(page).isEmpty());
    QCOMPARE(combo(page, "measured device")->currentIndex(), 1);
  }

 private:
  static QComboBox* combo(const DevicePage& page, const char* name) {
    return page.findChild<QComboBox*>(name);
  }
  static QString words(const DevicePage& page) { return page.findChild<QLabel*>("device words")->text(); }

  std::unique_ptr<QTemporaryDir> cache_;
};

}  // namespace test_device_page

FOLDWAVE_TEST(test_device_page, run_in_windows<test_device_page::TestDevicePage>)
#include "test_device_page.moc"
