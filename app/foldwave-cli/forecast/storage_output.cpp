#include "app/foldwave-cli/forecast/storage_output.hpp"

#include <iomanip>
#include <sstream>

#include "app/foldwave-cli/terminal/bench_output.hpp"
#include "core/base/text.hpp"

namespace foldwave::cli {

namespace {

using StorageJson = nlohmann::ordered_json;

StorageJson way_json(const StorageWay& way) {
  return {{"seconds", way.seconds}, {"plain_seconds", way.plain_seconds},
          {"limit", way.limit},     {"gain_limit", way.gain_limit},
          {"pays", way.pays()},     {"pays_below_bytes_per_second", way.pays_below_rate}};
}

std::string way_text(const StorageWay& way) {
  return seconds_text(way.seconds) + ", " + way.limit + (way.pays() ? "" : ", does not pay");
}

}  // namespace

nlohmann::ordered_json storage_json(const ScenarioStorage& plan) {
  StorageJson j{{"volumes", plan.need.volumes},
                {"volume_bytes", plan.need.volume_bytes},
                {"disks", StorageJson::array()},
                {"choices", StorageJson::array()},
                {"warnings", StorageJson::array()}};
  for (const StorageDisk& disk : plan.disks) {
    const StorageChoice* const best = quickest_to_write(plan.choices, disk.name);
    j["disks"].push_back({{"name", disk.name},
                          {"write_bytes_per_second", disk.write_rate},
                          {"read_bytes_per_second", disk.read_rate},
                          {"quickest_to_write", best ? StorageJson(best->codec) : StorageJson()}});
  }
  for (const StorageChoice& one : plan.choices)
    j["choices"].push_back({{"codec", one.codec},
                            {"disk", one.disk},
                            {"bytes", one.bytes},
                            {"plain_bytes", one.plain_bytes},
                            {"writing", way_json(one.writing)},
                            {"reading", way_json(one.reading)}});
  for (const Finding& finding : plan.findings)
    j["warnings"].push_back(finding.line());
  return j;
}

std::string storage_table(const ScenarioStorage& plan) {
  std::ostringstream text;
  text << plan.need.volumes << (plan.need.volumes == 1 ? " volume of " : " volumes of ")
       << bytes_text(plan.need.volume_bytes) << "\n";
  for (const StorageDisk& disk : plan.disks) {
    const double plain = plan.need.volume_bytes * plan.need.volumes;
    const StorageChoice* const best = quickest_to_write(plan.choices, disk.name);
    text << "\n"
         << disk.name << ", " << bytes_text(disk.write_rate) << "/s: as they are "
         << seconds_text(plain / disk.write_rate) << " to write, " << seconds_text(plain / disk.read_rate)
         << " to read; quickest to write: " << (best ? best->codec : "as they are") << "\n";
    text << std::left << "  " << std::setw(15) << "codec" << std::setw(11) << "bytes" << std::setw(32)
         << "write, what limits" << std::setw(32) << "read, what limits"
         << "packing pays below\n";
    for (const StorageChoice& one : plan.choices) {
      if (one.disk != disk.name) continue;
      text << "  " << std::setw(15) << one.codec << std::setw(11) << bytes_text(one.bytes) << std::setw(32)
           << way_text(one.writing) << std::setw(32) << way_text(one.reading)
           << bytes_text(one.writing.pays_below_rate) << "/s\n";
    }
  }
  return text.str();
}

}  // namespace foldwave::cli
