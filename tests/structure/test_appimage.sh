#!/usr/bin/env bash
# Starts an AppImage in a bare root: a folder that holds the C library and nothing else, no shell either. Not among the
# usual tests, as an AppImage takes minutes to make. Usage: test_appimage.sh FILE [PICTURE]. Needs unshare, Xvfb and,
# where it is not root, user namespaces.
set -uo pipefail
file=$(realpath -- "${1:?the AppImage}")
picture=${2:+$(realpath -m -- "$2")}
failures=0

expect() {  # expect WHAT COMMAND...
  local what=$1 said
  shift
  said=$("$@" 2>&1) || {
    echo "FAIL: $what"
    tail -c 2000 <<<"$said"
    failures=$((failures + 1))
  }
}

root=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null; rm -rf "$root"' EXIT
mkdir -p "$root"/{proc,tmp,dev,etc,user} "$root/tmp/.X11-unix"
touch "$root"/dev/{null,urandom}
while IFS= read -r library; do
  [[ $library == */lib*/* && ! -d $library ]] || continue
  mkdir -p "$root${library%/*}"
  cp -a "$library" "$root$library"
done < <(dpkg -L libc6)
echo 'user:x:0:0::/user:/none' >"$root/etc/passwd"
cp "$file" "$root/Foldwave.AppImage"

bare() {  # bare ARGUMENTS...: of the AppImage, in the root
  unshare --map-root-user --mount --pid --fork --kill-child bash -c '
    root=$1
    shift
    mount -t proc proc "$root/proc" && mount --bind /dev/null "$root/dev/null" &&
      mount --bind /dev/urandom "$root/dev/urandom" && mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix" &&
      exec env -i PATH=/usr/sbin:/usr/bin HOME=/user DISPLAY="$DISPLAY" LANG=C.UTF-8 chroot "$root" /Foldwave.AppImage "$@"' - "$root" "$@"
}

number=$((100 + RANDOM % 400))
mkdir -p /tmp/.X11-unix
Xvfb ":$number" -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
export DISPLAY=:$number
for ((tries = 0; tries < 100; ++tries)); do
  [ ! -S "/tmp/.X11-unix/X$number" ] || break
  sleep 0.1
done

expect "it is an AppImage of type 2" test "$(dd if="$file" bs=1 skip=8 count=3 status=none | od -An -tx1 | xargs)" = "41 49 02"
expect "other tools find its image" unsquashfs -s -o "$("$file" --appimage-offset)" "$file"
expect "the command line tells its version" grep -q '[0-9]' <<<"$(bare foldwave-cli --version)"
scenario=$(cd "$root" && compgen -G "user/.cache/foldwave/appimage-*/usr/share/foldwave/scenarios/two-layer.json")
expect "it lies unpacked in the cache" test -s "$root/$scenario"
expect "a scenario runs" bare foldwave-cli run "/$scenario" --stages fold --out /user/out
expect "and wrote its report" test -s "$root/user/out/report.json"
expect "and its pictures" test -s "$root/user/out/pictures/structure.png"
expect "the window opens" bare --screenshot /user/window.png
expect "its picture" test -s "$root/user/window.png"
[ -z "$picture" ] || cp "$root/user/window.png" "$picture"

echo "appimage: $failures failures"
[ "$failures" = 0 ]
