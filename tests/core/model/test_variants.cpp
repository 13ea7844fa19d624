// Protects variants as values: kept, switched and removed without a name twice or a file lost, whichever
// folder they came from.
#include <QTest>

#include "core/model/scenario_files.hpp"
#include "core/model/scenario_json.hpp"
#include "core/model/variants.hpp"
#include "tests/test_program.hpp"

namespace test_variants {

using namespace foldwave;

namespace {

Scenario with_picks(const std::string& name, const std::string& folder) {
  Scenario s;
  s.name = name;
  s.folder = folder;
  s.events.push_back({"fold", XyzHorizon{"picks.xyz", VerticalSense::depth, 0.0, {}, {}, {}}, {}, {}});
  return s;
}

std::string picks(const Scenario& s) {
  return std::get<XyzHorizon>(s.events[0].horizon).file;
}

}  // namespace

class TestVariants : public QObject {
  Q_OBJECT
 private slots:
  void names_are_never_taken_twice() {
    Scenario s = with_picks("A", "/a");
    QCOMPARE(QString::fromStdString(free_variant_name(s)), QString("Variant A"));
    s = with_variant_kept(with_variant_kept(s, "A"), "A");
    QCOMPARE(QString::fromStdString(s.variants[1].name), QString("A 2"));
    s = switched_to_variant(s, 1);  // the edited "A" would stand beside the variant "A"
    QCOMPARE(QString::fromStdString(s.name), QString("A 2"));
    QCOMPARE(QString::fromStdString(s.variants[1].name), QString("A 2"));
  }

  void files_are_found_from_any_folder() {
    const Scenario s = with_variant_added(with_picks("A", "/a"), with_picks("B", "/b"));
    QCOMPARE(picks(s), std::string("picks.xyz"));
    QCOMPARE(picks(variant_to_run(s, 0)), std::string("/b/picks.xyz"));
    const Scenario moved = moved_to_folder(with_variant_kept(s, "kept"), "/c");
    QCOMPARE(picks(moved), std::string("/a/picks.xyz"));
    QCOMPARE(picks(moved.variants[1]), std::string("/a/picks.xyz"));
    QVERIFY(moved_to_folder(s, "/a") == s);

    Scenario speeds = with_picks("V", "/a");
    speeds.events[0].horizon = PlaneHorizon{};
    QVERIFY(!refers_to_files(speeds));
    speeds.events[0].fold.varies = SpeedVariation{{}, "speeds.vti", {}};
    QVERIFY(refers_to_files(speeds));
    QCOMPARE(moved_to_folder(speeds, "/c").events[0].fold.varies->file, std::string("/a/speeds.vti"));
  }

  void a_file_inside_the_folder_is_named_from_it() {
    QCOMPARE(name_from_folder("/a/b", "/a/b/picks.xyz"), std::string("picks.xyz"));
    QCOMPARE(name_from_folder("/a/b", "/a/b/c/../d/picks.xyz"), std::string("d/picks.xyz"));
    QCOMPARE(name_from_folder("/a/b/", "/a/bc/picks.xyz"), std::string("/a/bc/picks.xyz"));
    QCOMPARE(name_from_folder("/a/b", "/a/picks.xyz"), std::string("/a/picks.xyz"));
    QCOMPARE(name_from_folder("/a/b", "/a/b/..picks.xyz"), std::string("..picks.xyz"));
    QCOMPARE(name_from_folder("", "/a/picks.xyz"), std::string("/a/picks.xyz"));
  }

  void a_switch_can_be_switched_back() {
    const Scenario s = with_variant_added(with_picks("A", "/a"), with_picks("B", "/a"));
    const Scenario there = switched_to_variant(s, 0);
    QCOMPARE(QString::fromStdString(there.name), QString("B"));
    QVERIFY(switched_to_variant(there, 0) == s);
    QVERIFY(with_variant_removed(s, 0).variants.empty());
  }
};

}  // namespace test_variants

FOLDWAVE_TEST(test_variants, run_guiless<test_variants::TestVariants>)
#include "test_variants.moc"
