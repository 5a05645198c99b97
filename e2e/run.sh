#!/usr/bin/env bash
# Plays on the page of real servers in a real browser. See README.md.
#
#   ./run.sh [NAME...]   the tests, or those of the files NAME.test.mjs
#   ./run.sh measure     figures, without judging them
#   ./run.sh shots       the pictures of the project's README, anew
set -euo pipefail
cd "$(dirname "$0")"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || {
	echo "there is no Chromium: install it (apt install chromium), or name one in CHROMIUM" >&2
	exit 1
}
npm ls >/dev/null 2>&1 || npm ci --no-audit --no-fund --silent

TMPDIR=$(mktemp -d) # of the browser, too
trap 'rm -rf "$TMPDIR"' EXIT
GAMED=${GAMED:-$TMPDIR/gamed}
[ -x "$GAMED" ] || (cd .. && go build -o "$GAMED" ./cmd/gamed)
export CHROMIUM GAMED TMPDIR

case ${1:-} in
measure | shots) node "$1.mjs" ;;
*)
	if [ $# = 0 ]; then set -- *.test.mjs; else set -- "${@/%/.test.mjs}"; fi
	node --test --test-concurrency=1 --test-reporter=spec "$@"
	;;
esac
