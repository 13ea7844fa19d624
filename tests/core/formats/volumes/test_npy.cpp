// Protects volumes from numpy's files: as numpy writes them, of every type of numbers, both byte orders and
// both orders of axes, the values come to the nodes that numpy's own indices name; and what is cut, of
// another kind or of other nodes is refused.
#include "core/formats/volumes/npy.hpp"

#include <QTemporaryDir>
#include <QTest>

#include "tests/core/formats/format_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_npy {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// 2 along z, 3 along y, 4 along x: v = 100 k + 10 j + i, as little-endian floats in C order.
QByteArray npy(const QByteArray& descr, bool fortran, const QByteArray& shape, const QByteArray& values,
               int version = 1) {
  QByteArray dict = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                    ", 'shape': " + shape + ", }";
  const int before = version == 1 ? 10 : 12;
  while ((before + dict.size() + 1) % 64 != 0)
    dict += ' ';
  dict += '\n';
  QByteArray file = QByteArray("\x93NUMPY", 6) + char(version) + char(0) + char(dict.size() % 256) +
                    char(dict.size() / 256);
  if (version > 1) file += QByteArray(2, '\0');
  return file + dict + values;
}

QByteArray floats() {
  QByteArray bytes;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i) {
        const float v = float(100 * k + 10 * j + i);
        bytes.append(reinterpret_cast<const char*>(&v), 4);
      }
  return bytes;
}

VolumeLayout spaced(const std::string& axes = {}) {
  VolumeLayout layout;
  layout.spacing = {10, 20, 5};
  layout.origin = {1, 2, 3};
  layout.axes = axes;
  return layout;
}

ScalarVolume parse(const QByteArray& bytes, const VolumeLayout& layout = spaced()) {
  return parse_npy(bytes.toStdString(), layout, "v.npy");
}

bool holds_the_ramp(const ScalarVolume& volume) {
  if (volume.grid.n != std::array{4, 3, 2}) return false;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i)
        if (volume.values(i, j, k) != float(100 * k + 10 * j + i)) return false;
  return true;
}

}  // namespace

class TestNpy : public QObject {
  Q_OBJECT

 private slots:
  void bytes_by_hand_are_read() {
    for (const int version : {1, 2, 3}) {
      const ScalarVolume volume = parse(npy("<f4", false, "(2, 3, 4)", floats(), version));
      QVERIFY(holds_the_ramp(volume));
      QCOMPARE(volume.grid.h, (std::array{10.0, 20.0, 5.0}));
      QCOMPARE(volume.grid.origin, (Vec3{1, 2, 3}));
      QVERIFY(volume.warnings.empty());
    }
    // In Fortran order the first axis is the fastest.
    QVERIFY(holds_the_ramp(parse(npy("<f4", true, "(4, 3, 2)", floats()))));
    const ScalarVolume section = parse(npy("<f4", false, "(6, 4)", floats()));
    QCOMPARE(section.grid.n, (std::array{4, 1, 6}));
    QCOMPARE(section.values(3, 0, 5), 123.0F);
    const ScalarVolume turned = parse(npy("<f4", false, "(6, 4)", floats()), spaced("zxy"));
    QCOMPARE(turned.grid.n, (std::array{6, 1, 4}));
    QCOMPARE(turned.values(5, 0, 3), 123.0F);
  }

  void numpys_own_files_are_read() {
    if (!python_has("numpy")) FOLDWAVE_NOT_HERE("python3-numpy");
    QTemporaryDir folder;
    const PythonResult made = python(
        "import numpy as np, sys\n"
        "v = 100 * np.arange(2)[:, None, None] + 10 * np.arange(3)[:, None] + np.arange(4)\n"
        "for t in ('f4', 'f8', 'i2', 'i4', 'i8', 'u2', 'u4', 'u8'):\n"
        "  for order in '<>':\n"
        "    for lay in 'CF':\n"
        "      np.save(f'{sys.argv[1]}/{t}{\"lb\"[order == \">\"]}{lay}.npy', np.array(v, order + t, "
        "order=lay))\n"
        "np.save(sys.argv[1] + '/i1bC.npy', (v - 100).astype('i1'))\n"
        "np.save(sys.argv[1] + '/turned.npy', np.ascontiguousarray(v.astype('f4').transpose(2, 1, 0)))\n",
        {folder.path()});
    QVERIFY2(made.ok, qPrintable(made.output));
    int files = 0;
    for (const char* type : {"f4", "f8", "i2", "i4", "i8", "u2", "u4", "u8"})
      for (const char* order : {"l", "b"})
        for (const char* lay : {"C", "F"}) {
          const QString name = QString("%1%2%3.npy").arg(type, order, lay);
          // numpy keeps the shape (2, 3, 4): in Fortran order its first axis, z here, is the fastest.
          const ScalarVolume volume =
              read_npy(folder.filePath(name).toStdString(), spaced(lay[0] == 'F' ? "zyx" : "xyz"));
          QVERIFY2(holds_the_ramp(volume), qPrintable(name));
          ++files;
        }
    QCOMPARE(files, 32);
    QCOMPARE(read_npy(inside(folder, "i1bC.npy"), spaced()).values(0, 0, 0), -100.0F);
    QVERIFY(holds_the_ramp(read_npy(inside(folder, "turned.npy"), spaced("zyx"))));
  }

  void what_is_wrong_is_refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* title, const QByteArray& bytes, const char* found) {
      QTest::newRow(title) << bytes << QString(found);
    };
    const QByteArray good = npy("<f4", false, "(2, 3, 4)", floats());
    row("empty", {}, "does not begin");
    row("another kind", "PK\3\4", "does not begin");
    row("cut in the header", good.left(40), "ends in its header");
    row("cut in the magic", good.left(7), "ends in its header");
    row("cut in values", good.chopped(1), "95 bytes of values; 96");
    row("version", npy("<f4", false, "(2, 3, 4)", floats(), 9), "version 9");
    row("text", npy("<U4", false, "(2, 3, 4)", floats()), "\"<U4\"");
    row("half floats", npy("<f2", false, "(2, 3, 4)", floats()), "\"<f2\"");
    row("objects", npy("|O", false, "(2, 3, 4)", floats()), "\"|O\"");
    row("one axis", npy("<f4", false, "(24,)", floats()), "1 axes");
    row("four axes", npy("<f4", false, "(1, 2, 3, 4)", floats()), "4 axes");
    row("no nodes", npy("<f4", false, "(0, 3, 4)", floats()), "0 nodes");
    row("too many", npy("<f4", false, "(99999999999999999999, 3, 4)", floats()), "not numbers");
    row("no shape", npy("<f4", false, "2", floats()), "no shape");
    QByteArray records = good;
    row("records", records.replace("'<f4'", "[1,2]"), "records");
    QByteArray nameless = good;
    row("no type", nameless.replace("descr", "dexcr"), "no 'descr'");
  }
  void what_is_wrong_is_refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, found);
    const QString message = message_of<InputError>([&] { parse(bytes); });
    QVERIFY2(message.startsWith("v.npy: ") && message.contains(found) && message.contains(';'),
             qPrintable(message));
  }

  void a_layout_that_does_not_fit_is_refused() {
    const QByteArray good = npy("<f4", false, "(2, 3, 4)", floats());
    VolumeLayout other = spaced();
    other.nodes = {2, 3, 4};
    QVERIFY(
        message_of<InputError>([&] { parse(good, other); }).contains("has 4 x 3 x 2 nodes, not 2 x 3 x 4"));
    QVERIFY(message_of<InputError>([&] { parse(good, {}); }).contains("spacing"));
    QVERIFY(message_of<InputError>([&] { parse(good, spaced("xyy")); }).contains("\"xyy\""));
  }
};

}  // namespace test_npy

FOLDWAVE_TEST(test_npy, run_guiless<test_npy::TestNpy>)
#include "test_npy.moc"
