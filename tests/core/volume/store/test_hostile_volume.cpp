// Protects the reader against files that are cut, flipped or lie: it says what it found, names the damaged
// brick, reads the rest, and never crashes or takes memory for what a file only claims.
#include <QTemporaryDir>
#include <QTest>

#include "core/base/system.hpp"
#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_hostile_volume {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Makes a file by h5py, with `change` after the usual lines.
PythonResult made(const QTemporaryDir& folder, const QString& change) {
  return python(R"(
import sys, h5py, numpy as np
f = h5py.File(sys.argv[1], 'w')
g = f.create_group('VTKHDF')
g.attrs['Version'] = [1, 0]
g.attrs.create('Type', b'ImageData', dtype=h5py.string_dtype('ascii', 9))
g.attrs['WholeExtent'] = [0, 7, 0, 7, 0, 7]
g.attrs['Origin'] = [0., 0., 0.]
g.attrs['Spacing'] = [1., 1., 1.]
p = g.create_group('PointData')
def values(**how):
    return p.create_dataset('v', data=np.ones((8, 8, 8), 'f4'), **how)
)" + change,
                {folder.filePath("v.hdf")});
}

}  // namespace

class TestHostileVolume : public QObject {
  Q_OBJECT

 private slots:
  void a_damaged_brick_is_named_and_the_rest_is_read() {
    QTemporaryDir folder;
    const auto path = inside(folder, "v.hdf");
    const std::array<int, 3> n{20, 18, 22};
    const std::vector<float> values = node_values(n);
    for (const std::string& codec : hdf_codecs()) {
      write_volume(path, values, facts_of(n, codec), 8);
      const VolumeIndex index = VolumeFile(path).index();
      const StoredBrick& hurt = index.bricks.at(4);
      QByteArray bytes = bytes_of(path);
      bytes[qsizetype(hurt.offset + hurt.bytes / 2)] =
          char(bytes[qsizetype(hurt.offset + hurt.bytes / 2)] ^ 4);
      put_bytes(path, bytes);
      const VolumeFile file(path);
      const QString message = message_of<InputError>([&] { file.read_all(); });
      QVERIFY2(message.contains(QString("brick %1 (nodes x ").arg(hurt.number)), qPrintable(message));
      std::vector<float> out(values.size());
      const auto damaged = file.read_box({{0, 0, 0}, n}, out);
      QCOMPARE(damaged.size(), 1U);
      const NodeBox& box = damaged[0].nodes;
      for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
          for (int i = 0; i < n[0]; ++i) {
            const auto at = static_cast<std::size_t>(i + n[0] * (j + n[1] * k));
            const bool inside_it = i >= box.low[0] && i < box.low[0] + box.n[0] && j >= box.low[1] &&
                                   j < box.low[1] + box.n[1] && k >= box.low[2] && k < box.low[2] + box.n[2];
            QVERIFY(inside_it ? std::isnan(out[at]) : out[at] == values[at]);
          }
    }
  }

  // Every bit may flip: what comes back is either refused or the values themselves.
  void a_flipped_bit_never_passes() {
    QTemporaryDir folder;
    const auto path = inside(folder, "v.hdf");
    const std::array<int, 3> n{9, 8, 7};
    const std::vector<float> values = node_values(n);
    write_volume(path, values, facts_of(n, "blosc"), 4);
    const QByteArray whole = bytes_of(path);
    std::mt19937 random(3);
    int refused = 0;
    for (int trial = 0; trial < 1500; ++trial) {
      QByteArray bytes = whole;
      const auto at = qsizetype(random() % unsigned(whole.size()));
      bytes[at] = char(bytes[at] ^ (1 << (random() % 8)));
      put_bytes(path, bytes);
      try {
        const VolumeFile file(path);
        const Field<float> back = file.read_all();
        // Names are not summed; values are.
        QVERIFY2(file.grid().n != n || same_bits(back.values(), values),
                 qPrintable(QString("byte %1").arg(at)));
      } catch (const Error&) {
        ++refused;
      }
    }
    QVERIFY2(refused > 300, qPrintable(QString::number(refused)));
  }

  void a_cut_file_is_refused() {
    QTemporaryDir folder;
    const auto path = inside(folder, "v.hdf");
    const std::array<int, 3> n{20, 18, 22};
    write_volume(path, node_values(n), facts_of(n, "blosc"), 8);
    const QByteArray whole = bytes_of(path);
    for (qsizetype size = 0; size < whole.size(); size += whole.size() / 61) {
      put_bytes(path, whole.left(size));
      const QString message = message_of<InputError>([&] { VolumeFile(path).read_all(); });
      QVERIFY2(message.contains("v.hdf"), qPrintable(QString("%1: %2").arg(size).arg(message)));
    }
    put_bytes(path, QByteArray(100000, 'x'));
    QVERIFY(throws<InputError>([&] { VolumeFile{path}; }));
    QVERIFY(throws<InputError>([&] { VolumeFile{folder.path().toStdString()}; }));
  }

  void a_file_that_lies_is_refused_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* name, const char* change, const char* word) {
      QTest::newRow(name) << change << word;
    };
    row("extent", "values(); g.attrs['WholeExtent'] = [0, 8, 0, 7, 0, 7]", "extent");
    row("extent of few numbers", "values(); g.attrs['WholeExtent'] = [0, 7]", "WholeExtent");
    row("no extent", "values(); del g.attrs['WholeExtent']", "extent");
    row("spacing 0", "values(); g.attrs['Spacing'] = [0., 1., 1.]", "spacing");
    row("spacing NaN", "values(); g.attrs['Spacing'] = [float('nan'), 1., 1.]", "spacing");
    row("origin", "values(); g.attrs['Origin'] = [1e300, 1., 1.]", "origin");
    row("turned", "values(); g.attrs['Direction'] = [0., 1., 0., 1., 0., 0., 0., 0., 1.]", "turned");
    row("another type", "values(); g.attrs.modify('Type', b'PolyData')", "no image");
    row("no values", "pass", "no values");
    row("two axes", "p.create_dataset('v', data=np.ones((8, 8), 'f4'))", "one value a node");
    row("texts", "p.create_dataset('v', data=np.full((8, 8, 8), b'a'))", "neither of floats");
    row("compound", "p.create_dataset('v', data=np.zeros((8, 8, 8), [('a', 'f4'), ('b', 'f4')]))",
        "neither of floats");
    row("half floats", "p.create_dataset('v', data=np.ones((8, 8, 8), 'f2'))", "neither of floats");
    row("unknown filter", "values(chunks=(4, 4, 4), compression=307)",
        "use h5repack with the package hdf5-filter-plugin");
    row("huge chunk",
        "g.attrs['WholeExtent'] = [0, 1023, 0, 1023, 0, 1023]; p.create_dataset('v', (1024,) * 3, 'f4', "
        "chunks=(512, 512, 512))",
        "bricks are of more");
    row("millions of bricks",
        "g.attrs['WholeExtent'] = [0, 9999, 0, 9999, 0, 9999]; p.create_dataset('v', (10000,) * 3, 'f4', "
        "chunks=(8, 8, 8))",
        "bricks");
    row("a link out of the file", "p['v'] = h5py.ExternalLink('other.hdf', '/v')", "no values");
    row("a soft link",
        "d = values(); p['w'] = d; p.move('v', 'x'); del p['w']; del p['x']; p['v'] = "
        "h5py.SoftLink('/VTKHDF')",
        "no values");
    row("values elsewhere", "p.create_dataset('v', (8, 8, 8), 'f4', external=[('passwd', 0, 2048)])",
        "neither in chunks");
    row("no numbers", "values(); g.attrs['Origin'] = [b'a', b'b', b'c']", "Origin");
  }
  void a_file_that_lies_is_refused() {
    if (!python_has("h5py")) FOLDWAVE_NOT_HERE("python3-h5py");
    QFETCH(QString, change);
    QFETCH(QString, word);
    QTemporaryDir folder;
    const PythonResult result = made(folder, change);
    QVERIFY2(result.ok, qPrintable(result.output));
    reset_peak_memory();
    const std::int64_t before = resident_memory_bytes();
    const QString message = message_of<InputError>([&] { VolumeFile(inside(folder, "v.hdf")).read_all(); });
    QVERIFY2(message.contains(word), qPrintable(message));
    QVERIFY(peak_memory_bytes() - before < 100'000'000);
  }

  // 4 TB that a file of some kB claims are not taken.
  void a_claim_is_no_allocation() {
    if (!python_has("h5py")) FOLDWAVE_NOT_HERE("python3-h5py");
    QTemporaryDir folder;
    const PythonResult result = made(folder, R"(
g.attrs['WholeExtent'] = [0, 9999, 0, 9999, 0, 9999]
p.create_dataset('v', (10000,) * 3, 'f4', chunks=(256, 256, 256), compression='gzip')
)");
    QVERIFY2(result.ok, qPrintable(result.output));
    const VolumeFile file(inside(folder, "v.hdf"));
    QVERIFY(throws<ResourceError>([&] { file.read_all(); }));
    std::vector<float> out(8, 1.0F);
    QVERIFY(file.read_box({{9998, 5000, 0}, {2, 2, 2}}, out).empty());
    QCOMPARE(out, std::vector<float>(8, 0.0F));
  }
};

}  // namespace test_hostile_volume

FOLDWAVE_TEST(test_hostile_volume, run_guiless<test_hostile_volume::TestHostileVolume>)
#include "test_hostile_volume.moc"
