#include "ui/jobs/volume/run_reader.hpp"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/volume/store/hdf_series.hpp"

namespace foldwave {

namespace {

constexpr std::int64_t no_bound = std::int64_t{1} << 60;  // of memory: the files hold the values

bool is_alike(const Grid3& a, const Grid3& b) {
  const auto near = [](double x, double y, double unit) { return std::abs(x - y) <= 1e-6 * unit; };
  bool alike = a.n == b.n;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto at = static_cast<int>(axis);
    alike = alike && (a.n[axis] == 1 || near(a.h[axis], b.h[axis], b.h[axis])) &&
            near(a.origin[at], b.origin[at], b.h[axis] + std::abs(b.origin[at]));
  }
  return alike;
}

std::string grid_words(const Grid3& grid) {
  return std::to_string(grid.n[0]) + " x " + std::to_string(grid.n[1]) + " x " + std::to_string(grid.n[2]) +
         " nodes";
}

// Of "step_000120.hdf" 120; else how many came before.
int step_in_name(const std::string& name, int before) {
  const auto last = name.find_last_of("0123456789", name.rfind('.'));
  if (last == std::string::npos) return before;
  std::size_t first = last;
  while (first > 0 && std::isdigit(static_cast<unsigned char>(name[first - 1])) != 0)
    --first;
  int step = before;
  std::from_chars(name.data() + first, name.data() + last + 1, step);
  return step;
}

std::shared_ptr<const Snapshot> read_snapshot(const std::filesystem::path& file,
                                              const HdfSeries::Frame& frame, int before,
                                              const Scenario& scenario, std::string& damage, const Job& job) {
  auto made = std::make_shared<Snapshot>();
  made->stored = open_volume(file, {}, job);
  const Grid3& grid = made->stored->grid();
  if (!is_alike(grid, scenario.grid))
    throw InputError(file.string(),
                     "it has " + grid_words(grid) + ", and the scenario that is open " +
                         grid_words(scenario.grid) + ", or another place",
                     "open the scenario of that run first, or File > Open volume");
  if (4.0 * static_cast<double>(grid.size()) > static_cast<double>(available_memory_bytes()))
    throw ResourceError(file.string(), "memory does not hold one snapshot",
                        "look at it by File > Open volume");
  made->step = step_in_name(frame.name, before);
  made->time = frame.time;
  Field<float> values(grid.n);
  const auto damaged = made->stored->read({{0, 0, 0}, grid.n}, values.values(), job);
  if (!damaged.empty()) damage = file.filename().string() + ": " + damage_text(damaged);
  made->clips = clip_table(values.values());
  made->limit = made->clips.at(usual_clip);
  return made;
}

}  // namespace

RunReader::RunReader(Results& results, QObject* parent) : QObject(parent), results_(results) {
  connect(&worker_, &Worker::finished, this, [this](const QString&, Outcome outcome, const QString& why) {
    if (outcome == Outcome::failed) emit failed(why);
  });
}

QString RunReader::series_of(const QString& place) {
  const QFileInfo info(place);
  if (!info.isDir()) return place.endsWith(".hdf.series", Qt::CaseInsensitive) ? place : QString();
  for (const QString& below : {QString("wave"), QString(".")}) {
    const QDir folder(QDir(place).filePath(below));
    const QStringList found = folder.entryList({"*.hdf.series"}, QDir::Files, QDir::Name);
    if (!found.empty()) return QDir::cleanPath(folder.filePath(found.front()));
  }
  return {};
}

void RunReader::open(const QString& place) {
  const QString series = series_of(place);
  if (series.isEmpty())
    return emit failed(
        tr("%1: it holds no snapshots.hdf.series. Choose the folder of a run whose scenario asks for "
           "snapshots as .hdf, or a .hdf.series")
            .arg(QDir::toNativeSeparators(place)));
  worker_.stop();
  WaveShown wave;
  wave.scenario = results_.now();
  wave.fold = results_.fold();
  wave.store = std::make_shared<SnapshotStore>(no_bound);
  wave.from = QDir(place).dirName().toStdString();
  worker_.start(Worker::Order{tr("Read a run"), QDir(place).dirName()},
                [this, series, wave](const Job& job) { read(series, wave, job); });
}

void RunReader::stop() {
  worker_.stop();
}

// On the worker's thread.
void RunReader::read(const QString& series, const WaveShown& wave, const Job& job) {
  const std::filesystem::path path(series.toStdString());
  const auto frames = read_hdf_series(path);
  if (frames.empty())
    throw InputError(path.string(), "it lists no snapshots yet", "wait until the run has written one");
  const auto count = static_cast<int>(frames.size());
  const auto shown = std::make_shared<const WaveShown>(wave);
  for (int m = 0; m < count; ++m) {
    job.throw_if_stopped();
    job.report({"read snapshots", m, count, 0.0, {}});
    std::string damage;
    const HdfSeries::Frame& frame = frames[static_cast<std::size_t>(m)];
    wave.store->add(m, read_snapshot(path.parent_path() / frame.name, frame, m, wave.scenario, damage, job));
    worker_.hand_over([this, shown, first = m == 0, damage] {
      if (first)
        results_.show_read(*shown);
      else if (results_.is_shown(shown->store.get()))
        emit results_.snapshots_changed();
      if (!damage.empty()) emit told(QString::fromStdString(damage));
    });
  }
  worker_.hand_over([this, count, series] { emit came(count, series); });
}

}  // namespace foldwave
