// Protects a source field that is kept as levels: the steps that were kept come back within their error, by
// both codecs, sections and volumes, and exact ones to the bit; its image is that of strips, of exact ones
// that of checkpoints to the bit; what has no past is refused.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/worst.hpp"
#include "core/imaging/rtm/image_filter.hpp"
#include "tests/core/imaging/rtm/imaging_help.hpp"
#include "tests/test_program.hpp"

namespace test_packed_source {

using namespace foldwave;

namespace {

void add_reflector(SmallSurvey& survey) {
  for (int k = 35; k < 61; ++k)
    for (int i = 0; i < 101; ++i)
      survey.truth(i, 0, k) = 2200.0F;
}

}  // namespace

class TestPackedSource : public QObject {
  Q_OBJECT
 private slots:
  void levels_come_back_within_their_error() {
    for (const auto& n : {std::array{101, 1, 61}, std::array{33, 70, 31}})
      for (const bool quick : {false, true}) {
        SmallSurvey survey(n, 1);
        const auto wave =
            survey.make({model_of_shot(survey.model, survey.shots[0], false), {}, false, nullptr});
        const auto record = wave->make_field_record({1e-3, quick});
        std::vector<Field<float>> wanted;
        wave->keep(*record);
        wanted.emplace_back(survey.model.grid.n);
        for (int level = 1; level < 6; ++level) {
          wave->advance(20);
          wave->keep(*record);
          wave->pressure(wanted.emplace_back(survey.model.grid.n));
        }
        QCOMPARE(record->levels(), 6);
        QVERIFY(record->bytes() > 0 && record->bytes() < 6 * 4 * survey.model.grid.size());
        Field<float> found(survey.model.grid.n);
        for (const int level : {3, 0, 5, 1}) {
          wave->show(*record, 20 * level);
          QCOMPARE(wave->step(), 20 * level);
          wave->pressure(found);
          double worst = 0.0, peak = 0.0;
          for (Index m = 0; m < found.size(); ++m) {
            const Field<float>& level_wanted = wanted[static_cast<std::size_t>(level)];
            worst = worst_of(worst,
                             std::abs(static_cast<double>(found[m]) - static_cast<double>(level_wanted[m])));
            peak = worst_of(peak, std::abs(static_cast<double>(level_wanted[m])));
          }
          QVERIFY2(worst <= 1.000001e-3 * peak, qPrintable(QString::number(worst / peak)));
          QVERIFY(level == 0 || worst > 0.0);
        }
        QVERIFY_EXCEPTION_THROWN(wave->show(*record, 21), InputError);
      }
  }

  void exact_levels_come_back_to_the_bit() {
    for (const auto& n : {std::array{101, 1, 61}, std::array{33, 20, 31}}) {
      SmallSurvey survey(n, 1);
      const auto wave =
          survey.make({model_of_shot(survey.model, survey.shots[0], false), {}, false, nullptr});
      FieldRecordOptions options;
      options.exact = true;
      options.levels = 4;
      const auto record = wave->make_field_record(options);
      std::vector<Field<float>> wanted;
      for (int level = 0; level < 4; ++level) {
        if (level > 0) wave->advance(20);
        wave->keep(*record);
        wave->pressure(wanted.emplace_back(survey.model.grid.n));
      }
      QCOMPARE(record->levels(), 4);
      QCOMPARE(record->bytes(), std::int64_t{4} * 4 * survey.model.grid.size());
      Field<float> found(survey.model.grid.n);
      for (const int level : {3, 2, 1, 0}) {
        wave->show(*record, 20 * level);
        wave->pressure(found);
        QVERIFY(std::ranges::equal(found.values(), wanted[static_cast<std::size_t>(level)].values()));
      }
      QVERIFY_EXCEPTION_THROWN(wave->show(*record, 21), InputError);
      options.levels = -1;
      QVERIFY_EXCEPTION_THROWN(wave->make_field_record(options), InputError);
      options.levels = 2'000'000'000;
      QVERIFY_EXCEPTION_THROWN(wave->make_field_record(options), ResourceError);
    }
  }

  void the_image_of_levels_is_that_of_checkpoints() {
    SmallSurvey survey({101, 1, 61}, 1);
    add_reflector(survey);
    const auto data = survey.data();
    RtmOptions options;
    options.illumination = true;
    for (const int every : {1, 3}) {
      options.correlate_every = every;
      options.source_field = SourceField::checkpoints;
      const ShotImage wanted = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
      options.source_field = SourceField::levels;
      const ShotImage found = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
      QVERIFY(std::ranges::equal(found.image.values(), wanted.image.values()));
      QVERIFY(std::ranges::equal(found.illumination.values(), wanted.illumination.values()));
      QCOMPARE(static_cast<double>(found.source_bytes),
               source_field_bytes(survey.model, SourceField::levels, every));
    }
  }

  void its_image_is_that_of_strips() {
    FOLDWAVE_NUMBERS();
    SmallSurvey survey({101, 1, 61}, 1);
    add_reflector(survey);
    const auto data = survey.data();
    RtmOptions options;
    options.correlate_every = 2;
    options.illumination = true;
    const ShotImage exact = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
    options.source_field = SourceField::packed;
    double before = 1.0;
    for (const double error : {1e-2, 1e-4}) {
      options.packed.error = error;
      const ShotImage image = migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {});
      double apart = 0.0, size = 0.0, light = 0.0, lit = 0.0;
      for (Index m = 0; m < exact.image.size(); ++m) {
        apart += std::pow(static_cast<double>(image.image[m]) - static_cast<double>(exact.image[m]), 2);
        size += std::pow(static_cast<double>(exact.image[m]), 2);
        light += std::pow(
            static_cast<double>(image.illumination[m]) - static_cast<double>(exact.illumination[m]), 2);
        lit += std::pow(static_cast<double>(exact.illumination[m]), 2);
      }
      const double off = std::sqrt(apart / size);
      qInfo("%g: image %g, illumination %g, %lld bytes", error, off, std::sqrt(light / lit),
            static_cast<long long>(image.source_bytes));
      QVERIFY(off < 0.1 * before && std::sqrt(light / lit) < 0.1 * before);
      before = off;
    }
    QVERIFY(before < 1e-3);
  }

  void what_has_no_past_is_refused() {
    SmallSurvey survey({41, 1, 31}, 1);
    survey.model.steps = 40;
    const auto data = survey.data();
    RtmOptions options;
    for (const auto field : {SourceField::levels, SourceField::packed})
      for (const auto condition : {ImagingCondition::gradient, ImagingCondition::opposed}) {
        options.source_field = field;
        options.condition = condition;
        QVERIFY_EXCEPTION_THROWN(
            migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {}), InputError);
      }
    options.condition = ImagingCondition::correlation;
    for (const double error : {0.0, 1.0, -1.0, std::nan("")}) {
      options.packed.error = error;
      QVERIFY_EXCEPTION_THROWN(migrate_shot(survey.make, survey.model, survey.shots[0], data[0], options, {}),
                               InputError);
    }
  }
};

}  // namespace test_packed_source

FOLDWAVE_TEST(test_packed_source, run_guiless<test_packed_source::TestPackedSource>)
#include "test_packed_source.moc"
