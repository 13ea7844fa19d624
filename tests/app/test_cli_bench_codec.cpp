// Protects `bench codec`: a row for every codec, volume and thread count asked for, figures that fit each
// other and the seed's beside them, the word study, volumes written as they were measured, and wrong usage.
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_bench_codec {

using namespace foldwave::test;

class TestCliBenchCodec : public QObject {
  Q_OBJECT

  static QJsonObject bench(const QStringList& options) {
    const Outcome outcome =
        cli(QStringList{"bench", "codec", "--backend", "cpu", "--repeat", "1", "--json"} + options);
    if (outcome.exit != 0) qWarning("%s", outcome.err.constData());
    return outcome.exit == 0 ? QJsonDocument::fromJson(outcome.out).object() : QJsonObject();
  }

 private slots:
  void everyRowIsThere() {
    const QJsonObject j = bench({"--size", "24", "--threads", "1,2"});
    QVERIFY(j["machine"].toObject().contains("cpu"));
    const QJsonArray rows = j["results"].toArray();
    QStringList codecs, volumes;
    for (const QJsonValue& row : rows) {
      const QString codec = row["codec"].toString();
      if (!codecs.contains(codec)) codecs.append(codec);
      if (!volumes.contains(row["volume"].toString())) volumes.append(row["volume"].toString());
      const QByteArray text = QJsonDocument(row.toObject()).toJson();
      QVERIFY2(row["bytes"].toInt() == 4 * 24 * 24 * 24, text);
      QVERIFY2(
          std::abs(row["ratio"].toDouble() * row["packed_bytes"].toDouble() - row["bytes"].toDouble()) < 1e-6,
          text);
      QVERIFY2(std::abs(row["pack_rate"].toDouble() * row["pack_seconds"].toDouble() -
                        row["bytes"].toDouble()) < 1e-6,
               text);
      QVERIFY2(row["unpack_rate"].toDouble() > 0.0 && row["transfer_seconds"].isNull(), text);
      QVERIFY2(row["rms"].toDouble(-1.0) <= row["largest_error"].toDouble(-2.0), text);
      if (row.toObject().contains("bound")) {
        QVERIFY2(row["largest_error"].toDouble() <= row["bound"].toDouble(), text);
        QVERIFY2(std::abs(row["bound"].toDouble() - 1e-3 * row["range"].toDouble()) < 1e-12, text);
      } else {
        const bool zonal = codec.endsWith("-zonal");
        QVERIFY2(zonal == (row["largest_error"].toDouble() > 0.0) && zonal == !row["snr"].isNull(), text);
      }
    }
    QCOMPARE(volumes, QStringList({"filled-24", "silent-24", "stack-24"}));
    for (const char* codec :
         {"rle", "huffman", "huffman-fixed", "wave", "dct-1d-zonal", "dct-2d-zonal", "dct-3d-zonal",
          "fast-dct-1d-zonal", "fast-dct-2d-zonal", "fast-dct-3d-zonal", "lot-1d-zonal", "lot-3d-zonal",
          "genlot-3d-zonal", "fast-dct-3d", "lot-3d", "genlot-3d"})
      QVERIFY2(codecs.contains(codec), codec);
    QCOMPARE(rows.size(), codecs.size() * 3 * 2);
  }

  void theSeedStandsBeside() {
    const QJsonArray rows = bench({"--size", "64", "--case", "filled", "--codec",
                                   "fast-dct-3d-zonal,lot-3d-zonal", "--threads", "1"})["results"]
                                .toArray();
    QCOMPARE(rows.size(), 2);
    QVERIFY(std::abs(rows[0]["ratio"].toDouble() / 6.206 - 1.0) < 0.01);
    const QJsonObject seed = rows[0]["seed"].toObject();
    QCOMPARE(seed["ratio"].toArray(), QJsonArray({6.58, 6.88}));
    QVERIFY(std::abs(seed["unpack_rate_one"].toDouble() / (12207.0 * 1048576.0 / 165.2) - 1.0) < 1e-12);
    QVERIFY(!rows[1].toObject().contains("seed"));
    // Waves of twelve nodes lose little by the upper half of each axis' wavenumbers.
    QVERIFY2(rows[0]["mean_error"].toDouble() < 0.02 && rows[0]["snr"].toDouble() > 20.0,
             QJsonDocument(rows[0].toObject()).toJson());
  }

  void theBoundIsTheOneAskedFor() {
    const QJsonArray rows = bench({"--size", "40", "--error", "1e-4", "--codec", "genlot-2d,huffman",
                                   "--threads", "1"})["results"]
                                .toArray();
    QCOMPARE(rows.size(), 6);
    for (const QJsonValue& row : rows)
      if (row["codec"].toString() == "genlot-2d") {
        QVERIFY(row["largest_error"].toDouble() > 0.0);
        QVERIFY(row["largest_error"].toDouble() <= 1e-4 * row["range"].toDouble());
      } else {
        QCOMPARE(row["largest_error"].toDouble(1.0), 0.0);
      }
  }

  void wordsAndVolumes() {
    const QTemporaryDir folder;
    const QString place = folder.filePath("volumes");
    const QJsonArray words = bench({"--size", "48", "--case", "filled,silent", "--codec", "rle", "--words",
                                    "--write", place})["words"]
                                 .toArray();
    QCOMPARE(words.size(), 8);
    QList<int> bits;
    for (const QJsonValue& row : words) {
      bits.append(row["bits"].toInt());
      QVERIFY(row["share"].toDouble() > 0.0 && row["seed_share"].toDouble() >= 0.72);
    }
    QCOMPARE(bits, QList<int>({16, 8, 4, 2, 16, 8, 4, 2}));
    // Floats that fill the box: words of 2 bits are nearly even, and a table of 2^16 words is larger than
    // 48^3 repay.
    QVERIFY(words[3]["share"].toDouble() > 0.9 && words[3]["share"].toDouble() <= 1.0001);
    QVERIFY(words[0]["share"].toDouble() > words[1]["share"].toDouble());
    for (const char* name : {"filled-48.f32", "silent-48.f32"})
      QCOMPARE(QFileInfo(QDir(place).filePath(name)).size(), 4 * 48 * 48 * 48);
  }

  void theTableIsReadable() {
    const Outcome outcome =
        cli({"bench", "codec", "--size", "16", "--case", "silent", "--codec", "rle,lot-1d", "--threads", "1",
             "--repeat", "1", "--words", "--backend", "cpu"});
    QCOMPARE(outcome.exit, 0);
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 14);
    QVERIFY(lines[3].startsWith("volume"));
    QVERIFY(lines[4].contains("rle") && lines[4].contains("1.30-1.32"));
    QVERIFY(lines[5].contains("lot-1d"));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exit");
    QTest::newRow("size") << QStringList{"--size", "0"} << 2;
    QTest::newRow("case") << QStringList{"--case", "other"} << 2;
    QTest::newRow("error") << QStringList{"--error", "-1"} << 2;
    QTest::newRow("repeat") << QStringList{"--repeat", "2"} << 2;
    QTest::newRow("codec") << QStringList{"--codec", "magic", "--size", "8"} << 1;
    QTest::newRow("too large") << QStringList{"--size", "4096", "--codec", "rle"} << 1;
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(int, exit);
    const Outcome outcome = cli(QStringList{"bench", "codec", "--json"} + words);
    QCOMPARE(outcome.exit, exit);
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY(outcome.out.isEmpty());
  }
};

}  // namespace test_cli_bench_codec

FOLDWAVE_TEST(test_cli_bench_codec, run_guiless<test_cli_bench_codec::TestCliBenchCodec>)
#include "test_cli_bench_codec.moc"
