#!/bin/sh
# Usage: stray_symbols.sh FILE...
#
# Looks for what a file compiled for a newer processor would give to the whole program: of an inline function that
# several files hold, the linker takes any one, and an older processor would crash in the newest. So all that such a
# file defines for others must carry xsimd's name of its instruction set, or be one of its tables; and nothing of it may
# run when the program starts. Each FILE, an object or a library, has the instruction set in its name: avx2 or avx512,
# whose table is avx2_float, or one that adds to them, avx_vnni, avx512_vnni, avx512_bf16 or amx, whose is
# avx_vnni_dots.
set -eu

if [ $# -eq 0 ]; then
  echo "stray_symbols.sh: expected the object files or libraries to look into" >&2
  exit 2
fi

status=0
for file in "$@"; do
  case $(basename "$file") in
    *avx512_vnni*) set_name=avx512_vnni table=dots ;;
    *avx512_bf16*) set_name=avx512_bf16 table=dots ;;
    *amx*) set_name=amx table=dots ;;
    *avx_vnni*) set_name=avx_vnni table=dots ;;
    *avx512*) set_name=avx512 table=float ;;
    *avx2*) set_name=avx2 table=float ;;
    *)
      echo "stray_symbols.sh: expected an instruction set newer than sse2 in the file's name, found $file" >&2
      exit 2
      ;;
  esac
  symbols=$(nm --demangle --defined-only --extern-only "$file")
  if ! echo "$symbols" | grep -q " typeformer::kernels::${set_name}_$table\$"; then
    echo "$file: does not define the kernels' table ${set_name}_$table" >&2
    status=1
  fi
  # The reference to the exception handler is data, the same in every file.
  stray=$(echo "$symbols" | grep -E '^[0-9a-f]+ [A-Za-z] ' |
    grep -vE "xsimd::$set_name|^[0-9a-f]+ [A-Z] typeformer::kernels::${set_name}_(float|double|dots)\$" |
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
