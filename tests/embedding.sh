#!/bin/sh
# Usage: embedding.sh SOURCE BUILD MESON COMPILER...
#
# A program of somebody else's, README's, takes the library as README says: it is compiled against what BUILD installs,
# and run; in an earlier C++ the compiler's first words say what is wanted; and a project of Meson's is configured with
# SOURCE as its subproject. Exit code 77, with the reason, where pkg-config is missing.
set -eu

if [ $# -lt 4 ]; then
  echo "embedding.sh: expected the library's sources and build, meson and a compiler" >&2
  exit 2
fi
source=$1 build=$2 meson=$3
shift 3
command -v pkg-config >/dev/null || { echo "skipped: there is no pkg-config"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A folder of the installation that is not where it will be: so nothing can be taken from a library that is there.
"$meson" install -C "$build" --no-rebuild --quiet --destdir "$folder/installed"
description=$(find "$folder/installed" -name typeformer.pc)
prefix=$(sed -n 's/^prefix=//p' "$description")
flags=$(PKG_CONFIG_PATH=$(dirname "$description") \
  pkg-config --define-variable=prefix="$folder/installed$prefix" --cflags --libs typeformer)
# shellcheck disable=SC2086 # one flag a word
"$@" "$source/tests/readme_example.cpp" $flags -o "$folder/program"
LD_LIBRARY_PATH=$(dirname "$(dirname "$description")") "$folder/program"

# shellcheck disable=SC2086
if "$@" "$source/tests/readme_example.cpp" $flags -std=c++17 -fsyntax-only 2>"$folder/said"; then
  echo "C++17 is taken"
  exit 1
fi
sentence='typeformer wants C++20, but this is an earlier C++: compile with -std=c++20'
head -n 4 "$folder/said" | grep -qF "$sentence" || { head "$folder/said"; echo "expected: $sentence"; exit 1; }

mkdir -p "$folder/project/subprojects"
ln -s "$source" "$folder/project/subprojects/typeformer"
cp "$source/tests/readme_example.cpp" "$folder/project/program.cpp"
cat > "$folder/project/meson.build" <<'MESON'
project('mine', 'cpp', default_options: 'cpp_std=c++20')
executable('program', 'program.cpp', dependencies: dependency('typeformer'))
MESON
PKG_CONFIG_PATH='' "$meson" setup "$folder/project/build" "$folder/project" --force-fallback-for=typeformer
programs=$("$meson" introspect --targets "$folder/project/build" | grep -o '"type": "executable"' | wc -l)
[ "$programs" -eq 1 ] || { echo "a program and its subproject: $programs programs, but only one is wanted"; exit 1; }
