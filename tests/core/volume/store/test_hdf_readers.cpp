// Protects that other programs read our .hdf files and we read theirs: Debian's VTK (vtkHDFReader) and h5py,
// with Debian's filter plugins, in every codec that these have (test_plugin_readers.cpp has the others);
// upright, at the right place of the map, within the bound.
#include <QTemporaryDir>
#include <QTest>

#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_hdf_readers {

using namespace foldwave;
using namespace foldwave::test;

namespace {

// Prints every node as VTK has it: x, y, z, value.
const QString vtk_nodes = R"(
import sys, vtk
reader = vtk.vtkHDFReader()
assert reader.CanReadFile(sys.argv[1])
reader.SetFileName(sys.argv[1])
reader.Update()
image = reader.GetOutput()
values = image.GetPointData().GetArray('pressure')
for i in range(image.GetNumberOfPoints()):
    print(*image.GetPoint(i), values.GetTuple1(i))
)";

struct SeenNode {
  Vec3 at{};
  double value = 0.0;
};

std::vector<SeenNode> seen_nodes(const PythonResult& result) {
  std::vector<SeenNode> nodes;
  for (const QString& line : result.output.split('\n', Qt::SkipEmptyParts)) {
    const QStringList parts = line.split(' ');
    if (parts.size() == 4)
      nodes.push_back({{parts[0].toDouble(), parts[1].toDouble(), parts[2].toDouble()}, parts[3].toDouble()});
  }
  return nodes;
}

}  // namespace

class TestHdfReaders : public QObject {
  Q_OBJECT

 private slots:
  void vtk_sees_every_value_at_its_place() {
    if (!python_has("vtk")) FOLDWAVE_NOT_HERE("python3-vtk9");
    QTemporaryDir folder;
    for (const std::string& codec : stock_codecs())
      for (const std::array<int, 3>& n : {std::array{11, 7, 9}, std::array{11, 1, 9}, std::array{1, 7, 9}}) {
        const double bound = codec == "none" ? 0.0 : 0.25;
        write_volume(inside(folder, "v.hdf"), node_values(n), facts_of(n, codec, bound), 4);
        const PythonResult result = python(vtk_nodes, {folder.filePath("v.hdf")});
        QVERIFY2(result.ok, qPrintable(result.output));
        const Grid3 grid = map_grid(n);
        const std::vector<SeenNode> nodes = seen_nodes(result);
        QCOMPARE(static_cast<Index>(nodes.size()), grid.size() * (n[1] == 1 ? 2 : 1));
        double beside = 0.0, wrong = 0.0, across = 0.0;
        for (const SeenNode& node : nodes) {
          const auto i = std::lround((node.at.x - grid.origin.x) / grid.h[0]);
          const auto j = n[1] == 1 ? 0 : std::lround((node.at.y - grid.origin.y) / grid.h[1]);
          const auto k = std::lround((-node.at.z - grid.origin.z) / grid.h[2]);
          const Vec3 place = grid.origin + grid.local(int(i), int(j), int(k));
          beside = worst_of(beside, std::abs(place.x - node.at.x));
          beside = worst_of(beside, std::abs(place.z + node.at.z));
          if (n[1] > 1) beside = worst_of(beside, std::abs(place.y - node.at.y));
          across += node.at.y - grid.origin.y;
          wrong = worst_of(
              wrong, std::abs(node.value - (1.0 + double(i) + 200.0 * double(j) + 40000.0 * double(k))));
        }
        QVERIFY2(beside <= 1e-6, qPrintable(QString::number(beside)));
        QVERIFY2(wrong <= bound, qPrintable(QString("%1: %2").arg(codec.c_str()).arg(wrong)));
        // A section lies in the middle of the two planes that stand for it.
        if (n[1] == 1) QVERIFY(std::abs(across) <= 1e-3);
      }
  }

  void h5py_reads_ours() {
    if (!python_has("h5py")) FOLDWAVE_NOT_HERE("python3-h5py");
    QTemporaryDir folder;
    const std::array<int, 3> n{33, 20, 18};
    std::vector<float> values = wave_values(n);
    for (const std::string& codec : stock_codecs())
      for (const double bound : {0.0, 1e-3}) {
        write_volume(inside(folder, "v.hdf"), values, facts_of(n, codec, bound), 16);
        std::vector<float> upwards;
        for (int k = n[2] - 1; k >= 0; --k)
          upwards.insert(upwards.end(), values.begin() + 33 * 20 * k, values.begin() + 33 * 20 * (k + 1));
        put_bytes(inside(folder, "v.raw"),
                  QByteArray(reinterpret_cast<const char*>(upwards.data()), qsizetype(4 * upwards.size())));
        const PythonResult result =
            python(R"(
import sys, h5py, numpy as np
f = h5py.File(sys.argv[1], 'r')
d = f['VTKHDF/PointData/pressure']
a = np.fromfile(sys.argv[2], 'f4').reshape(18, 20, 33)
assert d.chunks == (16, 16, 16), d.chunks
assert f['Foldwave'].attrs['step'] == 120 and f['Foldwave'].attrs['time'] == 0.24
assert f['Foldwave'].attrs['error_bound'] == float(sys.argv[3])
print(np.abs(d[...].astype('f8') - a).max() <= float(sys.argv[3]))
)",
                   {folder.filePath("v.hdf"), folder.filePath("v.raw"), QString::number(bound)});
        QVERIFY2(result.ok && result.output.trimmed() == "True",
                 qPrintable(QString(codec.c_str()) + ": " + result.output));
      }
  }

  void we_read_those_of_h5py_data() {
    QTest::addColumn<QString>("how");
    QTest::addColumn<double>("bound");
    const auto row = [](const char* name, const char* how, double bound = 0.0) {
      QTest::newRow(name) << how << bound;
    };
    row("contiguous", "dict()");
    row("chunks", "dict(chunks=(5, 4, 7))");
    row("gzip", "dict(chunks=(5, 4, 7), compression='gzip')");
    row("shuffle, gzip, Fletcher",
        "dict(chunks=(5, 4, 7), compression='gzip', shuffle=True, fletcher32=True)");
    row("Fletcher, odd", "dict(chunks=(5, 3, 7), fletcher32=True)");
    row("lz4", "dict(chunks=(5, 4, 7), compression=32004)");
    row("lz4, small blocks", "dict(chunks=(5, 4, 7), compression=32004, compression_opts=(64,))");
    row("blosc", "dict(chunks=(5, 4, 7), compression=32001)");
    row("blosc zstd", "dict(chunks=(5, 4, 7), compression=32001, compression_opts=(0, 0, 0, 0, 5, 1, 5))");
    row("zfp accuracy",
        "dict(chunks=(5, 4, 7), compression=32013, compression_opts=(3, 0, 3539053052, 1062232653))", 1e-3);
    row("zfp rate", "dict(chunks=(5, 4, 7), compression=32013, compression_opts=(1, 0, 0, 1077936128))",
        5e-2);
    row("big-endian double", "dict(chunks=(5, 4, 7), dtype='>f8')");
    row("big-endian 16 bit", "dict(chunks=(5, 4, 7), dtype='>i2', shuffle=True)", 1.0);
    row("unsigned bytes", "dict(dtype='u1')", 1.0);
  }
  void we_read_those_of_h5py() {
    if (!python_has("h5py")) FOLDWAVE_NOT_HERE("python3-h5py");
    QFETCH(QString, how);
    QFETCH(double, bound);
    QTemporaryDir folder;
    const PythonResult result = python(R"(
import sys, h5py, numpy as np
f = h5py.File(sys.argv[1], 'w')
g = f.create_group('VTKHDF')
g.attrs['Version'] = [1, 0]
g.attrs.create('Type', b'ImageData', dtype=h5py.string_dtype('ascii', 9))
g.attrs['WholeExtent'] = [3, 14, 0, 9, 0, 7]
g.attrs['Origin'] = [100., 200., -300.]
g.attrs['Spacing'] = [2., 3., 4.]
k, j, i = np.mgrid[0:8, 0:10, 0:12]
how = )" + how + R"(
kind = how.pop('dtype', 'f4')
scale = 0.01 if kind in ('f4', '>f8') else 1
g.create_group('PointData').create_dataset('v', data=((i + 12 * (j + 10 * k)) * scale % 250).astype(kind), **how)
)",
                                       {folder.filePath("v.hdf")});
    QVERIFY2(result.ok, qPrintable(result.output));
    const VolumeFile file(inside(folder, "v.hdf"));
    QVERIFY(!file.index().ours);
    QCOMPARE(file.grid().n, (std::array<int, 3>{12, 10, 8}));
    QVERIFY(std::abs(file.grid().origin.x - 106.0) <= 1e-9);
    QVERIFY(std::abs(file.grid().origin.z - (300.0 - 7 * 4.0)) <= 1e-9);
    const Field<float> back = file.read_all();
    const double scale = how.contains("i2") || how.contains("u1") ? 1.0 : 0.01;
    double worst = 0.0;
    for (int k = 0; k < 8; ++k)
      for (int j = 0; j < 10; ++j)
        for (int i = 0; i < 12; ++i) {
          const double value = std::fmod((i + 12 * (j + 10 * (7 - k))) * scale, 250.0);
          worst = worst_of(worst, std::abs(back(i, j, k) - value));
        }
    QVERIFY2(worst <= bound + 1e-6, qPrintable(QString::number(worst)));
  }
};

}  // namespace test_hdf_readers

FOLDWAVE_TEST(test_hdf_readers, run_guiless<test_hdf_readers::TestHdfReaders>)
#include "test_hdf_readers.moc"
