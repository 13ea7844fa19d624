// What a scene holds, as lines of words and numbers: its camera and lights; every actor that is seen, with
// its look, its numbers of points and cells and where they lie; every word, rectangle and line of the
// overlay. A picture shows that a scene looks right; an inventory, that not one of its places, colours and
// sizes moved.
//
// FOLDWAVE_BASELINES=DIR writes what is there instead: look at it before it is kept in tests/ui/baselines.
#pragma once

#include <QString>
#include <string>
#include <vector>

class vtkRenderer;

namespace foldwave {

std::vector<std::string> inventory(vtkRenderer* renderer);

// Empty when words are the same and numbers within 0.002 and 2e-5 of them; else where they differ first.
QString inventory_differs(const std::vector<std::string>& seen, const std::vector<std::string>& kept);
QString as_kept_in_words(const std::vector<std::string>& seen, const char* name);

}  // namespace foldwave
