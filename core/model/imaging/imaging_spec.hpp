// What is made of recorded traces: events located by sending them back in time (core/imaging/locate), and the
// seismic image that a survey would give of the model (core/imaging/survey).
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "core/formats/segy/segy_mapping.hpp"
#include "core/model/velocity/velocity_file.hpp"

namespace foldwave {

// locate: events with their confidence ellipses. focus: the reversed field's focus alone, as fast as it
// comes. image: no events, the survey's image alone. zero_offset: what exploding reflectors sent to the
// receivers goes back at half the velocity, and is their image (imaging/rtm/exploding.hpp).
enum class ImagingPurpose { locate, focus, image, zero_offset };
inline constexpr std::array<const char*, 4> imaging_purpose_names{"locate", "focus", "image", "zero_offset"};

// What of the reversed field names the place to look at.
enum class FocusCondition { illuminated_peak, peak, energy, geometric_mean };
inline constexpr std::array<const char*, 4> focus_condition_names{"illuminated_peak", "peak", "energy",
                                                                  "geometric_mean"};

enum class BadTraces { refuse, leave_out };
inline constexpr std::array<const char*, 2> bad_traces_names{"refuse", "leave_out"};

// section: shots on a line over a vertical section, whose waves are those of a section. volume: shots on
// lines over the whole box.
enum class SurveyLayout { section, volume };
inline constexpr std::array<const char*, 2> survey_layout_names{"section", "volume"};

enum class ImageCondition { inverse_scattering, laplacian, correlation, opposed };
inline constexpr std::array<const char*, 4> image_condition_names{"inverse_scattering", "laplacian",
                                                                  "correlation", "opposed"};

// What is done to the wave that reflects nowhere: taken off by what the smoothed velocity gives, silenced by
// its time, or kept. automatic: taken off modelled traces, silenced in recorded ones.
enum class DirectWave { automatic, subtract, mute, keep };
inline constexpr std::array<const char*, 4> direct_wave_names{"auto", "subtract", "mute", "keep"};

// What recorded shots were made with: a Ricker wavelet of the survey's frequency, or what their direct waves
// tell (core/imaging/survey/source_estimate.hpp).
enum class SurveyWavelet { ricker, estimated };
inline constexpr std::array<const char*, 2> survey_wavelet_names{"ricker", "estimated"};

// How the source's wave of a shot is kept (imaging/rtm/source_history.hpp). automatic: what fits the memory.
// file: strips in a file beside the results.
enum class SourceFieldKey { automatic, levels, strips, strips16, strips8, checkpoints, packed, file };
inline constexpr std::array<const char*, 8> source_field_names{"auto",    "levels",      "strips", "strips16",
                                                               "strips8", "checkpoints", "packed", "file"};

// Where recorded shots, or a recorded gather, keep their geometry.
struct ShotHeaders : SegyMapping {
  std::map<std::string, std::string> extra{};
  bool operator==(const ShotHeaders&) const = default;
};

// Shots over the model, and how they are made an image. 0 of what is automatic follows from the grid and its
// velocities (core/imaging/survey/survey_layout.hpp).
struct ImageSurvey {
  SurveyLayout layout = SurveyLayout::section;
  std::string data;       // SEG-Y shots; empty: modelled with the model's own velocity
  ShotHeaders headers{};  // of these
  SurveyWavelet wavelet = SurveyWavelet::ricker;  // of these
  int shots = 0;                                  // on a line; automatic
  double shot_spacing = 0.0;                      // metres, in place of their number; 0: by their number
  int lines = 0;                                  // of a volume; automatic
  double receiver_spacing = 0.0;                  // metres, automatic
  double least_offset = 0.0;                      // metres between source and receiver
  double most_offset = 0.0;                       // automatic: all
  double aperture = 0.0;   // metres across from a shot, where its image has faded out; automatic: none
  double depth = 0.0;      // metres below the top, of sources and receivers; automatic
  double frequency = 0.0;  // of the Ricker wavelet's peak; automatic
  int order = 8;           // of the stencil
  double duration = 0.0;   // seconds, automatic
  bool free_surface = false;
  double smoothing = 0.0;                  // metres: standard deviation of a Gaussian on slowness; automatic
  double velocity_scale = 1.0;             // of the migration's velocity
  std::optional<VelocityFile> velocity{};  // to migrate in; none: the model's own, smoothed
  SourceFieldKey source_field = SourceFieldKey::automatic;
  ImageCondition condition = ImageCondition::inverse_scattering;
  bool illumination = true;  // the image is divided by it
  int iterations = 0;        // of least squares, after all shots are stacked
  double stop_at = 0.0;      // of these: the residual over the data's norm; 0: after all iterations
  DirectWave direct_wave = DirectWave::automatic;
  int gathers = 0;           // places, evenly along x, whose images are kept by offset
  int offsets = 8;           // classes of these
  int angles = 8;            // the same places by classes of incidence angle; 0: none
  double most_angle = 60.0;  // degrees
  std::map<std::string, std::string> extra{};
  bool operator==(const ImageSurvey&) const = default;
};

struct Imaging {
  ImagingPurpose purpose = ImagingPurpose::locate;
  std::string data;      // a gather; empty: the wave's own, modelled with the true velocity
  std::string stations;  // where those of a miniSEED file stand; empty: `data` is SEG-Y
  ShotHeaders headers;   // that tell a SEG-Y gather's receivers
  double noise = 0.0;    // added to modelled traces: root mean square over their peak
  int seed = 1;          // of it
  double velocity_scale = 1.0;
  double velocity_smoothing = 0.0;  // metres: standard deviation of a Gaussian, on slowness
  int most_events = 1;
  double false_alarm = 1e-3;   // share of gathers of noise alone that may show an event
  double least_share = 0.1;    // of the strongest event, below which none is looked for
  double receiver_zone = 0.0;  // metres around receivers that name no event; 0: two cells
  BadTraces bad_traces = BadTraces::refuse;
  FocusCondition condition = FocusCondition::illuminated_peak;
  int groups = 8;           // of receivers, for the geometric mean
  double scan_range = 0.0;  // relative, either way, of the velocity; 0: no scan
  int scan_count = 7;
  bool snapshots = false;               // of the reversed wave, at the steps of outputs.snapshots
  std::optional<ImageSurvey> survey{};  // none: no image is made
  std::map<std::string, std::string> extra{};
  bool operator==(const Imaging&) const = default;
};

}  // namespace foldwave
