#!/usr/bin/env bash
# Replays many log files with as many processes as there are processors, and adds their summaries up.
#
#   Examples/replay/replay-parts.sh Policies logs/*.ndjson
#
# One process per file, each on one processor: for files on one machine `linkpolicy replay --jobs N FILE…`
# does the same in one process. GNU parallel is used where it is installed (it can also spread the files
# over machines, see its --sshlogin), xargs otherwise; both fail when one of the processes does.
set -euo pipefail
tool=${LINKPOLICY:-linkpolicy}
policy=$1
shift
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
# Malformed lines are counted, not fatal: without `--fail-on never` they make the status 1.
export TOOL=$tool POLICY=$policy PARTS=$parts
replay='"$TOOL" replay "$0" --policy "$POLICY" --summary json --jobs 1 --fail-on never > "$(mktemp "$PARTS/XXXXXXXX")"'
if command -v parallel >/dev/null; then
  printf '%s\0' "$@" | parallel --null --halt now,fail=1 bash -c "'$replay'" {}
else
  printf '%s\0' "$@" | xargs -0 -n 1 -P "$(getconf _NPROCESSORS_ONLN)" bash -c "$replay"
fi
found=$(find "$parts" -type f -size +0 | wc -l)
if [ "$found" -ne $# ]; then
  echo "$found summaries for $# files" >&2
  exit 2
fi
find "$parts" -type f -exec cat {} + | "$tool" replay merge - --summary "${SUMMARY:-text}"
