#!/usr/bin/env bash
# Protects the packages: they are made, pass the distribution's own checks, and what is in them starts and runs
# from where it was unpacked. Usage: test_package.sh BUILD_FOLDER. Exit code 77: a tool is missing.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
build=$1
linux=$root/packaging/linux
failures=0

for tool in cpack help2man dpkg-shlibdeps dpkg-deb lintian desktop-file-validate appstreamcli xmllint xvfb-run; do
  command -v "$tool" >/dev/null || {
    echo "skipped: $tool is not installed; packaging/dependencies.txt has it under [package] or [test]"
    exit 77
  }
done

expect() {  # expect WHAT COMMAND...
  local what=$1 said
  shift
  said=$("$@" 2>&1) || {
    echo "FAIL: $what"
    head -c 2000 <<<"$said"
    echo
    failures=$((failures + 1))
  }
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -m 700 "$scratch/runtime"
export XDG_RUNTIME_DIR=$scratch/runtime HOME=$scratch LIBGL_ALWAYS_SOFTWARE=1 QT_QPA_PLATFORM=xcb

expect "the desktop entry" desktop-file-validate "$linux/org.foldwave.Foldwave.desktop"
expect "the metainfo" appstreamcli validate --no-net "$linux/org.foldwave.Foldwave.metainfo.xml"
expect "each screenshot of the metainfo is a picture of the guide" bash -c '
  names=$(sed -n "s#.*<image>.*/guide/pictures/\(.*\)</image>#\1#p" "$1/packaging/linux/org.foldwave.Foldwave.metainfo.xml")
  for name in ${names:?none}; do test -s "$1/docs/guide/pictures/$name" || { echo "$name is missing"; exit 1; }; done' - "$root"
expect "the citation has what its format wants" python3 - "$root/CITATION.cff" <<'TEXT'
import re, sys
text = open(sys.argv[1]).read()
keys = dict(re.findall(r"^([a-z-]+): ?(.*)$", text, re.M))
wanted = {"cff-version", "message", "title", "authors", "version", "date-released", "license"}
assert wanted <= keys.keys(), wanted - keys.keys()
assert re.fullmatch(r'"\d{4}-\d\d-\d\d"', keys["date-released"]) and re.search(r"^  - name: .", text, re.M)
TEXT
version=$(sed -n 's/^project(Foldwave VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
for file in CHANGELOG.md CITATION.cff packaging/linux/changelog packaging/linux/org.foldwave.Foldwave.metainfo.xml; do
  expect "$file tells of version $version" grep -qF "${version:?}" "$root/$file"
done
expect "the MIME type" xmllint --noout "$linux/org.foldwave.Foldwave.mime.xml"
expect "the completion is bash" bash -n "$linux/foldwave-cli.bash"

cd "$build" || exit 1
expect "the packages are made" cpack -B "$scratch/packages"
deb=$(compgen -G "$scratch/packages/foldwave_*.deb")
archive=$(compgen -G "$scratch/packages/foldwave-*.tar.gz")
expect "the plug-in that draws the icons is asked for" grep -q libqt6svg6 <<<"$(dpkg-deb -f "$deb" Depends)"
expect "it depends on libraries alone" bash -c '! dpkg-deb -f "$1" Depends | grep -E -e "-dev|python"' - "$deb"
if [ -n "$(apt-cache madison paraview 2>/dev/null)" ]; then
  expect "apt installs it beside ParaView and its Python" \
    apt-get -s -o Dir::State::status=/dev/null --no-install-recommends install paraview python3-paraview "$deb"
fi
python_deb=$(compgen -G "$scratch/packages/python3-foldwave_*.deb")
# shellcheck disable=SC2086
expect "lintian finds no error" lintian --allow-root --fail-on error "$deb" $python_deb

# Unpacked far from the source, both packages run the example and open the window on it.
cd "$scratch" || exit 1
mkdir from-deb from-archive
dpkg-deb -x "$deb" from-deb
expect "the programs are stripped" bash -c '! readelf -SW from-deb/usr/bin/foldwave* | grep -F .symtab'
for library in CLI11 nlohmann Eigen pybind11 libcudart squashfuse zstd; do
  expect "the notice of $library" grep -qi "$library" from-deb/usr/share/doc/foldwave/copyright
done
expect "the changes and how to cite" test -s from-deb/usr/share/doc/foldwave/CHANGELOG.md -a -s from-deb/usr/share/doc/foldwave/CITATION.cff
tar -xzf "$archive" -C from-archive --strip-components=1
for there in from-deb/usr from-archive; do
  expect "$there: the command line runs the example" \
    "$there/bin/foldwave-cli" run "$there/share/foldwave/scenarios/two-layer.json" --stages fold --out "$there/out"
  expect "$there: and wrote its report" test -s "$there/out/report.json"
  expect "$there: the window opens on the first example" timeout 120 \
    xvfb-run -a -s "-screen 0 1280x800x24" "$there/bin/foldwave" --screenshot "$there/window.png"
  expect "$there: its picture" test -s "$there/window.png"
done
expect "the first minute runs by itself" timeout 200 bash -c '
  xvfb-run -a -s "-screen 0 1280x800x24" from-archive/bin/foldwave --self-test >self-test.txt &&
    test "$(cut -d" " -f1 self-test.txt | xargs)" = "start open drag release run export" || { cat self-test.txt; exit 1; }'
for page in foldwave foldwave-cli; do
  expect "the manual page of $page is whole" man --warnings -E UTF-8 -l -Tutf8 -Z "from-deb/usr/share/man/man1/$page.1.gz"
done
expect "the manual tells every command" bash -c '
  said=$(zcat from-deb/usr/share/man/man1/foldwave-cli.1.gz)
  names=$(from-deb/usr/bin/foldwave-cli --help | sed -n "/^Subcommands:/,\$s/^  \([a-z]*\) .*/\1/p")
  for name in ${names:?none are told}; do
    grep -q "^\.SS foldwave.-cli $name\( \|$\)" <<<"$said" || { echo "$name is missing"; exit 1; }
  done'
expect "each option has a paragraph of its own in the manual" bash -c '
  zcat from-deb/usr/share/man/man1/foldwave-cli.1.gz >page.1
  man -l -Tutf8 page.1 | col -b >page.txt
  for option in --stages --out --codec --inline-byte; do
    grep -qE "^ +$option( |\$)" page.txt || { echo "$option does not begin a line"; exit 1; }
  done'

# Completion, as bash calls it: complete WORDS... gives what it offers for the last one.
offers() {
  bash -c '
    compopt() { :; }
    source "$1"
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _foldwave_cli
    printf "%s\n" "${COMPREPLY[@]}"' - "$linux/foldwave-cli.bash" from-deb/usr/bin/foldwave-cli "$@" | xargs
}
expect "commands are completed" test "$(offers v)" = "validate volume verify"
expect "commands of a command" test "$(offers bench f)" = "fold filter forecast"
expect "options of a command" test "$(offers run --st)" = "--stages"
expect "values of an option" test "$(offers run x.json --backend c)" = "cpu cuda"

echo "package: $failures failures"
[ "$failures" = 0 ]
