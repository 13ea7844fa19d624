// The wheel scrolls: a choice, a slider or a stepped field takes it only where it has the focus, and the
// wheel gives no focus. Over any other it goes to what scrolls below.
#pragma once

namespace foldwave {

void guard_wheel();  // of the whole application, once

}  // namespace foldwave
