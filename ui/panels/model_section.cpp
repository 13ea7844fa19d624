#include "ui/panels/model_section.hpp"

#include <QLabel>
#include <QLineEdit>

#include "ui/widgets/number_edit.hpp"
#include "ui/widgets/number_words.hpp"

namespace foldwave {

ModelSection::ModelSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Model and grid"), messages, parent), name_(new QLineEdit(this)), size_(new QLabel(this)) {
  add_row(tr("Name"), name_);
  nodes_ = add_numbers(tr("Nodes x, y, z"), "/grid/nodes", 3);
  spacing_ = add_numbers(tr("Spacing"), "/grid/spacing", 3, "m");
  origin_ = add_numbers(tr("Map origin"), "/grid/origin", 3, "m");
  for (NumberEdit* const field : nodes_)
    field->set_whole(true);
  size_->setProperty("role", "unit");
  size_->setWordWrap(true);
  add_row({}, size_);
  connect(name_, &QLineEdit::editingFinished, this, &Section::edited);
}

void ModelSection::load(const Scenario& s) {
  if (name_->text() != QString::fromStdString(s.name)) name_->setText(QString::fromStdString(s.name));
  for (std::size_t a = 0; a < 3; ++a) {
    nodes_[a]->set_value(s.grid.n[a]);
    spacing_[a]->set_value(s.grid.h[a]);
    origin_[a]->set_value(s.grid.origin[static_cast<int>(a)]);
  }
  const Vec3 e = s.grid.extent();
  size_->setText(
      tr("%1 x %2 x %3 m, %4 nodes")
          .arg(number_string(e.x), number_string(e.y), number_string(e.z), count_words(s.grid.size())));
}

void ModelSection::store(Scenario& s) const {
  s.name = name_->text().toStdString();
  for (std::size_t a = 0; a < 3; ++a) {
    s.grid.n[a] = static_cast<int>(nodes_[a]->value());
    s.grid.h[a] = spacing_[a]->value();
    s.grid.origin[static_cast<int>(a)] = origin_[a]->value();
  }
}

}  // namespace foldwave
