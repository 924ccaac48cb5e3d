#!/bin/sh
# Usage: other_compiler.sh PROGRAM BUILD SHARED COMPILER...
#
# A program may be compiled by another compiler than the library was, and without run-time type information: COMPILER
# compiles PROGRAM, which is linked with the library in BUILD, and again with the shared one in the folder SHARED, and
# run. Exit code 77, with the reason, where pkg-config is missing.
set -eu

if [ $# -lt 4 ]; then
  echo "other_compiler.sh: expected a program, the library's build, the shared library's folder and a compiler" >&2
  exit 2
fi
program=$1 build=$2 shared=$3
shift 3
command -v pkg-config >/dev/null || { echo "skipped: there is no pkg-config"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

of_typeformer() { PKG_CONFIG_PATH=$build/meson-uninstalled pkg-config "$@" typeformer; }
# shellcheck disable=SC2046 # one flag a word
"$@" -std=c++20 -fno-rtti -c "$program" $(of_typeformer --cflags) -o "$folder/program.o"
# shellcheck disable=SC2046
"$@" "$folder/program.o" $(of_typeformer --libs) -o "$folder/program"
LD_LIBRARY_PATH=$build/src "$folder/program"
"$@" "$folder/program.o" -L"$shared" -ltypeformer -pthread -o "$folder/program"
LD_LIBRARY_PATH=$shared "$folder/program"
