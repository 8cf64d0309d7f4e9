#!/usr/bin/env bash
# Replays many log files with one process per processor at a time, and merges their summaries.
#
#   Examples/replay/replay-parts.sh Policies logs/*.ndjson
#
# Each file has its own process. For files on one machine, `linkpolicy replay --jobs N FILE…`
# does the same in one process. The script uses GNU parallel if it is installed (it can also distribute the files
# over machines with --sshlogin), or else xargs. Both fail if one of the processes fails.
set -euo pipefail
tool=${LINKPOLICY:-linkpolicy}
policy=$1
shift
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
# Malformed lines are counted and not fatal. Without `--fail-on never` they make the exit status 1.
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
