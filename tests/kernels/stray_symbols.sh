#!/bin/sh
# Usage: stray_symbols.sh FILE...
#
# Looks for what a file compiled for a newer processor would give to the whole program: of an inline function that
# several files hold, the linker takes any one, and an older processor would crash in the newest. So all that such a
# file defines for others must carry xsimd's name of its instruction set, or be one of its tables; and nothing of it may
# run when the program starts. Each FILE, an object or a library, has "avx2" or "avx512" in its name.
set -eu

if [ $# -eq 0 ]; then
  echo "stray_symbols.sh: expected the object files or libraries to look into" >&2
  exit 2
fi

status=0
for file in "$@"; do
  case $(basename "$file") in
    *avx512*) set_name=avx512 ;;
    *avx2*) set_name=avx2 ;;
    *)
      echo "stray_symbols.sh: expected avx2 or avx512 in the file's name, found $file" >&2
      exit 2
      ;;
  esac
  symbols=$(nm --demangle --defined-only --extern-only "$file")
  if ! echo "$symbols" | grep -q " typeformer::kernels::${set_name}_float\$"; then
    echo "$file: does not define the kernels' table ${set_name}_float" >&2
    status=1
  fi
  # The reference to the exception handler is data, the same in every file.
  stray=$(echo "$symbols" | grep -E '^[0-9a-f]+ [A-Za-z] ' |
    grep -vE "xsimd::$set_name|^[0-9a-f]+ [A-Z] typeformer::kernels::${set_name}_(float|double)\$" |
    grep -v ' DW\.ref\.__gxx_personality_v0$' || true)
  if [ -n "$stray" ]; then
    echo "$file: defines symbols for all that do not carry xsimd::$set_name in their names:" >&2
    echo "$stray" >&2
    status=1
  fi
  # Where the compiler lists the constructors of variables that are no constants.
  sections=$(LC_ALL=C readelf --sections --wide "$file")
  if echo "$sections" | grep -qE ' \.(preinit_array|init_array|ctors)'; then
    echo "$file: has a variable that is initialized when the program starts, on any processor" >&2
    status=1
  fi
done
exit $status
