# shellcheck shell=bash
# Sourced by packaging/run and packaging/test: Debian packages, configuring, building. Runs from any folder.
# It sets foldwave_root and foldwave_jobs, and defines foldwave_install, foldwave_build and foldwave_fail.

foldwave_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

foldwave_fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

foldwave_say() {
  echo "== $*" >&2
}

# Where packages lie that are unpacked instead of installed: as under /, and one file in have/ for each.
foldwave_unpacked=$foldwave_root/build/unpacked

# The packages of the named sections of dependencies.txt, one a line; a choice as one|other.
foldwave_packages() {
  local wanted=" $* " section="" line
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%%#*}
    line=${line//[[:space:]]/}
    case $line in
      "") ;;
      \[*\]) section=${line#[} && section=${section%]} ;;
      *) if [[ $wanted == *" $section "* ]]; then echo "$line"; fi ;;
    esac
  done <"$foldwave_root/packaging/dependencies.txt"
}

# Of a choice one|other|- the first that apt's lists have; '-': nothing, as this release has none of them. Without
# lists the first.
foldwave_chosen() {
  local name
  [ -n "$(apt-cache madison dpkg 2>/dev/null)" ] || {
    echo "${1%%|*}"
    return
  }
  for name in ${1//|/ }; do
    [ "$name" != - ] || return 0
    [ -z "$(apt-cache madison "$name" 2>/dev/null)" ] || break
  done
  echo "$name"
}

# Those of the given packages that are neither installed, as dpkg knows, nor unpacked here.
foldwave_missing() {
  local installed entry package names=()
  # shellcheck disable=SC2048
  for package in ${*//|/ }; do
    [ "$package" = - ] || names+=("$package")
  done
  installed=$(dpkg-query -W -f='${Package}=${db:Status-Status}\n' "${names[@]}" 2>/dev/null || true)
  for entry in "$@"; do
    package=$entry
    grep -qxF "${entry%%|*}=installed" <<<"$installed" && continue
    [[ $entry != *"|"* ]] || package=$(foldwave_chosen "$entry")
    if [ -n "$package" ] && ! grep -qxF "$package=installed" <<<"$installed" && [ ! -e "$foldwave_unpacked/have/$package" ]; then
      echo "$package"
    fi
  done
}

# What the first named list holds and the second does not, one a line.
foldwave_without() {
  local -n of=$1 less=$2
  local item
  for item in "${of[@]}"; do
    [[ " ${less[*]} " == *" $item "* ]] || echo "$item"
  done
}

# Those of the given packages that apt could install only by removing others, or not at all.
foldwave_excluded() {
  local package plan
  for package in "$@"; do
    if ! plan=$(apt-get -s -q --no-install-recommends install "$package" 2>/dev/null) ||
      grep -q '^Remv ' <<<"$plan"; then
      echo "$package"
    fi
  done
}

# Those of the given packages that serve a build from any folder: libraries to build with, and modules of Python. Drivers,
# fonts and tools are looked for where they are installed.
foldwave_unpackable() {
  local package of
  of=$(foldwave_packages core desktop | tr '|' '\n' | grep -e '-dev$')
  for package in "$@"; do
    if [[ $package == python3-* ]] || grep -qxF "$package" <<<"$of"; then echo "$package"; fi
  done
}

# Unpacks packages, and what they need and is not installed, below build/unpacked; no root. A package's own libraries come
# along even if they are installed, as its CMake files look for them beside themselves.
foldwave_unpack() {
  local place=$foldwave_unpacked plan installed wanted deb link target tool
  foldwave_say "unpacking below build/unpacked, without installing: $*"
  # Planned for an empty machine, on which nothing excludes them.
  plan=$(apt-get -s -q -o Dir::State::status=/dev/null --no-install-recommends install "$@" 2>/dev/null | awk '/^Inst / {print $2}') ||
    foldwave_fail "apt knows no way to install $*: Debian 12 and 13, component main, have them all (apt-get update)"
  installed=$(dpkg-query -W -f='${Package}=${db:Status-Status}\n' 2>/dev/null | sed -n 's/=installed$//p')
  # shellcheck disable=SC2086
  wanted=$(apt-cache show --no-all-versions $plan | awk -v wanted=" $* " -v there=" $(xargs <<<"$installed") " '
    function done() {
      if (name == "") return
      source[name] = from == "" ? name : from
      if (index(wanted, " " name " ")) family[source[name]] = 1
      name = from = ""
    }
    /^Package: / {done(); name = $2} /^Source: / {from = $2}
    END {done(); for (name in source) if (!index(there, " " name " ") || source[name] in family) print name}')
  rm -rf "$place/debs"
  mkdir -p "$place/debs" "$place/have" "$place/tree/usr/lib" "$place/tree/usr/bin"
  [ -e "$place/tree/lib" ] || ln -s usr/lib "$place/tree/lib"
  [ -e "$place/tree/bin" ] || ln -s usr/bin "$place/tree/bin"
  # shellcheck disable=SC2086
  (cd "$place/debs" && apt-get -q download $wanted) >&2 2>/dev/null ||
    foldwave_fail "could not download $*: check the network; where apt's lists are old, as root: apt-get update"
  for deb in "$place"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x --keep-directory-symlink --no-same-owner -C "$place/tree" ||
      foldwave_fail "could not unpack ${deb##*/}: check the space on the disk"
  done
  # A development package's link names a library that may be the installed one.
  while IFS= read -r -d '' link; do
    target=$(realpath -ms -- "$(dirname "$link")/$(readlink "$link")")
    [[ $(readlink "$link") != /* ]] || target=$place/tree$(readlink "$link")
    if [ -e "$target" ]; then
      ln -sfn "$target" "$link"
    elif [ -e "${target#"$place/tree"}" ]; then
      ln -sfn "${target#"$place/tree"}" "$link"
    fi
  done < <(find "$place/tree" -xtype l -print0)
  # CMake asks mpicc where MPI is, and that tells of /usr.
  if [ -d "$(foldwave_unpacked_libraries)/openmpi" ]; then
    for tool in mpicc mpicxx; do
      cat >"$place/tree/usr/bin/$tool" <<TEXT
#!/bin/sh
root='$place/tree'
if [ -x "\$root/usr/bin/$tool.openmpi" ]; then
  export PATH="\$root/usr/bin:\$PATH" OPAL_PREFIX="\$root/usr" LD_LIBRARY_PATH='$(foldwave_unpacked_libraries)'
fi
$tool.openmpi "\$@" | sed -E "s#(^| |-I|-L)/usr/#\\1\$root/usr/#g"
TEXT
      chmod +x "$place/tree/usr/bin/$tool"
    done
  fi
  rm -rf "$place/debs"
  (cd "$place/have" && touch "$@")
}

foldwave_unpacked_libraries() {
  echo "$foldwave_unpacked/tree/usr/lib/$(gcc -print-multiarch)"
}

# CMake's options for what is unpacked, one a line. The old kind of rpath also finds what a library needs.
foldwave_unpacked_options() {
  [ -d "$foldwave_unpacked/have" ] || return 0
  echo "-DCMAKE_PREFIX_PATH=$foldwave_unpacked/tree/usr"
  echo "-DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags,-rpath,$(foldwave_unpacked_libraries)"
  if [ -x "$foldwave_unpacked/tree/usr/bin/mpicc" ]; then
    echo "-DMPI_C_COMPILER=$foldwave_unpacked/tree/usr/bin/mpicc"
    echo "-DMPI_CXX_COMPILER=$foldwave_unpacked/tree/usr/bin/mpicxx"
  fi
}

# Has what the named sections name, or fails: installs what is missing, calling apt and asking for root only then. What
# apt could install only by removing other packages (ParaView's Python and VTK's development files exclude each other) is
# unpacked below build/ instead; with FOLDWAVE_UNPACK=1 all but compilers and tools is, and nobody asks for root.
foldwave_install() {
  local packages missing excluded unpackable rest become_root=() apt
  mapfile -t packages < <(foldwave_packages "$@")
  [ ${#packages[@]} -gt 0 ] || foldwave_fail "packaging/dependencies.txt names no package for: $*"
  if ! command -v dpkg-query >/dev/null; then
    foldwave_say "not a Debian system: nothing is installed, and whether packaging/dependencies.txt is met is not known"
    return 0
  fi
  mapfile -t missing < <(foldwave_missing "${packages[@]}")
  [ ${#missing[@]} -gt 0 ] || return 0

  if [ "${FOLDWAVE_UNPACK:-0}" = 1 ]; then
    mapfile -t unpackable < <(foldwave_unpackable "${missing[@]}")
    mapfile -t rest < <(foldwave_without missing unpackable)
    [ ${#rest[@]} = 0 ] || foldwave_fail "FOLDWAVE_UNPACK unpacks libraries to build with, no tools, drivers and fonts;" \
      "as root: apt-get install ${rest[*]}"
    foldwave_unpack "${unpackable[@]}"
    return 0
  fi

  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      foldwave_fail "packages are missing and this is not root; as root: apt-get install ${missing[*]}" \
        "(or FOLDWAVE_UNPACK=1, which unpacks libraries below build/ without root)"
    become_root=(sudo)
    # Without a terminal nobody could type a password, so sudo must not wait for one.
    [ -t 0 ] || become_root+=(-n)
  fi
  apt=("${become_root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a
    apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
  "${apt[@]}" update </dev/null >&2 ||
    foldwave_fail "apt-get update failed: check the network and /etc/apt, or as root: apt-get install ${missing[*]}"
  # With apt's lists at hand a choice may fall otherwise.
  mapfile -t missing < <(foldwave_missing "${packages[@]}")
  mapfile -t excluded < <(foldwave_excluded "${missing[@]}")
  mapfile -t unpackable < <(foldwave_unpackable "${excluded[@]}")
  mapfile -t rest < <(foldwave_without excluded unpackable)
  [ ${#rest[@]} = 0 ] ||
    foldwave_fail "apt-get could not install ${rest[*]} without removing other packages, or has none: nothing was changed"
  mapfile -t missing < <(foldwave_without missing excluded)
  if [ ${#missing[@]} -gt 0 ]; then
    foldwave_say "installing ${#missing[@]} Debian packages: ${missing[*]}"
    "${apt[@]}" install --no-remove --no-install-recommends "${missing[@]}" </dev/null >&2 ||
      foldwave_fail "apt-get could not install ${missing[*]}: Debian 12 and 13, component main, have them all"
  fi
  [ ${#excluded[@]} = 0 ] || foldwave_unpack "${excluded[@]}"
  mapfile -t missing < <(foldwave_missing "${packages[@]}")
  [ ${#missing[@]} = 0 ] || foldwave_fail "apt-get said that all is well, but these are not there: ${missing[*]}"
}

# Compilers that run at once: one a core, and at least 2 GB of free memory for each.
foldwave_job_count() {
  local cores memory_kb by_memory
  cores=$(nproc 2>/dev/null || echo 1)
  memory_kb=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo 2>/dev/null)
  by_memory=$((${memory_kb:-2000000} / 2000000))
  [ "$by_memory" -ge 1 ] || by_memory=1
  echo $((cores < by_memory ? cores : by_memory))
}
foldwave_jobs=$(foldwave_job_count)

# foldwave_build PRESET [-DOPTION=VALUE ...] [-- TARGET ...]: configures and builds; quick when nothing changed.
foldwave_build() {
  local preset=$1 folder="$foldwave_root/build/$1" options=() targets=() cached
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  if [ $# -gt 0 ]; then
    shift
    targets=(--target "$@")
  fi
  mapfile -t -O ${#options[@]} options < <(foldwave_unpacked_options)
  # A build folder that was copied or moved with its checkout is configured anew.
  if [ -f "$folder/CMakeCache.txt" ]; then
    cached=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt")
    [ "$cached" = "$foldwave_root" ] || options=(--fresh "${options[@]}")
  fi
  foldwave_say "building preset $preset with $foldwave_jobs jobs"
  (cd "$foldwave_root" && cmake --preset "$preset" "${options[@]}" -Wno-dev --log-level=WARNING >&2) ||
    foldwave_fail "configuring preset $preset failed: the message above says why"
  cmake --build "$folder" -j "$foldwave_jobs" "${targets[@]}" >&2 ||
    foldwave_fail "building preset $preset failed: the first error above says where"
}

# One set-up at a time in a checkout: a second one waits instead of building into the same folder.
foldwave_lock() {
  mkdir -p "$foldwave_root/build" || foldwave_fail "cannot write $foldwave_root/build: give write permission"
  exec 9>"$foldwave_root/build/.packaging.lock"
  if command -v flock >/dev/null && ! flock -n 9; then
    foldwave_say "another packaging command is building here: waiting for it"
    flock 9
  fi
}
foldwave_unlock() {
  exec 9>&-
}
