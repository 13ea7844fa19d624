#include "ui/log/log_file.hpp"

#include <cerrno>
#include <system_error>

namespace foldwave {
namespace {

std::filesystem::path numbered(const std::filesystem::path& path, int number) {
  return number == 0 ? path : std::filesystem::path(path.string() + "." + std::to_string(number));
}

}  // namespace

LogFile::LogFile(std::filesystem::path file, std::int64_t bound, int files)
    : path_(std::move(file)), bound_(bound), files_(files) {}

void LogFile::write(std::string_view line) {
  if (!problem_.empty()) return;
  if (!file_) open();
  if (file_ && size_ > 0 && size_ + static_cast<std::int64_t>(line.size()) > bound_) rotate();
  put(line);
}

void LogFile::open() {
  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  if (error) return fail(error.message());
  // Each start of the program begins a file of its own: what is attached to a report begins with its opening.
  rotate();
}

void LogFile::rotate() {
  file_.reset();
  std::error_code error;
  for (int number = files_ - 1; number > 0; --number) {
    const auto from = numbered(path_, number - 1);
    if (std::filesystem::exists(from, error)) std::filesystem::rename(from, numbered(path_, number), error);
  }
  errno = 0;
  file_.reset(std::fopen(path_.c_str(), "w"));
  size_ = 0;
  if (!file_) return fail(std::error_code(errno, std::generic_category()).message());
  put(opening_);
}

void LogFile::put(std::string_view text) {
  if (!file_ || text.empty()) return;
  errno = 0;
  const bool written =
      std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() && std::fflush(file_.get()) == 0;
  if (!written) return fail(std::error_code(errno, std::generic_category()).message());
  size_ += static_cast<std::int64_t>(text.size());
}

void LogFile::fail(const std::string& why) {
  problem_ = path_.string() + ": the log is not written: " + why;
  file_.reset();
}

}  // namespace foldwave
