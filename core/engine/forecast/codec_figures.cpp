#include "core/engine/forecast/codec_figures.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/clock.hpp"
#include "core/engine/forecast/calibration_cases.hpp"
#include "core/engine/pipeline.hpp"
#include "core/volume/store/hdf_codecs.hpp"
#include "core/volume/store/unpack_volume.hpp"
#include "core/volume/store/volume_writer.hpp"

namespace foldwave {

namespace {

struct LastSnapshot final : SnapshotSink {
  void snapshot(int, double, const Field<float>& pressure) override { last = pressure.clone(); }
  Field<float> last;
};

}  // namespace

std::vector<CodecFigure> measure_codecs(const Field<float>& values, double share, const Job& job) {
  std::vector<CodecFigure> figures;
  if (!has_volume_store()) return figures;
  float largest = 0.0F;
  for (const float v : values.values())
    largest = std::max(largest, std::abs(v));
  if (!(largest > 0.0F)) return figures;
  const double plain = static_cast<double>(sizeof(float)) * static_cast<double>(values.size());
  VolumeFacts facts;
  facts.grid.n = values.shape();
  facts.grid.h = {1.0, 1.0, 1.0};
  facts.error_bound = share * static_cast<double>(largest);
  for (const std::string& codec : hdf_codecs()) {
    job.throw_if_stopped();
    if (codec == "none" || is_transform_codec(codec)) continue;
    facts.codec = codec;
    const Clock packing;
    const PackedVolume packed = pack_volume(values.values(), facts, job.stop);
    const double pack = packing.seconds();
    const Clock unpacking;
    const Field<float> back = unpack_volume(packed, {nullptr, job.stop});
    const double unpack = unpacking.seconds();
    figures.push_back({codec, plain / static_cast<double>(packed.bytes()), plain / pack, plain / unpack});
  }
  return figures;
}

std::vector<CodecFigure> measure_codecs(const Backend& backend, const Job& job) {
  if (!has_volume_store()) return {};
  constexpr int n = 96, steps = 300;
  Scenario filled = short_wave({n, n, n}, 8, steps);
  filled.outputs.snapshot_steps = steps;
  LastSnapshot kept;
  run_wave(filled, run_fold(filled, backend, job), backend, {&kept}, job);
  return measure_codecs(kept.last, usual_snapshot_error, job);
}

}  // namespace foldwave
