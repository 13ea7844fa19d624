// Protects the QuakeML of located events: well-formed, its elements in the schema's order and units, times of
// day, the ellipsoid's angles by the frame that they turn, and what is not finite refused.
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/error.hpp"
#include "core/formats/quakeml.hpp"
#include "tests/test_program.hpp"

namespace test_quakeml {

using namespace foldwave;

namespace {

constexpr double degree = std::numbers::pi / 180.0;

QuakeEvent example() {
  QuakeEvent event;
  event.place = {500873.25, 4.1e6, 647.5};
  event.local = {873.25, 1200.0, 640.0};
  event.time = 61.0123456;
  event.time_deviation = 2e-3;
  event.deviation = {3.0, 4.0, 9.0};
  event.half_axes = {20.0, 8.0, 5.0};
  event.axes = {Vec3{0.0, 0.6, 0.8}, Vec3{1.0, 0.0, 0.0}, Vec3{0.0, -0.8, 0.6}};
  event.traces = 67;
  return event;
}

// Paths of elements, with the text of those that have some.
QStringList elements(const std::string& text, QString* fault) {
  QXmlStreamReader reader(QByteArray::fromStdString(text));
  QStringList path, all;
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement()) {
      path.append(reader.name().toString());
      all.append(path.join('/'));
    } else if (reader.isEndElement()) {
      path.removeLast();
    } else if (reader.isCharacters() && !reader.isWhitespace()) {
      all.last() += "=" + reader.text().toString();
    }
  }
  *fault = reader.hasError() ? reader.errorString() : QString();
  return all;
}

}  // namespace

class TestQuakeml : public QObject {
  Q_OBJECT
 private slots:
  void an_event_has_what_the_schema_asks_for() {
    QString fault;
    const QStringList all = elements(quakeml_text({example(), example()}, "a <fold> & \"more\""), &fault);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QCOMPARE(all.count("quakeml/eventParameters/event"), 2);
    QVERIFY(all.contains("quakeml/eventParameters/comment/text=a <fold> & \"more\""));
    const QString origin = "quakeml/eventParameters/event/origin/";
    for (const char* const part :
         {"time/value=1970-01-01T00:01:01.012346Z", "time/uncertainty=0.002", "depth/value=647.5",
          "depth/uncertainty=9", "quality/usedStationCount=67", "evaluationMode=automatic",
          "originUncertainty/preferredDescription=confidence ellipsoid",
          "originUncertainty/confidenceLevel=68",
          "originUncertainty/confidenceEllipsoid/semiMajorAxisLength=20",
          "originUncertainty/confidenceEllipsoid/semiMinorAxisLength=5",
          "originUncertainty/confidenceEllipsoid/semiIntermediateAxisLength=8"})
      QVERIFY2(all.contains(origin + part), part);
    // 1200 m north on the sphere.
    const QStringList latitude = all.filter(origin + "latitude/value=");
    QVERIFY(std::abs(latitude.front().section('=', 1).toDouble() * degree * 6371000.0 - 1200.0) < 1e-4);
    const QStringList said = all.filter(origin + "comment/text=");
    QVERIFY2(said.front().contains("x 500873.25 m east, y 4100000 m north, depth 647.5 m"),
             qPrintable(said.front()));
  }

  void times_before_the_first_sample_are_the_day_before() {
    QuakeEvent event = example();
    event.time = -0.25;
    QString fault;
    const QStringList all = elements(quakeml_text({event}, "a"), &fault);
    QVERIFY(all.contains("quakeml/eventParameters/event/origin/time/value=1969-12-31T23:59:59.750000Z"));
  }

  // The frame made anew from the angles has the axes.
  void the_angles_turn_the_axes() {
    for (const double azimuth : {0.0, 37.0, 200.0, 359.0})
      for (const double plunge : {0.0, 25.0, 80.0})
        for (const double rotation : {0.0, 33.0, 120.0}) {
          const double a = azimuth * degree, p = plunge * degree, r = rotation * degree;
          const Vec3 longest{std::cos(p) * std::sin(a), std::cos(p) * std::cos(a), std::sin(p)};
          const Vec3 right{std::cos(a), -std::sin(a), 0.0};
          const Vec3 down{-std::sin(p) * std::sin(a), -std::sin(p) * std::cos(a), std::cos(p)};
          const Vec3 second = std::cos(r) * right + std::sin(r) * down;
          for (const double sign : {1.0, -1.0}) {
            const EllipsoidAngles found = ellipsoid_angles(sign * longest, sign * second);
            const double turned = plunge > 0.0 || sign > 0.0 ? azimuth : std::fmod(azimuth + 180.0, 360.0);
            QVERIFY2(std::abs(found.plunge - plunge) < 1e-9, qPrintable(QString::number(found.plunge)));
            QVERIFY2(std::abs(std::remainder(found.azimuth - turned, 360.0)) < 1e-9,
                     qPrintable(QString::number(found.azimuth)));
            if (plunge > 0.0)
              QVERIFY2(std::abs(std::remainder(found.rotation - rotation, 180.0)) < 1e-9,
                       qPrintable(QString::number(found.rotation)));
          }
        }
    QCOMPARE(ellipsoid_angles({0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}).plunge, 90.0);
  }

  void what_is_not_finite_is_refused() {
    QuakeEvent event = example();
    event.half_axes[1] = std::numeric_limits<double>::quiet_NaN();
    QVERIFY_EXCEPTION_THROWN(quakeml_text({event}, "a"), InputError);
    event = example();
    event.time = 1e300;
    QVERIFY_EXCEPTION_THROWN(quakeml_text({event}, "a"), InputError);
  }
};

}  // namespace test_quakeml

FOLDWAVE_TEST(test_quakeml, run_guiless<test_quakeml::TestQuakeml>)
#include "test_quakeml.moc"
