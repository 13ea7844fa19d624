#!/usr/bin/env bash
# Protects the two commands of packaging/ without installing or building: options, the dependency list, the errors.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
failures=0

expect() {  # expect WHAT CONDITION...
  local what=$1
  shift
  if ! "$@"; then
    echo "FAIL: $what"
    failures=$((failures + 1))
  fi
}

cd /
for command in run test package appimage gallery; do
  expect "$command --help says what it does, from any folder" grep -q "^packaging/$command" <<<"$("$root/packaging/$command" --help)"
done

message=$("$root/packaging/run" --headles 2>&1)
expect "an unknown option is wrong usage" test $? -eq 2
expect "the message names the option" grep -q -- "--headles" <<<"$message"
message=$("$root/packaging/run" no_such_scenario.json 2>&1)
expect "a missing scenario is wrong usage" test $? -eq 2
expect "the message names the file" grep -q "no_such_scenario.json" <<<"$message"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/packaging" "$scratch/bin"
cp "$root/packaging/setup.sh" "$scratch/packaging/"
printf '# head\n[build]\none # first\n\n[test]\ntwo-dev   # second\nthree' >"$scratch/packaging/dependencies.txt"
# shellcheck source=packaging/setup.sh disable=SC1091,SC2154
source "$scratch/packaging/setup.sh"
expect "the packages of one section" test "$(foldwave_packages build | xargs)" = "one"
expect "the packages of two sections, the last line without its end" test "$(foldwave_packages build test | xargs)" = "one two-dev three"
# shellcheck disable=SC2154
expect "at least one job" test "$foldwave_jobs" -ge 1

# A dpkg that knows `one` alone, an id that is not root and a PATH without sudo stand in for the machine.
printf '#!/bin/sh\nprintf "one=installed\\ntwo-dev=not-installed\\n"\n' >"$scratch/bin/dpkg-query"
printf '#!/bin/sh\necho 1000\n' >"$scratch/bin/id"
chmod +x "$scratch/bin/dpkg-query" "$scratch/bin/id"
for tool in grep cat bash; do
  ln -s "$(command -v "$tool")" "$scratch/bin/$tool"
done
expect "what dpkg does not know is missing" test "$(PATH=$scratch/bin foldwave_missing one two-dev three | xargs)" = "two-dev three"
expect "nothing missing: nothing said, nothing called" test -z "$(PATH=$scratch/bin foldwave_install build 2>&1)"
message=$(PATH=$scratch/bin foldwave_install build test 2>&1)
expect "without root and sudo it fails" test $? -eq 1
expect "the message says what to type" grep -q "apt-get install two-dev three" <<<"$message"

# A machine of root's with ParaView, whose Python and libview-dev exclude each other, of a release that has renamed a
# package and dropped another. Its apt notes what it is told to do; `libview` is installed, its link's end not.
machine=$scratch/machine
mkdir -p "$machine/bin" "$machine/installed"
cp -r "$scratch/packaging" "$machine/"
cat >"$machine/packaging/dependencies.txt" <<'TEXT'
[build]
g++            # is there
[core]
qt-old | qt-new  # renamed
reader | -       # dropped
[desktop]
libview-dev    # excluded by what is installed
TEXT
cat >"$machine/bin/dpkg-query" <<'TEXT'
#!/bin/bash
for name in g++ libview $(ls "$MACHINE/installed"); do
  case $* in *=*) echo "$name=installed" ;; esac
done
TEXT
cat >"$machine/bin/apt-cache" <<'TEXT'
#!/bin/bash
case $1-$2 in
  madison-dpkg | madison-qt-new) echo "$2 | 1" ;;
  show-*) printf 'Package: libview-dev\nSource: view\n\nPackage: libview\nSource: view (1)\n\nPackage: g++\n\nPackage: jpeg-dev\n' ;;
esac
TEXT
cat >"$machine/bin/apt-get" <<'TEXT'
#!/bin/bash
echo "$*" >>"$MACHINE/log"
case $* in
  *-s\ *status=/dev/null*) printf 'Inst g++ (1)\nInst libview (1)\nInst jpeg-dev (1)\nInst libview-dev (1)\n' ;;
  *-s\ *libview-dev*) printf 'Remv paraview [5]\nInst libview-dev (1)\n' ;;
  *\ update) ;;
  *-s\ *) ;;
  *" install "*) [ -n "$FAULT" ] || touch "$MACHINE/installed/${!#}" ;;
  *download*)
    shift 2
    for name; do
      mkdir -p "$MACHINE/files/$name/usr/lib" "$MACHINE/files/$name/usr/bin" && echo "$name" >"$MACHINE/files/$name/usr/lib/$name.so.1"
      ln -sfn "$name.so.1" "$MACHINE/files/$name/usr/lib/$name.so"
      ln -sfn env "$MACHINE/files/$name/usr/bin/of-the-system"
      tar -C "$MACHINE/files/$name" -cf "$name.deb" .
    done
    ;;
esac
TEXT
printf '#!/bin/bash\ncat "$2"\n' >"$machine/bin/dpkg-deb"
printf '#!/bin/bash\necho "${IDENTITY:-0}"\n' >"$machine/bin/id"
chmod +x "$machine"/bin/*
on_machine() {  # on_machine COMMAND: runs it with setup.sh of that machine's checkout
  MACHINE=$machine PATH=$machine/bin:$PATH bash -c "source '$machine/packaging/setup.sh'; $1" 2>&1
}
: >"$machine/log"
message=$(on_machine 'foldwave_install build core desktop')
expect "what cannot be installed beside ParaView is no failure" test $? -eq 0
expect "nothing is removed" test -z "$(grep -v -e '-s ' -e ' update$' "$machine/log" | grep ' install ' | grep -v -- --no-remove)"
expect "only what excludes nothing is installed, by its name in this release" test "$(ls "$machine/installed")" = qt-new
expect "the message says what is unpacked" grep -q "unpacking.*libview-dev" <<<"$message"
expect "with what it needs, and its own libraries, but nothing else that is installed" \
  test "$(cd "$machine/build/unpacked/tree/usr/lib" && echo ./*.1)" = "./jpeg-dev.so.1 ./libview-dev.so.1 ./libview.so.1"
expect "a link whose end is installed leads there" test "$(readlink "$machine/build/unpacked/tree/usr/bin/of-the-system")" = /usr/bin/env
expect "then nothing is missing" test -z "$(on_machine 'foldwave_install build core desktop')"
expect "CMake is told where" grep -q "DCMAKE_PREFIX_PATH=.*build/unpacked/tree/usr" <<<"$(on_machine foldwave_unpacked_options)"
rm -r "$machine/build"
expect "what was deleted is not there" test "$(on_machine 'foldwave_missing libview-dev')" = libview-dev
expect "and CMake is told nothing" test -z "$(on_machine foldwave_unpacked_options)"

rm "$machine/installed/qt-new"
message=$(FAULT=1 on_machine 'foldwave_install build core desktop')
expect "what is not there after all is not claimed" test $? -eq 1
expect "and is named" grep -q "not there: qt-new" <<<"$message"
rm -rf "$machine/build"
: >"$machine/log"
touch "$machine/installed/qt-new"
message=$(IDENTITY=1000 FOLDWAVE_UNPACK=1 on_machine 'foldwave_install build core desktop')
expect "by choice nothing is installed, and nobody asks for root" test $? -eq 0
expect "only plans and downloads" test -z "$(grep -v -e '-s ' -e '^-q download' "$machine/log")"
expect "and is there" test -z "$(on_machine 'foldwave_missing libview-dev')"
printf '[build]\ntool # a tool\n' >"$machine/packaging/dependencies.txt"
message=$(FOLDWAVE_UNPACK=1 on_machine 'foldwave_install build')
expect "tools are not unpacked" test $? -eq 1
expect "but named" grep -q "apt-get install tool" <<<"$message"

echo "packaging: $failures failures"
[ "$failures" = 0 ]
