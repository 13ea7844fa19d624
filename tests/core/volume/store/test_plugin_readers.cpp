// Protects that other programs read and write our codecs through the plugin: h5py, Debian's VTK and h5repack,
// in every codec of ours, with values within the bound, and that we read what they wrote; and that the plugin
// is installed where both of Debian's flavours of HDF5 look for it.
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "store_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_plugin_readers {

using namespace foldwave;
using namespace foldwave::test;

namespace {

const std::array<int, 3> size_of_all{33, 20, 18};

PythonResult h5repack(const QStringList& arguments) {
  QProcess process;
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start("h5repack", arguments);
  if (!process.waitForFinished(60000)) return {};
  return {process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
          QString::fromUtf8(process.readAll())};
}

double error_of(const std::filesystem::path& file, const std::vector<float>& values) {
  return largest_error(VolumeFile(file).read_all().values(), values);
}

// The two words of a bound, as a list behind a comma.
QString words_of(double bound) {
  const auto bits = std::bit_cast<std::uint64_t>(bound);
  return QString(",%1,%2").arg(bits & 0xFFFFFFFFU).arg(bits >> 32U);
}

}  // namespace

class TestPluginReaders : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const char* name) const { return folder_.filePath(name); }

 private slots:
  void initTestCase() {
    qputenv("HDF5_PLUGIN_PATH",
            QFileInfo(FOLDWAVE_PLUGIN).absolutePath().toUtf8() + ":" FOLDWAVE_STOCK_PLUGINS);
  }

  void h5py_reads_ours() {
    if (!python_has("h5py")) FOLDWAVE_NOT_HERE("python3-h5py");
    const std::vector<float> values = wave_values(size_of_all);
    std::vector<float> upwards;
    for (int k = 17; k >= 0; --k)
      upwards.insert(upwards.end(), values.begin() + 660 * k, values.begin() + 660 * (k + 1));
    put_bytes(inside(folder_, "v.raw"),
              QByteArray(reinterpret_cast<const char*>(upwards.data()), qsizetype(4 * upwards.size())));
    QStringList files;
    for (const std::string& codec : own_codecs())
      for (const double bound : {0.0, 1e-3}) {
        const QString name = QString("%1+%2.hdf").arg(codec.c_str()).arg(bound);
        write_volume(inside(folder_, qPrintable(name)), values, facts_of(size_of_all, codec, bound), 16);
        files += folder_.filePath(name);
      }
    const PythonResult result = python(R"(
import os, sys, h5py, numpy as np
a = np.fromfile(sys.argv[1], 'f4').reshape(18, 20, 33)
for file in sys.argv[2:]:
    codec, bound = os.path.basename(file)[:-4].split('+')
    f = h5py.File(file, 'r')
    d = f['VTKHDF/PointData/pressure']
    assert f['Foldwave'].attrs['codec'] == codec.encode(), f['Foldwave'].attrs['codec']
    assert str(479) in d._filters, d._filters
    worst = np.abs(d[...].astype('f8') - a).max()
    assert worst <= float(bound), (file, worst)
print(len(sys.argv[2:]))
)",
                                       QStringList{at("v.raw")} + files);
    QVERIFY2(result.ok && result.output.trimmed() == QString::number(2 * own_codecs().size()),
             qPrintable(result.output));
  }

  void vtk_reads_ours() {
    if (!python_has("vtk")) FOLDWAVE_NOT_HERE("python3-vtk9");
    QStringList files;
    for (const std::string& codec : own_codecs())
      for (const std::array<int, 3>& n : {size_of_all, std::array{33, 1, 18}}) {
        const QString name = QString("%1+%2.hdf").arg(codec.c_str()).arg(n[1]);
        write_volume(inside(folder_, qPrintable(name)), node_values(n), facts_of(n, codec, 0.25), 16);
        files += folder_.filePath(name);
      }
    // The value tells its node, so that a wrong place is a wrong value.
    const PythonResult result = python(R"(
import sys, vtk
for file in sys.argv[1:]:
    reader = vtk.vtkHDFReader()
    reader.SetFileName(file)
    reader.Update()
    image = reader.GetOutput()
    values = image.GetPointData().GetArray('pressure')
    nx, ny, nz = image.GetDimensions()
    assert image.GetNumberOfPoints() == nx * ny * nz > 100, file
    for p in range(image.GetNumberOfPoints()):
        i, j, k = p % nx, p // nx % ny, p // (nx * ny)
        wanted = 1 + i + (200 * j if ny > 2 else 0) + 40000 * (nz - 1 - k)
        assert abs(values.GetTuple1(p) - wanted) <= 0.25, (file, p)
print(len(sys.argv[1:]))
)",
                                       files);
    QVERIFY2(result.ok && result.output.trimmed() == QString::number(2 * own_codecs().size()),
             qPrintable(result.output));
  }

  // As the packages lay it out: each of Debian's two flavours finds it, alone, and it brings nobody along.
  void both_flavours_find_what_is_installed() {
    QProcess install;
    install.start("cmake", {"-DCMAKE_INSTALL_PREFIX=" + at("prefix"), "-P", FOLDWAVE_PLUGIN_INSTALL});
    QVERIFY(install.waitForFinished(60000));
    QCOMPARE(install.exitCode(), 0);
    const PythonResult result = python(R"(
import glob, os, subprocess, sys
plugins = sorted(glob.glob(sys.argv[1] + '/lib/*/hdf5/*/plugins/libh5z-foldwave.so'))
assert [p.split('/')[-3] for p in plugins] == ['openmpi', 'serial'], plugins
needed = subprocess.run(['ldd', plugins[0]], capture_output=True, text=True, check=True).stdout
assert not [word for word in ('Qt', 'vtk', 'cuda', 'hdf5', 'mpi', 'not found') if word in needed], needed
asks = ('import ctypes, sys; hdf5 = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL); '
        'print(hdf5.H5open(), hdf5.H5Zfilter_avail(479), hdf5.H5Zfilter_avail(478))')
for plugin in plugins:
    flavour = plugin.split('/')[-3]
    os.environ['HDF5_PLUGIN_PATH'] = os.path.dirname(plugin)
    told = subprocess.run([sys.executable, '-c', asks, f'libhdf5_{flavour}.so.103'], capture_output=True, text=True)
    assert told.stdout.split() == ['0', '1', '0'], (flavour, told.stdout, told.stderr)
print('both')
)",
                                       {at("prefix")});
    QVERIFY2(result.ok && result.output.trimmed() == "both", qPrintable(result.output));
  }

  void h5repack_reads_and_writes_ours() {
    if (QStandardPaths::findExecutable("h5repack").isEmpty()) FOLDWAVE_NOT_HERE("hdf5-tools");
    const std::vector<float> values = wave_values(size_of_all);
    for (const std::string& codec : codecs_of_each_kind()) {
      if (!is_own_codec(codec)) continue;
      write_volume(inside(folder_, "v.hdf"), values, facts_of(size_of_all, codec, 1e-3), 16);
      const double packed = error_of(inside(folder_, "v.hdf"), values);
      QVERIFY(packed > 0.0 && packed <= 1e-3);
      // Into a codec of everybody's: nothing is lost, and the sums that the store kept are of other bytes.
      QFile::remove(at("gzip.hdf"));
      PythonResult result = h5repack({"-f", "VTKHDF/PointData/pressure:GZIP=1", at("v.hdf"), at("gzip.hdf")});
      QVERIFY2(result.ok, qPrintable(result.output));
      QCOMPARE(VolumeFile(inside(folder_, "gzip.hdf")).index().filters.at(0).id, 1);
      QCOMPARE(error_of(inside(folder_, "gzip.hdf"), values), packed);
      // And into ours, lossless and, of wave, with a bound.
      write_volume(inside(folder_, "plain.hdf"), values, facts_of(size_of_all, "none"), 16);
      for (const double bound : {0.0, 1e-3}) {
        const QString asked = QString("UD=479,0,%1,%2%3")
                                  .arg(bound > 0.0 ? 3 : 1)
                                  .arg(number_of_codec(codec))
                                  .arg(bound > 0.0 ? words_of(bound) : QString());
        QFile::remove(at("own.hdf"));
        result = h5repack({"-f", "VTKHDF/PointData/pressure:" + asked, at("plain.hdf"), at("own.hdf")});
        QVERIFY2(result.ok, qPrintable(result.output));
        const VolumeFile own(inside(folder_, "own.hdf"));
        QCOMPARE(own.index().facts.codec, codec);
        QCOMPARE(own.index().filters.at(0).values, own_parameters(codec, {{16, 16, 16}}, {bound}));
        const double worst = error_of(inside(folder_, "own.hdf"), values);
        QVERIFY2(worst <= bound, qPrintable(QString("%1: %2").arg(codec.c_str()).arg(worst)));
      }
    }
  }

  void we_read_what_h5py_packs() {
    if (!python_has("h5py")) FOLDWAVE_NOT_HERE("python3-h5py");
    QStringList numbers;
    for (const std::string& codec : own_codecs())
      numbers += QString::number(number_of_codec(codec));
    const PythonResult result = python(R"(
import sys, h5py, numpy as np
k, j, i = np.mgrid[0:8, 0:10, 0:12]
v = (i + 12 * (j + 10 * k)).astype('f4')
# No floats of 4 bytes: the filter is left out, and nothing is lost.
w = v.astype('f8') + 1e-12
for number in sys.argv[2:]:
    f = h5py.File(sys.argv[1] + '/h' + number + '.hdf', 'w')
    g = f.create_group('VTKHDF')
    g.attrs['Version'] = [1, 0]
    g.attrs.create('Type', b'ImageData', dtype=h5py.string_dtype('ascii', 9))
    g.attrs['WholeExtent'] = [0, 11, 0, 9, 0, 7]
    g.attrs['Origin'] = [0., 0., 0.]
    g.attrs['Spacing'] = [2., 3., 4.]
    p = g.create_group('PointData')
    p.create_dataset('v', data=v, chunks=(5, 4, 7), compression=479, compression_opts=(int(number),))
    d = p.create_dataset('doubles', data=w, chunks=(5, 4, 7), compression=479)
    f.flush()
    assert (d[...] == w).all() and d.id.get_storage_size() >= 8 * v.size, number
)",
                                       QStringList{folder_.path()} + numbers);
    QVERIFY2(result.ok, qPrintable(result.output));
    for (const std::string& codec : own_codecs()) {
      const VolumeFile file(inside(folder_, qPrintable(QString("h%1.hdf").arg(number_of_codec(codec)))), "v");
      QCOMPARE(file.index().facts.codec, codec);
      const Field<float> back = file.read_all();
      for (int k = 0; k < 8; ++k)
        for (int j = 0; j < 10; ++j)
          for (int i = 0; i < 12; ++i)
            QCOMPARE(back(i, j, 7 - k), float(i + 12 * (j + 10 * k)));
    }
  }

  // Without the plugin a reader says that it is missing, and does not crash or read nonsense.
  void a_missing_plugin_is_said() {
    if (!python_has("h5py")) FOLDWAVE_NOT_HERE("python3-h5py");
    write_volume(inside(folder_, "v.hdf"), wave_values(size_of_all), facts_of(size_of_all, "wave", 1e-3), 16);
    const QByteArray path = qgetenv("HDF5_PLUGIN_PATH");
    qputenv("HDF5_PLUGIN_PATH", FOLDWAVE_STOCK_PLUGINS);
    const PythonResult result =
        python("import sys, h5py; h5py.File(sys.argv[1])['VTKHDF/PointData/pressure'][...]", {at("v.hdf")});
    qputenv("HDF5_PLUGIN_PATH", path);
    QVERIFY2(!result.ok && result.output.contains("OSError") && result.output.contains("filter"),
             qPrintable(result.output));
  }
};

}  // namespace test_plugin_readers

FOLDWAVE_TEST(test_plugin_readers, run_guiless<test_plugin_readers::TestPluginReaders>)
#include "test_plugin_readers.moc"
