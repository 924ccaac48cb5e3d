#!/bin/sh
# Usage: embedding.sh SOURCE BUILD MESON COMPILER...
#
# A program of somebody else's, README's, takes the library as README says: it is compiled against what BUILD installs,
# and run; its compiler gets no other option than the path of the library; in an earlier C++ each header's first error says
# what it requires; and a project of Meson's is configured with SOURCE as its subproject. Exit code 77, with the reason,
# where pkg-config is missing.
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
of_typeformer() {
  PKG_CONFIG_PATH=$(dirname "$description") pkg-config "$@" typeformer
}
flags=$(of_typeformer --cflags --libs)
# shellcheck disable=SC2086 # one flag a word
"$@" -std=c++20 "$source/tests/readme_example.cpp" $flags -o "$folder/program"
LD_LIBRARY_PATH=$(dirname "$(dirname "$description")") "$folder/program"

# A program chooses its C++ itself, and what the library is made with is none of its business.
for flag in $(of_typeformer --cflags); do
  case $flag in
    -I"$folder"/*|-I/*boost*|-DBOOST_ALL_NO_LIB|-pthread) ;;
    *) echo "typeformer.pc gives a program's compiler $flag"; exit 1 ;;
  esac
done
required=$(of_typeformer --print-requires --print-requires-private)
[ -z "$required" ] || { echo "typeformer.pc makes a program require $required"; exit 1; }

sentence='typeformer requires C++20, but this is an earlier C++: compile with -std=c++20 or newer'
for header in typeformer axis/axis layers/encoder; do
  echo "#include <typeformer/$header.hpp>" >"$folder/first.cpp"
  # shellcheck disable=SC2086
  if "$@" "$folder/first.cpp" $flags -std=c++17 -fsyntax-only 2>"$folder/messages"; then
    echo "C++17 is taken by $header.hpp"
    exit 1
  fi
  grep 'error:' "$folder/messages" | head -n 1 | grep -qF "$sentence" ||
    { echo "$header.hpp, expected: $sentence"; head "$folder/messages"; exit 1; }
done
# So it is with the others, since every header includes another one of the library before its own code.
alone=$(cd "$source/include/typeformer" && grep -rL '^#include <typeformer/' . --include='*.hpp')
[ "$alone" = ./requires_cxx20.hpp ] || { echo "without requires_cxx20.hpp: $alone"; exit 1; }

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
