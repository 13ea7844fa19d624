// Protects what is foretold of packing: of all bricks the file's own bytes, of some of them within their
// interval's reach, a relative bound of what was seen, nothing left behind and nothing that stood there
// touched, and the refusals of packing itself.
#include <QTest>
#include <cmath>

#include "core/volume/tools/pack_forecast.hpp"
#include "tests/test_program.hpp"
#include "tools_test_help.hpp"

namespace test_pack_forecast {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Louder in the middle: bricks pack unlike each other.
std::vector<float> uneven_values(const std::array<int, 3>& n) {
  std::vector<float> values = wave_values(n);
  std::size_t m = 0;
  for (int k = 0; k < n[2]; ++k) {
    const double away = (k - 0.5 * n[2]) / (0.2 * n[2]);
    const auto loud = static_cast<float>(std::exp(-away * away));
    for (int column = 0; column < n[0] * n[1]; ++column)
      values[m++] *= loud;
  }
  return values;
}

}  // namespace

class TestPackForecast : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return inside(folder_, name); }

 private slots:
  void bytes_are_those_of_the_file() {
    const std::array<int, 3> n{192, 160, 128};
    put_floats(at("v.f32"), uneven_values(n));
    for (const std::string& axes : {std::string(), std::string("zxy")}) {
      const auto source = open_volume(at("v.f32"), laid_out(n, axes));
      for (const std::string codec : {"blosc", "wave", "none"})
        for (const bool relative : {false, true}) {
          PackChoice choice;
          choice.codec = codec;
          choice.error = 1e-3;
          choice.relative = relative;
          choice.brick = 32;
          choice.coarse_from = relative ? 1 : nodes_with_coarse;
          put_floats(at("p.hdf"), std::vector{1.0F, 2.0F});
          const QByteArray stood = bytes_of(at("p.hdf"));
          const PackForecast whole = foretell_pack(*source, at("p.hdf"), choice, {}, {10000, 1e9});
          const PackForecast some = foretell_pack(*source, at("p.hdf"), choice, {}, {48, 1e9});
          QVERIFY(bytes_of(at("p.hdf")) == stood);
          const auto hidden = QDir(folder_.path()).entryList({".p*"}, QDir::Files | QDir::Hidden);
          QVERIFY2(hidden.empty(), qPrintable(hidden.join(" ")));
          const PackOutcome outcome = pack_volume_file(*source, at("p.hdf"), choice);
          const auto file = static_cast<double>(outcome.bytes);
          std::filesystem::remove(at("p.hdf"));
          QCOMPARE(whole.looked_at, whole.nodes);
          QVERIFY(whole.bytes.low == whole.bytes.value && whole.bytes.high == whole.bytes.value);
          qInfo("%s %s: %g bytes, foretold of all %+.2f %%, of some %+.2f %% (%+.2f to %+.2f)", codec.c_str(),
                axes.c_str(), file, 100.0 * (whole.bytes.value / file - 1.0),
                100.0 * (some.bytes.value / file - 1.0), 100.0 * (some.bytes.low / file - 1.0),
                100.0 * (some.bytes.high / file - 1.0));
          QCOMPARE(whole.bytes.value, file);
          QCOMPARE(whole.error_bound, outcome.error_bound);
          QVERIFY(some.looked_at < some.nodes);
          QVERIFY(some.bytes.low <= some.bytes.value && some.bytes.value <= some.bytes.high);
          // Bricks as they are may all be alike.
          QVERIFY(some.bytes.low < some.bytes.high || codec == std::string("none"));
          QVERIFY(std::abs(some.bytes.value / file - 1.0) < (codec == std::string("wave") ? 0.15 : 0.05));
          QVERIFY(whole.seconds.low > 0.0 && whole.seconds.value <= whole.seconds.high);
        }
    }
  }

  // Bytes of bricks in a packed file tell what is in them; of other bricks nothing does.
  void packed_and_silent_volumes_are_foretold() {
    const std::array<int, 3> n{128, 96, 96};
    std::vector<float> values = uneven_values(n);
    PackChoice choice;
    choice.brick = 16;
    for (const bool silent : {false, true}) {
      if (silent) std::ranges::fill(values, 0.0F);
      for (const int brick : {16, 20}) {
        write_volume(at("s.hdf"), values, facts_of(n, "lz4"), brick);
        const auto source = open_volume(at("s.hdf"));
        for (const bool relative : {false, true}) {
          choice.error = relative ? 1e-4 : 0.0;
          choice.relative = relative;
          const PackForecast some = foretell_pack(*source, at("q.hdf"), choice, {}, {60, 1e9});
          const auto file = static_cast<double>(pack_volume_file(*source, at("q.hdf"), choice).bytes);
          const double off = some.bytes.value / file - 1.0;
          qInfo("brick %d, silent %d, relative %d: %+.2f %% of %g", brick, silent, relative, 100.0 * off,
                file);
          QVERIFY(silent ? std::abs(some.bytes.value - file) < 4e4
                         : std::abs(off) < (brick == 16 ? 0.1 : 0.3));
          QVERIFY(some.seconds.low > 0.0 && std::isfinite(some.seconds.high));
        }
      }
    }
    put_floats(at("one.f32"), std::vector{3.0F});
    choice.error = 1e-3;
    const PackForecast one =
        foretell_pack(*open_volume(at("one.f32"), laid_out({1, 1, 1})), at("q.hdf"), choice);
    QCOMPARE(one.looked_at, Index{1});
    QCOMPARE(one.error_bound, 0.0);
  }

  void damage_is_refused_or_gone_round() {
    const std::array<int, 3> n{40, 20, 20};
    write_volume(at("d.hdf"), node_values(n), facts_of(n, "lz4"), 16);
    const StoredBrick hurt = VolumeFile(at("d.hdf")).index().bricks.at(3);
    QByteArray bytes = bytes_of(at("d.hdf"));
    bytes[qsizetype(hurt.offset + hurt.bytes / 2)] = char(bytes[qsizetype(hurt.offset + hurt.bytes / 2)] ^ 1);
    put_bytes(at("d.hdf"), bytes);
    const auto source = open_volume(at("d.hdf"));
    QVERIFY(message_of<InputError>([&] { foretell_pack(*source, at("e.hdf"), {}); }).contains("brick 3"));
    PackChoice go_on;
    go_on.damage = Damage::go_on;
    QVERIFY(foretell_pack(*source, at("e.hdf"), go_on).bytes.value > 1e3);
    QVERIFY(QDir(folder_.path()).entryList({".e*"}, QDir::Files | QDir::Hidden).empty());
  }

  void it_is_refused_as_packing_is() {
    put_floats(at("s.f32"), wave_values({8, 8, 8}));
    const auto source = open_volume(at("s.f32"), laid_out({8, 8, 8}));
    PackChoice choice;
    QVERIFY_THROWS_EXCEPTION(InputError, foretell_pack(*source, at("p.vti"), choice));
    choice.error = -1.0;
    QVERIFY_THROWS_EXCEPTION(InputError, foretell_pack(*source, at("p.hdf"), choice));
    choice.error = 0.0;
    choice.codec = "none of these";
    QVERIFY_THROWS_EXCEPTION(InputError, foretell_pack(*source, at("p.hdf"), choice));
    choice.codec = "blosc";
    QVERIFY_THROWS_EXCEPTION(InputError, foretell_pack(*source, at("no/folder/p.hdf"), choice));
    QCOMPARE(foretell_pack(*source, at("p.hdf"), choice).looked_at, Index{512});
  }
};

}  // namespace test_pack_forecast

FOLDWAVE_TEST(test_pack_forecast, run_guiless<test_pack_forecast::TestPackForecast>)
#include "test_pack_forecast.moc"
