// `--quiet`: while it lives, nothing goes to standard error by std::cerr, and no progress is shown. Errors
// are told by main, after it.
#pragma once

#include <ostream>
#include <streambuf>

namespace foldwave::cli {

class Silence {
 public:
  explicit Silence(bool wanted);
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

  static bool is_on();

 private:
  std::streambuf* was_ = nullptr;
};

}  // namespace foldwave::cli
