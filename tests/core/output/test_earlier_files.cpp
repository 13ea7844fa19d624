// Protects a folder that is written into again: what an earlier run or export of another model left there is
// replaced or removed, by its own list of it, and told; nothing else that lies there is ever touched.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>

#include "core/engine/backend.hpp"
#include "core/engine/pipeline.hpp"
#include "core/formats/read_file.hpp"
#include "core/output/earlier_files.hpp"
#include "core/output/export_set.hpp"
#include "core/output/run_folder.hpp"
#include "tests/test_program.hpp"

namespace test_earlier_files {

using namespace foldwave;

namespace {

using Names = std::vector<std::string>;

#ifdef FOLDWAVE_HAS_VTK
Scenario flat() {
  Scenario s;
  s.grid.n = {7, 7, 7};
  s.grid.h = {10.0, 10.0, 10.0};
  s.events.resize(1);
  s.events.front().horizon = PlaneHorizon{{0.0, 0.0, 25.0}, 0.0, 90.0, {}};
  s.stack.layers = {{"shale", 0, 2000}, {"marl", 10, 2500}, {"sand", 0, 3000}};
  s.survey.sources.resize(1);
  s.survey.sources[0].position = {30.0, 30.0, 20.0};
  return s;
}
#endif

}  // namespace

class TestEarlierFiles : public QObject {
  Q_OBJECT

  QTemporaryDir top_;
  std::filesystem::path folder_;

  void write(const std::string& name, const std::string& content = "of somebody else") const {
    const auto file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    QFile out(QString::fromStdString(file.string()));
    if (!out.open(QIODevice::WriteOnly) || out.write(content.c_str()) < 0) qFatal("not written");
  }
  Names there() const {
    Names names;
    const QString root = QString::fromStdString(folder_.string());
    for (QDirIterator it(root, QDir::Files | QDir::System | QDir::Hidden, QDirIterator::Subdirectories);
         it.hasNext();)
      names.push_back(QDir(root).relativeFilePath(it.next()).toStdString());
    std::sort(names.begin(), names.end());
    return names;
  }
  static Names sorted(Names names) {
    std::sort(names.begin(), names.end());
    return names;
  }

 private slots:
  void init() {
    static int number = 0;
    folder_ = top_.filePath(QString("f%1").arg(number++)).toStdString();
  }

  void a_run_leaves_none_of_an_earlier_run() {
    {
      RunFolder run(folder_);
      for (const char* const name : {"fold/layers/1-top-of-marl.vtp", "fold/velocity.vti",
                                     "wave/snapshots.pvd", "wave/snapshots/step_000000.vti"})
        write(std::filesystem::relative(run.add_output(name), folder_).string(), "old");
      QVERIFY(run.finish({}).empty());
    }
    write("fold/layers/notes.txt");
    write("mine.vtp");
    RunFolder run(folder_);
    run.add_output("fold/velocity.vti");
    write("fold/velocity.vti", "new");
    // The report of a run that ends here knows of what is still to be removed, so the next one can.
    run.write_report({});
    QCOMPARE(sorted(files_of_run(folder_)), (Names{"fold/layers/1-top-of-marl.vtp", "fold/velocity.vti",
                                                   "wave/snapshots.pvd", "wave/snapshots/step_000000.vti"}));
    const Names removed = run.finish({});
    QCOMPARE(sorted(removed), (Names{"fold/layers/1-top-of-marl.vtp", "wave/snapshots.pvd",
                                     "wave/snapshots/step_000000.vti"}));
    QCOMPARE(there(), (Names{"fold/layers/notes.txt", "fold/velocity.vti", "mine.vtp", "report.json"}));
    QVERIFY(!std::filesystem::exists(folder_ / "wave"));  // empty now
    QCOMPARE(read_whole_file(folder_ / "fold/velocity.vti", most_bytes::small), std::string("new"));
    QCOMPARE(files_of_run(folder_), (Names{"fold/velocity.vti"}));
    QCOMPARE(removed_text({"a", "b"}, "an earlier run"),
             std::string("2 files of an earlier run are removed: a, b"));
  }

  // One that was stopped before its fold has nothing to put in their place.
  void a_run_that_wrote_nothing_takes_nothing_away() {
    {
      RunFolder run(folder_);
      run.add_output("fold/velocity.vti");
      write("fold/velocity.vti", "old");
      run.finish({});
    }
    RunFolder run(folder_);
    QVERIFY(run.finish({}).empty());
    QCOMPARE(there(), (Names{"fold/velocity.vti", "report.json"}));
    QCOMPARE(files_of_run(folder_), (Names{"fold/velocity.vti"}));
  }

  void a_list_that_leads_elsewhere_is_not_followed() {
    write("../outside.txt");
    write("sub/kept.txt");
    write("linked/aim.txt");
    std::filesystem::create_symlink(folder_ / "linked/aim.txt", folder_ / "link.txt");
    std::filesystem::create_directory_symlink(folder_.parent_path(), folder_ / "up");
    const std::string outside = (folder_.parent_path() / "outside.txt").string();
    const Names hostile{
        "../outside.txt", outside, "sub/../../outside.txt", "up/outside.txt", "link.txt", "sub", ".", "",
        "missing.txt"};
    QVERIFY(files_there(folder_, hostile).empty());
    QVERIFY(remove_files(folder_, hostile).empty());
    QVERIFY(std::filesystem::exists(outside) && std::filesystem::exists(folder_ / "sub/kept.txt"));
    QVERIFY(std::filesystem::exists(folder_ / "linked/aim.txt"));
    for (const char* const report : {"", "{", "[1]", R"({"format": "else", "outputs": ["sub/kept.txt"]})",
                                     R"({"format": "foldwave-report", "outputs": "sub/kept.txt"})"}) {
      write("report.json", report);
      QVERIFY2(files_of_run(folder_).empty(), report);
    }
  }

#ifdef FOLDWAVE_HAS_VTK
  void an_export_leaves_none_of_another_model() {
    const Scenario a = flat();
    const FoldResult fold = run_fold(a, *cpu_backend(), {});
    const Field<float> pressure(a.grid.n);
    const ExportSource first{a, fold, a, nullptr, {{10, 0.1, &pressure}, {20, 0.2, &pressure}}, 1.0};
    const ExportChoice all{folder_, "x", {{"velocity", ".vti"}, {"layer-top", ".vtp"}}, true, true};
    QVERIFY(write_export(all, first, {}).removed.empty());
    const Names before = there();
    QCOMPARE(before, (Names{"x-1-top-of-marl.vtp", "x-2-top-of-sand.vtp", "x-export.json", "x-paraview.py",
                            "x-snapshots.pvd", "x-snapshots/step_000010.vti", "x-snapshots/step_000020.vti",
                            "x-velocity.vti"}));
    // The same model in two goes, and other names, colours and words: nothing goes.
    Scenario described = a;
    described.description = "described";
    described.stack.layers[0].color = {1, 2, 3};
    const ExportChoice table{folder_, "x", {{"layers", ".csv"}}};
    const ExportSource again{described, fold, described};
    QVERIFY(stale_files(exported_files(folder_, "x"), table, again).empty());
    QVERIFY(write_export(table, again, {}).removed.empty());
    QCOMPARE(there().size(), before.size() + 1);

    // Another model: its own files, and those of others, but none of the one before.
    write("x-notes.vtp");
    write("x-snapshots/mine.vti");
    write("y-1-top-of-marl.vtp");
    Scenario b = a;
    b.stack.layers[1] = {"clay", 15, 2700};
    const FoldResult other = run_fold(b, *cpu_backend(), {});
    const ExportSource second{b, other, b};
    const ExportChoice tops{folder_, "x", {{"layer-top", ".vtp"}}};
    const Names foretold = stale_files(exported_files(folder_, "x"), tops, second);
    const ExportOutcome outcome = write_export(tops, second, {});
    QCOMPARE(outcome.removed, foretold);
    QCOMPARE(outcome.files, 3);
    QCOMPARE(there(), (Names{"x-1-top-of-clay.vtp", "x-2-top-of-sand.vtp", "x-export.json", "x-notes.vtp",
                             "x-snapshots/mine.vti", "y-1-top-of-marl.vtp"}));
    const ExportedFiles listed = exported_files(folder_, "x");
    QCOMPARE(listed.size(), std::size_t{2});
    QVERIFY(listed.contains("x-1-top-of-clay.vtp") && listed.contains("x-2-top-of-sand.vtp"));
  }

  // A wave of other steps over the same fold; the fold's own files stay.
  void a_new_series_stands_for_the_whole_of_the_old_one() {
    Scenario a = flat();
    const FoldResult fold = run_fold(a, *cpu_backend(), {});
    const Field<float> pressure(a.grid.n);
    const ExportChoice all{folder_, "x", {{"velocity", ".vti"}}, true};
    const ExportSource first{a, fold, a, nullptr, {{10, 0.1, &pressure}, {20, 0.2, &pressure}}, 1.0};
    write_export(all, first, {});
    const ExportChoice series{folder_, "x", {}, true};
    const ExportSource fewer{a, fold, a, nullptr, {{20, 0.2, &pressure}}, 1.0};
    QCOMPARE(write_export(series, fewer, {}).removed, (Names{"x-snapshots/step_000010.vti"}));
    // The wave was changed, and is not exported: its old series is of no model that is shown.
    a.stack.layers[1].density = 2300.0;
    const ExportSource denser{a, fold, a};
    const ExportChoice table{folder_, "x", {{"layers", ".csv"}}};
    QCOMPARE(write_export(table, denser, {}).removed,
             (Names{"x-snapshots.pvd", "x-snapshots/step_000020.vti"}));
    QCOMPARE(there(), (Names{"x-export.json", "x-layers.csv", "x-velocity.vti"}));
  }
#endif
};

}  // namespace test_earlier_files

FOLDWAVE_TEST(test_earlier_files, run_guiless<test_earlier_files::TestEarlierFiles>)
#include "test_earlier_files.moc"
