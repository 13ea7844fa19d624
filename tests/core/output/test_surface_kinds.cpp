// Protects the layers' tops in every format and unit: what the grids, points and triangles hold, read again
// as a horizon and made metres, are the places that the same file in metres has; a file of metres alone
// refuses feet.
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/base/worst.hpp"
#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/formats/horizons/horizon_file.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/product.hpp"
#include "core/output/surface_files.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_surface_kinds {

using namespace foldwave;
using namespace foldwave::test;

class TestSurfaceKinds : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  Scenario scenario_;
  std::optional<FoldResult> fold_;

 private slots:
  void initTestCase() {
    scenario_ = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/two-layer.json");
    scenario_.propagation.enabled = false;
    for (std::size_t a = 0; a < 3; ++a) {
      scenario_.grid.h[a] *= (scenario_.grid.n[a] - 1) / 20.0;
      scenario_.grid.n[a] = 21;
    }
    fold_ = run_fold(scenario_, *select_backend("cpu"), {});
  }

  void a_surface_is_the_same_in_every_unit_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<bool>("horizon");
    for (const char* suffix : {".xyz", ".ts", ".cps3", ".zmap", ".irap"})
      for (const bool horizon : {false, true}) {
        // VTK makes the triangles of a layer's top.
#ifndef FOLDWAVE_HAS_VTK
        if (QString(suffix) == ".ts" && !horizon) continue;
#endif
        QTest::addRow("%s %d", suffix, horizon) << QString(suffix) << horizon;
      }
  }
  void a_surface_is_the_same_in_every_unit() {
    QFETCH(QString, suffix);
    QFETCH(bool, horizon);
    const auto written = [&](Unit unit) {
      const auto path = inside(folder_, ("s" + suffix).toUtf8().constData());
      if (horizon)
        write_horizon(path, scenario_, *fold_, unit);
      else
        write_layer_top(path, scenario_, *fold_, 0, {}, unit);
      return read_horizon_file(path);
    };
    const HorizonPicks metres = written(Unit::metre);
    QVERIFY(metres.points.size() > 50);
    for (const Unit unit : {Unit::foot, Unit::us_foot, Unit::kilometre}) {
      const HorizonPicks other = written(unit);
      QCOMPARE(other.points.size(), metres.points.size());
      double worst = 0.0;
      for (std::size_t i = 0; i < metres.points.size(); ++i)
        worst = worst_of(worst, norm(in_si(unit) * other.points[i] - metres.points[i]));
      QVERIFY2(worst < 1e-8, qPrintable(QString::number(worst)));
      if (suffix == ".xyz" || suffix == ".ts") {
        QVERIFY(other.xy_unit == unit && other.z_unit == unit);
        QVERIFY(other.sense == VerticalSense::elevation);
      }
    }
  }

  void what_holds_metres_alone_refuses_feet() {
    for (const char* name : {"s.vtp", "s.gltf", "s.glb"}) {
      const auto path = inside(folder_, name);
      const QString message =
          message_of<InputError>([&] { write_horizon(path, scenario_, *fold_, Unit::foot); });
      QVERIFY2(message.contains("holds metres, not feet"), qPrintable(message));
      QVERIFY(!std::filesystem::exists(path));
    }
  }

  void drawn_surfaces_have_the_layers_colour() {
    scenario_.stack.layers[1].color = {{10, 20, 30}};
    const auto path = inside(folder_, "top.obj");
    write_horizon(path, scenario_, *fold_);
    const QByteArray material = bytes_of(inside(folder_, "top.mtl"));
    QVERIFY2(material.contains("Kd " + QByteArray::number(10 / 255.0, 'g', 8).left(6)), material.constData());
    write_horizon(inside(folder_, "top.glb"), scenario_, *fold_);
    QVERIFY(bytes_of(inside(folder_, "top.glb")).startsWith("glTF"));
  }
};

}  // namespace test_surface_kinds

FOLDWAVE_TEST(test_surface_kinds, run_guiless<test_surface_kinds::TestSurfaceKinds>)
#include "test_surface_kinds.moc"
