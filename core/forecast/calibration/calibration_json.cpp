#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/forecast/calibration/calibration_file.hpp"

namespace foldwave {

namespace {

using CalibrationJson = nlohmann::ordered_json;

constexpr const char* calibration_format = "foldwave-forecast";
constexpr int calibration_version = 1;

// [[part, seconds, [[amount, rate, weight, rate, weight, ..], ..]], ..]
CalibrationJson observations_json(const std::vector<Observation>& observations) {
  CalibrationJson all = CalibrationJson::array();
  for (const Observation& o : observations) {
    CalibrationJson terms = CalibrationJson::array();
    for (const WorkTerm& term : o.work.terms) {
      CalibrationJson one = CalibrationJson::array({term.amount});
      for (const RateShare& share : term.rates) {
        one.push_back(share.rate);
        one.push_back(share.weight);
      }
      terms.push_back(std::move(one));
    }
    all.push_back(CalibrationJson::array({o.work.part, o.seconds, std::move(terms)}));
  }
  return all;
}

double finite_number(const CalibrationJson& j, double least) {
  const double value = j.get<double>();
  if (!std::isfinite(value) || value < least) throw std::runtime_error("a number is out of its range");
  return value;
}

WorkTerm term_of(const CalibrationJson& j) {
  WorkTerm term{finite_number(j.at(0), 0.0), {}};
  for (std::size_t i = 1; i < j.size(); i += 2)
    term.rates.push_back({j.at(i).get<std::string>(), finite_number(j.at(i + 1), -1e3)});
  return term;
}

std::vector<Observation> observations_of(const CalibrationJson& j, std::size_t most) {
  if (!j.is_array() || j.size() > most) throw std::runtime_error("its list of runs is too long or none");
  std::vector<Observation> all;
  for (const CalibrationJson& one : j) {
    Observation o;
    o.work.part = one.at(0).get<std::string>();
    o.seconds = finite_number(one.at(1), 0.0);
    for (const CalibrationJson& term : one.at(2))
      o.work.terms.push_back(term_of(term));
    all.push_back(std::move(o));
  }
  return all;
}

// [[name, ratio, pack rate, unpack rate], ..]
CalibrationJson codecs_json(const std::vector<CodecFigure>& codecs) {
  CalibrationJson all = CalibrationJson::array();
  for (const CodecFigure& c : codecs)
    all.push_back(CalibrationJson::array({c.name, c.ratio, c.pack_rate, c.unpack_rate}));
  return all;
}

std::vector<CodecFigure> codecs_of(const CalibrationJson& j) {
  if (!j.is_array() || j.size() > most_codecs)
    throw std::runtime_error("its list of codecs is too long or none");
  constexpr double least = 1e-9;
  std::vector<CodecFigure> all;
  for (const CalibrationJson& one : j)
    all.push_back({one.at(0).get<std::string>(), finite_number(one.at(1), least),
                   finite_number(one.at(2), least), finite_number(one.at(3), least)});
  return all;
}

}  // namespace

std::string calibration_text(const Calibration& c) {
  const CalibrationJson j{{"format", calibration_format},
                          {"version", calibration_version},
                          {"machine", c.stamp.machine},
                          {"processor", c.stamp.processor},
                          {"threads", c.stamp.threads},
                          {"backend", c.stamp.backend},
                          {"device", c.stamp.device},
                          {"program", c.stamp.program},
                          {"shares", c.stamp.shares},
                          {"devices", c.stamp.devices},
                          {"date", c.date},
                          {"triad_bytes_per_second", c.bounds.triad},
                          {"operations_per_second", c.bounds.arithmetic},
                          {"launch_seconds", c.bounds.launch},
                          {"disk_write_bytes_per_second", c.bounds.disk_write},
                          {"disk_read_bytes_per_second", c.bounds.disk_read},
                          {"disk_way", c.bounds.disk_way},
                          {"repeat_scatter", c.repeat_scatter},
                          {"busy", c.busy},
                          {"packed_factor", c.packed_factor},
                          {"drawing_bytes", c.drawing_bytes},
                          {"codecs", codecs_json(c.codecs)},
                          {"calibrated", observations_json(c.calibrated)},
                          {"from_runs", observations_json(c.from_runs)}};
  return j.dump(1, ' ', false, CalibrationJson::error_handler_t::replace) + "\n";
}

Calibration parse_calibration(const std::string& text, const std::string& file) {
  try {
    const auto j = CalibrationJson::parse(text);
    if (j.at("format") != calibration_format) throw std::runtime_error("it is no foldwave-forecast file");
    if (j.at("version") != calibration_version)
      throw std::runtime_error("it is of another version of the program");
    Calibration c;
    c.stamp = {j.at("machine"), j.at("processor"), j.at("threads"),      j.at("backend"),
               j.at("device"),  j.at("program"),   j.value("shares", 1), j.value("devices", 1)};
    if (c.stamp.shares < 1 || c.stamp.devices < 1)
      throw std::runtime_error("it shares a wave among " + std::to_string(c.stamp.shares) + " of " +
                               std::to_string(c.stamp.devices) + " devices");
    c.date = j.at("date");
    c.bounds = {finite_number(j.at("triad_bytes_per_second"), 0.0),
                finite_number(j.at("operations_per_second"), 0.0),
                finite_number(j.at("launch_seconds"), 0.0),
                finite_number(j.at("disk_write_bytes_per_second"), 0.0),
                finite_number(j.at("disk_read_bytes_per_second"), 0.0),
                j.value("disk_way", "")};
    c.repeat_scatter = finite_number(j.at("repeat_scatter"), 0.0);
    c.busy = j.at("busy");
    // Files from before they were mended by runs have neither.
    if (j.contains("packed_factor")) c.packed_factor = finite_number(j.at("packed_factor"), 0.0);
    if (j.contains("drawing_bytes")) c.drawing_bytes = finite_number(j.at("drawing_bytes"), 0.0);
    // Files from before the codecs were measured have none.
    if (j.contains("codecs")) c.codecs = codecs_of(j.at("codecs"));
    c.calibrated = observations_of(j.at("calibrated"), most_calibrated);
    c.from_runs = observations_of(j.at("from_runs"), most_from_runs);
    return c;
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    throw InputError(file, std::string("is no calibration: ") + e.what(), "calibrate again");
  }
}

}  // namespace foldwave
