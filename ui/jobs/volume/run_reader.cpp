#include "ui/jobs/volume/run_reader.hpp"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/system.hpp"

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

// Of a run's folder, whose report comes last: it is not there yet, or an earlier run's. A run that was killed
// leaves none, and is soon old.
bool goes_on(const std::filesystem::path& series) {
  namespace fs = std::filesystem;
  constexpr auto longest_silence = std::chrono::minutes(10);
  if (series.parent_path().filename() != "wave") return false;
  std::error_code lost, none;
  const auto written = fs::last_write_time(series, lost);
  const auto reported = fs::last_write_time(series.parent_path().parent_path() / "report.json", none);
  if (lost || fs::file_time_type::clock::now() - written > longest_silence) return false;
  return none || reported < written;
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
  const auto shown = std::make_shared<const WaveShown>(wave);
  int count = 0;
  for (bool last = false, waits = false; !last; waits = true) {
    // What is written between the two is listed.
    last = !goes_on(path);
    const auto frames = read_hdf_series(path);
    const auto listed = static_cast<int>(frames.size());
    if (listed < count)
      throw InputError(path.string(), "another run writes there now", "open it again to see that one");
    if (listed == 0 && last)
      throw InputError(path.string(), "it lists no snapshots", "run it with snapshots as .hdf");
    for (; count < listed; ++count) {
      job.throw_if_stopped();
      job.report({"read snapshots", count, listed, 0.0, {}});
      take(path, frames[static_cast<std::size_t>(count)], count, shown, job);
    }
    if (last) break;
    if (!waits) worker_.hand_over([this, count, series] { emit grows(count, series); });
    job.report({"wait for the run's next snapshot", 0, 0, 0.0, {}});
    for (int tenth = 0; tenth < 5; ++tenth) {
      job.throw_if_stopped();
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  worker_.hand_over([this, count, series] { emit came(count, series); });
}

void RunReader::take(const std::filesystem::path& file, const HdfSeries::Frame& frame, int number,
                     const std::shared_ptr<const WaveShown>& shown, const Job& job) {
  std::string damage;
  shown->store->add(
      number, read_snapshot(file.parent_path() / frame.name, frame, number, shown->scenario, damage, job));
  worker_.hand_over([this, shown, first = number == 0, damage] {
    if (first)
      results_.show_read(*shown);
    else if (results_.is_shown(shown->store.get()))
      emit results_.snapshots_changed();
    if (!damage.empty()) emit told(QString::fromStdString(damage));
  });
}

}  // namespace foldwave
