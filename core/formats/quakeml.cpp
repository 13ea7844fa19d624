#include "core/formats/quakeml.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "core/base/markup.hpp"
#include "core/base/text.hpp"
#include "core/base/time/utc.hpp"
#include "core/formats/atomic_file.hpp"

namespace foldwave {

namespace {

constexpr double degree = std::numbers::pi / 180.0;
constexpr double metres_a_degree = 6371000.0 * degree;

std::string number(double value) {
  if (!std::isfinite(value))
    throw InputError("QuakeML", "a value of an event is " + number_text(value), "locate it anew");
  return number_text(value, 10);
}

std::string tag(const std::string& name, const std::string& text) {
  return "<" + name + ">" + text + "</" + name + ">";
}

std::string quantity(const std::string& name, double value, double deviation) {
  return "        " + tag(name, tag("value", number(value)) + tag("uncertainty", number(deviation))) + "\n";
}

std::string time_of_day(std::int64_t began, double seconds) {
  number(seconds);
  if (std::abs(seconds) > 3e9)
    throw InputError("QuakeML", number_text(seconds) + " s is no time of an event",
                     "check the traces' delay");
  return utc_text(began + std::llround(seconds * 1e6));
}

std::string ellipsoid_text(const QuakeEvent& event) {
  const EllipsoidAngles angles = ellipsoid_angles(event.axes[0], event.axes[1]);
  std::string text = "          <confidenceEllipsoid>";
  text += tag("semiMajorAxisLength", number(event.half_axes[0]));
  text += tag("semiMinorAxisLength", number(event.half_axes[2]));
  text += tag("semiIntermediateAxisLength", number(event.half_axes[1]));
  text += tag("majorAxisPlunge", number(angles.plunge)) + tag("majorAxisAzimuth", number(angles.azimuth));
  return text + tag("majorAxisRotation", number(angles.rotation)) + "</confidenceEllipsoid>\n";
}

std::string event_text(const QuakeEvent& event, std::size_t number_of_event, std::int64_t began) {
  const std::string id = std::to_string(number_of_event);
  std::string text = "    <event publicID=\"smi:local/foldwave/event/" + id + "\">\n";
  text += "      " + tag("preferredOriginID", "smi:local/foldwave/origin/" + id) + "\n";
  text += "      <origin publicID=\"smi:local/foldwave/origin/" + id + "\">\n";
  text += "        " +
          tag("time", tag("value", time_of_day(began, event.time)) +
                          tag("uncertainty", number(event.time_deviation))) +
          "\n";
  text += quantity("longitude", event.local.x / metres_a_degree, event.deviation.x / metres_a_degree);
  text += quantity("latitude", event.local.y / metres_a_degree, event.deviation.y / metres_a_degree);
  text += quantity("depth", event.place.z, event.deviation.z);
  text += "        <quality>" + tag("usedStationCount", std::to_string(event.traces)) + "</quality>\n";
  text += "        " + tag("evaluationMode", "automatic") + "\n";
  text +=
      "        <comment>" +
      tag("text", "model coordinates: x " + number(event.place.x) + " m east, y " + number(event.place.y) +
                      " m north, depth " + number(event.place.z) + " m, time " + number(event.time) +
                      " s; latitude and longitude count from the grid's first node at 0 N 0 E") +
      "</comment>\n";
  text +=
      "        <originUncertainty>\n          " + tag("preferredDescription", "confidence ellipsoid") + "\n";
  text += ellipsoid_text(event) + "          " + tag("confidenceLevel", "68") +
          "\n        </originUncertainty>\n";
  return text + "      </origin>\n    </event>\n";
}

}  // namespace

EllipsoidAngles ellipsoid_angles(Vec3 longest, Vec3 second) {
  if (longest.z < 0.0) longest = -1.0 * longest;
  EllipsoidAngles angles;
  angles.plunge = std::asin(std::clamp(longest.z, -1.0, 1.0)) / degree;
  const double across = std::hypot(longest.x, longest.y);
  const double azimuth = across > 1e-12 ? std::atan2(longest.x, longest.y) : 0.0;
  angles.azimuth = azimuth / degree < 0.0 ? azimuth / degree + 360.0 : azimuth / degree;
  // To the right of the azimuth, and the third of that frame.
  const Vec3 right{std::cos(azimuth), -std::sin(azimuth), 0.0};
  const Vec3 down{-std::sin(azimuth) * longest.z, -std::cos(azimuth) * longest.z, across};
  const double rotation = std::atan2(dot(second, down), dot(second, right)) / degree;
  angles.rotation = rotation < 0.0 ? rotation + 180.0 : rotation;
  return angles;
}

std::string quakeml_text(const std::vector<QuakeEvent>& events, const std::string& author,
                         std::int64_t began) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<q:quakeml xmlns:q=\"http://quakeml.org/xmlns/quakeml/1.2\" "
      "xmlns=\"http://quakeml.org/xmlns/bed/1.2\">\n"
      "  <eventParameters publicID=\"smi:local/foldwave/events\">\n";
  text += "    <comment>" + tag("text", markup_text(author)) + "</comment>\n";
  for (std::size_t e = 0; e < events.size(); ++e)
    text += event_text(events[e], e + 1, began);
  return text + "  </eventParameters>\n</q:quakeml>\n";
}

}  // namespace foldwave
