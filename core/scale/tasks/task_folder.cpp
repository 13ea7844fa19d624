#include "core/scale/tasks/task_folder.hpp"

#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <system_error>

#include "core/formats/atomic_file.hpp"

namespace foldwave {

namespace fs = std::filesystem;

namespace {

std::string task_name(int task) {
  const std::string digits = std::to_string(task);
  return std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits;
}

// Hosts of one name, as containers may be, have the same numbers of processes.
std::string words_of_this_run() {
  static const unsigned number = std::random_device{}();
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (int shift = 0; shift < 24; shift += 4)
    text += digits[number >> shift & 15U];
  return text;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace

WorkerId this_worker() {
  WorkerId id;
  id.host = host_name();
  id.process = static_cast<long>(::getpid());
  std::error_code unseen;
  id.space = id.host + " " + fs::read_symlink("/proc/self/ns/pid", unseen).string();
  id.name = id.host + "-" + std::to_string(id.process) + "-" + words_of_this_run();
  return id;
}

fs::path TaskFolder::result(int task) const {
  return path / "results" / (task_name(task) + "." + suffix);
}

fs::path TaskFolder::claim(int task) const {
  return path / "claims" / task_name(task);
}

fs::path TaskFolder::unfinished(int task, const std::string& worker) const {
  return path / "unfinished" / (task_name(task) + "." + worker);
}

fs::path TaskFolder::beat(const std::string& worker) const {
  return path / "workers" / (worker + ".json");
}

fs::path TaskFolder::card(const std::string& worker) const {
  return path / "workers" / (worker + ".claim");
}

void make_task_folder(const TaskFolder& folder) {
  for (const char* const part : {"results", "claims", "unfinished", "workers"})
    require_folder(folder.path / part);
}

std::string worker_text(const WorkerId& worker) {
  return worker.name + " on host " + worker.host;
}

std::string foreign_text(const TaskFolder& folder, const std::string& file) {
  return (folder.path / "workers" / file).string() +
         " is no worker's file, or a damaged one: it is passed over";
}

std::string worker_card(const WorkerId& worker) {
  return nlohmann::ordered_json{{"worker", worker.name},
                                {"host", worker.host},
                                {"space", worker.space},
                                {"process", worker.process}}
             .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

WorkerId parse_worker_card(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  WorkerId id;
  if (!json.is_object()) return id;
  const auto word = [&](const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  id.name = word("worker");
  id.host = word("host");
  id.space = word("space");
  const auto process = json.find("process");
  if (process != json.end() && process->is_number_integer()) id.process = process->get<long>();
  // A name that leads out of the folder is none.
  if (id.name.find('/') != std::string::npos) id.name.clear();
  return id;
}

}  // namespace foldwave
