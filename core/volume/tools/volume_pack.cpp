#include "core/volume/tools/volume_pack.hpp"

#include <cmath>
#include <exception>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/read_file.hpp"
#include "core/volume/tools/volume_statistics.hpp"

namespace foldwave {

namespace {

double absolute_bound(const VolumeSource& source, const PackChoice& choice, const Job& job) {
  if (!choice.relative || choice.error == 0.0) return choice.error;
  const VolumeStatistics all = statistics_of(source, choice.damage, job);
  return all.finite > 0 ? choice.error * (all.largest - all.least) : 0.0;
}

}  // namespace

BrickLayout packed_layout(const VolumeSource& source, const std::filesystem::path& to,
                          const PackChoice& choice) {
  if (choice.brick < 8 || choice.brick > 256)
    throw InputError("brick", std::to_string(choice.brick) + " nodes a side", "give 8 to 256");
  if (volume_kind(to) != VolumeKind::hdf)
    throw InputError(to.string(), "is no .hdf file", "give a name that ends in .hdf");
  if (!(choice.error >= 0.0) || !std::isfinite(choice.error))
    throw InputError("error", number_text(choice.error) + " is no error bound", "give 0 or more");
  const BrickLayout layout = brick_layout(source.grid().n, choice.brick);
  filters_of(choice.codec, layout.brick, 0.0);  // refuses what is unknown, before anything is read
  return layout;
}

VolumeFacts packed_facts(const VolumeSource& source, const PackChoice& choice, double error_bound) {
  VolumeFacts facts;
  if (source.index() != nullptr) {
    facts.step = source.index()->facts.step;
    facts.time = source.index()->facts.time;
  }
  facts.grid = source.grid();
  facts.array = source.array();
  facts.codec = choice.codec;
  facts.error_bound = error_bound;
  return facts;
}

void write_box(VolumeWriter& writer, const BrickLayout& layout, const VolumeFacts& facts, const NodeBox& box,
               std::span<const float> values, const std::stop_token& stop) {
  const std::vector<Index> numbers = bricks_of(layout, box);
  std::vector<PackedBrick> packed(numbers.size());
  std::exception_ptr failed;
#pragma omp parallel
  {
    std::vector<float> brick(static_cast<std::size_t>(layout.brick_nodes()));
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < numbers.size(); ++b) {
      if (stop.stop_requested()) continue;
      try {
        gather_brick(values, box, layout, numbers[b], brick);
        packed[b] = pack_brick(facts.codec, layout.brick, facts.error_bound, brick);
      } catch (...) {
#pragma omp critical(volume_pack_failed)
        failed = std::current_exception();
      }
    }
  }
  if (failed) std::rethrow_exception(failed);
  if (stop.stop_requested()) throw Stopped();
  for (std::size_t b = 0; b < numbers.size(); ++b)
    writer.write(numbers[b], packed[b]);
  writer.see(box, values);
}

PackOutcome pack_volume_file(const VolumeSource& source, const std::filesystem::path& to,
                             const PackChoice& choice, const Job& job) {
  const BrickLayout layout = packed_layout(source, to, choice);
  PackOutcome outcome;
  outcome.remarks = source.remarks();
  outcome.error_bound = absolute_bound(source, choice, job);
  if (const VolumeIndex* const index = source.index(); index != nullptr && index->facts.error_bound > 0.0)
    outcome.remarks.push_back("its own values lie within " + number_text(index->facts.error_bound) +
                              " of what they were packed of; this bound comes on top");
  const VolumeFacts facts = packed_facts(source, choice, outcome.error_bound);
  VolumeWriter writer(to, facts, layout, choice.coarse_from);
  outcome.damaged = each_piece(
      source, layout, choice.damage, "pack", job,
      [&](const NodeBox& box, auto values) { write_box(writer, layout, facts, box, values, job.stop); });
  writer.commit();
  outcome.bytes = size_on_disk(to);
  return outcome;
}

}  // namespace foldwave
