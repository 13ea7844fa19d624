// Records of miniSEED as libmseed's own packer makes them.
#pragma once

#include <libmseed.h>
#undef bit

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace foldwave::test {

struct SeedChannel {
  std::string network = "GR", station = "FUR", location, channel = "HHZ";
  double rate = 100.0;
  int encoding = DE_STEIM2;
  int record_bytes = 512;
  bool big = true;
};

// 2026-03-01T04:05:06.789012Z
inline constexpr std::int64_t seed_time = 1772337906789012;

template <class Value>
std::string seed_bytes(const SeedChannel& of, std::int64_t start, const std::vector<Value>& samples) {
  static_assert(sizeof(Value) == 4 || sizeof(Value) == 8);
  MSTrace* trace = mst_init(nullptr);
  trace->starttime = start;
  trace->samprate = of.rate;
  trace->samplecnt = trace->numsamples = static_cast<std::int64_t>(samples.size());
  trace->sampletype = std::is_integral_v<Value> ? 'i' : sizeof(Value) == 4 ? 'f' : 'd';
  trace->datasamples = std::malloc(samples.size() * sizeof(Value));
  std::memcpy(trace->datasamples, samples.data(), samples.size() * sizeof(Value));
  std::string bytes;
  const auto take = [](char* record, int length, void* to) {
    static_cast<std::string*>(to)->append(record, static_cast<std::size_t>(length));
  };
  std::int64_t packed = 0;
  // What is not of the samples is taken from it; blockette 1001 holds the last two digits of microseconds.
  MSRecord* like = msr_init(nullptr);
  like->dataquality = 'D';
  std::strcpy(like->network, of.network.c_str());
  std::strcpy(like->station, of.station.c_str());
  std::strcpy(like->location, of.location.c_str());
  std::strcpy(like->channel, of.channel.c_str());
  blkt_1001_s fine{};
  msr_addblockette(like, reinterpret_cast<char*>(&fine), sizeof fine, 1001, 0);
  mst_pack(trace, take, &bytes, of.record_bytes, static_cast<flag>(of.encoding), of.big ? 1 : 0, &packed, 1,
           0, like);
  msr_free(&like);
  mst_free(&trace);
  return packed == static_cast<std::int64_t>(samples.size()) ? bytes : std::string();
}

}  // namespace foldwave::test
