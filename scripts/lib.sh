# shellcheck shell=bash
# The functions that the scripts share. Each sources this file, which changes to the root of the package.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The macros are built against the toolchain's own SwiftSyntax if there is one, which takes seconds instead of minutes. To
# build swift-syntax from source, as users of this package do:  WIRING_TOOLCHAIN_SYNTAX= scripts/test
if [[ -z ${WIRING_TOOLCHAIN_SYNTAX+set} ]]; then
  toolchain_syntax=$(realpath "$(command -v swift)" 2>/dev/null || true)
  toolchain_syntax=${toolchain_syntax%/bin/*}/lib/swift/host
  if [[ -d $toolchain_syntax/SwiftSyntax.swiftmodule ]]; then export WIRING_TOOLCHAIN_SYNTAX=$toolchain_syntax; fi
  unset toolchain_syntax
fi

bold='' dim='' red='' green='' plain=''
if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
  bold=$'\e[1m' dim=$'\e[2m' red=$'\e[31m' green=$'\e[32m' plain=$'\e[0m'
fi

# die MESSAGE [LINE…]: prints an error and, in the lines, what to do; then exits.
die() {
  printf '%serror:%s %s\n' "$red" "$plain" "$1" >&2
  shift
  if (($#)); then printf '  %s\n' "$@" >&2; fi
  exit 1
}

# help_wanted "$@": prints the help of the script, the comment at its beginning, if the arguments request it.
help_wanted() {
  if [[ ${1:-} != -h && ${1:-} != --help ]]; then return 1; fi
  awk 'NR > 1 { if (!sub(/^# ?/, "")) exit; print }' "scripts/${0##*/}"
}

# no_arguments "$@": for scripts without arguments except -h.
no_arguments() {
  if help_wanted "$@"; then exit; fi
  if (($#)); then die "scripts/${0##*/} takes no arguments." "Try:  scripts/${0##*/} -h"; fi
}

# step NAME COMMAND…: runs a command under a heading, and prints its duration. A failure ends the script.
step() {
  local name=$1 started=$SECONDS
  shift
  printf '%s▸ %s%s\n' "$bold" "$name" "$plain"
  set -o errtrace
  trap 'printf "%s✗ %s%s %s%d s%s\n" "$red" "$name" "$plain" "$dim" $((SECONDS - started)) "$plain" >&2' ERR
  # Not in a condition, in which bash would let a function continue after a command that failed.
  "$@"
  trap - ERR
  set +o errtrace
  printf '%s✓ %s%s %s%d s%s\n\n' "$green" "$name" "$plain" "$dim" $((SECONDS - started)) "$plain"
}

# skipped WHAT REASON REMEDY: says what is not checked, why, and how to get it. With CI set, that is an error.
skipped() {
  if [[ -n ${CI:-} ]]; then die "$1: $2" "$3"; fi
  printf 'skipped: %s: %s (%s)\n' "$@" >&2
}

# find_browser: prints the path of Chromium or Chrome; fails if there is none.
find_browser() {
  command -v chromium || command -v chromium-browser || command -v google-chrome || command -v chrome
}

# The folder of the debug build of all scripts. Plain `swift build` has .build: its flags differ, and SwiftPM compiles a folder
# again whose flags change.
readonly debug_folder=.build-debug

# debug COMMAND ARGUMENT…: runs `swift build` or `swift test` there, without debug information, which takes a tenth of the time:
# see docs/decisions/0064-one-debug-build.md.
debug() {
  swift "$1" --scratch-path "$debug_folder" -debug-info-format none "${@:2}"
}

# find_notesctl: sets $notesctl to the program that NOTESCTL names, or builds it for debugging.
find_notesctl() {
  if [[ -n ${NOTESCTL:-} ]]; then
    notesctl=$(realpath "$NOTESCTL")
  else
    scripts/setup
    debug build --product notesctl >&2
    notesctl=$PWD/$debug_folder/debug/notesctl
  fi
}

# build_release [PRODUCT [PACKAGE]]: builds a product for distribution, by default notesctl, and sets $notesctl to its path.
# PACKAGE is the folder of a package inside this one, with its own build folder. The build folder differs from that of the
# tests, because SwiftPM rebuilds a folder whose flags change. Swift's libraries are linked statically, except on macOS, which
# has them: the program starts in half the time, and runs without Swift. So is the C++ library if there is an archive of it,
# from a folder that has no shared one. The program exports no symbols: see docs/decisions/0040-a-program-exports-nothing.md.
# It contains ICU's data for English only: see icu_data.
build_release() {
  local product=${1:-notesctl} package=${2:-.} folder=${2:+$2/.build}
  folder=${folder:-.build-release}
  local flags=(--package-path "$package" --configuration release --scratch-path "$folder" --product "$product")
  if [[ $(uname) != Darwin ]]; then
    flags+=(--static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic)
    local archive
    archive=$(c++ -print-file-name=libstdc++.a 2>/dev/null || true)
    if [[ -f $archive ]]; then
      mkdir -p "$folder/static"
      ln -sf "$archive" "$folder/static/libstdc++.a"
      flags+=(-Xlinker "-L$PWD/$folder/static" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
    fi
    icu_data "$PWD/$folder/static"
    local symbol
    for symbol in "$folder"/static/icudt*_dat; do
      if [[ -f $symbol ]]; then flags+=(-Xlinker "$PWD/$symbol" -Xlinker "--wrap=${symbol##*/}"); fi
    done
  fi
  # From version 2.36 on, glibc reads relocations in a form that takes a tenth of the space and the time.
  local glibc
  glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
  if [[ $glibc =~ ^glibc\ 2\.([0-9]+) ]] && ((BASH_REMATCH[1] >= 36)); then
    flags+=(-Xlinker -z -Xlinker pack-relative-relocs)
  fi
  swift build "${flags[@]}"
  # shellcheck disable=SC2034 # read by the scripts that call this
  notesctl=$PWD/$folder/release/notesctl
}

# icu_data FOLDER: makes an object with the part of ICU's data that a program in English needs, 4 MB of 34, where there is an
# archive of ICU. It is named after the symbol of the whole, icudt76_dat. A linker that is told to wrap that symbol uses this
# object instead, which defines __wrap_icudt76_dat.
icu_data() {
  local archive symbol work
  archive=$(dirname "$(realpath "$(command -v swift)")")/../lib/swift_static/linux/lib_FoundationICU.a
  mkdir -p "$1"
  if [[ ! -f $archive || -n $(find "$1" -name 'icudt*_dat' -newer "$archive" -newer scripts/packaging/icu_data.py) ]]; then
    return
  fi
  work=$(mktemp -d)
  ar p "$archive" icu_packaged_data.cpp.o >"$work/whole.o"
  symbol=$(nm "$work/whole.o" | awk '/icudt[0-9]+_dat$/ { print $3 }')
  objcopy -O binary -j .rodata "$work/whole.o" "$work/whole.dat"
  python3 scripts/packaging/icu_data.py "$work/whole.dat" "$work/part.dat"
  {
    printf '.section .rodata\n.balign 16\n.globl __wrap_%s\n__wrap_%s:\n' "$symbol" "$symbol"
    printf '.incbin "%s"\n.section .note.GNU-stack,"",@progbits\n' "$work/part.dat"
  } | clang -x assembler -c - -o "$1/$symbol"
  rm -r "$work"
}
