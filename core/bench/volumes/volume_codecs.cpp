#include <array>
#include <cmath>
#include <span>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/bench/codec.hpp"
#include "core/bench/volumes/volume_groups.hpp"

namespace foldwave {

namespace {

constexpr std::array<double, 3> ratio_errors{1e-2, 1e-3, 1e-4};
constexpr std::array<const char*, 3> ratio_error_names{"1e-2", "1e-3", "1e-4"};
constexpr double usual_error = 1e-3;  // of the range

CodecBenchPlan codec_plan(const VolumesBenchPlan& plan, CodecBenchCase which,
                          const std::vector<std::string>& codecs, const std::vector<double>& errors,
                          int repeat) {
  CodecBenchPlan codec;
  codec.cases = {which};
  codec.size = plan.size;
  codec.codecs = codecs;
  codec.threads = {plan.threads};
  codec.errors = errors;
  codec.repeat = repeat;
  return codec;
}

std::vector<CodecBenchRow> codec_rows(const CodecBenchPlan& plan, const Job& job) {
  std::vector<CodecBenchRow> rows = bench_codec(
      *cpu_backend(), plan, [](const CodecBenchRow&) {}, job);
  for (const CodecBenchRow& row : rows) {
    if (!row.failure.empty()) throw InputError(row.codec, row.failure, "see bench codec");
    // zfp is measured at its real error, whatever its tolerance.
    if (row.bound && row.codec != "zfp" && !(row.quality.largest <= *row.bound))
      throw NumericError(row.codec, "it did not keep its bound", "see the rows of bounds");
  }
  return rows;
}

double share_of_range(const CodecBenchRow& row) {
  return row.quality.largest / row.quality.range;
}

// zfp stays far below its tolerance, of which powers of two alone count: the largest whose real error is
// within each of `errors`.
struct ZfpAtError {
  double tolerance = 0.0, error = 0.0, ratio = 0.0;  // of the range
};
std::vector<ZfpAtError> zfp_within(const VolumesBenchPlan& plan, CodecBenchCase which,
                                   std::span<const double> errors, const Job& job) {
  std::vector<double> tolerances;
  for (const double error : errors)
    for (int doubled = -1; doubled <= 7; ++doubled)
      tolerances.push_back(std::ldexp(error, doubled));
  const auto rows = codec_rows(codec_plan(plan, which, {"zfp"}, tolerances, 1), job);
  std::vector<ZfpAtError> found(errors.size());
  for (std::size_t e = 0; e < errors.size(); ++e)
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (share_of_range(rows[r]) <= errors[e] && rows[r].ratio() > found[e].ratio)
        found[e] = {tolerances[r], share_of_range(rows[r]), rows[r].ratio()};
  for (const ZfpAtError& one : found)
    if (!(one.ratio > 0.0))
      throw InputError("zfp", "no tolerance keeps it within the error", "take a larger volume");
  return found;
}

std::string at_error(double error) {
  return " at " + number_text(error, 3) + " of the range";
}

// wave gets as its bound what zfp really strays by.
void bench_ratios(const VolumesBenchPlan& plan, CodecBenchCase which, double least, double least_absolute,
                  VolumeRows& rows, const Job& job) {
  const std::string name = "ratio." + codec_case_name(which) + ".";
  std::vector<MeasureRow> group;
  for (const char* const error : ratio_error_names)
    group.push_back(at_least(name + error, least, "times zfp"));
  rows.measure(group, "cpu", [&](const VolumeRows::Tell& tell) {
    const auto zfp = zfp_within(plan, which, ratio_errors, job);
    std::vector<double> errors;
    for (const ZfpAtError& one : zfp)
      errors.push_back(one.error);
    const auto wave = codec_rows(codec_plan(plan, which, {"wave"}, errors, 1), job);
    for (std::size_t e = 0; e < errors.size(); ++e)
      tell(name + ratio_error_names[e], wave[e].ratio() / zfp[e].ratio,
           "wave " + number_text(wave[e].ratio(), 4) + at_error(share_of_range(wave[e])) + ", zfp " +
               number_text(zfp[e].ratio, 4) + at_error(zfp[e].error) +
               "; SZ3: tests/bench/compare_codecs.py");
  });
  rows.measure({at_least(name + "absolute", least_absolute, "times")}, "cpu",
               [&](const VolumeRows::Tell& tell) {
                 const auto wave = codec_rows(codec_plan(plan, which, {"wave"}, {usual_error}, 1), job);
                 tell(name + "absolute", wave.front().ratio(),
                      "wave" + at_error(usual_error) + ", " + wave.front().volume +
                          "; to reach: a figure of SZ3, which tests/bench/compare_codecs.py runs itself");
               });
}

void bench_zonal(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job) {
  constexpr std::array<double, 3> ratios{1.55, 3.10, 6.21};
  std::vector<MeasureRow> group;
  std::vector<std::string> codecs;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::string dimensions = std::to_string(d + 1) + "d";
    group.push_back(between("zonal." + dimensions, 0.99 * ratios[d], 1.01 * ratios[d], "times"));
    codecs.push_back("fast-dct-" + dimensions + "-zonal");
  }
  rows.measure(group, "cpu", [&](const VolumeRows::Tell& tell) {
    const auto zonal = codec_rows(codec_plan(plan, CodecBenchCase::filled, codecs, {usual_error}, 1), job);
    for (std::size_t d = 0; d < 3; ++d)
      tell(group[d].name, zonal[d].ratio(), zonal[d].codec + ", 4 of 8 kept an axis, " + zonal[d].volume);
  });
}

// `wave` packs best, `quick` fastest: both keep the bound.
void bench_speeds(const VolumesBenchPlan& plan, const std::string& codec, VolumeRows& rows, const Job& job) {
  constexpr double giga = 1e-9;
  const std::string name = "speed." + codec;
  const std::string pack = name + ".pack", unpack = name + ".unpack";
  const auto speed_plan = [&](const std::string& by, double error) {
    return codec_plan(plan, CodecBenchCase::filled, {by}, {error}, plan.repeat);
  };
  rows.measure({at_least(pack, 1.5, "GB/s"), at_least(unpack, 3.0, "GB/s"),
                at_least(pack + ".zfp", 2.0, "times zfp"), at_least(unpack + ".zfp", 4.0, "times zfp")},
               "cpu", [&](const VolumeRows::Tell& tell) {
                 const CodecBenchRow row = codec_rows(speed_plan(codec, usual_error), job).front();
                 const std::string note = "ratio " + number_text(row.ratio(), 3) + ", " + row.volume +
                                          at_error(usual_error) + ", " + std::to_string(plan.threads) +
                                          " threads";
                 tell(pack, giga * row.pack_rate(), note);
                 tell(unpack, giga * row.unpack_rate(), note);
                 if (!plan.wants(pack + ".zfp") && !plan.wants(unpack + ".zfp")) return;
                 const std::array<double, 1> errors{usual_error};
                 const ZfpAtError at = zfp_within(plan, CodecBenchCase::filled, errors, job).front();
                 const auto zfp = codec_rows(speed_plan("zfp", at.tolerance), job).front();
                 const auto beside = [&](double rate) {
                   return note + "; zfp " + number_text(giga * rate, 3) + " GB/s" + at_error(at.error);
                 };
                 tell(pack + ".zfp", row.pack_rate() / zfp.pack_rate(), beside(zfp.pack_rate()));
                 tell(unpack + ".zfp", row.unpack_rate() / zfp.unpack_rate(), beside(zfp.unpack_rate()));
               });
}

}  // namespace

void bench_volume_codecs(const VolumesBenchPlan& plan, VolumeRows& rows, const Job& job) {
  bench_ratios(plan, CodecBenchCase::filled, 1.5, 8.6, rows, job);
  bench_ratios(plan, CodecBenchCase::silent, 1.0, 88.0, rows, job);
  bench_zonal(plan, rows, job);
  for (const char* const codec : {"wave", "quick"})
    bench_speeds(plan, codec, rows, job);
}

}  // namespace foldwave
