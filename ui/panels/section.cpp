#include "ui/panels/section.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/model/scenario_files.hpp"
#include "ui/settings/resource_folder.hpp"
#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_table.hpp"

namespace foldwave {

Section::Section(const QString& title, FieldMessages& messages, QWidget* parent)
    : QWidget(parent), messages_(messages) {
  auto* const layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  QToolButton* const head = head_ = new QToolButton(this);
  head->setText(title);
  head->setProperty("role", "section");
  head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  head->setCheckable(true);
  head->setChecked(true);
  head->setArrowType(Qt::DownArrow);
  head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  layout->addWidget(head);
  auto* const content = new QWidget(this);
  auto* const whole = new QVBoxLayout(content);
  whole->setContentsMargins(10, 4, 4, 10);
  fields_ = new QWidget(content);
  whole->addWidget(fields_);
  body_ = new QVBoxLayout(fields_);
  body_->setContentsMargins(0, 0, 0, 0);
  body_->setSpacing(6);
  layout->addWidget(content);
  connect(head, &QToolButton::toggled, content, [head, content](bool open) {
    content->setVisible(open);
    head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  });
  form_ = new_form();
}

QFormLayout* Section::new_form(QVBoxLayout* into) {
  auto* const form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(10);
  form->setVerticalSpacing(5);
  form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  (into != nullptr ? into : body_)->addLayout(form);
  return form;
}

void Section::add_row(const QString& label, QWidget* field, const std::string& path, QFormLayout* form) {
  QFormLayout* const to = form != nullptr ? form : form_;
  if (label.isEmpty() && qobject_cast<QCheckBox*>(field) != nullptr)
    to->addRow(field);  // it has its label in it
  else
    to->addRow(label, field);
  if (path.empty()) return;
  QLabel* const message = messages_.add(path, field, this);
  message->setProperty("field", label);
  to->addRow(message);
}

std::vector<NumberEdit*> Section::add_numbers(const QString& label, const std::string& path, int count,
                                              const QString& unit, QFormLayout* form) {
  auto* const row = new QWidget(this);
  auto* const line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(4);
  std::vector<NumberEdit*> fields;
  for (int i = 0; i < count; ++i) {
    auto* const field = new NumberEdit(row);
    field->setObjectName(QString::fromStdString(path) + (count > 1 ? "/" + QString::number(i) : QString()));
    field->setAccessibleName(count > 1 ? QString("%1 %2").arg(label, QString("xyz"[i])) : label);
    line->addWidget(field);
    fields.push_back(field);
    connect(field, &NumberEdit::edited, this, &Section::edited);
    connect(field, &NumberEdit::refused, this,
            [this, path](const QString& text) { messages_.set_own(path, text); });
  }
  if (!unit.isEmpty()) {
    auto* const words = new QLabel(unit, row);
    words->setProperty("role", "unit");
    words->setMinimumWidth(26);
    line->addWidget(words);
  }
  add_row(label, row, path, form);
  return fields;
}

NumberEdit* Section::add_number(const QString& label, const std::string& path, const QString& unit,
                                QFormLayout* form) {
  return add_numbers(label, path, 1, unit, form).front();
}

QComboBox* Section::add_choice(const QString& label, const QStringList& items, const std::string& path,
                               QFormLayout* form) {
  auto* const choice = new QComboBox(this);
  choice->setObjectName(QString::fromStdString(path));
  choice->addItems(items);
  choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice->setMinimumContentsLength(8);
  add_row(label, choice, path, form);
  connect(choice, &QComboBox::activated, this, &Section::edited);
  return choice;
}

Section::Control Section::make_control(const KeyFacts& field, const std::string& path, Kind kind,
                                       std::size_t count, QFormLayout* form, const Place& place) {
  QString label = *field.label != 0 ? tr(field.label) : tr(field.words().c_str());
  if (*field.label == 0) label[0] = label[0].toUpper();
  const auto put = [&](QWidget* widget, const QString& beside) {
    widget->setObjectName(QString::fromStdString(path));
    widget->setToolTip(tr(field.tip));
    place ? place(beside, widget, path) : add_row(beside, widget, path, form);
  };
  const auto enabling = [](QWidget* widget) { return [widget](bool on) { widget->setEnabled(on); }; };
  if (kind == Kind::toggle) {
    auto* const box = new QCheckBox(label, this);
    put(box, {});
    connect(box, &QCheckBox::clicked, this, &Section::edited);
    return {[box](const std::vector<double>& v) { box->setChecked(v[0] != 0.0); },
            [box] { return std::vector<double>{box->isChecked() ? 1.0 : 0.0}; }, enabling(box)};
  }
  const Range range = field.range;
  if (kind == Kind::choice || range.step > 0.0) {
    auto* const box = new QComboBox(this);
    if (!place) {
      box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
      box->setMinimumContentsLength(8);
    }
    for (std::size_t i = 0; i < field.choices.size(); ++i)
      box->addItem(tr(field.choices[i].shown), range.step > 0.0
                                                   ? range.low + static_cast<double>(i) * range.step
                                                   : static_cast<double>(i));
    if (field.choices.empty())
      for (double v = range.low; v <= range.high; v += range.step)
        box->addItem(QString::number(v), v);
    put(box, label);
    connect(box, &QComboBox::activated, this, &Section::edited);
    // A value that is not offered is shown as it is, with its message.
    return {[box](const std::vector<double>& v) {
              if (box->findData(v[0]) < 0) box->addItem(QString::number(v[0]), v[0]);
              box->setCurrentIndex(box->findData(v[0]));
            },
            [box] { return std::vector<double>{box->currentData().toDouble()}; }, enabling(box)};
  }
  const auto edits = add_numbers(label, path, static_cast<int>(count), tr(field.unit), form);
  for (NumberEdit* const edit : edits) {
    edit->set_whole(kind == Kind::whole);
    if (field.range == azimuths) edit->set_azimuth();
    edit->set_zero_word(tr(field.zero_word()));
    edit->setToolTip(tr(field.tip));
  }
  return {[edits](const std::vector<double>& v) {
            for (std::size_t i = 0; i < edits.size(); ++i)
              edits[i]->set_value(v[i]);
          },
          [edits] {
            std::vector<double> v;
            for (const NumberEdit* const edit : edits)
              v.push_back(edit->value());
            return v;
          },
          [edits](bool on) {
            for (NumberEdit* const edit : edits)
              edit->setEnabled(on);
          }};
}

void Section::load_fields(const Scenario& scenario) const {
  for (const auto& load : load_)
    load(scenario);
}

void Section::store_fields(Scenario& scenario) const {
  for (const auto& store : store_)
    store(scenario);
}

QLineEdit* Section::add_file(const QString& title, const QString& kinds, const std::string& path,
                             QFormLayout* form, const QString& label) {
  auto* const row = new QWidget(this);
  auto* const line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  auto* const edit = new QLineEdit(row);
  edit->setObjectName(QString::fromStdString(path));
  edit->setAccessibleName(title);
  auto* const browse = new QToolButton(row);
  browse->setText(tr("Browse..."));
  line->addWidget(edit);
  line->addWidget(browse);
  add_row(label.isEmpty() ? tr("File") : label, row, path, form);
  connect(edit, &QLineEdit::editingFinished, this, &Section::edited);
  connect(browse, &QToolButton::clicked, this, [this, edit, title, kinds] {
    const QString file = QFileDialog::getOpenFileName(this, title, folder_to_begin_in(folder_), kinds);
    if (file.isEmpty()) return;
    edit->setText(QString::fromStdString(name_from_folder(folder_, file.toStdString())));
    emit edited();
  });
  return edit;
}

void Section::set_title(const QString& title) {
  head_->setText(title);
}

void Section::set_absent(bool absent) {
  fields_->setVisible(!absent);
  if (absence_ == nullptr && absent) {
    absence_ = new QWidget(fields_->parentWidget());
    fields_->parentWidget()->layout()->addWidget(absence_);
    auto* const line = new QHBoxLayout(absence_);
    line->setContentsMargins(0, 0, 0, 0);
    auto* const words = new QLabel(tr("This scenario has no fold: the velocity comes from a file"), absence_);
    words->setProperty("role", "unit");
    words->setWordWrap(true);
    auto* const add = new QToolButton(absence_);
    add->setObjectName("add a fold");
    add->setText(tr("Add a fold"));
    add->setToolTip(tr("One fold in the middle of the box, with layers; the wave still takes the file"));
    line->addWidget(words, 1);
    line->addWidget(add);
    connect(add, &QToolButton::clicked, this, &Section::fold_wished);
  }
  if (absence_ != nullptr) absence_->setVisible(absent);
}

Section::More Section::add_more(const QString& title) {
  auto* const head = new QToolButton(this);
  head->setText(title);
  head->setProperty("role", "more");
  head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  head->setCheckable(true);
  head->setArrowType(Qt::RightArrow);
  head->setAutoRaise(true);
  auto* const content = new QWidget(this);
  auto* const layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  body_->addWidget(head);
  body_->addWidget(content);
  content->hide();
  connect(head, &QToolButton::toggled, content, [head, content](bool open) {
    content->setVisible(open);
    head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  });
  return {head, new_form(layout)};
}

NumberTable* Section::add_table(const QStringList& columns, const std::string& path, QVBoxLayout* into) {
  QVBoxLayout* const to = into != nullptr ? into : body_;
  auto* const table = new NumberTable(columns, this);
  table->setObjectName(QString::fromStdString(path));
  table->table()->setAccessibleName(tr("Table of %1").arg(columns.join(", ")));
  to->addWidget(table);
  to->addWidget(messages_.add(path, table, this));
  connect(table, &NumberTable::edited, this, &Section::edited);
  connect(table, &NumberTable::refused, this,
          [this, path](const QString& text) { messages_.set_own(path, text); });
  return table;
}

}  // namespace foldwave
