#!/bin/sh
# Usage: shared_library.sh LIBRARY
#
# A shared library carries in its name which programs may take it, and gives them its own functions alone: none of the
# libraries that it is made with, of which a program may have another version.
set -eu

if [ $# -ne 1 ]; then
  echo "shared_library.sh: expected the shared library" >&2
  exit 2
fi
status=0
name=$(LC_ALL=C readelf --dynamic "$1" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')
case $name in
  libtypeformer.so.[0-9]*) ;;
  *) echo "expected a soname with a version, found '$name'"; status=1 ;;
esac
exported=$(nm --dynamic --defined-only --demangle "$1")
foreign=$(echo "$exported" | grep -E '\b(xsimd|nlohmann|fmt|utf8proc|XXH[0-9]*)(::|_)' || true)
if [ -n "$foreign" ]; then
  echo "$(echo "$foreign" | wc -l) symbols name other libraries:"
  echo "$foreign" | head | cut -c 1-200
  status=1
fi
others=$(echo "$exported" | grep -v typeformer || true)
[ -z "$others" ] || { echo "symbols of others:"; echo "$others" | head | cut -c 1-200; status=1; }
echo "$name: $(echo "$exported" | wc -l) symbols"
exit $status
