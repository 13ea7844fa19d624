// A volume of any file into a .hdf file of the store, and out of one into others, a piece at a time, by all
// threads. What is written is whole or not there. Errors: those of the sources and of the writers; InputError
// for a suffix that holds no volume, and for what a format cannot hold.
#pragma once

#include "core/volume/store/volume_writer.hpp"
#include "core/volume/tools/volume_source.hpp"

namespace foldwave {

struct PackChoice {
  std::string codec = "blosc";  // of hdf_codecs()
  double error = 0.0;           // largest, in the values' unit; 0: lossless
  bool relative = false;        // `error` is a part of the range, largest less least of the finite values
  int brick = usual_brick;      // nodes a side
  Damage damage = Damage::refuse;
  Index coarse_from = nodes_with_coarse;  // nodes of a volume that has a coarse level
};

struct PackOutcome {
  double error_bound = 0.0;  // absolute
  std::uintmax_t bytes = 0;  // of the file
  std::vector<DamagedBrick> damaged{};
  std::vector<std::string> remarks{};  // what was taken for granted or cannot be held exactly
};

// The bricks of a box that is whole bricks of the layout: packed by all threads, written in their order.
void write_box(VolumeWriter& writer, const BrickLayout& layout, const VolumeFacts& facts, const NodeBox& box,
               std::span<const float> values, const std::stop_token& stop);

// Errors: InputError for a brick, a name or a codec that cannot be.
BrickLayout packed_layout(const VolumeSource& source, const std::filesystem::path& to,
                          const PackChoice& choice);
VolumeFacts packed_facts(const VolumeSource& source, const PackChoice& choice, double error_bound);

PackOutcome pack_volume_file(const VolumeSource& source, const std::filesystem::path& to,
                             const PackChoice& choice, const Job& job = {});

// By suffix: .f32 (with NAME.f32.json, its layout), .sgy or .segy (a trace a column, z as the program reads
// it: metres as milliseconds, the place by CDP, inline j + 1, crossline i + 1), .vti (through memory).
PackOutcome unpack_volume_file(const VolumeSource& source, const std::filesystem::path& to, Damage damage,
                               const Job& job = {});

}  // namespace foldwave
