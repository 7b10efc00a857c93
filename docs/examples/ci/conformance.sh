#!/bin/sh
# Certifies the engine on any machine. The exit code is that of the first command that fails:
# 0 nothing new differs, 1 something does, 2 the call or a file is wrong, 3 the engine could not be run.
set -eu

ENGINE="${ENGINE:-stdio:./my-adapter}"
SUITE="${SUITE:-mtg-conformance==0.1.0}" # whatever pip takes

python3 -m venv .conformance
. .conformance/bin/activate
python -m pip install --quiet "$SUITE"

mtg-conformance doctor --engine "$ENGINE" >doctor.txt || { code=$?; cat doctor.txt; exit "$code"; }
mtg-conformance certify --engine "$ENGINE" --known-failures known.yaml --report report -j 2 --quiet
