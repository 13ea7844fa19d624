// Protects SEG-Y cubes that are read by traces: lattices along the map and turned ones, sorted in any way;
// what is no lattice is refused with the numbers; the same samples as the reader of whole files has; writing
// by traces in any order gives the bytes of the whole writer.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/formats/segy/segy.hpp"
#include "core/volume/tools/volume_info.hpp"
#include "core/volume/tools/volume_pack.hpp"
#include "tests/core/formats/segy/segy_test_help.hpp"
#include "tests/test_program.hpp"
#include "tools_test_help.hpp"

namespace test_segy_volume_file {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Inlines 100, 102, .. by crosslines 300, 303, .., 25 m and 12.5 m apart, turned on the map; sample i of a
// trace is 1000 inline index + 10 crossline index + i / 8.
struct Cube {
  int inlines = 5, crosslines = 4, samples = 6;
  double degrees = 30.0;
  double slant = 0.0;  // metres along a crossline an inline
  bool mirrored = false;
  std::vector<std::array<int, 2>> order{};  // inline and crossline index; empty: as they come
  std::vector<SegyTrace> geometry{};
  std::vector<float> traces{};

  void write(const std::filesystem::path& file, SegyFormat format = SegyFormat::ieee) {
    geometry.clear();
    traces.clear();
    if (order.empty())
      for (int j = 0; j < inlines; ++j)
        for (int i = 0; i < crosslines; ++i)
          order.push_back({j, i});
    const double c = std::cos(degrees * std::numbers::pi / 180),
                 s = std::sin(degrees * std::numbers::pi / 180);
    for (const auto& [j, i] : order) {
      const double along = 12.5 * i + slant * j, across = (mirrored ? -25.0 : 25.0) * j;
      SegyTrace trace;
      trace.source =
          trace.receiver = {550000.0 + c * along - s * across, 7800000.0 + s * along + c * across, 0.0};
      trace.inline_number = 100 + 2 * j;
      trace.crossline_number = 300 + 3 * i;
      geometry.push_back(trace);
      for (int k = 0; k < samples; ++k)
        traces.push_back(float(1000 * j + 10 * i) + float(k) / 8);
    }
    SegyGather gather;
    gather.dt = 0.004;
    gather.delay = 0.048;
    gather.samples = samples;
    gather.geometry = geometry;
    gather.traces = traces;
    write_segy(file, gather, format);
  }
};

}  // namespace

class TestSegyVolumeFile : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path at(const char* name) const { return inside(folder_, name); }
  QString refused(const char* name, const VolumeChoice& choice = {}) const {
    return message_of<InputError>([&] { open_volume(at(name), choice); });
  }

 private slots:
  void traces_are_those_of_the_whole_reader() {
    const Example example = example_gather();
    for (const SegyFormat format : {SegyFormat::ieee, SegyFormat::ibm}) {
      write_segy(at("e.sgy"), example.gather, format);
      const SegyFile whole = read_segy(at("e.sgy"));
      const SegyTraces traces(at("e.sgy"));
      const SegyFile& headers = traces.headers();
      QCOMPARE(headers.geometry.size(), whole.geometry.size());
      QCOMPARE(headers.samples, whole.samples);
      QCOMPARE(headers.dt, whole.dt);
      QCOMPARE(headers.delay, whole.delay);
      QCOMPARE(headers.format, whole.format);
      QCOMPARE(headers.text, whole.text);
      for (std::size_t t = 0; t < whole.geometry.size(); ++t) {
        std::vector<float> samples(std::size_t(whole.samples));
        traces.read(t, samples);
        QVERIFY(same_bits(samples, std::span(whole.traces).subspan(5 * t, 5)));
        QCOMPARE(headers.geometry[t].inline_number, whole.geometry[t].inline_number);
        QCOMPARE(headers.geometry[t].cdp_x, whole.geometry[t].cdp_x);
      }
    }
  }

  void written_in_any_order_it_is_the_same_file() {
    const Example example = example_gather();
    write_segy(at("whole.sgy"), example.gather);
    SegyWriter writer(at("parts.sgy"), example.gather);
    for (const std::size_t t : {2, 0, 3, 1})
      writer.write(t, std::span(example.traces).subspan(5 * t, 5));
    QVERIFY(!std::filesystem::exists(at("parts.sgy")));
    writer.commit();
    QVERIFY(bytes_of(at("parts.sgy")) == bytes_of(at("whole.sgy")));
  }

  void a_turned_lattice_is_laid_along_its_axes() {
    for (const bool mirrored : {false, true}) {
      Cube cube;
      cube.mirrored = mirrored;
      // Sorted by nothing.
      cube.order = {};
      for (int m = 0; m < 20; ++m)
        cube.order.push_back({(7 * m % 20) / 4, (7 * m % 20) % 4});
      cube.write(at("t.sgy"));
      const auto source = open_volume(at("t.sgy"));
      const Grid3& grid = source->grid();
      QCOMPARE(grid.n, (std::array<int, 3>{4, 5, 6}));
      // Header words are millimetres or centimetres.
      QVERIFY(std::abs(grid.h[0] - 12.5) < 0.005 && std::abs(grid.h[1] - 25.0) < 0.005);
      QVERIFY(std::abs(grid.h[2] - 4.0) < 1e-9 && std::abs(grid.origin.z - 48.0) < 1e-9);
      const auto values = values_of(*source);
      for (int k = 0; k < 6; ++k)
        for (int j = 0; j < 5; ++j)
          for (int i = 0; i < 4; ++i)
            QCOMPARE(values[std::size_t(i + 4 * (j + 5 * k))],
                     float(1000 * (mirrored ? 4 - j : j) + 10 * i) + float(k) / 8);
      std::vector<float> part(2 * 2 * 3);
      source->read({{1, 2, 3}, {2, 2, 3}}, part, {});
      for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 2; ++j)
          for (int i = 0; i < 2; ++i)
            QCOMPARE(part[std::size_t(i + 2 * (j + 2 * k))],
                     values[std::size_t(1 + i + 4 * (2 + j + 5 * (3 + k)))]);
      const auto first = std::ranges::find_if(cube.geometry, [&](const SegyTrace& t) {
        return t.inline_number == (mirrored ? 108 : 100) && t.crossline_number == 300;
      });
      QVERIFY(std::hypot(grid.origin.x - first->source.x, grid.origin.y - first->source.y) < 0.02);
      QVERIFY(std::ranges::any_of(
          source->remarks(), [](const std::string& r) { return r.find("30 degrees") != std::string::npos; }));
    }
  }

  // Its own axes meet at another angle: that is told, and the nodes lie as far apart as the traces.
  void a_slanted_lattice_is_laid_along_its_axes() {
    Cube cube;
    cube.slant = 10.0;
    cube.write(at("s.sgy"));
    const auto source = open_volume(at("s.sgy"));
    const Grid3& grid = source->grid();
    QCOMPARE(grid.n, (std::array<int, 3>{4, 5, 6}));
    QVERIFY(std::abs(grid.h[0] - 12.5) < 0.005 && std::abs(grid.h[1] - std::hypot(25.0, 10.0)) < 0.005);
    const VolumeInfo info = volume_info(at("s.sgy"), {}, false);
    QVERIFY(info.traces->lattice.has_value());
    const SegyLattice& lattice = *info.traces->lattice;
    const double angle = std::atan2(25.0, 10.0) * 180.0 / std::numbers::pi;
    QVERIFY(std::abs(lattice.angle() - angle) < 0.02 && std::abs(lattice.crossline_azimuth() - 60.0) < 0.02);
    QVERIFY(lattice.misfit < 0.01);
    QVERIFY(std::ranges::any_of(info.remarks, [](const std::string& r) {
      return r.find("68.2 degrees to its inlines") != std::string::npos;
    }));
  }

  // Numbers and coordinates that lie in other words of the headers.
  void words_of_the_headers_may_be_chosen() {
    Cube cube;
    cube.write(at("w.sgy"));
    QByteArray bytes = bytes_of(at("w.sgy"));
    for (int t = 0; t < 20; ++t) {
      const qsizetype h = in_trace(t, 6, 0);
      for (const auto& [from, to] : {std::pair{189, 17}, {193, 21}, {181, 49}, {185, 41}})
        bytes.replace(h + to - 1, 4, bytes.mid(h + from - 1, 4));
      bytes.replace(h + 180, 16, QByteArray(16, '\0'));
    }
    put_bytes(at("w.sgy"), bytes);
    QVERIFY(!volume_info(at("w.sgy"), {}, false).traces->lattice);
    VolumeChoice choice;
    choice.headers.inline_number = {17}, choice.headers.crossline_number = {21};
    choice.headers.x = {49}, choice.headers.y = {41};
    QCOMPARE(open_volume(at("w.sgy"), choice)->grid().n, (std::array<int, 3>{4, 5, 6}));
    const VolumeInfo info = volume_info(at("w.sgy"), choice, true);
    QVERIFY(info.traces->lattice.has_value());
    QVERIFY(std::abs(info.traces->lattice->crossline_azimuth() - 60.0) < 0.02);
    QCOMPARE(info.statistics->largest, 4000.0 + 30.0 + 0.625);
  }

  void what_is_no_lattice_is_refused() {
    Cube cube;
    cube.order = {};
    for (int m = 0; m < 19; ++m)
      cube.order.push_back({m / 4, m % 4});
    cube.write(at("hole.sgy"));
    const QString hole = refused("hole.sgy");
    QVERIFY2(hole.contains("5 inlines by 4 crosslines are 20 places for 19 traces"), qPrintable(hole));
    cube.order.push_back({0, 0});
    cube.write(at("twice.sgy"));
    QVERIFY2(refused("twice.sgy").contains("one inline and crossline"), qPrintable(refused("twice.sgy")));
    // Numbers of a lattice, places of none.
    cube.order.clear();
    cube.write(at("bent.sgy"));
    cube.geometry[7].source = cube.geometry[7].receiver = cube.geometry[0].source;
    SegyGather gather;
    gather.dt = 0.004;
    gather.samples = 6;
    gather.geometry = cube.geometry;
    gather.traces = cube.traces;
    write_segy(at("bent.sgy"), gather);
    QVERIFY2(refused("bent.sgy").contains("do not follow its inlines"), qPrintable(refused("bent.sgy")));
    // The user may place them himself.
    VolumeChoice given;
    given.layout.spacing = {12.5, 25.0, 4.0};
    QCOMPARE(open_volume(at("bent.sgy"), given)->grid().n, (std::array<int, 3>{4, 5, 6}));
    // Its information is there all the same.
    const VolumeInfo info = volume_info(at("hole.sgy"), {}, true);
    QVERIFY(!info.grid && info.traces && info.traces->traces == 19 && info.traces->samples == 6);
    QVERIFY(QString::fromStdString(info.traces->no_lattice).contains("19 traces"));
    QCOMPARE(info.statistics->largest, 4000.0 + 20.0 + 0.625);
  }

  // Shots are no cube: who and where they are is told, with what is odd of them.
  void shots_are_told_with_their_geometry() {
    SegyGather gather;
    gather.dt = 0.004;
    gather.samples = 6;
    for (int s = 0; s < 3; ++s)
      for (int r = 0; r < 4; ++r) {
        SegyTrace trace;
        trace.field_record = 5 + s;
        trace.source = {100.0 * s, 0.0, 2.0};
        trace.receiver = {30.0 * r, 7.0, 0.0};
        gather.geometry.push_back(trace);
      }
    const std::vector<float> traces(12 * 6, 1.0F);
    gather.traces = traces;
    write_segy(at("shots.sgy"), gather);
    const VolumeInfo info = volume_info(at("shots.sgy"), {}, false);
    QVERIFY(info.shots && info.shots->shots.size() == 3 && info.shots->receivers.size() == 4);
    QCOMPARE(info.first.size(), std::size_t{5});
    QCOMPARE(info.first[4].field_record, 6);
    for (SegyTrace& trace : gather.geometry)
      trace.source = {0.0, 0.0, 2.0};
    write_segy(at("shots.sgy"), gather);
    const auto& remarks = volume_info(at("shots.sgy"), {}, false).remarks;
    QVERIFY(std::ranges::any_of(
        remarks, [](const std::string& r) { return r.find("sources of all 3 shots") != std::string::npos; }));
    Cube cube;
    cube.write(at("cube.sgy"));
    QVERIFY(!volume_info(at("cube.sgy"), {}, false).shots);
  }

  void a_cut_file_is_refused() {
    Cube cube;
    cube.write(at("whole.sgy"));
    const QByteArray whole = bytes_of(at("whole.sgy"));
    for (const qsizetype size : {qsizetype{3000}, qsizetype{3600}, qsizetype{3700}, whole.size() - 1}) {
      put_bytes(at("cut.sgy"), whole.left(size));
      QVERIFY2(refused("cut.sgy").contains("cut.sgy, byte"), qPrintable(refused("cut.sgy")));
    }
    // It becomes shorter while it is open.
    put_bytes(at("cut.sgy"), whole);
    const auto source = open_volume(at("cut.sgy"));
    std::filesystem::resize_file(at("cut.sgy"), 4000);
    std::vector<float> all(std::size_t(source->grid().size()));
    const NodeBox box{{0, 0, 0}, source->grid().n};
    QVERIFY(message_of<InputError>([&] { source->read(box, all, {}); }).contains("shorter"));
  }

  // The thesis's kind of data: a cut of a survey in the North Sea, 16-bit samples, turned by 1.6 degrees.
  void a_real_survey_is_read() {
    const std::string file = shared_data("f3-small.sgy");
    if (!std::filesystem::exists(file)) QSKIP("the shared data are not here");
    const SegyFile whole = read_segy(file);
    const auto source = open_volume(file);
    QCOMPARE(source->grid().n, (std::array<int, 3>{18, 23, 75}));
    QVERIFY(std::abs(source->grid().h[0] - 25.0) < 0.05 && std::abs(source->grid().h[1] - 25.0) < 0.05);
    const auto values = values_of(*source);
    for (std::size_t t = 0; t < whole.geometry.size(); ++t) {
      const int i = whole.geometry[t].crossline_number - 875, j = whole.geometry[t].inline_number - 111;
      for (int k = 0; k < 75; ++k)
        QCOMPARE(values[std::size_t(i + 18 * (j + 23 * k))], whole.traces[75 * t + std::size_t(k)]);
    }
  }
};

}  // namespace test_segy_volume_file

FOLDWAVE_TEST(test_segy_volume_file, run_guiless<test_segy_volume_file::TestSegyVolumeFile>)
#include "test_segy_volume_file.moc"
