// What a file of a volume says of itself, and what its values are. Of SEG-Y the traces need not lie on a
// lattice, and raw values need no layout. Units: metres, seconds. Errors: those of the sources.
#pragma once

#include <optional>

#include "core/formats/segy/trace_words.hpp"
#include "core/formats/shots/segy_shots.hpp"
#include "core/volume/tools/volume_statistics.hpp"

namespace foldwave {

struct VolumeInfo {
  VolumeKind kind = VolumeKind::raw;
  std::uintmax_t bytes = 0;   // of the file
  std::string sample_format;  // "float32", "IBM float32", "int16"
  bool big_endian = false;
  std::optional<Grid3> grid{};  // none: no lattice, or not said
  std::optional<VolumeStatistics> statistics{};
  std::vector<std::string> remarks{};

  struct Traces {
    std::size_t traces = 0;
    int samples = 0, revision = 0, format = 0;
    double interval = 0.0, delay = 0.0;  // s
    std::string no_lattice;              // why there is no grid
    bool is_su = false;                  // of Seismic Unix
    std::vector<int> lengths{};          // the least and the largest, where traces differ
    std::vector<std::string> text{}, stanzas{};
    std::vector<SegyHeaderValue> first_header{};  // of the first trace, what is not zero
    std::optional<SegyLattice> lattice{};         // where inline and crossline numbers make the grid
  };
  std::optional<Traces> traces{};    // of SEG-Y
  std::optional<SegyShots> shots{};  // where traces have source and receiver apart
  std::vector<SegyTrace> first{};    // traces of shots, a few, by their headers

  struct Packing {
    std::string array, codec;
    double error_bound = 0.0;
    std::array<int, 3> brick{};
    Index bricks = 0, silent = 0;  // of them without bytes
    std::uint64_t packed_bytes = 0;
    std::optional<std::array<int, 3>> coarse{};  // nodes of its coarse level
    std::optional<int> step{};
    std::optional<double> time{};
    bool ours = false, summed = false;  // with /Foldwave; with a sum of each brick
  };
  std::optional<Packing> packing{};  // of .hdf
};

// `values`: whether all are read, which takes its time. Damaged bricks are told and left out.
VolumeInfo volume_info(const std::filesystem::path& file, const VolumeChoice& choice, bool values,
                       const Job& job = {});

}  // namespace foldwave
