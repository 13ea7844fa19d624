// A desktop that writes 1,5: C's locale of this process, while it lives, and of what the process starts, as
// Qt takes it over; or C++'s, which none of the programs sets. The first is made of Debian's files of
// locales.
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <clocale>
#include <cstdio>
#include <locale>
#include <string>

namespace foldwave {

class CommaLocale {
 public:
  enum class Of { c, cpp };
  explicit CommaLocale(Of which = Of::c) : path_(qgetenv("LOCPATH")), all_(qgetenv("LC_ALL")) {
    if (which == Of::cpp) {
      std::locale::global(std::locale(std::locale::classic(), new Punctuation));
      return;
    }
    const QString made = folder_.filePath("de_DE.UTF-8");
    QProcess::execute("localedef", {"--no-archive", "-i", "de_DE", "-f", "UTF-8", made});
    qputenv("LOCPATH", folder_.path().toLocal8Bit());
    qputenv("LC_ALL", "de_DE.UTF-8");
    std::setlocale(LC_ALL, "");
  }
  ~CommaLocale() {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
    restore("LOCPATH", path_);
    restore("LC_ALL", all_);
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

  static bool is_in_c() {
    char text[8];
    std::snprintf(text, sizeof text, "%.1f", 0.5);
    return std::string(text) == "0,5";
  }

 private:
  struct Punctuation : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  static void restore(const char* name, const QByteArray& value) {
    if (value.isNull())
      qunsetenv(name);
    else
      qputenv(name, value);
  }

  QTemporaryDir folder_;
  QByteArray path_, all_;
};

}  // namespace foldwave
