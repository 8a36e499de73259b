# shellcheck shell=bash
# How scripts/test runs its checks: one line for each, what it prints in a log, and the failures of all at the end.

readonly logs=$debug_folder/logs
checks=0 checks_started=$SECONDS failed_logs=()
mkdir -p "$logs"
rm -f "$logs"/*.log

# A check is a process group of its own, which ends with the script.
check_group=
trap 'if [[ -n $check_group ]]; then kill -- "-$check_group" 2>/dev/null || true; fi' EXIT

# check NAME COMMAND…: runs a command, and prints its name and duration. The script continues after a failure, which
# `end_checks` reports.
check() {
  local name=$1 log=$logs/${1//[^A-Za-z0-9]/-}.log started=$SECONDS status=0 mark
  shift
  set -m
  "$@" </dev/null >"$log" 2>&1 &
  check_group=$!
  set +m
  if [[ -t 1 ]]; then show_progress "$name" "$log" "$started"; fi
  wait "$check_group" || status=$?
  check_group=
  checks=$((checks + 1))
  mark=$green✓
  if ((status)); then
    mark=$red✗
    failed_logs+=("$log")
  fi
  printf '%s %s%s %s%s%s\n' "$mark" "$name" "$plain" "$dim" "$(duration $((SECONDS - started)))" "$plain"
}

# needed NAME COMMAND…: a check without which the others make no sense.
needed() {
  check "$@"
  if ((${#failed_logs[@]})); then end_checks; fi
}

# duration SECONDS
duration() {
  if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

# show_progress NAME LOG STARTED: until the check ends, shows how far its log says that it is.
show_progress() {
  local tests
  while kill -0 "$check_group" 2>/dev/null; do
    tests=$(grep -ac '^[✔✘] Test .* after ' "$2" || true)
    if ((tests)); then
      tests="$tests tests"
    else
      tests=$(tail -c 4000 "$2" | tr '\r' '\n' | grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -n 1 || true)
    fi
    printf '\r\e[K%s▸ %s%s %s%s  %s%s' "$bold" "$1" "$plain" "$dim" "$(duration $((SECONDS - $3)))" "$tests" "$plain"
    sleep 0.5
  done
  printf '\r\e[K'
}

# failures_in LOG: prints the lines that name failures, or the last ones if none does.
failures_in() {
  local found
  found=$(grep -aE 'recorded an issue|error: |FAILED|^✗ |^[A-Za-z.]*(Error|Failed)\b|^skipped: |WARNING: ThreadSanitizer' "$1" |
    awk '!seen[$0]++' | cut -c 1-400 | head -n 8 || true)
  printf '%s\n' "${found:-$(tail -n 8 "$1" | cut -c 1-400)}" | sed 's/^/  /'
}

# end_checks: prints what was skipped, what failed and a summary. Ends the script, with 1 after a failure.
end_checks() {
  local log passed failed
  if compgen -G "$logs/*.log" >/dev/null; then grep -ahE '^ *skipped: ' "$logs"/*.log | sort -u || true; fi
  for log in ${failed_logs[@]+"${failed_logs[@]}"}; do
    printf '\n%sFailed, as %s says:%s\n' "$red" "$log" "$plain"
    failures_in "$log"
  done
  # The closing line of each run of tests names those that ran, the lines before it those that failed.
  passed=$(cat "$logs"/*.log | sed -nE 's/^[✔✘] Test run with ([0-9]+) tests? .*/\1/p' | awk '{ n += $1 } END { print n + 0 }')
  failed=$(cat "$logs"/*.log | grep -aE '^✘ Test .* failed after ' | grep -acvE '^✘ Test run with' || true)
  printf '\n%d checks in %s; what they print is in %s.\n' "$checks" "$(duration $((SECONDS - checks_started)))" "$logs"
  printf 'Tests: %d passed, %d failed\n' $((passed - failed)) "$failed"
  exit $((${#failed_logs[@]} > 0))
}
