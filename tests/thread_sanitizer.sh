#!/bin/sh
# Usage: thread_sanitizer.sh COMPILER LIBRARY [FLAG...]
#
# Runs the tests of what threads share under ThreadSanitizer: the pool, executors, kernels and a whole model. Compiled
# for it are those tests, with the headers they take the model from, and the kernels of the oldest instruction set; the
# rest, which has no threads, comes from LIBRARY, the static one of an ordinary build. FLAGs tell the compiler where
# other libraries' headers are. Exit code 77, with the reason, where the compiler or the system cannot do it.
set -eu

if [ $# -lt 2 ]; then
  echo "thread_sanitizer.sh: expected a compiler and the library" >&2
  exit 2
fi
compiler=$1 library=$2
shift 2
source=$(cd "$(dirname "$0")/.." && pwd)
reference=$source/tests/reference
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

case $(uname -m) in
  x86_64) oldest=sse2 ;;
  aarch64) oldest=neon ;;
  *) echo "skipped: no kernels for $(uname -m)"; exit 77 ;;
esac

compile() { # FLAG...
  # $compiler may be a launcher and a compiler.
  # shellcheck disable=SC2086
  $compiler -std=c++20 -O1 -g1 -fsanitize=thread -I "$source/include" "$@"
}

echo 'int main() {}' > "$folder/empty.cpp"
if ! compile "$folder/empty.cpp" -o "$folder/empty" 2> "$folder/errors"; then
  echo "skipped: $compiler cannot compile for ThreadSanitizer: $(head -n 1 "$folder/errors")"
  exit 77
fi
# Where the system lays memory out too randomly, ThreadSanitizer does not start; setarch -R says not to.
if "$folder/empty" 2> "$folder/errors"; then
  run=
elif setarch "$(uname -m)" -R "$folder/empty" 2>> "$folder/errors"; then
  run="setarch $(uname -m) -R"
else
  echo "skipped: programs under ThreadSanitizer do not start here: $(head -n 1 "$folder/errors")"
  exit 77
fi

objects=
add() { # NAME SOURCE FLAG...
  name=$1
  shift
  compile -c "$@" -o "$folder/$name.o"
  objects="$objects $folder/$name.o"
}
for file in "$source"/src/kernels/*.cpp "$source/src/kernels/instruction_sets/$oldest.cpp"; do
  add "$(basename "$file" .cpp)" "$file" "-DTYPEFORMER_INSTRUCTION_SETS(TABLES,DOTS)=TABLES($oldest)" "$@"
done
for test in kernels/threads kernels/shared_threads kernels/executor decode/shared_threads; do
  add "$(echo "$test" | tr / _)_test" "$source/tests/${test}_test.cpp" "$@" \
    -DTYPEFORMER_REFERENCE_DIR="\"$reference\"" -DTYPEFORMER_PRONOUNCE_DIR="\"$reference/pronounce\"" \
    -DTYPEFORMER_PRONOUNCE_WEIGHTS="\"$reference/pronounce/weights.safetensors\""
done
add catch_main "$source/tests/catch_main.cpp" "$@" -O0 -fno-sanitize=thread
catch=$(pkg-config --libs catch2-with-main 2> /dev/null || true)  # version 2 is all in its header

# shellcheck disable=SC2086
compile $objects "$library" $catch -lfmt -lutf8proc -lxxhash -pthread -o "$folder/test"
# shellcheck disable=SC2086
TYPEFORMER_INSTRUCTION_SET=$oldest $run "$folder/test"
