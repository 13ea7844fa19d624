// Protects the lattice that inline and crossline numbers and coordinates make: turned, slanted and mirrored
// ones are found to rounding, a trace that is beside its place is measured, and words of headers are typed.
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/formats/segy/lattice.hpp"
#include "core/formats/segy/trace_words.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_lattice {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Inlines 100, 102, .. by crosslines 300, 303, ..; a number of each is a step on the map.
std::vector<NumberedPlace> places_of(MapStep up, MapStep across, int inlines = 6, int crosslines = 9) {
  std::vector<NumberedPlace> places;
  for (int j = 0; j < inlines; ++j)
    for (int i = 0; i < crosslines; ++i) {
      const double il = 100 + 2 * j, xl = 300 + 3 * i;
      places.push_back(
          {il, xl, {550551.5 + il * up.x + xl * across.x, 7821921.5 + il * up.y + xl * across.y}});
    }
  return places;
}

bool near(const MapStep& a, const MapStep& b, double within = 1e-9) {
  return std::abs(a.x - b.x) <= within && std::abs(a.y - b.y) <= within;
}

}  // namespace

class TestLattice : public QObject {
  Q_OBJECT

 private slots:
  void whatever_way_it_lies_it_is_found() {
    for (double degrees = 0.0; degrees < 360.0; degrees += 23.0)
      for (const double angle : {90.0, 60.0, 130.0, -75.0}) {
        const double a = degrees * std::numbers::pi / 180.0, b = a + angle * std::numbers::pi / 180.0;
        const MapStep across{12.5 * std::cos(a), 12.5 * std::sin(a)},
            up{25.0 * std::cos(b), 25.0 * std::sin(b)};
        const auto lattice = fit_lattice(places_of(up, across));
        QVERIFY(lattice && near(lattice->crossline_step, across) && near(lattice->inline_step, up));
        QVERIFY(near(lattice->origin, {550551.5, 7821921.5}, 1e-6));
        QVERIFY(lattice->misfit < 1e-7);
        QVERIFY(std::abs(lattice->angle() - std::abs(angle)) < 1e-8);
        const double azimuth = std::fmod(450.0 - degrees, 360.0);
        QVERIFY(std::abs(std::remainder(lattice->crossline_azimuth() - azimuth, 360.0)) < 1e-8);
      }
  }

  void one_line_has_one_step() {
    const auto line = fit_lattice(places_of({0, 25}, {12.5, 1}, 1, 9));
    QVERIFY(line && near(line->crossline_step, {12.5, 1}) && near(line->inline_step, {0, 0}));
    QCOMPARE(line->angle(), 90.0);
    QVERIFY(!fit_lattice({}));
    auto bad = places_of({0, 25}, {12.5, 1});
    bad[3].at.y = NAN;
    QVERIFY(!fit_lattice(bad));
  }

  void a_trace_beside_its_place_is_measured() {
    auto places = places_of({0, 25}, {12.5, 0}, 21, 21);
    places[220].at.x += 10.0;
    const auto lattice = fit_lattice(places);
    QVERIFY(lattice && lattice->misfit > 9.9 && lattice->misfit < 10.0);
  }

  void words_are_typed_by_place_or_name() {
    QCOMPARE(parse_segy_word("189", "o"), (SegyWord{189, 4}));
    QCOMPARE(parse_segy_word("239:2", "o"), (SegyWord{239, 2}));
    QCOMPARE(parse_segy_word("crossline", "o"), (SegyWord{193, 4}));
    QCOMPARE(parse_segy_word("shot-point-scalar", "o"), (SegyWord{201, 2}));
    for (const auto& [text, found] : {std::pair{"238", "byte 238"},
                                      {"0", "byte 0"},
                                      {"-4", "byte -4"},
                                      {"240:2", "byte 240"},
                                      {"189:3", "3 bytes"},
                                      {"inlin", "write \"inline\""},
                                      {"", "is no word"},
                                      {"9x", "is no word"},
                                      {"189:", "is no word"},
                                      {"99999999999", "is no word"}}) {
      const QString message = message_of<InputError>([&, t = text] { parse_segy_word(t, "--inline-byte"); });
      QVERIFY2(message.startsWith("--inline-byte") && message.contains(found), qPrintable(message));
    }
    QCOMPARE(parse_segy_word_or_none("0", "o"), SegyWord{});
    QCOMPARE(parse_segy_word_or_none("73:2", "o"), (SegyWord{73, 2}));
    for (const char* text : {"189", "239:2"})
      QCOMPARE(segy_word_text(parse_segy_word(text, "o")), std::string(text));
    // They follow each other and do not overlap.
    int next = 1;
    for (const SegyNamedWord& named : segy_trace_words()) {
      QVERIFY2(named.word.position >= next, named.name);
      next = named.word.position + named.word.bytes;
    }
    QVERIFY(next <= 241);
  }

  void what_is_not_zero_is_shown() {
    std::vector<unsigned char> header(240, 0);
    header[188 + 3] = 7;
    header[70] = 0xff, header[71] = 0x9c;
    const auto values = segy_header_values(header, false);
    QCOMPARE(values.size(), 2U);
    QCOMPARE(values[0].value, -100);
    QCOMPARE(QString(values[1].name), QString("inline"));
    QCOMPARE(values[1].value, 7);
    QCOMPARE(segy_header_values(header, true)[1].value, 7 << 24);
  }
};

}  // namespace test_lattice

FOLDWAVE_TEST(test_lattice, run_guiless<test_lattice::TestLattice>)
#include "test_lattice.moc"
