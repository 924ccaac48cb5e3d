#!/bin/sh
# Usage: other_compiler.sh PROGRAM BUILD COMPILER...
#
# A program may be compiled by another compiler than the library was, and without run-time type information:
# COMPILER compiles PROGRAM, which is linked with the library in BUILD, and run. Exit code 77, with the reason, where pkg-config is missing.
set -eu

if [ $# -lt 3 ]; then
  echo "other_compiler.sh: expected a program, the library's build and a compiler" >&2
  exit 2
fi
program=$1 build=$2
shift 2
command -v pkg-config >/dev/null || { echo "skipped: there is no pkg-config"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

flags=$(PKG_CONFIG_PATH=$build/meson-uninstalled pkg-config --cflags --libs typeformer)
# shellcheck disable=SC2086 # one flag a word
"$@" -std=c++20 -fno-rtti "$program" $flags -o "$folder/program"
LD_LIBRARY_PATH=$build/src "$folder/program"
