// Puts what a check found beside the field that causes it. Fields are registered under their JSON path; a
// finding goes to the field with the longest path that begins it.
#pragma once

#include <QLabel>
#include <QString>
#include <string>
#include <vector>

#include "core/model/findings.hpp"

namespace foldwave {

class FieldMessages {
 public:
  // A hidden label for messages about `path` and what lies below it; put it under the field. `field` (may be
  // null) is marked while there is a message.
  QLabel* add(const std::string& path, QWidget* field, QWidget* parent);

  void show(const Findings& findings);  // those that fit no field go to the label of path ""
  QString message(const std::string& path) const;

  // A text that is no number is said by the field itself, until it is put right.
  void set_own(const std::string& path, const QString& text);

 private:
  struct Entry {
    std::string path;
    QWidget* field;
    QLabel* label;
    QString own, found;
    bool severe = false;
  };
  static void refresh(Entry& entry);
  std::vector<Entry> entries_;
};

}  // namespace foldwave
