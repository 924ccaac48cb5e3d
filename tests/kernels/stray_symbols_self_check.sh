#!/bin/sh
# Usage: stray_symbols_self_check.sh COMPILER...
#
# Shows that stray_symbols.sh finds what it looks for, in small files with one fault each, and nothing where none is.
set -eu

checked=$(cd "$(dirname "$0")" && pwd)/stray_symbols.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0

# The sentence expected, or nothing; what is added to the file; the function in its table; then the compiler.
check() {
  sentence=$1 added=$2 function=$3
  shift 3
  cat > "$folder/avx2.cpp" <<SOURCE
namespace xsimd {
struct avx2;
}
namespace typeformer::kernels {
template <class T>
struct table {
  T (*function)(T);
};
namespace {
template <class T>
T twice(T x) {
  return x + x;
}
}  // namespace
float found_elsewhere();
$added
extern const table<float> avx2_float;
const table<float> avx2_float = {$function};
}  // namespace typeformer::kernels
SOURCE
  "$@" -std=c++20 -O1 -mavx2 -c "$folder/avx2.cpp" -o "$folder/avx2.o"
  code=0
  said=$("$checked" "$folder/avx2.o" 2>&1) || code=$?
  if [ -z "$sentence" ]; then
    [ "$code" -eq 0 ] && [ -z "$said" ] && return
  else
    [ "$code" -eq 1 ] && [ "$(echo "$said" | grep -c "^$folder/avx2.o: ")" -eq 1 ] &&
      echo "$said" | grep -qF "$sentence" && return
  fi
  echo "stray_symbols.sh, expected: ${sentence:-nothing}; ended with $code and said: $said" >&2
  status=1
}

half='template <class> float half(float x) { return x / 2; }'
check '' '' 'twice<float>' "$@"
check '' "$half" 'half<xsimd::avx2>' "$@"
check 'float typeformer::kernels::half<float>(float)' "$half" 'half<float>' "$@"
check 'typeformer::kernels::half_avx2(float)' 'inline float half_avx2(float x) { return x / 2; }' half_avx2 "$@"
check 'typeformer::kernels::half' '[[gnu::used]] inline float half = 0.5F;' 'twice<float>' "$@"
check 'initialized when the program starts' '[[gnu::used]] const float at_start = found_elsewhere();' 'twice<float>' \
  "$@"
exit $status
