#include "core/forecast/gpu_model/device_figures.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace foldwave {

namespace {

using Json = nlohmann::ordered_json;

// Between what was measured, by the logarithm of the size; beyond its ends the last value.
double rate_at(const std::vector<BandwidthPoint>& points, double bytes) {
  if (points.empty()) throw InputError("figures", "there is no bandwidth", "measure the device again");
  if (bytes <= points.front().bytes) return points.front().bytes_per_second;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const BandwidthPoint &a = points[i - 1], &b = points[i];
    if (bytes > b.bytes) continue;
    const double t = std::log(bytes / a.bytes) / std::log(b.bytes / a.bytes);
    // Times add, not rates: a share t of the bytes goes at the slower rate.
    return 1.0 / ((1.0 - t) / a.bytes_per_second + t / b.bytes_per_second);
  }
  return points.back().bytes_per_second;
}

double median_between(const std::vector<ChasePoint>& chase, double from, double to, const char* level) {
  std::vector<double> cycles;
  for (const ChasePoint& p : chase)
    if (p.bytes >= from && p.bytes <= to) cycles.push_back(p.cycles);
  if (cycles.empty())
    throw InputError("figures", std::string("the chase has no point in ") + level,
                     "measure the device again");
  std::ranges::sort(cycles);
  const std::size_t half = cycles.size() / 2;
  return cycles.size() % 2 == 1 ? cycles[half] : (cycles[half - 1] + cycles[half]) / 2.0;
}

Json json_of(const LatencyCurve& curve) {
  Json cycles = Json::array(), uncertainty = Json::array();
  for (const Measurement& m : curve.cycles) {
    cycles.push_back(m.mean);
    uncertainty.push_back(m.uncertainty);
  }
  return {{"name", curve.name}, {"warps", curve.warps}, {"cycles", cycles}, {"uncertainty", uncertainty}};
}

LatencyCurve curve_of(const Json& j) {
  LatencyCurve curve{j.at("name").get<std::string>(), j.at("warps").get<std::vector<int>>(), {}};
  const auto cycles = j.at("cycles").get<std::vector<double>>();
  const auto uncertainty = j.at("uncertainty").get<std::vector<double>>();
  if (cycles.size() != curve.warps.size() || uncertainty.size() != cycles.size() || cycles.empty())
    throw InputError("figures", "the curve \"" + curve.name + "\" has columns of different lengths",
                     "measure the device again");
  for (std::size_t i = 0; i < cycles.size(); ++i)
    curve.cycles.push_back({cycles[i], uncertainty[i]});
  return curve;
}

Json json_of(const std::vector<BandwidthPoint>& points) {
  Json rows = Json::array();
  for (const BandwidthPoint& p : points)
    rows.push_back({{"bytes", p.bytes}, {"bytes_per_second", p.bytes_per_second}});
  return rows;
}

std::vector<BandwidthPoint> bandwidths_of(const Json& rows) {
  std::vector<BandwidthPoint> points;
  for (const Json& row : rows)
    points.push_back({row.at("bytes").get<double>(), row.at("bytes_per_second").get<double>()});
  return points;
}

// Tables of latencies and rates.
void put_tables(Json& j, const DeviceFigures& f) {
  for (const char* key :
       {"latencies", "rates", "chase", "requests", "loaded_latency", "mixed", "block_streams"})
    j[key] = Json::array();
  for (const LatencyCurve& curve : f.latencies)
    j["latencies"].push_back(json_of(curve));
  for (const OperationRate& r : f.rates)
    j["rates"].push_back({{"name", r.name}, {"per_cycle", r.per_cycle}});
  for (const ChasePoint& p : f.chase)
    j["chase"].push_back({{"bytes", p.bytes}, {"cycles", p.cycles}});
  for (const RequestCost& r : f.requests)
    j["requests"].push_back({{"rows", r.rows}, {"aligned", r.aligned}, {"cycles", r.cycles}});
  for (const LoadedLatency& l : f.loaded)
    j["loaded_latency"].push_back({{"requests", l.requests}, {"cycles", l.cycles}});
  for (const MixedCost& m : f.mixed)
    j["mixed"].push_back({{"hits", m.hits}, {"cycles", m.cycles}});
  for (const BlockStream& b : f.block_streams)
    j["block_streams"].push_back(
        {{"threads", b.threads}, {"bytes", b.bytes}, {"bytes_per_second", b.bytes_per_second}});
  j["read_bandwidth"] = json_of(f.reads);
  j["stream_bandwidth"] = json_of(f.streams);
}

void take_tables(const Json& j, DeviceFigures& f) {
  for (const Json& curve : j.at("latencies"))
    f.latencies.push_back(curve_of(curve));
  for (const Json& r : j.at("rates"))
    f.rates.push_back({r.at("name").get<std::string>(), r.at("per_cycle").get<double>()});
  for (const Json& p : j.at("chase"))
    f.chase.push_back({p.at("bytes").get<double>(), p.at("cycles").get<double>()});
  for (const Json& r : j.at("requests"))
    f.requests.push_back(
        {r.at("rows").get<int>(), r.at("aligned").get<bool>(), r.at("cycles").get<double>()});
  for (const Json& l : j.at("loaded_latency"))
    f.loaded.push_back({l.at("requests").get<int>(), l.at("cycles").get<double>()});
  for (const Json& m : j.at("mixed"))
    f.mixed.push_back({m.at("hits").get<int>(), m.at("cycles").get<double>()});
  for (const Json& b : j.at("block_streams"))
    f.block_streams.push_back(
        {b.at("threads").get<int>(), b.at("bytes").get<double>(), b.at("bytes_per_second").get<double>()});
  f.reads = bandwidths_of(j.at("read_bandwidth"));
  f.streams = bandwidths_of(j.at("stream_bandwidth"));
}

// Each scalar by its key, for both ways.
template <class Figures, class Visit>
void each_scalar(Figures& f, const Visit& visit) {
  visit("device", f.device);
  visit("driver", f.driver);
  visit("runtime", f.runtime);
  visit("date", f.date);
  visit("program_version", f.program);
  visit("multiprocessors", f.multiprocessors);
  visit("cores_per_multiprocessor", f.cores);
  visit("largest_warps", f.largest_warps);
  visit("largest_blocks", f.largest_blocks);
  visit("clock_hz", f.clock);
  visit("l1_bytes", f.l1_bytes);
  visit("l2_bytes", f.l2_bytes);
  visit("memory_bytes", f.memory_bytes);
  visit("theoretical_bandwidth", f.theoretical_bandwidth);
  visit("repeats", f.repeats);
  visit("l1_bandwidth", f.l1_bandwidth);
  visit("shared_bandwidth", f.shared_bandwidth);
  visit("same_bandwidth", f.same_bandwidth);
  visit("launch_stream_seconds", f.launch.stream_seconds);
  visit("launch_graph_seconds", f.launch.graph_seconds);
  visit("launch_alone_seconds", f.launch.alone_seconds);
  visit("launch_block_seconds", f.launch.block_seconds);
  visit("launch_warp_seconds", f.launch.warp_seconds);
  visit("copy_to_device", f.copy.to_device);
  visit("copy_from_device", f.copy.from_device);
  visit("copy_pageable_to_device", f.copy.pageable_to_device);
  visit("copy_pageable_from_device", f.copy.pageable_from_device);
}

}  // namespace

Measurement measurement_of(std::span<const double> repeats, double resolution, int readings, double per) {
  if (repeats.empty()) throw InputError("repeats", "nothing was measured", "repeat at least once");
  const auto n = static_cast<double>(repeats.size());
  double mean = 0.0, squares = 0.0;
  for (const double value : repeats)
    mean += value / n;
  for (const double value : repeats)
    squares += (value - mean) * (value - mean);
  const double type_a = repeats.size() > 1 ? std::sqrt(squares / (n - 1.0) / n) : 0.0;
  const double type_b = resolution / (2.0 * std::sqrt(3.0)) * std::sqrt(static_cast<double>(readings));
  return {mean / per, 2.0 * std::hypot(type_a, type_b) / per};
}

const LatencyCurve& DeviceFigures::latency(const std::string& name) const {
  const auto found = std::ranges::find(latencies, name, &LatencyCurve::name);
  if (found == latencies.end())
    throw InputError("figures", "there is no latency \"" + name + "\"", "measure the device again");
  return *found;
}

double DeviceFigures::rate(const std::string& name) const {
  const auto found = std::ranges::find(rates, name, &OperationRate::name);
  if (found == rates.end() || found->per_cycle <= 0.0)
    throw InputError("figures", "there is no rate \"" + name + "\"", "measure the device again");
  return found->per_cycle;
}

double DeviceFigures::l1_latency() const {
  return median_between(chase, 0.0, l1_bytes / 4.0, "L1");
}
double DeviceFigures::l2_latency() const {
  return median_between(chase, 2.0 * l1_bytes, l2_bytes / 4.0, "L2");
}
double DeviceFigures::memory_latency() const {
  return median_between(chase, 3.0 * l2_bytes, 1e30, "memory");
}
double DeviceFigures::read_bandwidth(double bytes) const {
  return rate_at(reads, bytes);
}
double DeviceFigures::stream_bandwidth(double bytes) const {
  return rate_at(streams, bytes);
}

double DeviceFigures::request_cycles(int rows, bool aligned) const {
  for (const RequestCost& r : requests)
    if (r.rows == rows && r.aligned == aligned) return r.cycles;
  throw InputError("figures", "there is no cost of a load of " + std::to_string(rows) + " rows",
                   "measure the device again");
}

double departure_delay(std::span<const LoadedLatency> loaded) {
  if (loaded.size() < 3)
    throw InputError("loaded_latency", "a departure delay needs three points", "measure at more warps");
  const auto last = loaded.last(3);
  double w = 0.0, c = 0.0, wc = 0.0, ww = 0.0;
  for (const LoadedLatency& l : last) {
    w += l.requests / 3.0;
    c += l.cycles / 3.0;
  }
  for (const LoadedLatency& l : last) {
    wc += (l.requests - w) * (l.cycles - c);
    ww += (l.requests - w) * (l.requests - w);
  }
  return wc / ww;
}

Json to_json(const DeviceFigures& figures) {
  Json j;
  each_scalar(figures, [&](const char* key, const auto& value) { j[key] = value; });
  put_tables(j, figures);
  return j;
}

DeviceFigures device_figures_from_json(const Json& json, const std::string& place) {
  try {
    DeviceFigures f;
    each_scalar(f, [&](const char* key, auto& value) { json.at(key).get_to(value); });
    take_tables(json, f);
    if (f.multiprocessors < 1 || !(f.clock > 0.0))
      throw InputError(place, "these figures name no multiprocessor or no clock", "measure the device again");
    return f;
  } catch (const Json::exception& e) {
    throw InputError(place, std::string("these are no figures of a device: ") + e.what(),
                     "write them with: foldwave-cli bench device --json --to FILE");
  }
}

}  // namespace foldwave
