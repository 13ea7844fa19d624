// Protects the mapping of SEG-Y headers: words are read where it says, with its scalar, unit and shift, feet
// become metres where that is asked for, and what no survey has is told.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/formats/segy/segy_bytes.hpp"
#include "core/formats/shots/segy_shots.hpp"
#include "tests/test_program.hpp"

namespace test_segy_mapping {

using namespace foldwave;

class TestSegyMapping : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  QString file_ = folder_.filePath("shots.sgy");
  SegyGather gather_;
  std::vector<float> samples_;

  // Three shots of four traces on a line.
  void write() {
    gather_ = {};
    gather_.dt = 0.004;
    gather_.samples = 8;
    for (int s = 0; s < 3; ++s)
      for (int r = 0; r < 4; ++r) {
        SegyTrace trace;
        trace.field_record = 11 + s;
        trace.source = {100.0 + 50.0 * s, 20.0, 5.0};
        trace.receiver = {120.0 + 10.0 * r, 30.0, -2.0};
        gather_.geometry.push_back(trace);
      }
    samples_.assign(gather_.geometry.size() * 8, 1.0F);
    gather_.traces = samples_;
    write_segy(file_.toStdString(), gather_);
  }
  // A word of every trace's header, by its number.
  template <class Word>
  void set_words(int position, const Word& word) {
    QFile file(file_);
    QVERIFY(file.open(QIODevice::ReadWrite));
    for (std::size_t t = 0; t < gather_.geometry.size(); ++t) {
      unsigned char bytes[4];
      segy::store32(bytes, static_cast<std::uint32_t>(word(static_cast<int>(t))));
      const auto start = segy::kTextBytes + segy::kBinaryBytes + t * (segy::kTraceHeaderBytes + 8 * 4);
      QVERIFY(file.seek(static_cast<qint64>(start) + position - 1));
      QVERIFY(file.write(reinterpret_cast<const char*>(bytes), 4) == 4);
    }
  }
  void set_feet() {
    QFile file(file_);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(3254));
    QVERIFY(file.write("\0\2", 2) == 2);
  }
  // Both ways to read headers, alike.
  SegyFile read(const SegyMapping& mapping) const {
    const SegyFile whole = read_segy(file_.toStdString(), {}, mapping);
    const SegyTraces by_traces(file_.toStdString(), {}, mapping);
    const SegyFile& headers = by_traces.headers();
    if (headers.dt != whole.dt || headers.warnings != whole.warnings) qFatal("two readings differ");
    for (std::size_t t = 0; t < whole.geometry.size(); ++t)
      if (norm(headers.geometry[t].source - whole.geometry[t].source) > 0.0 ||
          norm(headers.geometry[t].receiver - whole.geometry[t].receiver) > 0.0 ||
          headers.geometry[t].field_record != whole.geometry[t].field_record)
        qFatal("two readings differ");
    return whole;
  }

 private slots:
  void init() { write(); }

  void the_standard_s_places_are_the_default() {
    const SegyFile file = read({});
    for (std::size_t t = 0; t < file.geometry.size(); ++t) {
      QVERIFY(norm(file.geometry[t].source - gather_.geometry[t].source) < 1e-9);
      QVERIFY(norm(file.geometry[t].receiver - gather_.geometry[t].receiver) < 1e-9);
    }
  }

  void words_are_read_where_it_says() {
    const int places[] = {5, 201, 205, 209, 213, 217, 221, 225};
    for (const int place : places)
      set_words(place, [&](int t) { return 1000 * place + t; });
    SegyMapping mapping;
    mapping.shot = SegyWord{5};
    mapping.source_x = SegyWord{201};
    mapping.source_y = SegyWord{205};
    mapping.source_elevation = SegyWord{209};
    mapping.source_depth = SegyWord{213};
    mapping.receiver_x = SegyWord{217};
    mapping.receiver_y = SegyWord{221};
    mapping.receiver_elevation = SegyWord{225};
    mapping.scalar = 0.5;
    mapping.unit = 2.0;
    mapping.offset = {7.0, -3.0, 11.0};
    mapping.interval = 0.002;
    const SegyFile file = read(mapping);
    QCOMPARE(file.dt, 0.002);
    for (int t = 0; t < 12; ++t) {
      const SegyTrace& trace = file.geometry[static_cast<std::size_t>(t)];
      QCOMPARE(trace.field_record, 5000 + t);
      QVERIFY(norm(trace.source - Vec3{201007.0 + t, 204997.0 + t, 213000.0 - 209000.0 + 11.0}) < 1e-9);
      QVERIFY(norm(trace.receiver - Vec3{217007.0 + t, 220997.0 + t, 11.0 - 225000.0 - t}) < 1e-9);
    }
    mapping = {};
    mapping.source_y = mapping.receiver_y = mapping.shot = SegyWord{};
    const SegyFile flat = read(mapping);
    QCOMPARE(flat.geometry[3].source.y, 0.0);
    QCOMPARE(segy_shots(flat).shots.size(), std::size_t{3});  // by their places
  }

  void words_of_two_bytes_have_their_sign() {
    set_words(201, [](int t) { return (-300 + t) * 65536 + 7; });
    SegyMapping mapping;
    mapping.source_x = {201, 2};
    mapping.shot = {203, 2};
    mapping.scalar = 1.0;
    const SegyFile file = read(mapping);
    for (int t = 0; t < 12; ++t) {
      const SegyTrace& trace = file.geometry[static_cast<std::size_t>(t)];
      QCOMPARE(trace.source.x, -300.0 + t);
      QCOMPARE(trace.field_record, 7);
    }
  }

  void feet_become_metres_where_asked() {
    set_feet();
    const SegyFile metres = read({}), as_it_is = read(SegyMapping{.unit = 1.0});
    QVERIFY(std::abs(metres.geometry[0].source.x - 30.48) < 1e-9);
    QCOMPARE(as_it_is.geometry[0].source.x, 100.0);
    QVERIFY(metres.warnings.at(0).find("made metres") != std::string::npos);
    QVERIFY(as_it_is.warnings.at(0).find("as the file has them") != std::string::npos);
  }

  void a_survey_is_summed_up() {
    const SegyShots all = segy_shots(read({}));
    QCOMPARE(all.shots.size(), std::size_t{3});
    QCOMPARE(all.receivers.size(), std::size_t{4});
    QCOMPARE(all.shots[1].number, 12);
    QCOMPARE(all.shots[2].traces, (std::vector<std::size_t>{8, 9, 10, 11}));
    QCOMPARE(all.source_bounds.low.x, 100.0);
    QCOMPARE(all.source_bounds.high.x, 200.0);
    QCOMPARE(all.receiver_bounds.high.x, 150.0);
    QVERIFY(std::abs(all.shots[0].least_offset - norm(Vec3{20.0, 10.0, -7.0})) < 1e-9);
    QVERIFY(std::abs(all.most_offset - norm(Vec3{-80.0, 10.0, -7.0})) < 1e-9);
    QVERIFY(all.doubts.empty());
  }

  void what_no_survey_has_is_doubted() {
    const auto doubt = [&](const SegyMapping& mapping) {
      const SegyShots all = segy_shots(read(mapping));
      return all.doubts.empty() ? QString() : QString::fromStdString(all.doubts.front());
    };
    SegyMapping mapping;
    mapping.receiver_x = mapping.receiver_y = SegyWord{};
    QVERIFY2(doubt(mapping).contains("receivers of all traces"), qPrintable(doubt(mapping)));
    mapping = {};
    mapping.source_x = SegyWord{};
    QVERIFY2(doubt(mapping).contains("sources of all 3 shots"), qPrintable(doubt(mapping)));
    mapping = {};
    mapping.receiver_x = SegyWord{73};
    QVERIFY2(doubt(mapping).contains("where another trace"), qPrintable(doubt(mapping)));
    mapping = {};
    mapping.scalar = 1e6;
    QVERIFY2(doubt(mapping).contains("km apart"), qPrintable(doubt(mapping)));
    mapping = {};
    mapping.receiver_x = SegyWord{73}, mapping.receiver_y = SegyWord{77},
    mapping.receiver_elevation = SegyWord{};
    mapping.source_depth = mapping.source_elevation = SegyWord{};
    QVERIFY2(doubt(mapping).contains("at one place in every trace"), qPrintable(doubt(mapping)));
    mapping = {};
    set_words(9, [](int t) { return t; });
    QVERIFY2(doubt(mapping).contains("a shot of its own"), qPrintable(doubt(mapping)));
  }
};

}  // namespace test_segy_mapping

FOLDWAVE_TEST(test_segy_mapping, run_guiless<test_segy_mapping::TestSegyMapping>)
#include "test_segy_mapping.moc"
