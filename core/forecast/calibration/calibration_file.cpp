#include "core/forecast/calibration/calibration_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "core/base/error.hpp"
#include "core/base/system.hpp"
#include "core/base/text.hpp"
#include "core/formats/atomic_file.hpp"
#include "core/formats/read_file.hpp"

namespace foldwave {

namespace {

constexpr long old_days = 90;

// Of what the parts' work does not tell: how a grid falls on caches and threads.
constexpr double least_widening = 0.05;
constexpr double believed_runs = 20.0;  // parts of runs that weigh as much as a calibration's repeats

// Days since 1970 of "2026-01-31"; -1: it is no date.
long days_of(const std::string& date) {
  int year = 0, month = 0, day = 0;
  if (std::sscanf(date.c_str(), "%d-%d-%d", &year, &month, &day) != 3) return -1;
  const std::chrono::year_month_day when{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!when.ok()) return -1;
  return std::chrono::sys_days(when).time_since_epoch().count();
}

long days_now() {
  return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()).time_since_epoch().count();
}

std::string foreign_text(const MachineStamp& there, const MachineStamp& here) {
  if (there.machine != here.machine || there.processor != here.processor)
    return "is of the machine " + there.machine + " (" + there.processor + ")";
  if (there.backend != here.backend || there.device != here.device) return "is of the device " + there.device;
  if (there.threads == here.threads) return "does not say into how many slabs waves were cut";
  return "is of " + std::to_string(there.threads) + " threads, and " + std::to_string(here.threads) +
         " are used";
}

bool is_of(const MachineStamp& there, const MachineStamp& here) {
  return there.machine == here.machine && there.processor == here.processor &&
         there.threads == here.threads && there.backend == here.backend && there.device == here.device &&
         there.shares == here.shares && there.devices == here.devices;
}

std::filesystem::path set_aside(const std::filesystem::path& file) {
  std::filesystem::path before = file;
  before += ".before";
  std::error_code failed;
  std::filesystem::rename(file, before, failed);
  if (failed) throw_write_error(before, failed.value());
  return before;
}

// Beside the file, as that is replaced whole. A file system without locks is done without.
class CalibrationLock {
 public:
  explicit CalibrationLock(std::filesystem::path file) {
    require_folder(file.parent_path());
    file += ".lock";
    descriptor_ = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw_write_error(file, errno);
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~CalibrationLock() { ::close(descriptor_); }
  CalibrationLock(const CalibrationLock&) = delete;
  CalibrationLock& operator=(const CalibrationLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace

std::vector<Observation> Calibration::observations() const {
  std::vector<Observation> all = calibrated;
  all.insert(all.end(), from_runs.begin(), from_runs.end());
  return all;
}

void Calibration::add_run(std::vector<Observation> parts) {
  for (Observation& part : parts)
    if (part.seconds > 0.0 && std::isfinite(part.seconds)) from_runs.push_back(std::move(part));
  if (from_runs.size() > most_from_runs)
    from_runs.erase(from_runs.begin(), from_runs.end() - static_cast<std::ptrdiff_t>(most_from_runs));
}

MachineStamp machine_stamp(const std::string& backend, const std::string& device) {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) name[0] = '\0';
  return {name.data(), cpu_name(), thread_count(), backend, device, program_version()};
}

std::filesystem::path cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  std::filesystem::path folder = cache != nullptr && *cache == '/'  ? std::filesystem::path(cache)
                                 : home != nullptr && *home != '\0' ? std::filesystem::path(home) / ".cache"
                                                                    : std::filesystem::temp_directory_path();
  return folder / "foldwave";
}

std::filesystem::path calibration_path(const MachineStamp& stamp) {
  return cache_folder() /
         ("forecast-" + slug(stamp.machine, "machine") + "-" + slug(stamp.backend, "backend") + "-" +
          slug(stamp.device, "device") + "-" + std::to_string(stamp.threads) + ".json");
}

std::filesystem::path figures_path(const char* bench, const MachineStamp& stamp) {
  return cache_folder() / (std::string(bench) + "-" + slug(stamp.machine, "machine") + "-" +
                           slug(stamp.device, "device") + ".json");
}

FoundCalibration find_calibration(const std::filesystem::path& file, const MachineStamp& here) {
  FoundCalibration found;
  found.calibration.stamp = here;
  const std::string place = file.string();
  const auto say = [&](CalibrationState state, const std::string& problem) {
    found.state = state;
    found.findings.push_back({Severity::warning, "forecast", problem, calibrate_command});
  };
  std::error_code unseen;
  if (!std::filesystem::exists(file, unseen)) {
    say(CalibrationState::missing, "this machine was not calibrated: times are rough");
    return found;
  }
  try {
    found.calibration = parse_calibration(read_regular_file(file, most_bytes::small), place);
  } catch (const Error& e) {
    say(CalibrationState::damaged, place + " " + e.problem() + ": times are rough");
    return found;
  }
  const Calibration& c = found.calibration;
  const long day = days_of(c.date);
  found.state = CalibrationState::good;
  if (!is_of(c.stamp, here))
    say(CalibrationState::foreign, "the calibration " + foreign_text(c.stamp, here) + ": times are rough");
  else if (day < 0)
    say(CalibrationState::missing, "this machine was not calibrated: times rest on what was run on it");
  else if (c.busy)
    say(CalibrationState::busy, "the machine was busy while it was calibrated: its times scattered by " +
                                    number_text(100.0 * c.repeat_scatter, 2) + " %");
  else if (days_now() - day > old_days || c.stamp.program != here.program)
    say(CalibrationState::old,
        "the calibration is of " + c.date + ", by version " + c.stamp.program + " of the program");
  return found;
}

double widening_of(CalibrationState state, const Calibration& calibration) {
  // Rates that were never measured carry their own doubt; another machine's look surer than they are.
  switch (state) {
    case CalibrationState::foreign:
      return 0.5;
    case CalibrationState::old:
      return 0.1;
    default:
      // The more runs have shown how their parts scatter, the less the calibration's own moment says of it.
      return std::max(
          least_widening,
          calibration.repeat_scatter *
              std::sqrt(believed_runs / (believed_runs + static_cast<double>(calibration.from_runs.size()))));
  }
}

const char* calibration_state_name(CalibrationState state) {
  constexpr std::array names{"good", "missing", "damaged", "foreign", "old", "busy"};
  return names[static_cast<std::size_t>(state)];
}

void write_calibration(const std::filesystem::path& file, const Calibration& calibration) {
  require_folder(file.parent_path());
  write_file_atomically(file, calibration_text(calibration));
}

bool mend_calibration(const MachineStamp& here, const std::function<void(Calibration&)>& change) {
  const std::filesystem::path file = calibration_path(here);
  const CalibrationLock lock(file);
  FoundCalibration found = find_calibration(file, here);
  if (found.state == CalibrationState::foreign) return false;
  if (found.state == CalibrationState::damaged) set_aside(file);
  change(found.calibration);
  write_calibration(file, found.calibration);
  return true;
}

std::filesystem::path replace_calibration(Calibration fresh) {
  const std::filesystem::path file = calibration_path(fresh.stamp);
  const CalibrationLock lock(file);
  FoundCalibration found = find_calibration(file, fresh.stamp);
  std::filesystem::path before;
  if (found.state == CalibrationState::damaged || found.state == CalibrationState::foreign)
    before = set_aside(file);
  else if (found.calibration.stamp == fresh.stamp)
    fresh.from_runs = std::move(found.calibration.from_runs);
  write_calibration(file, fresh);
  return before;
}

}  // namespace foldwave
