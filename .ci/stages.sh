# Runs the stages of a check. .ci/run and .ci/long source this file, define one function
# stage_NAME for each stage, and call run_lanes.
#
# A stage runs as a process of its own, `.ci/run NAME`: so the command that a failure prints is the
# command that failed. Its output goes to a file and is printed when it ends.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
script=.ci/$(basename "$0")
export PATH="$PATH:$(go env GOPATH)/bin" DEBIAN_FRONTEND=noninteractive

staticcheck_version=0.8.2
gotestsum_version=1.13.0
typescript_version=7.0.2
most_flaky=2 # tests of one run that may fail at first

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# need_packages TOOL[:PACKAGE]... installs the Debian packages of missing tools.
need_packages() {
	local missing=() tool
	for tool in "$@"; do
		command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
	done
	[ ${#missing[@]} = 0 ] && return
	command -v apt-get >/dev/null || {
		echo "install first: ${missing[*]}" >&2
		return 1
	}
	as_root apt-get -qq update
	as_root apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# need_disk fails if the build cache or the stores of the tests could fill the disk.
need_disk() {
	mkdir -p "$(go env GOCACHE)"
	local free
	free=$(df -Pk "${TMPDIR:-/tmp}" "$(go env GOCACHE)" | awk 'NR > 1 && (NR == 2 || $4 < least) { least = $4 } END { print int(least / 1024) }')
	echo "$(go version), $free MiB free"
	[ "$free" -ge 4096 ] || {
		echo 'the build cache and the stores of the tests need 4096 MiB: free some space, for example with go clean -cache' >&2
		return 1
	}
}

# go_test ARGUMENT... runs go test, and the failed tests once more if they are few and none failed
# by a data race or a panic. It prints "flaky: NAME" for each test that then passes. A package that
# failed outside its tests stays failed: there is no test to run again. Vet is a stage of its own.
go_test() {
	gotestsum --version 2>/dev/null | grep -qF " $gotestsum_version" || go install "gotest.tools/gotestsum@v$gotestsum_version"
	local folder packages=() flags=() argument
	for argument; do
		case $argument in
		-*) flags+=("$argument") ;;
		*) packages+=("$argument") ;;
		esac
	done
	folder=$(mktemp -d)
	# shellcheck disable=SC2064 # the folder of now
	trap "rm -rf '$folder'" EXIT
	gotestsum --format pkgname --format-hide-empty-pkg --packages "${packages[*]}" --jsonfile-timing-events "$folder/events" \
		--rerun-fails=1 --rerun-fails-max-failures=$((3 * most_flaky)) --rerun-fails-abort-on-data-race \
		-- -count=1 -timeout=10m -vet=off ${flags[@]+"${flags[@]}"}
	sed -nE 's/.*"Action":"fail","Package":"([^"]*)","Test":"([^"]*)".*/\1 \2/p' "$folder/events" | sort -u >"$folder/tests"
	sed -nE 's/.*"Action":"fail","Package":"([^"]*)","Elapsed".*/\1/p' "$folder/events" | sort -u >"$folder/packages"
	cut -d ' ' -f 1 "$folder/tests" | sort -u | comm -13 - "$folder/packages" >"$folder/outside"
	[ ! -s "$folder/outside" ] || {
		echo "failed outside a test, for example by a leaked goroutine: $(paste -sd ' ' "$folder/outside")"
		return 1
	}
	# Where a subtest failed, its parents failed too.
	awk 'NR > 1 && index($0, last "/") != 1 { print "flaky: " last } { last = $0 } END { if (NR) print "flaky: " last }' "$folder/tests"
	rm -rf "$folder"
}

# run_alone NAME... runs these stages with their output, and exits. Without names it does nothing.
run_alone() {
	[ $# -gt 0 ] || return 0
	local name
	for name; do
		declare -F "stage_$name" >/dev/null || {
			echo "no stage $name; the stages are $(declare -F | sed -n 's/declare -f stage_//p' | paste -sd ' ' -)" >&2
			exit 2
		}
	done
	for name; do "stage_$name"; done
	exit
}

# run_stage NAME runs a stage, prints its output, and notes its seconds and result.
run_stage() {
	local name=$1 log=$logs/$1.log result=ok
	if [ -n "${done_folder:-}" ] && [ -e "$done_folder/$name" ]; then
		echo "$name - done-before" >>"$logs/table"
		return
	fi
	local began=$SECONDS
	bash "$script" "$name" >"$log" 2>&1 </dev/null || result=FAILED
	local seconds=$((SECONDS - began))
	until mkdir "$logs/printing" 2>/dev/null; do sleep 0.1; done # one stage prints at a time
	printf '\n==> %s: %s, %d s\n' "$name" "$result" "$seconds"
	cat "$log"
	echo "$name $seconds $result" >>"$logs/table"
	rmdir "$logs/printing"
	if [ "$result" = ok ] && [ -n "${done_folder:-}" ]; then touch "$done_folder/$name"; fi
	[ "$result" = ok ]
}

# run_lane NAME... runs stages one after the other. A failure does not stop the lane.
run_lane() {
	local name
	for name in "$@"; do run_stage "$name" || true; done
}

# summarize prints the failures, the flaky tests and a table of all stages. It fails if a stage
# failed, did not end, or if too many tests were flaky.
summarize() {
	local name failed=0 passed=0 flaky
	for name in "$@"; do
		if grep -qE "^$name .* (ok|done-before)$" "$logs/table"; then
			passed=$((passed + 1))
			continue
		fi
		failed=$((failed + 1))
		printf '\n==> %s failed. Repeat it alone: %s %s\n' "$name" "$script" "$name"
		tail -n 40 "$logs/$name.log" 2>/dev/null || echo 'it was not run'
	done
	flaky=$(grep -hE '^flaky: ' "$logs"/*.log | sort -u || true)
	if [ -n "$flaky" ]; then
		printf '\n==> Some tests failed at first and passed when repeated. Mend their cause next.\n'
		grep -lE '^flaky: ' "$logs"/*.log | xargs grep -hE -A 30 '^(=== Failed|✖ failing tests)' || true
		echo "$flaky"
		if [ "$(wc -l <<<"$flaky")" -gt $most_flaky ]; then
			echo "more than $most_flaky flaky tests: failed"
			failed=$((failed + 1))
		fi
	fi
	printf '\n%d passed, %d failed\n\n' "$passed" "$failed"
	printf '%-14s %8s  %s\n' stage seconds result
	awk '{ printf "%-14s %8s  %s\n", $1, $2, $3 }' "$logs/table"
	printf '%-14s %8d  %s\n' whole "$SECONDS" "$([ $failed = 0 ] && echo ok || echo FAILED)"
	[ $failed = 0 ]
}
