# shellcheck shell=bash disable=SC2154 # the variables are those of lib.sh
# How scripts/test runs its checks: one line for each, what it prints in a log, and the failures of all at the end.

readonly logs=$debug_folder/logs lock=$debug_folder/lock
# The status of a check that this machine cannot run, and the seconds after which one hangs.
readonly skip_status=77 time_limit=2400
checks=0 skips=0 checks_started=$SECONDS failed_logs=() check_group=''

# Nothing in a check can ask a question: it does not have the terminal, and would stop for ever.
export DEBIAN_FRONTEND=noninteractive GIT_TERMINAL_PROMPT=0

# begin_checks: removes the logs of the last run. Dies if another run uses the same build, whose tests it would replace.
begin_checks() {
  local other
  mkdir -p "$debug_folder"
  if ! mkdir "$lock" 2>/dev/null; then
    other=$(cat "$lock/pid" 2>/dev/null || true)
    if [[ -n $other ]] && kill -0 "$other" 2>/dev/null; then die "Another scripts/test is running: process $other."; fi
  fi
  echo "$$" >"$lock/pid"
  trap end_script EXIT
  rm -rf "$logs"
  mkdir -p "$logs"
}

# end_script: ends the check that runs, if there is one. By an interrupt first, like the key: it makes each process end those
# that it started.
end_script() {
  if [[ -n $check_group ]]; then end_group "$check_group" INT INT TERM KILL; fi
  rm -rf "$lock"
}

# end_group GROUP SIGNAL…: sends signals to a group of processes, until all have ended.
end_group() {
  local group=$1 signal
  for signal in "${@:2}"; do
    kill "-$signal" -- "-$group" 2>/dev/null || return 0
    for _ in {1..30}; do
      kill -0 -- "-$group" 2>/dev/null || return 0
      sleep 0.1
    done
  done
}

# is_stopped GROUP: whether a process of a group waits for a signal to continue.
is_stopped() {
  ps -e -o pgid= -o stat= | awk -v group="$1" '$1 == group && $2 ~ /^T/ { found = 1 } END { exit !found }'
}

# check NAME COMMAND…: runs a command in a group of its own, and prints its name and duration. The script continues after a
# failure, which `end_checks` reports.
check() {
  local name=$1 log=$logs/${1//[^A-Za-z0-9]/-}.log started=$SECONDS status=0 mark turns=0
  shift
  set -m
  "$@" </dev/null >"$log" 2>&1 &
  check_group=$!
  set +m
  while kill -0 "$check_group" 2>/dev/null; do
    if [[ -t 1 ]]; then show_progress "$name" "$log" "$started"; fi
    if ((SECONDS - started > time_limit)); then
      echo "error: it did not end within $(duration "$time_limit")" >>"$log"
      end_group "$check_group" INT TERM KILL
    elif ((turns++ % 20 == 0)) && is_stopped "$check_group"; then
      echo "error: it stopped, as a process does that reads from the terminal" >>"$log"
      end_group "$check_group" KILL
    fi
    sleep 0.5
  done
  if [[ -t 1 ]]; then printf '\r\e[K'; fi
  wait "$check_group" || status=$?
  end_group "$check_group" TERM KILL # what it left behind
  check_group=''
  checks=$((checks + 1))
  case $status in
    0) mark=$green✓ ;;
    "$skip_status")
      mark=$dim–
      skips=$((skips + 1))
      ;;
    *)
      mark=$red✗
      failed_logs+=("$log")
      ;;
  esac
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

# show_progress NAME LOG STARTED: shows how far a check is, as its log says.
show_progress() {
  local progress
  progress=$(cat "$2" "$logs"/*.output 2>/dev/null | grep -acE '^(✔|✘) Test .* after ' || true)
  if ((progress)); then
    progress="$progress tests"
  else
    progress=$(tail -c 4000 "$2" | tr '\r' '\n' | grep -aoE '^\[[0-9]+/[0-9]+\]' | tail -n 1 || true)
  fi
  printf '\r\e[K%s▸ %s%s %s%s  %s%s' "$bold" "$1" "$plain" "$dim" "$(duration $((SECONDS - $3)))" "$progress" "$plain"
}

# failures_in LOG: prints the lines that name failures, a few at most, and the last ones.
failures_in() {
  local found
  # The issues of tests first: what a test expects to fail also prints errors.
  found=$(grep -aE 'recorded an issue|Fatal error|unexpected signal' "$1" | grep -av '^ *↳' || true)
  if [[ -z $found ]]; then
    found=$(grep -aE -A 1 '(^|[^ ].*)error: |FAILED|^✗ |^[A-Za-z.]*(Error|Failed)\b|WARNING: ThreadSanitizer' "$1" || true)
  fi
  if [[ -n $found ]]; then awk '!seen[$0]++' <<<"$found" | cut -c 1-300 | head -n 8; fi
  tail -n 3 "$1" | cut -c 1-300
}

# end_checks: prints what was skipped, what failed and a summary. Ends the script, with 1 after a failure.
end_checks() {
  local log runs passed=0 failed=0
  grep -ahE '^ *skipped: ' "$logs"/*.log | sort -u || true # each as `skipped` in lib.sh prints it
  for log in ${failed_logs[@]+"${failed_logs[@]}"}; do
    printf '\n%sFailed, as %s says:%s\n' "$red" "$log" "$plain"
    failures_in "$log" | sed 's/^/  /'
  done
  printf '\n%d checks in %s, %d skipped; what they print is in %s.\n' \
    "$checks" "$(duration $((SECONDS - checks_started)))" "$skips" "$logs"
  if [[ -e $logs/Tests.log ]]; then
    runs=$(LC_ALL=C sed -nE 's/^.* Test run with ([0-9]+) tests? .* after .*/\1/p' "$logs/Tests.log")
    passed=$((${runs//$'\n'/ + } + 0))
    failed=$(grep -aE '^✘ Test .* failed after ' "$logs/Tests.log" | grep -acv ' Test run with ' || true)
    if [[ -n $runs ]]; then printf 'Tests: %d passed, %d failed\n' $((passed - failed)) "$failed"; fi
  fi
  exit $((${#failed_logs[@]} > 0))
}
