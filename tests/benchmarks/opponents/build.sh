#!/bin/sh
# Builds libxskat.so, XSkat's own decisions without its windows. Usage: build.sh FOLDER_WITH_XSKATS_SOURCES [OUTPUT_FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sources=${1:?usage: build.sh FOLDER_WITH_XSKATS_SOURCES [OUTPUT_FOLDER]}
output=${2:-.}
mkdir -p "$output"
# XSkat is C of before 1989: its functions are declared nowhere.
"${CC:-cc}" -O2 -w -fPIC -shared -std=gnu89 -I"$sources" -o "$output/libxskat.so" \
  "$sources/skat.c" "$sources/null.c" "$sources/ramsch.c" "$here/bridge.c" "$here/stubs.c"
echo "$output/libxskat.so"
