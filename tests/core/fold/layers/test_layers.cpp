// Protects what T means: metres at the hinge, layers youngest first, the drawn horizon the top of its layer.
#include <QTest>
#include <cmath>

#include "core/fold/layers/layering.hpp"
#include "tests/test_program.hpp"

namespace test_layers {

using namespace foldwave;

namespace {
LayerStack stack() {
  LayerStack s;
  s.horizon_is_top_of = 2;
  for (const auto& [name, thickness, velocity] : {std::tuple{"a", 0.0, 1000.0},
                                                  {"b", 50.0, 2000.0},
                                                  {"c", 70.0, 3000.0},
                                                  {"d", 30.0, 4000.0},
                                                  {"e", 0.0, 5000.0}})
    s.layers.push_back({name, thickness, velocity, {}, {}});
  return s;
}
}  // namespace

class TestLayers : public QObject {
  Q_OBJECT
 private slots:
  void thickness_is_metres_at_the_hinge() {
    const LayerBands bands = layer_bands(stack(), FoldParameters::from_lambda(0.4));
    QVERIFY(bands.boundary == (std::vector<double>{50.0, 0.0, -70.0, -100.0}));
    // With F + psi = 2 the front goes 2 m in a unit of T.
    const LayerBands raw = layer_bands(stack(), {1.2, 0.8, false});
    QVERIFY(raw.boundary == (std::vector<double>{25.0, 0.0, -35.0, -50.0}));
  }

  void every_T_has_its_layer() {
    const LayerBands bands = layer_bands(stack(), FoldParameters::from_lambda(0.0));
    QVERIFY(bands.layer_at(1e9) == 0 && bands.layer_at(50.5) == 0);
    QVERIFY(bands.layer_at(49.5) == 1 && bands.layer_at(0.5) == 1);
    QVERIFY(bands.layer_at(0.0) == 2);  // the horizon belongs to the layer it is the top of
    QVERIFY(bands.layer_at(-69.5) == 2 && bands.layer_at(-70.5) == 3 && bands.layer_at(-1e9) == 4);
  }

  void volumes_follow_the_bands() {
    Field<float> T({4, 1, 1});
    T[0] = 60.0F;
    T[1] = 10.0F;
    T[2] = -80.0F;
    T[3] = -std::numeric_limits<float>::infinity();
    const LayerBands bands = layer_bands(stack(), FoldParameters::from_lambda(0.0));
    const Field<std::uint8_t> layers = layer_volume(Layering{T, bands});
    QVERIFY(layers[0] == 0 && layers[1] == 1 && layers[2] == 3 && layers[3] == 4);
    const Field<float> v = velocity_volume(layers, stack());
    QVERIFY(v[0] == 1000.0F && v[1] == 2000.0F && v[2] == 4000.0F && v[3] == 5000.0F);
  }
};

}  // namespace test_layers

FOLDWAVE_TEST(test_layers, run_guiless<test_layers::TestLayers>)
#include "test_layers.moc"
