// One part of the scenario panel: a titled form that shows a scenario's values and writes them back.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/model/scenario.hpp"
#include "ui/widgets/field_messages.hpp"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace foldwave {

class NumberEdit;
class NumberTable;

class Section : public QWidget {
  Q_OBJECT

 public:
  Section(const QString& title, FieldMessages& messages, QWidget* parent);

  virtual void load(const Scenario& scenario) = 0;   // into the fields; says nothing
  virtual void store(Scenario& scenario) const = 0;  // from the fields
  virtual void follow(const Scenario&) {}            // shows what is dragged elsewhere; `load` ends it
  virtual bool take_back() { return false; }         // a choice that is no edit yet; whether there was one
  void set_event(std::size_t event) { event_ = event; }  // the one that is edited; `load` comes after it

 signals:
  void edited();
  void choice_pending(bool pending);  // that is no edit yet
  void dragging();                    // a value follows the mouse; `edited` comes with the release
  void fold_wished();                 // where there is none

 protected:
  // A labelled row of numbers with a place for messages about `path` below it.
  std::vector<NumberEdit*> add_numbers(const QString& label, const std::string& path, int count,
                                       const QString& unit = {}, QFormLayout* form = nullptr);
  NumberEdit* add_number(const QString& label, const std::string& path, const QString& unit = {},
                         QFormLayout* form = nullptr);
  void add_row(const QString& label, QWidget* field, const std::string& path = {},
               QFormLayout* form = nullptr);
  NumberTable* add_table(const QStringList& columns, const std::string& path, QVBoxLayout* into = nullptr);
  QFormLayout* new_form(QVBoxLayout* into = nullptr);

  // A choice under a path, by which it is found too.
  QComboBox* add_choice(const QString& label, const QStringList& items, const std::string& path,
                        QFormLayout* form = nullptr);
  // The name of a file, relative to the scenario's folder where it lies there.
  QLineEdit* add_file(const QString& title, const QString& kinds, const std::string& path, QFormLayout* form);
  void set_title(const QString& title);

  // No fields, as the scenario has no fold: a line that says so, and a button that adds one.
  void set_absent(bool absent);

  // A form behind a title of its own that is closed at first: what is seldom changed.
  struct More {
    QToolButton* head = nullptr;  // checked: open
    QFormLayout* form = nullptr;
  };
  More add_more(const QString& title);

  FieldMessages& messages_;
  QVBoxLayout* body_;
  std::string folder_;  // of the scenario; `load` keeps it
  std::size_t event_ = 0;

 private:
  QToolButton* head_;
  QFormLayout* form_;
  QWidget *fields_, *absence_ = nullptr;
};

}  // namespace foldwave
