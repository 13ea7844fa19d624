// The scenario file behind the window: what was last saved, and where.
#pragma once

#include <QString>

#include "core/model/scenario.hpp"

namespace foldwave {

class Document {
 public:
  // Throws InputError when the file cannot be read. An example is a template: it is saved under another name.
  static Scenario load(const QString& file);
  void opened(const Scenario& scenario, const QString& file, bool is_example);
  // Work of an earlier program that was never saved: changed until it is.
  void recovered(const QString& file);
  void save(const Scenario& scenario, const QString& file);  // throws when the file cannot be written

  bool is_changed(const Scenario& scenario) const { return !(scenario == saved_); }
  const QString& file() const { return file_; }  // empty: none yet

 private:
  Scenario saved_;
  QString file_;
};

}  // namespace foldwave
