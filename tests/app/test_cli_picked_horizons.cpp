// Protects a run on horizons picked in a real survey: folded, sounded, and read back by VTK's own Python
// readers in exact map coordinates, elevation up, with T of the right sign everywhere. Skips without the
// data.
#include <QtTest>

#include "tests/app/cli_test_help.hpp"

using namespace foldwave::test;

namespace {

// Reads a run's folder and the picks; prints the root-mean-square distance between picks and horizon.
const char* const reader_script = R"(
import glob, math, sys
import numpy as np
from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLPolyDataReader
from vtkmodules.util.numpy_support import vtk_to_numpy
out, picks_file, top = sys.argv[1], sys.argv[2], float(sys.argv[3])

def read(reader, name):
    reader.SetFileName(name)
    reader.Update()
    assert reader.GetErrorCode() == 0, name
    return reader.GetOutput()

def image(name):
    return read(vtkXMLImageDataReader(), name)

def surface(name):
    return read(vtkXMLPolyDataReader(), name)

n, h = (64, 96, 48), (57.0, 57.0, 25.0)
origin = (548870.25, 7816600.5)
deepest = top + (n[2] - 1) * h[2]
box = (origin[0], origin[0] + 63 * 57.0, origin[1], origin[1] + 95 * 57.0, -deepest, -top)

def values(data, array):
    return vtk_to_numpy(data.GetPointData().GetArray(array)).reshape(n[2], n[1], n[0])

arrival = image(out + "/fold/arrival.vti")
assert arrival.GetDimensions() == n, arrival.GetDimensions()
assert arrival.GetSpacing() == h, arrival.GetSpacing()
assert arrival.GetBounds() == box, (arrival.GetBounds(), box)
T, depth = values(arrival, "T"), values(arrival, "depth")
assert np.isfinite(T).all()
elevation = -deepest + h[2] * np.arange(n[2])
assert np.array_equal(depth, np.broadcast_to(-elevation[:, None, None].astype(np.float32), depth.shape))

horizon = surface(out + "/fold/horizon.vtp")
points = vtk_to_numpy(horizon.GetPoints().GetData())
assert points.dtype == np.float64 and len(points) == n[0] * n[1]
assert horizon.GetBounds()[:4] == box[:4], horizon.GetBounds()
assert np.array_equal(vtk_to_numpy(horizon.GetPointData().GetArray("depth")), -points[:, 2])
z = points[:, 2].reshape(n[1], n[0])
assert -deepest < z.min() < z.max() < -top

# Upright and of the right sign: positive above the horizon, negative below, growing all the way up.
clear = np.abs(elevation[:, None, None] - z[None]) > 2.0
above = elevation[:, None, None] > z[None]
assert (T[clear & above] > 0).all() and (T[clear & ~above] < 0).all()
assert (np.diff(T, axis=0) > 0).all()

# Layers and velocities follow T.
layer, velocity = values(image(out + "/fold/layers.vti"), "layer"), values(image(out + "/fold/velocity.vti"), "velocity")
assert set(np.unique(layer)) == {0, 1, 2, 3}
assert (layer[T > 1.0] <= 1).all() and (layer[T < -1.0] >= 2).all()
assert np.array_equal(velocity, np.array([2500, 2800, 3200, 3600], np.float32)[layer])

tops = sorted(glob.glob(out + "/fold/layers/*.vtp"))
assert [t.rsplit("/", 1)[1] for t in tops] == ["1-top-of-b.vtp", "2-top-of-c.vtp", "3-top-of-d.vtp"], tops
means = []
for name in tops:
    data = surface(name)
    bounds = data.GetBounds()
    assert all(bounds[i] >= box[i] - 1e-6 for i in (0, 2, 4)) and all(bounds[i] <= box[i] + 1e-6 for i in (1, 3, 5)), (name, bounds)
    assert data.GetNumberOfPolys() > 1000, name
    means.append(vtk_to_numpy(data.GetPoints().GetData())[:, 2].mean())
assert means[0] > means[1] > means[2], means
# The surface T = 0 is the drawn horizon.
assert abs(means[1] - z.mean()) < 3.0, (means[1], z.mean())

frames = sorted(glob.glob(out + "/wave/snapshots/*.vti"))
assert len(frames) >= 5
largest = 0.0
for name in frames:
    data = image(name)
    assert data.GetBounds() == box, name
    p = values(data, "pressure")
    assert np.isfinite(p).all(), name
    largest = max(largest, float(np.abs(p).max()))
assert largest > 0.0

picks = np.loadtxt(picks_file)
u, v = (picks[:, 0] - origin[0]) / h[0], (picks[:, 1] - origin[1]) / h[1]
i, j = np.clip(u.astype(int), 0, n[0] - 2), np.clip(v.astype(int), 0, n[1] - 2)
a, b = u - i, v - j
fit = z[j, i] * (1 - a) * (1 - b) + z[j, i + 1] * a * (1 - b) + z[j + 1, i] * (1 - a) * b + z[j + 1, i + 1] * a * b
print(math.sqrt(((fit - picks[:, 2]) ** 2).mean()))
)";

}  // namespace

class TestCliPickedHorizons : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

 private slots:
  void survey_data() {
    QTest::addColumn<QString>("picks");
    QTest::addColumn<double>("top");
    QTest::addRow("upper") << "claudius-upper.xyz" << 8250.0;
    QTest::addRow("lower") << "claudius-lower.xyz" << 8990.0;
  }
  void survey() {
    QFETCH(QString, picks);
    QFETCH(double, top);
    const QString data = qEnvironmentVariable("FOLDWAVE_SHARED_DATA", FOLDWAVE_SOURCE_DIR "/../shared/data");
    const QString file = QFileInfo(QDir(data).filePath(picks)).absoluteFilePath();
    if (!QFile::exists(file))
      QSKIP(qPrintable(picks + " is not there: set FOLDWAVE_SHARED_DATA to its folder"));

    const auto quoted = [](const QString& text) {
      return QJsonDocument(QJsonArray{text}).toJson().trimmed().mid(1).chopped(1).trimmed();
    };
    const QByteArray origin = QString("[548870.25, 7816600.5, %1]").arg(top).toUtf8();
    const QByteArray horizon = R"({"type": "xyz", "z": "elevation", "file": )" + quoted(file) + "}";
    const QByteArray source = QString(R"([{"position": [550650, 7819300, %1]}])").arg(top + 200.0).toUtf8();
    const QByteArray line =
        QString(
            R"([{"type": "line", "from": [549000, 7819300, %1], "to": [552300, 7819300, %1], "count": 60}])")
            .arg(top + 50.0)
            .toUtf8();
    ScenarioFile()
        .set("/grid", R"({"nodes": [64, 96, 48], "spacing": [57, 57, 25]})")
        .set("/grid/origin", origin.constData())
        .set("/events/0/horizon", horizon.constData())
        .set("/events/0/fold", R"({"lambda": 0.3})")
        .set("/layers", R"({"horizon_is_top_of": 2, "list": [
             {"name": "A", "velocity": 2500, "color": "#e8c46a"},
             {"name": "B", "thickness": 150, "velocity": 2800, "color": "#b5651d"},
             {"name": "C", "thickness": 180, "velocity": 3200, "color": "#7a9e7e"},
             {"name": "D", "velocity": 3600, "color": "#3f6b7f"}]})")
        .set("/survey/wavelet/frequency", "4")
        .set("/survey/sources", source.constData())
        .set("/survey/receivers", line.constData())
        .set("/propagation/duration", "0.7")
        .set("/propagation/pad_cells", "12")
        .set("/outputs", R"({"snapshots": {"interval": 0.1}, "pictures": true})")
        .write(at("scenario.json"));
    const QString keep = qEnvironmentVariable("FOLDWAVE_KEEP_RUNS");
    const QString out = keep.isEmpty() ? at(picks) : QDir(keep).filePath(picks);
    const Outcome run = cli({"run", at("scenario.json"), "--out", out});
    QVERIFY2(run.exit == 0, run.err.constData());

    // The report tells how far the smooth surface is from the picks.
    const QJsonArray stages = json_of(out + "/report.json")["stages"].toArray();
    QCOMPARE(stages.size(), 2);
    QCOMPARE(stages[0]["unreached_nodes"].toInt(-1), 0);
    const QString misfit = strings(stages[0]["warnings"]).filter("misses the picks").value(0);
    const QRegularExpressionMatch told = QRegularExpression("by ([0-9.]+) m").match(misfit);
    QVERIFY2(told.hasMatch(), qPrintable(misfit));
    qInfo("%s", qPrintable(misfit));

    if (!python_has("numpy, vtkmodules.vtkIOXML"))
      QSKIP("VTK's Python readers are not installed (python3-vtk9)");
    const PythonResult read = python(reader_script, {out, file, QString::number(top)});
    QVERIFY2(read.ok, read.output.constData());
    const double found = read.output.trimmed().toDouble();
    qInfo("root-mean-square distance of the picks from horizon.vtp: %.3g m", found);
    QVERIFY(found < 12.0);
    // The written surface is sampled at the nodes, so it may be a little further off.
    QVERIFY2(std::abs(found - told.captured(1).toDouble()) < 1.0 + 0.3 * found, read.output.constData());
  }
};

QTEST_GUILESS_MAIN(TestCliPickedHorizons)
#include "test_cli_picked_horizons.moc"
