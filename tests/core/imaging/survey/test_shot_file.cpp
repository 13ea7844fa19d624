// Protects shots that are imaged apart: stacked in their order they give the bits of one run, whatever order
// they were imaged in; their files come back to the bit, and a damaged or foreign one is refused.
#include <QTest>

#include "core/base/error.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "core/imaging/survey/shot_file.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_shot_file {

using namespace foldwave;

class TestShotFile : public QObject {
  Q_OBJECT

  static bool same_stacks(const SurveyStack& a, const SurveyStack& b) {
    bool same = a.shots == b.shots && same_values(a.sums.image, b.sums.image) &&
                same_values(a.sums.illumination, b.sums.illumination) &&
                a.gathers.size() == b.gathers.size() && a.angle_gathers.size() == b.angle_gathers.size();
    for (std::size_t g = 0; same && g < a.gathers.size(); ++g)
      same = same_values(a.gathers[g].image, b.gathers[g].image) &&
             same_values(a.gathers[g].illumination, b.gathers[g].illumination);
    for (std::size_t g = 0; same && g < a.angle_gathers.size(); ++g)
      same = same_values(a.angle_gathers[g].image, b.angle_gathers[g].image);
    return same;
  }

 private slots:
  void shots_apart_stack_to_the_same_bits() {
    FlatSurvey flat(4, {61, 1, 41}, 24);
    flat.setup.gathers.places = 2;
    flat.setup.gathers.angles = 3;
    const SurveyStack whole = flat.stacked();
    const std::uint64_t key = survey_key(flat.setup);
    std::vector<std::vector<std::byte>> files(4);
    for (const int shot : {2, 0, 3, 1}) {
      files[static_cast<std::size_t>(shot)] =
          shot_file_bytes(key, shot, image_shot(flat.small.make, flat.setup, shot, {}));
      QCOMPARE(files[static_cast<std::size_t>(shot)].size(), shot_file_size(flat.setup));
    }
    SurveyStack merged;
    for (int shot = 0; shot < 4; ++shot)
      add_shot(flat.setup, parse_shot_file(files[static_cast<std::size_t>(shot)], key, shot, flat.setup),
               merged);
    QVERIFY(same_stacks(merged, whole));
    // The order counts, so that it is kept to some purpose.
    SurveyStack turned;
    for (const int shot : {3, 2, 1, 0})
      add_shot(flat.setup, parse_shot_file(files[static_cast<std::size_t>(shot)], key, shot, flat.setup),
               turned);
    QVERIFY(!same_stacks(turned, whole));
  }

  void what_is_wrong_is_refused() {
    FlatSurvey flat(2, {41, 1, 31}, 18);
    const std::uint64_t key = survey_key(flat.setup);
    const auto good = shot_file_bytes(key, 1, image_shot(flat.small.make, flat.setup, 1, {}));
    QVERIFY_EXCEPTION_THROWN(parse_shot_file(good, key + 1, 1, flat.setup), InputError);
    QVERIFY_EXCEPTION_THROWN(parse_shot_file(good, key, 0, flat.setup), InputError);
    for (const std::size_t at : {std::size_t{3}, good.size() / 2, good.size() - 1}) {
      auto bad = good;
      bad[at] ^= std::byte{16};
      QVERIFY_EXCEPTION_THROWN(parse_shot_file(bad, key, 1, flat.setup), InputError);
    }
    auto cut = good;
    cut.pop_back();
    QVERIFY_EXCEPTION_THROWN(parse_shot_file(cut, key, 1, flat.setup), InputError);
    QVERIFY_EXCEPTION_THROWN(parse_shot_file({}, key, 1, flat.setup), InputError);
  }
};

}  // namespace test_shot_file

FOLDWAVE_TEST(test_shot_file, run_alone<test_shot_file::TestShotFile>)
#include "test_shot_file.moc"
