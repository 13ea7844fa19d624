// What a SEG-Y file says before its traces: textual headers, the binary header with the byte order, sample
// format, revision and, of revision 2, its longer counts, additional trace headers, stanzas and trailer (SEG
// Technical Standards Committee, revisions 1, 2.0 and 2.1); or of a Seismic Unix file, which has no such
// headers, what its first trace says. The byte order is that of the constant at byte 3297, else the one in
// which the sample format is one.
// Errors: InputError naming the file, the byte, the value and the remedy.
#pragma once

#include <string>
#include <vector>

#include "core/formats/segy/byte_source.hpp"
#include "core/formats/segy/segy_mapping.hpp"

namespace foldwave::segy {

struct FileLayout {
  bool is_su = false, is_little = false;
  int format = 0;
  int revision = 0, minor = 0;
  int samples = 0;           // 0: the first trace says
  double interval = 0.0;     // s; 0: the first trace says
  bool may_differ = true;    // whether traces may have different lengths
  int extra_headers = 0;     // blocks of 240 bytes behind each trace header
  std::uintmax_t first = 0;  // byte of the first trace; the source ends with the last one
  std::vector<std::string> text, stanzas, warnings;

  std::size_t sample_bytes() const;
  std::uintmax_t header_bytes() const;  // of a trace, with the additional headers
};

// Leaves the source at the first trace. `mapping` gets its unit, where the file is to say it.
FileLayout read_file_layout(ByteSource& source, SegyMapping& mapping);

}  // namespace foldwave::segy
