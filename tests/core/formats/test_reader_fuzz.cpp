// Protects the readers from files that are broken by chance: thousands of mutations of good files, the same
// in every run, are either read or refused by one of the program's errors; nothing else is thrown, nothing
// crashes.
#include <QTemporaryDir>
#include <QTest>
#include <random>
#include <sstream>

#include "core/formats/horizons/xyz.hpp"
#include "core/formats/segy/segy.hpp"
#include "tests/core/formats/format_test_help.hpp"
#include "tests/core/formats/segy/segy_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_reader_fuzz {

using namespace foldwave;
using namespace foldwave::test;

namespace {

constexpr int kMutations = 5000;

// Some bytes changed, a piece cut out, doubled, or the end lost; now and then all bytes are chance.
std::string mutated(std::string text, const std::string& alphabet, std::mt19937& chance) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : chance() % n; };
  const int rounds = 1 + static_cast<int>(below(6));
  for (int round = 0; round < rounds && !text.empty(); ++round) {
    const std::size_t at = below(text.size());
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text[at] = alphabet[below(alphabet.size())];
        break;
      case 2:
        text.erase(at, below(40));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      case 4:
        if (below(4) == 0) text.resize(at);
        break;
      default:
        for (std::size_t i = at; i < std::min(text.size(), at + below(8)); ++i)
          text[i] = static_cast<char>(below(256));
    }
  }
  return text;
}

struct Outcome {
  int read = 0;
  int refused = 0;
};

template <class Reader>
Outcome fuzz(const std::string& good, const std::string& alphabet, std::size_t first, Reader&& reader) {
  std::mt19937 chance(20240229);
  Outcome outcome;
  for (int i = 0; i < kMutations; ++i) {
    const std::string text = good.substr(0, first) + mutated(good.substr(first), alphabet, chance);
    try {
      reader(text);
      ++outcome.read;
    } catch (const Error& error) {
      if (QByteArray(error.what()).contains('\n') || error.place().empty())
        qFatal("not one line with a place");
      ++outcome.refused;
    }
  }
  return outcome;
}

}  // namespace

class TestReaderFuzz : public QObject {
  Q_OBJECT

 private slots:
  void picks() {
    std::string good = "# x y z\nEasting Northing Depth\n";
    for (int i = 0; i < 20; ++i)
      good += std::to_string(550551.81 + i) + " 7821921.80\t-" + std::to_string(9734.3 + i) +
              (i % 5 == 0 ? ";7,x\r\n" : "\n");
    std::int64_t points = 0;
    const Outcome outcome =
        fuzz(good, "0123456789.,;+-eE \t\r\n#!\"nainfNULL", 0, [&](const std::string& text) {
          const XyzPicks picks = parse_xyz(text, "fuzz.xyz");
          for (const Vec3& p : picks.points)
            if (!(std::abs(p.x) < 1e30 && std::abs(p.y) < 1e30 && std::abs(p.z) < 1e30))
              qFatal("a null was read");
          points += static_cast<std::int64_t>(picks.points.size());
        });
    qInfo("%d read (%lld points), %d refused", outcome.read, static_cast<long long>(points), outcome.refused);
    QVERIFY(outcome.read > 100 && outcome.refused > 100);
  }

  void traces_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("first");
    // Most of the textual header is left alone in the second half, so that the bytes that matter are hit
    // often.
    for (const int first : {0, 3200})
      for (const int format : {1, 5})
        QTest::addRow("format %d from byte %d", format, first) << format << first;
  }
  void traces() {
    QFETCH(int, format);
    QFETCH(int, first);
    QTemporaryDir folder;
    const auto path = inside(folder, "g.sgy");
    write_segy(path, example_gather().gather, static_cast<SegyFormat>(format));
    const std::string good = bytes_of(path).toStdString();
    const Outcome outcome =
        fuzz(good, std::string("\0\1\2\3\5\x7f\x80\xff", 8), static_cast<std::size_t>(first),
             [&](const std::string& text) {
               std::istringstream stream(text);
               const SegyFile file = read_segy(stream, text.size(), "fuzz.sgy");
               if (file.samples < 1 ||
                   file.traces.size() != file.geometry.size() * static_cast<std::size_t>(file.samples))
                 qFatal("traces and geometry do not fit");
               if (file.traces.size() > 4 * text.size()) qFatal("more samples than bytes");
             });
    qInfo("%d read, %d refused", outcome.read, outcome.refused);
    QVERIFY(outcome.read > 100 && outcome.refused > 100);
  }
};

}  // namespace test_reader_fuzz

FOLDWAVE_TEST(test_reader_fuzz, run_guiless<test_reader_fuzz::TestReaderFuzz>)
#include "test_reader_fuzz.moc"
