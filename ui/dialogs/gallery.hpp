// The examples as the gallery shows them: groups in their order, each scenario's own name and description,
// and its picture. Read from resources/gallery/gallery.json and resources/scenarios; a scenario that no group
// names comes last, under "More".
#pragma once

#include <QString>
#include <vector>

namespace foldwave {

struct GalleryItem {
  QString group, file, name, description;
  QString picture;    // a file; empty: there is none
  QString missing{};  // the file of velocities that it names and that is not there; empty: it has all
};

// In the order of the gallery. `resources` is the folder that holds gallery and scenarios.
std::vector<GalleryItem> gallery_items(const QString& resources);

// Whether each word that was typed is in the name, the group or the description, in any case; signs and
// accents do not count.
bool matches(const GalleryItem& item, const QString& typed);

}  // namespace foldwave
