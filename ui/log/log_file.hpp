// A log in files that stay small: FILE grows to a bound, then becomes FILE.1, that FILE.2, and the oldest
// goes. Holds no Qt, whose own messages may be what is written. Never throws and never stops anybody: where
// the folder or the disk fails, it writes no more and says why, once. Not thread-safe.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace foldwave {

class LogFile {
 public:
  static constexpr std::int64_t default_bound = 1'000'000;  // bytes of one file
  static constexpr int default_files = 3;

  explicit LogFile(std::filesystem::path file, std::int64_t bound = default_bound, int files = default_files);

  const std::filesystem::path& path() const { return path_; }
  void set_opening(std::string text) { opening_ = std::move(text); }  // of each file that begins
  void write(std::string_view line);                       // with its end; on the disk's side when it returns
  const std::string& problem() const { return problem_; }  // empty: it writes

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void open();
  void rotate();
  void put(std::string_view text);
  void fail(const std::string& why);

  std::filesystem::path path_;
  std::int64_t bound_;
  int files_;
  std::string opening_, problem_;
  std::unique_ptr<std::FILE, Close> file_;
  std::int64_t size_ = 0;
};

}  // namespace foldwave
