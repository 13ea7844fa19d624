#include "ui/widgets/program_style.hpp"

#include <QStyleFactory>

#include "ui/widgets/themed_icon.hpp"

namespace foldwave {
namespace {

// Null: Qt's own is taken.
const char* own_icon(QStyle::StandardPixmap which) {
  switch (which) {
    case QStyle::SP_MessageBoxInformation:
      return "dialogs/say-info";
    case QStyle::SP_MessageBoxQuestion:
      return "dialogs/say-question";
    case QStyle::SP_MessageBoxWarning:
      return "dialogs/say-warning";
    case QStyle::SP_MessageBoxCritical:
      return "dialogs/say-error";
    case QStyle::SP_DirIcon:
    case QStyle::SP_DirOpenIcon:
    case QStyle::SP_DirClosedIcon:
    case QStyle::SP_DirLinkIcon:
      return "dialogs/folder";
    case QStyle::SP_FileIcon:
    case QStyle::SP_FileLinkIcon:
      return "dialogs/file";
    case QStyle::SP_FileDialogToParent:
      return "dialogs/folder-up";
    case QStyle::SP_FileDialogNewFolder:
      return "dialogs/folder-new";
    case QStyle::SP_FileDialogListView:
      return "dialogs/list";
    case QStyle::SP_FileDialogDetailedView:
      return "dialogs/details";
    case QStyle::SP_ArrowBack:
    case QStyle::SP_FileDialogBack:
      return "dialogs/back";
    case QStyle::SP_ArrowForward:
      return "dialogs/forward";
    case QStyle::SP_ComputerIcon:
    case QStyle::SP_DesktopIcon:
      return "dialogs/computer";
    case QStyle::SP_DriveHDIcon:
      return "dialogs/drive";
    case QStyle::SP_DirHomeIcon:
      return "dialogs/home";
    case QStyle::SP_LineEditClearButton:
      return "close";
    default:
      return nullptr;
  }
}

}  // namespace

ProgramStyle::ProgramStyle() : QProxyStyle(QStyleFactory::create("Fusion")) {}

QIcon ProgramStyle::standardIcon(StandardPixmap which, const QStyleOption* option,
                                 const QWidget* widget) const {
  const char* const own = own_icon(which);
  return own != nullptr ? themed_icon(own) : QProxyStyle::standardIcon(which, option, widget);
}

QPixmap ProgramStyle::standardPixmap(StandardPixmap which, const QStyleOption* option,
                                     const QWidget* widget) const {
  const char* const own = own_icon(which);
  if (own == nullptr) return QProxyStyle::standardPixmap(which, option, widget);
  const int side = proxy()->pixelMetric(PM_SmallIconSize, option, widget);
  return themed_icon(own).pixmap(QSize(side, side));
}

int ProgramStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                            QStyleHintReturn* data) const {
  if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
  return QProxyStyle::styleHint(hint, option, widget, data);
}

}  // namespace foldwave
