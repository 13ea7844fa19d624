// What the section asks for in dialogs: its ends, the axis of an extrusion, the backdrop.
#include <cmath>

#include "ui/dialogs/extrude_dialog.hpp"
#include "ui/dialogs/line_dialog.hpp"
#include "ui/views/section/backdrop_dialog.hpp"
#include "ui/views/section/section_pane.hpp"

namespace foldwave {

void SectionPane::ask_line() {
  auto* const dialog = new LineDialog(section_line(scenario_), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { take_line(dialog->line()); });
  dialog->open();
}

void SectionPane::ask_extrude() {
  const double across = std::round(std::fmod(section_line(scenario_).azimuth() + 90.0, 360.0));
  std::optional<AxialLine> axial;
  if (event_ < scenario_.events.size() && !scenario_.events[event_].cuts())
    axial = scenario_.events[event_].fold.axial_line;
  auto* const dialog = new ExtrudeDialog(across, axial, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this,
          [this, dialog] { extrude(dialog->trend(), dialog->plunge(), dialog->copies()); });
  dialog->open();
}

void SectionPane::ask_backdrop() {
  Backdrop first;
  first.right = section_line(scenario_).length();
  first.source = ImageBackdrop{scenario_.grid.origin.z, scenario_.grid.origin.z + scenario_.grid.extent().z};
  auto* const dialog =
      new BackdropDialog(backdrop_.value_or(first), QString::fromStdString(scenario_.folder), this);
  dialog->set_box(scenario_.grid);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] { set_backdrop(dialog->backdrop()); });
  dialog->open();
}

}  // namespace foldwave
