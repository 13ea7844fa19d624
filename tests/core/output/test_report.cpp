// Protects the shape of report.json, and what stands on a report's page.
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/model/event_edits.hpp"
#include "core/output/html_report.hpp"
#include "core/output/report.hpp"
#include "tests/test_program.hpp"

namespace test_report {

using namespace foldwave;

class TestReport : public QObject {
  Q_OBJECT
 private slots:
  void reportHasItsKeys() {
    RunReport report{"a \"b\"\n.json", "cpu", "some machine", {}, {"fold/arrival.vti"}};
    report.stages.push_back(
        {"fold",
         1.25,
         false,
         {{"nodes", std::int64_t{5000000000}}, {"rate", 0.1}, {"device_seconds", nullptr}},
         {"mind \\ this"}});
    report.stages.push_back({"wave", 2.5, true, {{"good", true}, {"word", std::string("so")}}, {}});
    report.backend_reason = "cpu: foretold 1 s, cuda 2 s";
    const std::string text = report_text(report);
    QVERIFY(text.ends_with("}\n"));
    const auto j = nlohmann::json::parse(text);
    QCOMPARE(j.at("format").get<std::string>(), std::string("foldwave-report"));
    QCOMPARE(j.at("version").get<int>(), 1);
    QCOMPARE(j.at("scenario").get<std::string>(), report.scenario);
    QCOMPARE(j.at("backend").get<std::string>(), std::string("cpu"));
    QCOMPARE(j.at("backend_reason").get<std::string>(), report.backend_reason);
    QVERIFY(j.at("peak_memory_bytes").get<std::int64_t>() > 0);
    QVERIFY(j.at("threads").get<int>() >= 1);
    QCOMPARE(j.at("outputs").get<std::vector<std::string>>(), report.outputs);
    const auto& fold = j.at("stages").at(0);
    QCOMPARE(fold.at("name").get<std::string>(), std::string("fold"));
    QCOMPARE(fold.at("seconds").get<double>(), 1.25);
    QCOMPARE(fold.at("nodes").get<std::int64_t>(), std::int64_t{5000000000});
    QCOMPARE(fold.at("warnings").get<std::vector<std::string>>(), report.stages[0].warnings);
    QVERIFY(fold.at("device_seconds").is_null());
    QVERIFY(!fold.contains("stopped"));
    const auto& wave = j.at("stages").at(1);
    QVERIFY(wave.at("stopped").get<bool>());
    QVERIFY(wave.at("warnings").empty());
    QVERIFY(wave.at("good").get<bool>());
    QCOMPARE(wave.at("word").get<std::string>(), std::string("so"));
  }

  void aPageHasNumbersAndPictures() {
    QCOMPARE(png_data_uri("Man"), std::string("data:image/png;base64,TWFu"));
    QCOMPARE(png_data_uri("Ma"), std::string("data:image/png;base64,TWE="));
    QCOMPARE(png_data_uri("M"), std::string("data:image/png;base64,TQ=="));
    Scenario s = new_scenario();
    s.name = "Folds <here> & \"there\"";
    s.stack.layers[1].thickness = 409.6928766;
    s.events[0].fold.axial_line = {46.0, 12.0};
    FoldResult fold;
    fold.grid = s.grid;
    fold.warnings = {"mind this"};
    const QString page = QString::fromStdString(html_report(s, fold, nullptr, {{"A section", "x.png"}}));
    for (const char* words :
         {"Folds &lt;here&gt; &amp; &quot;there&quot;", "<img src=\"x.png\" alt=\"A section\"", "sandstone",
          "409.69<", "046 / 12", "2000 \u00d7 2000 \u00d7 1000 m", "81 \u00d7 81 \u00d7 41", "mind this"})
      QVERIFY2(page.contains(words), words);
    QVERIFY(page.endsWith("</html>\n"));
  }
};

}  // namespace test_report

FOLDWAVE_TEST(test_report, run_guiless<test_report::TestReport>)
#include "test_report.moc"
