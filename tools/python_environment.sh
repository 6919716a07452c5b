#!/bin/sh
# An environment with all that tests and examples of the Python package, and tests of FMUs, need: build/python/environment. It is
# made again when what it has to have changes.
#
# Usage: tools/python_environment.sh
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
build=$root/build/python
. "$root/tools/setup.sh"
cd "$root"

lock_build
environment=$build/environment
requirements='python/test/requirements.txt test/fmu/requirements.txt'
! cat $requirements | cmp -s - "$environment/requirements.txt" || exit 0
rm -rf "$environment"
python3 -m venv "$environment"
# Bytecode of all files would take longer than all else. Tests make that of what they import, in a folder that they share.
"$environment/bin/pip" install --no-compile --quiet --disable-pip-version-check $(printf -- '-r %s ' $requirements)
cat $requirements >"$environment/requirements.txt"
