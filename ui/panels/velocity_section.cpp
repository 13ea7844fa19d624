#include "ui/panels/velocity_section.hpp"

#include <QComboBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/model/event_edits.hpp"
#include "core/model/velocity_json.hpp"
#include "ui/widgets/number_edit.hpp"

namespace foldwave {
namespace {

const std::string velocity_path = "/velocity";
enum Source { from_layers, from_file };
// Where nodes and spacing come from; `trace_line` is of a SEG-Y file alone: its traces stand along x.
enum Layout { by_header, by_hand, trace_line };

Layout layout_of(const VolumeLayout& layout) {
  if (layout.nodes != VolumeLayout{}.nodes) return by_hand;
  return layout.spacing == VolumeLayout{}.spacing ? by_header : trace_line;
}

}  // namespace

VelocitySection::VelocitySection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Velocity"), messages, parent), page_(new QWidget(this)) {
  source_ = add_choice(tr("Comes"), {tr("from the layers"), tr("from a file")}, velocity_path);
  disconnect(source_, &QComboBox::activated, this, nullptr);
  connect(source_, &QComboBox::activated, this, &VelocitySection::choose_source);

  body_->addWidget(page_);
  auto* const page = new QVBoxLayout(page_);
  page->setContentsMargins(0, 0, 0, 0);
  form_ = new_form(page);
  file_ = add_file(
      tr("A velocity file"),
      tr("Velocities (*.vti *.hdf *.h5 *.sgy *.segy *.su *.npy *.bin *.raw *.f32 *.dat);;All files (*)"),
      velocity_path + "/file", form_);
  file_->setPlaceholderText(tr(".vti, .hdf, SEG-Y, .npy or raw values"));
  file_->installEventFilter(this);
  unit_ = add_choice(tr("Unit"), {tr("m/s"), tr("km/s")}, velocity_path + "/unit", form_);
  smoothing_ = add_number(tr("Smoothing"), velocity_path + "/smoothing", "m", form_);
  smoothing_->setToolTip(tr("Standard deviation of a Gaussian on slowness; 0: as the file has it"));
  const auto word = [this](const QString& label, const char* key, const QString& tip, QFormLayout* form) {
    auto* const edit = new QLineEdit(this);
    edit->setObjectName(QString::fromStdString(velocity_path + "/" + key));
    edit->setToolTip(tip);
    add_row(label, edit, velocity_path + "/" + key, form);
    connect(edit, &QLineEdit::editingFinished, this, &Section::edited);
    return edit;
  };
  array_ = word(tr("Array"), "array", tr("The point array of one component to take"), form_);
  array_->setPlaceholderText(tr("its only one"));

  more_ = add_more(tr("How the file lies in space"));
  more_.head->setObjectName("velocity/more");
  layout_form_ = more_.form;
  layout_ = add_choice(tr("Layout"), {}, velocity_path + "/layout", layout_form_);
  disconnect(layout_, &QComboBox::activated, this, nullptr);
  connect(layout_, &QComboBox::activated, this,
          [this](int at) { choose_layout(layout_->itemData(at).toInt()); });
  nodes_ = add_numbers(tr("Nodes x, y, z"), velocity_path + "/nodes", 3, {}, layout_form_);
  for (NumberEdit* const field : nodes_)
    field->set_whole(true);
  spacing_ = add_numbers(tr("Spacing"), velocity_path + "/spacing", 3, "m", layout_form_);
  origin_ = add_numbers(tr("Map origin"), velocity_path + "/origin", 3, "m", layout_form_);
  axes_ = word(tr("Axes"), "axes", tr("Their order in the file, the fastest first: zxy, say"), layout_form_);
  byte_order_ = add_choice(tr("Byte order"), {tr("little endian"), tr("big endian")},
                           velocity_path + "/byte_order", layout_form_);
}

VelocityFormat VelocitySection::shown_format() const {
  return velocity_format(shown_.velocity ? shown_.velocity->file : std::string());
}

void VelocitySection::want_file(bool wanted) {
  if (file_wanted_ == wanted) return;
  file_wanted_ = wanted;
  emit choice_pending(wanted);
}

bool VelocitySection::take_back() {
  if (!file_wanted_) return false;
  want_file(false);
  show_rows();
  return true;
}

// Undo in a field with nothing to undo is the window's.
bool VelocitySection::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride || file_->isUndoAvailable() ||
      !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo))
    return Section::eventFilter(watched, event);
  event->ignore();
  return true;
}

// Nothing is changed before a file is named.
void VelocitySection::choose_source(int source) {
  want_file(source == from_file && !shown_.velocity);
  if (!shown_.velocity) show_rows();
  if (file_wanted_) return file_->setFocus();
  emit edited();
}

void VelocitySection::choose_layout(int layout) {
  const Grid3& grid = shown_.grid;
  const VolumeLayout now = shown_.velocity ? shown_.velocity->layout : VolumeLayout{};
  // What was not given yet begins as the model's own grid.
  const bool first = now.spacing == VolumeLayout{}.spacing;
  for (std::size_t a = 0; a < 3; ++a) {
    nodes_[a]->set_value(layout != by_hand ? 0 : now.nodes[a] > 0 ? now.nodes[a] : grid.n[a]);
    spacing_[a]->set_value(layout == by_header ? 0.0 : first ? grid.h[a] : now.spacing[a]);
    if (layout == by_header)
      origin_[a]->set_value(0.0);
    else if (first)
      origin_[a]->set_value(grid.origin[static_cast<int>(a)]);
  }
  if (layout == by_header) axes_->clear();
  emit edited();
}

void VelocitySection::load(const Scenario& s) {
  const bool opened = s.name != shown_.name || s.folder != shown_.folder;
  const bool other_file = s.velocity && (!shown_.velocity || s.velocity->file != shown_.velocity->file);
  want_file(file_wanted_ && !s.velocity && !opened);
  shown_ = s;
  folder_ = s.folder;
  const VelocityFile v = s.velocity.value_or(VelocityFile{});
  file_->setText(QString::fromStdString(v.file));
  unit_->setCurrentIndex(v.in_km_s ? 1 : 0);
  smoothing_->set_value(v.smoothing);
  array_->setText(QString::fromStdString(v.array));
  for (std::size_t a = 0; a < 3; ++a) {
    nodes_[a]->set_value(v.layout.nodes[a]);
    spacing_[a]->set_value(v.layout.spacing[a]);
    origin_[a]->set_value(v.layout.origin[static_cast<int>(a)]);
  }
  axes_->setText(QString::fromStdString(v.layout.axes));
  byte_order_->setCurrentIndex(v.layout.big_endian ? 1 : 0);
  // Raw values say nothing of themselves, and what acts is not folded away.
  if (other_file && (shown_format() == VelocityFormat::raw || v.layout != VolumeLayout{}))
    more_.head->setChecked(true);
  show_rows();
}

void VelocitySection::show_rows() {
  const bool file = shown_.velocity.has_value() || file_wanted_;
  source_->setCurrentIndex(file ? from_file : from_layers);
  page_->setVisible(file);
  const VelocityFormat format = shown_format();
  const bool vti = format == VelocityFormat::vti, segy = format == VelocityFormat::segy;
  const bool laid_out = shown_.velocity && !vti;
  form_->setRowVisible(array_, shown_.velocity && vti);
  more_.head->setVisible(laid_out);
  more_.form->parentWidget()->setVisible(laid_out && more_.head->isChecked());
  const VolumeLayout layout = shown_.velocity ? shown_.velocity->layout : VolumeLayout{};
  const QSignalBlocker quiet(layout_);
  layout_->clear();
  layout_->addItem(segy ? tr("as its headers say") : tr("as the header beside it says"), by_header);
  layout_->addItem(tr("given here"), by_hand);
  if (segy) layout_->addItem(tr("a line along x"), trace_line);
  const Layout now = layout_of(layout);
  layout_->setCurrentIndex(layout_->findData(now));
  const bool spaced = layout.spacing != VolumeLayout{}.spacing;
  const auto show = [this](QWidget* field, bool on) { layout_form_->setRowVisible(field, on); };
  show(nodes_[0]->parentWidget(), now == by_hand);
  show(spacing_[0]->parentWidget(), now != by_header || spaced);
  show(origin_[0]->parentWidget(), !segy || spaced);
  show(axes_, !segy || spaced);
  show(byte_order_, !segy);
  axes_->setPlaceholderText(segy ? "zxy" : "xyz");
}

void VelocitySection::store(Scenario& s) const {
  if (source_->currentIndex() == from_layers) {
    if (!has_fold(s)) s = with_first_fold(std::move(s));
    s.velocity.reset();
    return;
  }
  const std::string name = file_->text().trimmed().toStdString();
  if (name.empty() && !s.velocity) return;
  VelocityFile v = with_file(s.velocity.value_or(VelocityFile{}), name);
  v.in_km_s = unit_->currentIndex() == 1;
  v.smoothing = smoothing_->value();
  // The other fields are of the file that was there.
  if (velocity_format(name) == shown_format()) {
    v.array = array_->text().trimmed().toStdString();
    for (std::size_t a = 0; a < 3; ++a) {
      v.layout.nodes[a] = static_cast<int>(nodes_[a]->value());
      v.layout.spacing[a] = spacing_[a]->value();
      v.layout.origin[static_cast<int>(a)] = origin_[a]->value();
    }
    v.layout.axes = axes_->text().trimmed().toLower().toStdString();
    v.layout.big_endian = byte_order_->currentIndex() == 1;
  }
  s.velocity = v;
}

}  // namespace foldwave
