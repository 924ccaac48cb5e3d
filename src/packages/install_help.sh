#!/bin/sh
# Usage: install_help.sh PROGRAM DATA MAN
#
# Run by `meson install`: the program writes its manual page and the completions of shells to where they are looked for,
# below the installation's prefix. DATA and MAN are its folders of data and manual pages.
set -eu

program=$1 data=$MESON_INSTALL_DESTDIR_PREFIX/$2 man=$MESON_INSTALL_DESTDIR_PREFIX/$3
put() { # what to call the program with, where to
  mkdir -p "$(dirname "$2")"
  # shellcheck disable=SC2086 # one argument a word
  "$program" $1 >"$2"
}
put man-page "$man/man1/typeformer.1"
put 'completion bash' "$data/bash-completion/completions/typeformer"
put 'completion zsh' "$data/zsh/site-functions/_typeformer"
put 'completion fish' "$data/fish/vendor_completions.d/typeformer.fish"
