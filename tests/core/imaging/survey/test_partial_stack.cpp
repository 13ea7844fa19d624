// Protects what a stopped survey has stacked: it comes back to the bit, belongs to its own survey alone, and
// a damaged file is refused with a reason, never read.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/error.hpp"
#include "core/imaging/survey/partial_stack.hpp"
#include "tests/core/imaging/survey/survey_help.hpp"
#include "tests/test_program.hpp"

namespace test_partial_stack {

using namespace foldwave;

namespace {

SurveyStack some_stack(const SurveySetup& setup) {
  SurveyStack stack = empty_stack(setup);
  stack.shots = 3;
  float value = -1.0F;
  const auto fill = [&](Field<float>& field) {
    for (float& v : field.values())
      v = value += 0.37F;
  };
  fill(stack.sums.image);
  fill(stack.sums.illumination);
  for (ImageGather& gather : stack.gathers) {
    fill(gather.image);
    fill(gather.illumination);
  }
  return stack;
}

}  // namespace

class TestPartialStack : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::filesystem::path file_ = folder_.filePath("partial.stack").toStdString();

 private slots:
  void it_comes_back_to_the_bit() {
    FlatSurvey flat(5, {31, 1, 21}, 12);
    std::string why = "?";
    QVERIFY(!read_partial_stack(file_, flat.setup, why) && why.empty());
    for (const int gathers : {0, 2})
      for (const bool illumination : {true, false}) {
        flat.setup.gathers.places = gathers;
        flat.setup.illumination = illumination;
        const SurveyStack stack = some_stack(flat.setup);
        write_partial_stack(file_, survey_key(flat.setup), stack);
        const auto back = read_partial_stack(file_, flat.setup, why);
        QVERIFY2(back.has_value(), why.c_str());
        QCOMPARE(back->shots, 3);
        QVERIFY(same_values(back->sums.image, stack.sums.image));
        QVERIFY(same_values(back->sums.illumination, stack.sums.illumination));
        QCOMPARE(back->gathers.size(), static_cast<std::size_t>(gathers));
        for (std::size_t g = 0; g < back->gathers.size(); ++g) {
          QVERIFY(same_values(back->gathers[g].image, stack.gathers[g].image));
          QVERIFY(same_values(back->gathers[g].illumination, stack.gathers[g].illumination));
          QCOMPARE(back->gathers[g].column, stack.gathers[g].column);
        }
      }
  }

  // Whatever a stack hangs on makes another survey.
  void another_survey_is_another() {
    FlatSurvey flat(5, {31, 1, 21}, 12);
    const std::uint64_t key = survey_key(flat.setup);
    QCOMPARE(survey_key(FlatSurvey(5, {31, 1, 21}, 12).setup), key);
    Field<float> v = flat.small.truth.clone();
    v[v.size() - 1] += 1.0F;
    const std::vector<std::pair<const char*, std::function<void(SurveySetup&)>>> changes{
        {"truth", [&](SurveySetup& s) { s.truth = borrowed(v); }},
        {"velocity", [&](SurveySetup& s) { s.medium.velocity = borrowed(v); }},
        {"density", [&](SurveySetup& s) { s.true_density = borrowed(v); }},
        {"order", [](SurveySetup& s) { s.medium.stencil = taylor_stencil(4); }},
        {"dt", [](SurveySetup& s) { s.medium.dt *= 1.01; }},
        {"steps", [](SurveySetup& s) { s.medium.steps += 1; }},
        {"surface", [](SurveySetup& s) { s.medium.boundaries[z_min] = Boundary::free; }},
        {"spacing", [](SurveySetup& s) { s.medium.grid.h[2] += 1.0; }},
        {"condition", [](SurveySetup& s) { s.condition = ImageCondition::laplacian; }},
        {"every", [](SurveySetup& s) { s.correlate_every = 2; }},
        {"direct", [](SurveySetup& s) { s.direct = DirectWave::mute; }},
        {"mute", [](SurveySetup& s) { s.mute.delay += 0.01; }},
        {"source", [](SurveySetup& s) { s.shots[4].source.position.x += 10.0; }},
        {"wavelet", [](SurveySetup& s) { s.shots[0].source.series[9] += 0.1F; }},
        {"receivers", [](SurveySetup& s) { s.shots[3].receivers.pop_back(); }},
        {"shots", [](SurveySetup& s) { s.shots.pop_back(); }},
        {"gathers", [](SurveySetup& s) { s.gathers.places = 1; }},
        {"aperture", [](SurveySetup& s) { s.aperture = 100.0; }},
        {"data", [](SurveySetup& s) { s.recorded.assign(5, std::make_shared<const Gather>()); }}};
    for (const auto& [name, change] : changes) {
      FlatSurvey other(5, {31, 1, 21}, 12);
      other.setup.truth = flat.setup.truth;
      QCOMPARE(survey_key(other.setup), key);
      change(other.setup);
      QVERIFY2(survey_key(other.setup) != key, name);
    }
    write_partial_stack(file_, key, some_stack(flat.setup));
    flat.setup.medium.steps += 1;
    std::string why;
    QVERIFY(!read_partial_stack(file_, flat.setup, why) && why.find("another survey") != std::string::npos);
  }

  void a_damaged_file_is_refused() {
    FlatSurvey flat(5, {11, 1, 9}, 5);
    const auto named = QString::fromStdString(file_.string());
    write_partial_stack(file_, survey_key(flat.setup), some_stack(flat.setup));
    QFile file(named);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    const auto refused = [&](const QByteArray& other) {
      QFile spoilt(named);
      if (!spoilt.open(QIODevice::WriteOnly) || spoilt.write(other) != other.size()) return false;
      spoilt.close();
      std::string why;
      return !read_partial_stack(file_, flat.setup, why) && !why.empty();
    };
    for (qsizetype at = 0; at < bytes.size(); at += at < 40 ? 1 : 13) {
      QByteArray other = bytes;
      other[at] = static_cast<char>(other[at] ^ 16);
      QVERIFY2(refused(other), qPrintable(QString::number(at)));
      QVERIFY2(refused(bytes.left(at)), qPrintable(QString::number(at)));
    }
    QVERIFY(refused(bytes + "x"));
    for (const int shots : {-1, 0, 6}) {
      SurveyStack stack = some_stack(flat.setup);
      stack.shots = shots;
      write_partial_stack(file_, survey_key(flat.setup), stack);
      std::string why;
      QVERIFY(!read_partial_stack(file_, flat.setup, why) && why.find("shots") != std::string::npos);
    }
    QVERIFY_EXCEPTION_THROWN(write_partial_stack("/nowhere/at/all", 1, some_stack(flat.setup)), InputError);
  }
};

}  // namespace test_partial_stack

FOLDWAVE_TEST(test_partial_stack, run_guiless<test_partial_stack::TestPartialStack>)
#include "test_partial_stack.moc"
