#!/usr/bin/env bash
# Tests the page in a real browser against real servers. See README.md.
#
#   ./run.sh [NAME...]   run all tests, or the files NAME.test.mjs
#   ./run.sh measure     measure the page
#   ./run.sh inputs [N]  count the inputs of N duels
#   ./run.sh shots       take the screenshots of the project's README
#   ./run.sh pictures    take the pictures of docs/questions.md, and write that page
#   ./run.sh states [FOLDER]   take screenshots of the table in each state of its design
#   ./run.sh mocks [FOLDER]    take screenshots of the other pages in each state of their design
set -euo pipefail
cd "$(dirname "$0")"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || {
	echo "Chromium not found: install it (apt install chromium) or set CHROMIUM to its path" >&2
	exit 1
}
npm ls >/dev/null 2>&1 || npm ci --no-audit --no-fund --silent

TMPDIR=$(mktemp -d) # also for the browser
trap 'rm -rf "$TMPDIR"' EXIT
GAMED=${GAMED:-$TMPDIR/gamed}
[ -x "$GAMED" ] || (cd .. && go build -o "$GAMED" ./cmd/gamed)
export CHROMIUM GAMED TMPDIR

case ${1:-} in
measure | shots | pictures | states | mocks) node "$1.mjs" "${@:2}" ;;
inputs)
	export DUELS=${DUELS:-$TMPDIR/duels}
	[ -x "$DUELS" ] || (cd .. && go build -o "$DUELS" ./internal/test/duels)
	node inputs.mjs "${@:2}"
	;;
*)
	if [ $# = 0 ]; then set -- *.test.mjs; else set -- "${@/%/.test.mjs}"; fi
	run_tests() { node --test --test-concurrency=2 --test-reporter=spec --test-reporter-destination=stdout --test-reporter=./failed.mjs --test-reporter-destination="$TMPDIR/failed" "$@"; }
	run_tests "$@" && exit
	# If at most two tests failed, their files run once more, whole, because the tests of a file build on each other.
	mv "$TMPDIR/failed" "$TMPDIR/first"
	[ -s "$TMPDIR/first" ] && [ "$(wc -l <"$TMPDIR/first")" -le 2 ] || exit 1
	cut -f 1 "$TMPDIR/first" | sort -u >"$TMPDIR/files"
	files=()
	while read -r file; do files+=("$file"); done <"$TMPDIR/files"
	echo "once more: ${files[*]}"
	run_tests "${files[@]}"
	sed 's/^/flaky: /; s/\t/: /' "$TMPDIR/first"
	;;
esac
