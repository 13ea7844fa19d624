"""Fold rock, send waves through it: the engine of Foldwave.

    import foldwave
    scenario = foldwave.load("fold.json")
    folded = foldwave.fold(scenario)
    wave = foldwave.wave(folded)

Arrays of volumes have the shape (nz, ny, nx); z is depth, from the top down. They are the engine's own memory, so
they cannot be written to: copy them first.
"""
from ._core import (Error, Fold, Image, InputError, NumericError, ResourceError, Survey, Wave, __version__, check, fold,
                    image, load, survey, wave)

__all__ = ["Error", "Fold", "Image", "InputError", "NumericError", "ResourceError", "Survey", "Wave", "__version__", "check",
           "fold", "image", "load", "survey", "wave"]
