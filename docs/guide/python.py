# %% [markdown]
# # Foldwave from Python
#
# The module `foldwave` runs the same stages as the desktop and the command line. A scenario is a dict, as its JSON file
# has it ([scenario.md](../scenario.md)); results are numpy arrays that lie where the engine made them.
# %%
import foldwave
import numpy as np

scenario = foldwave.load("two-layer.json")
print(scenario["name"], scenario["grid"]["nodes"])
# %% [markdown]
# What is wrong with a scenario, or good to know, is told before anything runs.
# %%
scenario["layers"]["list"][0]["velocity"] = -1500.0
for finding in foldwave.check(scenario, backend="cpu"):
    if finding["severity"] == "error":
        print(finding["path"], "-", finding["problem"])
scenario["layers"]["list"][0]["velocity"] = 1500.0
# %% [markdown]
# A fold gives T (metres of thickness at the hinge), layers and velocities at the nodes. Arrays have the shape
# (nz, ny, nx), z is depth from the top down. They cannot be written to: copy one to change it.
# %%
scenario["events"][0]["horizon"] |= {"dip": 20.0, "dip_direction": 90.0}
folded = foldwave.fold(scenario, backend="cpu")
print(folded.arrival.shape, folded.arrival.dtype, folded.velocity.flags.owndata)
for layer in range(2):
    share = np.mean(folded.layers == layer)
    print(scenario["layers"]["list"][layer]["name"], f"{100 * share:.1f} %")
# %% [markdown]
# Many variants are a loop over dicts.
# %%
for dip in (0.0, 10.0, 20.0):
    scenario["events"][0]["horizon"]["dip"] = dip
    velocity = foldwave.fold(scenario, backend="cpu").velocity
    print(f"dip {dip:4.1f}: mean velocity {velocity.mean():.0f} m/s")
# %% [markdown]
# A wave runs through what was folded; `progress` is called about ten times a second with the step, what is done of it
# and the whole. Ctrl-C, or an exception in that function, stops the work.
# %%
scenario["propagation"]["duration"] = 0.15
scenario["outputs"] = {"snapshots": {"interval": 0.05}, "pictures": False}
folded = foldwave.fold(scenario, backend="cpu")
wave = foldwave.wave(folded, snapshots=True, progress=lambda step, done, total: None)
print(wave.gather.shape, f"{1e3 * wave.dt:.3f} ms")
for seconds, pressure in wave.snapshots:
    k, j, i = np.unravel_index(np.abs(pressure).argmax(), pressure.shape)
    print(f"{seconds:.2f} s: strongest at depth {folded.origin[2] + k * folded.spacing[2]:.0f} m")
# %% [markdown]
# An error names the place and what to do.
# %%
try:
    foldwave.fold("nothing.json")
except foldwave.InputError as error:
    print(error)
