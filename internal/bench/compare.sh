#!/bin/sh
# compare.sh builds another commit and compares it with the working tree in one interleaved run.
#
#     internal/bench/compare.sh COMMIT [RUNS [ARGUMENTS OF gamed bench]]
#
# It prints the median of each figure of gamed bench for both versions, and the ratio now/COMMIT. RUNS
# is 5 unless given. Other load on the machine slows interleaved runs of both versions, so the ratio is
# more reliable than either figure.
set -eu
commit=${1:?"which commit? internal/bench/compare.sh COMMIT [RUNS [ARGUMENTS]]"}
runs=${2:-5}
[ $# -lt 2 ] && shift 1 || shift 2
cd "$(git rev-parse --show-toplevel)"
commit=$(git rev-parse --verify "$commit^{commit}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/tree"
git archive "$commit" | tar -x -C "$dir/tree"
(cd "$dir/tree" && go build -o "$dir/then" ./cmd/gamed)
go build -o "$dir/now" ./cmd/gamed
i=0
while [ "$i" -lt "$runs" ]; do
	for version in then now; do
		"$dir/$version" bench "$@" 2>"$dir/errors" >"$dir/out" || { cat "$dir/errors" >&2; exit 1; }
		# A row is a name and a figure with its unit, at least two spaces apart.
		sed -n 's/^\([a-z].*[^ ]\)   *\([0-9][0-9.,]*\) \([^ ]*\).*/'$version'\t\1\t\2\t\3/p' "$dir/out" >>"$dir/rows"
	done
	i=$((i + 1))
done
printf '%-58s %12s %12s  %s\n' "median of $runs" "$(git log -1 --format=%h "$commit")" now ratio
awk -F '\t' '
	{ gsub(",", "", $3); key = $2 " (" $4 ")"; n[$1, key]++; v[$1, key, n[$1, key]] = $3; if (!(key in seen)) { seen[key] = 1; order[++rows] = key } }
	function median(version, key,    a, b, c, swap) {
		c = n[version, key]
		for (a = 1; a < c; a++) for (b = a + 1; b <= c; b++) if (v[version, key, b] + 0 < v[version, key, a] + 0) { swap = v[version, key, a]; v[version, key, a] = v[version, key, b]; v[version, key, b] = swap }
		if (!c) return "-"
		return c % 2 ? v[version, key, (c + 1) / 2] : (v[version, key, c / 2] + v[version, key, c / 2 + 1]) / 2
	}
	END { for (i = 1; i <= rows; i++) { a = median("then", order[i]); b = median("now", order[i]); printf "%-58s %12s %12s  %s\n", order[i], a, b, a + 0 && b != "-" ? sprintf("%.2f", b / a) : "-" } }' "$dir/rows"
