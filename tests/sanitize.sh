#!/usr/bin/env bash
# The tests in the sanitize build: address and undefined behaviour, asserts on, in a tree of its own under build/.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
tree=$PWD/build/sanitize-tree

rm -rf "$tree"
HANSA_BUILD=sanitize "$python" setup.py -q build --build-base build/sanitize-base --build-lib "$tree" 2>build/sanitize.log ||
    { cat build/sanitize.log; exit 1; }
cp -r tests RULES.md RULES-2004.md MOVES.md pyproject.toml "$tree"
mkdir -p "$tree/docs" && cp -r docs/formats "$tree/docs"

cd "$tree"
# Python itself is not built for the sanitizers: its leaks are not ours, and the libraries must come first.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
PYTHONMALLOC=malloc PYTHONPATH=$tree \
    "$python" -m pytest -q -p no:cacheprovider -m "not long" \
    tests/test_cases.py tests/test_golden.py tests/test_properties.py tests/test_fuzz.py tests/test_engine.py \
    tests/test_search.py tests/test_protocol.py tests/test_record.py tests/test_hansa2004.py tests/test_bots2004.py \
    tests/test_actions.py tests/test_observation.py tests/test_learning2004.py tests/test_vector.py tests/test_training_policy.py "$@"
