// Protects "Open in ParaView": the exported script finds its files where ParaView does not say where the
// script lies (5.11 runs it as text), after the folder was moved where it is said, and whatever is in names.
// A stand-in takes ParaView's place everywhere; ParaView's own Python and window run the script where they
// are installed.
#include <fstream>

#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/formats/read_file.hpp"
#include "core/model/scenario_json.hpp"
#include "core/output/export_set.hpp"
#include "core/output/paraview_script.hpp"
#include "core/volume/store/volume_writer.hpp"
#include "tests/test_program.hpp"

namespace test_paraview_script {

using namespace foldwave;
namespace fs = std::filesystem;

namespace {

constexpr const char* odd_folder = "it's \"a\" fold, %FILE% {0}; #\n\xc3\xbc $HOME";
constexpr const char* odd_name = "an 'odd' name & <more> %ARRAY%, \xc3\xbc";

// Put behind the script: writes to OUT which files were opened, and what ParaView's readers say of them.
constexpr const char* report = R"(
import json, paraview
told = {'opened': [], 'times': 0, 'bounds': []}
for source in GetSources().values():
    names = getattr(source, 'FileName', None)
    if names is None:
        continue
    told['opened'] += [names] if isinstance(names, str) else list(names)
    if not hasattr(paraview, 'stand_in'):
        told['times'] = max(told['times'], len(getattr(source, 'TimestepValues', None) or []))
        told['bounds'].append(list(source.GetDataInformation().GetBounds()))
with open(OUT, 'w') as out:
    json.dump(told, out)
)";

// Not by Qt, which knows no names but UTF-8.
void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  QVERIFY(out << text << std::flush);
}

QStringList in(const fs::path& folder, const QStringList& names) {
  QStringList files;
  for (const QString& name : names)
    files << QString::fromStdString(folder.string()) + "/" + name;
  files.sort();
  return files;
}

}  // namespace

class TestParaviewScript : public QObject {
  Q_OBJECT

  QTemporaryDir scratch_;

  fs::path at(const char* name) const { return fs::path(scratch_.path().toStdString()) / name; }
  std::string reporting() const { return "\nOUT = '" + at("told.json").string() + "'\n" + report; }

  // What the script opened, or the reason why it did not.
  struct Run {
    QStringList opened;
    int times = 0;
    QList<QList<double>> bounds;
    QString said;
  };
  Run run(const QString& program, const QStringList& arguments, const fs::path& from = "/") const {
    fs::remove(at("told.json"));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // Debian's VTK for Python is no part of ParaView's.
    environment.remove("PYTHONPATH");
    if (program == "python3")
      environment.insert("PYTHONPATH", FOLDWAVE_SOURCE_DIR "/tests/core/output/paraview_stand_in");
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    environment.insert("XDG_CONFIG_HOME", QString::fromStdString(at("config").string()));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(QString::fromStdString(from.string()));
    process.start(program, arguments);
    if (!process.waitForFinished(400'000)) process.kill();

    Run run;
    run.said = QString::fromUtf8(process.readAll());
    QFile file(QString::fromStdString(at("told.json").string()));
    if (!file.open(QIODevice::ReadOnly)) return run;
    const QJsonObject told = QJsonDocument::fromJson(file.readAll()).object();
    for (const QJsonValue& name : told["opened"].toArray())
      run.opened << name.toString();
    run.opened.sort();
    run.times = told["times"].toInt();
    for (const QJsonValue& box : told["bounds"].toArray()) {
      run.bounds.emplace_back();
      for (const QJsonValue& v : box.toArray())
        run.bounds.back() << v.toDouble();
    }
    return run;
  }

  // As ParaView's window does it: the text, without __file__, from wherever the program was started.
  Run run_as_text(const QString& python, const fs::path& script) const {
    write(at("text.py"),
          "import sys\ntext = open(sys.argv[1]).read() + open(sys.argv[2]).read()\n"
          "exec(compile(text, '<string>', 'exec'), {})\n");
    write(at("report.py"), reporting());
    return run(python,
               {"-B", QString::fromStdString(at("text.py").string()), QString::fromStdString(script.string()),
                QString::fromStdString(at("report.py").string())});
  }

  // Settings in which ParaView has shown its welcome: that waits for a click while the script runs.
  void welcome_is_over(const QString& paraview) const {
    QProcess process;
    process.start(paraview, {"--version"});
    QVERIFY(process.waitForFinished(100'000));
    const std::string version =
        QString::fromUtf8(process.readAll()).split(' ').last().trimmed().toStdString();
    fs::create_directories(at("config") / "ParaView");
    write(at("config") / "ParaView" / ("ParaView" + version + ".ini"),
          "[General]\nGeneralSettings.ShowWelcomeDialog=false\n");
  }

  // As `pvpython SCRIPT` does it.
  Run run_as_file(const fs::path& script) const {
    const fs::path longer = script.parent_path() / "longer.py";
    write(longer, read_whole_file(script, most_bytes::small) + reporting());
    return run("python3", {QString::fromStdString(longer.string())});
  }

 private slots:
  void cleanupTestCase() { fs::remove_all(at("names")); }

  void namesAreWhatTheyWere_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("opens");
    for (const char* const name : {"plain", odd_folder, "'", "a'b", "'''", "\"\"\"", "tab\tend\r\n",
                                   "\x01\x7f", "100 %", "\xe2\x80\xa8line"})
      QTest::addRow("%s", name) << QByteArray(name) << true;
    // What ParaView itself cannot open is refused with the reason.
    for (const char* const name : {"\\", "a\\'", "\\n", "\xe4\xff no UTF-8"})
      QTest::addRow("%s", name) << QByteArray(name) << false;
  }
  void namesAreWhatTheyWere() {
    QFETCH(QByteArray, name);
    QFETCH(bool, opens);
    const fs::path folder = at("names") / name.toStdString();
    fs::create_directories(folder);
    ParaViewScene scene;
    scene.folder = folder;
    scene.velocity = name.toStdString() + ".vti";
    scene.surfaces = {{name.toStdString() + ".vtp", {255, 0, 0}}};
    for (const std::string& file : {scene.velocity, scene.surfaces.front().file})
      write(folder / file, "");
    write(at("names.py"), paraview_script(scene));
    const Run shown = run_as_text("python3", at("names.py"));
    if (opens)
      QVERIFY2(shown.opened == in(folder, {name + ".vti", name + ".vtp"}), qPrintable(shown.said));
    else
      QVERIFY2(
          shown.opened.isEmpty() && shown.said.contains("ValueError") && shown.said.contains("rename it"),
          qPrintable(shown.said));
  }

  void filesAreFoundWithAndWithoutTheScriptsPlace() {
    const fs::path folder = at(odd_folder), moved = at("moved"), macros = at("macros");
    fs::create_directories(folder);
    fs::create_directories(macros);
    const QStringList names{"v.vti", "s.vtp", "w.pvd"};
    for (const QString& name : names)
      write(folder / name.toStdString(), "");
    const ParaViewScene scene{folder, "v.vti", "", {{"s.vtp", {1, 2, 3}}}, "w.pvd", 2.0};
    write(folder / "x.py", paraview_script(scene));

    const Run as_text = run_as_text("python3", folder / "x.py");
    QVERIFY2(as_text.opened == in(folder, names), qPrintable(as_text.said));
    // A copy, as of a macro, has its files where they were written.
    fs::copy_file(folder / "x.py", macros / "x.py");
    QCOMPARE(run_as_file(macros / "x.py").opened, in(folder, names));

    fs::rename(folder, moved);
    const Run as_file = run_as_file(moved / "x.py");
    QVERIFY2(as_file.opened == in(moved, names), qPrintable(as_file.said));
    const Run lost = run_as_text("python3", moved / "x.py");
    QVERIFY(lost.opened.isEmpty());
    for (const char* const word : {"FileNotFoundError", "v.vti, s.vtp, w.pvd: not in", "pvpython"})
      QVERIFY2(lost.said.contains(word), qPrintable(lost.said));
    // The moved folder goes before the old one, if that is there again.
    fs::copy(moved, folder);
    QCOMPARE(run_as_file(moved / "x.py").opened, in(moved, names));
  }

  void aRelativeFolderIsWrittenInFull() {
    ParaViewScene scene;
    scene.folder = "some/../where";
    const std::string whole = (fs::current_path() / "where").string();
    QVERIFY(paraview_script(scene).find("written_to = '" + whole + "'") != std::string::npos);
  }

  void paraviewItselfShowsTheExport_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("hdf");
    QTest::newRow("its Python") << "pvpython" << false;
    QTest::newRow("its Python, .hdf") << "pvpython" << true;
    QTest::newRow("its window") << "paraview" << false;
  }
  void paraviewItselfShowsTheExport() {
#ifndef FOLDWAVE_HAS_VTK
    QSKIP("this build has no VTK: it writes nothing that ParaView could open");
#endif
    QFETCH(QString, program);
    QFETCH(bool, hdf);
    if (hdf && !has_volume_store()) FOLDWAVE_NOT_HERE("HDF5");
    const QString found = QStandardPaths::findExecutable(program);
    if (found.isEmpty()) QSKIP(qPrintable(program + " is not installed: ParaView itself was not tried"));
    const bool window = program == "paraview";
    if (window && qEnvironmentVariableIsEmpty("DISPLAY"))
      QSKIP("no display: ParaView's window was not tried");

    Scenario scenario = load_scenario(FOLDWAVE_SOURCE_DIR "/resources/scenarios/antiform.json");
    const Vec3 e = scenario.grid.extent();
    scenario.grid.n = {25, 25, 25};
    scenario.grid.h = {e.x / 24, e.y / 24, e.z / 24};
    const FoldResult fold = run_fold(scenario, *cpu_backend(), {});
    const Field<float> pressure(scenario.grid.n);
    const fs::path folder = at("paraview") / (window ? "window" : hdf ? "hdf" : "python") / odd_folder;
    const char* const suffix = hdf ? ".hdf" : ".vti";
    const ExportChoice choice{folder, odd_name, {{"velocity", suffix}, {"layer-top", ".vtp"}},
                              true,   true,     suffix};
    write_export(choice,
                 {scenario, fold, scenario, nullptr, {{0, 0.0, &pressure}, {40, 0.1, &pressure}}, 3.0}, {});
    QStringList names{odd_name + QString("-velocity") + suffix,
                      odd_name + QString(hdf ? "-snapshots.hdf.series" : "-snapshots.pvd")};
    names << QDir(QString::fromStdString(folder.string())).entryList({"*.vtp"}, QDir::Files);
    QVERIFY(names.size() > 3);

    Run shown;
    const fs::path script = folder / paraview_script_name(choice);
    if (window) {
      // As the button starts it.
      welcome_is_over(found);
      write(script, read_whole_file(script, most_bytes::small) + reporting() + "os._exit(0)\n");
      shown = run(found, {"--script=" + QString::fromStdString(script.filename().string())}, folder);
    } else {
      shown = run_as_text(found, script);
    }
    QVERIFY2(shown.opened == in(folder, names), qPrintable(shown.said));
    QCOMPARE(shown.times, 2);
    // Elevation is up: nothing above the model's top, and the volume and the wave fill the box.
    int whole = 0;
    for (const QList<double>& box : shown.bounds) {
      QVERIFY(box.size() == 6 && box[4] < box[5] && box[5] <= 1e-3 - scenario.grid.origin.z);
      whole += std::abs(box[1] - box[0] - e.x) < 1e-3 && std::abs(box[5] - box[4] - e.z) < 1e-3;
    }
    QCOMPARE(whole, 2);
  }
};

}  // namespace test_paraview_script

FOLDWAVE_TEST(test_paraview_script, run_guiless<test_paraview_script::TestParaviewScript>)
#include "test_paraview_script.moc"
