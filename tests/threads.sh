#!/usr/bin/env bash
# Several threads at once in a build with the thread sanitizer, in a tree of its own under build/.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
tree=$PWD/build/threads-tree

rm -rf "$tree"
HANSA_BUILD=threads "$python" setup.py -q build --build-base build/threads-base --build-lib "$tree" 2>build/threads.log ||
    { cat build/threads.log; exit 1; }
cp -r tests "$tree"

cd "$tree"
# Python is not built for the sanitizer, but its locks are the C library's, which the sanitizer sees. Some kernels place
# libraries where it does not expect them: setarch -R tells them not to.
LD_PRELOAD="$(gcc -print-file-name=libtsan.so)" TSAN_OPTIONS="halt_on_error=1 exitcode=66 second_deadlock_stack=1" \
PYTHONPATH=$tree OPENBLAS_NUM_THREADS=1 \
    setarch "$(uname -m)" -R "$python" -m tests.threads "$@"
