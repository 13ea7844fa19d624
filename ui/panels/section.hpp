// One part of the scenario panel: a titled form that shows a scenario's values and writes them back.
#pragma once

#include <QWidget>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/model/fields.hpp"
#include "ui/panels/chosen_part.hpp"
#include "ui/scene/rock/handles.hpp"
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
  virtual void choose_rows(HandleOf, const std::vector<int>&) {}  // those of handles; says nothing
  // Where in the rock that lies which is chosen in it; `field` had the keys last, `fold` may be null.
  virtual std::optional<RockPart> chosen_part(const QWidget*, const FoldResult*) const { return {}; }
  void set_event(std::size_t event) { event_ = event; }  // the one that is edited; `load` comes after it

 signals:
  void edited();
  void choice_pending(bool pending);  // that is no edit yet
  void dragging();                    // a value follows the mouse; `edited` comes with the release
  void fold_wished();                 // where there is none
  void shots_wished();                // a look at the recorded ones
  void traces_wished();               // likewise
  void rows_chosen(foldwave::HandleOf of, const std::vector<int>& rows);

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

  // Fields for keys of a struct, by the rows of its table; a key in a group has its "group/" before it.
  // `find` gives the struct in a scenario; null: there is none, and the fields are shut. The label, the field
  // and its path go to `place`, else to a row of the form.
  using Place = std::function<void(const QString&, QWidget*, const std::string&)>;
  template <Tabled Part, class Find>
  void add_fields(const std::string& path, Find find, const std::vector<std::string>& keys,
                  QFormLayout* form = nullptr, const Place& place = {}) {
    for (const std::string& key : keys)
      each_row<Part>([&](const auto& row, const std::string& prefix) {
        if (prefix + row.field.key == key) add_field<Part>(row, path + "/" + key, find, form, place);
      });
  }
  // All that have none yet.
  template <Tabled Part, class Find>
  void add_rest(const std::string& path, Find find, QFormLayout* form) {
    each_row<Part>([&](const auto& row, const std::string& prefix) {
      const std::string at = path + "/" + prefix + row.field.key;
      if (!known_paths_.contains(at)) add_field<Part>(row, at, find, form, {});
    });
  }
  void load_fields(const Scenario& scenario) const;
  void store_fields(Scenario& scenario) const;

  // A choice under a path, by which it is found too.
  QComboBox* add_choice(const QString& label, const QStringList& items, const std::string& path,
                        QFormLayout* form = nullptr);
  // The name of a file, relative to the scenario's folder where it lies there.
  // `label` before it; empty: "File".
  QLineEdit* add_file(const QString& title, const QString& kinds, const std::string& path, QFormLayout* form,
                      const QString& label = {});
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
  // What a field shows, as numbers: a choice by its index.
  struct Control {
    std::function<void(const std::vector<double>&)> show;
    std::function<std::vector<double>()> read;
    std::function<void(bool)> enable;
  };
  enum class Kind { real, whole, choice, toggle };
  Control make_control(const KeyFacts& field, const std::string& path, Kind kind, std::size_t count,
                       QFormLayout* form, const Place& place);

  // Structs and lists in it have fields of their own.
  template <Tabled Part, class Row, class Find>
  void add_field(const Row& row, const std::string& path, Find find, QFormLayout* form, const Place& place) {
    using Value = std::remove_cvref_t<decltype(usual_value<Part>(row))>;
    constexpr bool is_place = std::is_same_v<Value, Vec3>;
    if constexpr (is_scalar<Value> || is_place || requires(Value v) {
                    std::tuple_size<Value>::value;
                    v[0];
                  }) {
      std::size_t count = 1;
      Kind kind = std::is_same_v<Value, bool>  ? Kind::toggle
                  : std::is_enum_v<Value>      ? Kind::choice
                  : std::is_same_v<Value, int> ? Kind::whole
                                               : Kind::real;
      if constexpr (is_place) {
        count = 3;
      } else if constexpr (!is_scalar<Value>) {
        count = std::tuple_size_v<Value>;
        if (std::is_same_v<typename Value::value_type, int>) kind = Kind::whole;
      }
      const Control control = make_control(row.field, path, kind, count, form, place);
      load_.push_back([&row, find, control](const Scenario& s) {
        const Part* const part = find(s);
        const auto& value = part != nullptr ? std::invoke(row.at, *part) : usual_value<Part>(row);
        if constexpr (is_scalar<Value>)
          control.show({static_cast<double>(value)});
        else if constexpr (is_place)
          control.show({value.x, value.y, value.z});
        else
          control.show({value.begin(), value.end()});
        control.enable(part != nullptr);
      });
      store_.push_back([&row, find, control](Scenario& s) {
        Part* const part = find(s);
        if (part == nullptr) return;
        auto& value = std::invoke(row.at, *part);
        const std::vector<double> numbers = control.read();
        if constexpr (is_scalar<Value>)
          value = static_cast<Value>(numbers[0]);
        else if constexpr (is_place)
          value = {numbers[0], numbers[1], numbers[2]};
        else
          std::ranges::transform(numbers, value.begin(),
                                 [](double n) { return static_cast<typename Value::value_type>(n); });
      });
      known_paths_.insert(path);
    }
  }

  std::vector<std::function<void(const Scenario&)>> load_;
  std::vector<std::function<void(Scenario&)>> store_;
  std::set<std::string> known_paths_;  // paths
  QToolButton* head_;
  QFormLayout* form_;
  QWidget *fields_, *absence_ = nullptr;
};

}  // namespace foldwave
