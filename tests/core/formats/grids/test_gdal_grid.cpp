// Protects horizons from rasters by GDAL: each pixel's centre comes to its place with its value, nulls are
// left out, turned rasters keep their places, projection and band tell the units; and degrees, pictures,
// rasters without coordinates and broken ones are refused with the reason. The GeoTIFFs are made here, byte
// by byte.
#include "core/formats/grids/gdal_grid.hpp"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/formats/horizons/horizon_file.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_gdal_grid {

using namespace foldwave;
using namespace foldwave::test;

namespace {

template <class Value>
void put(QByteArray& bytes, Value value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

struct Tiff {
  int model = 1;  // 1 projected, 2 degrees
  int unit = 9001;
  int bands = 1;
  bool placed = true, turned = false;

  // Three columns and two rows of floats, rows from the north; -9999 is null.
  QByteArray bytes() const {
    QByteArray out("II*\0\0\0\0\0", 8), directory;
    std::uint16_t tags = 0;
    const auto data = [&](auto values) {
      const auto at = static_cast<std::uint32_t>(out.size());
      for (const auto& v : values)
        put(out, v);
      if (out.size() % 2 != 0) out.append('\0');
      return at;
    };
    const auto tag = [&](int number, int type, std::uint32_t count, std::uint32_t value) {
      put(directory, static_cast<std::uint16_t>(number));
      put(directory, static_cast<std::uint16_t>(type));
      put(directory, count);
      put(directory, value);
      ++tags;
    };
    constexpr int ascii = 2, word = 3, length = 4, real = 12;
    std::vector<float> pixels;
    for (const float v : {-140.0F, -9999.0F, -240.0F, -120.0F, -170.0F, -220.0F})
      pixels.insert(pixels.end(), static_cast<std::size_t>(bands), v);
    const std::uint32_t samples = data(pixels);
    const std::uint32_t scale = data(std::array<double, 3>{50.0, 20.0, 0.0});
    const std::uint32_t tie = data(std::array<double, 6>{0.0, 0.0, 0.0, 75.0, 50.0, 0.0});
    // Rows run east, columns south.
    const std::uint32_t matrix =
        data(std::array<double, 16>{0.0, 20.0, 0.0, 75.0, -50.0, 0.0, 0.0, 50.0, 0, 0, 0, 0, 0, 0, 0, 1.0});
    const auto key = [](int id, int value) { return std::array<int, 4>{id, 0, 1, value}; };
    std::vector<std::array<int, 4>> keys{{1, 1, 0, 3}, key(1024, model), key(1025, 1)};
    if (model == 2) {
      keys.push_back(key(2048, 4326));
      keys[0][3] = 3;
    } else {
      keys.push_back(key(3072, 32767));
      keys.push_back(key(3074, 16032));  // UTM 32 N
      keys.push_back(key(3076, unit));
      keys[0][3] = 5;
    }
    std::vector<std::uint16_t> words;
    for (const auto& k : keys)
      for (const int w : k)
        words.push_back(static_cast<std::uint16_t>(w));
    const std::uint32_t geo = data(words);
    const std::uint32_t null = data(std::string("-9999\0", 6));

    tag(256, word, 1, 3), tag(257, word, 1, 2), tag(258, word, 1, 32), tag(259, word, 1, 1);
    tag(262, word, 1, 1), tag(273, length, 1, samples);
    tag(277, word, 1, static_cast<std::uint32_t>(bands));
    tag(278, word, 1, 2), tag(279, length, 1, static_cast<std::uint32_t>(24 * bands));
    tag(339, word, 1, 3);
    if (placed && !turned) tag(33550, real, 3, scale), tag(33922, real, 6, tie);
    if (placed && turned) tag(34264, real, 16, matrix);
    tag(34735, word, static_cast<std::uint32_t>(words.size()), geo);
    tag(42113, ascii, 6, null);
    const auto at = static_cast<std::uint32_t>(out.size());
    std::memcpy(out.data() + 4, &at, sizeof at);
    put(out, tags);
    out += directory;
    put(out, std::uint32_t{0});
    return out;
  }
};

}  // namespace

class TestGdalGrid : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    if (!has_gdal()) FOLDWAVE_NOT_HERE("GDAL's library");
  }

  void each_pixel_comes_to_its_place() {
    const QTemporaryDir folder;
    const auto file = inside(folder, "top.tif");
    put_bytes(file, Tiff{}.bytes());
    HorizonFileOptions options;
    options.read_raster = parse_gdal_grid;
    const HorizonPicks picks = read_horizon_file(file, options);
    QVERIFY(picks.format == HorizonFormat::raster);
    QVERIFY(picks.xy_unit == Unit::metre);
    QCOMPARE(picks.skipped, std::int64_t{1});
    const std::vector<Vec3> expected{
        {100, 40, -140}, {200, 40, -240}, {100, 20, -120}, {150, 20, -170}, {200, 20, -220}};
    QVERIFY(picks.points == expected);
    // Where no reader is given, nobody loads the library.
    QVERIFY(message_of<InputError>([&] { read_horizon_file(file); }).contains("is a raster"));
  }

  void a_turned_raster_keeps_its_places() {
    Tiff tiff;
    tiff.turned = true;
    const HorizonPicks picks = parse_gdal_grid(tiff.bytes().toStdString(), "t.tif");
    const std::vector<Vec3> expected{
        {85, 25, -140}, {85, -75, -240}, {105, 25, -120}, {105, -25, -170}, {105, -75, -220}};
    QVERIFY(picks.points == expected);
  }

  void the_projection_tells_the_unit() {
    Tiff tiff;
    tiff.unit = 9003;
    QVERIFY(parse_gdal_grid(tiff.bytes().toStdString(), "t.tif").xy_unit == Unit::us_foot);
    tiff.unit = 9002;
    QVERIFY(parse_gdal_grid(tiff.bytes().toStdString(), "t.tif").xy_unit == Unit::foot);
  }

  void what_is_no_horizon_is_refused() {
    const auto said = [](const QByteArray& bytes) {
      return message_of<InputError>([&] { parse_gdal_grid(bytes.toStdString(), "t.tif"); });
    };
    Tiff degrees, picture, nowhere;
    degrees.model = 2;
    picture.bands = 3;
    nowhere.placed = false;
    QVERIFY2(said(degrees.bytes()).contains("are degrees"), qPrintable(said(degrees.bytes())));
    QVERIFY2(said(picture.bytes()).contains("3 bands"), qPrintable(said(picture.bytes())));
    QVERIFY2(said(nowhere.bytes()).contains("no coordinates"), qPrintable(said(nowhere.bytes())));
    QVERIFY(said("II*\0 and no more").contains("no raster that GDAL reads"));
    // A raster that only names another file is none.
    QVERIFY(said("<VRTDataset rasterXSize=\"2\" rasterYSize=\"2\"></VRTDataset>").contains("no raster"));
    // Cut anywhere it is read or refused.
    const QByteArray whole = Tiff{}.bytes();
    for (qsizetype bytes = 0; bytes < whole.size(); bytes += 7)
      said(whole.left(bytes));
  }
};

}  // namespace test_gdal_grid

FOLDWAVE_TEST(test_gdal_grid, run_guiless<test_gdal_grid::TestGdalGrid>)
#include "test_gdal_grid.moc"
