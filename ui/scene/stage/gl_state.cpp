#include "ui/scene/stage/gl_state.hpp"

#include <GL/gl.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLState.h>

namespace foldwave {

void take_over_gl_state(vtkGenericOpenGLRenderWindow* window) {
  vtkOpenGLState* const state = window->GetState();
  state->Reset();
  // Labels lie on panels at one depth: equal depths must pass.
  state->vtkglDepthFunc(GL_LEQUAL);
  state->vtkglEnable(GL_DEPTH_TEST);
  state->vtkglEnable(GL_BLEND);
  state->vtkglBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  state->vtkglDisable(GL_SCISSOR_TEST);
  state->vtkglDisable(GL_STENCIL_TEST);
  state->vtkglDisable(GL_CULL_FACE);
  state->vtkglDepthMask(GL_TRUE);
  state->vtkglColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

}  // namespace foldwave
