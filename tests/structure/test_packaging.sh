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
for command in run test package gallery; do
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

echo "packaging: $failures failures"
[ "$failures" = 0 ]
