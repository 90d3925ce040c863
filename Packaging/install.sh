#!/bin/sh
# Installs the built programs and what goes with them, and notes in share/binnacle/installed what it has put where.
#
# install.sh PROGRAMS PREFIX [DESTDIR]
set -eu
programs=$1 prefix=${2%/} destdir=${3-}
cd "$(dirname "$0")/.."
case $prefix in
/*) ;;
*) echo "PREFIX=$prefix is no path from the root" >&2; exit 2 ;;
esac
root=$destdir$prefix
list=$root/share/binnacle/installed
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

# Makes a folder and those above it that are missing: they are removed again with the rest.
make_folder() {
    if [ ! -d "$1" ]; then
        make_folder "$(dirname "$1")"
        mkdir "$1"
        echo "${1#"$destdir"}/" >>"$work/list"
    fi
}

# put MODE SOURCE TARGET
put() {
    make_folder "$(dirname "$root/$3")"
    install -m "$1" "$2" "$root/$3"
    echo "$prefix/$3" >>"$work/list"
}

put 755 "$programs/binnacle" bin/binnacle
put 755 "$programs/binnacle-bus" bin/binnacle-bus
for manifest in Plugins/*/plugin.yaml; do
    folder=${manifest%/plugin.yaml}
    id=${folder#Plugins/}
    # The project's own plugins; another's that stands there too is its author's to install.
    [ -x "$programs/binnacle-$id" ] || continue
    put 644 "$manifest" "lib/binnacle/plugins/$id/plugin.yaml"
    put 755 "$programs/binnacle-$id" "lib/binnacle/plugins/$id/binnacle-$id"
done
for file in Config/*.yaml; do put 644 "$file" "share/binnacle/launch/${file#Config/}"; done
for file in README.md CHANGELOG.md CONTRIBUTING.md LICENSE; do put 644 "$file" "share/doc/binnacle/$file"; done
find docs -type f >"$work/documents"
find examples \( -name target -o -name tests -o -name __pycache__ \) -prune -o -type f \( -name Makefile -o -name '*.md' \
    -o -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.java' -o -name '*.m' -o -name '*.pl' \
    -o -name '*.pm' -o -name '*.py' -o -name '*.rs' -o -name '*.toml' -o -name '*.yaml' \) -print >>"$work/documents"
while read -r file; do put 644 "$file" "share/doc/binnacle/$file"; done <"$work/documents"
"$programs/binnacle" completion bash >"$work/completion"
put 644 "$work/completion" share/bash-completion/completions/binnacle

# What an earlier installation has put there is still this one's to remove.
echo "$prefix/share/binnacle/installed" >>"$work/list"
if [ -f "$list" ]; then cat "$list" >>"$work/list"; fi
sort -u "$work/list" >"$list"
chmod 644 "$list"
echo "installed $root/bin/binnacle; try: binnacle launch $prefix/share/binnacle/launch/demo.yaml --watch"
