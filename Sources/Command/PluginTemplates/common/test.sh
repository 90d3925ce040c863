#!/bin/sh
# Launches the plugin on a bus of its own, and looks at the first message that it publishes.
set -eu
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export BINNACLE_PLUGIN_PATH="$(dirname "$PWD")"
if "${BINNACLE:-binnacle}" launch test.yaml --address "ipc://$folder/bus" >"$folder/said" 2>&1 &&
    grep -q 'fix/beacon {.*"latitude":54\.5,"longitude":10\.25' "$folder/said"; then
    echo "beacon: the test passed"
else
    cat "$folder/said" >&2
    echo "beacon: the test failed: no fix at 54.5, 10.25 came" >&2
    exit 1
fi
