// VTK keeps a copy of OpenGL's state. Where it draws in a context that others also draw in, the copy is taken
// anew before each frame and set to what VTK's shaders expect.
#pragma once

class vtkGenericOpenGLRenderWindow;

namespace foldwave {

void take_over_gl_state(vtkGenericOpenGLRenderWindow* window);

}  // namespace foldwave
