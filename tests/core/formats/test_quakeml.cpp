// Protects the QuakeML of located events: well-formed, its elements in the schema's order and units, times of
// day, the ellipsoid's angles by the frame that they turn, and what is not finite refused.
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

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

// What may stand in an element by the schema of QuakeML 1.2's basic event description (2013); the order is
// free there. '!': once, '?': once or not, '*': any number; behind it what it is.
struct SchemaRule {
  const char* parent;
  QStringList children;
};
const std::vector<SchemaRule>& schema_rules() {
  static const QStringList quantity{"!value double", "?uncertainty double"};
  static const std::vector<SchemaRule> rules{
      {"quakeml", {"!eventParameters"}},
      {"eventParameters", {"*comment", "*event", "?description", "?creationInfo"}},
      {"event", {"*comment", "*origin", "?preferredOriginID reference", "?type"}},
      {"origin",
       {"!time", "!longitude", "!latitude", "?depth", "?quality", "*comment", "*originUncertainty",
        "?evaluationMode automatic|manual"}},
      {"time", {"!value time", "?uncertainty double"}},
      {"longitude", quantity},
      {"latitude", quantity},
      {"depth", quantity},
      {"quality", {"?usedStationCount integer", "?usedPhaseCount integer", "?standardError double"}},
      {"comment", {"!text string", "?creationInfo"}},
      {"originUncertainty",
       {"?confidenceEllipsoid", "?confidenceLevel double", "?horizontalUncertainty double",
        "?preferredDescription confidence ellipsoid|horizontal uncertainty|uncertainty ellipse"}},
      {"confidenceEllipsoid",
       {"!semiMajorAxisLength double", "!semiMinorAxisLength double", "!semiIntermediateAxisLength double",
        "!majorAxisPlunge double", "!majorAxisAzimuth double", "!majorAxisRotation double"}},
  };
  return rules;
}

bool is_of_type(const QString& text, const QString& type) {
  static const QRegularExpression reference(
      R"(^(smi|quakeml):[\w\d][\w\d\-\.\*\(\)_~']{2,}/[\w\d\-\.\*\(\)_~'][\w\d\-\.\*\(\)\+\?_~'=,;#/&]*$)");
  static const QRegularExpression time(R"(^-?\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d+)?Z$)");
  static const QRegularExpression real(R"(^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$)");
  static const QRegularExpression whole(R"(^[-+]?\d+$)");
  if (type == "reference") return reference.match(text).hasMatch();
  if (type == "time") return time.match(text).hasMatch();
  if (type == "double") return real.match(text).hasMatch();
  if (type == "integer") return whole.match(text).hasMatch();
  if (type == "string") return !text.isEmpty();
  return type.split('|').contains(text);
}

// The first breach of the rules in an element that the reader stands at; empty: none.
QString breach_in(QXmlStreamReader& reader) {
  const QString name = reader.name().toString();
  static const QStringList with_id{"eventParameters", "event", "origin"};
  if (with_id.contains(name) && !is_of_type(reader.attributes().value("publicID").toString(), "reference"))
    return name + " has no publicID";
  const auto space =
      name == "quakeml" ? "http://quakeml.org/xmlns/quakeml/1.2" : "http://quakeml.org/xmlns/bed/1.2";
  if (reader.namespaceUri() != QLatin1String(space)) return name + " is of another namespace";
  const auto rule =
      std::ranges::find_if(schema_rules(), [&](const SchemaRule& r) { return r.parent == name; });
  if (rule == schema_rules().end()) return name + " is not known";
  QMap<QString, int> seen;
  while (reader.readNextStartElement()) {
    const QString child = reader.name().toString();
    const auto wanted = std::ranges::find_if(
        rule->children, [&](const QString& c) { return c.mid(1).section(' ', 0, 0) == child; });
    if (wanted == rule->children.end()) return child + " in " + name;
    if (++seen[child] > 1 && !wanted->startsWith('*')) return name + " has more than one " + child;
    const QString type = wanted->section(' ', 1);
    if (type.isEmpty()) {
      const QString breach = breach_in(reader);
      if (!breach.isEmpty()) return breach;
    } else if (const QString text = reader.readElementText(); !is_of_type(text, type)) {
      return child + " in " + name + " is " + text;
    }
  }
  for (const QString& child : rule->children)
    if (child.startsWith('!') && seen.value(child.mid(1).section(' ', 0, 0)) == 0)
      return name + " has no " + child.mid(1).section(' ', 0, 0);
  return {};
}
QString breach_of(const QByteArray& text) {
  QXmlStreamReader reader(text);
  if (!reader.readNextStartElement() || reader.name() != QLatin1String("quakeml")) return "no quakeml";
  const QString breach = breach_in(reader);
  return breach.isEmpty() ? reader.errorString() : breach;
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

  void the_schema_is_obeyed() {
    QuakeEvent section = example();
    section.deviation.y = 0.0;
    section.half_axes = {1e-7, 2e5, 0.0};
    section.time = -1e-7;
    for (const auto& events : {std::vector<QuakeEvent>{}, {example()}, {example(), section}}) {
      const QByteArray text = QByteArray::fromStdString(quakeml_text(events, "a <fold> & \"more\""));
      const QString breach = breach_of(text);
      QVERIFY2(breach.isEmpty(), qPrintable(breach));
    }
    // Each of these breaks a rule, so the rules do look.
    const QByteArray good = QByteArray::fromStdString(quakeml_text({example()}, "a"));
    for (const auto& [from, to] : std::vector<std::pair<QByteArray, QByteArray>>{
             {"<depth>", "<depth><value>1</value>"},
             {"smi:local/foldwave/origin/1\">", "smi:x\">"},
             {"T00:01:01.012346Z", " 00:01:01"},
             {"<evaluationMode>automatic", "<evaluationMode>program"},
             {"usedStationCount>67", "usedStationCount>67.5"},
             {"semiMinorAxisLength", "semiMinorAxis"},
             {"xmlns/bed/1.2", "xmlns/bed/1.1"},
             {"<longitude>", "<longitude><value>nan</value>"}}) {
      QByteArray bad = good;
      QVERIFY2(bad.contains(from), from);
      bad.replace(from, to);
      QVERIFY2(!breach_of(bad).isEmpty(), to);
    }
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
