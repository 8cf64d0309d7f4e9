#!/usr/bin/env bash
# Checks an estate in parts, with as many processes as there are processors, and merges their summaries.
#
#   Examples/validate/validate-parts.sh estate/*/ -- --format sarif=findings.sarif
#
# Each path before `--` is a part, what follows goes to `linkpolicy validate merge`: the report is that of one
# run over all paths. GNU parallel is used where it is installed (it can also spread the parts over machines,
# see its --sshlogin), xargs otherwise; both fail when one of the processes does.
set -euo pipefail
tool=${LINKPOLICY:-linkpolicy}
paths=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  paths+=("$1")
  shift
done
[ $# -eq 0 ] || shift
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
export TOOL=$tool PARTS=$parts
part='"$TOOL" validate --summary "$0" > "$(mktemp "$PARTS/XXXXXXXX")"'
if command -v parallel >/dev/null; then
  printf '%s\0' "${paths[@]}" | parallel --null --halt now,fail=1 bash -c "'$part'" {}
else
  printf '%s\0' "${paths[@]}" | xargs -0 -n 1 -P "$(getconf _NPROCESSORS_ONLN)" bash -c "$part"
fi
# A part that is missing would not be missed: its lines would be gone altogether.
found=$(find "$parts" -type f -size +0 | wc -l)
if [ "$found" -ne "${#paths[@]}" ]; then
  echo "$found summaries for ${#paths[@]} parts" >&2
  exit 2
fi
find "$parts" -type f -exec cat {} + | "$tool" validate merge - "$@"
