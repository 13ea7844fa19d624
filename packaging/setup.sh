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

# The packages of the named sections of dependencies.txt, one a line.
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

# Those of the given packages that dpkg does not know as installed.
foldwave_missing() {
  local installed package
  installed=$(dpkg-query -W -f='${Package}=${db:Status-Status}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxF "$package=installed" <<<"$installed" || echo "$package"
  done
}

# Installs what the named sections miss. Calls apt, and asks for root, only when something is missing.
foldwave_install() {
  local packages missing become_root=() apt
  mapfile -t packages < <(foldwave_packages "$@")
  [ ${#packages[@]} -gt 0 ] || foldwave_fail "packaging/dependencies.txt names no package for: $*"
  if ! command -v dpkg-query >/dev/null; then
    foldwave_say "not a Debian system: what packaging/dependencies.txt names is taken to be there"
    return 0
  fi
  mapfile -t missing < <(foldwave_missing "${packages[@]}")
  [ ${#missing[@]} -gt 0 ] || return 0

  foldwave_say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      foldwave_fail "packages are missing and this is not root; as root: apt-get install ${missing[*]}"
    become_root=(sudo)
    # Without a terminal nobody could type a password, so sudo must not wait for one.
    [ -t 0 ] || become_root+=(-n)
  fi
  apt=("${become_root[@]}" env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=a
    apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
  "${apt[@]}" update </dev/null >&2 ||
    foldwave_fail "apt-get update failed: check the network and /etc/apt, or as root: apt-get install ${missing[*]}"
  "${apt[@]}" install --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    foldwave_fail "apt-get could not install ${missing[*]}: Debian 12 (bookworm), component main, has them all"
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
