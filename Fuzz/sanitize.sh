#!/usr/bin/env bash
# Builds the suite under a sanitizer and runs it: `Fuzz/sanitize.sh thread`, `Fuzz/sanitize.sh address`.
set -euo pipefail
cd "$(dirname "$0")/.."
sanitizer=${1:?thread or address}
# A folder of its own, so that ordinary builds stay warm.
scratch=.build/sanitize-$sanitizer
flags=(--sanitize "$sanitizer" --scratch-path "$scratch")
skipped=()
case $sanitizer in
thread)
    # The thread sanitizer makes a fork of vfork, so that a child cannot tell its parent why exec failed.
    skipped=(--skip SupervisorTests/notAProgram)
    export TSAN_OPTIONS="suppressions=$PWD/Fuzz/thread-suppressions.txt halt_on_error=0 exitcode=66 ${TSAN_OPTIONS:-}"
    ;;
address)
    flags+=(-Xswiftc -use-ld=lld)
    export ASAN_OPTIONS="detect_leaks=1 detect_stack_use_after_return=0 ${ASAN_OPTIONS:-}"
    ;;
*)
    echo "'$sanitizer' is neither thread nor address" >&2
    exit 2
    ;;
esac
export SWIFT_BACKTRACE=enable=no
swift build --build-tests "${flags[@]}"
# Whole rigs under load measure how long things take, and watched programs take ten times as long.
skipped+=(--skip 'SystemTests\.(Fault|Soak)')
# One test after the other: the time limits are meant for programs that are not watched.
swift test --skip-build --disable-xctest --no-parallel "${skipped[@]}" "${flags[@]}"
