// Protects the words for bad input: one line on standard error that names the file, the JSON path or the
// line, the value and a remedy; exit 1 (2 for wrong usage); and nothing written.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/cli_test_help.hpp"
#include "tests/test_program.hpp"

namespace test_cli_bad_input {

using namespace foldwave::test;

class TestCliBadInput : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString at(const QString& name) const { return folder_.filePath(name); }

  // One line that holds all of `words`; no output on the side.
  void require_refusal(const Outcome& outcome, int exit, const QStringList& words) {
    QCOMPARE(outcome.exit, exit);
    const QList<QByteArray> lines = outcome.error_lines();
    QVERIFY2(lines.size() == 1, outcome.err.constData());
    QVERIFY2(lines[0].startsWith("foldwave-cli: "), lines[0].constData());
    for (const QString& word : words)
      QVERIFY2(lines[0].contains(word.toUtf8()), qPrintable(word + " is not in: " + lines[0]));
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!QDir(at("out")).exists());
  }

  void require_refused_file(const QString& name, const QStringList& words) {
    require_refusal(cli({"run", at(name), "--out", at("out")}), 1, QStringList{at(name)} + words);
  }

 private slots:
  void initTestCase() { ScenarioFile().write(at("good.json")); }

  // The cases below differ from this one by the bad value alone.
  void theScenarioItselfIsGood() {
    const Outcome outcome = cli({"validate", at("good.json")});
    QCOMPARE(outcome.exit, 0);
  }

  void value_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("value");  // empty: the key is taken away
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const char* path, const char* value, const QStringList& words) {
      QTest::addRow("%s", name) << QString(path) << QByteArray(value) << words;
    };
    row("boundary", "/propagation/boundaries/x_min", R"("rigid")",
        {"/propagation/boundaries/x_min", "rigid", "free, sponge, cpml, absorbing"});
    row("horizon type", "/events/0/horizon/type", R"("sphere")",
        {"/events/0/horizon/type", "sphere", "points, cosine, plane, xyz"});
    row("wavelet type", "/survey/wavelet/type", R"("box")", {"/survey/wavelet/type", "box", "ricker"});
    row("receiver type", "/survey/receivers/0/type", R"("ring")",
        {"/survey/receivers/0/type", "ring", "line, carpet"});
    row("event type", "/events/0/type", R"("fault")", {"/events/0/type", "fault", "use one of: fold"});
    row("control characters", "/events/0/horizon/type", "\"a\\nb\\u001b[31m\"",
        {"/events/0/horizon/type", "a b [31m"});
    row("negative nodes", "/grid/nodes", "[-24, 24, 24]", {"/grid/nodes", "-24", "give 4 to 20000"});
    row("no nodes", "/grid/nodes", "[24, 24, 0]", {"/grid/nodes", "0 nodes along z", "give 4 to 20000"});
    row("three billion nodes", "/grid/nodes", "[3000000000, 24, 24]",
        {"/grid/nodes/0", "3000000000", "whole number"});
    row("part of a node", "/grid/nodes", "[24, 24.5, 24]", {"/grid/nodes/1", "24.5", "whole number"});
    row("two axes", "/grid/nodes", "[24, 24]", {"/grid/nodes", "[24,24]", "3 numbers"});
    row("more memory than there is", "/grid/nodes", "[20000, 20000, 20000]",
        {"/grid/nodes", "TB of memory", "use fewer nodes"});
    row("negative spacing", "/grid/spacing", "[10, -10, 10]", {"/grid/spacing", "-10 along y", "above 0"});
    row("spacing as text", "/grid/spacing", R"(["a", 10, 10])",
        {"/grid/spacing/0", "\"a\"", "give a number"});
    row("no format", "/format", "", {"/format", "foldwave-scenario"});
    row("no version", "/version", "", {"/version", "missing", "add"});
    row("version 99", "/version", "99", {"/version", "99", "update the program"});
    row("version 0", "/version", "0", {"/version", "0 is not a version"});
    row("no grid", "/grid", "", {"/grid", "missing", "add \"grid\""});
    row("no horizon", "/events/0/horizon", "", {"/events/0/horizon", "missing", "add \"horizon\""});
    row("no lambda", "/events/0/fold/lambda", "", {"/events/0/fold/lambda", "missing", "add \"lambda\""});
    row("no velocity", "/layers/list/0/velocity", "", {"/layers/list/0/velocity", "missing", "add"});
    row("no duration", "/propagation/duration", "", {"/propagation/duration", "missing", "add"});
    row("no sources", "/survey/sources", "", {"/survey/sources", "there is no source", "add one"});
    row("grid as text", "/grid", R"("x")", {"/grid", "\"x\"", "not an object"});
    row("events as object", "/events", "{}", {"/events", "{}", "not a list"});
    row("no events", "/events", "[]", {"/events", "there is no event", "add one"});
    row("enabled as number", "/propagation/enabled", "1", {"/propagation/enabled", "1", "true or false"});
    row("duration as text", "/propagation/duration", R"("1")",
        {"/propagation/duration", "\"1\"", "give a number"});
    row("source outside", "/survey/sources/0/position", "[1150, 115, 50]",
        {"/survey/sources/0/position", "(1150, 115, 50)", "outside the grid", "give x 0 to 230"});
    row("receivers outside", "/survey/receivers/0/to", "[400, 115, 10]",
        {"/survey/receivers/0", "(232.8571429, 115, 10)", "outside the grid", "give x 0 to 230"});
    row("no receivers in a line", "/survey/receivers/0/count", "0",
        {"/survey/receivers/0/count", "0 is", "give 1 to"});
    row("unstable dt", "/propagation/dt", "0.01", {"/propagation/dt", "0.01 s is unstable", "limit", "auto"});
    row("negative dt", "/propagation/dt", "-0.001", {"/propagation/dt", "-0.001", "positive"});
    row("dt of no time", "/propagation/dt", "1e-300",
        {"/propagation/duration", "1e-300", "steps", "longer step"});
    row("endless duration", "/propagation/duration", "1e12",
        {"/propagation/duration", "1e+12", "shorter duration"});
    row("traces too long for SEG-Y", "/propagation", R"({"duration": 270, "dt": 1e-4})",
        {"/propagation/duration", "270 s", "SEG-Y", "give up to 262.1 s"});
    row("order", "/propagation/order", "7", {"/propagation/order", "7", "2, 4, 6"});
    row("horizon above the box", "/events/0/horizon/point", "[115, 115, -100]",
        {"/events/0/horizon", "above", "0 to 230 m"});
    row("horizon below the box", "/events/0/horizon/point", "[115, 115, 1000]",
        {"/events/0/horizon", "below", "0 to 230 m"});
    row("dip", "/events/0/horizon/dip", "90", {"/events/0/horizon/dip", "90", "0 to 89"});
    row("lambda of class 2 for pmm", "/events/0/fold", R"({"lambda": 1, "method": "pmm"})",
        {"/events/0/fold/lambda", "F = 0", "below 1", "auto"});
    row("unknown method", "/events/0/fold", R"({"lambda": 0.2, "method": "guess"})",
        {"/events/0/fold/method", "guess", "auto, foot-point, pmm"});
    row("lambda beside F", "/events/0/fold", R"({"lambda": 0.1, "F": 1, "psi": 0})",
        {"/events/0/fold/lambda", "beside F", "give lambda, or F and psi"});
    row("missing picks", "/events/0/horizon", R"({"type": "xyz", "file": "nowhere.xyz"})",
        {"/events/0/horizon", "nowhere.xyz", "is not there", "check the name"});
    row("decimal commas", "/events/0/horizon", R"({"type": "xyz", "file": "commas.xyz"})",
        {"/events/0/horizon", "commas.xyz, line 1", "decimal commas", "0,5 0,5 -115,0", "'.'"});
    row("picks without numbers", "/events/0/horizon", R"({"type": "xyz", "file": "words.xyz"})",
        {"/events/0/horizon", "words.xyz", "give"});
    row("points on a line", "/events/0/horizon",
        R"({"type": "points", "points": [[0, 0, 100], [9, 9, 100], [99, 99, 100]]})",
        {": /events/0/horizon/points: ", "one line", "add a point"});
    row("velocity", "/layers/list/1/velocity", "-3", {"/layers/list/1/velocity", "-3", "1 to 20000"});
    row("colour", "/layers/list/0/color", R"("red")", {"/layers/list/0/color", "red", "#rrggbb"});
    row("frequency", "/survey/wavelet/frequency", "0",
        {"/survey/wavelet/frequency", "0 is no frequency", "above 0"});
    row("snapshots two ways", "/outputs/snapshots", R"({"interval": 0.1, "every_steps": 2})",
        {"/outputs/snapshots/interval", "every_steps", "one of them"});
  }
  void value() {
    QFETCH(QString, path);
    QFETCH(QByteArray, value);
    QFETCH(QStringList, words);
    ScenarioFile::write_text(at("commas.xyz"), "0,5 0,5 -115,0\n50,5 0,5 -115,0\n0,5 50,5 -115,0\n");
    ScenarioFile::write_text(at("words.xyz"), "here are no numbers\n");
    ScenarioFile scenario;
    if (value.isEmpty())
      scenario.remove(path);
    else
      scenario.set(path, value.constData());
    scenario.write(at("bad.json"));
    require_refused_file("bad.json", words);
  }

  void normalSpeedNotPositive() {
    ScenarioFile()
        .set("/events/0/horizon", R"({"type": "cosine", "depth": 115, "trains":
             [{"amplitude": 40, "wavelength": 100, "azimuth": 90, "crest": [50, 50]}]})")
        .set("/events/0/fold", R"({"lambda": 0.9, "axial_line": {"trend": 90, "plunge": 10}})")
        .write(at("speed.json"));
    require_refused_file("speed.json", {"/events/0/fold/lambda", "normal speed F + psi a.n is -0.",
                                        "bring lambda nearer to 0"});
  }

  void text_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("words");
    const QByteArray good = ScenarioFile().text();
    const auto line_of = [&](const QByteArray& text, const char* part) {
      return QString("line %1:").arg(1 + text.left(text.indexOf(part)).count('\n'));
    };
    const auto swapped = [&](const char* from, const char* to) {
      QByteArray text = good;
      return text.replace(from, to);
    };
    QTest::addRow("empty") << QByteArray() << QStringList{"line 1:", "not valid JSON"};
    QTest::addRow("no JSON") << QByteArray("PK\x03\x04") << QStringList{"line 1:", "not valid JSON"};
    QTest::addRow("a list") << QByteArray("[1, 2]") << QStringList{"[1,2]", "not an object"};
    const QByteArray no_colon = swapped("\"duration\": ", "\"duration\" ");
    QTest::addRow("a missing colon") << no_colon
                                     << QStringList{line_of(no_colon, "\"duration\""), "not valid JSON"};
    QTest::addRow("cut off") << good.left(good.size() / 2)
                             << QStringList{
                                    QString("line %1:").arg(1 + good.left(good.size() / 2).count('\n')),
                                    "not valid JSON"};
    const QByteArray nan = swapped("\"duration\": 0.1", "\"duration\": NaN");
    QTest::addRow("NaN") << nan << QStringList{line_of(nan, "NaN"), "not valid JSON"};
    const QByteArray huge = swapped("\"duration\": 0.1", "\"duration\": 1e999");
    QTest::addRow("1e999") << huge << QStringList{line_of(huge, "1e999"), "1e999 is out of range"};
  }
  void text() {
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, words);
    ScenarioFile::write_text(at("text.json"), bytes);
    require_refused_file("text.json", words);
  }

  void fileThatIsNone() {
    require_refused_file("nowhere.json", {"is not there", "check the name"});
    QVERIFY(QDir(folder_.path()).mkpath("folder.json"));
    require_refused_file("folder.json", {"is a folder", "give a file"});
  }

  void outputFolderThatCannotBe() {
    ScenarioFile::write_text(at("regular"), "x");
    require_refusal(cli({"run", at("good.json"), "--out", at("regular/out")}), 1,
                    {at("regular/out"), "choose another"});
    require_refusal(cli({"run", at("good.json"), "--out", at("regular")}), 1,
                    {at("regular"), "choose another"});
    require_refusal(cli({"export", at("good.json"), "--to", at("regular/x.sgy")}), 1,
                    {at("regular"), "choose another"});
    QCOMPARE(bytes_of(at("regular")), QByteArray("x"));
  }

  void exportThatCannotBe() {
    require_refusal(cli({"export", at("good.json"), "--to", at("x.abc")}), 1, {"x.abc", ".abc", "use .vti"});
    require_refusal(cli({"export", at("good.json"), "--to", at("x.sgy"), "--what", "layers"}), 1,
                    {"x.sgy", "cannot hold layers", "use .vti"});
    ScenarioFile().set("/survey/receivers", "[]").write(at("deaf.json"));
    require_refusal(cli({"export", at("deaf.json"), "--to", at("x.sgy")}), 1,
                    {"/survey/receivers", "add a line"});
    QVERIFY(!QFile::exists(at("x.sgy")));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("word");
    const QString good = at("good.json");
    const QString out = at("out");
    const auto unknown = [](const char* name, const QStringList& words, const char* said) {
      QTest::addRow("%s", name) << words << QString(said);
    };
    unknown("no command", {}, "a command is missing: there are info, run, validate, export, import, fit");
    unknown("no bench", {"bench"}, "a command of bench is missing: there are fold, wave");
    unknown("unknown command", {"frob"}, R"("frob" is no command: there are info, run)");
    unknown("misspelt command", {"rnu", good, "--out", out}, R"("rnu" is no command: did you mean "run"?)");
    unknown("misspelt bench", {"bench", "wav"}, R"("wav" is no command of bench: did you mean "wave"?)");
    unknown("unknown option", {"run", good, "--out", out, "--frob"}, R"("--frob" is no option of run;)");
    unknown("misspelt option", {"run", good, "--out", out, "--stage", "fold"},
            R"("--stage" is no option of run: did you mean "--stages"?)");
    unknown("misspelt required option", {"run", good, "--ot", out}, R"(did you mean "--out"?)");
    unknown("misspelt general option", {"info", "--thraeds=2"},
            R"("--thraeds" is no option of info: did you mean "--threads"?)");
    unknown("one word too many", {"info", "more"}, R"("more" is no argument of info)");
    QTest::addRow("no scenario") << QStringList{"run", "--out", out} << "scenario";
    QTest::addRow("no folder") << QStringList{"run", good} << "--out";
    QTest::addRow("unknown stage") << QStringList{"run", good, "--out", out, "--stages", "melt"} << "melt";
    QTest::addRow("unknown back end") << QStringList{"run", good, "--out", out, "--backend", "tpu"} << "tpu";
    QTest::addRow("no threads") << QStringList{"run", good, "--out", out, "--threads", "0"} << "--threads";
    QTest::addRow("threads without end")
        << QStringList{"run", good, "--out", out, "--threads", "100000"} << "100000";
    QTest::addRow("unknown product") << QStringList{"export", good, "--to", at("x.vti"), "--what", "soul"}
                                     << "soul";
  }
  void wrongUsage() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, word);
    require_refusal(cli(arguments), 2, {word, "--help"});
  }
};

}  // namespace test_cli_bad_input

FOLDWAVE_TEST(test_cli_bad_input, run_guiless<test_cli_bad_input::TestCliBadInput>)
#include "test_cli_bad_input.moc"
