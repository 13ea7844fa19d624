#include "ui/panels/imaging_section.hpp"

#include <QCheckBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QToolButton>

namespace foldwave {

ImagingSection::ImagingSection(FieldMessages& messages, QWidget* parent)
    : Section(tr("Imaging"), messages, parent), wanted_(new QCheckBox(tr("Locate events"), this)) {
  const std::string path = "/imaging";
  wanted_->setObjectName("/imaging");
  wanted_->setToolTip(tr("Send the traces back in time to where they began: Run > Find events"));
  add_row({}, wanted_, path);
  connect(wanted_, &QCheckBox::clicked, this, &Section::edited);
  QFormLayout* const form = new_form();
  data_ = add_file(tr("Recorded traces"), tr("SEG-Y gathers (*.sgy *.segy);;All files (*)"), path + "/data",
                   form);
  data_->setPlaceholderText(tr("the wave's own gather"));
  data_->setToolTip(tr("A SEG-Y gather; empty: the wave's own"));
  const auto imaging = [](auto& s) { return s.imaging ? &*s.imaging : nullptr; };
  add_fields<Imaging>(path, imaging, {"most_events", "condition", "velocity_scale", "scan_range"}, form);
  const More more = add_more(tr("More"));
  more_ = more.head;
  more_->setObjectName("imaging/more");
  add_rest<Imaging>(path, imaging, more.form);
}

void ImagingSection::load(const Scenario& s) {
  folder_ = s.folder;
  load_fields(s);
  wanted_->setChecked(s.imaging.has_value());
  data_->setEnabled(s.imaging.has_value());
  data_->setText(s.imaging ? QString::fromStdString(s.imaging->data) : QString());
  if (!s.imaging) return;
  // Nothing that acts is out of sight.
  const Imaging usual;
  each_row<Imaging>([&](const auto& row, const std::string& prefix) {
    const std::string key = prefix + row.field.key;
    const bool in_sight = key == "data" || key == "velocity_scale" || key == "scan_range";
    if (!in_sight && row.field.presence == Presence::rare &&
        std::invoke(row.at, *s.imaging) != std::invoke(row.at, usual))
      more_->setChecked(true);
  });
}

void ImagingSection::store(Scenario& s) const {
  if (!wanted_->isChecked()) {
    s.imaging.reset();
    return;
  }
  if (!s.imaging) s.imaging.emplace();
  store_fields(s);
  s.imaging->data = data_->text().trimmed().toStdString();
}

}  // namespace foldwave
