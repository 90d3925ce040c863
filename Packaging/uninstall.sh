#!/bin/sh
# Removes what install.sh has put there, by its list; folders only where nothing else is in them.
#
# uninstall.sh PREFIX [DESTDIR]
set -eu
prefix=${1%/} destdir=${2-}
list=$destdir$prefix/share/binnacle/installed
if [ ! -f "$list" ]; then
    echo "nothing to remove: $list is not there" >&2
    exit 1
fi
# What is in a folder comes before the folder.
entries=$(sort -r "$list")
echo "$entries" | while read -r entry; do
    case $entry in
    */) if [ -d "$destdir$entry" ]; then rmdir --ignore-fail-on-non-empty "$destdir$entry"; fi ;;
    *) rm -f "$destdir$entry" ;;
    esac
done
echo "removed what was installed under $destdir$prefix"
