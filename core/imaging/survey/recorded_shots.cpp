#include "core/imaging/survey/recorded_shots.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/formats/shots/segy_shots.hpp"

namespace foldwave {

namespace {

std::optional<Vec3> inside_grid(const PlaceInGrid& place, const Grid3& grid, const Vec3& map) {
  const auto local = place(map);
  const Vec3 end = grid.extent();
  for (int a = 0; local && a < 3; ++a) {
    const double slack = 1e-6 * grid.h[static_cast<std::size_t>(a)];
    if (!((*local)[a] >= -slack && (*local)[a] <= end[a] + slack)) return std::nullopt;
  }
  return local;
}

void check_geometry(const SegyFile& file, const std::string& name) {
  if (!lacks_offsets(file)) return;
  throw InputError(
      name + ", trace 1",
      "its header has source and receiver at one place, x = " + number_text(file.geometry[0].source.x) +
          ", y = " + number_text(file.geometry[0].source.y) + ", as those of all traces have",
      "say which bytes hold the geometry, in /imaging/survey/headers");
}

class ShotReader {
 public:
  ShotReader(const SegyFile& file, std::string name, const PlaceInGrid& place, const WaveModel& model,
             const Band& band, double wavelet_seconds, BadTraces bad)
      : file_(file),
        name_(std::move(name)),
        place_(place),
        model_(model),
        band_(band),
        wavelet_(wavelet_seconds),
        bad_(bad) {}

  void add(const SegyShot& shot, std::size_t number, RecordedShots& to) const {
    const std::string title = "shot " + std::to_string(number + 1);
    const SegyTrace& first = file_.geometry[shot.traces.front()];
    const auto source = inside_grid(place_, model_.grid, first.source);
    if (!source) return refuse(title, "has its source outside the grid, at " + place_text(first.source), to);
    // A trace that lies beside the section is none of the grid's.
    Gather gather;
    gather.dt = file_.dt;
    gather.samples = file_.samples;
    const double far = 1e9;
    for (const std::size_t t : shot.traces) {
      gather.receivers.push_back(place_(file_.geometry[t].receiver).value_or(Vec3{far, far, far}));
      const auto begin = file_.traces.begin() + static_cast<std::ptrdiff_t>(t) * file_.samples;
      gather.traces.insert(gather.traces.end(), begin, begin + file_.samples);
    }
    try {
      UsableGather usable = usable_gather(gather, model_, band_, wavelet_, bad_);
      for (const std::string& trace : usable.left_out)
        to.left_out.push_back(title + ", " + trace);
      to.shots.push_back({{*source, {}}, usable.gather.receivers});
      to.gathers.push_back(std::move(usable.gather));
    } catch (const InputError& e) {
      const std::string at = e.place() == "gather" ? title : title + ", " + e.place();
      if (bad_ == BadTraces::refuse || wrong_clock())
        throw InputError(name_ + ", " + at, e.problem(), e.remedy());
      to.left_out.push_back(at + ": " + e.problem());
    }
  }

 private:
  bool wrong_clock() const {
    return !(file_.dt > 0.0) || 0.5 / file_.dt < band_.full || file_.samples * file_.dt < wavelet_;
  }
  static std::string place_text(const Vec3& p) {
    return "x = " + number_text(p.x, 10) + ", y = " + number_text(p.y, 10) +
           ", depth = " + number_text(p.z, 10);
  }
  void refuse(const std::string& what, const std::string& problem, RecordedShots& to) const {
    if (bad_ == BadTraces::refuse)
      throw InputError(name_ + ", " + what, problem,
                       "give the model that it was recorded over, or have such shots left out");
    to.left_out.push_back(what + " " + problem);
  }

  const SegyFile& file_;
  std::string name_;
  const PlaceInGrid& place_;
  const WaveModel& model_;
  Band band_;
  double wavelet_;
  BadTraces bad_;
};

}  // namespace

ShotsBeside shots_beside(const SegyShots& shots, const PlaceInGrid& place, const Grid3& grid) {
  ShotsBeside beside;
  for (const SegyShot& shot : shots.shots)
    if (!inside_grid(place, grid, shot.source)) ++beside.shots;
  for (const Vec3& receiver : shots.receivers)
    if (!inside_grid(place, grid, receiver)) ++beside.receivers;
  return beside;
}

RecordedShots read_recorded_shots(const std::filesystem::path& file, const SegyMapping& mapping,
                                  const PlaceInGrid& place, const WaveModel& model, const Band& band,
                                  double wavelet_seconds, BadTraces bad, const Job& job) {
  const SegyFile segy = read_segy(file, job, mapping);
  const std::string name = file.filename().string();
  check_geometry(segy, name);
  RecordedShots recorded;
  recorded.warnings = segy.warnings;
  recorded.delay = segy.delay;
  const ShotReader reader(segy, name, place, model, band, wavelet_seconds, bad);
  const std::vector<SegyShot> shots = segy_shots(segy).shots;
  for (std::size_t s = 0; s < shots.size(); ++s) {
    job.throw_if_stopped();
    reader.add(shots[s], s, recorded);
  }
  if (recorded.shots.empty())
    throw InputError(
        name,
        "none of its " + std::to_string(shots.size()) + " shots can be used: " + recorded.left_out.front(),
        "give other shots, or the model that they were recorded over");
  return recorded;
}

std::vector<ShotData> on_scheme_clock(const RecordedShots& recorded, double dt, int steps, const Band& band,
                                      const Job& job) {
  std::vector<ShotData> data;
  for (const Gather& from : recorded.gathers) {
    job.throw_if_stopped();
    Gather to;
    to.dt = dt;
    to.samples = steps + 1;
    to.receivers = from.receivers;
    to.traces =
        on_clock(from.traces, from.samples, {from.dt, 0.0, recorded.delay}, {dt, dt, 0.0}, to.samples, band);
    data.push_back(std::make_shared<const Gather>(std::move(to)));
  }
  return data;
}

}  // namespace foldwave
